/** Dossiers of funders without a counted award. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inventedDossier } from '../../../test/support/invented-dossier.ts'
import { pack } from '../../background/stored-layout.ts'
import { DOSSIER, type StoredDossier } from '../corpus/dossier.ts'
import { buildFunderIndex } from '../index/funder-index.ts'
import { funderDossier, funderDossierAsSpecified } from './funder-dossier.ts'

type Counts = Pick<
  StoredDossier['coverage'],
  'grants_included' | 'excluded_share_alike' | 'excluded_non_gbp' | 'excluded_zero_amount'
>

const counts = (
  grants_included: number,
  excluded_share_alike: number,
  excluded_non_gbp: number,
  excluded_zero_amount: number,
): Counts => ({
  grants_included,
  excluded_share_alike,
  excluded_non_gbp,
  excluded_zero_amount,
})

async function depsOf(...funders: [name: string, counts: Counts][]) {
  async function* batch() {
    yield funders.map(([name, counted]) => {
      const slug = name.toLowerCase().replaceAll(' ', '-')
      const dossier = inventedDossier(slug, [name], [], counted.grants_included)
      return pack(DOSSIER, { ...dossier, coverage: { ...dossier.coverage, ...counted } })
    })
  }
  const index = await buildFunderIndex({ id: 'g', builtMs: 0, fetchedMs: 0, summary: '' }, batch())
  const source = {
    name: '360Giving',
    fetched: '2026-11-20T00:00:00Z',
    url: 'https://registry.example/',
  }
  return {
    corpus: () => ({ index, source, degradations: [] }),
    liveGrants: () => ({ grants: [], sources: [], degradations: [] }),
  }
}

const context = {
  today: '2026-11-20',
  nowMs: Date.parse('2026-11-20T02:00:00Z'),
  signal: AbortSignal.timeout(60_000),
}

async function told(
  counted: Counts,
  operation: typeof funderDossier | typeof funderDossierAsSpecified = funderDossier,
) {
  const { result, verdict } = await operation.answer(
    { name: 'Harbour Fund' },
    await depsOf(['Harbour Fund', counted]),
    context,
  )
  const { giving } = operation.result.parse(result) as { giving: { grants_made: number | null } }
  return { giving, flags: verdict?.flags ?? [] }
}

const UNKNOWN = {
  grants_made: null,
  total_awarded_gbp: null,
  years: { first: null, last: null },
  size_distribution_gbp: { min: null, p25: null, median: null, p75: null, max: null, mean: null },
  yearly: {},
  typical_award_gbp: null,
}

it.each([
  [
    'another currency',
    counts(0, 0, 2, 0),
    '2 published grants are left out, 2 in another currency or none and 0 without a positive amount',
  ],
  [
    'no positive amount',
    counts(0, 0, 0, 1),
    '1 published grant is left out, 0 in another currency or none and 1 without a positive amount',
  ],
])('awards in nothing but %s are no history of zero pounds', async (_, counted, detail) => {
  for (const operation of [funderDossier, funderDossierAsSpecified]) {
    const { giving, flags } = await told(counted, operation)
    expect(giving).toEqual(UNKNOWN)
    expect(flags).toEqual([
      {
        code: 'NO_GBP_AWARDS',
        detail: `${detail}, and none is left to count; giving in pounds is unknown, not zero`,
      },
    ])
  }
})

it('gives no figure, and every reason for it, exactly where nothing was counted and something left out', async () => {
  const some = fc.constantFrom(0, 0, 1, 7)
  await fc.assert(
    fc.asyncProperty(some, some, some, some, async (included, bound, foreign, zero) => {
      const { giving, flags } = await told(counts(included, bound, foreign, zero))
      const reasons = [
        ...(bound > 0 ? ['SHARE_ALIKE_ONLY'] : []),
        ...(foreign + zero > 0 ? ['NO_GBP_AWARDS'] : []),
      ]
      expect(flags.map(({ code }) => code)).toEqual(included > 0 ? [] : reasons)
      expect(giving.grants_made).toBe(included > 0 || reasons.length === 0 ? included : null)
    }),
  )
})

it('says that none of a candidate’s grants is counted, before payment', async () => {
  const deps = await depsOf(
    ['Harbour Dollar Fund', counts(0, 0, 2, 0)],
    ['Harbour Pound Fund', counts(12, 0, 0, 0)],
  )
  await expect(funderDossier.answer({ name: 'Harbour' }, deps, context)).rejects.toMatchObject({
    code: 'FUNDER_AMBIGUOUS',
    errors: expect.arrayContaining([
      expect.objectContaining({
        message: 'harbour-dollar-fund: Harbour Dollar Fund, no grants counted',
      }),
      expect.objectContaining({ message: 'harbour-pound-fund: Harbour Pound Fund, 12 grants' }),
    ]),
  })
})
