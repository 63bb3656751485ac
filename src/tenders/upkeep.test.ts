import { expect, it } from 'vitest'
import type { Ground } from '../contract/wing.ts'
import { manualClock } from '../kernel/clock.ts'
import { createLifecycle } from '../kernel/lifecycle.ts'
import { silentLog } from '../observe/log.ts'
import type { SourceState } from '../store/runs.ts'
import type { FillWatch } from './ingest.ts'
import { TENDERS_INDEX } from './source.ts'
import { createUpkeep, type UpkeepParts } from './upkeep.ts'

const MINUTE_MS = 60_000

/** Replicas on a store whose revision grows with every portion of the first fill. */
function house() {
  const clock = manualClock('2026-11-22T09:00:00Z')
  const store = { revision: 0, told: new Map<string, Partial<SourceState>>() }
  const runs = {
    acquire: async () => ({ extend: async () => true, release: async () => {} }),
    source: async (name: string) => ({ lastSuccessMs: null, lastAttemptMs: null, failure: null, detail: {}, ...store.told.get(name) }),
    recordSource: async (name: string, change: Partial<SourceState>) => void store.told.set(name, change),
  }
  function replica(fills: boolean) {
    const built: number[] = []
    let lastBuildMs: number | null = null
    const parts = {
      asked: [],
      fills,
      ingest: {
        async fill(_: unknown, { onStored }: FillWatch) {
          store.revision += 1
          await onStored()
          return true
        },
      },
      tenderIndex: {
        current: () => (built.length === 0 ? null : { data: { revision: built.at(-1)! } }),
        load: async () => false,
        lastBuildMs: () => lastBuildMs,
        async build() {
          lastBuildMs = clock.nowMs()
          built.push(store.revision)
          return true
        },
      },
      store: { revision: async () => store.revision, counts: async () => ({}), purge: async () => {} },
      states: { read: async () => {}, of: () => ({ lastSuccessMs: null }) },
      holidays: { read: async () => {} },
      depth: { minDepthDays: 30, backfillDays: 90 },
    } as unknown as UpkeepParts
    const ground = { clock, log: silentLog, lifecycle: createLifecycle(), runs } as unknown as Ground
    return { built, look: createUpkeep(ground, parts).look }
  }
  return { clock, store, replica }
}

it('builds with whoever fills the store, and once for each time that he does', async () => {
  const { clock, store, replica } = house()
  const filler = replica(true)
  const followers = [replica(false), replica(false)]
  await filler.look()
  expect(filler.built).toEqual([1])
  clock.advance(6 * MINUTE_MS)
  for (const follower of followers) await follower.look()
  await filler.look()
  // Both keep their pace while the store changes.
  for (const follower of followers) await follower.look()
  expect([filler.built, ...followers.map(({ built }) => built)]).toEqual([[1], [1], [1]])
  clock.advance(4 * MINUTE_MS)
  await filler.look()
  expect(filler.built).toEqual([1, 3])
  for (let look = 0; look < 3; look += 1) {
    for (const follower of followers) await follower.look()
    store.revision += 1
  }
  expect(followers.map(({ built }) => built)).toEqual([
    [1, 3],
    [1, 3],
  ])
  expect(store.told.get(TENDERS_INDEX)).toEqual({ detail: { revision: 3 } })
})
