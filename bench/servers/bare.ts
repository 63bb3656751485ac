/** The least that Node can do: the status, headers and bytes of its input, for every request. */
import { listen, serveBench } from '../support/server.ts'

interface Canned {
  status: number
  headers: Record<string, string>
  body: string
}

await serveBench(({ status, headers, body }: Canned) => {
  const bytes = Buffer.from(body)
  return listen((_request, response) => {
    response.writeHead(status, headers)
    response.end(bytes)
  })
})
