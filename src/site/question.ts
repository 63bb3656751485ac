/**
 * The concrete question of an address: which fields it states, in words above the button that buys
 * it.
 */
import type { Description } from '../contract/operation.ts'
import { escapeHtml } from './escape.ts'
import { label, scalarText } from './pictures/facts.ts'
import { definitions } from './pictures/parts.ts'

/**
 * Returns the fields that an address states, by name. Text that cannot be decoded stays as it is.
 */
export function readQuestion({ path }: Description, target: string): Record<string, string> {
  const [pathname = '', search = ''] = target.split('?', 2)
  const parts = pathname.split('/')
  const fromPath = path.split('/').flatMap((part, index) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    return name === undefined ? [] : [[name, decode(parts[index] ?? '')] as const]
  })
  return Object.fromEntries([...fromPath, ...new URLSearchParams(search)])
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Draws the fields of a question. A company's name is sold, so that only a script writes it next to
 * the number, from answers that the visitor has seen.
 */
export function questionHtml(fields: Readonly<Record<string, string>>): string {
  return definitions(
    Object.entries(fields).map(([name, value]) => {
      const company = name === 'number' ? ` <b data-company="${escapeHtml(value)}"></b>` : ''
      return [label(name), `${escapeHtml(scalarText(name, value))}${company}`]
    }),
  )
}
