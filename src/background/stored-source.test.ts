import { describe, expect, it } from 'vitest'
import { silentLog } from '../observe/log.ts'
import { manualClock } from '../platform/clock.ts'
import { createLifecycle } from '../platform/lifecycle.ts'
import { NEVER_READ, type Runs, type SourceState } from '../store/runs.ts'
import type { Ingest, ScheduledSource } from './source.ts'
import { createStoredSource, refreshStored } from './stored-source.ts'

const HOUR_MS = 3_600_000
const SOURCE: ScheduledSource = {
  id: 'tides',
  label: 'tide_office',
  name: 'Tide Office',
  windowMs: 12 * HOUR_MS,
  retryAfterMs: HOUR_MS,
  makes: 'the tide table',
  untilRead: 'tide calls answer 503',
  askAgainSeconds: 60,
}

/** The state of one source in a store, which several processes share. */
function sharedStore() {
  const clock = manualClock('2026-11-21T10:00:00Z')
  let state = NEVER_READ
  let held = false
  const runs = {
    source: async () => state,
    recordSource: async (_: string, change: Partial<SourceState>) => {
      state = { ...state, ...change }
    },
    async acquire() {
      if (held) return null
      held = true
      return {
        extend: async () => true,
        release: async () => {
          held = false
        },
      }
    },
  } satisfies Runs
  const context = { clock, runs, log: silentLog, lifecycle: createLifecycle() }
  return { ...context, context, now: () => state, take: () => (held = true) }
}

type Shared = ReturnType<typeof sharedStore>

/** One process. `work` reads the source. */
function replica(
  { context }: Shared,
  ingest: Ingest,
  work: () => Promise<Record<string, unknown>> = async () => ({ tides: 2 }),
) {
  const loaded: unknown[] = []
  let requests = 0
  const stored = createStoredSource(context, {
    source: SOURCE,
    job: 'tide table',
    ingest,
    load: async ({ detail }) => loaded.push(detail.tides ?? null),
    refresh() {
      requests += 1
      return refreshStored(
        { ...context, signal: context.lifecycle.signal },
        SOURCE.id,
        async () => {
          const detail = await work()
          return { report: 'read', detail }
        },
      )
    },
  })
  return { ...stored, ...stored.upkeep, loaded, requests: () => requests }
}

describe('a process that ingests', () => {
  it('refreshes what was never read, serves it, and refreshes again when it is due', async () => {
    const shared = sharedStore()
    const process = replica(shared, 'scheduled')
    expect(process.refusal()).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    await process.look()
    expect([process.requests(), process.loaded]).toEqual([1, [null, 2]])
    expect(shared.now()).toEqual({
      lastSuccessMs: shared.clock.nowMs(),
      lastAttemptMs: shared.clock.nowMs(),
      failure: null,
      detail: { tides: 2 },
    })
    expect(process.refusal()).toBeNull()
    shared.clock.advance(11 * HOUR_MS - 1)
    await process.look()
    expect(process.requests()).toBe(1)
    shared.clock.advance(1)
    await process.look()
    expect(process.requests()).toBe(2)
  })

  it('records why it failed, serves what there is, and waits before it tries again', async () => {
    const shared = sharedStore()
    let broken = true
    const process = replica(shared, 'scheduled', async () => {
      if (broken) throw new Error('the harbour is closed')
      return { tides: 3 }
    })
    await process.look()
    expect(shared.now()).toMatchObject({ lastSuccessMs: null, failure: 'the harbour is closed' })
    expect(process.health({ tides: 0 }, ['also this'])).toEqual({
      upstreams: {
        tide_office: {
          status: 'failing',
          last_success: null,
          age_seconds: null,
          fresh_for_seconds: null,
          tides: 0,
        },
      },
      warnings: ['Tide Office: the harbour is closed; tide calls answer 503', 'also this'],
    })
    broken = false
    await process.look()
    expect(process.requests()).toBe(1)
    shared.clock.advance(HOUR_MS)
    await process.look()
    expect([process.requests(), shared.now().failure, process.loaded.at(-1)]).toEqual([2, null, 3])
  })

  it('records nothing of a run that the end of the process cut short', async () => {
    const shared = sharedStore()
    const process = replica(shared, 'scheduled', async () => {
      void shared.lifecycle.stop()
      throw new Error('the connection was closed')
    })
    await process.look()
    expect(shared.now()).toEqual(NEVER_READ)
  })
})

it('a process that does not ingest follows what another one stored, and requests nothing', async () => {
  const shared = sharedStore()
  const [other, process] = [replica(shared, 'scheduled'), replica(shared, 'off')]
  await process.look()
  expect(process.loaded).toEqual([null])
  await other.look()
  await process.watchedSources.look()
  expect([process.loaded, process.requests(), process.watchedSources.sources]).toEqual([
    [null, 2],
    0,
    ['tides'],
  ])
})

describe('a refresh', () => {
  it('does what follows only after its outcome is recorded, and keeps a detail that is left out', async () => {
    const shared = sharedStore()
    await shared.runs.recordSource('tides', { detail: { tides: 1 }, failure: 'down' })
    const seen: (string | null)[] = []
    const afterwards = () => seen.push(shared.now().failure)
    const signal = new AbortController().signal
    expect(
      await refreshStored({ ...shared.context, signal }, 'tides', async () => ({
        report: 7,
        afterwards,
      })),
    ).toBe(7)
    expect([seen, shared.now().detail]).toEqual([[null], { tides: 1 }])
  })

  it('throws what went wrong, and records it in the words of its source', async () => {
    const shared = sharedStore()
    const failing = async () => Promise.reject(new Error('ENOSPC'))
    const signal = new AbortController().signal
    await expect(
      refreshStored({ ...shared.context, signal }, 'tides', failing, () => 'the disk is full'),
    ).rejects.toThrow('ENOSPC')
    expect(shared.now()).toMatchObject({
      failure: 'the disk is full',
      lastAttemptMs: shared.clock.nowMs(),
      lastSuccessMs: null,
    })
  })
})
