/** The least that Node can do: status, headers and bytes that were handed in, whatever is asked. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveBench } from '../support/server.ts'

interface Canned {
  status: number
  headers: Record<string, string>
  body: string
}

await serveBench(async ({ status, headers, body }: Canned) => {
  const bytes = Buffer.from(body)
  const server = createServer((_request, response) => {
    response.writeHead(status, headers)
    response.end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
})
