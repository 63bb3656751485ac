/** Numbers, sums of money and dates as prose writes them. */
import { NUMBER_WORDS as WORDS } from './number-words.ts'
import { TORN_SUM } from './phrases/figures.ts'
import { words, wordsWith } from './phrases/words.ts'

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
}

/** A number as digits or as a word up to thirty-six. */
export const NUMBER = String.raw`(?:\d[\d,]*(?:\.\d+)?|${Object.keys(WORDS)
  .sort((a, b) => b.length - a.length)
  .join('|')})`
const DIGITS = String.raw`\d[\d,]*(?:\.\d+)?`
const SCALE = String.raw`(?:\s?(?:thousand|million|billion|mn|bn|k|m)\b)?`
/**
 * Thousands parted by spaces, as on the continent. Only of sums: "in 2024 100 schools" are two
 * numbers.
 */
const SPACED = String.raw`\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?![\d,])`
/** A sum in pounds: `£1.5 million`, `£25k`, `GBP 5,000`, `£10 000`, `5,000 pounds`. */
export const MONEY = String.raw`(?:(?:£|GBP\s?)\s?(?:${SPACED}|${DIGITS})${SCALE}|${DIGITS}${SCALE}\s(?:pounds|GBP)\b)`

/** `£20-30k`: a scale after the end of a range alone, which may be meant for its begin too. */
const SHARED_SCALE = wordsWith('gi')`
    £\s?([\d,]+(?:\.\d+)?)\s?(?:-|–|—|to|and)\s?£?([\d,]+(?:\.\d+)?)\s?(?:thousand|million|
    billion|mn|bn|k|m)\b`

/** Returns whether a text states a sum of which one may understand less or more than is meant. */
export function hasDoubtfulSum(text: string): boolean {
  if (TORN_SUM.test(text)) return true
  return [...text.matchAll(SHARED_SCALE)].some(
    ([, from, to]) => parseNumber(from!) < parseNumber(to!),
  )
}

export const PERCENT = String.raw`${DIGITS}\s?(?:%|per\s?cent\b)`

export function parseNumber(text: string): number {
  const word = WORDS[text.toLowerCase()]
  return word ?? Number(text.replace(/[, \u00a0\u202f]/g, ''))
}

export function parseMoney(text: string): number {
  const match = new RegExp(
    `(${SPACED}|${DIGITS})\\s?(thousand|million|billion|mn|bn|k|m)?`,
    'i',
  ).exec(text)
  if (!match) return Number.NaN
  const value = parseNumber(match[1]!) * (SCALES[match[2]?.toLowerCase() ?? ''] ?? 1)
  return Math.round(value * 100) / 100
}

export function parsePercent(text: string): number {
  return Number.parseFloat(text.replace(/,/g, ''))
}

const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december'
const MONTH_NAMES = MONTHS.split('|')
const SHORT_MONTHS = 'jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec'
/** `31 August 2019`, `1st of April 2022`, `March 2025`, `31/08/2019`. */
export const DATE = String.raw`(?:(?:\d{1,2}(?:st|nd|rd|th)?\s(?:of\s)?)?(?:${MONTHS}|${SHORT_MONTHS})\.?\s\d{4}|\d{1,2}\/\d{1,2}\/\d{4})`

const IN_WORDS = words`(?:(\d{1,2})(?:st|nd|rd|th)?\s(?:of\s)?)?([a-z]{3,9})\.?\s(\d{4})`

/**
 * The civil date; a month without a day is its last day (`end`) or its first. Null for what is no
 * date.
 */
export function parseDate(text: string, side: 'start' | 'end'): string | null {
  const numeric = /(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text)
  if (numeric) return civil(Number(numeric[3]), Number(numeric[2]), Number(numeric[1]))
  const match = IN_WORDS.exec(text)
  if (!match) return null
  const month =
    MONTH_NAMES.findIndex((name) => name.startsWith(match[2]!.toLowerCase().slice(0, 3))) + 1
  const year = Number(match[3])
  if (month === 0) return null
  if (match[1] !== undefined) return civil(year, month, Number(match[1]))
  return civil(year, month, side === 'start' ? 1 : new Date(Date.UTC(year, month, 0)).getUTCDate())
}

function civil(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : null
}

/**
 * Every number that a text states, sums with their scale, number words and the parts of dates
 * included.
 */
export function figuresIn(text: string): Set<number> {
  const found = new Set<number>()
  const sums = new RegExp(MONEY, 'gi')
  for (const [sum] of text.matchAll(sums)) found.add(parseMoney(sum))
  // A part of a sum is no separate number: "£10 000" contains no 10.
  const rest = text.replace(sums, ' ')
  for (const match of rest.matchAll(
    new RegExp(String.raw`(${DIGITS})\s?(thousand|million|billion|mn|bn|k|m)?(?![a-z])`, 'gi'),
  )) {
    found.add(parseMoney(match[0]))
    found.add(parseNumber(match[1]!))
  }
  for (const match of text.matchAll(
    new RegExp(String.raw`\b(?:${Object.keys(WORDS).join('|')})\b`, 'gi'),
  ))
    found.add(parseNumber(match[0]))
  return found
}

/** Every date that a text states, each as the first and the last day that it can mean. */
export function datesIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const match of text.matchAll(new RegExp(DATE, 'gi'))) {
    for (const side of ['start', 'end'] as const) {
      const date = parseDate(match[0], side)
      if (date !== null) found.add(date)
    }
  }
  return found
}
