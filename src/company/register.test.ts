/** What answers for a company when the register gives nothing in time. */
import { expect, it } from 'vitest'
import type { CachedValue, CacheQuery, FreshCache } from '../background/fresh-cache.ts'
import { systemClock } from '../platform/clock.ts'
import { NoCallLeft } from '../upstream/call-budget.ts'
import { type KnownCompany, NOTHING_KNOWN } from './mirror/known.ts'
import type { Mirror } from './mirror/mirror.ts'
import type { RegisteredFacts } from './model/facts.ts'
import { reduceProfile } from './model/reduce.ts'
import { createRegister } from './register.ts'
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

it.each([
  ['stale', 8, 'ROW', 'stale'],
  ['failed', 8, 'ROW', 'failed'],
  ['stale', 2, 'ROW', null],
  ['stale', 12, 'COPY', 'stale'],
] as const)(
  'a copy of ten hours that is %s, with a row of %i hours: the %s answers',
  async (state, rowAge, name, trouble) => {
    const copy = { value: factsOf('COPY'), state, fetchedMs: nowMs - 10 * HOUR_MS }
    const register = open(
      { 'company:profile': copy },
      { facts: factsOf('ROW'), asOfMs: nowMs - rowAge * HOUR_MS },
    )
    const { profile, degradations } = await register.company(NUMBER, 'identity', { timeouts })
    expect(profile.name).toBe(name)
    expect(degradations.map(({ kind }) => kind)).toEqual(trouble === null ? [] : [trouble])
  },
)

it('with the quota spent, the file counts the charges of a company whose officers are known', async () => {
  const row = { facts: factsOf('ROW'), asOfMs: nowMs, fresh: true, charges: { outstanding: 3 } }
  const insolvency = { 'company:insolvency': { value: { cases: [] } } }
  const read = (known: Partial<KnownCompany>) =>
    open({ ...OFFICERS, ...insolvency }, known).company(NUMBER, 'verdict', { timeouts })
  const { charges, degradations } = await read(row)
  expect(charges).toEqual({ outstanding: 3 })
  expect(degradations.map(({ kind }) => kind)).toEqual(['failed'])
  await expect(read({ ...row, charges: null })).rejects.toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
  })
})
