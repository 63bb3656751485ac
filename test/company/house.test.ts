/**
 * The company domain in the whole service, on both engines: a verdict is bought, the service
 * restarts, the payment is replayed; the engine goes away.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type SandboxCompaniesHouse,
  startCompaniesHouse,
} from '../../sandbox/companies-house/server.ts'
import { createMemoryFacilitator } from '../../sandbox/facilitator/memory-facilitator.ts'
import { sandboxWallet } from '../../sandbox/wallets.ts'
import { type App, createApp } from '../../src/app/compose.ts'
import { loadConfig } from '../../src/config.ts'
import type { Log } from '../../src/observe/log.ts'
import { openStore } from '../../src/store/open.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { askPrice, type Buyer, createBuyer } from '../support/buyer.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'

const NUMBER = '99000020'
const wallet = sandboxWallet('buyer')

describe.each(['sqlite', 'postgres'] as const)('the company wing on %s', (engine) => {
  let postgres: PostgresServer | null = null
  let databaseUrl: string | null = null
  let register: SandboxCompaniesHouse
  let buyer: Buyer
  let app: App
  let environment: Record<string, string>
  const dataDir = mkdtempSync(join(tmpdir(), 'ukintel-house-'))
  const { ledger, client } = createMemoryFacilitator()
  const logged: string[] = []
  const keep = (fields: object, message: string) => {
    logged.push(
      `${message} ${JSON.stringify(fields, (_, value) => (value instanceof Error ? { ...value, message: value.message } : value))}`,
    )
  }
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep }

  async function open(): Promise<void> {
    app = await createApp(loadConfig(environment), {
      facilitator: { verifier: client, settler: client },
      chain: null,
      log,
      previewNumbers: ['99999997', NUMBER],
    })
    await app.start()
  }

  beforeAll(async () => {
    if (engine === 'postgres') postgres = await startPostgres()
    databaseUrl = (await postgres?.freshDatabaseUrl()) ?? null
    register = await startCompaniesHouse({ slowMs: 300 })
    ledger.mint(wallet.address, 10_000_000n)
    buyer = createBuyer({ privateKey: wallet.privateKey })
    environment = {
      X402_PAY_TO: sandboxWallet('seller').address,
      DATA_DIR: dataDir,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      PORT: String(await freePort()),
      METRICS_PORT: String(await freePort()),
      INGEST: 'off',
      COMPANIES_HOUSE_URL: register.url,
      COMPANIES_HOUSE_API_KEY: register.apiKey,
      TRUST_PROXY: '127.0.0.1',
    }
    await open()
  })
  afterAll(async () => {
    await app?.stop()
    await register?.close()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const at = (path: string) => `${app.url}${path}`
  const operator = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${environment.METRICS_PORT}${path}`)
    return { status: response.status, text: await response.text() }
  }
  async function sign(path: string): Promise<string> {
    const quote = await askPrice({ method: 'GET', url: at(path) })
    if (quote.kind === 'answer') throw new Error(`${path} is not sold: ${quote.text}`)
    return await buyer.sign(quote, { maxUsd: '1' })
  }
  async function pay(path: string, signature: string) {
    const response = await fetch(at(path), { headers: { 'payment-signature': signature } })
    return {
      status: response.status,
      replayed: response.headers.get('payment-replayed'),
      text: await response.text(),
    }
  }

  let first: { signature: string; text: string }
  it('sells a verdict for two to four calls of the register', async () => {
    const path = `/v1/company/${NUMBER}/verdict`
    const signature = await sign(path)
    expect(register.calls).toEqual([])
    const bought = await pay(path, signature)
    expect(bought.status, bought.text).toBe(200)
    expect(JSON.parse(bought.text)).toMatchObject({
      verdict: { score: 90, flags: [{ code: 'OFFICER_CHURN' }] },
      cost: { amount: '0.10' },
    })
    expect(register.calls.length).toBeGreaterThanOrEqual(2)
    expect(register.calls.length).toBeLessThanOrEqual(4)
    first = { signature, text: bought.text }
  })

  it('keeps feedback whatever characters are in it, and echoes nothing', async () => {
    const message = '  a null \u0000 and half a pair \ud800 \n and a second line  '
    const response = await fetch(at('/v1/feedback'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message, contact: 'a@example.org' }),
    })
    const answer = (await response.json()) as { received: boolean; id: string }
    expect([response.status, Object.keys(answer), answer.received]).toEqual([
      200,
      ['received', 'id'],
      true,
    ])
    expect(answer.id).toMatch(/^fb_[0-9A-HJKMNP-TV-Z]{26}$/)
    const store = await openStore({ databaseUrl, dataDir })
    const rows = await store.main
      .selectFrom('feedback')
      .select(['id', 'message', 'endpoint', 'contact'])
      .execute()
    await store.close()
    expect(rows).toEqual([
      {
        id: answer.id,
        message: 'a null  and half a pair \ufffd \n and a second line',
        endpoint: null,
        contact: 'a@example.org',
      },
    ])
  })

  it('finishes what is running before it stops, and takes nothing new', async () => {
    const path = '/v1/company/99000026/verdict'
    const signature = await sign(path)
    register.break('slow', ['officers'])
    const running = request(at(path), { headers: { 'payment-signature': signature } }).end()
    const answered = once(running, 'response')
    while (!register.calls.some((call) => call.path.includes('99000026/officers')))
      await new Promise((resolve) => setTimeout(resolve, 10))
    const health = at('/v1/health')
    const stopped = app.stop()
    register.heal()
    const [response] = await answered
    response.resume()
    expect(response.statusCode).toBe(200)
    await stopped
    await expect(fetch(health)).rejects.toThrow('fetch failed')
  })

  it('after a restart replays the same bytes and answers others from its copies, without a call of the register', async () => {
    await open()
    register.forget()
    const path = `/v1/company/${NUMBER}/verdict`
    expect(await pay(path, first.signature)).toEqual({
      status: 200,
      replayed: 'true',
      text: first.text,
    })
    const again = await pay(path, await sign(path))
    const [before, after] = [JSON.parse(first.text), JSON.parse(again.text)] as {
      result: object
      as_of: string
    }[]
    expect([after!.result, after!.as_of]).toEqual([before!.result, before!.as_of])
    expect(register.calls).toEqual([])
  })

  it('never logs a signature, a key or an officer', () => {
    const text = logged.join('\n')
    expect(logged.length).toBeGreaterThan(0)
    for (const secret of [first.signature, register.apiKey, wallet.privateKey])
      expect(text).not.toContain(secret)
    expect(text).not.toMatch(
      /ARDENWOOD|BRACKLESHAW|COPPERTHORN|DUNMALLOW|ELDERMERE|FENWORTHY|GORSEDALE|HOLLOWBROOK/,
    )
  })

  it.runIf(engine === 'postgres')(
    'with the database gone: prices and health go on, paid calls fail at once and uncharged',
    async () => {
      const path = `/v1/company/${NUMBER}/verdict`
      const signature = await sign(path)
      const balance = ledger.balance(wallet.address)
      await postgres!.stop()
      const refused = await pay(path, signature)
      expect(refused.status).toBe(503)
      expect(JSON.parse(refused.text)).toMatchObject({
        code: 'STORE_UNAVAILABLE',
        charged: null,
        retryable: true,
      })
      expect(refused.text).not.toMatch(/postgres|ECONN|connect/i)
      expect(ledger.balance(wallet.address)).toBe(balance)
      expect([(await fetch(at(path))).status, (await fetch(at('/v1/health'))).status]).toEqual([
        402, 200,
      ])
      expect((await operator('/ready')).status).toBe(503)
    },
  )
})
