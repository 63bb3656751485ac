import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sandboxWallet } from '../../sandbox/wallets.ts'
import { cli, cliHere } from '../support/cli.ts'
import {
  authorization,
  type HostileSeller,
  sellTo,
  startHostileSeller,
} from '../support/hostile-seller.ts'

const WALLET = { BUYER_PRIVATE_KEY: sandboxWallet('buyer').privateKey }
let seller: HostileSeller
beforeEach(async () => {
  seller = await startHostileSeller()
})
afterEach(() => seller.close())

const callBy = (run: typeof cliHere, ...more: string[]) =>
  run(['call', 'GET', '/thing', '--url', seller.url, '--max-usd', '1', ...more], WALLET)
const call = (...more: string[]) => callBy(cliHere, ...more)
const nonces = () => [
  ...new Set(seller.authorizations.map(({ payload }) => authorization(payload).nonce)),
]
const problem = (code: string) => (response: ServerResponse) =>
  void response
    .writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '0' })
    .end(JSON.stringify({ code }))
const script = (...answers: ((response: ServerResponse) => void)[]) => {
  seller.onPaid = (response) => (answers.shift() ?? ((each) => sellTo(seller, each)))(response)
}
const gateway = (response: ServerResponse) =>
  void response.writeHead(504, { 'retry-after': '0' }).end('<html>Gateway Time-out</html>')

describe('ukintel call, when the payment’s outcome is unknown', () => {
  it.each([
    ['four times unknown', Array<string>(4).fill('SETTLEMENT_UNKNOWN')],
    [
      'unknown, then a restart',
      ['SETTLEMENT_UNKNOWN', 'SHUTTING_DOWN', 'SHUTTING_DOWN', 'SHUTTING_DOWN'],
    ],
  ])('%s: says how to repeat, and the next run sends the same payment', async (_, codes) => {
    script(...codes.map(problem))
    const first = await callBy(cli)
    expect(first.code).toBe(1)
    expect(first.stderr).toContain(
      'This may have been charged. Repeat the same call: it sends the same payment and signs none.',
    )
    expect(first.stderr).toMatch(/--payment [A-Za-z0-9+/=]+\n/)
    const second = await call()
    expect(second).toMatchObject({ code: 0, stdout: '{"sold":true}\n' })
    expect(nonces()).toHaveLength(1)
    await call()
    expect(nonces()).toHaveLength(2)
  })

  it('a proxy’s 504 is no answer: the payment can be repeated by hand, without a key', async () => {
    script(gateway, gateway, gateway, gateway)
    const { stderr, code } = await call()
    expect(code).toBe(1)
    const signature = /--payment ([A-Za-z0-9+/=]+)\n/.exec(stderr)![1]!
    const again = await cliHere([
      'call',
      'GET',
      '/thing',
      '--url',
      seller.url,
      '--payment',
      signature,
    ])
    expect(again).toMatchObject({ code: 0, stdout: '{"sold":true}\n' })
    expect(again.stderr).toMatch(/^paid, transaction 0x/)
    expect(nonces()).toHaveLength(1)
  })

  it('explains a --payment that is none', async () => {
    const { code, stderr } = await call('--payment', 'hello')
    expect(code).toBe(1)
    expect(stderr).toBe(
      '--payment is not a PAYMENT-SIGNATURE header as an earlier call printed it\n',
    )
  })
})

describe('ukintel call, to a seller with hostile texts', () => {
  it('shows what would act on a terminal as text, in terms, receipt and answer', async () => {
    seller.description = 'cheap\u001b[2J\u001b]0;owned\u0007'
    const receipt = Buffer.from(
      JSON.stringify({ success: true, transaction: '0x\u001b[31m', network: '\u009b1A' }),
    ).toString('base64')
    script(
      (response) =>
        void response
          .writeHead(200, { 'payment-response': receipt })
          .end('plain \u001b]52;c;cm0=\u0007 text'),
    )
    const { stdout, stderr } = await call()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(`${stdout}${stderr}`).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
    expect(stdout).toBe('plain \\u001b]52;c;cm0=\\u0007 text\n')
    expect(stderr).toContain('cheap\\u001b[2J')
  })

  it('does not follow a redirect, and says where it led', async () => {
    const redirect = (response: ServerResponse) =>
      void response
        .writeHead(302, { location: 'http://127.0.0.1:9/else', 'retry-after': '0' })
        .end()
    script(redirect, redirect, redirect, redirect)
    const { code, stderr } = await call()
    expect(code).toBe(1)
    expect(stderr).toContain(
      'HTTP 302: a redirect to http://127.0.0.1:9/else, which was not followed',
    )
  })

  it('refuses what it cannot pay in a sentence', async () => {
    seller.terms = { asset: '0x2222222222222222222222222222222222222222' }
    const { code, stderr } = await call()
    expect(code).toBe(1)
    expect(stderr).toMatch(/^nothing this buyer can pay: .*; nothing was paid\n$/)
    expect(seller.authorizations).toEqual([])
  })
})
