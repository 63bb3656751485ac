/**
 * Replicas on one PostgreSQL share one deployment's limits, in any number and with any of them
 * killed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Databases, sharedPostgres } from '../support/postgres.ts'
import type { QuotaChildOptions } from '../support/quota-child.ts'

const PER_MS = 2000
const SHAPE = { calls: 40, reserved: 10, perMs: PER_MS, limit: { perMinute: 1200, burst: 40 } }
const SCRIPT = join(import.meta.dirname, '../support/quota-child.ts')

interface Said {
  /** Measured before the first request. */
  begunMs: number
  calls: { atMs: number; proven: boolean }[]
  requests: number[]
}

/**
 * Runs processes for a while, every second one for earlier buyers, and ends one of them outright.
 */
async function spending(options: {
  databaseUrl: string
  processes: number
  forMs: number
  killAfterMs: number
}): Promise<Said> {
  const said: Said = { begunMs: 0, calls: [], requests: [] }
  const children: ChildProcess[] = []
  try {
    for (let index = 0; index < options.processes; index += 1) {
      const proven = index % 2 === 1
      const given: QuotaChildOptions = { databaseUrl: options.databaseUrl, proven, ...SHAPE }
      const child = spawn(process.execPath, [SCRIPT, JSON.stringify(given)], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      children.push(child)
      const lines = createInterface({ input: child.stdout! })
      await once(lines, 'line')
      lines.on('line', (line) => {
        const [what, at] = line.split(' ')
        if (what === 'call') said.calls.push({ atMs: Number(at), proven })
        else said.requests.push(Number(at))
      })
    }
    said.begunMs = Date.now()
    for (const child of children) child.stdin!.write('go\n')
    await new Promise((resolve) => setTimeout(resolve, options.killAfterMs))
    children[0]!.kill('SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, options.forMs - options.killAfterMs))
    return said
  } finally {
    for (const child of children) {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
  }
}

/** The most within any span of that length. */
function mostWithin(times: readonly number[], spanMs: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  let most = 0
  for (let first = 0, last = 0; last < sorted.length; last += 1) {
    while (sorted[last]! - sorted[first]! >= spanMs) first += 1
    most = Math.max(most, last - first + 1)
  }
  return most
}

describe('separate processes on one PostgreSQL', () => {
  let server: Databases
  beforeAll(async () => {
    server = await sharedPostgres()
  })
  afterAll(() => server?.stop())

  it('four, of which one is killed after 700 ms, share the calls of one key and the requests of one address', {
    timeout: 60_000,
  }, async () => {
    const forMs = 3 * PER_MS + 1000
    const said = await spending({
      databaseUrl: await server.freshDatabaseUrl(),
      processes: 4,
      forMs,
      killAfterMs: 700,
    })
    const calls = said.calls.map(({ atMs }) => atMs)
    expect(mostWithin(calls, PER_MS)).toBeLessThanOrEqual(SHAPE.calls)
    const strangers = said.calls.filter(({ proven }) => !proven).map(({ atMs }) => atMs)
    expect(mostWithin(strangers, PER_MS)).toBeLessThanOrEqual(SHAPE.calls - SHAPE.reserved)
    // A place that died with its process is free again: all calls are made once more, and after
    // the first round nearly all of them.
    expect(calls.length).toBeGreaterThan(1.8 * SHAPE.calls)

    // A count of two seconds, which the first of them starts.
    const { burst } = SHAPE.limit
    const first = said.requests.filter((atMs) => atMs < said.begunMs + PER_MS)
    expect(first.length).toBeLessThanOrEqual(burst)
    expect(mostWithin(said.requests, 1000)).toBeLessThanOrEqual(2 * burst)
    expect(said.requests.length).toBeLessThanOrEqual(Math.ceil(forMs / PER_MS + 1) * burst)
    expect(said.requests.length).toBeGreaterThan(1.5 * burst)
  })
})
