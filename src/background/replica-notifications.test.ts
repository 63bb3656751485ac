import { expect, it } from 'vitest'
import { silentLog } from '../observe/log.ts'
import type { Timers } from '../platform/timers.ts'
import type { Listen } from '../store/open.ts'
import { createAnnouncements } from './replica-notifications.ts'

/** A clock that the test moves, and a database that notifies when the test says so. */
function rig(look: () => Promise<void>) {
  const due: { atMs: number; run: () => void }[] = []
  let nowMs = 0
  const timers = {
    after(delayMs: number, run: () => void) {
      const timer = { atMs: nowMs + delayMs, run }
      due.push(timer)
      return () => void due.splice(due.indexOf(timer), 1)
    },
  } as Timers
  const connections: { on: Parameters<Listen>[1]; closed: boolean }[] = []
  const state = { refuses: 0, attempts: 0 }
  const listen: Listen = async (_, on) => {
    state.attempts += 1
    if (state.refuses > 0) {
      state.refuses -= 1
      throw new Error('away')
    }
    const connection = { on, closed: false }
    connections.push(connection)
    return {
      async close() {
        connection.closed = true
      },
    }
  }
  const announcements = createAnnouncements({
    listen,
    follows: [{ sources: ['grants'], look }],
    log: silentLog,
    timers,
  })
  return {
    announcements,
    connections,
    state,
    say: (source: string) => connections.at(-1)!.on.onMessage(source),
    async pass(ms: number) {
      const untilMs = nowMs + ms
      for (;;) {
        await settled()
        const next = due.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0]
        if (!next) break
        due.splice(due.indexOf(next), 1)
        nowMs = next.atMs
        next.run()
      }
      nowMs = untilMs
    },
  }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

it('reads once for all notifications of a moment, and ignores unknown channels', async () => {
  let looks = 0
  const { announcements, say, pass } = rig(async () => {
    looks += 1
  })
  announcements.start()
  await pass(0)
  for (const source of ['grants', 'grants', 'tenders-revision', 'grants']) say(source)
  await pass(1000)
  expect(looks).toBe(1)
  say('tenders-revision')
  await pass(1000)
  expect(looks).toBe(1)
})

it('looks again for what is said while it looks, also where that look fails', async () => {
  let looks = 0
  let end = () => {}
  const { announcements, say, pass } = rig(() => {
    looks += 1
    return new Promise((_, reject) => {
      end = () => reject(new Error('the store is away'))
    })
  })
  announcements.start()
  await pass(0)
  say('grants')
  await pass(1000)
  say('grants')
  say('grants')
  await pass(1000)
  expect(looks).toBe(1)
  end()
  await pass(1000)
  expect(looks).toBe(2)
})

it('listens again after a lost connection, later each time, and then reads what it missed', async () => {
  let looks = 0
  const { announcements, connections, state, pass } = rig(async () => {
    looks += 1
  })
  announcements.start()
  await pass(0)
  expect(looks).toBe(0)
  state.refuses = 3
  connections[0]!.on.onLost()
  expect(announcements.isListening()).toBe(false)
  await pass(3000)
  expect(state.attempts).toBe(4)
  await pass(1000)
  expect([announcements.isListening(), state.attempts, looks]).toEqual([true, 5, 1])
})

it('never waits longer than a quarter of a minute to listen again, and closes while it waits', async () => {
  const { announcements, state, connections, pass } = rig(async () => {})
  state.refuses = Number.POSITIVE_INFINITY
  announcements.start()
  await pass(60_000)
  const { attempts } = state
  await pass(15_000)
  expect(state.attempts).toBe(attempts + 1)
  await announcements.close()
  await pass(60_000)
  expect([state.attempts, connections]).toEqual([attempts + 1, []])
})
