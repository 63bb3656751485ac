/** Half of wing 3: live grants. Puts its rooms together on the ground floor it is given. */
import type { Degradation, Source } from '../contract/envelope.ts'
import type { Ground, Wing } from '../contract/wing.ts'
import { ServiceError } from '../kernel/errors.ts'
import { sha256Hex } from '../kernel/hash.ts'
import { createGrantsStore } from '../store/grants.ts'
import { sourceHealth } from '../upstream/health.ts'
import { createUpstream } from '../upstream/http.ts'
import { createPace } from '../upstream/pace.ts'
import { assemble } from './assemble.ts'
import { type LiveGrant, liveGrantsOf } from './index/funder.ts'
import { isComplete } from './index/question.ts'
import { createIngest, type RefreshReport, SOURCE, type SourceDetail } from './ingest.ts'
import { windowState } from './model/dates.ts'
import type { GrantsDeps } from './operations/deps.ts'
import { grantsOperations } from './operations/index.ts'
import { draftSeed, type SeedDraft } from './seed/draft.ts'
import { readSeedFiles } from './seed/files.ts'
import { createServing, GRANTS_WINDOW_MS } from './served.ts'
import { createFindAGrant } from './sources/find-a-grant.ts'

export interface GrantsSettings {
  findAGrantUrl: string
  /** Pause between two requests to the listing. */
  intervalMs: number
  /** Whether this process refreshes the index on its own. */
  scheduled: boolean
  /** For one request; default 20 s. */
  timeoutMs?: number
}

export interface LiveListing {
  grants: readonly LiveGrant[]
  sources: readonly Source[]
  degradations: readonly Degradation[]
}

export interface GrantsWing extends Wing<GrantsDeps> {
  /** Open grants of a funder by any of its names, soonest closing first, at most ten; for the funder dossier. */
  liveGrantsOfFunder(names: readonly string[], nowMs: number): LiveListing
  /** One refresh now, whoever asks for it. */
  refresh(): Promise<RefreshReport>
  /** Loads what another process wrote and, where this one is scheduled to, refreshes when it is due; `start` does it every minute. */
  keepUp(): Promise<void>
  /** Reads the stored index; done by `start` as well. */
  load(): Promise<void>
  /** What the rules read of an advert's text, as a seed file to be checked and completed by hand; null where there is no text. */
  seedDraft(slug: string): SeedDraft | null
}

/** A refresh begins at 11/12 of the window, so that a healthy source never shows stale. */
const REFRESH_AFTER_MS = (GRANTS_WINDOW_MS * 11) / 12
const RETRY_AFTER_MS = 30 * 60_000
/** How often a process looks whether it, or another one, has something to do. */
const LOOK_EVERY_MS = 60_000
const TIMEOUT_MS = 20_000
const NO_LISTING = 'Find a grant: the listing was not read yet; live grants are not known'
const LONGEST_PAGE_BYTES = 16 * 1024 * 1024

export function createGrants(ground: Omit<Ground, 'cache'>, settings: GrantsSettings): GrantsWing {
  const { clock, log, runs, lifecycle, language } = ground
  const store = createGrantsStore(ground.store.main)
  const upstream = createUpstream({
    name: 'Find a grant',
    baseUrl: settings.findAGrantUrl,
    userAgent: ground.userAgent,
    pace: createPace({ calls: 1, perMs: settings.intervalMs, concurrency: 1 }),
    timeoutMs: settings.timeoutMs ?? TIMEOUT_MS,
    maxBodyBytes: LONGEST_PAGE_BYTES,
    retries: 2,
    maxRetryDelayMs: 5000,
    breaker: { failures: 6, coolDownMs: 60_000 },
    onAttempt: (attempt) => log.debug(attempt, 'upstream call'),
  })
  lifecycle.onStop('Find a grant client', () => upstream.close())
  const source = createFindAGrant(upstream, 'ukintel')
  const serving = createServing(`${settings.findAGrantUrl}/grants`)
  let seedProblems: readonly string[] = []
  let loaded: { revision: unknown; lastSuccessMs: number | null } | null = null

  /** Builds the next generation beside the serving one and swaps it in, when there is anything new. */
  async function load(): Promise<void> {
    const state = await runs.source(SOURCE)
    const revision = (state.detail as SourceDetail).revision ?? null
    serving.note(state)
    if (loaded && loaded.revision === revision && loaded.lastSuccessMs === state.lastSuccessMs) return
    // A release with changed reading rules reads the stored texts again before it serves them.
    if (!loaded) await ingest.readTexts()
    const rows = await store.all()
    if (state.lastSuccessMs === null || rows.length === 0) return
    const { seeds, problems } = readSeedFiles(ground.dataDir)
    seedProblems = problems
    const assembly = assemble({
      rows,
      readings: await store.readings(),
      seeds,
      modelId: language?.id ?? null,
      fetchedMs: state.lastSuccessMs,
      pageUrl: source.pageUrl,
    })
    loaded = { revision, lastSuccessMs: state.lastSuccessMs }
    serving.swap(assembly)
    log.info({ generation: assembly.generation.name, ...assembly.counts }, 'grant index swapped in')
  }

  const ingest = createIngest({ source, store, runs, language, clock, log, onWritten: load })

  async function keepUp(): Promise<void> {
    await load()
    if (!settings.scheduled || lifecycle.signal.aborted) return
    const { lastSuccessMs, lastAttemptMs, failure } = await runs.source(SOURCE)
    const nowMs = clock.nowMs()
    const dueMs =
      failure !== null && lastAttemptMs !== null
        ? lastAttemptMs + RETRY_AFTER_MS
        : lastSuccessMs === null
          ? 0
          : lastSuccessMs + REFRESH_AFTER_MS
    if (nowMs >= dueMs) await ingest.refresh(lifecycle.signal)
  }

  function health() {
    const { state } = serving
    const failure = state?.failure ?? null
    const counts = serving.assembly?.counts
    const source = sourceHealth({
      lastSuccessMs: state?.lastSuccessMs ?? null,
      failing: failure !== null,
      windowMs: GRANTS_WINDOW_MS,
      nowMs: clock.nowMs(),
    })
    return {
      upstreams: {
        [SOURCE]: {
          ...source,
          failure,
          listed: counts?.listed ?? 0,
          known: counts?.known ?? 0,
          criteria: { seed: counts?.seed ?? 0, llm: counts?.llm ?? 0, listing: counts?.listing ?? 0 },
          readings_rejected: counts?.readingsRejected ?? 0,
        },
      },
      warnings: [
        ...(failure === null ? [] : [`Find a grant: ${failure}`]),
        ...((state?.detail as SourceDetail | undefined)?.quarantined ?? []).map((reason) => `Find a grant: left out ${reason}`),
        ...seedProblems,
      ],
    }
  }

  return {
    operations: grantsOperations,
    deps: { index: serving.read },
    health,
    notes: {},
    previewSubjects(utcDay) {
      if (!serving.assembly) return []
      const dayMs = Date.parse(utcDay)
      const open = serving.assembly.generation.grants.filter(
        ({ facts, goneMs }) => windowState(facts.dates, goneMs === null, dayMs) === 'open',
      )
      const rank = (id: string) => sha256Hex(`${utcDay} ${id}`)
      return open
        .map((grant) => ({ id: grant.facts.id, order: `${isComplete(grant) ? 0 : 1}${rank(grant.facts.id)}` }))
        .sort((a, b) => (a.order < b.order ? -1 : 1))
        .map(({ id }) => ({ operationId: 'grant_eligibility', params: { id } }))
    },
    liveGrantsOfFunder(names, nowMs) {
      try {
        const { generation, sources, degradations } = serving.read(nowMs)
        return { grants: liveGrantsOf(generation, names, nowMs), sources, degradations }
      } catch (error) {
        // A dossier without live grants is still a dossier; it says what it lacks.
        if (!(error instanceof ServiceError)) throw error
        return { grants: [], sources: [], degradations: [{ kind: 'failed', detail: NO_LISTING, flagged: true }] }
      }
    },
    refresh: () => ingest.refresh(lifecycle.signal),
    keepUp,
    load,
    seedDraft(slug) {
      const grant = serving.assembly?.generation.resolve(slug)?.grant
      return grant && grant.text.text !== '' ? draftSeed(grant) : null
    },
    start() {
      let running: Promise<void> | null = null
      const turn = () => {
        running ??= keepUp()
          .catch((error: unknown) => log.error({ err: error }, 'the grant index could not be looked after'))
          .finally(() => {
            running = null
          })
      }
      const timer = setInterval(turn, LOOK_EVERY_MS)
      lifecycle.onStop('grant ingest', async () => {
        clearInterval(timer)
        await running
      })
      turn()
    },
  }
}
