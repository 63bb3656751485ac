/** Every published page, from the sitemap and the paid addresses. */

import { rawFromFields } from '../../src/api/fields.ts'
import type { Bound } from '../../src/api/registry.ts'

export const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

export interface PublishedPage {
  path: string
  status: number
}

/** A paid address answers a browser with a page too. */
export async function publishedPages(
  url: string,
  operations: readonly Bound[],
): Promise<PublishedPage[]> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address]) => new URL(address!).pathname,
  )
  const paid = operations
    .filter((bound) => bound.kind === 'paid' && bound.operation.method === 'GET')
    .map(pathOfExample)
  return [
    ...listed.map((path) => ({ path, status: 200 })),
    ...paid.map((path) => ({ path, status: 402 })),
  ]
}

function pathOfExample({ operation }: Bound): string {
  const { params, query } = rawFromFields(operation, operation.example.input)
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? `{${name}}`),
  )
  return query.length === 0
    ? path
    : `${path}?${new URLSearchParams(query.map(([name, value]) => [name, value]))}`
}
