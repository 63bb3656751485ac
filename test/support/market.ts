/**
 * The whole service as it is sold, over the sandbox's sources and the local chain, at a time that
 * the test decides.
 */
import { cpSync, rmSync } from 'node:fs'
import { vi } from 'vitest'
import { type Sources, startSources } from '../../sandbox/sources.ts'
import { createApp } from '../../src/app/compose.ts'
import type { Overrides } from '../../src/app/overrides.ts'
import { loadConfig } from '../../src/config.ts'
import { createLifecycle } from '../../src/platform/lifecycle.ts'
import { createFolder } from './folder.ts'
import { signedPayment } from './payments.ts'
import { type Asked, ask, type Reply, seller, shiftedClock } from './service.ts'
import { createStoreFolder } from './store-folder.ts'
import { eventually, type World } from './world.ts'

/** An answer as it came over HTTP. */
export interface Envelope {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
  result: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  verdict: any
  confidence: string
  as_of: string
  notice: string
  cost: { amount: string; currency: string }
}

/** A call and its address; its 402 has the price. */
export interface Item extends Pick<Asked, 'method' | 'body'> {
  path: string
}

/** One purchase: a separate buyer, its payment, and the result. */
export interface Purchase {
  /** Price in its 402. */
  priceAtomic: bigint
  reply: Reply
  /**
   * Returns what the buyer has paid, in atomic units: the amount missing from its balance on the
   * chain.
   */
  spent(): Promise<bigint>
  /** The same request with the same payment. */
  again(): Promise<Reply>
  /** Another request with the same payment. */
  buys(path: string): Promise<Reply>
}

export interface Market {
  readonly sources: Sources
  /** Later by so much; what runs every minute has not run since. */
  later(ms: number): void
  /** The given time, likewise. */
  at(epochMs: number): void
  /** Runs the minute jobs. */
  aMinutePasses(): Promise<void>
  /** Resolves when health gives the source this state. */
  becomes(source: string, status: string): Promise<void>
  buy(item: Item): Promise<Purchase>
  close(): Promise<void>
  /** Closes and returns the folder of what it has stored, which the caller removes. */
  keep(): Promise<string>
}

const FUNDS_ATOMIC = 1_000_000n
const PRESENT_MS = 600_000
/** Nearly the maximum validity of a payment. */
const VALIDITY_MS = 23 * 3_600_000

async function openFolder(kept: string | undefined): Promise<string> {
  if (kept === undefined) return await createStoreFolder('ukintel-market-')
  const folder = createFolder()
  cpSync(kept, folder, { recursive: true })
  return folder
}

/**
 * Indexes are filled only with `INGEST: 'scheduled'`. `prepare` runs before the service starts;
 * `nowMs` is not before the present, which the chain knows.
 */
export async function openMarket(
  world: World,
  options: {
    environment?: Record<string, string>
    overrides?: Overrides
    prepare?: (sources: Sources) => void
    nowMs?: number
    /** The folder of an earlier market, which is copied. */
    kept?: string
  } = {},
): Promise<Market> {
  const lifecycle = createLifecycle()
  const clock = shiftedClock()
  clock.shiftMs = (options.nowMs ?? Date.now()) - Date.now()
  // Markets of the same minutes share what their sources publish.
  const sources = await startSources(lifecycle, clock.nowMs() - (clock.nowMs() % PRESENT_MS))
  options.prepare?.(sources)
  const dataDir = await openFolder(options.kept)
  const config = loadConfig({
    ...sources.environment,
    PORT: '0',
    PUBLIC_URL: 'https://market.test',
    DATA_DIR: dataDir,
    INGEST: 'off',
    LLM_BASE_URL: '',
    X402_PAY_TO: seller.address,
    X402_FACILITATOR_URL: world.facilitator.url,
    X402_RPC_URL: world.chain.url,
    RATE_LIMITS: 'address:100000/100000,free:100000,payer:100000',
    LOG_LEVEL: 'silent',
    ...options.environment,
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const app = await createApp(config, { clock, preload: false, ...options.overrides })
  await app.start()

  /** The tender index is `ok` before all days are stored; here it counts once it is whole. */
  async function has(source: string, wanted: string): Promise<boolean> {
    const { json } = await ask(`${app.url}/v1/health`)
    const { status, whole } = (
      json.upstreams as Record<string, { status: string; whole?: boolean }>
    )[source]!
    return status === wanted && (wanted !== 'ok' || whole !== false)
  }

  async function end(): Promise<void> {
    // Sources first: calls that still wait for one fail immediately.
    await lifecycle.stop()
    await app.stop()
    vi.useRealTimers()
  }

  return {
    sources,
    later(ms) {
      clock.shiftMs += ms
    },
    at(epochMs) {
      clock.shiftMs = epochMs - Date.now()
    },
    async aMinutePasses() {
      await vi.advanceTimersByTimeAsync(60_000)
    },
    becomes: (source, status) => eventually(() => has(source, status)),
    async buy(item) {
      const wallet = await world.buyerWith(Number(FUNDS_ATOMIC) / 1_000_000)
      const validBefore = String(Math.floor((clock.nowMs() + VALIDITY_MS) / 1000))
      const { path, ...request } = item
      const quoted = (await ask(`${app.url}${path}`, request)).terms!.accepts[0]!
      const payment = await signedPayment(wallet, quoted, { validBefore })
      const buys = (where: string) => ask(`${app.url}${where}`, { ...request, payment })
      return {
        priceAtomic: BigInt(quoted.amount),
        reply: await buys(path),
        spent: async () => FUNDS_ATOMIC - (await world.chain.balance(wallet.address)),
        again: () => buys(path),
        buys,
      }
    },
    async close() {
      await end()
      rmSync(dataDir, { recursive: true, force: true })
    },
    async keep() {
      await end()
      return dataDir
    },
  }
}
