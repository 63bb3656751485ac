import { describe, expect, it } from 'vitest'
import { silentLog } from '../observe/log.ts'
import { manualClock } from '../platform/clock.ts'
import { systemTimers, type Timers } from '../platform/timers.ts'
import type { Runs } from '../store/runs.ts'
import { type ActiveLease, HEARTBEAT_MS, LEASE_MS, underLease } from './lease.ts'

/** A lease whose extensions answer as the test says, and a heartbeat that the test triggers. */
function setting(extend: () => Promise<boolean> = async () => true) {
  const clock = manualClock('2026-11-21T10:00:00Z')
  let beatNow: (() => void) | null = null
  let released = 0
  const timers: Timers = {
    ...systemTimers,
    every(intervalMs, run) {
      expect(intervalMs).toBe(HEARTBEAT_MS)
      beatNow = run
      return () => {
        beatNow = null
      }
    },
  }
  const runs = {
    acquire: async () => ({
      extend,
      release: async () => {
        released += 1
      },
    }),
  } as unknown as Runs
  const stopping = new AbortController()
  return {
    clock,
    stopping,
    released: () => released,
    isBeating: () => beatNow !== null,
    /** One interval of the heartbeat passes, and its answer is there. */
    async beat() {
      clock.advance(HEARTBEAT_MS)
      beatNow?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
    run: <T>(work: (held: ActiveLease) => Promise<T>) =>
      underLease({ runs, clock, log: silentLog, timers }, 'run', stopping.signal, work),
  }
}

describe('a run under its lease', () => {
  it('keeps it however long it waits for one thing', async () => {
    const { run, beat, released, isBeating } = setting()
    const result = await run(async (held) => {
      for (let beats = 0; beats < 100; beats += 1) await beat()
      held.check()
      return 'done'
    })
    expect([result, released(), isBeating()]).toEqual(['done', 1, false])
  })

  it.each<[string, () => Promise<boolean>]>([
    ['another process took it over', async () => false],
    ['the store is away', () => Promise.reject(new Error('connection refused'))],
  ])('aborts and writes nothing more when %s', async (_, extend) => {
    const { run, beat, released } = setting(extend)
    const written: string[] = []
    const outcome = run(async (held) => {
      held.check()
      written.push('before')
      await beat()
      expect(held.signal.aborted).toBe(true)
      held.check()
      written.push('after')
    })
    await expect(outcome).rejects.toMatchObject({ name: 'LeaseLost' })
    expect([written, released()]).toEqual([['before'], 1])
  })

  it('aborts when an extension has no answer by the next beat', async () => {
    const { run, beat } = setting(() => new Promise(() => {}))
    await expect(
      run(async (held) => {
        await beat()
        held.check()
        await beat()
        held.check()
      }),
    ).rejects.toMatchObject({ name: 'LeaseLost' })
  })

  it('writes nothing after a sleep of the machine that outlasted it, before the next heartbeat', async () => {
    const { run, clock } = setting()
    await expect(
      run(async (held) => {
        clock.advance(LEASE_MS)
        held.check()
      }),
    ).rejects.toMatchObject({ name: 'LeaseLost' })
  })

  it('aborts what a run leaves behind when it fails', async () => {
    const { run } = setting()
    let left: ActiveLease | null = null
    const outcome = run(async (held) => {
      left = held
      throw new Error('one part failed')
    })
    await expect(outcome).rejects.toThrow('one part failed')
    expect(() => left?.check()).toThrow('the run is over')
  })

  it('aborts when the house stops, with the reason of that', async () => {
    const { run, stopping } = setting()
    await expect(
      run(async (held) => {
        stopping.abort(new Error('stopping'))
        held.check()
      }),
    ).rejects.toThrow('stopping')
  })

  it('does not begin while another process is at it', async () => {
    const runs = { acquire: async () => null } as unknown as Runs
    const context = { runs, clock: manualClock(0), log: silentLog }
    expect(
      await underLease(context, 'run', new AbortController().signal, () =>
        Promise.reject(new Error('began')),
      ),
    ).toBeNull()
  })
})
