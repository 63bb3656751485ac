/** Requirements of the listing's own fields, before any text is read. */
import type { Criterion, Instead } from './criterion.ts'
import type { ListingFacts } from './listing.ts'
import { NATIONS } from './places.ts'
import { asQuestion } from './reconcile.ts'

/**
 * Returns the question for a label without a mapping: it may be the applicant's, so the known
 * labels exclude no applicant.
 */
function questionAbout(unknown: readonly string[], requirement: string): { instead?: Instead } {
  return unknown.length === 0
    ? {}
    : { instead: { doubt: 'named', org_types: null, ...asQuestion(requirement, null, []) } }
}

export function buildListingCriteria(facts: ListingFacts): Criterion[] {
  const criteria: Criterion[] = []
  const add = (criterion: Omit<Criterion, 'span'>) => criteria.push({ ...criterion, span: null })
  if (facts.orgTypes.length > 0) {
    const requirement = facts.applicantLabels.join(', ')
    add({
      code: 'ORG_TYPE',
      requirement,
      parameter: 'org_type',
      operator: 'one_of',
      value: facts.orgTypes,
      unit: null,
      ...questionAbout(facts.unknownApplicants, requirement),
    })
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
      ...questionAbout(unknown, requirement),
    } as const
    add({ ...shared, parameter: 'region', value: nations })
    if (englishRegions) add({ ...shared, parameter: 'english_region', value: englishRegions })
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
