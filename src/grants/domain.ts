/** Composes the live grants, one half of `wing-3`, from their modules and the service context. */

import { createGenerations } from '../background/generations.ts'
import { buildDegradation, findRefusal, type Ingest, isDue } from '../background/source.ts'
import { createStoredSource } from '../background/stored-source.ts'
import type { ChangeFeed } from '../contract/changes.ts'
import type { Domain, ServiceContext } from '../contract/domain.ts'
import type { LiveListing } from '../contract/live-grants.ts'
import { bindFree, bindPaid } from '../contract/operation.ts'
import { ServiceError } from '../platform/errors.ts'
import { sha256Hex } from '../platform/hash.ts'
import { createChangeStore } from '../store/changes.ts'
import { createGrantsStore } from '../store/grants.ts'
import type { SourceState } from '../store/runs.ts'
import { createUpstream, type Upstream } from '../upstream/http.ts'
import { createPace } from '../upstream/pace.ts'
import type { Assembly } from './assemble.ts'
import { grantChanges } from './changes.ts'
import { grantsHealth, unreadOf } from './health.ts'
import { listLiveGrants } from './index/funder.ts'
import type { IndexedGrant } from './index/generation.ts'
import { isComplete } from './index/question.ts'
import { createIngest, type GrantsDetail, type RefreshReport } from './ingest.ts'
import { windowState } from './model/dates.ts'
import { freeGrantsOperations, grantsOperations } from './operations/index.ts'
import type { GrantsDeps } from './operations/shared/deps.ts'
import type { SeedDraft } from './seed/draft.ts'
import { createSnapshot } from './snapshot.ts'
import { FIND_A_GRANT } from './source.ts'
import { createFindAGrant } from './sources/find-a-grant.ts'
import { readableGrants } from './stored-layouts.ts'
import { readTexts } from './texts.ts'

export interface GrantsSettings {
  findAGrantUrl: string
  /** Base of the addresses in answers; a process that serves no answers needs none. */
  publicUrl?: string
  /** Histories of funders, from the funders domain; without it no award is placed in one. */
  awardHistory?: GrantsDeps['awardHistory']
  awardOrigins?: GrantsDeps['awardOrigins']
  /** Pause between two requests to the listing. */
  intervalMs: number
  ingest: Ingest
  /** For one request; default 20 s. */
  timeoutMs?: number
}

export interface GrantsDomain extends Domain {
  changes: ChangeFeed
  /** Dependencies of its operations. */
  deps: GrantsDeps
  /**
   * Open grants of a funder by any of its names, soonest closing first, at most ten; for the funder
   * dossier.
   */
  liveGrantsOfFunder(names: readonly string[], nowMs: number): LiveListing
  /** Runs one refresh now. */
  refresh(): Promise<RefreshReport>
  /**
   * Loads what another process wrote and, where this one is scheduled to, refreshes when it is due;
   * `start` does it every minute.
   */
  look(): Promise<void>
  /** Reads the stored index; `look` does it too. */
  load(): Promise<void>
  /**
   * Returns a seed file from the rules' reading of an advert's text, to be checked and completed
   * manually; `null` without a text.
   */
  seedDraft(slug: string): Promise<SeedDraft | null>
}

const TIMEOUT_MS = 20_000
/**
 * Attempts that fail in a row before the site is left alone: a handful of broken pages side by side
 * is not the site.
 */
const BREAKER_FAILURES = 24
const LONGEST_PAGE_BYTES = 16 * 1024 * 1024

export function createGrants(
  context: Omit<ServiceContext, 'cache'>,
  settings: GrantsSettings,
): GrantsDomain {
  const { clock, log, runs, lifecycle, language } = context
  const store = createGrantsStore(context.store.main)
  const upstream = createListingClient(settings, context)
  lifecycle.onStop('Find a grant client', () => upstream.close())
  const source = createFindAGrant(upstream)
  const listUrl = `${settings.findAGrantUrl}/grants`
  const generations = createGenerations<Assembly>({
    name: 'grants',
    log,
    describe: ({ generation, counts }) => ({ content: generation.name, ...counts }),
  })
  let seedProblems: readonly string[] = []
  /**
   * Stored adverts are of another release's layout: they are no copies, whenever the last refresh
   * was.
   */
  let unreadable = false
  let textsRead = false

  async function load({ lastSuccessMs, detail }: SourceState): Promise<void> {
    const { revision = 0, unread = [] }: GrantsDetail = detail
    await generations.follow(`${revision} ${lastSuccessMs}`, async () => {
      // A release with changed reading rules reads the stored texts again before it serves them.
      if (!textsRead) await readTexts({ store, clock, log }, null)
      textsRead = true
      const stored = await store.all()
      const rows = readableGrants(stored)
      unreadable =
        stored.length > rows.length && stored.filter(isListed).length > rows.filter(isListed).length
      if (lastSuccessMs === null || rows.length === 0) return null
      // A start without stored adverts needs neither.
      const { readSeedFiles } = await import('./seed/files.ts')
      const { assemble } = await import('./assemble.ts')
      const { seeds, problems } = readSeedFiles(context.dataDir)
      seedProblems = problems
      return assemble({
        rows,
        readings: await store.readings(),
        seeds,
        modelId: language?.id ?? null,
        fetchedMs: lastSuccessMs,
        unreadItems: unread,
        pageUrl: source.pageUrl,
      })
    })
  }

  const isThorough = (state: SourceState) => unreadable || isDue(FIND_A_GRANT, state, clock.nowMs())
  const refresh = (thorough: boolean) => ingest.refresh(lifecycle.signal, thorough)
  const stored = createStoredSource(context, {
    source: FIND_A_GRANT,
    job: 'grant listing',
    ingest: settings.ingest,
    load,
    async isDue(state) {
      await ingest.recordTime()
      const waitedMs = clock.nowMs() - (state.lastAttemptMs ?? 0)
      return (
        isThorough(state) || (unreadOf(state).length > 0 && waitedMs >= FIND_A_GRANT.retryAfterMs)
      )
    },
    refresh: (state) => refresh(isThorough(state)),
  })
  const ingest = createIngest({
    source,
    store,
    runs,
    language,
    clock,
    log,
    onWritten: stored.follow,
  })

  const snapshot = (nowMs: number) =>
    createSnapshot(generations.current(), stored.state(), listUrl, nowMs)
  const deps = buildDeps(settings, snapshot)
  const findUnavailableReason = () => findRefusal(() => snapshot(clock.nowMs()))

  return {
    operations: bindPaid(grantsOperations, deps),
    free: bindFree(freeGrantsOperations, deps),
    deps,
    health: () => grantsHealth(stored, generations.current()?.counts ?? null, seedProblems),
    metrics() {
      const serving = generations.current()
      const read = serving && { grants: Math.floor(serving.generation.fetchedMs / 1000) }
      return {
        ...(read ? { generations: read } : {}),
        upstreams: { [FIND_A_GRANT.label]: upstream.figures() },
      }
    },
    unavailableReason: findUnavailableReason,
    changes: grantChanges({
      changes: createChangeStore(context.store.main),
      index: deps.index,
      unavailableReason: findUnavailableReason,
      clock,
    }),
    ...createSubjects(generations.current),
    liveGrantsOfFunder(names, nowMs) {
      try {
        const { generation, sources, degradations } = snapshot(nowMs)
        return { grants: listLiveGrants(generation, names, nowMs), sources, degradations }
      } catch (error) {
        // A dossier without live grants is still a dossier; it says what it lacks.
        if (!(error instanceof ServiceError)) throw error
        return { grants: [], sources: [], degradations: [NO_LISTING] }
      }
    },
    refresh: () => refresh(true),
    ...stored.upkeep,
    load: stored.follow,
    async seedDraft(slug) {
      const grant = generations.current()?.generation.resolve(slug)?.grant
      if (!grant || grant.text.text === '') return null
      const { draftSeed } = await import('./seed/draft.ts')
      return draftSeed(grant)
    },
  }
}

export function createListingClient(
  settings: Pick<GrantsSettings, 'findAGrantUrl' | 'intervalMs' | 'timeoutMs'>,
  { userAgent, log }: Pick<ServiceContext, 'userAgent' | 'log'>,
): Upstream {
  return createUpstream({
    name: FIND_A_GRANT.name,
    baseUrl: settings.findAGrantUrl,
    userAgent,
    pace: createPace({ calls: 1, perMs: settings.intervalMs, concurrency: 1 }),
    timeoutMs: settings.timeoutMs ?? TIMEOUT_MS,
    maxBodyBytes: LONGEST_PAGE_BYTES,
    retries: 2,
    maxRetryDelayMs: 5000,
    breaker: { failures: BREAKER_FAILURES, coolDownMs: 60_000 },
    onAttempt: (attempt) => log.debug(attempt, 'upstream call'),
  })
}

function buildDeps(
  {
    publicUrl = '',
    awardHistory = () => null,
    awardOrigins = () => ({ sources: [], degradations: [] }),
  }: GrantsSettings,
  index: GrantsDeps['index'],
): GrantsDeps {
  const textUrl = (id: string) => `${publicUrl}/v1/grants/${id}/text`
  return { index, textUrl, awardHistory, awardOrigins }
}

const NO_LISTING = buildDegradation(FIND_A_GRANT.name, {
  kind: 'failed',
  reason: 'the listing was not read yet, live grants are not known',
  copyMs: null,
})

function isListed({ removedMs }: { removedMs: number | null }): boolean {
  return removedMs === null
}

/**
 * Returns a reading of a grant with a text: the first line of it, as a requirement that a reader
 * has to judge.
 */
function exampleReading({ text }: IndexedGrant) {
  const quote = text.text
    .slice(0, 200)
    .split('\n', 1)[0]!
    .replace(/[\ud800-\udbff]$/, '')
  return { code: 'OTHER', operator: 'is', value: true, quote }
}

/**
 * Grants to show: those of the day's sample, and for documents a listed one with a text for as long
 * as it is known, one that is wholly read if there is.
 */
function createSubjects(
  current: () => Assembly | null,
): Required<Pick<Domain, 'previewSubjects' | 'exampleInputs'>> {
  let id: string | null = null
  return {
    previewSubjects(utcDay) {
      const dayMs = Date.parse(utcDay)
      const open = (current()?.generation.grants ?? []).filter(
        ({ facts, removedMs }) => windowState(facts.dates, removedMs === null, dayMs) === 'open',
      )
      const rank = (slug: string) => sha256Hex(`${utcDay} ${slug}`)
      return open
        .map((grant) => ({
          slug: grant.facts.id,
          order: `${isComplete(grant) ? 0 : 1}${rank(grant.facts.id)}`,
        }))
        .sort((a, b) => (a.order < b.order ? -1 : 1))
        .map(({ slug }) => ({ operationId: 'grant_eligibility', params: { id: slug } }))
    },
    exampleInputs() {
      const generation = current()?.generation
      if (!generation) return {}
      if (id === null || generation.resolve(id) === null) {
        const listed = generation.grants.filter(
          ({ removedMs, text }) => removedMs === null && text.text !== '',
        )
        id = (listed.find(isComplete) ?? listed[0])?.facts.id ?? null
      }
      const grant = id === null ? null : generation.resolve(id)!.grant
      if (grant === null) return {}
      const applicant = { id: grant.facts.id, org_type: 'charity', region: 'england' }
      return {
        grant_eligibility: applicant,
        grant_eligibility_reading: { ...applicant, readings: [exampleReading(grant)] },
        grant_text: { id: grant.facts.id },
      }
    },
  }
}
