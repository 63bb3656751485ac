/** What runs every minute: the store is filled from the portals when they are due, and the index follows the store. */
import type { Ground } from '../contract/wing.ts'
import { addMonths, londonDate } from '../kernel/london.ts'
import { underLease } from '../refresh/lease.ts'
import { isDue } from '../refresh/source.ts'
import type { SourceState } from '../store/runs.ts'
import type { TenderCounts, TenderStore } from '../store/tenders.ts'
import { type Depth, type DepthSettings, depthOf } from './depth.ts'
import type { Holidays } from './holidays.ts'
import type { TenderIndex } from './index/tender-index.ts'
import type { TenderIngest } from './ingest.ts'
import type { Portal } from './portals/portal.ts'
import { sourceOf, TENDERS_INDEX, TENDERS_RUN } from './source.ts'
import type { PortalStates } from './states.ts'

/** While the backfill changes the store all the time, the index follows at this pace. */
const REBUILD_PAUSE_MS = 600_000
const PURGE_EVERY_MS = 86_400_000
/** Awards are kept a little longer than the rules look back. */
const AWARD_MONTHS = 37

export interface Upkeep {
  look(): Promise<void>
  /** Of the store when it was last looked at; null before. */
  counts(): TenderCounts | null
  /** The depth of the index that is served. */
  depth(): Depth
}

export interface UpkeepParts {
  asked: readonly Portal[]
  /** Whether this process fills the store. */
  fills: boolean
  ingest: TenderIngest
  tenderIndex: TenderIndex
  store: TenderStore
  states: PortalStates
  holidays: Holidays
  depth: DepthSettings
}

export function createUpkeep(ground: Ground, parts: UpkeepParts): Upkeep {
  const { clock, lifecycle, log } = ground
  const { asked, ingest, tenderIndex, store, states, holidays } = parts
  let counts: TenderCounts | null = null
  let builtRevision: number | null = null
  let builtSuccessMs = 0
  let lastPurgeMs = 0
  /** The depth of the index that is served. */
  let served = depthOfStore()
  let isBuilt = true
  let following: Promise<void> | null = null
  /** Null: no portal is being read. */
  let fillingSinceMs: number | null = null

  function depthOfStore(): Depth {
    return depthOf(
      asked.map((portal) => ({ portal, state: states.of(portal) })),
      parts.depth,
    )
  }

  /**
   * Builds when the store has changed: immediately after a refresh, when more can be sold than before, and when another process that fills it has built;
   * else at a pace.
   */
  async function followStore(fills = false): Promise<void> {
    // Read before the build: what the index holds is never less than what is said of it.
    await states.read()
    const depth = depthOfStore()
    const revision = await store.revision()
    const servedRevision = builtRevision ?? tenderIndex.current()?.data.revision ?? 0
    if (revision === 0 || revision === servedRevision) {
      if (isBuilt) served = depth
      return
    }
    const successMs = Math.max(...asked.map((portal) => states.of(portal).lastSuccessMs ?? 0))
    const paused = clock.nowMs() - Math.max(tenderIndex.lastBuildMs() ?? 0, fillingSinceMs ?? 0) < REBUILD_PAUSE_MS
    const told = (await ground.runs.source(TENDERS_INDEX)).detail.revision
    const behind = typeof told === 'number' && told > servedRevision
    const isDeeper = depth.stage(clock.nowMs()) > served.stage(clock.nowMs())
    // While portals are read on, the end of a short refresh is waited for: one build for all of them.
    const isNews = fillingSinceMs === null && (successMs > builtSuccessMs || behind)
    if (tenderIndex.current() !== null && paused && !isNews && !isDeeper) return
    isBuilt = await tenderIndex.build(lifecycle.signal)
    if (isBuilt) served = depth
    builtRevision = revision
    builtSuccessMs = successMs
    // By him alone: replicas that each told what they built would build after one another for ever.
    if (fills) await ground.runs.recordSource(TENDERS_INDEX, { detail: { revision } })
    counts = await store.counts()
  }

  /** Follows the store while portals are read: no request waits for a build, and one build follows the other. */
  function followInBackground(): void {
    following ??= followStore(true)
      .catch((error: unknown) => log.error({ err: error }, 'the tender index does not follow the store'))
      .finally(() => {
        following = null
      })
  }

  /** One process at a time fills the store. */
  const fillStore = () =>
    underLease(ground, TENDERS_RUN, lifecycle.signal, async (held) => {
      const isDueNow = (portal: Portal, state: SourceState) => isDue(sourceOf(portal), state, clock.nowMs())
      fillingSinceMs = clock.nowMs()
      try {
        await ingest.fill(held, { isDue: isDueNow, onStored: async () => followInBackground() })
        await following
      } finally {
        fillingSinceMs = null
      }
      if (clock.nowMs() - lastPurgeMs >= PURGE_EVERY_MS) {
        held.check()
        lastPurgeMs = clock.nowMs()
        await store.purge(lastPurgeMs, addMonths(londonDate(lastPurgeMs), -AWARD_MONTHS))
      }
      return true
    })

  return {
    counts: () => counts,
    depth: () => served,
    async look() {
      // Beside the rest: a feed that hangs holds up neither the fill nor the end of the service.
      const calendar = holidays.read()
      try {
        if (counts === null) {
          await states.read()
          await tenderIndex.load()
          served = depthOfStore()
          counts = await store.counts()
        }
        const filled = parts.fills && (await fillStore()) === true
        await followStore(filled)
      } finally {
        await calendar
      }
    },
  }
}
