import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { examine } from '../../src/commands/doctor/examine.ts'
import { connectionFailure } from '../../src/upstream/connection-failure.ts'
import { createDownloader } from '../../src/upstream/download.ts'
import { createUpstream } from '../../src/upstream/http.ts'
import { createPace } from '../../src/upstream/pace.ts'
import { createFolder } from '../support/folder.ts'

/** Certificate of an invented authority whose own certificate the server does not send. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBiDCCAS6gAwIBAgIURENUcpJ22qg98zd3Q+WSoq83W7UwCgYIKoZIzj0EAwIw
HTEbMBkGA1UEAwwSSW52ZW50ZWQgQXV0aG9yaXR5MCAXDTI2MTEyNDA4MTE1MVoY
DzIxMjYxMDMxMDgxMTUxWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjO
PQIBBggqhkjOPQMBBwNCAAQT/8xLLuWCz0pYpEe2UW/72NjhIvOFTstgBoo/PHDg
2KinjOUuHckHqdaFtJR72e/Gtrb4AWUzpsOIJWYZMxwAo1MwUTAPBgNVHREECDAG
hwR/AAABMB0GA1UdDgQWBBR3pVYPwoKakL1tdXilAi6MkhcWMDAfBgNVHSMEGDAW
gBRStp3RCVO81yA7RkqJlVH4GfkJszAKBggqhkjOPQQDAgNIADBFAiBam4uEsrgh
s0YrZb74zKFHgByCUiWIjTiUZWjCnjz6mgIhAMtnP5OU+lcnl2ncij+u8bRoQaBJ
k2Jc27lig2RnS+Z0
-----END CERTIFICATE-----`
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgC4bmeDa4fjysCpi5
kLd1b+8yBRlox9Q71aeMHpLffuOhRANCAAQT/8xLLuWCz0pYpEe2UW/72NjhIvOF
TstgBoo/PHDg2KinjOUuHckHqdaFtJR72e/Gtrb4AWUzpsOIJWYZMxwA
-----END PRIVATE KEY-----`

const INCOMPLETE =
  'the certificate chain of the server is incomplete: NODE_EXTRA_CA_CERTS can name a file with the missing certificate'

const server = createServer(
  { cert: CERTIFICATE, key: KEY },
  (_, response) => void response.end('{}'),
)
let url: string
const folder = createFolder()
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
})

it('a server with an incomplete certificate chain › a portal or register names the remedy', async () => {
  const upstream = createUpstream({
    name: 'Portal',
    baseUrl: url,
    userAgent: 'test/1',
    pace: createPace({ calls: 10, perMs: 1000 }),
    timeoutMs: 10_000,
    maxBodyBytes: 1000,
    retries: 0,
    maxRetryDelayMs: 5,
    breaker: { failures: 10, coolDownMs: 60_000 },
  })
  await expect(upstream.get('/')).rejects.toThrow(`Portal: ${INCOMPLETE}`)
  await upstream.close()
})

it('a server with an incomplete certificate chain › a download names what to change', async () => {
  const downloader = createDownloader({
    userAgent: 'test',
    intervalMs: 0,
    idleMs: 10_000,
    maxBytes: 1000,
    allowPrivate: true,
  })
  await expect(downloader.download(`${url}/a`, join(folder, 'file'))).rejects.toThrow(INCOMPLETE)
  await downloader.close()
})

it('a server with an incomplete certificate chain › the doctor names what to change', async () => {
  const [finding] = await examine({
    upstream: 'facilitator',
    examine: () => [
      { assumption: 'facilitator/x: it answers', difference: () => fetch(url).then(() => null) },
    ],
  })
  expect(finding).toMatchObject({ result: 'could not be asked', detail: INCOMPLETE })
})

it.each([
  ['ENOTFOUND', 'the host does not exist'],
  ['ECONNREFUSED', 'the connection was refused'],
  ['UND_ERR_CONNECT_TIMEOUT', 'the server did not answer in time'],
  ['CERT_HAS_EXPIRED', 'the certificate is not valid'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate is not valid'],
  ['ECONNRESET', 'the connection failed (ECONNRESET)'],
])('a failure with the code %s › %s', (code, words) => {
  expect(connectionFailure(Object.assign(new Error('x'), { code }))).toBe(words)
})
