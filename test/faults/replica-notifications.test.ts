/**
 * Data that one replica reads is served by all: immediately with PostgreSQL's notifications, and
 * within a minute by polling.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type FunderRegistry, startFunderRegistry } from '../../sandbox/funder-registry/server.ts'
import {
  type Announcements,
  createAnnouncements,
} from '../../src/background/replica-notifications.ts'
import { createFunders, type FundersDomain } from '../../src/funders/domain.ts'
import { silentLog } from '../../src/observe/log.ts'
import { type ManualClock, manualClock } from '../../src/platform/clock.ts'
import { createLifecycle, type Lifecycle } from '../../src/platform/lifecycle.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { createBareContext } from '../support/bare-context.ts'
import { createFolder } from '../support/folder.ts'
import { type Databases, sharedPostgres } from '../support/postgres.ts'
import { eventually } from '../support/world.ts'

const REPLICAS = 3
const WEEK_MS = 7 * 86_400_000

interface Replica {
  wing: FundersDomain
  store: Store
  announcements: Announcements
}

let server: Databases
let registry: FunderRegistry
let folder: string
let clock: ManualClock
let lifecycle: Lifecycle
let replicas: Replica[]

beforeAll(async () => {
  server = await sharedPostgres()
  registry = await startFunderRegistry()
})
afterAll(async () => {
  await server?.stop()
  await registry?.close()
})

/**
 * Each starts as the service starts it: its own look every minute, of a clock that stands still
 * unless the test turns it.
 */
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  folder = createFolder()
  clock = manualClock('2026-11-20T02:00:00Z')
  lifecycle = createLifecycle()
  const databaseUrl = await server.freshDatabaseUrl()
  replicas = []
  for (let index = 0; index < REPLICAS; index += 1) {
    const store = await openStore({ databaseUrl, dataDir: folder })
    lifecycle.onStop('store', () => store.close())
    const context = createBareContext({ clock, store, lifecycle, dataDir: folder })
    const ingest = index === 0 ? 'scheduled' : 'off'
    const wing = createFunders(context, {
      registryUrl: registry.url,
      intervalMs: 0,
      windowDays: 7,
      ingest,
    })
    const announcements = createAnnouncements({
      listen: store.listen!,
      follows: [wing.watchedSources!],
      log: silentLog,
    })
    lifecycle.onStop('announcements', announcements.close)
    announcements.start()
    replicas.push({ wing, store, announcements })
    if (index > 0) wing.start()
  }
  await eventually(() => replicas.every(({ announcements }) => announcements.isListening()))
})
afterEach(async () => {
  await lifecycle.stop()
  vi.useRealTimers()
})

function served({ wing }: Replica): string | null {
  try {
    return wing.deps.corpus(clock.nowMs()).source.fetched
  } catch {
    return null
  }
}
const allServe = (fetched: string | null) =>
  fetched !== null && replicas.every((replica) => served(replica) === fetched)

async function refreshes(): Promise<string> {
  await replicas[0]!.wing.look()
  return served(replicas[0]!)!
}

it('by the word of the database, of every generation', { timeout: 120_000 }, async () => {
  const first = await refreshes()
  await eventually(() => allServe(first))
  clock.advance(WEEK_MS)
  const second = await refreshes()
  expect(second).not.toBe(first)
  await eventually(() => allServe(second))
})

it('after every listening connection was cut: missed data is read', {
  timeout: 120_000,
}, async () => {
  const { store } = replicas[0]!
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ukintel listens' and datname = current_database()`.execute(
    store.main,
  )
  await eventually(() => replicas.every(({ announcements }) => !announcements.isListening()))
  const first = await refreshes()
  await eventually(() => allServe(first))
  expect(replicas.every(({ announcements }) => announcements.isListening())).toBe(true)
})

it('by their own look within a minute where nothing is said', { timeout: 120_000 }, async () => {
  await sql`alter table sources disable trigger announce_source`.execute(replicas[0]!.store.main)
  const first = await refreshes()
  expect(replicas.slice(1).map(served)).toEqual([null, null])
  await vi.advanceTimersByTimeAsync(60_000)
  await eventually(() => allServe(first))
})
