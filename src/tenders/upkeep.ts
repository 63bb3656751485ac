/** What runs every minute: the store is filled from the portals when they are due, and the index follows the store. */
import type { Ground } from '../contract/wing.ts'
import { addMonths, londonDate } from '../kernel/london.ts'
import { underLease } from '../refresh/lease.ts'
import { isDue } from '../refresh/source.ts'
import type { TenderCounts, TenderStore } from '../store/tenders.ts'
import type { Holidays } from './holidays.ts'
import type { TenderIndex } from './index/tender-index.ts'
import type { TenderIngest } from './ingest.ts'
import type { Portal } from './portals/portal.ts'
import { sourceOf, TENDERS_INDEX, TENDERS_RUN } from './source.ts'
import type { PortalStates } from './states.ts'

/** While the backfill changes the store all the time, the index follows at this pace. */
const REBUILD_PAUSE_MS = 600_000
/** With nothing to serve yet, the first index is built after this much. */
const FIRST_PORTION_MS = 60_000
const PURGE_EVERY_MS = 86_400_000
/** Awards are kept a little longer than the rules look back. */
const AWARD_MONTHS = 37

export interface Upkeep {
  look(): Promise<void>
  /** Of the store when it was last looked at; null before. */
  counts(): TenderCounts | null
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
}

export function createUpkeep(ground: Ground, parts: UpkeepParts): Upkeep {
  const { clock, lifecycle } = ground
  const { asked, ingest, tenderIndex, store, states, holidays } = parts
  let counts: TenderCounts | null = null
  let builtRevision: number | null = null
  let builtSuccessMs = 0
  let lastPurgeMs = 0

  /** Builds when the store has changed: at once after a refresh, and when whoever fills it has built; else at a pace. */
  async function followStore(fills = false): Promise<void> {
    const revision = await store.revision()
    const servedRevision = builtRevision ?? tenderIndex.current()?.data.revision ?? 0
    if (revision === 0 || revision === servedRevision) return
    const successMs = Math.max(...asked.map((portal) => states.of(portal).lastSuccessMs ?? 0))
    const lastBuildMs = tenderIndex.lastBuildMs()
    const paused = lastBuildMs !== null && clock.nowMs() - lastBuildMs < REBUILD_PAUSE_MS
    const told = (await ground.runs.source(TENDERS_INDEX)).detail.revision
    const behind = typeof told === 'number' && told > servedRevision
    if (tenderIndex.current() !== null && paused && successMs <= builtSuccessMs && !behind) return
    await tenderIndex.build(lifecycle.signal)
    builtRevision = revision
    builtSuccessMs = successMs
    // By him alone: replicas that each told what they built would build after one another for ever.
    if (fills) await ground.runs.recordSource(TENDERS_INDEX, { detail: { revision } })
    counts = await store.counts()
  }

  /** One process at a time fills the store. */
  const fillStore = () =>
    underLease(ground, TENDERS_RUN, lifecycle.signal, async (held) => {
      await states.read()
      await ingest.recordTime(held)
      if (asked.some((portal) => isDue(sourceOf(portal), states.of(portal), clock.nowMs()))) {
        await ingest.refresh(held)
        await states.read()
        await followStore(true)
      }
      // A portion at a time, so that a refresh is never late and the index follows.
      await ingest.backfill(clock.nowMs() + (tenderIndex.current() ? REBUILD_PAUSE_MS : FIRST_PORTION_MS), held)
      if (clock.nowMs() - lastPurgeMs >= PURGE_EVERY_MS) {
        held.check()
        lastPurgeMs = clock.nowMs()
        await store.purge(lastPurgeMs, addMonths(londonDate(lastPurgeMs), -AWARD_MONTHS))
      }
      return true
    })

  return {
    counts: () => counts,
    async look() {
      // Beside the rest: a feed that hangs holds up neither the fill nor the end of the service.
      const calendar = holidays.read()
      try {
        if (counts === null) {
          await states.read()
          await tenderIndex.load()
          counts = await store.counts()
        }
        const filled = parts.fills && (await fillStore()) === true
        await states.read()
        await followStore(filled)
      } finally {
        await calendar
      }
    },
  }
}
