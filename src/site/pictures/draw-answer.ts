import type { RuleTable } from '../../contract/rules.ts'
import { isObject } from '../../platform/json.ts'
import { drawing } from '../drawings.ts'
import { escapeHtml } from '../escape.ts'
import { picturesOf } from './picture.ts'

/**
 * Draws the answer of any operation as escaped HTML, on the server and in browsers.
 * @param verdictRules rules of company verdicts, by which drawings show the points of a flag
 */
export function drawAnswer(
  _operationId: string,
  envelope: unknown,
  verdictRules: RuleTable,
): string {
  const pictures = picturesOf(envelope, verdictRules).map(drawing)
  if (pictures.length > 0) return pictures.join('\n')
  return isObject(envelope) ? factsHtml(isObject(envelope.result) ? envelope.result : envelope) : ''
}

/** The members that are plain values, and the length of lists. */
function factsHtml(members: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(members).flatMap(([name, value]) => {
    if (value === null || (typeof value === 'object' && !Array.isArray(value))) return []
    const shown = Array.isArray(value) ? `${value.length}` : String(value)
    return [`<dt>${escapeHtml(name.replaceAll('_', ' '))}</dt><dd>${escapeHtml(shown)}</dd>`]
  })
  return `<dl class="facts">${rows.join('')}</dl>`
}
