/**
 * The grant wing over the invented listing, with a clock of the test's own and without a transport.
 */
import { rmSync } from 'node:fs'
import type { Advert } from '../../sandbox/grant-listing/advert.ts'
import { type GrantListing, startGrantListing } from '../../sandbox/grant-listing/server.ts'
import type { Flag } from '../../src/contract/envelope.ts'
import { createGrants, type GrantsDomain, type GrantsSettings } from '../../src/grants/domain.ts'
import { createLanguageModel, type LanguageModel } from '../../src/language/model.ts'
import { type ManualClock, manualClock } from '../../src/platform/clock.ts'
import { createLifecycle } from '../../src/platform/lifecycle.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import type { Runs } from '../../src/store/runs.ts'
import { askWing, type Envelope } from '../support/ask-domain.ts'
import { createBareContext } from '../support/bare-context.ts'
import { createStoreFolder } from '../support/store-folder.ts'

export type { Envelope }

const NOW = '2026-11-20T10:00:00Z'
export const TIMEOUT_MS = 20_000
export const HOURS = 3_600_000
export const DAYS = 24 * HOURS

export interface Rig {
  dataDir: string
  clock: ManualClock
  listing: GrantListing
  store: Store
  runs: Runs
  wing: GrantsDomain
  /** Validates, answers and wraps, as the pipeline does. @throws ServiceError */
  search(query: Record<string, string>): Promise<Envelope>
  match(body: Record<string, unknown>): Promise<Envelope>
  eligibility(id: string, query?: Record<string, string>): Promise<Envelope>
  /** Eligibility by the caller's readings. */
  judge(id: string, body: Record<string, unknown>): Promise<Envelope>
  /** Another process on the same store. */
  replica(settings?: Partial<GrantsSettings>): GrantsDomain
  close(): Promise<void>
}

interface RigOptions {
  adverts?: readonly Advert[]
  language?: LanguageModel | null
  modelUrl?: string
  settings?: Partial<GrantsSettings>
}

export async function createRig(options: RigOptions = {}): Promise<Rig> {
  const dataDir = await createStoreFolder('grants-')
  const clock = manualClock(NOW)
  const listing = await startGrantListing({
    nowMs: clock.nowMs(),
    ...(options.adverts ? { adverts: options.adverts } : {}),
  })
  const store = await openStore({ databaseUrl: null, dataDir })
  const lifecycle = createLifecycle()
  const language = options.modelUrl
    ? createLanguageModel({ baseUrl: options.modelUrl, apiKey: null, model: 'test' })
    : (options.language ?? null)
  const context = createBareContext({ clock, store, lifecycle, dataDir, language })
  const replica = (settings: Partial<GrantsSettings> = {}) =>
    createGrants(context, {
      findAGrantUrl: listing.url,
      publicUrl: 'https://intel.example',
      intervalMs: 0,
      ingest: 'off',
      timeoutMs: TIMEOUT_MS,
      ...options.settings,
      ...settings,
    })
  const wing = replica()

  const run = (
    id: string,
    params: Record<string, string>,
    query: Record<string, string>,
    body?: object,
  ) =>
    askWing(wing, id, { params, query, body }, { nowMs: clock.nowMs(), signal: lifecycle.signal })

  return {
    dataDir,
    clock,
    listing,
    store,
    runs: context.runs,
    wing,
    search: (query) => run('grants_search', {}, query),
    match: (body) => run('grants_match', {}, {}, body),
    eligibility: (id, query = {}) => run('grant_eligibility', { id }, query),
    judge: (id, body) => run('grant_eligibility_reading', { id }, {}, body),
    replica,
    async close() {
      await lifecycle.stop()
      await store.close()
      await listing.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export const codes = (answer: Envelope): string[] =>
  answer.verdict.flags.map(({ code }: Flag) => code)

/** An advert with nothing special about it. */
export function advert(members: Partial<Advert> & { slug: string }): Advert {
  return {
    name: `Grant ${members.slug}`,
    funder: 'Example Funder',
    who: ['Non-profit'],
    where: ['England'],
    min: 1000,
    max: 20000,
    opensIn: -10,
    closesIn: 30,
    short: 'An invented grant.',
    eligibility: ['Your annual income must be less than £250,000.'],
    ...members,
  }
}
