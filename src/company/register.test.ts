/** What answers for a company when the register gives nothing in time. */
import { expect, it } from 'vitest'
import type { CachedValue, CacheQuery, FreshCache } from '../background/fresh-cache.ts'
import { type Caller, runFor } from '../platform/caller.ts'
import { systemClock } from '../platform/clock.ts'
import { NoCallLeft } from '../upstream/call-budget.ts'
import { type KnownCompany, type MirroredPart, NOTHING_KNOWN } from './mirror/known.ts'
import type { Mirror } from './mirror/mirror.ts'
import type { RegisteredFacts } from './model/facts.ts'
import { reduceProfile } from './model/reduce.ts'
import { createRegister } from './register.ts'
import { BULK_FILE } from './source.ts'
import type { CompaniesHouse } from './sources/companies-house.ts'

const NUMBER = '99000020'
const HOUR_MS = 3_600_000
const timeouts = {} as never

const factsOf = (name: string): RegisteredFacts => ({
  profile: {
    ...reduceProfile(NUMBER, { company_name: name }),
    links: { charges: true, insolvency: false },
  },
  remarks: {} as never,
})

/** A row of the monthly file. */
const rowOf = <T>(value: T, ageHours: number): MirroredPart<T> => ({
  value,
  asOfMs: nowMs - ageHours * HOUR_MS,
  isCurrent: ageHours === 0,
  isComplete: false,
  source: BULK_FILE,
})

/**
 * A register of which the cache gives only what is stated here; everything else spends the quota.
 */
function open(stored: Record<string, Partial<CachedValue<unknown>>>, known: Partial<KnownCompany>) {
  const cache = {
    findCached: async () => null,
    async read({ layout }: CacheQuery<unknown>) {
      const found = stored[layout.name]
      if (found === undefined)
        throw new NoCallLeft('Companies House', 'throttled', 'the calls are spent')
      return { state: 'fresh', failure: null, fetchedMs: systemClock.nowMs(), ...found }
    },
  } as unknown as FreshCache
  const row = { ...NOTHING_KNOWN, ...known }
  return createRegister({
    client: {} as CompaniesHouse,
    mirror: { findKnown: async () => row } as unknown as Mirror,
    cache,
    clock: systemClock,
    budgetMs: 10_000,
  })
}

const nowMs = systemClock.nowMs()
const OFFICERS = { 'company:officers': { value: { officers: [], identity: [] } } }
const INSOLVENCY = { 'company:insolvency': { value: { cases: [] } } }

it.each([
  ['stale', 8, 'ROW', 'stale'],
  ['failed', 8, 'ROW', 'failed'],
  ['stale', 2, 'ROW', null],
  ['stale', 12, 'COPY', 'stale'],
] as const)(
  'a copy of ten hours that is %s, with a row of %i hours: the %s answers',
  async (state, rowAge, name, trouble) => {
    const copy = { value: factsOf('COPY'), state, fetchedMs: nowMs - 10 * HOUR_MS }
    const register = open({ 'company:profile': copy }, { profile: rowOf(factsOf('ROW'), rowAge) })
    const { profile, degradations } = await register.company(NUMBER, 'identity', { timeouts })
    expect(profile.name).toBe(name)
    expect(degradations.map(({ kind }) => kind)).toEqual(trouble === null ? [] : [trouble])
  },
)

it('the count of charges in the file answers where it is newer than a copy', async () => {
  const fetchedMs = nowMs - 200 * HOUR_MS
  const copy = { value: { outstanding: 1 }, state: 'failed', failure: 'down', fetchedMs } as const
  const known = {
    profile: rowOf(factsOf('ROW'), 0),
    charges: rowOf({ outstanding: 3 }, 100),
  }
  const stored = { ...OFFICERS, ...INSOLVENCY, 'company:charges': copy }
  const { charges, degradations } = await open(stored, known).company(NUMBER, 'verdict', {
    timeouts,
  })
  expect(charges).toEqual({ outstanding: 3 })
  expect(degradations.map(({ kind }) => kind)).toEqual(['failed'])
})

it.each([
  [
    'COPY',
    { value: factsOf('COPY'), state: 'failed', failure: 'down', fetchedMs: nowMs - 10 * HOUR_MS },
  ],
  ['ROW', null],
] as const)(
  'a row with too few fields is the last resort, and flagged: the %s answers',
  async (name, copy) => {
    const stored = { ...OFFICERS, ...(copy && { 'company:profile': copy }) }
    const register = open(stored, { profile: rowOf(factsOf('ROW'), 1) })
    const asking = { timeouts, filings: true }
    const { profile, degradations } = await register.company(NUMBER, 'identity', asking)
    expect(profile.name).toBe(name)
    expect(degradations.map(({ detail }) => detail)).toContainEqual(
      expect.stringMatching(/^Companies House profile/),
    )
  },
)

it('beside a profile of the register, the count of the file is the last resort, and flagged', async () => {
  const stored = { ...OFFICERS, 'company:profile': { value: factsOf('COPY') } }
  const register = open(stored, { charges: rowOf({ outstanding: 3 }, 0) })
  const { charges, degradations } = await register.company(NUMBER, 'verdict', { timeouts })
  expect(charges).toEqual({ outstanding: 3 })
  expect(degradations.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^Companies House charges: the calls are spent/),
  ])
})

it('a row that is older than a change which a stream reported is flagged', async () => {
  const known = {
    profile: rowOf(factsOf('ROW'), 2),
    copies: () => ({ windowMs: () => HOUR_MS, changedMs: nowMs - HOUR_MS }),
  }
  const { degradations } = await open({}, known).company(NUMBER, 'identity', { timeouts })
  expect(degradations.map(({ kind }) => kind)).toEqual(['failed'])
})

it.each([
  ['a copy of the profile, fewer calls', { 'company:profile': { value: factsOf('COPY') } }, 3],
  ['nothing, all calls', {}, 5],
])('with %s may be needed', async (_what, stored, calls) => {
  const caller: Caller = { hasRecentPurchase: false }
  await runFor(caller, () => open(stored, {}).company(NUMBER, 'verdict', { timeouts })).catch(
    () => {},
  )
  expect(caller.mayNeed).toBe(calls)
})

it.each([
  ['fresh', 'register'],
  ['failed', 'register'],
  ['fresh', 'file'],
] as const)(
  'with the quota spent, a %s profile of the %s is delivered and its missing parts are named',
  async (state, from) => {
    const facts = factsOf('KNOWN')
    const copy = { value: facts, state, failure: state === 'failed' ? 'down' : null }
    const register =
      from === 'file'
        ? open({ ...INSOLVENCY }, { profile: rowOf(facts, 0) })
        : open({ 'company:profile': { ...copy, fetchedMs: nowMs } }, {})
    const { charges, officers, degradations } = await register.company(NUMBER, 'verdict', {
      timeouts,
    })
    expect([charges, officers]).toEqual([null, null])
    expect(degradations.map(({ detail }) => detail)).toEqual(
      expect.arrayContaining([
        'Companies House charges: the calls are spent; no earlier copy',
        'Companies House officers: the calls are spent; no earlier copy',
      ]),
    )
  },
)

it('with the quota spent, a row of a screen with a missing part is unavailable', async () => {
  const register = open({ 'company:profile': { value: factsOf('COPY') } }, {})
  await expect(
    runFor({ hasRecentPurchase: false, isBatchRow: true }, () =>
      register.company(NUMBER, 'verdict', { timeouts }),
    ),
  ).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
})

it('with the quota spent, an answer without its profile or its list of accounts is refused', async () => {
  const refused = {
    code: 'UPSTREAM_UNAVAILABLE',
    detail: expect.stringMatching(/^Our own quota of calls to Companies House is spent/),
  }
  await expect(open({}, {}).company(NUMBER, 'identity', { timeouts })).rejects.toMatchObject(
    refused,
  )
  const register = open({ 'company:profile': { value: factsOf('COPY') } }, {})
  await expect(
    register.company(NUMBER, 'identity', { timeouts, accounts: true }),
  ).rejects.toMatchObject(refused)
})
