/** The price table in Markdown. */

import type { Catalogue } from '../api/catalogue.ts'
import { priceInWords } from '../contract/price.ts'

export function priceTable({ operations }: Catalogue): string {
  const rows = operations.map((bound) => {
    const { method, path, title } = bound.operation
    return `| \`${method} ${path}\` | ${bound.kind === 'paid' ? priceInWords(bound.operation, null) : 'free'} | ${title} |`
  })
  return [
    '| Method and path | Price (USDC) | What it answers |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n')
}
