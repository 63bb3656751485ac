/**
 * Replicas on one PostgreSQL share the register's calls, and the quarter that is kept for earlier
 * buyers.
 */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createCounters } from '../../src/store/counters.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { expectCode } from '../support/expect-code.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { type Rig, startRig } from './rig.ts'

/** Twelve of them are kept. */
const CALLS = 40
const OPEN = 28

let server: PostgresServer
const rigs: Rig[] = []
const stores: Store[] = []
beforeAll(async () => {
  server = await startPostgres()
})
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.stop()
  for (const store of stores.splice(0)) await store.close()
})
afterAll(() => server?.stop())

/** On one database, asking the register of the first. */
async function replicas(count: number): Promise<Rig[]> {
  const databaseUrl = await server.freshDatabaseUrl()
  for (let index = 0; index < count; index += 1) {
    const store = await openStore({ databaseUrl, dataDir: '' })
    stores.push(store)
    const first = rigs[0]
    rigs.push(
      await startRig({
        settings: { companiesHouseCallsPer5Min: CALLS },
        context: { counters: await createCounters(store) },
        ...(first ? { registerUrl: first.register.url } : {}),
      }),
    )
  }
  return rigs
}

/** How many of so many cold verdicts, of two calls each, one replica after the other answers. */
async function answered(from: number, count: number): Promise<number> {
  let answers = 0
  for (let number = from; number < from + count; number += 1) {
    const rig = rigs[number % rigs.length]!
    await rig.ask('company_verdict', String(99_000_000 + number)).then(
      ({ confidence }) => {
        if (confidence === 'high') answers += 1
      },
      () => {},
    )
  }
  return answers
}

it('two of them', { timeout: 60_000 }, async () => {
  const [first] = await replicas(2)
  const calls = () => first!.register.calls.length
  expect(await answered(1, 20)).toBeGreaterThan(8)
  // Reserved calls that were not made are given back in the background.
  await answered(1, 20)
  // A verdict could need five.
  expect(calls()).toBeLessThanOrEqual(OPEN)
  expect(calls()).toBeGreaterThan(OPEN - 5)
  expect(rigs.map(({ wing }) => wing.health().upstreams.companies_house?.status)).toEqual(
    rigs.map(() => 'ok'),
  )
  const strangers = calls()
  for (const rig of rigs) rig.proven = true
  expect(await answered(1, 60)).toBeGreaterThan(8)
  await answered(1, 60)
  expect(calls()).toBeLessThanOrEqual(CALLS)
  expect(calls() - strangers).toBeGreaterThan(12 - 5)
})

it('ask nothing while the database that counts the calls is away', {
  timeout: 60_000,
}, async () => {
  const [only] = await replicas(1)
  await only!.ask('company_verdict', '99000001')
  const bringBack = await server.halt()
  try {
    await expectCode(only!.ask('company_verdict', '99000002'), 'UPSTREAM_UNAVAILABLE')
    expect((await only!.ask('company_verdict', '99000001')).confidence).toBe('high')
    expect(only!.register.calls).toHaveLength(2)
  } finally {
    await bringBack()
  }
})
