import { describe, expect, it } from 'vitest'
import type { Log } from '../observe/log.ts'
import { createLifecycle } from '../platform/lifecycle.ts'
import { systemTimers } from '../platform/timers.ts'
import { createJob } from './job.ts'

function setting(work: () => Promise<unknown>) {
  const lifecycle = createLifecycle()
  const errors: unknown[] = []
  const log = {
    debug() {},
    info() {},
    warn() {},
    error: (fields: object) => void errors.push(fields),
  } as unknown as Log
  let tick: (() => void) | null = null
  const timers = {
    ...systemTimers,
    every(_: number, run: () => void) {
      tick = run
      return () => {
        tick = null
      }
    },
  }
  return {
    lifecycle,
    errors,
    tick: () => tick?.(),
    isTimed: () => tick !== null,
    job: createJob({ name: 'job', everyMs: 1000, work, lifecycle, log, timers }),
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a job', () => {
  it('runs immediately and at every tick, one round at a time', async () => {
    let rounds = 0
    const gate = Promise.withResolvers<void>()
    const { job, tick } = setting(async () => {
      rounds += 1
      if (rounds === 1) await gate.promise
    })
    job.start()
    tick()
    tick()
    expect(rounds).toBe(1)
    gate.resolve()
    await turn()
    tick()
    await turn()
    expect(rounds).toBe(2)
  })

  it('that fails is logged and runs again', async () => {
    let rounds = 0
    const { job, errors } = setting(async () => {
      rounds += 1
      throw new Error('broken')
    })
    await job.run()
    await job.run()
    expect([rounds, errors.length]).toEqual([2, 2])
  })

  it('ends its round before the house goes on stopping, and says nothing of being interrupted', async () => {
    const ended: string[] = []
    const { job, lifecycle, errors, isTimed } = setting(
      () =>
        new Promise((_, reject) => {
          lifecycle.signal.addEventListener('abort', () => {
            ended.push('round')
            reject(new Error('aborted'))
          })
        }),
    )
    lifecycle.onStop('store', () => void ended.push('store'))
    job.start()
    await lifecycle.stop()
    expect([ended, errors, isTimed()]).toEqual([['round', 'store'], [], false])
  })
})
