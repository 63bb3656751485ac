/**
 * The tender domain over synthetic portals and a separate store, with a clock that the test moves.
 */
import { rmSync } from 'node:fs'
import { type PublishedRelease, sandboxReleases } from '../../sandbox/tender-portals/releases.ts'
import { startTenderPortals, type TenderPortals } from '../../sandbox/tender-portals/server.ts'
import { createFreshCache } from '../../src/background/fresh-cache.ts'
import { silentLog } from '../../src/observe/log.ts'
import { type ManualClock, manualClock } from '../../src/platform/clock.ts'
import { createLeaseClock } from '../../src/platform/lease-clock.ts'
import { createLifecycle } from '../../src/platform/lifecycle.ts'
import { createDocuments } from '../../src/store/documents.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { createRuns } from '../../src/store/runs.ts'
import { createTenders, type TendersDomain } from '../../src/tenders/domain.ts'
import { CONTRACTS_FINDER } from '../../src/tenders/portals/contracts-finder.ts'
import { FIND_A_TENDER } from '../../src/tenders/portals/find-a-tender.ts'
import type { Portal } from '../../src/tenders/portals/portal.ts'
import { askWing, type Envelope, type Question } from '../support/ask-domain.ts'
import { createStoreFolder } from '../support/store-folder.ts'

export type { Envelope }

export const RIG_NOW = '2026-11-18T15:30:00Z'

export interface Rig {
  readonly wing: TendersDomain
  readonly clock: ManualClock
  readonly store: Store
  readonly portals: TenderPortals
  readonly folder: string
  /**
   * Validates like the pipeline, answers, checks the answer against its schema, returns the
   * envelope. @throws ServiceError
   */
  ask(operationId: string, question?: Question): Promise<Envelope>
  /** Another wing on the same store, as after a restart. */
  restart(): Promise<void>
  close(): Promise<void>
}

export async function createRig(
  options: {
    releases?: readonly PublishedRelease[]
    now?: string
    backfillDays?: number
    minDepthDays?: number
    look?: boolean
    bankHolidaysUrl?: string
    portals?: readonly Portal[]
  } = {},
): Promise<Rig> {
  const clock = manualClock(options.now ?? RIG_NOW)
  const folder = await createStoreFolder('tenders-rig-')
  const portals = await startTenderPortals({
    releases: options.releases ?? sandboxReleases(clock.nowMs()),
  })
  let store = await openStore({ databaseUrl: null, dataDir: folder })
  let lifecycle = createLifecycle()

  function build(): TendersDomain {
    return createTenders(
      {
        clock,
        leases: createLeaseClock(clock),
        log: silentLog,
        store,
        runs: createRuns(store.main, clock),
        counters: null,
        cache: createFreshCache({
          documents: createDocuments(store.main),
          clock,
          staleWaitMs: 1000,
          maxEntries: 10,
        }),
        language: null,
        lifecycle,
        userAgent: 'ukintel-test',
        dataDir: folder,
      },
      {
        portals: (options.portals ?? [FIND_A_TENDER, CONTRACTS_FINDER]).map((portal) => ({
          portal,
          url: portals.urlOf(portal.id),
        })),
        bankHolidaysUrl: options.bankHolidaysUrl ?? `${portals.url}/bank-holidays.json`,
        portalsIntervalMs: 0,
        backfillDays: options.backfillDays ?? 12,
        minDepthDays: options.minDepthDays ?? Math.min(30, options.backfillDays ?? 12),
        ingest: 'scheduled',
        throttleMs: 20,
      },
    )
  }
  let wing = build()
  if (options.look !== false) await wing.look()

  return {
    get wing() {
      return wing
    },
    get store() {
      return store
    },
    clock,
    portals,
    folder,
    ask: (operationId, question = {}) =>
      askWing(wing, operationId, question, { nowMs: clock.nowMs() }),
    async restart() {
      await lifecycle.stop()
      await store.close()
      lifecycle = createLifecycle()
      store = await openStore({ databaseUrl: null, dataDir: folder })
      wing = build()
    },
    async close() {
      await lifecycle.stop()
      await store.close()
      await portals.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
