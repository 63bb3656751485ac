/**
 * The mirror's ingest and its stream reader, killed with SIGKILL: nothing is lost and nothing
 * stands twice.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { writeBulkFile } from '../../bench/support/bulk-file.ts'
import { startStreams } from '../../sandbox/company-mirror/streams.ts'
import { sourceOf } from '../../src/company/mirror/follow.ts'
import { manualClock } from '../../src/platform/clock.ts'
import type { MirrorTables } from '../../src/store/company-mirror/tables.ts'
import { openSecondaryDatabase } from '../../src/store/open.ts'
import { createRuns } from '../../src/store/runs.ts'
import { cli } from '../support/cli.ts'
import { eachEngine, type StoreSettings } from '../support/engines.ts'
import { createFolder } from '../support/folder.ts'
import { eventually } from '../support/world.ts'

const ROWS = 40_000
const main = join(import.meta.dirname, '../../bin/ukintel.js')
/** Every wait within has its limit. */
const WITHOUT_LIMIT = 0

/** Waits for a count, as long as it goes up at least once in 150 s. */
async function reaches(count: () => number | Promise<number>, least: number): Promise<void> {
  let reached = 0
  const isThere = async () => {
    reached = await count()
    return reached >= least
  }
  await eventually(isThere, { progress: () => reached, maxPauseMs: 150_000 })
}

eachEngine('the mirror, killed', (under) => {
  let folder: string
  let settings: StoreSettings

  beforeEach(async () => {
    folder = createFolder()
    settings = await under.freshSettings({ migrated: true })
    // Two parts, so that one may be whole and the other not.
    await writeBulkFile(join(folder, 'BasicCompanyData-2026-11-01-part1_2.csv'), 0, ROWS / 2)
    await writeBulkFile(join(folder, 'BasicCompanyData-2026-11-01-part2_2.csv'), ROWS / 2, ROWS)
  })

  const environment = () => ({
    PATH: process.env.PATH ?? '',
    DATA_DIR: settings.dataDir,
    DATABASE_URL: settings.databaseUrl ?? '',
    LOG_LEVEL: 'silent',
  })

  const openMirror = (id: string) =>
    openSecondaryDatabase<MirrorTables>(
      settings.databaseUrl === null
        ? { path: join(settings.dataDir, 'companies', `${id}.db`) }
        : { databaseUrl: settings.databaseUrl, schema: `company_mirror_${id}` },
      { patient: true },
    )

  /** Lines read so far of the one generation that is being built. */
  async function linesRead(): Promise<number> {
    const id = await generationBegun()
    if (id === null) return 0
    const db = await openMirror(id)
    try {
      const rows = await db.selectFrom('ingest_files').select('rows').execute()
      return rows.reduce((sum, each) => sum + Number(each.rows), 0)
    } catch {
      return 0
    } finally {
      await db.destroy()
    }
  }

  async function generationBegun(): Promise<string | null> {
    if (settings.databaseUrl === null) {
      const { readdirSync } = await import('node:fs')
      const place = join(settings.dataDir, 'companies')
      return existsSync(place)
        ? (readdirSync(place)
            .find((file) => file.endsWith('.db'))
            ?.replace('.db', '') ?? null)
        : null
    }
    const db = await openSecondaryDatabase<{ pg_namespace: { nspname: string } }>(
      { databaseUrl: settings.databaseUrl, schema: 'pg_catalog' },
      { patient: true },
    )
    const found = await db
      .selectFrom('pg_namespace')
      .select('nspname')
      .where('nspname', 'like', 'company_mirror%')
      .executeTakeFirst()
    await db.destroy()
    return found?.nspname.replace('company_mirror_', '') ?? null
  }

  it(
    'in mid-ingest goes on where it was, with every company once',
    async () => {
      const arguments_ = ['ingest', 'companies', '--from', folder]
      let killedAt = 0
      for (const least of [1, ROWS / 2 + 1]) {
        const child = spawn(process.execPath, [main, ...arguments_], {
          env: environment(),
          stdio: 'ignore',
        })
        const died = once(child, 'exit')
        await reaches(linesRead, least)
        child.kill('SIGKILL')
        await died
        killedAt = await linesRead()
      }
      const run = await cli(arguments_, environment())
      expect(run.stderr + run.stdout).toContain(`${ROWS} companies`)
      expect(run.code).toBe(0)
      expect(
        Number(/, (\d+) of them read by an earlier attempt/.exec(run.stdout)?.[1]),
      ).toBeGreaterThanOrEqual(Math.min(killedAt, ROWS / 2))
      const db = await openMirror((await generationBegun())!)
      const count = async (table: 'companies' | 'company_names') =>
        Number(
          (
            await db
              .selectFrom(table)
              .select((row) => row.fn.countAll().as('n'))
              .executeTakeFirstOrThrow()
          ).n,
        )
      expect(await count('companies')).toBe(ROWS)
      const names = await count('company_names')
      const numbers = await db.selectFrom('companies').select('number').distinct().execute()
      await db.destroy()
      expect(numbers).toHaveLength(ROWS)
      expect(run.stdout).toContain(`with ${names} names`)
    },
    WITHOUT_LIMIT,
  )

  it(
    'in mid-stream goes on after the last event that was kept',
    async () => {
      const streams = await startStreams({ keys: ['key'], beatMs: 20 })
      const store = await under.open(settings)
      const serve = () =>
        spawn(process.execPath, [main, 'serve'], {
          env: {
            ...environment(),
            PORT: '0',
            PUBLIC_URL: 'http://127.0.0.1:0',
            X402_PAY_TO: '0x1111111111111111111111111111111111111111',
            X402_FACILITATOR_URL: 'http://127.0.0.1:9',
            FIND_A_TENDER_URL: 'http://127.0.0.1:9',
            CONTRACTS_FINDER_URL: 'http://127.0.0.1:9',
            FIND_A_GRANT_URL: 'http://127.0.0.1:9',
            THREESIXTY_REGISTRY_URL: 'http://127.0.0.1:9/data.json',
            BANK_HOLIDAYS_URL: 'http://127.0.0.1:9/bank-holidays.json',
            COMPANY_MIRROR: 'stream',
            COMPANIES_HOUSE_BULK_URL: 'http://127.0.0.1:9',
            PAYMENT_PRACTICES_URL: 'http://127.0.0.1:9',
            COMPANIES_HOUSE_STREAM_URL: streams.url,
            COMPANIES_HOUSE_STREAM_KEY: 'key',
          },
          stdio: 'ignore',
        })
      const runs = createRuns(store.main, manualClock(0))
      const events = async () =>
        Number((await runs.source(sourceOf('officers'))).detail.events ?? 0)
      const publish = (from: number, to: number) => {
        for (let n = from; n < to; n += 1)
          streams.publish({
            stream: 'officers',
            resourceUri: `/company/${String(n).padStart(8, '0')}/appointments/x`,
            data: {},
            publishedAt: new Date(Date.now()).toISOString(),
          })
      }
      let child = serve()
      let died = once(child, 'exit')
      try {
        await reaches(streams.open, 5)
        publish(1, 500)
        await reaches(events, 1)
        child.kill('SIGKILL')
        publish(500, 1001)
        await died
        child = serve()
        died = once(child, 'exit')
        await reaches(events, 1000)
        const changes = await store.main.selectFrom('company_changes').select('number').execute()
        expect(new Set(changes.map((each) => each.number)).size).toBe(1000)
        expect(changes).toHaveLength(1000)
      } finally {
        child.kill('SIGKILL')
        await died
        await streams.close()
      }
    },
    WITHOUT_LIMIT,
  )
})
