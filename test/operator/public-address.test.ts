/**
 * Quotes through PUBLIC_URL are compared with those of the service: a proxy may refuse or change
 * them.
 */
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { examine } from '../../src/commands/doctor/examine.ts'
import { examinePublicAddress, findOwnAddress } from '../../src/commands/public-address.ts'
import type { Config } from '../../src/config.ts'
import { cliHere } from '../support/cli.ts'
import { type Service, startService } from '../support/service.ts'

type Answer = { status: number; headers: IncomingHttpHeaders }

let service: Service
let proxy: Server
let bend: (answer: Answer) => Answer
beforeAll(async () => {
  service = await startService({ domains: 'real' })
  proxy = createServer((asked, response) => {
    const { method, headers } = asked
    request(`${service.url}${asked.url}`, { method: method!, headers }, (answered) => {
      const { status, headers: sent } = bend({
        status: answered.statusCode!,
        headers: answered.headers,
      })
      response.writeHead(status, sent)
      answered.pipe(response)
    }).end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  bend = (answer) => answer
})
afterAll(async () => {
  proxy?.close()
  await service?.stop()
})
bend = (answer) => answer

const publicUrl = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
const configOf = (own: string, given: string) => {
  const { hostname, port } = new URL(own)
  return { HOST: hostname, PORT: Number(port), PUBLIC_URL: given } as Config
}

async function results() {
  const examination = await examinePublicAddress(configOf(service.url, publicUrl()))
  if (typeof examination === 'string') throw new Error(examination)
  return (await examine(examination)).map(({ result, detail }) => [result, detail])
}

it('what passes unchanged holds, for programs and for browsers', async () => {
  expect(await results()).toEqual([
    ['holds', ''],
    ['holds', ''],
  ])
})

it('a proxy that reads too few bytes of headers is named, with the first route', async () => {
  bend = (answer) =>
    JSON.stringify(answer.headers).length > 2000 ? { status: 502, headers: {} } : answer
  const detail = `GET /v1/company/search is answered 502 through ${publicUrl()}: a proxy may read less than 4,096 bytes of headers`
  expect(await results()).toEqual([
    ['differs', detail],
    ['differs', detail],
  ])
})

it('so is another service at the address', async () => {
  bend = ({ status, headers }) => {
    const header = headers['payment-required']
    if (header === undefined) return { status, headers }
    const terms = JSON.parse(Buffer.from(String(header), 'base64').toString())
    terms.accepts[0].payTo = `0x${'9'.repeat(40)}`
    const other = Buffer.from(JSON.stringify(terms)).toString('base64')
    return { status, headers: { ...headers, 'payment-required': other } }
  }
  expect((await results())[0]).toEqual([
    'differs',
    `GET /v1/company/search has other terms through ${publicUrl()}`,
  ])
})

it('reports an address that does not answer as unreachable', async () => {
  const examination = await examinePublicAddress(configOf(service.url, 'http://127.0.0.1:9'))
  if (typeof examination === 'string') throw new Error(examination)
  expect((await examine(examination))[0]!.result).toBe('could not be asked')
})

it('nothing is compared with itself, or with a service that does not run', async () => {
  expect(await examinePublicAddress(configOf(service.url, service.url))).toBe(
    'PUBLIC_URL is the address of the service itself',
  )
  expect(
    await examinePublicAddress(configOf('http://127.0.0.1:9', 'https://intel.example')),
  ).toContain('no service answers at http://127.0.0.1:9')
})

it.each([
  ['0.0.0.0', 'http://127.0.0.1:4021'],
  ['::', 'http://[::1]:4021'],
  ['10.0.0.7', 'http://10.0.0.7:4021'],
])('a service that listens on %s is asked at %s', (HOST, own) => {
  expect(findOwnAddress({ HOST, PORT: 4021 })).toBe(own)
})

it('listings count a route that the proxy refuses as one to fix', async () => {
  const other = await startService({ domains: 'real', environment: { PUBLIC_URL: publicUrl() } })
  try {
    bend = (answer) =>
      JSON.stringify(answer.headers).length > 2000 ? { status: 502, headers: {} } : answer
    const { stdout } = await cliHere(['listings', '--json', '--url', other.url], {
      DATA_DIR: other.store.dataDir,
      X402_FACILITATOR_URL: 'http://127.0.0.1:9',
    })
    const { routes } = JSON.parse(stdout) as { routes: { valid: boolean; next: string }[] }
    expect(routes.every(({ valid }) => !valid)).toBe(true)
    expect(routes[0]!.next).toContain('fix its terms: GET /v1/company/search is answered 502')
  } finally {
    await other.stop()
  }
})
