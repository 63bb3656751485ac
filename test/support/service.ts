/**
 * The real service on a loopback port, around the shop or with all domains, against a facilitator
 * and a chain of the test's choice.
 */
import { rmSync } from 'node:fs'
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import type { PaymentPayload, PaymentRequired, SettleResponse } from '@x402/core/types'
import {
  createMemoryFacilitator,
  type MemoryLedger,
} from '../../sandbox/facilitator/memory-facilitator.ts'
import { sandboxWallet, type Wallet } from '../../sandbox/wallets.ts'
import { type App, createApp } from '../../src/app/compose.ts'
import type { Overrides } from '../../src/app/overrides.ts'
import { loadConfig } from '../../src/config.ts'
import { type FacilitatorClients, httpFacilitatorClients } from '../../src/payments/facilitator.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { StoreSettings } from './engines.ts'
import { type Authorization, headerOf, signedPayment, terms } from './payments.ts'
import { createShop, type Shop, shopOnly } from './shop.ts'
import { createStoreFolder } from './store-folder.ts'

export const buyer = sandboxWallet('buyer')
export const seller = sandboxWallet('seller')
export const TEA = '/v1/shop/items/tea'

/** A payment of the buyer for one item of the shop. */
export const pay = (overrides: Partial<Authorization> = {}) =>
  signedPayment(buyer, terms(seller.address), overrides)

/** An answer, read completely. */
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
  /** Has ten dollars where the facilitator is the one in memory. */
  readonly buyer: Wallet
  /** Balances of the facilitator in memory. @throws when another one was chosen. */
  readonly ledger: MemoryLedger
  ask(path: string, asked?: Asked): Promise<Reply>
  stop(): Promise<void>
}

export interface ServiceOptions {
  /**
   * All that the service really has, with nothing behind it but what `environment` names; otherwise
   * the shop alone.
   */
  domains?: 'real'
  shop?: Shop
  /** Otherwise the official facilitator in this process, with balances in memory. */
  facilitatorUrl?: string
  rpcUrl?: string
  /**
   * A place that another service uses or used; otherwise a new SQLite folder, removed on `stop`.
   */
  store?: StoreSettings
  environment?: Record<string, string>
  /**
   * How long it waits for the facilitator at an address; generous unless a test is about waiting.
   */
  timeouts?: { verifyMs?: number; settleMs?: number }
  /** Whether the answer to this settlement in memory gets lost. */
  lost?: () => boolean
  overrides?: Overrides
}

/** Nothing listens there. */
const NOWHERE = Object.fromEntries(
  [
    'COMPANIES_HOUSE_URL',
    'FCA_REGISTER_URL',
    'PAYMENT_PRACTICES_URL',
    'FIND_A_TENDER_URL',
    'CONTRACTS_FINDER_URL',
    'FIND_A_GRANT_URL',
    'THREESIXTY_REGISTRY_URL',
    'BANK_HOLIDAYS_URL',
  ].map((name) => [name, 'http://127.0.0.1:9']),
)

/** The machine's clock, moved. */
export function shiftedClock(): Clock & { shiftMs: number } {
  return {
    shiftMs: 0,
    nowMs() {
      return Date.now() + this.shiftMs
    },
    elapsedMs() {
      return performance.now() + this.shiftMs
    },
  }
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const shop = options.shop ?? createShop()
  const ownFolder = options.store ? null : await createStoreFolder('ukintel-service-')
  const store = options.store ?? { databaseUrl: null, dataDir: ownFolder! }
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: store.dataDir,
    DATABASE_URL: store.databaseUrl ?? '',
    X402_PAY_TO: seller.address,
    X402_FACILITATOR_URL: options.facilitatorUrl ?? '',
    X402_RPC_URL: options.rpcUrl ?? '',
    RATE_LIMITS: 'address:100000/100000,payer:100000',
    INGEST: 'off',
    LOG_LEVEL: 'silent',
    ...NOWHERE,
    ...options.environment,
  })
  const { clients, ledger } = options.facilitatorUrl
    ? { clients: clientsOf(options.facilitatorUrl, options.timeouts), ledger: null }
    : inMemory(options)
  const app = await createApp(config, {
    ...(options.domains === 'real' ? {} : { domains: shopOnly(shop) }),
    facilitator: clients,
    ...(options.rpcUrl ? {} : { chain: null }),
    preload: false,
    ...options.overrides,
    gate: { reconcileWindowMs: 400, ...options.overrides?.gate },
  })
  await app.start()
  return {
    url: app.url,
    app,
    shop,
    store,
    buyer,
    get ledger() {
      if (ledger === null) throw new Error('the facilitator of this service is not in this process')
      return ledger
    },
    ask: (path, asked) => ask(`${app.url}${path}`, asked),
    async stop() {
      await app.stop()
      if (ownFolder) rmSync(ownFolder, { recursive: true, force: true })
    },
  }
}

function clientsOf(
  url: string,
  { verifyMs = 10_000, settleMs = 10_000 }: ServiceOptions['timeouts'] = {},
): FacilitatorClients {
  return httpFacilitatorClients({
    url,
    token: null,
    verifyTimeoutMs: verifyMs,
    settleTimeoutMs: settleMs,
  })
}

function inMemory({ lost = () => false }: ServiceOptions): {
  clients: FacilitatorClients
  ledger: MemoryLedger
} {
  const { ledger, client } = createMemoryFacilitator()
  ledger.mint(buyer.address, 10_000_000n)
  const settler: typeof client = {
    ...client,
    async settle(payload, requirements) {
      if (lost()) throw new Error('the connection was reset')
      return await client.settle(payload, requirements)
    },
  }
  return { clients: { verifier: client, settler }, ledger }
}

export async function ask(
  url: string,
  { method = 'GET', body, headers, payment, signal }: Asked = {},
): Promise<Reply> {
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
    receipt: header('payment-response')
      ? decodePaymentResponseHeader(header('payment-response')!)
      : null,
    terms: header('payment-required')
      ? decodePaymentRequiredHeader(header('payment-required')!)
      : null,
  }
}

function parse(bytes: string): Record<string, unknown> {
  try {
    return JSON.parse(bytes) as Record<string, unknown>
  } catch {
    return {}
  }
}
