/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * Names of companies from answers that this visitor has bought or seen as a sample. A name for a
 * number is sold, so that no page says it otherwise.
 */
import { isObject, parseJson } from '../../platform/json.ts'
import { isText, type Json } from '../pictures/parts.ts'

const KEY = 'ukintel-names'
/** Names beyond this number replace the oldest. */
const MOST = 500

export function knownNames(): Record<string, string> {
  try {
    const stored = parseJson(localStorage.getItem(KEY) ?? '')
    return isObject(stored) ? (stored as Record<string, string>) : {}
  } catch {
    return {}
  }
}

/** Stores the names of an answer and shows them wherever the page names a number. */
export function rememberNames(answer: unknown): void {
  const result = isObject(answer) && isObject(answer.result) ? answer.result : {}
  const lists = [result.results, result.rows].filter(Array.isArray).flat()
  const found = ([result, ...lists] as Json[]).flatMap(
    ({ name, number, company_number: id = number }) =>
      isText(name) && isText(id) ? [[id, name] as const] : [],
  )
  const names = [
    ...Object.entries(knownNames()).filter(([id]) => !found.some(([own]) => own === id)),
    ...found,
  ]
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(names.slice(-MOST))))
  } catch {
    // Without storage, names are not known later.
  }
}

export function showNames(): void {
  const names = knownNames()
  for (const each of document.querySelectorAll<HTMLElement>('[data-company]'))
    each.textContent = names[each.dataset.company!.toUpperCase()] ?? ''
}
