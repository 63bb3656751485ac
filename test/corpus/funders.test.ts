/**
 * Recorded grant files through the real code, figure by figure against a few lines of SQL over the
 * same rows.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parse } from 'csv-parse/sync'
import readSheets from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dataset } from '../../sandbox/funder-registry/catalogue.ts'
import { type FunderRegistry, startFunderRegistry } from '../../sandbox/funder-registry/server.ts'
import { createFunders, type FundersDomain } from '../../src/funders/domain.ts'
import { funderDossier } from '../../src/funders/operations/funder-dossier.ts'
import { parseRegistry } from '../../src/funders/sources/registry.ts'
import { manualClock } from '../../src/platform/clock.ts'
import { createLifecycle } from '../../src/platform/lifecycle.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { createBareContext } from '../support/bare-context.ts'
import { recordedData } from './recorded.ts'

const { present, folder: recorded } = recordedData('funders')

const CC_BY = { url: 'https://creativecommons.org/licenses/by/4.0/', name: 'CC BY 4.0' }

/** Oldest first; of two files with the same grants the later one holds. */
const FILES: readonly [file: string, publisher: string, prefix: string][] = [
  ['datagetter_valid.xlsx', 'Cloudesley', '360G-Cloudesley'],
  ['datagetter_validfile.json', 'Cloudesley', '360G-Cloudesley'],
  ['grantnav-test_a002400000KeYdsAAF.json', 'Wolfson Foundation', '360G-wolfson'],
  ['grantnav-test_a002400000KeYdsAAF-currency.json', 'Wolfson Foundation', '360G-wolfson'],
  ['data-conversion_arts-council-wales.csv', 'Arts Council of Wales', '360G-ACW'],
  ['data-conversion_sport-england_exchequer.csv', 'Sport England', '360G-SE'],
  ['dataquality_a001p00000zgyHZAAY.json', 'A B Charitable Trust', '360G-ABCT'],
  ['dataquality_original_a001p00000zgyHZAAY.xlsx', 'A B Charitable Trust', '360G-ABCT'],
]
const FUNDERS = [
  'GB-CHC-1000147',
  'GB-CHC-1156077',
  '360G-Cloudseley',
  'GB-COH-RC000759',
  'GB-COH-RC000766',
]

describe.skipIf(!present)('recorded grant files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'funders-corpus-'))
  const clock = manualClock('2026-11-20T02:00:00Z')
  const lifecycle = createLifecycle()
  const rows = new DatabaseSync(':memory:')
  let registry: FunderRegistry
  let store: Store
  let wing: FundersDomain

  beforeAll(async () => {
    const datasets = FILES.map(
      ([file, publisher, prefix], index): Dataset => ({
        identifier: `recorded-${index}`,
        title: file,
        publisher,
        prefix,
        licence: CC_BY,
        modified: `2025-01-0${index + 1}`,
        file,
        bytes: readFileSync(join(recorded, file)),
      }),
    )
    registry = await startFunderRegistry({ datasets })
    store = await openStore({ databaseUrl: null, dataDir: folder })
    const serviceContext = createBareContext({ clock, store, lifecycle, dataDir: folder })
    wing = createFunders(serviceContext, {
      registryUrl: registry.url,
      intervalMs: 0,
      windowDays: 7,
      ingest: 'scheduled',
    })
    await wing.look()
    await loadRows(rows)
  })

  afterAll(async () => {
    await lifecycle.stop()
    await store?.close()
    await registry?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(FUNDERS)('give %s the figures that SQL gives', async (funder) => {
    const context = {
      today: '2026-11-20',
      nowMs: clock.nowMs(),
      signal: AbortSignal.timeout(5_000),
    }
    const { result } = await funderDossier.answer({ name: funder }, wing.deps, context)
    const dossier = funderDossier.result.parse(result) as {
      giving: unknown
      coverage: object
      recent_awards: { award_date: string; amount_gbp: number }[]
    }
    expect(dossier.giving).toEqual(givingBySql(rows, funder))
    expect(dossier.coverage).toMatchObject(coverageBySql(rows, funder))
    expect(
      dossier.recent_awards.map(({ award_date, amount_gbp }) => [award_date, amount_gbp]),
    ).toEqual(recentBySql(rows, funder))
  })

  it('hold what was counted when they were collected', async () => {
    const answer = async (name: string) =>
      (
        await funderDossier.answer({ name }, wing.deps, {
          today: '',
          nowMs: clock.nowMs(),
          signal: AbortSignal.timeout(5_000),
        })
      ).result as {
        coverage: Record<string, number>
      }
    // The copy with four grants in dollars is the newer: 114 of its 379 lines are zero.
    expect((await answer('Wolfson Foundation')).coverage).toMatchObject({
      excluded_zero_amount: 114,
      excluded_non_gbp: 4,
      grants_included: 261,
    })
    expect((await answer('A B Charitable Trust')).coverage.grants_included).toBe(783)
    // One identifier stands on several instalments here, and some of them on grants of another
    // funder.
    expect((await answer('Sport England')).coverage.grants_included).toBe(2434)
  })
})

describe.skipIf(!present)('the recorded registry of 2021', () => {
  it('is read whole', () => {
    const datasets = parseRegistry(
      readFileSync(join(recorded, 'registry_data_2021-02_dataquality.json'), 'utf8'),
    )
    expect(datasets).toHaveLength(323)
    expect(new Set(datasets.map(({ publisherPrefix }) => publisherPrefix.toUpperCase())).size).toBe(
      170,
    )
    expect(countBy(datasets.map(({ licence }) => licence?.name ?? 'not open'))).toEqual({
      'CC BY 4.0': 261,
      'OGL v3.0': 50,
      'CC BY-SA 4.0': 9,
      'ODC PDDL 1.0': 2,
      'CC0 1.0': 1,
    })
    expect(
      countBy(datasets.map(({ downloadUrl }) => extname(new URL(downloadUrl!).pathname) || 'none')),
    ).toEqual({
      '.xlsx': 253,
      none: 31,
      '.csv': 15,
      '.json': 10,
      '.aspx': 7,
      '.ods': 4,
      '.html': 3,
    })
    expect(datasets.every(({ modifiedMs }) => modifiedMs > Date.UTC(2014, 0, 1))).toBe(true)
  })
})

function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

/** Every published line, read by other readers than the product's. */
async function loadRows(db: DatabaseSync): Promise<void> {
  db.exec(
    'CREATE TABLE line (file INT, id TEXT, funder TEXT, pence INT, currency TEXT, day TEXT, recipient TEXT, text TEXT)',
  )
  const insert = db.prepare('INSERT INTO line VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  for (const [index, [file]] of FILES.entries()) {
    const path = join(recorded, file)
    const lines = file.endsWith('.json')
      ? ofJson(path)
      : ofTable(file.endsWith('.csv') ? parse(readFileSync(path)) : await sheetOf(path))
    for (const { id, funder, amount, currency, date, recipient, text } of lines) {
      insert.run(
        index,
        id,
        funder,
        Math.round(amount * 100),
        currency,
        isoDate(date),
        recipient,
        text,
      )
    }
  }
  db.exec('CREATE INDEX by_grant ON line (id, funder, file)')
  // The newest file with a grant of this funder counts; a repeated line counts once.
  db.exec(`CREATE TABLE grants AS SELECT DISTINCT * FROM line
           WHERE file = (SELECT max(file) FROM line other WHERE other.id = line.id AND other.funder = line.funder)`)
}

interface Line {
  id: string
  funder: string
  amount: number
  currency: string
  date: unknown
  recipient: string
  text: string
}

function ofJson(path: string): Line[] {
  const { grants } = JSON.parse(readFileSync(path, 'utf8')) as { grants: Record<string, never>[] }
  return grants.map((grant: Record<string, unknown>) => ({
    id: String(grant.id),
    funder: (grant.fundingOrganization as { id: string }[])[0]!.id,
    amount: Number(grant.amountAwarded),
    currency: String(grant.currency),
    date: grant.awardDate,
    recipient: (grant.recipientOrganization as { name: string }[])[0]!.name,
    text: JSON.stringify(grant),
  }))
}

function ofTable(table: unknown[][]): Line[] {
  const headings = table[0] as string[]
  const column = (name: string) => headings.indexOf(name)
  return table.slice(1).map((row) => ({
    id: String(row[column('Identifier')]),
    funder: String(row[column('Funding Org:Identifier')]),
    amount: Number(row[column('Amount Awarded')]),
    currency: String(row[column('Currency')]),
    date: row[column('Award Date')],
    recipient: String(row[column('Recipient Org:Name')]),
    text: JSON.stringify(row),
  }))
}

async function sheetOf(path: string): Promise<unknown[][]> {
  const sheets = (await readSheets(path)) as unknown as { data: unknown[][] }[]
  return sheets[0]!.data
}

function isoDate(date: unknown): string {
  if (date instanceof Date) return date.toISOString().slice(0, 10)
  const text = String(date)
  return text.includes('/') ? text.slice(0, 10).split('/').reverse().join('-') : text.slice(0, 10)
}

const COUNTED = `FROM grants WHERE funder = ? AND currency = 'GBP' AND pence > 0`
/** Linear interpolation between the two closest ranks. */
const QUANTILE = `WITH ranked AS (SELECT pence, row_number() OVER (ORDER BY pence) - 1 AS rank, (count(*) OVER () - 1) * :p AS wanted
    FROM grants WHERE funder = :funder AND currency = 'GBP' AND pence > 0 AND (:year IS NULL OR substr(day, 1, 4) = :year))
  SELECT sum(pence * (1 - abs(rank - wanted))) / 100 AS value FROM ranked WHERE abs(rank - wanted) < 1`

function givingBySql(db: DatabaseSync, funder: string): object {
  const rounded = (value: number) => Math.round(value * 100) / 100
  const quantile = (p: number, year: string | null = null) =>
    rounded((db.prepare(QUANTILE).get({ p, funder, year }) as { value: number }).value)
  const all = db
    .prepare(`SELECT count(*) AS grants, sum(pence) AS pence, avg(pence) AS mean ${COUNTED}`)
    .get(funder) as Record<string, number>
  const years = db
    .prepare(
      `SELECT substr(day, 1, 4) AS year, count(*) AS grants, sum(pence) AS pence ${COUNTED} GROUP BY year ORDER BY year`,
    )
    .all(funder) as { year: string; grants: number; pence: number }[]
  return {
    grants_made: all.grants,
    total_awarded_gbp: all.pence! / 100,
    years: { first: Number(years[0]!.year), last: Number(years.at(-1)!.year) },
    size_distribution_gbp: {
      min: quantile(0),
      p25: quantile(0.25),
      median: quantile(0.5),
      p75: quantile(0.75),
      max: quantile(1),
      mean: rounded(all.mean! / 100),
    },
    yearly: Object.fromEntries(
      years.map(({ year, grants, pence }) => [
        year,
        { grants, total_gbp: pence / 100, median_gbp: quantile(0.5, year) },
      ]),
    ),
    typical_award_gbp: quantile(0.5),
  }
}

function coverageBySql(db: DatabaseSync, funder: string): object {
  return db
    .prepare(
      `SELECT count(*) FILTER (WHERE currency = 'GBP' AND pence > 0) AS grants_included,
              count(*) FILTER (WHERE currency = 'GBP' AND pence <= 0) AS excluded_zero_amount,
              count(*) FILTER (WHERE currency <> 'GBP') AS excluded_non_gbp, 0 AS excluded_share_alike,
              min(day) FILTER (WHERE currency = 'GBP' AND pence > 0) AS first_award,
              max(day) FILTER (WHERE currency = 'GBP' AND pence > 0) AS last_award
       FROM grants WHERE funder = ?`,
    )
    .get(funder) as object
}

function recentBySql(db: DatabaseSync, funder: string): [string, number][] {
  const rows = db
    .prepare(`SELECT day, pence ${COUNTED} ORDER BY day DESC, pence DESC LIMIT 10`)
    .all(funder) as {
    day: string
    pence: number
  }[]
  return rows.map(({ day, pence }) => [day, pence / 100])
}
