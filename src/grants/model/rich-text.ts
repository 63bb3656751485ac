/**
 * Contentful rich text flattened to plain text by one published rule (docs/rules/eligibility-1.0.0.md), so that a quote can be an exact
 * span: one line a block (paragraph, heading, list item, table row), list items begin with `• `, a hyperlink is its text, white space
 * within a line is single spaces, empty blocks are left out.
 */
import { cleanText } from '../../kernel/text.ts'

interface Node {
  nodeType?: unknown
  value?: unknown
  content?: unknown
}

const BULLET = '• '
/** Deeper nesting than any editor makes; what lies below is dropped. */
const MAX_DEPTH = 40
const BLOCKS = /^(?:paragraph|heading-[1-6]|table-row)$/

/** Flattens a rich-text document. A plain string, as entries before 2022 may carry, is read line by line. Anything else gives ''. */
export function flattenRichText(document: unknown): string {
  const lines: string[] = []
  if (typeof document === 'string') addLines(lines, document, '')
  else walk(document, '', 0, lines)
  return lines.join('\n')
}

function walk(node: unknown, prefix: string, depth: number, lines: string[]): void {
  if (typeof node !== 'object' || node === null || depth > MAX_DEPTH) return
  const { nodeType, content } = node as Node
  if (typeof nodeType === 'string' && BLOCKS.test(nodeType)) {
    addLines(lines, inlineText(node as Node, depth), prefix)
    return
  }
  if (!Array.isArray(content)) return
  // Only the first block of a list item carries the bullet.
  let next = nodeType === 'list-item' ? BULLET : prefix
  for (const child of content) {
    const before = lines.length
    walk(child, next, depth + 1, lines)
    if (lines.length > before) next = ''
    if (nodeType !== 'list-item') next = prefix
  }
}

function inlineText(node: Node, depth: number): string {
  if (depth > MAX_DEPTH) return ''
  if (node.nodeType === 'text') return typeof node.value === 'string' ? node.value : ''
  if (!Array.isArray(node.content)) return ''
  const parts = node.content.map((child) => (typeof child === 'object' && child !== null ? inlineText(child as Node, depth + 1) : ''))
  return parts.join(node.nodeType === 'table-row' ? ' | ' : '')
}

function addLines(lines: string[], raw: string, prefix: string): void {
  let first = prefix
  for (const line of cleanText(raw).split('\n')) {
    const text = line.replace(/[ \t\u2000-\u200a\u202f\u3000]+/g, ' ').trim()
    if (text === '') continue
    lines.push(first + text)
    first = ''
  }
}
