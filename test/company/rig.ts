/**
 * The company wing over the sandbox's registers, without a transport: what the tests of this folder
 * stand on.
 */
import { rmSync } from 'node:fs'
import { type SandboxDocuments, startDocuments } from '../../sandbox/companies-house/documents.ts'
import {
  type SandboxCompaniesHouse,
  startCompaniesHouse,
} from '../../sandbox/companies-house/server.ts'
import type { SandboxFirm } from '../../sandbox/fca/firms.ts'
import { type SandboxFca, startFca } from '../../sandbox/fca/server.ts'
import { type SandboxModel, startModel } from '../../sandbox/model-server.ts'
import { createFreshCache } from '../../src/background/fresh-cache.ts'
import { type CompanySettings, createCompany } from '../../src/company/domain.ts'
import type { ServiceContext } from '../../src/contract/domain.ts'
import type { Flag } from '../../src/contract/envelope.ts'
import { createLanguageModel } from '../../src/language/model.ts'
import type { Log } from '../../src/observe/log.ts'
import { runToTheEnd } from '../../src/platform/caller.ts'
import { type ManualClock, manualClock } from '../../src/platform/clock.ts'
import { createLeaseClock } from '../../src/platform/lease-clock.ts'
import { createLifecycle } from '../../src/platform/lifecycle.ts'
import type { Timers } from '../../src/platform/timers.ts'
import { openStore } from '../../src/store/open.ts'
import { askWing, type Envelope } from '../support/ask-domain.ts'
import { createStoreFolder } from '../support/store-folder.ts'

export type { Envelope }

export const TODAY = '2026-11-20'

export interface Rig {
  register: SandboxCompaniesHouse
  documentApi: SandboxDocuments
  fca: SandboxFca
  model: SandboxModel
  clock: ManualClock
  wing: ReturnType<typeof createCompany>
  /** Stored documents by key. */
  documents: Map<string, { json: string; fetchedMs: number }>
  /** Everything that was logged. */
  logged: string[]
  /** Whether the caller is an earlier buyer. */
  proven: boolean
  /**
   * The payer, another one for each call if `null`, and what it paid in the last 30 days, if
   * `proven`.
   */
  payer: string | null
  paidAtomic: number
  /** Validates, answers and wraps, as the pipeline does. @throws ServiceError */
  ask(operationId: string, number: string, query?: Record<string, string>): Promise<Envelope>
  search(query: Record<string, string>): Promise<Envelope>
  screen(numbers: readonly string[]): Promise<Envelope>
  /** Rows that a screen would be paid for now. */
  quote(numbers: readonly string[]): Promise<number>
  stop(): Promise<void>
}

export async function startRig(
  options: {
    settings?: Partial<CompanySettings>
    fca?: boolean
    /** In place of the sandbox's own. */
    firms?: readonly SandboxFirm[]
    model?: boolean
    staleWaitMs?: number
    timers?: Pick<Timers, 'after'>
    /** Documents of an earlier process in the store. */
    documents?: Map<string, { json: string; fetchedMs: number }>
    register?: Parameters<typeof startCompaniesHouse>[0]
    registerUrl?: string
    clock?: ManualClock
    proven?: boolean
    /** Store, runs and folder, where a mirror is kept. */
    context?: Partial<ServiceContext>
  } = {},
): Promise<Rig> {
  const clock = options.clock ?? manualClock(`${TODAY}T12:00:00Z`)
  const [register, documentApi, fca, model] = await Promise.all([
    startCompaniesHouse({ today: TODAY, ...options.register }),
    startDocuments({ today: TODAY }),
    startFca(options.firms ? { firms: options.firms } : {}),
    startModel(),
  ])
  const documents = new Map(options.documents)
  const folder = await createStoreFolder('company-rig-')
  const ownStore = options.context?.store
    ? null
    : await openStore({ databaseUrl: null, dataDir: folder })
  const logged: string[] = []
  const keep = (fields: object, message: string) => {
    logged.push(`${message} ${JSON.stringify(fields)}`)
  }
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep }
  const lifecycle = createLifecycle()
  const context = {
    clock,
    leases: createLeaseClock(clock),
    log,
    counters: null,
    store: ownStore,
    cache: createFreshCache({
      documents: {
        load: async (key) => documents.get(key) ?? null,
        save: async (key, json, fetchedMs) => {
          documents.set(key, { json, fetchedMs })
        },
      },
      clock,
      staleWaitMs: options.staleWaitMs ?? 2_000,
      maxEntries: 10_000,
      ...(options.timers ? { timers: options.timers } : {}),
      onError: (key, error) => keep({ key, error: String(error) }, 'refresh failed'),
    }),
    language: options.model
      ? createLanguageModel({ baseUrl: model.url, apiKey: null, model: model.model })
      : null,
    lifecycle,
    userAgent: 'ukintel-test',
    ...options.context,
  } as unknown as ServiceContext
  const wing = createCompany(context, {
    companiesHouseUrl: options.registerUrl ?? register.url,
    companiesHouseDocumentUrl: documentApi.url,
    companiesHouseApiKey: register.apiKey,
    companiesHouseCallsPer5Min: 100_000,
    fcaRegisterUrl: fca.url,
    fcaAuthEmail: options.fca ? fca.authEmail : null,
    fcaAuthKey: options.fca ? fca.authKey : null,
    fcaCallsPerSecond: 1000,
    languageTimeoutMs: 300,
    ...options.settings,
  })

  let buyers = 0
  const nextBuyer = () => {
    buyers += 1
    return buyers
  }
  const asBuyer = <T>(work: () => Promise<T>) =>
    runToTheEnd(
      rig.proven
        ? {
            hasRecentPurchase: true,
            buyer: { payer: rig.payer ?? `buyer ${nextBuyer()}`, paidAtomic: rig.paidAtomic },
          }
        : { hasRecentPurchase: false },
      work,
    )
  const run = (id: string, params: Record<string, string>, query: Record<string, string>) =>
    asBuyer(() => askWing(wing, id, { params, query }, { nowMs: clock.nowMs() }))

  const rig: Rig = {
    register,
    documentApi,
    fca,
    model,
    clock,
    wing,
    documents,
    logged,
    proven: options.proven ?? false,
    payer: null,
    paidAtomic: 100_000_000,
    ask: (id, number, query = {}) => run(id, { number }, query),
    search: (query) => run('company_search', {}, query),
    screen: (numbers) =>
      asBuyer(() =>
        askWing(wing, 'company_screen', { body: { numbers } }, { nowMs: clock.nowMs() }),
      ),
    quote: (numbers) =>
      asBuyer(() =>
        wing.operations.find(({ operation }) => operation.id === 'company_screen')!.quote!({
          numbers,
        }),
      ),
    async stop() {
      // Ends what a silent source still delays.
      await Promise.all([register.close(), documentApi.close(), fca.close(), model.close()])
      await lifecycle.stop()
      await ownStore?.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return rig
}

export const codes = (answer: Envelope): string[] =>
  (answer.verdict.flags as Flag[]).map((flag) => flag.code)

export const HOURS = 3_600_000

/** Timers that fire when the test advances them. */
export function turnedTimers() {
  const waiting: { atMs: number; run: () => void }[] = []
  let nowMs = 0
  return {
    after(delayMs: number, run: () => void) {
      waiting.push({ atMs: nowMs + delayMs, run })
      return () => {}
    },
    waiting: () => waiting.length,
    pass(ms: number) {
      nowMs += ms
      for (const { atMs, run } of waiting) if (atMs <= nowMs) run()
    },
  }
}
