/** What the listing's own fields require, before any text is read. */
import type { Criterion } from './criterion.ts'
import type { ListingFacts } from './listing.ts'
import { NATIONS } from './places.ts'

export function listingCriteria(facts: ListingFacts): Criterion[] {
  const criteria: Criterion[] = []
  const add = (criterion: Omit<Criterion, 'span'>) => criteria.push({ ...criterion, span: null })
  if (facts.orgTypes.length > 0) {
    add({
      code: 'ORG_TYPE',
      requirement: facts.applicantLabels.join(', '),
      parameter: 'org_type',
      operator: 'one_of',
      value: facts.orgTypes,
      unit: null,
    })
  }
  const { regions, englishRegions } = facts.places
  if (regions.length > 0) {
    const requirement = facts.locationLabels.join(', ')
    const nations = regions.includes('uk') ? NATIONS : NATIONS.filter((nation) => regions.includes(nation))
    add({ code: 'REGION', requirement, parameter: 'region', operator: 'one_of', value: nations, unit: null })
    if (englishRegions)
      add({ code: 'REGION', requirement, parameter: 'english_region', operator: 'one_of', value: englishRegions, unit: null })
  }
  const { min, max, text } = facts.amounts
  if (min !== null || max !== null) {
    // Some entries have the numbers without the words.
    const numbers = [min === null ? '' : `grantMinimumAward ${min}`, max === null ? '' : `grantMaximumAward ${max}`]
    const requirement = text ?? numbers.filter((part) => part !== '').join(', ')
    const shared = { code: 'AMOUNT_RANGE', requirement, parameter: 'amount_needed', unit: 'GBP' } as const
    if (min !== null && max !== null) add({ ...shared, operator: 'between', value: { min, max } })
    else if (max !== null) add({ ...shared, operator: 'at_most', value: max })
    else add({ ...shared, operator: 'at_least', value: min! })
  }
  return criteria
}
