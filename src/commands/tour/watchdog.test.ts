import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import type { World } from '../../../sandbox/world.ts'
import type { Timers } from '../../platform/timers.ts'
import { createStage } from './tour-services.ts'
import { createWatchdog } from './watchdog.ts'

/** Timers whose parts pass when a test says so. */
function handTurned() {
  const parts: (() => void)[] = []
  const every: Timers['every'] = (_, run) => {
    parts.push(run)
    return () => void parts.splice(parts.indexOf(run), 1)
  }
  const pass = (count: number) => {
    for (let part = 0; part < count; part += 1) for (const run of [...parts]) run()
  }
  return { timers: { every } as Timers, pass, running: () => parts.length }
}

const PARTS = 60

it('a watchdog lets everything take as long as it likes that goes on, and ends what stands still', async () => {
  const { timers, pass, running } = handTurned()
  const watchdog = createWatchdog(120_000, timers)
  for (let step = 1; step <= 1000; step += 1) {
    pass(PARTS - 1)
    watchdog.progress(`step ${step}`)
  }
  let ended = false
  watchdog.expired.catch(() => {
    ended = true
  })
  await nextTurn()
  expect(ended).toBe(false)
  pass(PARTS)
  await expect(watchdog.expired).rejects.toThrow('nothing happened for 120 s after: step 1000')
  watchdog.end()
  expect(running()).toBe(0)
})

it('the tour waits for a fill that goes on, whatever the clock shows, and reports no progress of one that stands still', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  // Each look at the clock is half a minute after the last one.
  let nowMs = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => (nowMs += 30_000))
  let polls = 0
  const server = createServer((_, response) => {
    polls += 1
    // Ages pass by themselves; the index grows for six polls, and is whole after two more.
    const index = { status: 'ok', age_seconds: polls, live: Math.min(polls, 6), whole: polls > 8 }
    response.end(JSON.stringify({ upstreams: { tender_index: index } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const world = {
    buyer: { privateKey: `0x${'1'.repeat(64)}` },
    money: {},
    seller: {},
  } as unknown as World
  const reached: string[] = []
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stage = createStage(url, world, {
    onProgress: (done) => reached.push(done),
    sleep: async () => {},
  })
  await stage.waitUntilFilled('the tenders', ({ upstreams }) =>
    upstreams.tender_index?.whole ? 'all of them' : null,
  )
  server.closeAllConnections()
  server.close()
  vi.restoreAllMocks()
  expect(polls).toBe(9)
  expect(reached.filter((done) => done === 'the tenders are being read')).toHaveLength(6)
  expect(reached.at(-1)).toMatch(/held +all of them/)
})
