/** Paragraphs made by rule from a notice's own words and fields. */
import { shorten } from '../../platform/text.ts'
import { certificationsDemanded, insurancesMentioned } from './certifications.ts'
import { deadlineDate } from './dates.ts'
import { taxOf } from './money.ts'
import type { Notice } from './notice.ts'
import { regionText } from './regions.ts'

const BRIEF_LIMIT = 500
const DIGEST_LIMIT = 1200

/** Text of forms without a choice: "Other - ", "Not specified". */
const NO_METHOD = /^(?:other|not specified|none|n\/a)\W*$/i

/** For lists: what is wanted, then value, place and date, at most 500 characters. */
export function briefSummary(notice: Notice): string {
  const facts = [valueSentence(notice), placeSentence(notice), dateSentence(notice)]
    .filter((text) => text !== null)
    .join(' ')
  const lead = buildLead(notice, BRIEF_LIMIT - facts.length - 1)
  return shorten(`${lead} ${facts}`.trim(), BRIEF_LIMIT)
}

/**
 * Returns the digest for the dossier: subject, value, term, lots, dates, required certifications
 * and insurances, at most 1,200 characters.
 */
export function requirementsDigest(notice: Notice): string {
  const texts = demandTexts(notice)
  const certifications = certificationsDemanded(texts)
  const insurances = insurancesMentioned(texts)
  const parts = [
    valueSentence(notice),
    termSentence(notice),
    lotsSentence(notice),
    placeSentence(notice),
    notice.method && !NO_METHOD.test(notice.method)
      ? `Procedure: ${endSentence(notice.method)}`
      : null,
    notice.framework ? 'It sets up a framework or dynamic market.' : null,
    notice.enquiryMs === null ? null : `Questions until ${momentText(notice.enquiryMs, 'time')}.`,
    dateSentence(notice),
    certifications.length > 0 ? `Certifications asked for: ${certifications.join(', ')}.` : null,
    insurances.length > 0 ? `Insurance mentioned: ${insurances.join(', ')}.` : null,
    notice.smeSuitable ? 'Marked as suitable for small and medium-sized enterprises.' : null,
  ]
  const facts = parts.filter((part) => part !== null).join(' ')
  return shorten(
    `${buildLead(notice, DIGEST_LIMIT - facts.length - 1)} ${facts}`.trim(),
    DIGEST_LIMIT,
  )
}

/** Everything in which a buyer may state a demand. */
export function demandTexts(notice: Notice): string[] {
  return [
    notice.title,
    notice.description ?? '',
    notice.additional ?? '',
    ...notice.requirements,
    ...notice.lots.flatMap((lot) => [lot.title ?? '', lot.description ?? '']),
  ].filter((text) => text !== '')
}

/** "Buyer: Title." and as many whole sentences of the description as fit. */
function buildLead(notice: Notice, room: number): string {
  let lead = shorten(`${notice.buyer}: ${endSentence(notice.title)}`, Math.max(40, room))
  const sentences = (notice.description ?? '')
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?])\s+(?=[A-Z0-9"'(])/)
  for (const sentence of sentences) {
    const text = sentence.trim()
    if (text === '' || text.toLowerCase() === notice.title.toLowerCase()) continue
    if (lead.length + 1 + text.length > room) {
      const left = room - lead.length - 1
      return left > 80 ? `${lead} ${shorten(text, left)}` : lead
    }
    lead = `${lead} ${text}`
  }
  return endSentence(lead)
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

function valueSentence({ value, framework, lots, amountTax }: Notice): string | null {
  if (!value) return null
  const show = (amount: number) => money(amount, value.currency)
  const tax = taxOf(value, amountTax ?? null)
  const vat = tax === null ? '' : ` ${tax === 'included' ? 'including' : 'excluding'} VAT`
  const apart = vat === '' ? '' : `,${vat}`
  if (framework && value.amount !== null)
    return `Up to ${show(value.amount)} over all call-offs${apart}: a ceiling.`
  if (value.basis === 'minimum') return `Worth at least ${show(value.min!)}${vat}.`
  if (value.amount === null)
    return `${lots.filter((lot) => lot.value !== null).length} of ${lots.length} lots state a value: ${span(value.min!, value.max!, show)}${vat}.`
  if (value.basis === 'lots') return `Lots worth ${show(value.amount)} together${apart}.`
  return value.min === null
    ? `Worth ${show(value.amount)}${vat}.`
    : `Worth ${show(value.min)} to ${show(value.amount)}${vat}.`
}

/** Formats the range of one amount. */
function span(min: number, max: number, show: (amount: number) => string): string {
  return min === max ? show(max) : `${show(min)} to ${show(max)}`
}

export function money(amount: number, currency: string): string {
  const digits = String(amount).replace(/\B(?=(?:\d{3}){1,8}(?!\d))/g, ',')
  return currency === 'GBP' ? `£${digits}` : `${currency} ${digits}`
}

function placeSentence(notice: Notice): string | null {
  const region = regionText(notice.regions)
  if (region === null) return null
  if (region === 'uk')
    return notice.ukAsStated
      ? 'Place: "UK" as stated, no part of it is named.'
      : 'Place: anywhere in the UK.'
  return `Place: ${region.split(',').map(regionName).join(', ')}.`
}

export function regionName(slug: string): string {
  return slug
    .split('-')
    .map((word) => (word === 'of' ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join(' ')
}

/** Durations from 999 months on: the maximum of the form; the text has the actual duration. */
const ENDLESS_DAYS = 999 * 30

function termSentence({ contractStart, contractEnd, durationDays }: Notice): string | null {
  if (contractStart && contractEnd)
    return `Contract from ${longDate(contractStart)} to ${longDate(contractEnd)}.`
  if (contractStart) return `Contract from ${longDate(contractStart)}.`
  return durationDays === null || durationDays >= ENDLESS_DAYS
    ? null
    : `Contract for ${durationText(durationDays)}.`
}

/**
 * Forms ask for a number of months and write it as days: 30 for each month, or 365 for each year.
 */
function durationText(days: number): string {
  const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`
  const years = Math.round(days / 365.25)
  if (years >= 1 && Math.abs(days - years * 365) <= Math.ceil(years / 4))
    return count(years * 12, 'month')
  if (days >= 30 && days % 30 === 0) return count(days / 30, 'month')
  return days >= 7 && days % 7 === 0 ? count(days / 7, 'week') : count(days, 'day')
}

function lotsSentence({ lots }: Notice): string | null {
  if (lots.length < 2) return null
  const titles = lots.map((lot) => lot.title).filter((title) => title !== null)
  const all = titles.length === lots.length && titles.length <= 4
  const shown = shorten(titles.slice(0, 4).join('; '), 200)
  if (shown === '') return `${lots.length} lots.`
  return endSentence(
    all && !shown.endsWith('…')
      ? `${lots.length} lots: ${shown}`
      : `${lots.length} lots, among them ${shown}`,
  )
}

/** Direct awards: no bids were possible, and the date is that of the award. */
const DIRECT_AWARD =
  /\bdirect award\b|\bwithout (?:prior publication|(?:a |prior )?(?:call for )?competition|publication)\b/i

function dateSentence(notice: Notice): string | null {
  if (notice.stage === 'planning') {
    const dates = [
      notice.engagementEnds ? `Engagement ends ${longDate(notice.engagementEnds)}.` : null,
      notice.futureNotice
        ? `A tender notice is expected on ${longDate(notice.futureNotice)}.`
        : null,
    ].filter((text) => text !== null)
    return dates.length > 0 ? dates.join(' ') : 'Early engagement, not yet open for tenders.'
  }
  if (notice.deadlineMs === null) return null
  if (notice.correctionUnread && notice.closedBy === null)
    return 'A correction moved the date for tenders; it could not be read, see the notice.'
  const by = `due by ${momentText(notice.deadlineMs, notice.deadlinePrecision)}.`
  if (notice.closedBy === 'awarded')
    return DIRECT_AWARD.test(notice.method ?? '') ? 'Awarded.' : `Awarded; tenders were ${by}`
  if (notice.closedBy !== null)
    return `${notice.closedBy === 'cancelled' ? 'Cancelled' : 'Closed'}; tenders were ${by}`
  return notice.requestsFirst ? `Requests to participate are ${by}` : `Tenders are ${by}`
}

/** Day and hour in London; midnight is the end of the day before. */
export function momentText(ms: number, precision: 'time' | 'date' | null): string {
  const day = longDate(deadlineDate(ms))
  if (precision === 'date') return `the end of ${day} (no hour is stated)`
  const hour = Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO('Europe/London')
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })
  return hour === '00:00' ? `midnight at the end of ${day}` : `${hour} on ${day}`
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

export function longDate(date: string): string {
  const [year, month, day] = date.split('-')
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`
}
