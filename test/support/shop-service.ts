/** The real service around a tiny shop, against a facilitator and a chain of the test's choice. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import type { PaymentPayload, PaymentRequired, SettleResponse } from '@x402/core/types'
import { sandboxWallet } from '../../sandbox/wallets.ts'
import { type App, createApp, type Overrides } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import { type FacilitatorClients, httpFacilitatorClients } from '../../src/payments/facilitator.ts'
import type { StoreSettings } from './engines.ts'
import { headerOf } from './payments.ts'
import { createShop, type Shop, shopOnly } from './shop.ts'

export const buyer = sandboxWallet('buyer')
export const seller = sandboxWallet('seller')

/** What came back, read whole. */
export interface Reply {
  status: number
  headers: Headers
  bytes: string
  /** Null where the body is not JSON. */
  json: Record<string, unknown>
  /** The PAYMENT-RESPONSE header. */
  receipt: SettleResponse | null
  /** The PAYMENT-REQUIRED header. */
  terms: PaymentRequired | null
}

export interface Asked {
  method?: string
  body?: string
  headers?: Record<string, string>
  payment?: PaymentPayload
  signal?: AbortSignal
}

export interface Service {
  readonly url: string
  readonly app: App
  readonly shop: Shop
  readonly store: StoreSettings
  ask(path: string, asked?: Asked): Promise<Reply>
  stop(): Promise<void>
}

export interface ServiceOptions {
  facilitatorUrl: string
  rpcUrl?: string
  /** A place that another service uses or used; otherwise a new SQLite folder, removed on `stop`. */
  store?: StoreSettings
  shop?: Shop
  environment?: Record<string, string>
  /** How long it waits for the facilitator; generous unless a test is about waiting. */
  patience?: { verifyMs?: number; settleMs?: number }
  overrides?: Overrides
}

function clientsOf(url: string, { verifyMs = 10_000, settleMs = 10_000 }: ServiceOptions['patience'] = {}): FacilitatorClients {
  return httpFacilitatorClients({ url, token: null, verifyTimeoutMs: verifyMs, settleTimeoutMs: settleMs })
}

/** The machine's clock, moved. */
export function shiftedClock(): Clock & { shiftMs: number } {
  return {
    shiftMs: 0,
    nowMs() {
      return Date.now() + this.shiftMs
    },
  }
}

export async function startService(options: ServiceOptions): Promise<Service> {
  const shop = options.shop ?? createShop()
  const ownFolder = options.store ? null : mkdtempSync(join(tmpdir(), 'ukintel-service-'))
  const store = options.store ?? { databaseUrl: null, dataDir: ownFolder! }
  const config = loadConfig({
    PORT: '0',
    PUBLIC_URL: 'https://shop.test',
    DATA_DIR: store.dataDir,
    DATABASE_URL: store.databaseUrl ?? '',
    X402_PAY_TO: seller.address,
    X402_FACILITATOR_URL: options.facilitatorUrl,
    X402_RPC_URL: options.rpcUrl ?? '',
    RATE_LIMITS: 'address:100000/100000,payer:100000',
    LOG_LEVEL: 'silent',
    ...options.environment,
  })
  const app = await createApp(config, {
    wings: shopOnly(shop),
    facilitator: clientsOf(options.facilitatorUrl, options.patience),
    ...options.overrides,
    gate: { reconcileWindowMs: 400, ...options.overrides?.gate },
  })
  await app.start()
  return {
    url: app.url,
    app,
    shop,
    store,
    ask: (path, asked) => ask(`${app.url}${path}`, asked),
    async stop() {
      await app.stop()
      if (ownFolder) rmSync(ownFolder, { recursive: true, force: true })
    },
  }
}

export async function ask(url: string, { method = 'GET', body, headers, payment, signal }: Asked = {}): Promise<Reply> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(payment ? { 'payment-signature': headerOf(payment) } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  })
  const bytes = await response.text()
  const header = (name: string) => response.headers.get(name)
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    json: parse(bytes),
    receipt: header('payment-response') ? decodePaymentResponseHeader(header('payment-response')!) : null,
    terms: header('payment-required') ? decodePaymentRequiredHeader(header('payment-required')!) : null,
  }
}

function parse(bytes: string): Record<string, unknown> {
  try {
    return JSON.parse(bytes) as Record<string, unknown>
  } catch {
    return {}
  }
}
