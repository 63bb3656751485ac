import { isObject } from '../../platform/json.ts'
import { drawPicture } from '../drawings.ts'
import { escapeHtml } from '../escape.ts'
import { accountsHtml } from './accounts.ts'
import { contractsHtml } from './contracts.ts'
import { buyerHtml, changesHtml, factsHtml, formLink, listsHtml, screenHtml } from './lists.ts'
import { isText, type Json, link, objects, toObject } from './parts.ts'
import { buildPictures, type DrawnRules } from './picture.ts'

const MOST_DRAWN = 3

export interface DrawingContext {
  /** Published rules, which know the points of a flag. */
  rules: readonly DrawnRules[]
  /** Operations with a form here: what was found is linked to those that read more about it. */
  offered: readonly string[]
}

/** Draws the answer of any operation as escaped HTML, on the server and in browsers. */
export function drawAnswer(
  operationId: string,
  envelope: unknown,
  { rules, offered }: DrawingContext,
): string {
  if (!isObject(envelope)) return ''
  const result = isObject(envelope.result) ? envelope.result : envelope
  const pictures = buildPictures(envelope, rules)
  const drawn = [
    ...pictures.map(drawPicture),
    drawDetails(operationId, result, envelope, offered),
    companyLinks(
      result,
      offered.filter((id) => id !== operationId),
    ),
    pictures.some(({ kind }) => kind === 'gauge' || kind === 'bars')
      ? ''
      : notesHtml(toObject(envelope.verdict)),
    provenance(envelope),
  ]
  return drawn.filter((html) => html !== '').join('\n')
}

/** Draws what the pictures do not show. */
function drawDetails(
  operationId: string,
  result: Json,
  envelope: Json,
  offered: readonly string[],
): string {
  const { as_of: asOf } = envelope
  const verdict = toObject(envelope.verdict)
  if (Array.isArray(result.periods)) return accountsHtml(result)
  if (Array.isArray(result.contracts)) return contractsHtml(result, asOf)
  if (Array.isArray(result.changes)) return changesHtml(result)
  if (Array.isArray(result.rows)) return screenHtml(result)
  if (Array.isArray(result.awards)) return buyerHtml(result, asOf)
  if (isObject(result.timeline)) return tenderText(result)
  if (Array.isArray(result.matches)) return matchesLeft(result.matches)
  if (Array.isArray(result.criteria)) return ''
  const lists = listsHtml(result, offered)
  if (lists !== '' || isObject(result.giving)) return lists
  if (operationId === 'grant_text' && isText(result.text))
    return `<blockquote class="text">${escapeHtml(result.text)}</blockquote>\n<p>${link(result.source_url, 'The listing at its source')}</p>`
  const isJudgedCompany = 'company_number' in result && typeof verdict.score === 'number'
  return isJudgedCompany ? '' : factsHtml(result)
}

function tenderText({ description, documents, source }: Json): string {
  const files = objects(documents).map(
    ({ title, url, type }) => `<li>${link(url, String(title ?? type ?? 'Document'))}</li>`,
  )
  return [
    isText(description) ? `<p class="text">${escapeHtml(description)}</p>` : '',
    files.length === 0 ? '' : `<h3>Documents</h3>\n<ul class="remarks">${files.join('')}</ul>`,
    `<p>${link(toObject(source).notice_url, 'The notice at its source')}</p>`,
  ].join('\n')
}

/** Only the best matches are drawn. */
function matchesLeft(matches: readonly unknown[]): string {
  if (matches.length === 0) return '<p>Nothing matches.</p>'
  return matches.length > MOST_DRAWN
    ? `<p>${matches.length - MOST_DRAWN} more matches are in the JSON.</p>`
    : ''
}

function companyLinks({ company_number: number, name }: Json, offered: readonly string[]): string {
  if (!isText(number)) return ''
  const about = isText(name) ? name : number
  const links = [
    formLink(['company_accounts', 'number', number, 'Accounts in figures'], offered, about),
    formLink(['contracts_search', 'supplier', number, 'Public contracts held'], offered, about),
  ].filter((html) => html !== '')
  return links.length === 0 ? '' : `<p class="actions">${links.join(' ')}</p>`
}

function notesHtml({ flags, narrative }: Json): string {
  const notes = objects(flags).map(
    ({ code, detail }) =>
      `<li><code>${escapeHtml(String(code))}</code> ${escapeHtml(String(detail))}</li>`,
  )
  return [
    isText(narrative) ? `<p>${escapeHtml(narrative)}</p>` : '',
    notes.length === 0 ? '' : `<ul class="remarks">${notes.join('\n')}</ul>`,
  ]
    .filter((html) => html !== '')
    .join('\n')
}

/** Says how sure the answer is, and where its data comes from. */
function provenance({ confidence, as_of: asOf, sources, attribution }: Json): string {
  if (!isText(confidence) || !isText(asOf)) return ''
  const names = objects(sources).map(({ name, url }) => link(url, String(name)))
  return `<p class="soft">Confidence ${escapeHtml(confidence)}, data of ${escapeHtml(asOf.replace('T', ' ').replace('Z', ' UTC'))}.${names.length === 0 ? '' : ` Sources: ${names.join(', ')}.`}${isText(attribution) ? ` ${escapeHtml(attribution)}` : ''}</p>`
}
