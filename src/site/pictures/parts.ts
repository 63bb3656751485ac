/** Pieces of HTML that drawings share. Every text is escaped here. */
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

/** A picture as SVG in the colours of the page. `label` describes it to readers who cannot see it. */
export function svg(width: number, height: number, label: string, content: string): string {
  return `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeHtml(label)}">${content}</svg>`
}

export const round = (value: number) => Math.round(value * 10) / 10

/** A drawing with its title and, if there is one, its conclusion. */
export function figure(
  { title, reading = '', tone = 'plain', kind }: FigureHead,
  html: string,
): string {
  const badge = reading === '' ? '' : ` <span class="badge ${tone}">${escapeHtml(reading)}</span>`
  return `<figure class="drawn ${kind}"><figcaption><strong>${escapeHtml(title)}</strong>${badge}</figcaption>
${html}
</figure>`
}

interface FigureHead {
  title: string
  reading?: string
  tone?: string
  kind: string
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Returns `4 Dec 2026` for a date; other text as it is. */
export function dayInWords(date: unknown): string {
  const ms = isText(date) ? Date.parse(date.slice(0, 10)) : Number.NaN
  return Number.isNaN(ms) ? String(date ?? 'not stated') : DAY.format(ms)
}

/** Returns `£8,500`, and large sums in millions: `£1.2m`. */
export function pounds(amount: number): string {
  if (amount >= 10_000_000)
    return `£${(amount / 1_000_000).toLocaleString('en-GB', { maximumFractionDigits: 1 })}m`
  return `£${Math.round(amount).toLocaleString('en-GB')}`
}

/** Returns the exact amount, `£12,400.50`. `value` is a number or an exact decimal. */
/** Says so where an amount includes VAT. */
export const vatText = (tax: unknown) => (tax === 'included' ? ' including VAT' : '')

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
