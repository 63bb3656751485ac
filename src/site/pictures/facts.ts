/** Members of an answer by their names: whatever an answer says is drawn, known or new. */
import { isObject } from '../../platform/json.ts'
import { escapeHtml } from '../escape.ts'
import {
  definitions,
  inProse,
  isText,
  type Json,
  link,
  money,
  places,
  timeInWords,
  words,
  worth,
} from './parts.ts'
import { tableHtml } from './table.ts'

const LABELS: Readonly<Record<string, string>> = {
  ocid: 'Process id (OCID)',
  cpv: 'CPV codes',
  frn: 'Firm reference number',
  sme_suitable: 'Suitable for small firms',
  resigned_last_12m: 'Resigned in 12 months',
  notice_url: 'Notice',
  parsed_at: 'Read at',
  corpus_fetched: 'Data fetched',
  is_corporate: 'An organisation',
  ref: 'Officer',
  key: 'Figure',
  deadline_basis: 'The deadline is',
  calendar: 'Bank holidays of',
  not_told: 'No data',
  of: 'Made of',
  q: 'Words to search for',
  number: 'Company number',
  numbers: 'Company numbers',
  org_type: 'Kind of organisation',
  value_min: 'Lowest value, £',
  value_max: 'Highest value, £',
  sme: 'Small or medium-sized',
}

const ACRONYMS = /\b(?:cpv|fca|gbp|id|llm|po|sic|vat)\b/g

/** Returns the name of a member as people write it. */
export function label(key: string): string {
  const name = words(key)
    .replace(/ (?:pct|url)$/, '')
    .replace(ACRONYMS, (word) => word.toUpperCase())
  return LABELS[key] ?? name.charAt(0).toUpperCase() + name.slice(1)
}

/** Members that programs read: judged facts as data, and places in a text. */
const FOR_PROGRAMS = ['facts', 'spans', 'certainty']

export function factsHtml(members: Json): string {
  return definitions(
    Object.entries(members)
      .filter(([key]) => !FOR_PROGRAMS.includes(key))
      .map(([key, value]) => [label(key), valueHtml(key, value, members)] as const),
  )
}

const isScalar = (value: unknown) => typeof value !== 'object' || value === null

function valueHtml(key: string, value: unknown, siblings: Json): string {
  if (isScalar(value)) return scalarHtml(key, value, siblings)
  if (Array.isArray(value)) return listHtml(key, value, siblings)
  const members = value as Json
  if ('postal_code' in members) return escapeHtml(addressText(members))
  if ('amount' in members || ('text' in members && 'max' in members))
    return escapeHtml(worth(members))
  if (!Object.values(members).every(isScalar)) return factsHtml(members)
  const pairs = Object.entries(members).map(
    ([name, each]) =>
      `<span class="pair"><span class="soft">${escapeHtml(label(name).toLowerCase())}</span> ${scalarHtml(name, each, members)}</span>`,
  )
  return pairs.join(' ')
}

function addressText({ premises, address_line_1: street, ...rest }: Json): string {
  const first = [premises, street].filter(isText).join(' ')
  return [first, ...Object.values(rest)].filter(isText).join(', ')
}

function listHtml(key: string, list: readonly unknown[], siblings: Json): string {
  if (list.length === 0) return '<span class="soft">none</span>'
  const rows = list.filter(isObject) as Json[]
  if (rows.length === 0) return list.map((each) => scalarHtml(key, each, siblings)).join(', ')
  const stated = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.some((row) => row[name] !== null && row[name] !== undefined),
  )
  const isLinked = stated.includes('title') && stated.includes('url')
  const columns = isLinked ? stated.filter((name) => name !== 'url' && name !== 'id') : stated
  const cell = (name: string, row: Json) =>
    isLinked && name === 'title'
      ? link(row.url, String(row.title ?? row.type ?? 'untitled'))
      : valueHtml(name, row[name], row)
  return tableHtml({
    label: label(key),
    head: columns.map((name) => escapeHtml(label(name))),
    rows: rows.map((row) => columns.map((name) => cell(name, row))),
  })
}

const AMOUNTS = /^(?:amount|min|max|ceiling|sum)$/

function scalarHtml(key: string, value: unknown, siblings: Json): string {
  if (value === null || value === undefined || value === '')
    return '<span class="soft">not stated</span>'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return escapeHtml(numberText(key, value, siblings))
  const text = String(value)
  if (/^https?:\/\//.test(text)) return link(text, text.replace(/^https?:\/\//, ''))
  return escapeHtml(scalarText(key, text))
}

function numberText(key: string, value: number, { currency }: Json): string {
  if (isText(currency) && AMOUNTS.test(key)) return money(value, currency)
  if (/(?<!non)_gbp$/.test(key)) return money(value, 'GBP')
  if (/_pct$|percentile$/.test(key)) return `${value}%`
  if (key.endsWith('_days')) return `${value} days`
  // Calendar years are no quantities.
  return key === 'first' || key === 'last' ? String(value) : value.toLocaleString('en-GB')
}

/** Dates in words, places and codes as people write them; other text as it is. */
export function scalarText(key: string, text: string): string {
  if (/^\d{4}-\d\d-\d\d(?:T|$)/.test(text)) return timeInWords(text)
  if (/^(?:region|regions|calendar)$/.test(key)) return places(text)
  if (/(?:^|_|oc)ids?$/.test(key)) return text
  if (/^[a-z]+(?:[_-][a-z0-9]+)*$/.test(text)) return text.replace(/[_-]/g, ' ')
  if (/^[a-z]+(?:[A-Z][a-z]+)+$/.test(text))
    return text.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return /detail|note|reason/.test(key) ? inProse(text) : text
}
