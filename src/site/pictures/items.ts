/**
 * What an answer lists: each item with its name, facts, picture, official page and our next
 * operations.
 */
import { escapeHtml } from '../escape.ts'
import {
  barsHtml,
  checklistHtml,
  contractBar,
  contractLegend,
  type Scale,
  toneOf,
} from './drawings.ts'
import { factsHtml, label, scalarText } from './facts.ts'
import { nextLinks, type Subject } from './next.ts'
import {
  badgeHtml,
  dayInWords,
  days,
  figure,
  flagsHtml,
  isText,
  type Json,
  link,
  money,
  objects,
  places,
  timeInWords,
  toObject,
  words,
  worth,
} from './parts.ts'
import { buildChecklist, buildFit } from './picture.ts'

export interface ItemContext {
  operationId: string
  /** Operations with a form here. */
  offered: readonly string[]
  scale: Scale
}

interface Item {
  title: string
  /** Its official page. */
  url?: unknown
  badge?: string
  /** Identifiers that other operations answer more about. */
  subjects?: readonly Subject[]
  facts: readonly (string | null)[]
  text?: unknown
  /** More of it, as HTML. */
  more?: readonly string[]
  /** Picture next to it, as HTML. */
  shape?: string
}

type Reader = (item: Json, context: ItemContext) => Item

const text = (value: unknown) => (isText(value) ? value : null)
const after = (name: string, value: unknown) => (isText(value) ? `${name} ${value}` : null)
const dated = (name: string, date: unknown) =>
  isText(date) ? `${name} ${timeInWords(date)}` : null
const codes = (cpv: unknown) =>
  Array.isArray(cpv) && cpv.length > 0 ? `CPV ${cpv.join(', ')}` : null

const REGISTER = 'https://find-and-update.company-information.service.gov.uk/company/'

/** Says how close a result is to the question, and why it was found. */
function closeness(matched: unknown): string | null {
  const { relevance, words: found, cpv, by } = toObject(matched)
  if (!isText(relevance) && !isText(by)) return null
  const because = [
    ...(Array.isArray(found) && found.length > 0 ? [`“${found.join('”, “')}”`] : []),
    ...(Array.isArray(cpv) && cpv.length > 0 ? [`CPV ${cpv.join(', ')}`] : []),
  ]
  const reasons = because.length === 0 && isText(by) ? [words(by)] : because
  const grade = isText(relevance) ? `${relevance} to your question` : 'found'
  return reasons.length === 0 ? grade : `${grade}: ${reasons.join(', ')}`
}

function company({ company_number, number = company_number, ...item }: Json): Item {
  const { name, status, incorporated, address_snippet: address, score, flags } = item
  const reasons = objects(toObject(item.evidence).reasons).map(({ detail }) => String(detail))
  const isJudged = typeof score === 'number'
  return {
    title: String(name ?? `Company ${number}`),
    url: isText(number) && status !== 'not_found' ? REGISTER + encodeURIComponent(number) : null,
    subjects: [['company', number]],
    badge: isJudged
      ? badgeHtml(`${score} of 100, ${words(item.band)}`, toneOf(item.band))
      : score === null
        ? badgeHtml(words(status))
        : '',
    facts: [
      `company ${number}`,
      isJudged || score === null ? null : after('status', status && words(status)),
      dated('incorporated', incorporated),
      text(address),
      reasons.length === 0 ? null : `rests on little evidence: ${reasons.join(', ')}`,
    ],
    more: [flagsHtml(flags)],
  }
}

function tender(item: Json): Item {
  const { ocid, title, source, fit, deadline, stage, region } = item
  const picture = fit === undefined ? null : buildFit(item, toObject(fit))
  return {
    title: String(title ?? ocid),
    url: toObject(source).notice_url,
    badge: picture === null ? '' : badgeHtml(picture.reading, picture.tone),
    subjects: [['tender', ocid]],
    facts: [
      text(item.buyer),
      worth(item.value),
      isText(deadline)
        ? `due ${timeInWords(deadline)}${days(item.days_remaining)}`
        : 'no deadline stated',
      isText(region) ? places(region) : null,
      text(stage),
      codes(item.cpv),
      isText(item.published) ? `published ${dayInWords(item.published)}` : null,
      text(toObject(source).name),
      closeness(item.matched),
    ],
    text: item.summary,
    more: [
      isText(item.emphasise) ? `<p><b>For your bid:</b> ${escapeHtml(item.emphasise)}</p>` : '',
      picture === null ? '' : flagsHtml(picture.notes),
    ],
    ...(picture !== null && { shape: barsHtml(picture.bars) }),
  }
}

function window({ opens, closes, open_now: open, days_to_close: left }: Json): string {
  const state = open === true ? 'open now' : 'not open now'
  const dates = [isText(opens) ? `from ${dayInWords(opens)}` : '']
  if (isText(closes)) dates.push(`until ${dayInWords(closes)}${days(left)}`)
  return [state, ...dates].filter((part) => part !== '').join(', ')
}

function grant(item: Json): Item {
  const { id, name, funder, who_can_apply: who, org_types: kinds, history, relevance } = item
  const judged = toObject(item.eligibility)
  const checklist =
    item.eligibility === undefined ? null : buildChecklist(String(name), judged, null)
  const criteria = objects(item.criteria_parsed).map(({ requirement }) => String(requirement))
  return {
    title: String(name),
    url: item.source_url,
    badge: checklist === null ? '' : badgeHtml(checklist.reading, checklist.tone),
    subjects: [
      ['grant', id],
      ['funder', funder],
    ],
    facts: [
      text(funder),
      worth(item.amounts),
      window(toObject(item.window)),
      after('for', who ?? (Array.isArray(kinds) ? kinds.map(words).join(', ') : null)),
      Array.isArray(item.regions) && item.regions.length > 0 ? places(item.regions.join()) : null,
      typeof relevance === 'number' ? `${relevance}% of your project’s topics` : null,
      closeness(item.matched),
    ],
    text: item.summary,
    more: [
      criteria.length === 0
        ? ''
        : `<p class="soft">Its limits, as read${escapeHtml(after(' by', item.criteria_basis) ?? '')}:</p><ul>${criteria.map((each) => `<li><q>${escapeHtml(each)}</q></li>`).join('')}</ul>`,
      history ? `<p>Among this funder’s awards: ${factsHtml(toObject(history))}</p>` : '',
      checklist === null ? '' : checklistHtml(checklist.items),
      missingHtml(judged.missing),
      flagsHtml(judged.flags),
    ],
  }
}

/** Says which facts would settle an eligibility. */
export function missingHtml(missing: unknown): string {
  const rows = objects(missing).map(({ parameter, type, unit, allowed }) => {
    const form = Array.isArray(allowed)
      ? `one of ${allowed.map(words).join(', ')}`
      : type === 'boolean'
        ? 'true or false'
        : words(type)
    return `<li><code>${escapeHtml(String(parameter))}</code> ${escapeHtml(form)}${isText(unit) ? ` in ${escapeHtml(unit)}` : ''}</li>`
  })
  return rows.length === 0
    ? ''
    : `<p>Declare to settle the rest:</p><ul class="remarks">${rows.join('')}</ul>`
}

function contract(item: Json, { scale }: ItemContext): Item {
  const { ends = item.contract_end, ends_at_latest: latest, starts, state, value } = item
  const suppliers = Array.isArray(item.suppliers) ? item.suppliers.map(supplier) : []
  return {
    title: String(item.title ?? 'Untitled contract'),
    url: item.notice_url,
    badge: isText(state) ? badgeHtml(words(state)) : '',
    subjects: suppliers.map(({ number, name }) => ['company', number, name] as const),
    facts: [
      isText(item.buyer) ? `buyer: ${item.buyer}` : null,
      `supplier: ${suppliers.length === 0 ? 'not stated' : suppliers.map(({ text: each }) => each).join(', ')}`,
      worth(value),
      dated('awarded', item.awarded),
      dated('from', starts),
      isText(ends) ? `until ${dayInWords(ends)}` : 'end not stated',
      isText(latest) && latest !== ends ? `with options until ${dayInWords(latest)}` : null,
      dated('ended', item.actual_end),
      isText(item.region) ? places(item.region) : null,
      codes(item.cpv),
      text(item.portal),
      closeness(item.matched),
    ],
    shape: contractBar({ begins: starts ?? item.awarded, ends, latest }, scale),
  }
}

function supplier(each: unknown): { name: string; number: unknown; text: string } {
  const { name = each, company_number: number } = toObject(each)
  return {
    name: String(name),
    number,
    text: isText(number) ? `${name} (company ${number})` : String(name),
  }
}

function award({ title, recipient, amount_gbp: amount, award_date: date, ...item }: Json): Item {
  return {
    title: String(title ?? 'Untitled award'),
    url: item.url,
    facts: [
      after('to', recipient),
      money(amount, 'GBP'),
      dated('awarded', date),
      text(item.programme),
      after('published by', item.publisher),
      text(item.licence),
    ],
  }
}

function lot({ id, title, description, value, award_criteria: criteria, ...rest }: Json): Item {
  const known = Object.entries(rest).filter(([, each]) => each !== null && each !== undefined)
  const weights = objects(criteria).map(({ name, type, weight_pct: weight }) => {
    const share = typeof weight === 'number' ? ` ${weight}%` : ''
    return `${name ?? words(type ?? 'not named')}${share}`
  })
  return {
    title: `Lot ${id}${isText(title) ? `: ${title}` : ''}`,
    facts: [worth(value), weights.length === 0 ? null : `judged by ${weights.join(', ')}`],
    text: description,
    more: [factsHtml(Object.fromEntries(known))],
  }
}

/** Returns what an id of a change names. */
const kindOfId = (id: string): Subject[0] =>
  id.startsWith('ocds-') ? 'tender' : /^[A-Z0-9]{8}$/.test(id) ? 'company' : 'grant'

function change({ at, kind, id, detail }: Json): Item {
  const { title, party, url, fields } = toObject(detail)
  const changed = objects(fields).map(
    ({ field, before, after: now }) =>
      `<li>${escapeHtml(label(String(field)))}: <del>${escapeHtml(changedText(field, before))}</del> → <ins>${escapeHtml(changedText(field, now))}</ins></li>`,
  )
  return {
    title: String(title ?? id),
    url,
    badge: badgeHtml(words(kind)),
    subjects: [[kindOfId(String(id)), id]],
    facts: [String(id), text(party), dated('recorded', at)],
    more: [changed.length === 0 ? '' : `<ul>${changed.join('')}</ul>`],
  }
}

/** Says a value of a changed field: dates in words, nothing as "none". */
function changedText(field: unknown, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  return typeof value === 'object'
    ? JSON.stringify(value)
    : scalarText(String(field), String(value))
}

/** Lists of answers by their member, with heading and words for an empty one. */
const LISTS: Readonly<Record<string, readonly [heading: string, read: Reader, none?: string]>> = {
  results: ['Companies found', company],
  rows: ['Companies judged', company],
  notices: ['Tenders found', tender],
  grants: ['Grants found', grant],
  grant: ['The grant', grant],
  matches: [
    'Matches',
    (item) => (item.fit ? tender(item) : grant({ ...item, ...toObject(item.grant) })),
  ],
  contracts: ['Public contracts', contract],
  awards: ['Newest awards of this buyer', contract, 'None is known.'],
  live_grants_now: ['Schemes of this funder now', grant, 'None is on the official listing.'],
  recent_awards: ['Recent awards', award, 'None is known.'],
  lots: ['Lots', lot],
  changes: ['Changes', change, 'Nothing has changed since the cursor.'],
}

/** Members that lists of this result draw. */
export const listedMembers = (result: Json): string[] =>
  Object.keys(LISTS).filter((key) =>
    key === 'grant'
      ? result.grant !== undefined
      : Array.isArray(result[key]) && !(key === 'changes' && 'periods' in result),
  )

export function listsHtml(result: Json, context: ItemContext): string[] {
  return listedMembers(result)
    .filter((key) => key !== 'lots' || objects(result.lots).length > 0)
    .map((key) => listHtml(key, result, context))
}

function listHtml(key: string, result: Json, context: ItemContext): string {
  const [title, read, none = 'Nothing matches.'] = LISTS[key]!
  const items = objects(key === 'grant' ? [result.grant] : result[key])
  const all = Number(result.total_matched ?? result.total_matches ?? items.length)
  const count = all > items.length ? `${items.length} of ${all}` : String(items.length)
  const reading = key === 'grant' ? '' : `${count}${describeCloseness(result)}`
  const drawn = items.map((item) => itemHtml(read(item, context), context))
  // In order of score, so that all close ones come first, apart from those of many codes. Others
  // are in another order.
  const byScore = key === 'notices' || key === 'grants' ? items : []
  const line = byScore.findIndex(
    ({ matched }) => !['close', undefined, null].includes(toObject(matched).relevance as never),
  )
  if (line >= 0) drawn.splice(line, 0, '<li class="soft">Less close to the question</li>')
  const html =
    items.length === 0 ? `<p>${none}</p>` : `<ul class="results">${drawn.join('\n')}</ul>`
  const legend = read === contract && items.length > 0 ? `${contractLegend(context.scale)}\n` : ''
  return figure({ kind: key, title, reading }, `${legend}${html}`)
}

function describeCloseness({ found_by_relevance: counts }: Json): string {
  if (typeof counts !== 'object' || counts === null) return ''
  const stated = Object.entries(counts).filter(([, count]) => Number(count) > 0)
  return stated.map(([grade, count], index) => `${index ? ',' : ':'} ${count} ${grade}`).join('')
}

function itemHtml(item: Item, { operationId, offered }: ItemContext): string {
  const { title, url, badge = '', subjects = [], facts, text: body, more = [], shape = '' } = item
  const known = facts.filter((fact) => fact !== null).join(' · ')
  const next = subjects.map((subject) => nextLinks(subject, { operationId, offered }, title))
  const parts = [
    `<b>${link(url, title)}</b> ${badge}${next.join('')}`,
    `<p class="soft">${escapeHtml(known)}</p>`,
    isText(body) ? `<p class="text">${escapeHtml(body)}</p>` : '',
    ...more,
  ]
  const html = parts.filter((part) => part !== '').join('\n')
  return shape === ''
    ? `<li>${html}</li>`
    : `<li class="pictured"><div>${html}</div><div>${shape}</div></li>`
}
