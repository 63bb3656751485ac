/**
 * Payment practices: files with known figures into the store, files that are refused, and the
 * answers that follow.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  paymentExport,
  type ReportDates,
  type SandboxPaymentReport,
  sandboxReports,
} from '../../sandbox/payment-practices/export.ts'
import {
  type SandboxPaymentPractices,
  startPaymentPractices,
} from '../../sandbox/payment-practices/server.ts'
import { refreshPaymentPractices } from '../../src/company/payment-practices.ts'
import { silentLog } from '../../src/observe/log.ts'
import { type ManualClock, manualClock } from '../../src/platform/clock.ts'
import { addMonths } from '../../src/platform/london.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { createRuns } from '../../src/store/runs.ts'
import { type Random, randomOf } from '../prove/random.ts'
import { cli } from '../support/cli.ts'
import { expectCode } from '../support/expect-code.ts'
import { createFolder } from '../support/folder.ts'
import { codes, type Envelope, HOURS, type Rig, startRig, TODAY } from './rig.ts'

let folder: string
let store: Store
let clock: ManualClock
beforeEach(async () => {
  folder = createFolder()
  store = await openStore({ databaseUrl: null, dataDir: folder }, { layout: 'create' })
  clock = manualClock(`${TODAY}T12:00:00Z`)
})
afterEach(async () => {
  await store.close()
})

function ingest(csv: string, acceptShrink = false) {
  const path = join(folder, 'given.csv')
  writeFileSync(path, csv)
  clock.advance(1_000)
  return refreshPaymentPractices({
    clock,
    log: silentLog,
    store,
    runs: createRuns(store.main, clock),
    dataDir: folder,
    userAgent: 'test',
    url: 'http://127.0.0.1:9/',
    fromFile: path,
    acceptShrink,
    signal: AbortSignal.timeout(60_000),
  })
}

async function stored(): Promise<Map<string, Record<string, unknown>>> {
  const rows = await store.main.selectFrom('payment_reports').selectAll().execute()
  return new Map(
    rows.map(({ number, report_id, json }) => [`${number} ${report_id}`, JSON.parse(json)]),
  )
}

/** A file of reports with known figures, and what a reader must find in it. */
function generateFile(random: Random) {
  const layout = random.pick(['first', 'later'] as const)
  const dates: ReportDates =
    layout === 'first' ? 'year-month-day' : random.pick(['day/month/year', 'month/day/year'])
  const expected = new Map<string, Record<string, unknown>>()
  const reports: SandboxPaymentReport[] = []
  const unreadable = new Map<number, [column: string, text: string]>()
  const figure = (most: number) =>
    random.chance(0.1) ? null : (random.below(most * 10) / (random.chance(0.3) ? 10 : 1)) % most
  for (let company = 0; company < 8; company += 1) {
    const digits = String(random.below(9_999_999) + 10_000)
    const [cell, number] = random.chance(0.2)
      ? [`sc${digits.padStart(6, '0').slice(-6)}`, `SC${digits.padStart(6, '0').slice(-6)}`]
      : [random.chance(0.5) ? digits : digits.padStart(8, '0'), digits.padStart(8, '0')]
    for (let half = 0; half < 5; half += 1) {
      const start = addMonths('2024-01-01', 6 * half)
      const isAgain = random.chance(0.1)
      for (let filing = 0; filing < (isAgain ? 2 : 1); filing += 1) {
        const report: SandboxPaymentReport = {
          id: String(reports.length + 1_000),
          number: cell,
          start,
          end: half % 2 === 0 ? `${start.slice(0, 4)}-06-30` : `${start.slice(0, 4)}-12-31`,
          filed: `${addMonths(start, 6).slice(0, 7)}-${String(10 + filing + random.below(15))}`,
          averageDays: figure(120),
          within30: figure(100),
          from31To60: figure(100),
          later: figure(100),
          notWithinTerms: figure(100),
          shortest: figure(90),
          longest: figure(120),
        }
        const index = reports.push(report) - 1
        if (index > 0 && unreadable.size < 3 && random.chance(0.03)) {
          unreadable.set(
            index,
            random.pick([
              ['Company number', 'None'],
              ['Company number', '1234'],
              ['End date', '31/02/2026'],
              ['Report Id', ''],
            ]),
          )
          continue
        }
        expected.set(`${number} ${report.id}`, {
          report_id: report.id,
          period_start: report.start,
          period_end: report.end,
          filed: report.filed,
          average_days: report.averageDays,
          within_30_days_pct: report.within30,
          from_31_to_60_days_pct: report.from31To60,
          later_than_60_days_pct: report.later,
          not_within_terms_pct: report.notWithinTerms,
          standard_days_shortest: report.shortest,
          standard_days_longest: report.longest,
          url: `https://check-payment-practices.service.gov.uk/report/${report.id}`,
        })
      }
    }
  }
  const impossible = random.pick(['None', 'n/a', '-3', '1,000', '101%'])
  const options = {
    layout,
    dates,
    lineBreak: random.pick(['\n', '\r\n'] as const),
    byteOrderMark: random.chance(0.3),
    change(cells: Record<string, string>, index: number) {
      const [column, text] = unreadable.get(index) ?? []
      if (column !== undefined) cells[column] = text!
      // What is no figure is none.
      for (const [name, cell] of Object.entries(cells))
        if (cell === '' && / paid |Average/.test(name)) cells[name] = random.pick(['', impossible])
    },
  }
  return { reports, options, expected, unreadable, csv: paymentExport(reports, options) }
}

describe('200 generated files of both layouts', () => {
  it('are stored with every figure as it was generated: none wrong, none invented', async () => {
    const random = randomOf(43)
    const layouts = new Set<string>()
    let reports = 0
    for (let file = 0; file < 200; file += 1) {
      const { csv, expected, unreadable, options } = generateFile(random)
      const report = await ingest(csv, true)
      expect(await stored(), `file ${file}`).toEqual(expected)
      const refused = Object.values(report!.quarantined).reduce((sum, each) => sum + each, 0)
      expect(refused).toBe(unreadable.size)
      layouts.add(`${report!.layout} ${report!.columns} ${report!.date_order}`)
      expect(report!.layout).toBe(options.layout)
      reports += expected.size
    }
    expect([...layouts].sort()).toEqual([
      'first 23 year-month-day',
      'later 52 day/month/year',
      'later 52 month/day/year',
    ])
    expect(reports).toBeGreaterThan(8_000)
  })

  it('are refused where one row has another order of dates, and the stored reports stay', async () => {
    const random = randomOf(44)
    await ingest(generateFile(random).csv, true)
    const before = await stored()
    for (let file = 0; file < 200; file += 1) {
      const { reports, options } = generateFile(random)
      const place = random.below(reports.length)
      const other = random.pick(
        (['year-month-day', 'day/month/year', 'month/day/year'] as const).filter(
          (order) => order !== options.dates,
        ),
      )
      const csv = paymentExport(reports, {
        ...options,
        change(cells, index) {
          if (index === place) cells['End date'] = dateIn(reports[index]!.end, other)
        },
      })
      await expect(ingest(csv, true), `file ${file}`).rejects.toThrow('mixes orders of dates')
    }
    expect(await stored()).toEqual(before)
  })

  it('are refused where they are cut off within a row, and the stored reports stay', async () => {
    const random = randomOf(45)
    await ingest(generateFile(random).csv, true)
    const before = await stored()
    for (let file = 0; file < 200; file += 1) {
      const { csv } = generateFile(random)
      // Ends of rows are the last character of a URL and the line break after it.
      const ends = new Set(
        [
          ...csv.matchAll(/\/report\/\d+(?=\r?\n)|\/report\/\d+\r?(?=\n)|\/report\/\d+\r?\n/g),
        ].flatMap(({ 0: match, index }) =>
          [0, 1, 2].map((more) => index + match.trimEnd().length + more),
        ),
      )
      let at = random.below(csv.length)
      while (ends.has(at)) at += 1
      await expect(ingest(csv.slice(0, at), true), `file ${file} at ${at}`).rejects.toThrow(
        'the file is not believed',
      )
    }
    expect(await stored()).toEqual(before)
  })
})

const dateIn = (date: string, order: ReportDates) => {
  const [year, month, day] = date.split('-')
  if (order === 'year-month-day') return date
  return order === 'day/month/year' ? `${day}/${month}/${year}` : `${month}/${day}/${year}`
}

describe('a file of reports', () => {
  const whole = paymentExport(sandboxReports(TODAY))

  it.each([
    ['a web page', '<html>\n<title>Checking your browser</title>', 'it is a web page'],
    ['nothing', '', 'it has no rows'],
    ['a heading alone', whole.slice(0, whole.indexOf('\r\n') + 2), 'it has no rows'],
    ['another column', whole.replace('End date', 'Last date'), 'names no column "End date"'],
    ['a column twice', whole.replace('E-Invoicing offered', 'URL'), 'the column "URL" twice'],
    [
      'dates of which none shows the order',
      paymentExport(
        [
          {
            ...sandboxReports(TODAY)[0]!,
            start: '2026-01-01',
            end: '2026-06-06',
            filed: '2026-07-07',
          },
        ],
        { layout: 'later' },
      ),
      'no date shows whether the day or the month comes first',
    ],
  ])('that is %s is refused with its reason', async (_, csv, reason) => {
    await expect(ingest(csv)).rejects.toThrow(reason)
    const { failure } = await createRuns(store.main, clock).source('payment_practices')
    expect(failure).toContain(reason)
    expect((await stored()).size).toBe(0)
  })

  it('with far fewer rows than the last one is refused, unless an operator accepts it', async () => {
    await ingest(whole)
    const less = paymentExport(sandboxReports(TODAY).slice(0, 5))
    await expect(ingest(less)).rejects.toThrow('shrank from 14 to 5 rows, which is not believed')
    expect((await stored()).size).toBe(14)
    await ingest(less, true)
    expect((await stored()).size).toBe(5)
  })

  it('of which one row in ten cannot be read is refused', async () => {
    const csv = whole.replaceAll(',99000204,', ',None,')
    await expect(ingest(csv)).rejects.toThrow('2 of 14 rows cannot be read')
  })

  it('stores no name of a company or a person', async () => {
    await ingest(whole)
    expect(JSON.stringify([...(await stored())])).not.toContain('INVENTED')
  })

  it('is read by the command, which exits with 1 for a refused one', async () => {
    const path = join(folder, 'export.csv')
    const environment = { DATA_DIR: join(folder, 'command') }
    const command = ['ingest', 'payment-practices', '--from', path]
    writeFileSync(path, whole)
    const read = await cli(command, environment)
    expect(read.code, read.stderr).toBe(0)
    expect(read.stdout).toContain('14 rows of the first layout, 23 columns, dates year-month-day')
    writeFileSync(path, whole.slice(0, -9))
    const refused = await cli(command, environment)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('refused, the stored reports stay: the file is not believed')
  })
})

describe('accounts with payment practices', () => {
  let site: SandboxPaymentPractices
  let rig: Rig
  afterEach(async () => {
    await rig?.stop()
    await site?.close()
  })

  async function start(csv = paymentExport(sandboxReports(TODAY))) {
    site = await startPaymentPractices(csv)
    rig = await startRig({
      clock,
      context: { store, runs: createRuns(store.main, clock), dataDir: folder },
      settings: { paymentPractices: { url: site.url, ingest: 'scheduled' } },
    })
  }
  const ask = (number: string) => rig.ask('company_accounts', number)
  const result = (envelope: Envelope) =>
    envelope.result as {
      periods: object[]
      payment_practices: { reports: Record<string, unknown>[]; as_of: string } | null
      evaluation: { rules_version: string }
    }
  const source = () => rig.wing.health().upstreams.payment_practices

  it('show the newest six reports, the last filing of each period, and flags', async () => {
    await start()
    await rig.wing.look()
    const answer = await ask('99000202')
    const { payment_practices, evaluation } = result(answer)
    expect(evaluation.rules_version).toBe('1.2.0')
    expect(payment_practices!.as_of).toBe('2026-11-20T12:00:00Z')
    expect(payment_practices!.reports).toHaveLength(6)
    expect(payment_practices!.reports[0]).toEqual({
      report_id: '70100',
      period_start: '2026-01-01',
      period_end: '2026-06-30',
      filed: '2026-07-29',
      average_days: 58,
      within_30_days_pct: 40,
      from_31_to_60_days_pct: 35,
      later_than_60_days_pct: 26,
      not_within_terms_pct: 61,
      standard_days_shortest: 30,
      standard_days_longest: null,
      url: 'https://check-payment-practices.service.gov.uk/report/70100',
    })
    expect(payment_practices!.reports[1]).toMatchObject({ report_id: '70049', average_days: 38 })
    expect(codes(answer)).toEqual([
      'NEGATIVE_NET_CURRENT_ASSETS',
      'CASH_BELOW_SHORT_TERM_CREDITORS',
      'PAYS_LATE',
      'PAYS_SLOWER',
    ])
    expect(answer.sources.map(({ name }) => name)).toContain('Payment practices reports')
    expect(answer.confidence).toBe('high')
  })

  it('are sold where no accounts can be read but a report exists', async () => {
    await start()
    await rig.wing.look()
    const answer = await ask('99000207')
    expect(result(answer).periods).toEqual([])
    expect(result(answer).payment_practices!.reports).toHaveLength(2)
    expect(codes(answer)).toEqual(['NOT_MACHINE_READABLE', 'NO_FIGURES'])
    await expectCode(ask('99000208'), 'ACCOUNTS_NOT_READABLE')
  })

  it('have null where the company never reported, and figures of null where it made no payments', async () => {
    await start()
    await rig.wing.look()
    expect(result(await ask('99000001')).payment_practices).toBeNull()
    const [report] = result(await ask('99000201')).payment_practices!.reports
    expect(report).toMatchObject({ average_days: null, not_within_terms_pct: null })
  })

  it('have a flag until the reports are read, and then none', async () => {
    await start()
    site.break('forbidden')
    await rig.wing.look()
    const answer = await ask('99000202')
    expect(result(answer).payment_practices).toBeNull()
    expect(codes(answer)).toContain('SOURCE_FAILED')
    expect(answer.confidence).toBe('low')
    expect(source()).toMatchObject({ status: 'failing', last_success: null })
    expect(rig.wing.health().warnings.join('\n')).toContain('the server answered 403')
    site.heal()
    clock.advance(HOURS)
    await rig.wing.look()
    expect(codes(await ask('99000202'))).not.toContain('SOURCE_FAILED')
    expect(source()).toMatchObject({ status: 'ok', reports: 14, quarantined: 0 })
  })

  it.each([
    ['page', 'a web page'],
    ['cut', 'broke off'],
    ['down', '.'],
  ] as const)(
    'go on with the stored reports when the refresh fails (%s)',
    async (fault, reason) => {
      await start()
      await rig.wing.look()
      site.break(fault)
      clock.advance(8 * 24 * HOURS)
      await rig.wing.look()
      const answer = await ask('99000202')
      expect(result(answer).payment_practices!.reports).toHaveLength(6)
      expect(codes(answer)).toContain('SOURCE_FAILED')
      expect(rig.wing.health().warnings.join('\n')).toMatch(reason)
    },
  )
})
