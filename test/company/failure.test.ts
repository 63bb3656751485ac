/** Failures of each source, provoked through the sandbox, with the expected answer. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { expectCode } from '../support/expect-code.ts'
import { retryImmediately } from '../support/immediate-retries.ts'
import { codes, type Envelope, HOURS, type Rig, startRig, turnedTimers } from './rig.ts'

retryImmediately()

let rig: Rig
afterEach(() => rig.stop())

const NUMBER = '99000050'
const DAY = 24 * HOURS
const ruleOf = (answer: Envelope, code: string) =>
  (answer.result.evaluation.rules as { code: string; outcome: string }[]).find(
    (rule) => rule.code === code,
  )?.outcome
const detailOf = (answer: Envelope, code: string) =>
  answer.verdict.flags.find((flag: { code: string }) => flag.code === code)?.detail

it('all sources fresh: high, no flag of a source', async () => {
  rig = await startRig()
  const answer = await rig.ask('company_verdict', NUMBER)
  expect(answer.confidence).toBe('high')
  expect(codes(answer)).not.toContain('SOURCE_FAILED')
  expect(answer.sources).toEqual([
    {
      name: 'Companies House',
      fetched: '2026-11-20T12:00:00Z',
      url: `https://find-and-update.company-information.service.gov.uk/company/${NUMBER}`,
    },
  ])
})

it('past the window with the refresh still running: medium, SOURCE_STALE, and the refresh lands', async () => {
  rig = await startRig({ staleWaitMs: 20, register: { slowMs: 400 } })
  await rig.ask('company_verdict', NUMBER)
  rig.clock.advance(7 * HOURS)
  rig.register.break('slow')
  const stale = await rig.ask('company_verdict', NUMBER)
  expect(stale.confidence).toBe('medium')
  expect(stale.as_of).toBe('2026-11-20T12:00:00Z')
  expect(detailOf(stale, 'SOURCE_STALE')).toBe(
    'Companies House profile, officers, charges, insolvency: refresh still running; copy of 2026-11-20T12:00:00Z served',
  )
  await vi.waitFor(
    async () => expect((await rig.ask('company_verdict', NUMBER)).confidence).toBe('high'),
    { timeout: 5_000 },
  )
  expect((await rig.ask('company_verdict', NUMBER)).as_of).toBe('2026-11-20T19:00:00Z')
})

it.each(['down', 'error', 'garbage', 'html404', 'refused'] as const)(
  'register %s with a copy: low, SOURCE_FAILED names source, failure and copy',
  async (fault) => {
    rig = await startRig()
    await rig.ask('company_verdict', NUMBER)
    rig.clock.advance(7 * HOURS)
    rig.register.break(fault)
    const answer = await rig.ask('company_verdict', NUMBER)
    expect(answer.confidence).toBe('low')
    expect(codes(answer).at(-1)).toBe('SOURCE_FAILED')
    expect(detailOf(answer, 'SOURCE_FAILED')).toMatch(
      /^Companies House profile, officers, charges, insolvency: .+; copy of 2026-11-20T12:00:00Z served$/,
    )
    expect(answer.verdict.score).toBe(20)
    expect(rig.wing.health().upstreams.companies_house?.status).toBe('failing')
    rig.register.heal()
  },
)

it.each(['down', 'error', 'garbage', 'html404', 'refused'] as const)(
  'register %s without a copy: 503 with Retry-After, never a 404',
  async (fault) => {
    rig = await startRig()
    rig.register.break(fault)
    const refused = { code: 'UPSTREAM_UNAVAILABLE', status: 503, retryAfterSeconds: 30 }
    await expect(rig.ask('company_verdict', NUMBER)).rejects.toMatchObject(refused)
    await expect(rig.ask('company_profile', NUMBER)).rejects.toMatchObject(refused)
    await expect(rig.search({ q: 'limited' })).rejects.toMatchObject(refused)
  },
)

describe('officers down', () => {
  it.each(['down', 'garbage', 'html404'] as const)(
    '%s and none cached: low, OFFICERS_UNAVAILABLE, both officer rules skipped',
    async (fault) => {
      rig = await startRig()
      rig.register.break(fault, ['officers'])
      const answer = await rig.ask('company_verdict', '99000026', { detail: 'full' })
      expect(answer.confidence).toBe('low')
      expect(codes(answer)).toEqual(['OFFICERS_UNAVAILABLE'])
      expect(ruleOf(answer, 'OFFICER_CHURN')).toBe('unavailable')
      expect(ruleOf(answer, 'NO_ACTIVE_DIRECTORS')).toBe('unavailable')
      expect(answer.result.officers).toEqual({ active: null, total: null, resigned_last_12m: null })
      expect(answer.result.officer_records).toBeNull()
      const profile = await rig.ask('company_profile', '99000026')
      expect([profile.confidence, codes(profile)]).toEqual(['low', ['OFFICERS_UNAVAILABLE']])
    },
  )

  it('with a cached list: the officer rules run on it', async () => {
    rig = await startRig()
    await rig.ask('company_verdict', '99000026')
    rig.clock.advance(7 * HOURS)
    rig.register.break('error', ['officers'])
    const answer = await rig.ask('company_verdict', '99000026')
    expect(answer.confidence).toBe('low')
    expect(codes(answer)).toEqual(['NO_ACTIVE_DIRECTORS', 'SOURCE_FAILED'])
    expect(answer.as_of).toBe('2026-11-20T12:00:00Z')
  })

  it('does not open the circuit of the profiles', async () => {
    rig = await startRig()
    rig.register.break('error', ['officers'])
    for (const number of ['99000001', '99000002', '99000003', '99000004']) {
      expect((await rig.ask('company_verdict', number)).confidence).toBe('low')
    }
  })
})

it('charges, insolvency and filing history down and none cached: low, SOURCE_FAILED, outcome unavailable, filing_history null', async () => {
  rig = await startRig()
  rig.register.break('error', ['charges', 'insolvency', 'filing-history'])
  const answer = await rig.ask('company_verdict', NUMBER, { detail: 'full' })
  expect(answer.confidence).toBe('low')
  expect(detailOf(answer, 'SOURCE_FAILED')).toBe(
    'Companies House charges, insolvency, filing history: answered 500; no earlier copy',
  )
  expect([ruleOf(answer, 'CHARGES_INFO'), ruleOf(answer, 'INSOLVENCY_HISTORY')]).toEqual([
    'unavailable',
    'unavailable',
  ])
  expect(answer.result.filing_history).toBeNull()
  expect(answer.verdict.score).toBe(20)
})

it('the register says there is no such subject: 404, even where an old copy exists', async () => {
  rig = await startRig()
  rig.documents.set('company:profile:99999999', {
    json: JSON.stringify({
      number: '99999999',
      links: {},
      accounts: {},
      confirmation: {},
      sicCodes: [],
      previousNames: [],
    }),
    fetchedMs: rig.clock.nowMs() - 7 * HOURS,
  })
  await expect(rig.ask('company_profile', '99999999')).rejects.toMatchObject({
    code: 'SUBJECT_NOT_FOUND',
    status: 404,
  })
})

it('both registers hanging over old copies: one wait for all of them, then the copies, and no 503', async () => {
  const timers = turnedTimers()
  rig = await startRig({ fca: true, timers, staleWaitMs: 4000 })
  await rig.ask('company_verdict', '99000001')
  rig.clock.advance(8 * DAY)
  rig.register.break('slow')
  rig.fca.break('slow')
  let answer: Envelope | null = null
  const asking = rig.ask('company_verdict', '99000001').then((made) => {
    answer = made
  })
  await vi.waitFor(() => expect(timers.waiting()).toBeGreaterThan(0))
  timers.pass(3999)
  await new Promise((resolve) => setImmediate(resolve))
  expect(answer).toBeNull()
  timers.pass(1)
  await asking
  expect(answer).toMatchObject({ confidence: 'medium', as_of: '2026-11-20T12:00:00Z' })
  expect(codes(answer!)).toEqual(expect.arrayContaining(['SOURCE_STALE']))
})

it('an overdue date passes while the copy is served: the verdict is computed on the day, not when fetched', async () => {
  rig = await startRig()
  expect(codes(await rig.ask('company_verdict', '99000002'))).toEqual([])
  rig.register.break('error')
  rig.clock.advance(DAY)
  const answer = await rig.ask('company_verdict', '99000002')
  expect(codes(answer)).toEqual(['ACCOUNTS_OVERDUE', 'SOURCE_FAILED'])
  expect(answer.result.accounts.overdue).toBe(true)
})

describe('the register throttles', () => {
  it('429: stops calling until its window restarts and fails fast in the meantime', async () => {
    rig = await startRig({ settings: { budgetMs: 2000 } })
    rig.register.break('throttled')
    await expectCode(rig.ask('company_verdict', '99000001'), 'UPSTREAM_UNAVAILABLE')
    expect(rig.register.calls).toHaveLength(1)
    rig.register.heal()
    await expectCode(rig.ask('company_verdict', '99000002'), 'UPSTREAM_UNAVAILABLE')
    expect(rig.register.calls).toHaveLength(1)
  })

  it('403: stops calling for five minutes, and health names the key and the address', async () => {
    rig = await startRig({ settings: { budgetMs: 2000 } })
    rig.register.break('forbidden')
    const refused = rig.ask('company_verdict', '99000001')
    await expectCode(refused, 'UPSTREAM_UNAVAILABLE')
    rig.register.heal()
    await expectCode(rig.ask('company_verdict', '99000002'), 'UPSTREAM_UNAVAILABLE')
    expect(rig.register.calls).toHaveLength(1)
    const { upstreams, warnings } = rig.wing.health()
    expect(upstreams.companies_house?.status).toBe('failing')
    expect(warnings.join()).toMatch(
      /Companies House: answered 403: the key is refused, or the address of this machine is blocked/,
    )
  })

  it('its own counter spent: holds before the first 429', async () => {
    rig = await startRig({ settings: { budgetMs: 1500 }, register: { limitPer5Min: 2 } })
    expect((await rig.ask('company_verdict', '99000001')).confidence).toBe('high')
    await expectCode(rig.ask('company_verdict', '99000002'), 'UPSTREAM_UNAVAILABLE')
    expect(rig.register.calls).toHaveLength(2)
  })

  it('our own ceiling: a verdict that may need more calls than are left is refused before its first, cached companies go on', async () => {
    rig = await startRig({
      proven: true,
      settings: { budgetMs: 1500, companiesHouseCallsPer5Min: 5 },
    })
    await rig.ask('company_verdict', '99000001')
    await expectCode(rig.ask('company_verdict', '99000002'), 'UPSTREAM_UNAVAILABLE')
    expect((await rig.ask('company_verdict', '99000001')).confidence).toBe('high')
    expect(rig.register.calls).toHaveLength(2)
    // Two are enough for a profile.
    expect((await rig.ask('company_profile', '99000002')).confidence).toBe('high')
  })

  it('our own ceiling: a retry that has no call leaves a part missing, as any other failure does', async () => {
    rig = await startRig({ proven: true, settings: { companiesHouseCallsPer5Min: 5 } })
    rig.register.break('error', ['officers', 'charges', 'insolvency'])
    const answer = await rig.ask('company_verdict', NUMBER)
    expect(answer.confidence).toBe('low')
    expect(codes(answer)).toEqual(expect.arrayContaining(['OFFICERS_UNAVAILABLE', 'SOURCE_FAILED']))
    expect(detailOf(answer, 'SOURCE_FAILED')).toMatch(
      /^Companies House charges, insolvency: .+; no earlier copy$/,
    )
    await vi.waitFor(() => expect(rig.register.calls).toHaveLength(5))
  })

  it('our own ceiling: a quarter is reserved for buyers who have paid before', async () => {
    rig = await startRig({ settings: { companiesHouseCallsPer5Min: 25 } })
    // Thirteen calls are for all: five verdicts use two each, and a sixth could need more than the
    // three that are left.
    for (let number = 1; number <= 5; number += 1) {
      expect((await rig.ask('company_verdict', `9900000${number}`)).confidence).toBe('high')
    }
    await expectCode(rig.ask('company_verdict', '99000008'), 'UPSTREAM_UNAVAILABLE')
    expect((await rig.ask('company_verdict', '99000001')).confidence).toBe('high')
    rig.proven = true
    expect((await rig.ask('company_verdict', '99000008')).confidence).toBe('high')
    // The register is well: health says nothing.
    expect(rig.wing.health().upstreams).toMatchObject({ companies_house: { status: 'ok' } })
  })

  it('a register that never answers costs no more than the time of one request', async () => {
    rig = await startRig({ settings: { budgetMs: 150 } })
    rig.register.break('slow')
    await expectCode(rig.ask('company_verdict', '99000001'), 'UPSTREAM_UNAVAILABLE')
  })
})

describe('without an access key', () => {
  it('search, profile and verdict are 503, the regulator check answers unchecked, health and warnings say so', async () => {
    rig = await startRig({ settings: { companiesHouseApiKey: null } })
    const refused = { code: 'UPSTREAM_NOT_CONFIGURED', status: 503 }
    await expect(rig.search({ q: 'harbour' })).rejects.toMatchObject(refused)
    await expect(rig.ask('company_profile', '99000001')).rejects.toMatchObject(refused)
    await expect(rig.ask('company_verdict', '99000001')).rejects.toMatchObject(refused)
    const answer = await rig.ask('company_fca', '99000001')
    expect([answer.result.fca.checked, answer.confidence, answer.verdict.flags]).toEqual([
      false,
      'high',
      [],
    ])
    const { upstreams, warnings } = rig.wing.health()
    expect(upstreams.companies_house?.status).toBe('not_configured')
    expect(warnings.join()).toMatch(/Companies House: no access key/)
  })
})

describe('the regulator check', () => {
  it('in fallback mode: unchecked by policy, high confidence, announced', async () => {
    rig = await startRig()
    const answer = await rig.ask('company_fca', '99000030')
    expect(answer.result).toEqual({
      fca: {
        checked: false,
        regulated: null,
        frn: null,
        firm_name: null,
        status: null,
        permissions_summary: null,
        warnings: [],
        note: expect.stringMatching(/fallback mode/),
      },
    })
    expect([answer.confidence, codes(answer), rig.fca.calls]).toEqual(['high', [], []])
    expect(Object.keys(rig.wing.listingNotes ?? {})).toEqual([
      'company_verdict',
      'company_fca',
      'company_screen',
    ])
    expect(rig.wing.health().upstreams.fca_register?.status).toBe('not_consulted')
    const verdict = await rig.ask('company_verdict', '99000030', { detail: 'full' })
    expect([ruleOf(verdict, 'FS_SIC_NOT_FCA'), ruleOf(verdict, 'FCA_WARNING')]).toEqual([
      'not_applicable',
      'not_applicable',
    ])
    expect(verdict.verdict.score).toBe(100)
  })

  it.each(['down', 'error', 'garbage', 'unauthorised', 'throttled'] as const)(
    'regulator %s: 200, unchecked, the reason named, low',
    async (fault) => {
      rig = await startRig({ fca: true })
      rig.fca.break(fault)
      const answer = await rig.ask('company_fca', '99000031')
      expect(answer.result.fca.checked).toBe(false)
      expect(answer.result.fca.note).toMatch(/^The FCA register is unavailable: /)
      expect([answer.confidence, codes(answer)]).toEqual(['low', ['SOURCE_FAILED']])
      expect(answer.sources.map((source) => source.fetched)).toEqual(['2026-11-20T12:00:00Z', null])
      const verdict = await rig.ask('company_verdict', '99000030', { detail: 'full' })
      expect([verdict.verdict.score, ruleOf(verdict, 'FS_SIC_NOT_FCA')]).toEqual([
        100,
        'unavailable',
      ])
    },
  )

  it.each([
    ['error', '/Requirements'],
    ['unknown form', '/Permissions'],
  ] as const)('a regulator that fails half way (%s of %s) proves nothing', async (fault, path) => {
    rig = await startRig({ fca: true })
    rig.fca.break(fault, path)
    expect((await rig.ask('company_fca', '99000032')).result.fca).toMatchObject({
      checked: false,
      regulated: null,
      warnings: [],
    })
  })

  it.each([true, false])(
    'everything down (regulator consulted: %s): still 200, unchecked, low',
    async (fca) => {
      rig = await startRig({ fca })
      rig.register.break('down')
      rig.fca.break('down')
      const answer = await rig.ask('company_fca', '99000031')
      expect([answer.result.fca.checked, answer.confidence, codes(answer)]).toEqual([
        false,
        'low',
        ['SOURCE_FAILED'],
      ])
      expect(answer.as_of).toBe('2026-11-20T12:00:00Z')
    },
  )

  it.each([
    ['garbage', 'answered with an error', 'answered 200 with something that is not JSON'],
    ['forbidden', 'answered with an error', 'answered 403'],
    ['down', 'could not be reached', ''],
  ] as const)(
    'the register of companies %s: note and flag say what was wrong',
    async (fault, note, flag) => {
      rig = await startRig({ fca: true })
      rig.register.break(fault)
      const answer = await rig.ask('company_fca', '99000031')
      expect(answer.result.fca).toMatchObject({
        checked: false,
        note: `The FCA register is searched by name, which the register of companies gives. Companies House ${note}. There is no earlier copy to serve.`,
      })
      expect(detailOf(answer, 'SOURCE_FAILED')).toContain(`Companies House profile: ${flag}`)
    },
  )

  it('our own ceiling: note and flag do not blame the register', async () => {
    rig = await startRig({ fca: true, settings: { companiesHouseCallsPer5Min: 1 } })
    await rig.ask('company_fca', '99000031')
    const answer = await rig.ask('company_fca', '99000030')
    expect(answer.result.fca.note).toContain('Our own quota of calls to Companies House is spent')
    expect(`${answer.result.fca.note}${detailOf(answer, 'SOURCE_FAILED')}`).not.toContain(
      'did not answer',
    )
  })
})
