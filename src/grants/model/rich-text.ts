/**
 * Contentful rich text flattened to plain text by one published rule
 * (docs/rules/eligibility-1.0.0.md), so that a quote can be an exact span: one line a block
 * (paragraph, heading, list item, table row), list items begin with `• `, those of a list within a
 * list with `◦ `, a hyperlink is its text, blocks within a cell of a table are parted by `; `,
 * white space within a line is single spaces, empty blocks are left out.
 */
import { cleanText } from '../../platform/text.ts'

interface Node {
  nodeType?: unknown
  value?: unknown
  content?: unknown
}

const BULLET = '• '
const NESTED = '◦ '
/** Deeper nesting than any editor makes; what lies below is dropped. */
const MAX_DEPTH = 40
const BLOCKS = /^(?:paragraph|heading-[1-6]|table-row)$/
const LIST = /^(?:un)?ordered-list$/
/** Nodes that contain blocks, not text. */
const OF_BLOCKS = /^(?:table-(?:header-)?cell|(?:un)?ordered-list|list-item|blockquote)$/

/**
 * Flattens a rich-text document. A plain string, as entries before 2022 may carry, is read line by
 * line. Anything else gives ''.
 */
export function flattenRichText(document: unknown): string {
  const lines: string[] = []
  if (typeof document === 'string') addLines(lines, document, '')
  else walk(document, { prefix: '', depth: 0, lists: 0 }, lines)
  return lines.join('\n')
}

interface LinePosition {
  /** Prefix of the next line. */
  prefix: string
  depth: number
  /** Number of enclosing lists. */
  lists: number
}

function walk(node: unknown, { prefix, depth, lists }: LinePosition, lines: string[]): void {
  if (typeof node !== 'object' || node === null || depth > MAX_DEPTH) return
  const { nodeType, content } = node as Node
  if (typeof nodeType === 'string' && BLOCKS.test(nodeType)) {
    addLines(lines, inlineText(node as Node, depth), prefix)
    return
  }
  if (!Array.isArray(content)) return
  const within = typeof nodeType === 'string' && LIST.test(nodeType) ? lists + 1 : lists
  // Only the first block of a list item carries the bullet.
  let next = nodeType === 'list-item' ? (lists > 1 ? NESTED : BULLET) : prefix
  for (const child of content) {
    const before = lines.length
    walk(child, { prefix: next, depth: depth + 1, lists: within }, lines)
    if (lines.length > before) next = ''
    if (nodeType !== 'list-item') next = prefix
  }
}

function inlineText(node: Node, depth: number): string {
  if (depth > MAX_DEPTH) return ''
  if (node.nodeType === 'text') return typeof node.value === 'string' ? node.value : ''
  if (!Array.isArray(node.content)) return ''
  const parts = node.content.map((child) =>
    typeof child === 'object' && child !== null ? inlineText(child as Node, depth + 1) : '',
  )
  if (node.nodeType === 'table-row') return parts.join(' | ')
  if (typeof node.nodeType !== 'string' || !OF_BLOCKS.test(node.nodeType)) return parts.join('')
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .reduce(
      (text, part) => (text === '' ? part : `${text}${/[.:;!?]$/.test(text) ? ' ' : '; '}${part}`),
      '',
    )
}

function addLines(lines: string[], raw: string, prefix: string): void {
  let first = prefix
  for (const line of cleanText(raw).split('\n')) {
    const text = line.replace(/\s+/g, ' ').trim()
    if (text === '') continue
    lines.push(first + text)
    first = ''
  }
}
