/** Pieces of HTML and formats that drawings share. Every text is escaped here. */
import { isObject } from '../../platform/json.ts'
import { escapeHtml } from '../escape.ts'

export type Json = Readonly<Record<string, unknown>>

/** Returns the members of a list that are objects. */
export const objects = (list: unknown): Json[] => (Array.isArray(list) ? list.filter(isObject) : [])

/** Returns an object, empty if the value is none. */
export const toObject = (value: unknown): Json => (isObject(value) ? value : {})

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Returns a code of an answer as words: `high_risk` becomes `high risk`. */
export const words = (code: unknown): string => String(code).replaceAll('_', ' ')

/** Returns a link; only its text if the address is not https. */
export function link(address: unknown, text: string): string {
  return isText(address) && address.startsWith('https://') && URL.canParse(address)
    ? `<a href="${escapeHtml(address)}" rel="noreferrer">${escapeHtml(text)}</a>`
    : escapeHtml(text)
}

/** A list of names and values, which are HTML. */
export function definitions(rows: readonly (readonly [name: string, html: string])[]): string {
  if (rows.length === 0) return ''
  const items = rows.map(
    ([name, html]) => `<div><dt>${escapeHtml(name)}</dt><dd>${html}</dd></div>`,
  )
  return `<dl class="definitions">${items.join('\n')}</dl>`
}

/** Flags of a judgement or a source, with amounts and dates as everywhere. */
export function flagsHtml(flags: unknown): string {
  const rows = objects(flags).map(
    ({ code, detail }) =>
      `<li><code>${escapeHtml(String(code))}</code> ${escapeHtml(inProse(String(detail)))}</li>`,
  )
  return rows.length === 0 ? '' : `<ul class="remarks">${rows.join('\n')}</ul>`
}

/**
 * A picture as SVG in the colours of the page. `label` describes it to readers who cannot see it.
 */
export function svg(width: number, height: number, label: string, content: string): string {
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(label)}">${content}</svg>`
}

export const round = (value: number) => Math.round(value * 10) / 10

/** A drawing with its title and, if there is one, its conclusion. */
export function figure(
  { title, reading = '', tone = 'plain', kind }: FigureHead,
  html: string,
): string {
  const badge = reading === '' ? '' : ` ${badgeHtml(reading, tone)}`
  return `<figure class="drawn ${kind}"><figcaption><strong>${escapeHtml(title)}</strong>${badge}</figcaption>
${html}
</figure>`
}

export const badgeHtml = (text: string, tone = 'plain') =>
  `<span class="badge ${tone}">${escapeHtml(text)}</span>`

interface FigureHead {
  title: string
  reading?: string
  tone?: string
  kind: string
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const STATED_DAY = new Intl.DateTimeFormat('en-GB', { ...DAY, timeZone: 'UTC' })
const LONDON_DAY = new Intl.DateTimeFormat('en-GB', { ...DAY, timeZone: 'Europe/London' })
const LONDON_TIME = new Intl.DateTimeFormat('en-GB', {
  ...DAY,
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
})

/** Returns `4 Dec 2026` for a date, or for an instant its day in London; other text as it is. */
export function dayInWords(date: unknown): string {
  const ms = isText(date) ? Date.parse(date) : Number.NaN
  if (Number.isNaN(ms)) return String(date ?? 'not stated')
  return (String(date).includes('T') ? LONDON_DAY : STATED_DAY).format(ms)
}

/** Returns `4 Dec 2026, 12:00 UK time` for an instant, else the day. */
export function timeInWords(date: unknown): string {
  const ms = isText(date) && date.includes('T') ? Date.parse(date) : Number.NaN
  return Number.isNaN(ms) ? dayInWords(date) : `${LONDON_TIME.format(ms)} UK time`
}

/** Returns the exact amount, `£12,400.50`. `value` is a number or an exact decimal. */
export function money(value: unknown, currency: unknown): string {
  const isAmount = typeof value === 'number' || (isText(value) && /^-?\d+(\.\d+)?$/.test(value))
  if (!isAmount) return 'not stated'
  const isCurrency = isText(currency) && /^[A-Z]{3}$/.test(currency)
  const [whole, fraction = ''] = String(value).split('.')
  const digits = fraction === '' || /^0+$/.test(fraction) ? 0 : Math.max(2, fraction.length)
  const format = new Intl.NumberFormat('en-GB', {
    ...(isCurrency ? { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } : {}),
    minimumFractionDigits: Math.min(digits, 20),
    maximumFractionDigits: Math.min(digits, 20),
  })
  // Text is formatted exactly, whatever its length.
  const text = format.format((digits === 0 ? whole : String(value)) as Intl.StringNumericLiteral)
  return text.replace('-', '−')
}

/** Bases of a value that need no mention. */
const USUAL_BASES = ['tender', 'awarded', undefined, null]

/**
 * Returns what a contract or grant is worth: one amount or a range, whether VAT is in it, and what
 * states it.
 */
export function worth(value: unknown): string {
  const { amount, min, max, currency, tax, basis, text } = toObject(value)
  if (isText(text)) return text
  const low = min ?? amount
  const high = max ?? amount
  if (typeof low !== 'number' && typeof high !== 'number') return 'amount not stated'
  const unit = currency ?? 'GBP'
  const range =
    typeof low === 'number' && typeof high === 'number' && low < high
      ? `${money(low, unit)} to ${money(high, unit)}`
      : typeof high === 'number'
        ? `${low === undefined || low === null ? 'up to ' : ''}${money(high, unit)}`
        : `at least ${money(low, unit)}`
  const vat = isText(tax) ? `, ${tax === 'included' ? 'including' : 'excluding'} VAT` : ''
  return `${range}${vat}${USUAL_BASES.includes(basis as never) ? '' : ` (${words(basis)})`}`
}

/** `scotland,north-east` as people write it. */
export function places(regions: unknown): string {
  const capital = (word: string) =>
    word === 'uk' ? 'UK' : word === 'of' ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`
  return String(regions)
    .split(',')
    .map((slug) => slug.trim().split('-').map(capital).join(' '))
    .join(', ')
}

const DATE_OR_NUMBER =
  /\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?|-?\d+(?:\.\d+)?(?: (?:GBP|EUR|USD|CHF|NOK|SEK|DKK)\b)?/g
/** Words before an amount whose currency follows later in the sentence. */
const BEFORE_AMOUNT = /\b(?:cash|declared \w{1,40}:|value) $/

/** Returns a sentence of an answer with its dates, amounts and codes as everywhere on pages. */
export function inProse(sentence: string): string {
  const [, currency] = /\d (GBP|EUR|USD|CHF|NOK|SEK|DKK)\b/.exec(sentence) ?? []
  const formatted = sentence.replace(DATE_OR_NUMBER, (found, at: number) => {
    if (/^\d{4}-\d\d-\d\d/.test(found)) return timeInWords(found)
    const [amount, unit] = found.split(' ')
    if (unit !== undefined) return money(amount, unit)
    const isAmount =
      currency !== undefined &&
      (BEFORE_AMOUNT.test(sentence.slice(Math.max(0, at - 60), at)) ||
        sentence.startsWith(' to ', at + found.length))
    return isAmount ? money(found, currency) : found
  })
  return formatted.replace(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, words)
}

/** Says how many days are left; empty if that is not known. */
export const days = (left: unknown) =>
  typeof left === 'number' ? ` (${left} ${left === 1 ? 'day' : 'days'} left)` : ''
