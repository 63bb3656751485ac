/**
 * A page of the manual around its text: what it is about, where the text does not begin with that,
 * and where its parts are, where they are many.
 */
import { escapeHtml } from './escape.ts'
import type { ManualPage } from './manual.ts'

const MANY = 5
/** Characters of HTML that are more than two screens or so. */
const LONG = 9000

export function manualHtml({ description }: ManualPage, text: string): string {
  const end = text.indexOf('</h1>') + '</h1>'.length
  const rest = text.slice(end)
  const lead = rest.trimStart().startsWith('<p>')
    ? ''
    : `\n<p class="lead">${escapeHtml(description)}</p>`
  const parts = [...rest.matchAll(/<h2 id="([^"]+)"><a class="anchor"[^>]*>(.*?)<\/a><\/h2>/g)]
  const links = parts.map(([, id, title]) => `<li><a href="#${id}">${title}</a></li>`)
  const contents =
    parts.length < MANY || rest.length < LONG
      ? ''
      : `<nav class="parts" aria-label="On this page"><p>On this page</p><ul>${links.join('')}</ul></nav>\n`
  const first = contents === '' ? 0 : rest.indexOf('<h2')
  return `${text.slice(0, end)}${lead}${rest.slice(0, first)}${contents}${rest.slice(first)}`
}
