/**
 * Changes of subjects of the other domains since a cursor; the domains inject their feeds.
 */

import { createJob } from '../background/job.ts'
import type { ChangeDetail, ChangeFeed } from '../contract/changes.ts'
import type { Domain, ServiceContext } from '../contract/domain.ts'
import { bindPaid } from '../contract/operation.ts'
import { type Change, type ChangedSubject, createChangeStore } from '../store/changes.ts'
import { createSeenCompanies } from '../store/company-seen.ts'
import { computeSearchKey, sealCursor } from './cursor.ts'
import type { ChangesDeps } from './deps.ts'
import { changesOperation } from './operations/changes.ts'
import { RETENTION_DAYS } from './read-since-cursor.ts'

const DAY_MS = 86_400_000
const LOOK_EVERY_MS = 5_000
const PURGE_EVERY_MS = DAY_MS
/**
 * Time after which a company that was neither watched nor bought is compared as if for the first
 * time.
 */
const SEEN_STATES_MS = 90 * DAY_MS
/**
 * Time for which an example stays in documents, so that a reader can still try it some days later.
 */
const SHOWN_MS = (RETENTION_DAYS - 7) * DAY_MS

export interface ChangesDomain extends Domain {
  deps: ChangesDeps
  /** One round of its background work now: the example for documents, and what is past its time. */
  look(): Promise<void>
}

export function createChanges(
  { clock, log, store, lifecycle }: Pick<ServiceContext, 'clock' | 'log' | 'store' | 'lifecycle'>,
  feeds: Readonly<Record<ChangedSubject, ChangeFeed>>,
): ChangesDomain {
  const changes = createChangeStore(store.main)
  const seenCompanies = createSeenCompanies(store.main)
  const deps: ChangesDeps = { feeds, changes }
  let example: { input: Readonly<Record<string, unknown>>; untilMs: number } | null = null
  let purgedMs = Number.NEGATIVE_INFINITY

  /**
   * A change that can be bought, for documents: the oldest of tenders that is kept for long enough.
   */
  async function findExample(): Promise<void> {
    const nowMs = clock.nowMs()
    if (example !== null && nowMs < example.untilMs) return
    const { dropped, position } = await changes.head('tenders')
    const some = await changes.between('tenders', dropped, Math.min(position, dropped + SOME))
    const shown = some.find(({ kind, atMs }) => kind === 'new' && nowMs - atMs < SHOWN_MS)
    example = shown ? { input: await buildExample(shown), untilMs: shown.atMs + SHOWN_MS } : null
  }

  async function buildExample({
    position,
    detail,
  }: Change): Promise<Readonly<Record<string, unknown>>> {
    const search = {
      subject: 'tenders',
      ...feeds.tenders.exampleFor?.(JSON.parse(detail) as ChangeDetail),
    }
    const before = position - 1
    const atMs = before === 0 ? 0 : ((await changes.at('tenders', before)) ?? 0)
    return {
      ...search,
      cursor: sealCursor(
        await changes.key(),
        { position: before, atMs },
        'tenders',
        computeSearchKey(search),
      ),
    }
  }

  async function look(): Promise<void> {
    const nowMs = clock.nowMs()
    if (nowMs - purgedMs >= PURGE_EVERY_MS) {
      purgedMs = nowMs
      await changes.purge(nowMs - RETENTION_DAYS * DAY_MS)
      await seenCompanies.purge(nowMs - SEEN_STATES_MS)
    }
    await findExample()
  }

  const job = createJob({ name: 'changes', everyMs: LOOK_EVERY_MS, work: look, lifecycle, log })
  const findUnavailableReason = (input: Readonly<Record<string, unknown>>) =>
    feeds[input.subject as ChangedSubject]?.unavailableReason() ?? null

  return {
    operations: bindPaid([changesOperation(feeds)], deps),
    deps,
    health: () => ({ upstreams: {}, warnings: [] }),
    unavailableReason(_, input) {
      if (input) return findUnavailableReason(input)
      // As a whole it can be delivered while any subject can.
      const troubles = Object.values(feeds).map((feed) => feed.unavailableReason())
      return troubles.includes(null) ? null : troubles[0]!
    },
    previewSubjects: () => [],
    // Until there is a change to be bought: the call without anything, which is answered with its
    // price.
    exampleInputs: () => ({ changes: example?.input ?? {} }),
    look,
    start: job.start,
  }
}

const SOME = 200
