import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { manualClock } from '../../src/platform/clock.ts'
import { processOwner } from '../../src/platform/process-owner.ts'
import { createDocuments } from '../../src/store/documents.ts'
import { dump } from '../../src/store/dump.ts'
import { createFeedbackStore } from '../../src/store/feedback.ts'
import { mainMigrations } from '../../src/store/migrations/index.ts'
import { listMigrations, openStore } from '../../src/store/open.ts'
import { createRuns } from '../../src/store/runs.ts'
import { eachEngine, type StoreSettings } from '../support/engines.ts'

interface Replica {
  pid: number
  /** Whether it got the run. */
  said: 'lease' | 'none'
  /** It ends without a word to the store. */
  end(): Promise<void>
}

/** Opens the store in a separate process and acquires a run. */
async function replica(settings: StoreSettings): Promise<Replica> {
  const script = join(import.meta.dirname, '..', 'support', 'replica-child.ts')
  const child = spawn(process.execPath, [script, settings.dataDir, settings.databaseUrl ?? ''], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const [said] = (await once(createInterface({ input: child.stdout }), 'line')) as [
    'lease' | 'none',
  ]
  return {
    pid: child.pid!,
    said,
    async end() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

eachEngine('migrations', (under) => {
  it('bring an empty place up to date and leave a current one alone', async () => {
    const settings = await under.freshSettings()
    const first = await under.open(settings)
    const tables = async () =>
      (await first.main.introspection.getTables()).map((table) => table.name).sort()
    const before = await tables()
    expect(before).toEqual(expect.arrayContaining(['documents', 'feedback', 'runs', 'sources']))
    await createDocuments(first.main).save('kept', '{}', 1)
    const second = await under.open(settings)
    expect(await createDocuments(second.main).load('kept')).toEqual({ json: '{}', fetchedMs: 1 })
    expect(await tables()).toEqual(before)
  })

  it('leave alone what a later release wrote, and say so', async () => {
    const settings = await under.freshSettings()
    const store = await under.open(settings)
    await sql`insert into migrations_ledger (name, timestamp) values ('9999_later', '2030-01-01')`.execute(
      store.ledger.read,
    )
    await expect(openStore(settings)).rejects.toThrow(
      /a later release wrote it \(layout ledger 9999_later\); start that release, or restore/,
    )
  })

  it.each(['main', 'ledger'] as const)('refuse a store of release 0.1.0 (%s)', async (part) => {
    const settings = await under.freshSettings()
    const store = await under.open(settings)
    const db = part === 'main' ? store.main : store.ledger.read
    const table = sql.table(`migrations_${part}`)
    await sql`delete from ${table}`.execute(db)
    await sql`insert into ${table} (name, timestamp) values ('0009_former', '2026-11-22')`.execute(
      db,
    )
    await expect(openStore(settings)).rejects.toThrow(
      `release 0.1.0 wrote it (layout ${part} 0009_former), which this release does not read; start with an empty store, or run release 0.1.0`,
    )
    expect((await sql`select name from ${table}`.execute(db)).rows).toEqual([
      { name: '0009_former' },
    ])
  })

  describe('of an earlier release', () => {
    /** Makes this process a later release, with one migration more. */
    beforeEach(() => {
      Object.assign(mainMigrations, {
        '9999_later': {
          up: (db: Kysely<unknown>) =>
            db.schema.createTable('later').addColumn('id', 'integer').execute(),
        },
      })
    })
    afterEach(() => {
      Reflect.deleteProperty(mainMigrations, '9999_later')
    })

    async function earlier(): Promise<StoreSettings> {
      const settings = await under.freshSettings()
      const { '9999_later': later, ...others } = mainMigrations
      Reflect.deleteProperty(mainMigrations, '9999_later')
      const store = await openStore(settings)
      Object.assign(mainMigrations, { '9999_later': later })
      await createDocuments(store.main).save('kept', '{}', 1)
      expect(await listMigrations(store.main, 'main')).toEqual(Object.keys(others))
      await store.close()
      return settings
    }
    const layoutOf = async (settings: StoreSettings) => {
      const store = await openStore(settings, { layout: 'as-is' })
      const found = await listMigrations(store.main, 'main')
      await store.close()
      return found
    }

    it('are run under the policy "migrate", and keep what is there', async () => {
      const settings = await earlier()
      const store = await openStore(settings, { layout: 'migrate' })
      expect(await createDocuments(store.main).load('kept')).not.toBeNull()
      await store.close()
      expect((await layoutOf(settings)).at(-1)).toBe('9999_later')
      await (await openStore(settings, { layout: 'current' })).close()
    })

    it.each(['create', 'current'] as const)(
      'are refused under the policy "%s", with the command to run',
      async (layout) => {
        const settings = await earlier()
        const before = await layoutOf(settings)
        await expect(openStore(settings, { layout })).rejects.toThrow(
          /an earlier release wrote it \(layout main \w+\); write a backup .* stop the service, then run `ukintel migrate`/,
        )
        expect(await layoutOf(settings)).toEqual(before)
      },
    )

    it('are written to a backup as they are', async () => {
      const settings = await earlier()
      const before = await layoutOf(settings)
      const store = await openStore(settings, { layout: 'as-is' })
      const lines = await Array.fromAsync(dump(store, '2026-11-22T00:00:00Z'))
      await store.close()
      expect(JSON.parse(lines[0]!)).toMatchObject({ head: { layouts: { main: before.at(-1) } } })
      expect(lines.some((line) => line.includes('"kept"'))).toBe(true)
      expect(await layoutOf(settings)).toEqual(before)
    })
  })

  it('create nothing in an empty place under the policy "current"', async () => {
    const settings = await under.freshSettings()
    await expect(openStore(settings, { layout: 'current' })).rejects.toThrow(
      'there is no store yet; create it with `ukintel migrate`',
    )
    const store = await openStore(settings, { layout: 'as-is' })
    expect(await listMigrations(store.main, 'main')).toEqual([])
    await expect(Array.fromAsync(dump(store, '2026-11-22T00:00:00Z'))).rejects.toThrow(
      'there is no store yet',
    )
    await store.close()
  })

  it('may be run by several processes concurrently', async () => {
    const settings = await under.freshSettings()
    const replicas = await Promise.all([1, 2, 3].map(() => replica(settings)))
    expect(replicas.map(({ said }) => said).sort()).toEqual(['lease', 'none', 'none'])
    await Promise.all(replicas.map((each) => each.end()))
  })
})

eachEngine('documents', (under) => {
  it('are kept, replaced and purged by age; instants come back as exact numbers', async () => {
    const documents = createDocuments((await under.open()).main)
    expect(await documents.load('absent')).toBeNull()
    await documents.save('company:1', '{"name":"Ö & Söhne \\u2028 Ltd 😀"}', 1_795_000_000_123)
    expect(await documents.load('company:1')).toEqual({
      json: '{"name":"Ö & Söhne \\u2028 Ltd 😀"}',
      fetchedMs: 1_795_000_000_123,
    })
    await documents.save('company:1', '{}', 1_795_000_000_124)
    await documents.save('company:2', '{}', 1_795_000_000_125)
    await documents.purge(1_795_000_000_125)
    expect(await documents.load('company:1')).toBeNull()
    expect(await documents.load('company:2')).toEqual({ json: '{}', fetchedMs: 1_795_000_000_125 })
  })

  it('written concurrently for one key leave one of them, whole', async () => {
    const documents = createDocuments((await under.open()).main)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => documents.save('same', `{"n":${index}}`, index)),
    )
    const kept = await documents.load('same')
    expect(JSON.parse(kept!.json)).toEqual({ n: kept!.fetchedMs })
  })
})

eachEngine('feedback', (under) => {
  it('is stored under a separate id, with and without the optional fields', async () => {
    const store = await under.open()
    const feedback = createFeedbackStore(store.main)
    const full = await feedback.add({
      message: "It's “fine”",
      endpoint: '/v1/health',
      contact: 'a@example.org',
      receivedMs: 1000,
    })
    const bare = await feedback.add({
      message: 'x',
      endpoint: null,
      contact: null,
      receivedMs: 1000,
    })
    expect(full).toMatch(/^fb_[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(bare).not.toBe(full)
    const rows = await store.main.selectFrom('feedback').selectAll().orderBy('message').execute()
    expect(rows).toEqual(
      expect.arrayContaining([
        {
          id: full,
          received_ms: 1000,
          message: "It's “fine”",
          endpoint: '/v1/health',
          contact: 'a@example.org',
        },
        { id: bare, received_ms: 1000, message: 'x', endpoint: null, contact: null },
      ]),
    )
  })
})

eachEngine('runs', (under) => {
  it('are held by one owner until released', async () => {
    const runs = createRuns((await under.open()).main, manualClock(0))
    const lease = await runs.acquire('ingest', 1000)
    expect(lease).not.toBeNull()
    expect(await runs.acquire('ingest', 1000)).toBeNull()
    expect(await runs.acquire('another', 1000)).not.toBeNull()
    await lease!.release()
    expect(await runs.acquire('ingest', 1000)).not.toBeNull()
  })

  it('go to exactly one of many concurrent owners', async () => {
    const runs = createRuns((await under.open()).main, manualClock(0))
    const asked = Array.from({ length: 8 }, () => runs.acquire('ingest', 1000))
    expect((await Promise.all(asked)).filter((lease) => lease !== null)).toHaveLength(1)
  })

  it('pass on when the lease ended, and the former owner is informed and can do no harm', async () => {
    const clock = manualClock(0)
    const runs = createRuns((await under.open()).main, clock)
    const first = await runs.acquire('ingest', 1000)
    clock.advance(999)
    expect(await runs.acquire('ingest', 1000)).toBeNull()
    clock.advance(1)
    const second = await runs.acquire('ingest', 1000)
    expect(second).not.toBeNull()
    expect(await first!.extend()).toBe(false)
    await first!.release()
    expect(await runs.acquire('ingest', 1000)).toBeNull()
    expect(await second!.extend()).toBe(true)
  })

  it('stay held as long as the owner extends', async () => {
    const clock = manualClock(0)
    const runs = createRuns((await under.open()).main, clock)
    const lease = await runs.acquire('ingest', 1000)
    for (let step = 0; step < 3; step++) {
      clock.advance(900)
      expect(await lease!.extend()).toBe(true)
      expect(await runs.acquire('ingest', 1000)).toBeNull()
    }
    clock.advance(1000)
    expect(await runs.acquire('ingest', 1000)).not.toBeNull()
  })

  it('pass on immediately when their owner was killed on this host, to one of all callers', async () => {
    const settings = await under.freshSettings()
    const killed = await replica(settings)
    const runs = createRuns((await under.open(settings)).main, manualClock(0))
    expect([killed.said, await runs.acquire('ingest', 1000)]).toEqual(['lease', null])
    await killed.end()
    const leases = await Promise.all(Array.from({ length: 8 }, () => runs.acquire('ingest', 1000)))
    expect(leases.filter((lease) => lease !== null)).toHaveLength(1)
    expect(await runs.acquire('ingest', 1000)).toBeNull()
  })

  it.each<[string, string, boolean]>([
    [
      'had our process id before us: at once',
      processOwner().split('/').with(2, '0badcafe').join('/'),
      true,
    ],
    [
      'has our host name and process id in another container: not before the lease is over',
      `${hostname()}/${process.pid}/0badcafe/0badcafe-1`,
      false,
    ],
    [
      'runs on another host: not before the lease is over',
      `elsewhere/${process.pid}/0badcafe`,
      false,
    ],
    ['is of a release that named its owners otherwise: likewise', String(process.pid), false],
  ])('pass on from an owner that %s', async (_, owner, passesOn) => {
    const { main } = await under.open()
    const clock = manualClock(0)
    const runs = createRuns(main, clock)
    await runs.acquire('ingest', 1000)
    await main.updateTable('runs').set({ owner }).execute()
    expect((await runs.acquire('ingest', 1000)) !== null).toBe(passesOn)
    clock.advance(1000)
    expect(await runs.acquire('ingest', 1000)).not.toBeNull()
  })

  it('remember what each source last did, member by member', async () => {
    const runs = createRuns((await under.open()).main, manualClock(0))
    expect(await runs.source('portal')).toEqual({
      lastSuccessMs: null,
      lastAttemptMs: null,
      failure: null,
      detail: {},
    })
    await runs.recordSource('portal', { lastAttemptMs: 5, failure: 'timed out' })
    await runs.recordSource('portal', {
      lastSuccessMs: 1_795_000_000_123,
      failure: null,
      detail: { cursor: 'ä' },
    })
    await runs.recordSource('portal', {})
    expect(await runs.source('portal')).toEqual({
      lastSuccessMs: 1_795_000_000_123,
      lastAttemptMs: 5,
      failure: null,
      detail: { cursor: 'ä' },
    })
  })
})
