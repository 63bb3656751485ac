/**
 * The mirror of the register: filled from the monthly file on both engines, searched by name,
 * swapped in one step.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sandboxCompanies } from '../../sandbox/companies-house/companies.ts'
import { bulkArchives } from '../../sandbox/company-mirror/bulk-file.ts'
import { type SandboxBulkSite, startBulkSite } from '../../sandbox/company-mirror/bulk-site.ts'
import { buildHere } from '../../src/company/mirror/build-here.ts'
import { buildInWorker } from '../../src/company/mirror/builder.ts'
import {
  type MirrorRefreshOptions,
  refreshMirror,
  silentMirrorProgress,
} from '../../src/company/mirror/refresh.ts'
import { buildStreamedRow } from '../../src/company/mirror/row.ts'
import { searchMirror } from '../../src/company/mirror/search.ts'
import { createLog } from '../../src/observe/log.ts'
import { type ManualClock, manualClock } from '../../src/platform/clock.ts'
import type { MirrorGeneration } from '../../src/store/company-mirror/generation.ts'
import { mirrorLocation } from '../../src/store/company-mirror/mirror-location.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { createRuns } from '../../src/store/runs.ts'
import { eachEngine, type StoreSettings } from '../support/engines.ts'
import { expectCode } from '../support/expect-code.ts'
import { createFolder } from '../support/folder.ts'
import { retryImmediately } from '../support/immediate-retries.ts'
import { codes, HOURS, type Rig, startRig, TODAY } from './rig.ts'

retryImmediately()

const COMPANIES = sandboxCompanies(TODAY)
const SPOILED = ['NO NUMBER LIMITED,,', `SHORT,1${','.repeat(53)}`]

eachEngine('the mirror', (under) => {
  let clock: ManualClock
  let site: SandboxBulkSite
  let settings: StoreSettings
  let store: Store
  let rigs: Rig[] = []

  beforeEach(async () => {
    clock = manualClock(`${TODAY}T12:00:00Z`)
    site = await startBulkSite(bulkArchives(COMPANIES, '2026-11-01', { spoiled: SPOILED }))
    rigs = []
  })
  afterEach(async () => {
    for (const rig of rigs) await rig.stop()
    await site.close()
  })

  /** Opens a store without a mirror. */
  async function openEmpty(): Promise<void> {
    settings = await under.freshSettings({ migrated: true })
    store = await under.open(settings)
  }

  /** Opens a store with the mirror of November. */
  async function openFilled(): Promise<void> {
    settings = await under.filledSettings(fill)
    store = await under.open(settings)
  }
  async function fill(into: StoreSettings): Promise<void> {
    settings = into
    store = await openStore(into)
    await refresh()
    await store.close()
  }

  const runs = () => createRuns(store.main, clock)
  async function serving(change: (generation: MirrorGeneration) => Promise<void>): Promise<void> {
    const generation = await mirrorLocation(settings).open(
      String((await runs().source('companies')).detail.generation),
    )
    await change(generation!)
    await generation!.close()
  }
  const refresh = (options: Partial<MirrorRefreshOptions> = {}) =>
    refreshMirror({
      clock,
      log: createLog('silent'),
      runs: runs(),
      ...settings,
      userAgent: 'ukintel-test',
      bulkUrl: site.url,
      fromFolder: null,
      acceptShrink: false,
      progress: silentMirrorProgress,
      signal: new AbortController().signal,
      build: buildHere,
      ...options,
    })

  const mirrorOf = (ingest: 'off' | 'scheduled') => ({
    databaseUrl: settings.databaseUrl,
    bulkUrl: site.url,
    ingest,
    stream: null,
    freshMs: 6 * HOURS,
    build: buildHere,
  })

  async function wing(options: Parameters<typeof startRig>[0] = {}): Promise<Rig> {
    const rig = await startRig({
      clock,
      ...options,
      settings: { mirror: mirrorOf('off'), ...options.settings },
      context: { store, runs: runs(), dataDir: settings.dataDir },
    })
    rigs.push(rig)
    await rig.wing.look()
    return rig
  }

  it('reads the newest month, reports unreadable rows, and does nothing without a newer one', async () => {
    await openEmpty()
    const report = await refresh({ build: buildInWorker })
    const live = COMPANIES.filter(
      ({ profile }) =>
        !['dissolved', 'converted-closed', 'closed', 'removed'].includes(
          String(profile.company_status),
        ),
    )
    expect(report).toMatchObject({
      replaced: true,
      as_of: '2026-11-01',
      rows: live.length + SPOILED.length,
    })
    expect(report?.quarantined).toMatchObject({
      '3 columns instead of 55': 1,
      'no well-formed company number': 1,
    })
    const asked = site.requests.length
    expect(await refresh()).toMatchObject({ replaced: false, generation: report?.generation })
    expect(site.requests.slice(asked).map(({ path }) => path)).toEqual(['/en_output.html'])
  })

  under.once(
    'answers a search without any call of the register, and says that it is the mirror and of when',
    async () => {
      await openFilled()
      const rig = await wing()
      const answer = await rig.search({ q: 'lane harbour bakery ltd' })
      expect(answer.result.results).toMatchObject([
        { company_number: '99000001', name: 'HARBOUR LANE BAKERY LIMITED', status: 'active' },
      ])
      expect(answer).toMatchObject({
        confidence: 'medium',
        as_of: '2026-11-01T00:00:00Z',
        sources: [{ name: 'Companies House bulk file' }],
      })
      expect(codes(answer)).toEqual(['SOURCE_STALE'])
      expect(rig.register.calls).toEqual([])
    },
  )

  under.once(
    'serves nothing of a file older than 30 days: names are the register’s again, and a verdict without it is refused',
    async () => {
      await openFilled()
      const rig = await wing()
      clock.set('2026-12-01T00:00:00Z')
      expect(await rig.search({ q: 'harbour lane' })).toMatchObject({
        as_of: '2026-11-01T00:00:00Z',
      })
      clock.set('2026-12-01T00:00:01Z')
      expect(await rig.search({ q: 'harbour lane' })).toMatchObject({
        confidence: 'high',
        sources: [{ name: 'Companies House' }],
      })
      rig.register.break('down')
      await expectCode(rig.ask('company_verdict', '99000001'), 'UPSTREAM_UNAVAILABLE')
    },
  )

  it('fills itself where it was never filled', async () => {
    await openEmpty()
    const rig = await wing({ settings: { mirror: mirrorOf('scheduled') } })
    expect(await rig.search({ q: 'harbour lane' })).toMatchObject({ as_of: '2026-11-01T00:00:00Z' })
    expect(rig.wing.health().upstreams.companies_house_bulk).toMatchObject({
      status: 'ok',
      as_of: '2026-11-01',
      quarantined: 3,
    })
  })

  under.once(
    'withholds names that are only similar: an ended company is in the register only',
    async () => {
      await openFilled()
      const rig = await wing()
      // Dissolved: in no file.
      const ended = COMPANIES.find(({ profile }) => profile.company_name === 'GONE AWAY LIMITED')!
      await serving((generation) => generation.put([named('99900001', 'GONE AWRY LIMITED')]))
      const answer = await rig.search({ q: 'Gone Away Limited' })
      expect(
        answer.result.results.map((hit: { company_number: string }) => hit.company_number),
      ).toEqual([ended.number])
      expect(answer).toMatchObject({ confidence: 'high', sources: [{ name: 'Companies House' }] })
    },
  )

  under.once(
    'forgives slips where the register has nothing with the words as they were typed',
    async () => {
      await openFilled()
      const rig = await wing()
      const answer = await rig.search({ q: 'Harbuor Lane bakrey ltd' })
      expect(rig.register.calls.map((call) => call.resource)).toEqual(['search'])
      expect(answer).toMatchObject({
        confidence: 'medium',
        sources: [{ name: 'Companies House bulk file' }],
      })
      expect(answer.result.results).toMatchObject([{ company_number: '99000001' }])
    },
  )

  under.once('returns similar names if the register does not answer, and says so', async () => {
    await openFilled()
    const rig = await wing()
    rig.register.break('down')
    const answer = await rig.search({ q: 'Harbuor Lane bakrey ltd' })
    expect(answer.result.results).toMatchObject([{ company_number: '99000001' }])
    expect(answer.confidence).toBe('low')
    expect(JSON.stringify(answer.verdict.flags)).toContain('Companies House search')
    expect(codes(answer)).toEqual(expect.arrayContaining(['SOURCE_STALE', 'SOURCE_FAILED']))
  })

  it('reads the file again when what it made of it is of another layout, without waiting for the next month', async () => {
    await openFilled()
    await serving((generation) => generation.setMeta('layout', 'company-mirror/0'))
    const early = await wing({ settings: { mirror: mirrorOf('scheduled') } })
    expect(await early.search({ q: 'harbour lane' })).toMatchObject({
      sources: [{ name: 'Companies House' }],
    })
    clock.advance(HOURS)
    await early.wing.look()
    expect(await early.search({ q: 'harbour lane bakery' })).toMatchObject({
      as_of: '2026-11-01T00:00:00Z',
    })
  })

  under.once('leaves names that it does not hold to the register', async () => {
    await openFilled()
    const rig = await wing()
    const answer = await rig.search({ q: 'gone under' })
    expect(rig.register.calls.map((call) => call.resource)).toEqual(['search'])
    expect(answer.sources).toMatchObject([{ name: 'Companies House' }])
  })

  it('swaps in a newer month for readers, and stays with the old one if the newer one is refused', async () => {
    await openFilled()
    const rig = await wing()
    const renamed = COMPANIES.map((each) =>
      each.number === '99000001'
        ? { ...each, profile: { ...each.profile, company_name: 'QUAYSIDE BAKERY LIMITED' } }
        : each,
    )
    site.publish(bulkArchives(renamed, '2026-12-01'))
    await refresh()
    await rig.wing.look()
    const answer = await rig.search({ q: 'quayside bakery' })
    expect(answer).toMatchObject({
      as_of: '2026-12-01T00:00:00Z',
      result: { results: [{ company_number: '99000001' }] },
    })
    site.publish(bulkArchives(COMPANIES.slice(0, 10), '2027-01-01'))
    await expect(refresh()).rejects.toThrow(
      /shrank from \d+ to \d+ companies, which is not believed/,
    )
    await rig.wing.look()
    expect(await rig.search({ q: 'quayside bakery' })).toMatchObject({
      as_of: '2026-12-01T00:00:00Z',
    })
    expect(rig.wing.health().warnings.join()).toContain('shrank')
    await refresh({ acceptShrink: true })
    await rig.wing.look()
    expect(await rig.search({ q: 'harbour lane bakery' })).toMatchObject({
      as_of: '2027-01-01T00:00:00Z',
    })
  })

  under.once('reads a folder, and refuses one without a whole month', async () => {
    await openEmpty()
    const folder = createFolder()
    const [first, second] = bulkArchives(COMPANIES, '2026-11-01')
    writeFileSync(join(folder, first!.name), first!.bytes)
    await expect(refresh({ fromFolder: folder })).rejects.toThrow('no whole month')
    writeFileSync(join(folder, second!.name), second!.bytes)
    expect(await refresh({ fromFolder: folder })).toMatchObject({
      replaced: true,
      as_of: '2026-11-01',
    })
  })

  describe('a damaged file', () => {
    it('leaves what serves in place, and says why', async () => {
      await openFilled()
      const [first, ...others] = bulkArchives(COMPANIES, '2026-12-01')
      site.publish([{ ...first!, bytes: first!.bytes.subarray(0, 400) }, ...others])
      await expect(refresh()).rejects.toThrow()
      expect((await runs().source('companies')).detail).toMatchObject({ as_of: '2026-11-01' })
    })
  })

  under.once(
    'finds a name in another order, as a prefix, run together, with an article, misspelt, without its end, by number',
    async () => {
      await openFilled()
      const rig = await wing()
      const asked = [
        'bakery harbour lane',
        'HARBOUR LANE BAK',
        'harbourlane bakery limited',
        'the harbour lane bakery',
        'harbor lane',
        '99000001',
      ]
      for (const q of asked)
        expect((await rig.search({ q })).result.results[0], q).toMatchObject({
          company_number: '99000001',
        })
    },
  )

  const named = (number: string, name: string, status = 'active') =>
    buildStreamedRow(
      { profile: { ...PROFILE_OF_NOBODY, number, name, status }, remarks: NO_REMARKS },
      clock.nowMs(),
    )

  under.once(
    'finds a prefix next to rare words and next to words of thousands of names',
    async () => {
      await openEmpty()
      const many = Array.from({ length: 3100 }, (_, index) =>
        named(String(80_000_000 + index), `COMMON ${index} TRADING LIMITED`),
      )
      const few = [
        named('90000001', 'COMMON ZEBRAFISH LIMITED'),
        named('90000002', 'COMMON TRADE WINDS LIMITED'),
      ]
      const companies = [...many, ...few].map((company, line) => ({ ...company, line }))
      const build = await mirrorLocation(settings).build('wide')
      const whole = {
        fileIndex: 0,
        file: 'wide',
        from: 0,
        to: companies.length,
        done: true,
        quarantined: [],
      }
      await build.add({ ...whole, companies })
      await build.finish({ layout: 'any' })
      await build.close()
      const generation = (await mirrorLocation(settings).open('wide'))!
      const found = async (q: string) => {
        const { hits, total } = await searchMirror(generation, q)
        return { first: hits[0]?.name, total }
      }
      expect(await found('common zebra')).toEqual({ first: 'COMMON ZEBRAFISH LIMITED', total: 1 })
      expect(await found('common trade w')).toMatchObject({ first: 'COMMON TRADE WINDS LIMITED' })
      expect(await found('trading common')).toMatchObject({ total: 1000 })
      expect(await found('zebrafish comm')).toEqual({ first: 'COMMON ZEBRAFISH LIMITED', total: 1 })
      expect(await found('common 2999 trad')).toMatchObject({
        first: 'COMMON 2999 TRADING LIMITED',
        total: 1,
      })
      expect((await generation.wordsBeginning('tra', 2)).join()).toBe('trading,trade')
      await generation.close()
    },
  )

  under.once('puts companies that go on before one that ended, of names alike', async () => {
    await openFilled()
    const rig = await wing()
    await serving((generation) =>
      generation.put([
        named('99900001', 'TWIN PEBBLE LIMITED', 'dissolved'),
        named('99900002', 'TWIN PEBBLE LTD'),
      ]),
    )
    const numbers = (await rig.search({ q: 'twin pebble limited' })).result.results.map(
      (hit: { company_number: string }) => hit.company_number,
    )
    expect(numbers).toEqual(['99900002', '99900001'])
  })
})

const filing = { nextDue: null, nextPeriodEnd: null, lastMadeUpTo: null, overdueFlag: null }
const PROFILE_OF_NOBODY = {
  previousNames: [],
  statusDetail: null,
  type: 'ltd',
  incorporated: '2020-01-01',
  ceased: null,
  office: null,
  sicCodes: [],
  accounts: { ...filing, lastType: null },
  confirmation: filing,
  links: { charges: false, insolvency: false },
}
const NO_REMARKS = {
  officeUndeliverable: false,
  officeDisputed: false,
  annotations: [],
  partialData: null,
  formerNames: { count: 0, since: null, lastChanged: null },
}
