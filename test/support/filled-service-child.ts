/** Runs the filled service that tests of a run share, and prints how to reach it. */
import { rawFromFields } from '../../src/api/fields.ts'
import type { Bound } from '../../src/api/registry.ts'
import type { FilledService, PublishedPage } from './filled-service.ts'
import { startFilledWorld } from './filled-world.ts'

const running = startFilledWorld({ COMPANY_MIRROR: 'bulk' })
process.once('SIGINT', async () => {
  await (await running).close()
  process.exit()
})
const { url, operations } = (await running).app
const answer: FilledService = {
  url,
  unvisitedHome: await (await fetch(url, { headers: { accept: 'text/html' } })).text(),
  pages: await publishedPages(url, operations),
  operations: operations.map(({ kind, operation }) => ({ id: operation.id, kind })),
}
process.stdout.write(`${JSON.stringify(answer)}\n`)

/** A paid address answers a browser with a page too. */
async function publishedPages(url: string, operations: readonly Bound[]): Promise<PublishedPage[]> {
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
