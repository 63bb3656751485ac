import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { createChangeStore, type NewChange } from '../../src/store/changes.ts'
import { findParts, listSources } from '../../src/store/contract-divisions.ts'
import { type ContractFilter, isFound, type TextQuery } from '../../src/store/contract-filter.ts'
import { isPostgres, runAll } from '../../src/store/dialect.ts'
import { dump, load } from '../../src/store/dump.ts'
import { contractCodes } from '../../src/store/migrations/0015_contract_codes.ts'
import { contractDivisions } from '../../src/store/migrations/0017_contract_divisions.ts'
import type { MainTables } from '../../src/store/schema.ts'
import type { ContractRow, ContractUpdate } from '../../src/store/tender-contracts.ts'
import { createContractStore } from '../../src/store/tender-contracts.ts'
import { createTenderStore } from '../../src/store/tenders.ts'
import { contractRow } from '../support/contract-row.ts'
import { type EngineUnderTest, eachEngine } from '../support/engines.ts'

const TODAY = '2026-11-20'

function row(key: string, change: Partial<ContractRow> = {}): ContractRow {
  const award = {
    key,
    buyerKey: 'name:b',
    buyerNameKey: 'name:b',
    awardedOn: '2026-01-02',
    divisions: '90',
    suppliers: '[{"key":"s","sme":null}]',
  }
  return contractRow(award, {
    terms: 'tclean tschool z tleed c90910000',
    json: JSON.stringify(key),
    ends: '2027-01-31',
    latest: '2027-01-31',
    amount: 100,
    currency: 'GBP',
    summable: 1,
    ...change,
  })
}

const word = (term: string): TextQuery => ({ phrase: [term] })

/** A filter that leaves nothing out which has the text. */
const EVERYTHING = (text: TextQuery): ContractFilter => ({
  ...filter({ status: 'all', endedSince: '0' }),
  text,
})

const filter = (change: Partial<ContractFilter> = {}): ContractFilter => ({
  text: word('tclean'),
  status: 'running',
  today: TODAY,
  endedSince: '2024-11-20',
  endsAfter: null,
  endsBefore: null,
  valueMin: null,
  valueMax: null,
  ...change,
})

async function opened(under: EngineUnderTest, rows: readonly ContractRow[]) {
  const { main } = await under.open()
  const tenders = createTenderStore(main)
  const apply = (contracts: readonly ContractRow[]) =>
    tenders.apply({ releases: [], contracts, quarantined: [], merge: () => [], source: null })
  await apply(rows)
  const store = createContractStore(main)
  const keys = async (change: Partial<ContractFilter> = {}, limit = 10) =>
    (await store.search(filter(change), limit)).best.map((json) => JSON.parse(json) as string)
  return { main, tenders, apply, store, keys }
}

/** Adds up contracts by currency, one after the other. */
function sumsOf(rows: readonly ContractRow[]) {
  const byCurrency = Object.groupBy(rows, (each) => each.currency ?? 'GBP')
  return Object.entries(byCurrency)
    .map(([currency, group = []]) => {
      const summed = group.filter(({ summable }) => summable > 0)
      return {
        currency,
        sum: summed.reduce((sum, { amount }) => sum + amount!, 0),
        counted: summed.length,
        withoutValue: group.length - summed.length,
        withTax: group.filter(({ summable }) => summable === 2).length,
      }
    })
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))
}

/** Removes what the layout with divisions added. */
async function dropDivisions(main: Kysely<MainTables>): Promise<void> {
  const triggers = ['added', 'dropped', 'changed'].map(
    (name) => `drop trigger tender_contract_facts_${name}`,
  )
  await runAll(main as unknown as Kysely<unknown>, [
    ...(isPostgres(main as unknown as Kysely<unknown>)
      ? ['drop function follow_contract_divisions cascade']
      : triggers),
    'drop table tender_contract_divisions',
  ])
}

eachEngine('contracts', (under) => {
  it('are found by words, phrases, prefixes and their combinations', async () => {
    const { keys } = await opened(under, [
      row('a'),
      row('b', { terms: "tclean z tschool to'brien c72000000" }),
    ])
    const found = (text: TextQuery) => keys({ text })
    expect(await found(word('tclean'))).toEqual(['a', 'b'])
    expect(await found({ phrase: ['tclean', 'tschool'] })).toEqual(['a'])
    expect(await found({ phrase: ['tclean', 'z', 'tschool'] })).toEqual(['b'])
    expect(await found({ prefix: 'c909' })).toEqual(['a'])
    expect(await found({ prefix: 'c' })).toEqual(['a', 'b'])
    expect(
      await found({ all: [word('tclean'), { any: [word('tx'), { prefix: 'c72' }] }] }),
    ).toEqual(['b'])
    expect(await found(word('tcleaning'))).toEqual([])
  })

  it('that run come soonest end first, those within their options last; others newest first', async () => {
    const { keys } = await opened(under, [
      row('late', { ends: '2028-01-01', latest: '2028-01-01' }),
      row('B|soon', { ends: '2026-12-01', latest: '2026-12-01' }),
      row('A|soon', { ends: '2026-12-01', latest: '2026-12-01' }),
      row('option', { ends: '2026-01-01', latest: '2027-01-01' }),
      row('today', { ends: TODAY, latest: TODAY }),
      row('over', { ends: '2026-11-19', latest: '2026-11-19', awardedOn: '2025-01-02' }),
      row('stopped', { terminated: 1, awardedOn: '2025-06-02' }),
      row('endless', { ends: null, latest: null, awardedOn: '2026-06-02' }),
    ])
    expect(await keys()).toEqual(['today', 'A|soon', 'B|soon', 'late', 'option'])
    expect(await keys({}, 2)).toEqual(['today', 'A|soon'])
    expect(await keys({ status: 'ended' })).toEqual(['stopped', 'over'])
    expect((await keys({ status: 'all' }))[0]).toBe('endless')
    expect(await keys({ status: 'all' })).toHaveLength(8)
    expect(await keys({ endsAfter: '2026-12-01', endsBefore: '2026-12-01' })).toEqual([
      'A|soon',
      'B|soon',
    ])
  })

  it('are summed by currency over all that match, without ceilings', async () => {
    const { store } = await opened(under, [
      ...Array.from({ length: 30 }, (_, index) => row(`n${index}`)),
      row('ceiling', { amount: 1_000_000, summable: 0 }),
      row('euro', { currency: 'EUR', amount: 7 }),
      row('none', { amount: null, currency: null, summable: 0 }),
      row('huge', { amount: 9_000_000_000_000_000 }),
      row('huger', { amount: 9_000_000_000_000_000 }),
    ])
    const found = await store.search(filter({ status: 'all' }), 3)
    expect(found.best).toHaveLength(3)
    expect(found.total).toBe(35)
    expect(found.totals).toEqual([
      { currency: 'EUR', sum: 7, counted: 1, withoutValue: 0, withTax: 0 },
      { currency: 'GBP', sum: 18_000_000_000_003_000, counted: 32, withoutValue: 2, withTax: 0 },
    ])
  })

  it('are found by SQL exactly if the same filter over a recorded change finds them', async () => {
    const date = fc.constantFrom('2024-11-19', '2024-11-20', '2026-11-19', TODAY, '2027-01-31')
    const anyRow = fc.record({
      ends: fc.option(date),
      optionDays: fc.boolean(),
      terminated: fc.nat(1),
      amount: fc.option(fc.constantFrom(5, 100, 900)),
      currency: fc.constantFrom('GBP', 'GBP', 'EUR'),
      summable: fc.nat(2),
      terms: fc.constantFrom(
        'tclean tschool z tleed c90910000',
        "tschool tclean z to'brien c72000000 r123",
        'tclean z tschool btrust n01234567',
        'tclean c90910000 c90500000 c45000000 rwales',
        'tclean c45233000 ryorkshire renglish',
        `tclean c90911000 c72000000 rwales ${'c90920000 '.repeat(160)}`.trim(),
      ),
    })
    const code = fc.constantFrom<TextQuery>(
      { prefix: 'c90' },
      { prefix: 'c9091' },
      { phrase: ['c90910000'] },
      { prefix: 'c45' },
      { prefix: 'c452' },
      { prefix: 'c7' },
    )
    const region = fc.constantFrom<TextQuery>(
      { any: [{ phrase: ['rwales'] }, { phrase: ['ruk'] }] },
      { phrase: ['renglish'] },
    )
    const codes = fc.oneof(code, fc.record({ any: fc.array(code, { minLength: 1, maxLength: 4 }) }))
    const part = fc.constantFrom<TextQuery>(
      { phrase: ['tclean'] },
      { phrase: ['tclean', 'tschool'] },
      { phrase: ['tclean', 'z', 'tschool'] },
      { phrase: ['tschool', 'tschool'] },
      { prefix: 'c90' },
      { prefix: 'n0123' },
      { phrase: ['r123'] },
    )
    const anyText = fc.oneof(
      part,
      codes,
      fc.tuple(codes, region).map((all): TextQuery => ({ all })),
      fc.record({ all: fc.array(part, { minLength: 1, maxLength: 3 }) }),
      fc.record({ any: fc.array(part, { minLength: 1, maxLength: 3 }) }),
    )
    const bound = fc.option(date)
    const anyFilter = fc.record({
      text: anyText,
      status: fc.constantFrom('running' as const, 'ended' as const, 'all' as const),
      endsAfter: bound,
      endsBefore: bound,
      valueMin: fc.option(fc.constantFrom(5, 50, 1000)),
      valueMax: fc.option(fc.constantFrom(5, 50, 1000)),
    })
    const shapes = fc.sample(anyRow, { numRuns: 150, seed: 7 })
    const rows = shapes.map(({ optionDays, amount, ends, ...shape }, index) =>
      row(`n${String(index).padStart(3, '0')}`, {
        ...shape,
        ends,
        latest: ends && optionDays ? '2027-06-30' : ends,
        amount,
        currency: amount === null ? null : shape.currency,
        summable: amount === null ? 0 : shape.summable,
      }),
    )
    const { main, store } = await opened(under, rows)
    const sliced = createContractStore(main, 7)
    const counts = { found: 0, none: 0 }
    for (const change of fc.sample(anyFilter, { numRuns: 300, seed: 11 })) {
      const asked = filter(change)
      const found = await store.search(asked, rows.length)
      const { best, total, totals } = found
      if (findParts(asked.text)) {
        const byWords = { ...asked, text: { all: [asked.text, word('tclean')] } }
        expect(await store.search(byWords, rows.length)).toEqual(found)
        expect(await sliced.search(asked, rows.length)).toEqual(found)
      }
      const recorded = rows.filter((each) => isFound(each, asked))
      expect(totals).toEqual(sumsOf(recorded))
      expect(best.map((json) => JSON.parse(json)).sort()).toEqual(recorded.map(({ key }) => key))
      const having = rows.filter((each) => isFound(each, EVERYTHING(asked.text))).length
      expect(await store.isAtMost(asked.text, having)).toBe(true)
      if (having > 0) expect(await store.isAtMost(asked.text, having - 1)).toBe(false)
      counts[total > 0 ? 'found' : 'none'] += 1
    }
    expect(Math.min(counts.found, counts.none)).toBeGreaterThan(20)
  })

  it('that ended longer ago than contracts are findable stay stored for the history of the buyer', async () => {
    const { keys, tenders } = await opened(under, [
      row('old', { ends: '2024-11-19', latest: '2024-11-19', awardedOn: '2024-10-01' }),
      row('found', { ends: '2024-11-20', latest: '2024-11-20', awardedOn: '2024-10-01' }),
      row('option', { ends: '2024-01-31', latest: '2025-01-31', awardedOn: '2024-01-01' }),
    ])
    expect(await keys({ status: 'ended' })).toEqual(['found', 'option'])
    expect(await keys({ status: 'all' })).toEqual(['found', 'option'])
    const awards = (await Array.fromAsync(tenders.awards('2023-11-20'))).flat()
    expect(awards.map(({ key }) => key)).toEqual(['found', 'old', 'option'])
  })

  it('are recorded when they change, in the transaction of the change, once the list has started', async () => {
    const { main } = await under.open()
    const tenders = createTenderStore(main)
    const changes = createChangeStore(main)
    const apply = (contracts: readonly ContractRow[], fails = false) =>
      tenders.apply({
        releases: [],
        contracts,
        quarantined: fails ? [null as never] : [],
        merge: () => [],
        source: null,
        record: { nowMs: 5, changes: () => [], contract: reported },
      })
    const reported = ({ before, after }: ContractUpdate): NewChange => ({
      kind: before === null ? 'awarded' : 'altered',
      id: after.key,
      detail: '{}',
      before: before?.terms ?? null,
      after: after.terms,
    })
    const recorded = async () =>
      (await changes.between('contracts', 0, 99)).map(({ kind, id }) => `${kind} ${id}`)
    await apply([row('a')])
    expect(await recorded()).toEqual([])
    await tenders.recordEnding(1, () => TODAY, reported as never)
    await apply([row('a'), row('b')])
    await apply([row('b', { terms: 'tcater', releasedMs: 2 })])
    await expect(apply([row('c')], true)).rejects.toThrow()
    expect(await recorded()).toEqual(['awarded b', 'altered b'])
    expect((await changes.between('contracts', 1, 2))[0]).toMatchObject({
      atMs: 5,
      before: 'tclean tschool z tleed c90910000',
      after: 'tcater',
    })
  })

  it('that come near their end are recorded once, the soonest first', async () => {
    const { main, tenders } = await opened(under, [
      row('before', { ends: '2027-01-01' }),
      row('b', { ends: '2027-01-03' }),
      row('a', { ends: '2027-01-03' }),
      row('first', { ends: '2027-01-02' }),
      row('stopped', { ends: '2027-01-02', terminated: 1 }),
      row('hidden', { ends: '2027-01-02', shown: 0 }),
      row('later', { ends: '2027-01-04' }),
      row('endless', { ends: null, latest: null }),
    ])
    const record = (nowMs: number) =>
      tenders.recordEnding(
        nowMs,
        (ms) => `2027-01-0${ms}`,
        ({ key }) => ({ kind: 'ending', id: key, detail: '{}', before: null, after: null }),
      )
    const recorded = async () =>
      (await createChangeStore(main).between('contracts', 0, 99)).map(({ id }) => id)
    await record(1)
    expect(await recorded()).toEqual([])
    for (const nowMs of [3, 3, 2]) await record(nowMs)
    expect(await recorded()).toEqual(['first', 'a', 'b'])
    await record(4)
    expect(await recorded()).toEqual(['first', 'a', 'b', 'later'])
  })

  it('that a filter cannot judge are counted once and left out', async () => {
    const { store } = await opened(under, [
      row('fits'),
      row('small', { amount: 5 }),
      row('endless', { ends: null, latest: null }),
      row('ceiling', { summable: 0 }),
      row('neither', { summable: 0, ends: null, latest: null }),
      row('euro', { currency: 'EUR' }),
      row('stopped', { terminated: 1, ends: null, latest: null }),
    ])
    const found = await store.search(filter({ valueMin: 50, valueMax: 200 }), 10)
    expect(found.best).toEqual(['"fits"'])
    expect([found.total, found.excluded]).toEqual([1, { value: 3, dates: 1 }])
    expect((await store.search(filter({ status: 'all' }), 0)).excluded).toEqual({
      value: 0,
      dates: 0,
    })
  })

  it('follow a correction in the text, the facts and the full-text index, and go when they are purged', async () => {
    const { apply, keys, tenders, main } = await opened(under, [row('a'), row('b')])
    const revision = await tenders.revision()
    await apply([row('a'), row('b')])
    expect(await tenders.revision()).toBe(revision)
    await apply([row('b', { releasedMs: 2, terms: 'tcater', keepUntil: '2026-11-19' })])
    expect(await tenders.revision()).toBe(revision + 1)
    expect(await keys()).toEqual(['a'])
    expect(await keys({ text: word('tcater') })).toEqual(['b'])
    await tenders.purge(0, TODAY, { paymentsBefore: TODAY, rawBefore: TODAY })
    expect(await keys({ text: word('tcater') })).toEqual([])
    expect(await keys()).toEqual(['a'])
    expect(await main.selectFrom('tender_contract_facts').select('key').execute()).toHaveLength(1)
  })

  it('merge in the order of their releases, whichever comes first', async () => {
    const seen: string[] = []
    const { main } = await under.open()
    const tenders = createTenderStore(main)
    const apply = (contracts: readonly ContractRow[]) =>
      tenders.apply({
        releases: [],
        contracts,
        quarantined: [],
        merge: () => [],
        source: null,
        mergeContracts(older, newer) {
          seen.push(`${older.releasedMs}<${newer.releasedMs}`)
          return newer
        },
      })
    await apply([row('a', { releasedMs: 3 }), row('a', { releasedMs: 2 })])
    await apply([row('a', { releasedMs: 1 })])
    await apply([row('a', { releasedMs: 4 })])
    expect(seen).toEqual(['2<3', '1<3', '3<4'])
  })

  it('tell since when each portal is stored', async () => {
    const { store } = await opened(under, [
      row('a', { releasedMs: 5 }),
      row('b', { releasedMs: 3, portal: 'sell2wales' }),
      row('c', { releasedMs: 4, portal: 'sell2wales' }),
    ])
    expect(await store.firstReleases(['find-a-tender', 'sell2wales', 'other'])).toEqual(
      new Map([
        ['find-a-tender', 5],
        ['sell2wales', 3],
      ]),
    )
  })

  it('are found in a store that was restored from a backup', async () => {
    const store = await under.open()
    await createTenderStore(store.main).apply({
      releases: [],
      contracts: [row('a')],
      quarantined: [],
      merge: () => [],
      source: null,
    })
    async function* lines() {
      yield* await Array.fromAsync(dump(store, '2026-11-22T00:00:00Z'))
    }
    const restored = await under.open()
    await load(restored, lines())
    const found = await createContractStore(restored.main).search(filter(), 10)
    expect(found.best).toEqual(['"a"'])
  })

  it('by division and end are read in slices, each once, from the key alone', async () => {
    const count = 9000
    const rows = Array.from({ length: count }, (_, index) =>
      row(`n${String(index).padStart(4, '0')}`, {
        terms: index % 3 === 0 ? 'c45000000 c71000000' : 'c45233000',
        ends: `2027-01-${String((index % 28) + 1).padStart(2, '0')}`,
        latest: '2027-01-31',
      }),
    )
    const { main, store } = await opened(under, rows)
    const both: TextQuery = { any: [{ prefix: 'c45' }, { prefix: 'c71' }] }
    const asked = filter({ text: both, endsAfter: '2027-01-02', endsBefore: '2027-12-31' })
    const inTime = rows.filter(({ ends }) => ends! >= '2027-01-02')
    const found = await store.search(asked, 3)
    expect([found.total, found.totals[0]?.sum]).toEqual([inTime.length, inTime.length * 100])
    expect(found.best.map((json) => JSON.parse(json))).toEqual(['n0001', 'n0029', 'n0057'])

    await sql.raw(under.engine === 'postgres' ? 'vacuum analyze' : 'analyze').execute(main)
    const parts = findParts({ prefix: 'c71' })!
    for await (const { table, isShown } of listSources(main, parts, {
      ...asked,
      endsAfter: '2027-01-27',
    })) {
      if (!isShown) continue
      const explain = sql.raw(under.engine === 'postgres' ? 'explain' : 'explain query plan')
      const plan = await sql`${explain} SELECT count(*) FROM ${table} AS f`.execute(main)
      expect(JSON.stringify(plan.rows)).toMatch(
        under.engine === 'postgres'
          ? /Index Only Scan using tender_contract_divisions_pkey/
          : /SEARCH d USING PRIMARY KEY \(code=\?/,
      )
    }
  })

  it('that were stored without codes are found by CPV and region', async () => {
    const { main, keys } = await opened(under, [
      row('a', { terms: "tclean to'brien c90910000 c45000000 ryorkshire renglish" }),
      row('b', { terms: 'tclean c72000000 rwales' }),
      row('c', { terms: '', shown: 0 }),
    ])
    const before = await main
      .selectFrom('tender_contract_facts')
      .selectAll()
      .orderBy('id')
      .execute()
    await dropDivisions(main)
    if (under.engine === 'postgres')
      await runAll(main as unknown as Kysely<unknown>, [
        'drop index tender_contract_facts_by_code, tender_contract_facts_by_end',
      ])
    await runAll(main as unknown as Kysely<unknown>, [
      'alter table tender_contract_facts drop column codes',
    ])
    await contractCodes.up(main as unknown as Kysely<unknown>)
    await contractDivisions.up(main as unknown as Kysely<unknown>)
    const after = await main.selectFrom('tender_contract_facts').selectAll().orderBy('id').execute()
    expect(after).toEqual(before)
    expect(after.map(({ codes }) => codes)).toEqual([
      'c90910000 c45000000 ryorkshire renglish',
      'c72000000 rwales',
      '',
    ])
    expect(await keys({ text: { prefix: 'c45' } })).toEqual(['a'])
    expect(await keys({ text: { all: [word('rwales'), word('tclean')] } })).toEqual(['b'])
  })
})
