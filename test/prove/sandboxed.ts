/**
 * Starts the whole service in a separate process over the sandbox's sources, with the facilitator
 * in this process.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  type MemoryFacilitator,
  startMemoryFacilitator,
} from '../../sandbox/facilitator/memory-facilitator.ts'
import { writeSandboxSeeds } from '../../sandbox/grant-listing/seeds.ts'
import { type Sources, startSources } from '../../sandbox/sources.ts'
import { sandboxWallet, type Wallet } from '../../sandbox/wallets.ts'
import { createLifecycle } from '../../src/platform/lifecycle.ts'
import { openStore } from '../../src/store/open.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { createFolder } from '../support/folder.ts'
import { ask, seller } from '../support/service.ts'
import { UNLIMITED } from './market.ts'

const FUNDS_ATOMIC = 1_000_000_000_000n
const FILL_MS = 120_000

export interface Sandboxed {
  readonly url: string
  readonly pid: number
  readonly sources: Sources
  readonly facilitator: MemoryFacilitator
  /** Each has more than a proof can spend. */
  readonly wallets: readonly Wallet[]
  /** The reason why the process ended; `null` while it runs. */
  endedBy(): string | null
  /** Values of `/metrics`, summed over labels that are not named in `labels`. */
  metric(name: string, labels?: string): Promise<number>
  /** Bytes in use after a collection. */
  heapBytes(): Promise<number>
  /** Settled payments of the ledger by nonce, with the bytes of their answers. */
  settledPayments(): Promise<Map<string, string>>
  /** Nonces of stored settlements whose outcome is unknown, each with a stored answer. */
  undecidedPayments(): Promise<Set<string>>
  close(): Promise<void>
}

export interface SandboxedOptions {
  environment?: Record<string, string>
  wallets: number
  /** Whether to wait until every source has been read; yes if left out. */
  isFilled?: boolean
  onLogLine?: (line: string) => void
}

export async function startSandboxed({
  environment = {},
  wallets: count,
  isFilled = true,
  onLogLine = () => {},
}: SandboxedOptions): Promise<Sandboxed> {
  const lifecycle = createLifecycle()
  try {
    const dataDir = createFolder()
    const sources = await startSources(lifecycle)
    writeSandboxSeeds(sources.grantListing, dataDir)
    const facilitator = await startMemoryFacilitator()
    lifecycle.onStop('facilitator', () => facilitator.close())
    const wallets = Array.from({ length: count }, (_, index) => sandboxWallet(`buyer ${index}`))
    for (const { address } of wallets) facilitator.ledger.mint(address, FUNDS_ATOMIC)
    const metricsPort = await freePort()
    const child = spawn(
      process.execPath,
      ['--expose-gc', join(import.meta.dirname, '../support/sandboxed-child.ts')],
      {
        env: {
          ...process.env,
          ...sources.environment,
          ...UNLIMITED,
          PORT: '0',
          DATA_DIR: dataDir,
          X402_PAY_TO: seller.address,
          X402_FACILITATOR_URL: facilitator.url,
          METRICS_PORT: String(metricsPort),
          LOG_LEVEL: 'warn',
          ...environment,
        },
        stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      },
    )
    let endedBy: string | null = null
    const exited = once(child, 'exit').then(([code, signal]) => {
      endedBy = String(signal ?? `exit code ${code}`)
    })
    lifecycle.onStop('service', async () => {
      child.kill('SIGKILL')
      await exited
    })
    createInterface({ input: child.stderr! }).on('line', onLogLine)
    const url = await Promise.race([
      messageOf<{ url: string }>(child).then((message) => message.url),
      exited.then((): never => {
        throw new Error(`the service ended before it served (${endedBy})`)
      }),
    ])
    if (isFilled) await filled(url)
    return {
      url,
      pid: child.pid!,
      sources,
      facilitator,
      wallets,
      endedBy: () => endedBy,
      async metric(name, labels = '') {
        // A connection that is kept may be closed by the service just as it is used again.
        const headers = { connection: 'close' }
        const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { headers })
        return metricOf(await response.text(), name, labels)
      },
      async heapBytes() {
        const told = messageOf<{ heapUsed: number }>(child)
        child.send('heap')
        return (await told).heapUsed
      },
      settledPayments: () => settledPayments(dataDir),
      undecidedPayments: () => undecidedPayments(dataDir),
      close: () => lifecycle.stop(),
    }
  } catch (error) {
    await lifecycle.stop()
    throw error
  }
}

async function messageOf<T>(child: ChildProcess): Promise<T> {
  const [message] = await once(child, 'message')
  return message as T
}

function metricOf(text: string, name: string, labels: string): number {
  const samples = text
    .split('\n')
    .filter(
      (line) =>
        (line.startsWith(`${name} `) || line.startsWith(`${name}{`)) && line.includes(labels),
    )
  return samples.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}

const ASKED_ON_DEMAND = [
  'companies_house',
  'companies_house_documents',
  'fca_register',
  'language_model',
]

async function filled(url: string): Promise<void> {
  const untilMs = performance.now() + FILL_MS
  while (performance.now() < untilMs) {
    const upstreams = ((await ask(`${url}/v1/health`)).json.upstreams ?? {}) as Record<
      string,
      { status: string }
    >
    const isRead = ([name, { status }]: [string, { status: string }]) =>
      ASKED_ON_DEMAND.includes(name) || status === 'ok' || status === 'not_consulted'
    if (Object.entries(upstreams).every(isRead)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`sources were not read in ${FILL_MS} ms`)
}

async function undecidedPayments(dataDir: string): Promise<Set<string>> {
  const store = await openStore({ databaseUrl: null, dataDir })
  try {
    const rows = await store.ledger.read
      .selectFrom('claims')
      .innerJoin('answers', 'answers.claim_id', 'claims.id')
      .select('nonce')
      .where('state', '=', 'settling')
      .execute()
    return new Set(rows.map(({ nonce }) => nonce))
  } finally {
    await store.close()
  }
}

async function settledPayments(dataDir: string): Promise<Map<string, string>> {
  const store = await openStore({ databaseUrl: null, dataDir })
  try {
    const rows = await store.ledger.read
      .selectFrom('payments')
      .innerJoin('answers', 'answers.claim_id', 'payments.claim_id')
      .select(['nonce', 'body'])
      .execute()
    return new Map(rows.map(({ nonce, body }) => [nonce, Buffer.from(body).toString()]))
  } finally {
    await store.close()
  }
}
