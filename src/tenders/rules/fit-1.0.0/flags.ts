/** The flags of a fit: what capped it, what could not be judged, what a bidder should know. */
import { hasCertification } from '../../model/certifications.ts'
import { ALL_REGIONS } from '../../model/regions.ts'
import type { Fit, FitFlag, JudgedFacts } from '../version.ts'
import { CAPS, type Cap } from './fit.ts'

const SHORT_NOTICE_DAYS = 5

export function fitFlags(fit: Fit, { notice, remarks }: JudgedFacts): FitFlag[] {
  const flags: FitFlag[] = []
  const add = (code: string, detail: string) => flags.push({ code, detail })
  for (const cap of fit.caps as readonly Cap[]) {
    const limit = `score capped at ${CAPS[cap]}`
    if (cap === 'CAP_RELEVANCE_LOW')
      add('CAP_RELEVANCE', `relevance ${fit.relevance} of 40 is under 8: ${limit}`)
    if (cap === 'CAP_RELEVANCE') add(cap, `relevance ${fit.relevance} of 40 is under 16: ${limit}`)
    if (cap === 'CAP_REGION')
      add(cap, `the work is in none of the profile's regions nor next to one: ${limit}`)
    if (cap === 'CAP_REGION_ADJACENT')
      add(cap, `the work is only next to the profile's regions: ${limit}`)
    if (cap === 'CAP_EXCLUDED')
      add(cap, `the title has the excluded keyword "${remarks.excluded}": ${limit}`)
    if (cap === 'CAP_BROAD_CPV')
      add(cap, `only a two-digit CPV prefix matches and no keyword is in the title: ${limit}`)
  }
  if (notice.cpv.length === 0)
    add('CPV_NOT_STATED', 'the notice lists no CPV codes; keywords alone decide relevance')
  if (fit.unjudged.includes('value')) {
    const foreign = remarks.valueCurrency !== null && remarks.valueCurrency !== 'GBP'
    add(
      'VALUE_NOT_STATED',
      `${foreign ? `the value is stated in ${remarks.valueCurrency}` : 'the notice states no value'}; half of 20 given`,
    )
  }
  if (fit.unjudged.includes('geography'))
    add(
      'REGION_NOT_STATED',
      'the notice states no place of delivery; half of 15 given, rounded down',
    )
  if (fit.unjudged.includes('timeline'))
    add('DEADLINE_NOT_STATED', 'the notice states no deadline; half of 15 given, rounded down')
  if (fit.unjudged.includes('history'))
    add(
      'BUYER_HISTORY_NONE',
      `no comparable award by ${remarks.buyer} is known from the last 36 months; half of 10 given`,
    )
  for (const certification of remarks.mentioned)
    add('CERTIFICATION_MENTIONED', `the notice mentions ${certification}`)
  for (const demanded of remarks.demanded) {
    if (!hasCertification(remarks.certifications, demanded))
      add(
        'CERTIFICATION_REQUIRED',
        `the notice asks for ${demanded}, which the profile does not list`,
      )
  }
  if (
    notice.stage === 'tender' &&
    notice.workingDaysLeft !== null &&
    notice.workingDaysLeft < SHORT_NOTICE_DAYS
  ) {
    add('DEADLINE_UNDER_5_WORKING_DAYS', `${notice.workingDaysLeft} working days are left`)
  }
  if (remarks.deadlineIsDateOnly)
    add(
      'DEADLINE_DATE_ONLY',
      'the notice states a day without an hour; the end of that day in London is assumed',
    )
  if (notice.framework)
    add('FRAMEWORK', 'a framework or dynamic market: its value is a ceiling over all call-offs')
  if (notice.regions === ALL_REGIONS) add('UK_WIDE', 'the notice covers the whole United Kingdom')
  return flags
}
