/** One advert as the listing's page data has it, and the facts read from it. */

import type { OrgType } from 'ukintel-grant-reader/kinds'
import { z } from 'zod'
import { withoutContacts } from '../../platform/contacts.ts'
import { canonicalJson, sha256Hex } from '../../platform/hash.ts'
import { cleanLine, shorten } from '../../platform/text.ts'
import { orgTypesOfLabels } from './applicants.ts'
import { type GrantDates, readClosing, readOpening } from './dates.ts'
import { type Places, placesOfLabels } from './places.ts'

const text = z.string().nullish()
const amount = z.number().nullish().catch(null)
const labels = z.array(z.string()).nullish()

/** The members of a list item that are kept, as published; others are passed over. */
export const listItemSchema = z.object({
  id: z.string().min(1),
  /** The slug. */
  label: z.string().regex(/^[a-z0-9][a-z0-9-]{1,120}$/),
  grantName: z.string().min(1),
  grantShortDescription: text,
  grantLocation: labels,
  grantFunder: text,
  grantTotalAwardAmount: amount,
  grantTotalAwardDisplay: text,
  grantMinimumAward: amount,
  grantMinimumAwardDisplay: text,
  grantMaximumAward: amount,
  grantMaximumAwardDisplay: text,
  grantApplicationOpenDate: text,
  grantApplicationCloseDate: text,
  grantApplicantType: labels,
})
export type ListItem = z.output<typeof listItemSchema>

export interface Amounts {
  /** GBP per application; null when the listing states none. */
  min: number | null
  max: number | null
  text: string | null
}

export interface ListingFacts {
  /** The slug of the official listing. */
  id: string
  name: string
  funder: string | null
  summary: string | null
  amounts: Amounts
  dates: GrantDates
  /** The listing's labels, as published. */
  applicantLabels: readonly string[]
  locationLabels: readonly string[]
  orgTypes: readonly OrgType[]
  places: Places
  /** Labels for applicants without a mapping; those for places are in `places`. */
  unknownApplicants: readonly string[]
}

const SUMMARY_LIMIT = 300

export function listItemHash(item: ListItem): string {
  return sha256Hex(canonicalJson(item))
}

export function readListItem(item: ListItem): ListingFacts {
  const applicantLabels = cleanLabels(item.grantApplicantType)
  const locationLabels = cleanLabels(item.grantLocation)
  const { types, unknown } = orgTypesOfLabels(applicantLabels)
  const places = placesOfLabels(locationLabels)
  const summary = cleanLine(item.grantShortDescription)
  return {
    id: item.label,
    name: cleanLine(item.grantName) ?? item.label,
    funder: cleanLine(item.grantFunder),
    summary: summary === null ? null : shorten(withoutContacts(summary), SUMMARY_LIMIT),
    amounts: readAmounts(item),
    dates: {
      opens: readOpening(item.grantApplicationOpenDate),
      closes: readClosing(item.grantApplicationCloseDate),
    },
    applicantLabels,
    locationLabels,
    orgTypes: types,
    places,
    unknownApplicants: unknown,
  }
}

/**
 * The form demands three numbers, so 0 and 1 stand for "none". A minimum above its maximum states
 * nothing that can be used.
 */
function readAmounts(item: ListItem): Amounts {
  const min = readAward(item.grantMinimumAward)
  const max = readAward(item.grantMaximumAward)
  const contradictory = min !== null && max !== null && min > max
  const low = cleanLine(item.grantMinimumAwardDisplay)
  const high = cleanLine(item.grantMaximumAwardDisplay)
  const pot = cleanLine(item.grantTotalAwardDisplay)
  let text = high ?? (low === null ? null : `From ${low}`)
  if (low !== null && high !== null && low !== high) text = `From ${low} to ${high}`
  return {
    min: contradictory ? null : min,
    max: contradictory ? null : max,
    text: text ?? (pot === null ? null : `${pot} in total`),
  }
}

function readAward(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(Math.round(value)) && value > 1
    ? Math.round(value)
    : null
}

function cleanLabels(labels: readonly string[] | null | undefined): string[] {
  return [
    ...new Set((labels ?? []).map((label) => cleanLine(label)).filter((label) => label !== null)),
  ]
}

/** A name without case, punctuation, accents and articles. */
export function plainName(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9 ]+/g, ' ')
    .replace(/\bthe\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Equal for re-adverts of one scheme, whose slugs end in -1, -2: name and funder, without the round
 * and the year.
 */
export function schemeKey({ name, funder }: Pick<ListingFacts, 'name' | 'funder'>): string {
  const scheme = plainName(name)
    .replace(/\b(?:round \d+|20\d\d(?: \d\d)?)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return `${scheme}|${plainName(funder ?? '')}`
}
