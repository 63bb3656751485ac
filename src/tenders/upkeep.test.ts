import { expect, it } from 'vitest'
import type { ServiceContext } from '../contract/domain.ts'
import { silentLog } from '../observe/log.ts'
import { manualClock } from '../platform/clock.ts'
import { createLifecycle } from '../platform/lifecycle.ts'
import type { SourceState } from '../store/runs.ts'
import type { FillWatch } from './ingest.ts'
import { createUpkeep, type UpkeepParts } from './upkeep.ts'

const MINUTE_MS = 60_000

/** Replicas on a store whose revision grows with every portion of the first fill. */
function house() {
  const clock = manualClock('2026-11-22T09:00:00Z')
  const store = {
    revision: 0,
    told: new Map<string, Partial<SourceState>>(),
    documents: new Map<string, string>(),
  }
  const runs = {
    acquire: async () => ({ extend: async () => true, release: async () => {} }),
    source: async (name: string) => ({
      lastSuccessMs: null,
      lastAttemptMs: null,
      failure: null,
      detail: {},
      ...store.told.get(name),
    }),
    recordSource: async (name: string, change: Partial<SourceState>) =>
      void store.told.set(name, change),
  }
  function replica(fills: boolean) {
    const followed: [revision: number, withAwards: boolean][] = []
    const learned: string[] = []
    const labels: string[] = []
    let revision: number | null = null
    const parts = {
      portals: [],
      fills,
      ingest: {
        readAgain: async () => {},
        async fill(_: unknown, { onStored }: FillWatch) {
          store.revision += 1
          await onStored()
          return true
        },
      },
      tenderIndex: {
        current: () => (revision === null ? null : {}),
        revision: () => revision ?? 0,
        async follow(_: unknown, withAwards: boolean) {
          revision = store.revision
          followed.push([revision, withAwards])
        },
        learn: async () => `learned at ${clock.nowMs()}`,
        setLearned: (each: string) => void learned.push(each),
      },
      store: {
        revision: async () => store.revision,
        counts: async () => ({}),
        purge: async () => {},
      },
      documents: {
        load: async (key: string) => ({ json: store.documents.get(key)!, fetchedMs: 0 }),
        save: async (key: string, json: string) => void store.documents.set(key, json),
      },
      states: { read: async () => {}, of: () => ({ lastSuccessMs: null }) },
      holidays: { read: async () => {} },
      onLearned: (each: string) => void labels.push(each),
      depth: { minDepthDays: 30, backfillDays: 90 },
    } as unknown as UpkeepParts
    const context = {
      clock,
      log: silentLog,
      lifecycle: createLifecycle(),
      runs,
    } as unknown as ServiceContext
    return { followed, learned, labels, look: createUpkeep(context, parts).look }
  }
  return { clock, replica }
}

it('follows the store on every look, also while portals are read, then without the awards', async () => {
  const { clock, replica } = house()
  const [filler, follower] = [replica(true), replica(false)]
  await filler.look()
  await follower.look()
  expect(filler.followed).toEqual([
    [0, true],
    [1, false],
    [1, true],
  ])
  clock.advance(11 * MINUTE_MS)
  await filler.look()
  await follower.look()
  expect(filler.followed.slice(3)).toEqual([
    [2, true],
    [2, true],
  ])
  expect(follower.followed.at(-1)).toEqual([2, true])
})

it('learns once a day where the store is filled, and every replica uses the same words', async () => {
  const { clock, replica } = house()
  const [filler, follower] = [replica(true), replica(false)]
  const firstMs = clock.nowMs()
  for (let look = 0; look < 3; look += 1) {
    await filler.look()
    await follower.look()
  }
  expect([filler.learned, follower.learned]).toEqual([
    [`learned at ${firstMs}`],
    [`learned at ${firstMs}`],
  ])
  clock.advance(24 * 60 * MINUTE_MS)
  await filler.look()
  await follower.look()
  expect(filler.learned).toHaveLength(2)
  for (const { learned, labels } of [follower, filler])
    expect([learned, labels]).toEqual([filler.learned, filler.learned])
})
