import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandboxWallet } from '../../sandbox/wallets.ts'
import { usdcToAtomic } from '../../src/platform/money.ts'
import { askedPrice } from '../support/asked-price.ts'
import { cli } from '../support/cli.ts'
import { headerOf, signedPayment } from '../support/payments.ts'

/** The sandbox as `npm run sandbox` runs it, known only by what it prints. */
let sandbox: ChildProcess
const printed: string[] = []
const variable = (name: string) =>
  printed
    .find((line) => line.trim().startsWith(`${name}=`))!
    .trim()
    .slice(name.length + 1)
let url = ''
let verdictUrl = ''

beforeAll(async () => {
  sandbox = spawn(process.execPath, ['bin/ukintel.js', 'sandbox', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    sandbox.once('exit', () => reject(new Error(`the sandbox ended:\n${printed.join('\n')}`)))
    createInterface({ input: sandbox.stdout! }).on('line', (line) => {
      printed.push(line)
      if (line === 'Ctrl-C ends it all.') resolve()
    })
  })
  url = /at (http:\S+),/.exec(printed[0]!)![1]!
  verdictUrl = /curl -i (\S+)/.exec(printed.find((line) => line.includes('curl'))!)![1]!
})

afterAll(async () => {
  if (sandbox.exitCode !== null) return
  sandbox.kill('SIGINT')
  await once(sandbox, 'exit')
})

/** An answer with one mark for each date. */
const withoutDays = (json: string): object =>
  JSON.parse(json.replaceAll(/\d{4}-\d\d-\d\d(T[\d:]+Z)?/g, '…'))

it('sells to a buyer who has nothing but a signature', async () => {
  const unpaid = await fetch(verdictUrl)
  expect(unpaid.status).toBe(402)
  const required = decodePaymentRequiredHeader(unpaid.headers.get('payment-required')!)
  expect(required).toEqual(await unpaid.json())
  const payment = await signedPayment(sandboxWallet('buyer'), required.accepts[0]!)
  const headers = { 'payment-signature': headerOf(payment) }
  const paid = await fetch(verdictUrl, { headers })
  expect(paid.status).toBe(200)
  const body = await paid.text()
  expect(JSON.parse(body)).toMatchObject({
    notice: 'Information, not advice.',
    cost: { currency: 'USDC' },
  })
  expect(usdcToAtomic(JSON.parse(body).cost.amount)).toBe(required.accepts[0]!.amount)
  // README shows this answer of another day, shortened.
  const shown = /```json\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8'))![1]!
  expect(withoutDays(body)).toMatchObject(withoutDays(shown))
  const receipt = decodePaymentResponseHeader(paid.headers.get('payment-response')!)
  expect(receipt).toMatchObject({ success: true, network: 'eip155:84532' })
  const again = await fetch(verdictUrl, { headers })
  expect({ status: again.status, body: await again.text() }).toEqual({ status: 200, body })
})

it('sells through the command line that it prints', async () => {
  const { usdc } = await askedPrice(verdictUrl)
  const key = /BUYER_PRIVATE_KEY=(0x[0-9a-f]{64})/.exec(printed.join('\n'))![1]!
  const { code, stdout, stderr } = await cli(
    ['call', 'GET', verdictUrl, '--max-usd', String(usdc)],
    { BUYER_PRIVATE_KEY: key },
  )
  expect(code, stderr).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ confidence: 'high' })
  expect(Number(/402 {2}(\S+) USDC/.exec(stderr)![1])).toBe(usdc)
  expect(stderr).toMatch(/402 {2}.*\n[\s\S]*paid, transaction 0x[0-9a-f]{64} on eip155:84532/)
  const refused = await cli(['call', 'GET', verdictUrl, '--max-usd', String(usdc / 2)], {
    BUYER_PRIVATE_KEY: key,
  })
  expect(refused).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`the limit is ${usdc / 2} USD; nothing was paid`),
  })
})

it('serves under the environment it prints, and takes everything with it when it goes', async () => {
  const dataDir = variable('DATA_DIR')
  expect(existsSync(dataDir)).toBe(true)
  const exited = once(sandbox, 'exit')
  sandbox.kill('SIGINT')
  expect(await exited).toEqual([0, null])
  expect(existsSync(dataDir)).toBe(false)
  for (const gone of [url, variable('X402_FACILITATOR_URL'), variable('COMPANIES_HOUSE_URL')]) {
    await expect(fetch(gone), gone).rejects.toThrow('fetch failed')
  }
})
