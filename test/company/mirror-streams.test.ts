/**
 * Register calls that the mirror saves, answers that it gives instead, and how the streams keep it
 * current.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxCompanies } from '../../sandbox/companies-house/companies.ts'
import { bulkArchives } from '../../sandbox/company-mirror/bulk-file.ts'
import { type SandboxBulkSite, startBulkSite } from '../../sandbox/company-mirror/bulk-site.ts'
import { type SandboxStreams, startStreams } from '../../sandbox/company-mirror/streams.ts'
import { buildHere } from '../../src/company/mirror/build-here.ts'
import {
  followStreams,
  NEVER_STREAMED,
  readStreamState,
  sourceOf,
} from '../../src/company/mirror/follow.ts'
import { refreshMirror, silentMirrorProgress } from '../../src/company/mirror/refresh.ts'
import { createLog } from '../../src/observe/log.ts'
import { manualClock } from '../../src/platform/clock.ts'
import { systemTimers } from '../../src/platform/timers.ts'
import { createCompanyStreamStore } from '../../src/store/company-stream.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { createRuns } from '../../src/store/runs.ts'
import { eachEngine, type StoreSettings } from '../support/engines.ts'
import { expectCode } from '../support/expect-code.ts'
import { retryImmediately } from '../support/immediate-retries.ts'
import { codes, type Envelope, HOURS, type Rig, startRig, TODAY } from './rig.ts'

retryImmediately()

const COMPANIES = sandboxCompanies(TODAY)
const NOW = `${TODAY}T12:00:00Z`
const ALL = ['companies', 'officers', 'filings', 'charges', 'insolvency_cases']
const SILENT_SINCE = `${TODAY}T11:31:00Z`
const OCTOBER = Date.parse('2026-10-01T00:00:00Z')
const profileOf = (number: string) => COMPANIES.find((each) => each.number === number)!.profile

eachEngine('a company from the mirror', (under) => {
  let clock: ReturnType<typeof manualClock>
  let site: SandboxBulkSite
  let streams: SandboxStreams
  let settings: StoreSettings
  let store: Store
  let rigs: Rig[]

  beforeEach(async () => {
    clock = manualClock(NOW)
    site = await startBulkSite(bulkArchives(COMPANIES, '2026-11-01'))
    streams = await startStreams({ keys: ['first-key', 'second-key', 'third-key'], beatMs: 20 })
    settings = await under.filledSettings(ingest)
    store = await under.open(settings)
    rigs = []
  })
  afterEach(async () => {
    for (const rig of rigs) await rig.stop()
    await streams.close()
    await site.close()
  })

  const runs = () => createRuns(store.main, clock)
  async function ingest(into: StoreSettings): Promise<void> {
    const filling = await openStore(into)
    await refreshMirror({
      ...into,
      clock,
      log: createLog('silent'),
      runs: createRuns(filling.main, clock),
      userAgent: 'ukintel-test',
      bulkUrl: site.url,
      fromFolder: null,
      acceptShrink: false,
      progress: silentMirrorProgress,
      signal: new AbortController().signal,
      build: buildHere,
    })
    await filling.close()
  }

  interface Wing {
    keys?: readonly string[]
    freshHours?: number
    rig?: Parameters<typeof startRig>[0]
  }

  async function wing({ keys, freshHours = 6, rig: options = {} }: Wing = {}): Promise<Rig> {
    const rig = await startRig({
      clock,
      proven: true,
      ...options,
      settings: {
        mirror: {
          databaseUrl: settings.databaseUrl,
          bulkUrl: site.url,
          ingest: 'scheduled',
          stream: keys === undefined ? null : { url: streams.url, keys },
          freshMs: freshHours * HOURS,
          build: buildHere,
        },
        ...options.settings,
      },
      context: { store, runs: runs(), dataDir: settings.dataDir },
    })
    rigs.push(rig)
    await rig.wing.look()
    rig.wing.start()
    return rig
  }

  /** State of an earlier process that had read the streams since October. */
  async function listenedSinceOctober(silentForMs: number | null = null): Promise<void> {
    const silent_since_ms = silentForMs === null ? null : clock.nowMs() - silentForMs
    for (const stream of [
      'companies',
      'officers',
      'filings',
      'charges',
      'insolvency-cases',
    ] as const)
      await runs().recordSource(sourceOf(stream), {
        detail: {
          ...NEVER_STREAMED,
          timepoint: 1,
          since_ms: OCTOBER,
          as_of_ms: clock.nowMs() - HOURS,
          silent_since_ms,
        },
      })
  }

  /** An event of a company. */
  function tellOf(stream: string, number: string, atMs: number): void {
    const resourceUri =
      stream === 'companies' ? `/company/${number}` : `/company/${number}/${stream}/x`
    const publishedAt = new Date(atMs).toISOString().slice(0, 19)
    streams.publish({
      stream,
      resourceUri,
      data: stream === 'companies' ? profileOf(number) : {},
      publishedAt,
    })
  }

  const health = (rig: Rig, stream: string) =>
    rig.wing.health().upstreams[`companies_house_stream_${stream}`]!
  const current = (rig: Rig, ...names: string[]) =>
    vi.waitFor(() => {
      for (const stream of names)
        expect(health(rig, stream)).toMatchObject({ status: 'ok', age_seconds: 0 })
    }, 5_000)
  const kept = (rig: Rig, stream: string, events: number) =>
    vi.waitFor(() => expect(health(rig, stream)).toMatchObject({ events }), 5_000)
  const resources = (rig: Rig) => rig.register.calls.map((call) => call.resource).sort()
  const names = (answer: Envelope) =>
    (answer.sources as { name: string }[]).map((each) => each.name)

  under.once(
    'quotes the freshness of a streamed profile, never of a copy that another call fetched',
    async () => {
      await listenedSinceOctober()
      const rig = await wing({ keys: ['first-key', 'second-key', 'third-key'] })
      await current(rig, 'companies')
      const quoted = (number: string) =>
        rig.wing.operations.find(({ operation }) => operation.id === 'company_fca')!
          .findSearchBasis!({ number }, { nowMs: clock.nowMs() })
      expect(await quoted('99000001')).toBeNull()
      tellOf('companies', '99000001', clock.nowMs())
      await kept(rig, 'companies', 1)
      const basis = await quoted('99000001')
      const { sources } = await rig.ask('company_fca', '99000001')
      expect(basis?.sources).toEqual(sources)
    },
  )

  describe('with the monthly file alone', () => {
    it('is requested from the register while that answers', async () => {
      const rig = await wing()
      const answer = await rig.ask('company_verdict', '99000001')
      expect(answer).toMatchObject({ confidence: 'high', sources: [{ name: 'Companies House' }] })
      expect(resources(rig)).toEqual(['officers', 'profile'])
    })

    under.once(
      'is served from the dated copy while the register is down, low, with the unknown parts named',
      async () => {
        const rig = await wing()
        rig.register.break('down')
        const answer = await rig.ask('company_verdict', '99000040')
        expect(answer).toMatchObject({
          confidence: 'low',
          as_of: '2026-11-01T00:00:00Z',
          result: { name: profileOf('99000040').company_name },
        })
        expect(names(answer)).toContain('Companies House bulk file')
        expect(codes(answer)).toEqual(
          expect.arrayContaining(['CHARGES_INFO', 'OFFICERS_UNAVAILABLE', 'SOURCE_FAILED']),
        )
        expect(answer.result.officers).toEqual({
          active: null,
          total: null,
          resigned_last_12m: null,
        })
        expect(JSON.stringify(answer.verdict.flags)).toContain(
          'copy of 2026-11-01T00:00:00Z served',
        )
      },
    )

    under.once(
      'a number that the file lacks, or has in ambiguous words, is not guessed',
      async () => {
        const rig = await wing()
        rig.register.break('down')
        const unclear = COMPANIES.find(
          ({ profile }) => profile.company_status === 'insolvency-proceedings',
        )!.number
        for (const number of ['99999999', unclear])
          await expectCode(rig.ask('company_verdict', number), 'UPSTREAM_UNAVAILABLE')
      },
    )

    under.once('answers immediately in place of a register whose calls are spent', async () => {
      const rig = await wing({ rig: { settings: { companiesHouseCallsPer5Min: 2 } } })
      await rig.ask('company_verdict', '99000001')
      const answer = await rig.ask('company_verdict', '99000003')
      expect(answer).toMatchObject({ confidence: 'low', as_of: '2026-11-01T00:00:00Z' })
      expect(JSON.stringify(answer.verdict.flags)).toContain(
        'the calls of these five minutes are spent',
      )
      expect(rig.register.calls).toHaveLength(2)
      await expectCode(rig.ask('company_verdict', '99999999'), 'UPSTREAM_UNAVAILABLE')
    })
  })

  describe('with streams that have missed nothing since before the file', () => {
    beforeEach(async () => {
      await listenedSinceOctober()
    })

    it('is current without a profile call, and of now', async () => {
      const rig = await wing({ keys: ['first-key'] })
      await current(rig, 'companies', 'officers')
      const profile = await rig.ask('company_profile', '99000003')
      expect(profile).toMatchObject({
        confidence: 'high',
        as_of: NOW,
        result: { accounts: { overdue: true } },
      })
      expect(names(profile)).toEqual(['Companies House', 'Companies House stream'])
      expect(resources(rig)).toEqual(['officers'])
      rig.register.forget()
      expect(await rig.ask('company_fca', '99000001')).toMatchObject({ confidence: 'high' })
      expect(await rig.search({ q: 'harbour lane' })).toMatchObject({
        confidence: 'high',
        as_of: NOW,
        sources: [{ name: 'Companies House stream' }],
      })
      expect(resources(rig)).toEqual([])
      // Insolvency is in no column of the file.
      await rig.ask('company_verdict', '99000003')
      expect(resources(rig)).toEqual(['insolvency'])
      rig.register.forget()
      await rig.ask('company_verdict', '99000003', { detail: 'full' })
      expect(resources(rig)).toEqual(['filing-history', 'profile'])
    })

    under.once('is complete once the stream had it: its name, its status, its links', async () => {
      const rig = await wing({ keys: ['first-key'] })
      await current(rig, 'companies')
      const before = Number(health(rig, 'companies').events)
      streams.publish({
        stream: 'companies',
        resourceUri: '/company/99000001',
        data: {
          ...profileOf('99000001'),
          company_name: 'QUAYSIDE BAKERY LIMITED',
          company_status_detail: 'active-proposal-to-strike-off',
        },
        publishedAt: '2026-11-20T11:59:59',
      })
      await kept(rig, 'companies', before + 1)
      const answer = await rig.ask('company_verdict', '99000001')
      expect(answer).toMatchObject({
        confidence: 'high',
        result: { name: 'QUAYSIDE BAKERY LIMITED' },
      })
      expect(codes(answer)).toContain('STRIKE_OFF_ACTIVE')
      expect(resources(rig)).toEqual(['officers'])
      expect((await rig.search({ q: 'quayside bakery' })).result.results).toMatchObject([
        { company_number: '99000001' },
      ])
    })

    it('is requested from the register if an earlier release stored the stream otherwise', async () => {
      await store.main
        .insertInto('company_streamed')
        .values({
          number: '99000001',
          published_ms: clock.nowMs() - HOURS,
          ended: 0,
          json: '{"layout":"company:streamed/1","value":{}}',
        })
        .execute()
      const rig = await wing({ keys: ['first-key'] })
      await current(rig, 'companies', 'officers')
      expect(await rig.ask('company_profile', '99000001')).toMatchObject({ confidence: 'high' })
      expect(resources(rig)).toEqual(['officers', 'profile'])
      expect((await rig.search({ q: 'harbour lane bakery' })).result.results).toMatchObject([
        { company_number: '99000001' },
      ])
      expect(resources(rig)).toEqual(['officers', 'profile', 'search'])
    })

    under.once(
      'is of when the stream was lost, and as good as fetched then for six hours, while the register is away',
      async () => {
        const rig = await wing({ keys: ['first-key', 'second-key', 'third-key'] })
        await current(rig, 'companies', 'officers', 'charges', 'insolvency_cases')
        await rig.ask('company_verdict', '99000001')
        streams.break('error')
        streams.drop()
        rig.register.break('down')
        clock.advance(5 * HOURS)
        expect(await rig.ask('company_verdict', '99000001')).toMatchObject({
          confidence: 'high',
          as_of: NOW,
          sources: [{ name: 'Companies House' }, { name: 'Companies House stream' }],
        })
        clock.advance(2 * HOURS)
        const late = await rig.ask('company_verdict', '99000001')
        expect(late).toMatchObject({ confidence: 'low', as_of: NOW })
        expect(codes(late)).toContain('SOURCE_FAILED')
      },
    )

    it('takes many events in one batch, and finds every company by its current name', async () => {
      const rig = await wing({ keys: ['first-key'] })
      await current(rig, 'companies')
      for (const { number, profile } of COMPANIES)
        streams.publish({
          stream: 'companies',
          resourceUri: `/company/${number}`,
          data: profile,
          publishedAt: '2026-11-20T12:00:00',
        })
      streams.publish({
        stream: 'companies',
        resourceUri: '/company/99000998',
        data: {
          ...COMPANIES[0]!.profile,
          company_number: '99000998',
          company_name: 'ZEPPELIN MOORING LIMITED',
        },
        publishedAt: '2026-11-20T12:00:00',
      })
      await kept(rig, 'companies', COMPANIES.length + 1)
      const answer = await rig.ask('company_verdict', '99000040')
      expect(answer).toMatchObject({ confidence: 'high' })
      expect(resources(rig)).toEqual(['charges', 'officers'])
      expect((await rig.search({ q: 'harbour lane bakery' })).result.results).toMatchObject([
        { company_number: '99000001' },
      ])
      expect((await rig.search({ q: 'zepelin mooring' })).result.results).toMatchObject([
        { company_number: '99000998' },
      ])
      expect(rig.logged.filter((line) => line.includes('broke off'))).toEqual([])
    })

    it('loses exactly the part that an event is about, and keeps nothing of the person in it', async () => {
      const rig = await wing({ keys: ['first-key', 'second-key', 'third-key'] })
      await current(rig, 'companies', 'officers', 'charges', 'insolvency_cases')
      await rig.ask('company_verdict', '99000050')
      rig.register.forget()
      streams.publish({
        stream: 'officers',
        resourceUri: '/company/99000050/appointments/x',
        data: {
          name: 'ROE, Jane',
          officer_role: 'director',
          date_of_birth: { month: 1, year: 1970 },
        },
        publishedAt: '2026-11-20T12:00:01',
      })
      await kept(rig, 'officers', 1)
      clock.advance(2_000)
      await rig.ask('company_verdict', '99000050')
      expect(resources(rig)).toEqual(['officers'])
      rig.register.forget()
      streams.publish({
        stream: 'charges',
        resourceUri: '/company/99000050/charges/y',
        data: {},
        publishedAt: '2026-11-20T12:00:03',
      })
      await kept(rig, 'charges', 1)
      clock.advance(2_000)
      await rig.ask('company_verdict', '99000050')
      expect(resources(rig)).toEqual(['charges'])
      const changes = await store.main.selectFrom('company_changes').selectAll().execute()
      expect(changes.map(({ number, part }) => `${number} ${part}`).sort()).toEqual([
        '99000050 charges',
        '99000050 officers',
      ])
      expect(JSON.stringify([changes, rig.logged, [...rig.documents]])).not.toContain('ROE')
    })

    it.each([
      [6, ['officers']],
      [24 * 7, []],
    ])(
      'keeps what was fetched for %s hours, as the operator says, and asks then for %j',
      async (freshHours, asked) => {
        const first = await wing({ keys: ['first-key'] })
        await current(first, 'companies', 'officers')
        await first.ask('company_profile', '99000001')
        await first.stop()
        rigs.length = 0
        clock.advance(7 * HOURS)
        const later = await wing({
          keys: ['first-key'],
          freshHours,
          rig: { documents: first.documents },
        })
        // Without an event since noon of a working day they would be frozen.
        for (const stream of ['companies', 'officers']) tellOf(stream, '99000003', clock.nowMs())
        await current(later, 'companies', 'officers')
        expect(await later.ask('company_profile', '99000001')).toMatchObject({ confidence: 'high' })
        expect(resources(later)).toEqual(asked)
      },
    )

    it('is requested from the register again after a gap', async () => {
      streams.break('forgotten')
      const rig = await wing({ keys: ['first-key'] })
      await vi.waitFor(
        () => expect(health(rig, 'companies')).toMatchObject({ gaps: 1, status: 'ok' }),
        5_000,
      )
      expect(
        streams.connections
          .filter((each) => each.stream === 'companies')
          .map(({ timepoint, status }) => [timepoint, status]),
      ).toEqual([
        [1, 416],
        [null, 200],
      ])
      await rig.ask('company_profile', '99000001')
      expect(resources(rig)).toEqual(['officers', 'profile'])
      expect(await rig.search({ q: 'harbour lane' })).toMatchObject({ confidence: 'medium' })
    })

    under.once('treats an unusable line as a gap', async () => {
      const rig = await wing({ keys: ['first-key'] })
      await current(rig, 'companies')
      streams.say('companies', '{"resource_kind": "company-pro')
      await vi.waitFor(
        () => expect(health(rig, 'companies')).toMatchObject({ gaps: 1, unreadable: 1 }),
        5_000,
      )
      await rig.ask('company_profile', '99000001')
      expect(resources(rig)).toEqual(['officers', 'profile'])
    })

    it('goes on after the last event that was kept, and counts none twice', async () => {
      const rig = await wing({ keys: ['first-key'] })
      await current(rig, 'companies')
      const renamed = (name: string, at: string) =>
        streams.publish({
          stream: 'companies',
          resourceUri: '/company/99000001',
          data: { ...profileOf('99000001'), company_name: name },
          publishedAt: at,
        })
      const first = renamed('FIRST LIMITED', '2026-11-20T11:00:00')
      await kept(rig, 'companies', 1)
      streams.break('error')
      streams.drop()
      await vi.waitFor(() => expect(streams.open()).toBe(0), 5_000)
      renamed('SECOND LIMITED', '2026-11-20T11:30:00')
      await rig.stop()
      rigs.length = 0
      streams.heal()
      const next = await wing({ keys: ['first-key'] })
      await kept(next, 'companies', 2)
      expect(
        streams.connections.filter((each) => each.stream === 'companies').at(-1),
      ).toMatchObject({ timepoint: first, status: 200 })
      expect(await next.ask('company_profile', '99000001')).toMatchObject({
        result: { name: 'SECOND LIMITED' },
      })
      expect(await store.main.selectFrom('company_streamed').selectAll().execute()).toHaveLength(1)
    })

    it('is read by one process of several', async () => {
      const rig = await wing({ keys: ['first-key'] })
      await current(rig, 'companies', 'officers')
      clock.advance(11_000)
      await vi.waitFor(async () => {
        for (const stream of ['companies', 'officers'] as const)
          expect((await runs().source(sourceOf(stream))).detail).toMatchObject({
            as_of_ms: clock.nowMs(),
          })
      }, 5_000)
      const other = await wing({ keys: ['first-key'] })
      await other.wing.look()
      expect(streams.connections).toHaveLength(5)
      await other.ask('company_profile', '99000001')
      expect(resources(other)).toEqual(['officers'])
    })

    under.once(
      'is not current after 30 silent minutes of a working day, though signs of life come, until the next event',
      async () => {
        await listenedSinceOctober(29 * 60_000)
        const rig = await wing({ keys: ['first-key'] })
        await current(rig, ...ALL)
        await rig.ask('company_profile', '99000001')
        rig.register.forget()
        clock.advance(59_000)
        await current(rig, ...ALL)
        clock.advance(1_000)
        const stale = { status: 'stale', last_success: SILENT_SINCE, silent_since: SILENT_SINCE }
        await vi.waitFor(() => expect(health(rig, 'companies')).toMatchObject(stale), 5_000)
        for (const stream of ALL) expect(health(rig, stream)).toMatchObject({ status: 'stale' })
        expect(rig.wing.health().warnings.join()).toContain(
          `Companies House stream companies: no event since ${SILENT_SINCE}`,
        )
        await rig.ask('company_profile', '99000003')
        expect(resources(rig)).toEqual(['officers', 'profile'])
        tellOf('companies', '99000040', clock.nowMs())
        await current(rig, 'companies')
        expect(health(rig, 'officers')).toMatchObject({ status: 'stale' })
      },
    )

    under.once(
      'keeps charges and insolvency current while one of the busy streams has events',
      async () => {
        await listenedSinceOctober(31 * 60_000)
        const rig = await wing({ keys: ['first-key'] })
        await vi.waitFor(() => expect(streams.open()).toBe(5), 5_000)
        for (const stream of ALL) expect(health(rig, stream)).toMatchObject({ status: 'stale' })
        tellOf('filings', '99000003', clock.nowMs())
        await current(rig, 'filings', 'charges', 'insolvency_cases')
        for (const stream of ['companies', 'officers'])
          expect(health(rig, stream)).toMatchObject({ status: 'stale' })
        expect(rig.wing.health().warnings).toHaveLength(3)
      },
    )

    under.once(
      'follows two streams of a key where the register refuses five, after a minute, and health names the others',
      async () => {
        await streams.close()
        streams = await startStreams({ keys: ['first-key'], beatMs: 20, mostAKey: 2 })
        const ending = new AbortController()
        const waits: number[] = []
        const timers = {
          ...systemTimers,
          after(ms: number, run: () => void) {
            waits.push(ms)
            return systemTimers.after(ms === 60_000 ? 0 : ms, run)
          },
        }
        const alive = new Set<string>()
        const following = followStreams(
          {
            ...{
              clock,
              log: createLog('silent'),
              runs: runs(),
              store: createCompanyStreamStore(store.main),
              timers,
            },
            ...{ url: streams.url, keys: ['first-key'], userAgent: 'ukintel-test' },
            onAlive: (stream) => void alive.add(stream),
            onStored: async () => {},
          },
          ending.signal,
        )
        await vi.waitFor(
          () =>
            expect(
              streams.connections
                .slice(-2)
                .map(({ stream, status }) => `${stream} ${status}`)
                .sort(),
            ).toEqual(['companies 200', 'officers 200']),
          5_000,
        )
        await vi.waitFor(
          () => expect([...alive]).toEqual(expect.arrayContaining(['companies', 'officers'])),
          5_000,
        )
        expect(waits).toContain(60_000)
        for (const stream of ['filings', 'charges', 'insolvency-cases'] as const)
          expect((await readStreamState(runs(), stream)).failure).toContain(
            'two a key are followed',
          )
        ending.abort()
        await following.catch(() => {})
      },
    )

    it('ends without a pause if the lease was lost while a failure was stored', async () => {
      streams.break('error')
      const ending = new AbortController()
      const waits: number[] = []
      const timers = {
        ...systemTimers,
        after(ms: number, run: () => void) {
          waits.push(ms)
          return systemTimers.after(ms, run)
        },
      }
      await followStreams(
        {
          ...{ clock, runs: runs(), store: createCompanyStreamStore(store.main), timers },
          ...{ url: streams.url, keys: ['first-key'], userAgent: 'ukintel-test' },
          log: { ...createLog('silent'), warn: () => ending.abort() },
          onAlive() {},
          onStored: async () => {},
        },
        ending.signal,
      )
      expect(waits).toEqual([])
    })

    under.once('names both causes of a 403, and waits a minute', async () => {
      streams.break('forbidden')
      const rig = await wing({ keys: ['first-key'] })
      await vi.waitFor(
        () => expect(health(rig, 'companies')).toMatchObject({ status: 'failing' }),
        5_000,
      )
      expect(rig.wing.health().warnings.join()).toMatch(
        /stream companies: .*403: the key is refused, or the address of this machine is blocked/,
      )
      await vi.waitFor(() => expect(streams.connections).toHaveLength(5), 5_000)
    })

    under.once(
      'outlives the register and the streams: dated, and of when it was last known to be true',
      async () => {
        const rig = await wing({ keys: ['first-key'] })
        await current(rig, 'companies')
        streams.break('error')
        streams.drop()
        await vi.waitFor(() => expect(streams.open()).toBe(0), 5_000)
        rig.register.break('down')
        clock.advance(24 * HOURS)
        const answer = await rig.ask('company_verdict', '99000001')
        expect(answer).toMatchObject({
          confidence: 'low',
          as_of: NOW,
          result: { name: 'HARBOUR LANE BAKERY LIMITED' },
        })
        expect(codes(answer)).toEqual(['OFFICERS_UNAVAILABLE', 'SOURCE_FAILED', 'SOURCE_FAILED'])
      },
    )
  })
})
