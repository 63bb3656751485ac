import { isObject } from '../../platform/json.ts'
import { escapeHtml } from '../escape.ts'
import { accountsHtml } from './accounts.ts'
import { drawPicture, type Scale } from './drawings.ts'
import { factsHtml, label } from './facts.ts'
import { listedMembers, listsHtml, missingHtml } from './items.ts'
import { nextLinks } from './next.ts'
import {
  figure,
  flagsHtml,
  inProse,
  isText,
  type Json,
  link,
  objects,
  timeInWords,
  toObject,
} from './parts.ts'
import { buildPictures, type DrawnRules } from './picture.ts'

export interface DrawingContext {
  /** Published rules, which know the points of a flag. */
  rules: readonly DrawnRules[]
  /** Operations with a form here: what was found is linked to those that read more about it. */
  offered: readonly string[]
  /** Leaves out all but pictures and the first list, as an overview does. */
  isBrief?: boolean
  /** Names of companies by their number, from answers that the visitor has seen. */
  names?: Readonly<Record<string, string>>
}

/** Members of a result that pictures, headings or sentences show. */
const SHOWN = [
  ...['criteria', 'evaluation', 'evidence', 'failed', 'found_by_relevance', 'giving', 'missing'],
  ...['name', 'description', 'text', 'timeline', 'cursor', 'more', 'returned', 'total_matched'],
  ...['total_matches', 'periods', 'company_periods', 'filings', 'payment_practices'],
]
/** Members that the timeline of a dossier shows, and those of accounts that its tables do. */
const IN_TIMELINE = ['title', 'buyer', 'value', 'stage', 'region', 'cpv', 'published', 'deadline']
const IN_DOSSIER = [...IN_TIMELINE, 'days_remaining', 'summary']
const IN_ACCOUNTS = ['changes', 'scope']

/** Draws the answer of any operation as escaped HTML, on the server and in browsers. */
export function drawAnswer(
  operationId: string,
  envelope: unknown,
  context: DrawingContext,
): string {
  if (!isObject(envelope)) return ''
  const result = nameSubject(
    isObject(envelope.result) ? envelope.result : envelope,
    toObject(envelope.query),
    context.names ?? {},
  )
  const { offered } = context
  const scale = timeScale(result, envelope.as_of)
  const isListed = Array.isArray(result.matches)
  const pictures = isListed ? [] : buildPictures({ ...envelope, result }, context.rules)
  const isFlagged = pictures.some(({ kind }) => kind === 'gauge') || isListed
  const [first = '', ...lists] = listsHtml(result, { operationId, offered, scale })
  const verdict = toObject(envelope.verdict)
  const drawn = [
    result.grant ? first : '',
    ...pictures.map(drawPicture),
    Array.isArray(result.periods) ? accountsHtml(result) : '',
    result.grant ? '' : first,
  ]
  const more = [
    ...lists,
    textHtml(result),
    restHtml(result, { operationId, offered }),
    fcaHtml(verdict.fca ?? toObject(envelope.result).fca),
    missingHtml(result.missing),
    flagsHtml(result.failed),
    isFlagged ? '' : flagsHtml(verdict.flags),
    isText(verdict.narrative) ? `<p>${escapeHtml(inProse(verdict.narrative))}</p>` : '',
    result.more === true ? '<p>There are more: ask again with the cursor of this answer.</p>' : '',
    evaluationHtml(result.evaluation),
    provenance(envelope),
  ]
  const all = context.isBrief ? drawn : [...drawn, ...more]
  return all.filter((html) => html !== '').join('\n')
}

/** Adds to a result whom it is about, where only the question or an earlier answer says so. */
function nameSubject(result: Json, query: Json, names: NonNullable<DrawingContext['names']>): Json {
  const { number, ocid, id } = query
  const company = result.company_number ?? ('fca' in result ? number : undefined)
  const name = result.name ?? (isText(company) ? names[company] : undefined)
  return {
    ...(name !== undefined && { name }),
    ...(company !== undefined && { company_number: company }),
    ...result,
    ...('incumbent' in result && isText(ocid) && { ocid }),
    ...('fca' in result && { fca: undefined }),
    ...(isObject(result.grant) && { grant: { id, ...result.grant } }),
  }
}

/** Returns the time that the contracts of a result span; `from` is `NaN` if there are none. */
function timeScale({ contracts, awards }: Json, asOf: unknown): Scale {
  const ms = objects(contracts ?? awards)
    .flatMap((each) => [
      each.starts ?? each.awarded,
      each.ends ?? each.contract_end,
      each.ends_at_latest,
    ])
    .map((date) => (isText(date) ? Date.parse(date.slice(0, 10)) : Number.NaN))
    .filter((each) => !Number.isNaN(each))
  const now = isText(asOf) ? Date.parse(asOf) : Number.NaN
  return ms.length === 0
    ? { from: Number.NaN, to: Number.NaN, now }
    : { from: Math.min(...ms), to: Math.max(...ms), now }
}

function textHtml({ text, description, source_url: url }: Json): string {
  if (isText(text) && isText(url))
    return `<blockquote class="text">${escapeHtml(text)}</blockquote>\n<p>${link(url, 'The listing at its source')}</p>`
  return isText(description) ? `<p class="text">${escapeHtml(description)}</p>` : ''
}

/** Draws every member that nothing else shows. */
function restHtml(result: Json, context: { operationId: string; offered: readonly string[] }) {
  const shown = [
    ...SHOWN,
    ...listedMembers(result),
    ...(isObject(result.timeline) ? IN_DOSSIER : []),
    ...('periods' in result ? IN_ACCOUNTS : []),
  ]
  const { company_number: number, ocid } = result
  const { contract: terms, deadline_basis, calendar, updated } = toObject(result.timeline)
  const { award_criteria: criteria, ...contract } = toObject(terms)
  const isWeighed = objects(criteria).every(({ weight_pct: weight }) => weight !== null)
  const rest = Object.entries({
    ...result,
    ...{ deadline_basis, calendar, updated },
    ...contract,
    ...(isWeighed ? {} : { award_criteria: criteria }),
  }).filter(
    ([key, value]) => value !== undefined && !(shown.includes(key) || isEmptyCount(key, value)),
  )
  const company = isText(number) ? `Company ${number}` : undefined
  const about = String(result.name ?? result.title ?? company ?? result.buyer ?? '')
  const next = [
    nextLinks(['company', number], context, about),
    nextLinks(['tender', ocid], context, about),
  ].join('')
  const title = isText(about) ? about : 'About this answer'
  if (rest.length === 0 && next === '') return ''
  return figure(
    { kind: 'members', title },
    `${factsHtml(Object.fromEntries(rest))}${next === '' ? '' : `\n<p class="actions">${next}</p>`}`,
  )
}

/** Counts of what was left out, if nothing was. */
const isEmptyCount = (key: string, value: unknown) =>
  (key === 'excluded' || key === 'found_by') &&
  Object.values(toObject(value)).every((count) => count === 0)

function fcaHtml(fca: unknown): string {
  if (!isObject(fca)) return ''
  // Nothing is known of a firm that was not looked for.
  const known = Object.entries(fca).filter(([, value]) => fca.checked !== false || value !== null)
  return figure(
    { kind: 'fca', title: 'On the register of the financial regulator' },
    factsHtml(Object.fromEntries(known)),
  )
}

function evaluationHtml(evaluation: unknown): string {
  return isObject(evaluation)
    ? `<details><summary>${label('evaluation')}: what every rule came to</summary>${factsHtml(evaluation)}</details>`
    : ''
}

/** Says how sure the answer is, and where its data comes from. */
function provenance({ confidence, as_of: asOf, sources, attribution }: Json): string {
  if (!isText(confidence) || !isText(asOf)) return ''
  const names = objects(sources).map(
    ({ name, url, fetched }) =>
      `${link(url, String(name))}${isText(fetched) ? ` (${escapeHtml(timeInWords(fetched))})` : ''}`,
  )
  return `<p class="soft provenance">Confidence ${escapeHtml(confidence)}, data of ${escapeHtml(timeInWords(asOf))}.${names.length === 0 ? '' : ` Sources: ${names.join(', ')}.`}${isText(attribution) ? ` ${escapeHtml(attribution)}` : ''}</p>`
}
