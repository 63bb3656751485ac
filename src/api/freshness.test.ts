import { expect, it } from 'vitest'
import { manualClock } from '../platform/clock.ts'
import { ServiceError } from '../platform/errors.ts'
import { createQuoteFreshness } from './freshness.ts'
import { createLimiter } from './rate-limit.ts'
import type { BoundPaid } from './registry.ts'

const clock = manualClock('2026-11-25T12:00:00Z')
const FETCHED = '2026-11-25T10:00:00Z'
const SOURCES = [
  { name: 'Portal B', fetched: FETCHED, url: null },
  { name: 'Portal A', fetched: '2026-11-25T11:00:00Z', url: null },
]
const BASIS = {
  sources: SOURCES,
  degradations: [
    { kind: 'stale' as const, detail: 'Portal B: refresh still running', flagged: true },
  ],
}
const TOLD = {
  as_of: FETCHED,
  sources: [
    { name: 'Portal A', as_of: '2026-11-25T11:00:00Z', state: 'fresh' },
    { name: 'Portal B', as_of: FETCHED, state: 'stale' },
  ],
}
const caller = { address: '192.0.2.1' }

function searched() {
  const search = { revision: 'r1', found: 3, counted: 0 }
  const count = () => {
    search.counted += 1
    return search.found
  }
  const bound = {
    operation: { id: 'search' },
    freshness: () => BASIS,
    findSearchBasis: () => ({ ...BASIS, matches: { revision: search.revision, count } }),
  } as unknown as BoundPaid
  return { search, bound }
}

function quoting({
  burst = 10,
  underLoad = () => false,
}: {
  burst?: number
  underLoad?: () => boolean
} = {}) {
  const warnings: string[] = []
  const limit = createLimiter('free', { perMinute: 1, burst }, clock)
  const log = { warn: (_: unknown, text: string) => void warnings.push(text) } as never
  return { warnings, fresh: createQuoteFreshness({ limit, underLoad, clock, log }) }
}

it('lists sources by name, the oldest time, and the matches', () => {
  const { bound } = searched()
  expect(quoting().fresh(bound, { q: 'a' }, caller)).toEqual({ ...TOLD, matches: 3 })
})

it('counts once per question and revision of the data', () => {
  const { bound, search } = searched()
  const { fresh } = quoting()
  fresh(bound, { q: 'a' }, caller)
  search.found = 4
  expect(fresh(bound, { q: 'a' }, caller)).toMatchObject({ matches: 3 })
  expect(search.counted).toBe(1)
  expect(fresh(bound, { q: 'b' }, caller)).toMatchObject({ matches: 4 })
  search.revision = 'r2'
  expect(fresh(bound, { q: 'a' }, caller)).toMatchObject({ matches: 4 })
})

it('leaves the matches out once the free limit is spent, also those that are remembered', () => {
  const { bound } = searched()
  const { fresh } = quoting({ burst: 1 })
  expect(fresh(bound, { q: 'a' }, caller)).toMatchObject({ matches: 3 })
  expect(fresh(bound, { q: 'a' }, caller)).toEqual(TOLD)
  expect(fresh(bound, { q: 'a' }, { address: '192.0.2.2' })).toMatchObject({ matches: 3 })
})

it.each(['value_min', 'value_max', 'min', 'max', 'deadline_after', 'ends_after', 'ends_before'])(
  'leaves the matches out with %s, so that no value is found by halving',
  (name) => {
    const { bound, search } = searched()
    const { fresh } = quoting({ burst: 1 })
    expect(fresh(bound, { q: 'a', [name]: 5 }, caller)).toEqual(TOLD)
    expect(search.counted).toBe(0)
    // Nothing was taken from the limit, and a bound that is not given is none.
    expect(fresh(bound, { q: 'a', [name]: null }, caller)).toMatchObject({ matches: 3 })
  },
)

it('leaves the matches out under load and takes nothing from the limit', () => {
  const { bound } = searched()
  let busy = true
  const { fresh } = quoting({ burst: 1, underLoad: () => busy })
  expect(fresh(bound, { q: 'a' }, caller)).toEqual(TOLD)
  busy = false
  expect(fresh(bound, { q: 'a' }, caller)).toMatchObject({ matches: 3 })
})

it('says nothing where there would be no answer, and logs what is unexpected', async () => {
  const { fresh, warnings } = quoting()
  const failing = (error: Error) =>
    ({
      operation: { id: 'brief' },
      freshness: () => {
        throw error
      },
    }) as unknown as BoundPaid
  expect(fresh(failing(new ServiceError('SUBJECT_NOT_FOUND', 'none')), {}, caller)).toBeNull()
  expect(warnings).toEqual([])
  expect(fresh(failing(new Error('broken')), {}, caller)).toBeNull()
  const rejecting = {
    operation: { id: 'changes' },
    freshness: async () => Promise.reject(new Error('broken')),
  } as unknown as BoundPaid
  expect(await fresh(rejecting, {}, caller)).toBeNull()
  expect(warnings).toHaveLength(2)
  expect(fresh({ operation: { id: 'profile' } } as unknown as BoundPaid, {}, caller)).toBeNull()
})
