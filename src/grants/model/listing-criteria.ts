/** Requirements of the listing's own fields, before any text is read. */
import { type Criterion, lowerCertainty } from 'ukintel-grant-reader/criterion'
import { NATIONS } from 'ukintel-grant-reader/kinds'
import type { ListingFacts } from './listing.ts'

export function buildListingCriteria(facts: ListingFacts): Criterion[] {
  const criteria: Criterion[] = []
  // A label without a mapping may be the applicant's.
  const add = (criterion: Omit<Criterion, 'span'>, unknown: readonly string[] = []) =>
    criteria.push(lowerCertainty({ ...criterion, span: null }, unknown.length > 0 ? 'named' : null))
  if (facts.orgTypes.length > 0) {
    const requirement = facts.applicantLabels.join(', ')
    add(
      {
        code: 'ORG_TYPE',
        requirement,
        parameter: 'org_type',
        operator: 'one_of',
        value: facts.orgTypes,
        unit: null,
      },
      facts.unknownApplicants,
    )
  }
  const { regions, englishRegions, unknown } = facts.places
  if (regions.length > 0) {
    const requirement = facts.locationLabels.join(', ')
    const nations = regions.includes('uk')
      ? NATIONS
      : NATIONS.filter((nation) => regions.includes(nation))
    const shared = {
      code: 'REGION',
      requirement,
      operator: 'one_of',
      unit: null,
    } as const
    add({ ...shared, parameter: 'region', value: nations }, unknown)
    if (englishRegions)
      add({ ...shared, parameter: 'english_region', value: englishRegions }, unknown)
  }
  const { min, max, text } = facts.amounts
  if (min !== null || max !== null) {
    // Some entries have the numbers without the words.
    const numbers = [
      min === null ? '' : `grantMinimumAward ${min}`,
      max === null ? '' : `grantMaximumAward ${max}`,
    ]
    const requirement = text ?? numbers.filter((part) => part !== '').join(', ')
    const shared = {
      code: 'AMOUNT_RANGE',
      requirement,
      parameter: 'amount_needed',
      unit: 'GBP',
    } as const
    if (min !== null && max !== null) add({ ...shared, operator: 'between', value: { min, max } })
    else if (max !== null) add({ ...shared, operator: 'at_most', value: max })
    else add({ ...shared, operator: 'at_least', value: min! })
  }
  return criteria
}
