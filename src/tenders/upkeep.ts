/**
 * Minute job: fills the store from the portals when they are due, then updates the index from the
 * store.
 */

import { underLease } from '../background/lease.ts'
import { isDue } from '../background/source.ts'
import type { ServiceContext } from '../contract/domain.ts'
import { addMonths, londonDate } from '../platform/london.ts'
import type { Documents } from '../store/documents.ts'
import type { SourceState } from '../store/runs.ts'
import type { TenderCounts, TenderStore } from '../store/tenders.ts'
import { createDepth, type Depth, type DepthSettings } from './depth.ts'
import type { Holidays } from './holidays.ts'
import type { Learned } from './index/meanings.ts'
import type { TenderIndex } from './index/tender-index.ts'
import type { TenderIngest } from './ingest.ts'
import type { PortalStates } from './portal-status.ts'
import type { Portal } from './portals/portal.ts'
import { buildSource, TENDERS_LEARNED, TENDERS_RUN } from './source.ts'

/**
 * While the backfill changes the store all the time, award histories are read again at this pace.
 */
const AWARDS_PAUSE_MS = 600_000
const DAY_MS = 86_400_000
/** Months for which a payments notice is stored after its period. */
const PAYMENT_MONTHS = 37
/** Months for which a notice is stored after its last release. */
const NOTICE_MONTHS = 24

export interface Upkeep {
  look(): Promise<void>
  /** Returns the counts of the store at the last run; `null` before it. */
  counts(): TenderCounts | null
  /** The depth of the index that is served. */
  depth(): Depth
}

export interface UpkeepParts {
  portals: readonly Portal[]
  /** Whether this process fills the store. */
  fills: boolean
  ingest: TenderIngest
  tenderIndex: TenderIndex
  store: TenderStore
  /** Store of the learned words, for all replicas. */
  documents: Pick<Documents, 'load' | 'save'>
  states: PortalStates
  holidays: Holidays
  depth: DepthSettings
  /** Called with the newest learned words. */
  onLearned(learned: Learned): void
}

export function createUpkeep(context: ServiceContext, parts: UpkeepParts): Upkeep {
  const { clock, lifecycle, log, runs } = context
  const { portals, ingest, tenderIndex, store, documents, states, holidays } = parts
  let counts: TenderCounts | null = null
  let lastAwardsMs = 0
  /** On the monotonic clock. */
  let purgedMs = Number.NEGATIVE_INFINITY
  /** Version of the learned words in use. */
  let learnedMs: number | null = null
  let served = depthOfStore()
  let following: Promise<void> | null = null

  function depthOfStore(): Depth {
    return createDepth(
      portals.map((portal) => ({ portal, state: states.of(portal) })),
      parts.depth,
    )
  }

  /** `isFilling`: portals are being read on, so more changes will come soon. */
  async function followStore(isFilling: boolean): Promise<void> {
    // Read before the index follows: it never holds less than what is said of it.
    await states.read()
    const depth = depthOfStore()
    const before = tenderIndex.revision()
    const nowMs = clock.nowMs()
    const withAwards = !isFilling || nowMs - lastAwardsMs >= AWARDS_PAUSE_MS
    await tenderIndex.follow(lifecycle.signal, withAwards)
    if (withAwards) lastAwardsMs = nowMs
    served = depth
    if (counts === null || tenderIndex.revision() !== before) counts = await store.counts()
  }

  /** Follows the store while portals are read, without holding them up. */
  function followInBackground(): void {
    following ??= followStore(true)
      .catch((error: unknown) =>
        log.error({ err: error }, 'the tender index does not follow the store'),
      )
      .finally(() => {
        following = null
      })
  }

  /** Takes over the words that the process that fills the store learned. */
  async function loadLearned(): Promise<void> {
    const { lastSuccessMs } = await runs.source(TENDERS_LEARNED)
    if (lastSuccessMs === null || lastSuccessMs === learnedMs) return
    const stored = await documents.load(TENDERS_LEARNED)
    if (stored === null) return
    const learned = JSON.parse(stored.json) as Learned
    tenderIndex.setLearned(learned)
    parts.onLearned(learned)
    learnedMs = lastSuccessMs
  }

  /** Once a day. */
  async function learn(): Promise<void> {
    const { lastSuccessMs } = await runs.source(TENDERS_LEARNED)
    const nowMs = clock.nowMs()
    if (lastSuccessMs !== null && nowMs - lastSuccessMs < DAY_MS) return
    const learned = await tenderIndex.learn(lifecycle.signal)
    await documents.save(TENDERS_LEARNED, JSON.stringify(learned), nowMs)
    await runs.recordSource(TENDERS_LEARNED, { lastSuccessMs: nowMs })
  }

  /** One process at a time fills the store. */
  const fillStore = () =>
    underLease(context, TENDERS_RUN, lifecycle.signal, async (lease) => {
      const isDueNow = (portal: Portal, state: SourceState) =>
        isDue(buildSource(portal), state, clock.nowMs())
      await ingest.readAgain(lease)
      await ingest.fill(lease, { isDue: isDueNow, onStored: async () => followInBackground() })
      await following
      if (clock.elapsedMs() - purgedMs >= DAY_MS) {
        lease.check()
        const nowMs = clock.nowMs()
        purgedMs = clock.elapsedMs()
        const today = londonDate(nowMs)
        await store.purge(nowMs, today, {
          paymentsBefore: addMonths(today, -PAYMENT_MONTHS),
          rawBefore: addMonths(today, -NOTICE_MONTHS),
        })
      }
      lease.check()
      await learn()
    })

  return {
    counts: () => counts,
    depth: () => served,
    async look() {
      // In parallel: a feed that hangs holds up neither the fill nor the end of the service.
      const calendar = holidays.read()
      try {
        await loadLearned()
        if (tenderIndex.current() === null) await followStore(false)
        if (parts.fills) await fillStore()
        await loadLearned()
        await followStore(false)
      } finally {
        await calendar
      }
    },
  }
}
