/**
 * Pages for people and their assets. They are built at their first request, so that they do not
 * delay the start.
 */

import type { Endpoint, HttpDocument } from '../api/endpoint.ts'
import type { Reply } from '../api/problem.ts'
import type { Bound } from '../api/registry.ts'
import { bytesDocument, lazyDocument, textDocument } from '../discovery/document.ts'
import { readSourceFile } from '../platform/project-files.ts'
import type { TransportDeps } from '../transports/transport.ts'
import { healthPage } from './health-section.ts'
import { homePage } from './home-page.ts'
import { HTML_TYPE, PAGE_HEADERS, renderPage } from './html.ts'
import { manualHtml } from './manual-page.ts'
import { moduleDocuments } from './modules.ts'
import { PAGE_WALLET_SCRIPT } from './page-wallet.ts'
import { paymentPage } from './payment-page.ts'
import { problemPage } from './problem-page.ts'
import { quickstartHtml } from './quickstart.ts'
import { operationPage, referencePage } from './reference-pages.ts'
import { rulesPage } from './rules-page.ts'
import { answerSample, SAMPLE_PATHS } from './sample-page.ts'
import { QUICKSTART, type Site } from './site.ts'

const CSS_TYPE = 'text/css; charset=utf-8'
const SCRIPT_TYPE = 'text/javascript; charset=utf-8'

/** Pages that stay as they are while the service runs, by their path. */
function buildFixedPages(site: Site): Map<string, () => string> {
  const { catalogue, manual, renderManual } = site
  return new Map<string, () => string>([
    [
      QUICKSTART.path,
      () => renderPage({ ...QUICKSTART, here: QUICKSTART.path, main: quickstartHtml(site) }),
    ],
    ['/docs/api', () => referencePage(site)],
    ...catalogue.operations.map(
      (bound) => [`/docs/api/${bound.operation.id}`, () => operationPage(bound, site)] as const,
    ),
    ['/docs/rules', () => rulesPage(site)],
    ...manual.map((page) => {
      const here = page.path.startsWith('/docs/rules/') ? '/docs/rules' : page.path
      return [
        page.path,
        () => renderPage({ ...page, here, main: manualHtml(page, renderManual(page)) }),
      ] as const
    }),
  ])
}

export function publishPages(site: Site): HttpDocument[] {
  const asset = (name: string) =>
    textDocument(
      `/assets/${name}`,
      name.endsWith('.css') ? CSS_TYPE : SCRIPT_TYPE,
      readSourceFile(`src/site/assets/${name}`),
    )
  const fixed = buildFixedPages(site)
  return [
    { path: '/', read: async (headers) => await freshHome(site, headers) },
    ...[...fixed].map(([path, write]) =>
      lazyDocument(path, () => textDocument(path, HTML_TYPE, write(), PAGE_HEADERS)),
    ),
    textDocument(
      '/sitemap.xml',
      'application/xml; charset=utf-8',
      sitemap(site, ['/', ...fixed.keys(), ...SAMPLE_PATHS]),
    ),
    ...['page.css', 'page.js'].map(asset),
    ...moduleDocuments(),
    ...(site.pageWallet
      ? [bytesDocument(PAGE_WALLET_SCRIPT, SCRIPT_TYPE, Buffer.from(site.pageWallet.script))]
      : []),
  ]
}

/** Renders the home page, which shows the current state and is never cached. */
async function freshHome(site: Site, headers: Parameters<HttpDocument['read']>[0]): Promise<Reply> {
  const health = await site.health().catch(() => null)
  const html = homePage(site, health)
  return textDocument('/', HTML_TYPE, html, { ...PAGE_HEADERS, 'cache-control': 'no-cache' }).read(
    headers,
  )
}

function sitemap({ catalogue: { publicUrl } }: Site, paths: readonly string[]): string {
  const urls = paths.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
}

/** Endpoints of samples, computed on request. */
export function sampleEndpoints(site: Site, deps: Pick<TransportDeps, 'pipeline'>): Endpoint[] {
  return SAMPLE_PATHS.map((path) => ({
    path,
    methods: ['GET', 'HEAD'],
    answer: (request) => answerSample(request, site, deps),
  }))
}

/**
 * Returns the page in place of the JSON of a quote, a problem or health. Status and headers stay.
 */
export function createBrowserPages(
  site: Site,
): (reply: Reply, target: string, bound: Bound | null) => Reply {
  return (reply, target, bound) => {
    const html = writePage(reply, target, bound, site)
    if (html === null) return reply
    const headers = { ...reply.headers, ...PAGE_HEADERS, 'content-type': HTML_TYPE }
    return { status: reply.status, headers, body: Buffer.from(html) }
  }
}

function writePage(
  { status, headers, body }: Reply,
  target: string,
  bound: Bound | null,
  site: Site,
) {
  if (!headers['content-type']?.includes('json')) return null
  const json = () => JSON.parse(body.toString())
  if (status === 402 && bound?.kind === 'paid')
    return paymentPage(bound, target, site, json().extensions)
  if (status >= 400) return problemPage(json(), target, bound, site)
  return bound?.operation.id === 'health' ? healthPage(json(), site) : null
}
