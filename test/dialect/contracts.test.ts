import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { runAll } from '../../src/store/dialect.ts'
import { dump, load } from '../../src/store/dump.ts'
import { tenderContracts } from '../../src/store/migrations/0013_tender_contracts.ts'
import { createBuyerStore } from '../../src/store/tender-buyers.ts'
import type { ContractFilter, ContractRow, TextQuery } from '../../src/store/tender-contracts.ts'
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
    summable: true,
    ...change,
  })
}

const word = (term: string): TextQuery => ({ phrase: [term] })

const filter = (change: Partial<ContractFilter> = {}): ContractFilter => ({
  text: word('tclean'),
  status: 'running',
  today: TODAY,
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
      row('stopped', { terminated: true, awardedOn: '2025-06-02' }),
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
      row('ceiling', { amount: 1_000_000, summable: false }),
      row('euro', { currency: 'EUR', amount: 7 }),
      row('none', { amount: null, currency: null, summable: false }),
      row('huge', { amount: 9_000_000_000_000_000 }),
      row('huger', { amount: 9_000_000_000_000_000 }),
    ])
    const found = await store.search(filter({ status: 'all' }), 3)
    expect(found.best).toHaveLength(3)
    expect(found.total).toBe(35)
    expect(found.totals).toEqual([
      { currency: 'EUR', sum: 7, counted: 1, withoutValue: 0 },
      { currency: 'GBP', sum: 18_000_000_000_003_000, counted: 32, withoutValue: 2 },
    ])
  })

  it('that a filter cannot judge are counted once and left out', async () => {
    const { store } = await opened(under, [
      row('fits'),
      row('small', { amount: 5 }),
      row('endless', { ends: null, latest: null }),
      row('ceiling', { summable: false }),
      row('neither', { summable: false, ends: null, latest: null }),
      row('euro', { currency: 'EUR' }),
      row('stopped', { terminated: true, ends: null, latest: null }),
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
    await tenders.purge(0, TODAY, TODAY)
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

  it('of an earlier layout stay known by their buyer, and are replaced when they are read again', async () => {
    const { main } = await under.open()
    const old = '(key text primary key, buyer_key text, buyer_name_key text,'
    await runAll(main as unknown as Kysely<unknown>, [
      'drop table tender_contracts',
      'drop table tender_contract_facts',
      ...(under.engine === 'sqlite' ? ['drop table tender_contracts_fts'] : []),
      `create table tender_awards ${old} awarded_on text, divisions text, suppliers text)`,
      `create table tender_contracts ${old} on_date text, json text)`,
      `insert into tender_awards values ('a', 'name:b', 'name:b', '2025-01-02', '90', '[1]'), ('b', 'name:b', 'name:b', '2026-01-02', '72', '[2]')`,
      `insert into tender_contracts values ('a', 'name:b', 'name:b', '2025-01-02', '"earlier"')`,
    ])
    await tenderContracts.up(main as unknown as Kysely<unknown>)
    const tenders = createTenderStore(main)
    const awards = (await Array.fromAsync(tenders.awards('2020-01-01'))).flat()
    expect(awards.map(({ key, suppliers }) => [key, suppliers])).toEqual([
      ['a', '[1]'],
      ['b', '[2]'],
    ])
    const contractsOf = () => createBuyerStore(main).contracts('name:b', 'name:b', 10)
    expect(await contractsOf()).toEqual(['"earlier"'])
    await tenders.purge(0, '2032-01-02', '2000-01-01')
    expect((await tenders.counts()).awards.count).toBe(2)
    await tenders.apply({
      releases: [],
      contracts: [row('a')],
      quarantined: [],
      merge: () => [],
      source: null,
    })
    expect(await contractsOf()).toEqual(['"a"'])
    expect((await createContractStore(main).search(filter(), 10)).best).toEqual(['"a"'])
  })
})
