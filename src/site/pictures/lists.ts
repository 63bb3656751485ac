/** Answers that are lists or plain facts. */
import { escapeHtml } from '../escape.ts'
import { contractList } from './contracts.ts'
import {
  dayInWords,
  definitions,
  figure,
  isText,
  type Json,
  link,
  money,
  objects,
  toObject,
  vatText,
  words,
} from './parts.ts'
import { tableHtml } from './table.ts'

/** An item that a search found, and the form that reads more about it. */
interface FoundItem {
  title: string
  url?: unknown
  facts: readonly (string | null)[]
  text?: unknown
  /** Operation, its field and the value of the field. */
  next?: readonly [operationId: string, name: string, value: unknown, label: string]
}

const days = (left: unknown) =>
  typeof left === 'number' ? ` (${left} ${left === 1 ? 'day' : 'days'} left)` : ''

const READERS: Readonly<Record<string, (item: Json) => FoundItem>> = {
  results: ({ company_number: number, name, status, incorporated, address_snippet: address }) => ({
    title: String(name),
    facts: [
      String(number),
      isText(status) ? words(status) : null,
      isText(incorporated) ? `incorporated ${dayInWords(incorporated)}` : null,
      isText(address) ? address : null,
    ],
    next: ['company_verdict', 'number', number, 'Verdict'],
  }),
  notices: ({
    ocid,
    title,
    buyer,
    value,
    deadline,
    days_remaining: left,
    stage,
    summary,
    source,
  }) => ({
    title: String(title ?? ocid),
    url: toObject(source).notice_url,
    facts: [
      isText(buyer) ? buyer : null,
      formatAmount(toObject(value)),
      isText(deadline) ? `due ${dayInWords(deadline)}${days(left)}` : 'no deadline stated',
      isText(stage) ? stage : null,
    ],
    text: summary,
    next: ['tender_brief', 'ocid', ocid, 'Dossier'],
  }),
  grants: ({ id, name, funder, amounts, window, summary, source_url: url }) => ({
    title: String(name),
    url,
    facts: [
      isText(funder) ? funder : null,
      isText(toObject(amounts).text) ? String(toObject(amounts).text) : 'amount not stated',
      describeClosing(toObject(window)),
    ],
    text: summary,
    next: ['grant_eligibility', 'id', id, 'Eligibility'],
  }),
  recent_awards: ({ title, recipient, amount_gbp: amount, award_date: date, programme, url }) => ({
    title: String(title ?? 'Untitled award'),
    url,
    facts: [
      isText(recipient) ? `to ${recipient}` : null,
      money(amount, 'GBP'),
      isText(date) ? dayInWords(date) : null,
      isText(programme) ? programme : null,
    ],
  }),
}
const HEADINGS: Readonly<Record<string, string>> = {
  results: 'Companies found',
  notices: 'Notices found',
  grants: 'Grants found',
  recent_awards: 'Recent awards',
}

function formatAmount({ amount, min, max, currency, tax }: Json): string {
  const [low, high] = [
    typeof min === 'number' ? min : amount,
    typeof max === 'number' ? max : amount,
  ]
  if (typeof high !== 'number') return money(low, currency)
  const from = typeof low === 'number' && low < high ? `${money(low, currency)} to ` : ''
  return `${from}${money(high, currency)}${vatText(tax)}`
}

function describeClosing({ closes, days_to_close: left, open_now: open }: Json): string {
  const state = open === true ? 'open' : 'not open now'
  return isText(closes) ? `${state}, closes ${dayInWords(closes)}${days(left)}` : state
}

/** Returns the lists of a result that are known here, empty if there are none. */
export function listsHtml(result: Json, offered: readonly string[]): string {
  return Object.entries(READERS)
    .filter(([key]) => Array.isArray(result[key]))
    .map(([key, read]) => {
      const found = objects(result[key]).map(read)
      const all = Number(result.total_matched ?? result.total_matches ?? found.length)
      const reading =
        key === 'recent_awards'
          ? ''
          : `${all > found.length ? `${found.length} of ${all}` : all}${describeCloseness(result)}`
      // Ordered by score, so that all close ones come first, apart from those of many codes.
      const line = objects(result[key]).findIndex(
        ({ matched }) => !['close', undefined, null].includes(toObject(matched).relevance as never),
      )
      const items = found.map((each) => itemHtml(each, offered))
      if (line >= 0) items.splice(line, 0, '<li class="soft">Less close to the question</li>')
      const html =
        found.length === 0
          ? '<p>Nothing matches.</p>'
          : `<ul class="results">${items.join('\n')}</ul>`
      return figure({ kind: 'list', title: HEADINGS[key]!, reading }, html)
    })
    .join('\n')
}

function describeCloseness({ found_by_relevance: counts }: Json): string {
  if (typeof counts !== 'object' || counts === null) return ''
  const { close, related } = counts as Json
  return `: ${Number(close)} close, ${Number(related)} related`
}

function itemHtml(
  { title, url, facts, text, next }: FoundItem,
  offered: readonly string[],
): string {
  const known = facts.filter((fact) => fact !== null).join(' · ')
  const more = next ? formLink(next, offered, title) : ''
  return `<li><b>${link(url, title)}</b>${more}
<p class="soft">${escapeHtml(known)}</p>${isText(text) ? `\n<p>${escapeHtml(text)}</p>` : ''}</li>`
}

/** Returns a link to the filled form of an operation, empty if this deployment has none. */
export function formLink(
  [id, name, value, label]: NonNullable<FoundItem['next']>,
  offered: readonly string[],
  about: string,
): string {
  if (!offered.includes(id) || !isText(value)) return ''
  const target = `/docs/api/${id}?${new URLSearchParams({ [name]: value })}#ask`
  return ` <a class="next" href="${escapeHtml(target)}">${escapeHtml(label)}<span class="unseen">: ${escapeHtml(about)}</span></a>`
}

export function changesHtml({ changes, more }: Json): string {
  const rows = objects(changes).map(({ at, kind, id, detail }) => {
    const { title, party, url, fields } = toObject(detail)
    const changed = objects(fields).map(
      ({ field, before, after }) =>
        `<li>${escapeHtml(words(field))}: <del>${escapeHtml(show(before))}</del> → <ins>${escapeHtml(show(after))}</ins></li>`,
    )
    return `<li><span class="badge">${escapeHtml(words(kind))}</span> <b>${link(url, String(title ?? id))}</b>
<p class="soft">${escapeHtml([party, isText(at) ? `${dayInWords(at)}, ${at.slice(11, 16)} UTC` : null].filter(isText).join(' · '))}</p>${changed.length === 0 ? '' : `\n<ul>${changed.join('')}</ul>`}</li>`
  })
  const html =
    rows.length === 0
      ? '<p>Nothing has changed since the cursor.</p>'
      : `<ul class="results">${rows.join('\n')}</ul>`
  return figure(
    { kind: 'changes', title: 'Changes', reading: String(rows.length) },
    `${html}${more === true ? '\n<p>There are more: ask again with the cursor of this answer.</p>' : ''}`,
  )
}

/** Says a value of a changed field: dates in words, nothing as "none". */
function show(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (isText(value)) return /^\d{4}-\d{2}-\d{2}(T|$)/.test(value) ? dayInWords(value) : value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const TONES: Readonly<Record<string, string>> = {
  low_risk: 'good',
  caution: 'warn',
  high_risk: 'bad',
}

/** Says what a thin verdict does not rest on. */
function describeThin(evidence: unknown): string[] {
  const reasons = objects(toObject(evidence).reasons).map(({ detail }) => String(detail))
  return reasons.length === 0 ? [] : [`rests on little evidence: ${reasons.join(', ')}`]
}

export function screenHtml({ rows }: Json): string {
  const cells = objects(rows).map(({ number, name, status, score, band, flags, evidence }) => [
    `${escapeHtml(String(name ?? 'Name not known'))} <span class="soft">${escapeHtml(String(number))}</span>`,
    typeof score === 'number'
      ? `<span class="badge ${TONES[String(band)] ?? 'plain'}">${score} of 100, ${escapeHtml(words(band))}</span>`
      : escapeHtml(words(status)),
    escapeHtml(
      objects(flags)
        .map(({ code, detail }) => `${words(code).toLowerCase()}: ${detail}`)
        .concat(describeThin(evidence))
        .join('; '),
    ),
  ])
  return figure(
    { kind: 'screen', title: 'Companies judged' },
    tableHtml({ label: 'Companies judged', head: ['Company', 'Verdict', 'Reasons'], rows: cells }),
  )
}

const PAID = [
  ['within_30_days_pct', 'within 30 days'],
  ['within_60_days_pct', 'within 31 to 60 days'],
  ['later_pct', 'later'],
] as const

/** A buyer with its awards, and how fast it pays. */
export function buyerHtml(result: Json, asOf: unknown): string {
  const { buyer, open_notices: open, incumbent, payments, awards } = result
  const { supplier, contract_end: ends } = toObject(incumbent)
  const { mean_days: mean, notice_url: url, ...paid } = toObject(payments)
  const shares = PAID.flatMap(([key, name]) =>
    typeof paid[key] === 'number' ? [`${paid[key]}% ${name}`] : [],
  )
  const contracts = objects(awards).map((award) => ({ ...award, buyer, ends: award.contract_end }))
  return figure(
    { kind: 'buyer', title: String(buyer ?? 'Buyer') },
    `${definitions([
      ['Open notices', escapeHtml(String(open ?? 'not known'))],
      [
        'Holds it now',
        isText(supplier)
          ? escapeHtml(
              `${supplier}, ${isText(ends) ? `until ${dayInWords(ends)}` : 'end not stated'}`,
            )
          : 'not known',
      ],
      [
        'Pays invoices',
        shares.length === 0 && typeof mean !== 'number'
          ? 'not stated'
          : link(
              url,
              [
                ...(typeof mean === 'number' ? [`after ${mean} days on average`] : []),
                ...shares,
              ].join(', '),
            ),
      ],
    ])}
<p class="chart-name">Comparable awards</p>
${contracts.length === 0 ? '<p>None is known.</p>' : contractList(contracts, asOf)}`,
  )
}

const DEPTH = 3
const MOST = 30

/** Every member of an answer by its name, for answers without a drawing. */
export function factsHtml(members: Json, depth = DEPTH): string {
  return definitions(
    Object.entries(members).map(([name, value]) => [words(name), valueHtml(value, depth)] as const),
  )
}

function valueHtml(value: unknown, depth: number): string {
  if (value === null || value === undefined) return '<span class="soft">not stated</span>'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) {
    if (value.length === 0) return '<span class="soft">none</span>'
    if (value.every((each) => typeof each !== 'object'))
      return escapeHtml(value.slice(0, MOST).map(String).join(', '))
    const items = value.slice(0, MOST).map((each) => `<li>${valueHtml(each, depth - 1)}</li>`)
    return `<ul class="plain">${items.join('')}</ul>`
  }
  if (typeof value === 'object')
    return depth <= 0
      ? '<span class="soft">in the JSON</span>'
      : factsHtml(value as Json, depth - 1)
  const text = String(value)
  return /^https?:\/\//.test(text) ? link(text, text) : escapeHtml(show(value))
}
