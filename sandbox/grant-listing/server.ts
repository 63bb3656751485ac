/**
 * The listing's site as far as it is read: Next.js pages with their data embedded, on loopback,
 * with faults on demand.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { serve } from '../serve.ts'
import { ADVERTS, type Advert, type Entry, entryOf } from './advert.ts'

export interface GrantListing {
  readonly url: string
  /** Requested paths, in order. */
  readonly requests: readonly string[]
  /** The slugs on the listing now. */
  slugs(): string[]
  /** The entry behind a slug, for tests that compare. */
  entry(slug: string): Entry
  /** Takes an advert down, as the site does when it closes. */
  unpublish(slug: string): void
  publish(advert: Advert): void
  /** Changes members of a list item or tabs of the page. */
  edit(
    slug: string,
    change: { item?: Record<string, unknown>; fields?: Record<string, unknown> },
  ): void
  /** Keeps only the first so many adverts on the list. */
  shrinkTo(count: number | null): void
  fault(next: Partial<Faults>): void
  /** Calls back for every request before its answer. */
  onRequest(hear: () => void): void
  /** One advert's page answers this status, or drops the connection; null: it answers again. */
  failPage(slug: string, how: number | 'drop' | null): void
  close(): Promise<void>
}

export interface Faults {
  /** Every answer is this status. */
  status: number | null
  /** Milliseconds before every answer. */
  delayMs: number
  /**
   * renamed: list items have other member names. no_script: pages embed no data (the data route
   * still answers). gone_script: nor does the data route. broken_json: the data is cut off.
   * pages_renamed: only the adverts' pages changed.
   */
  format: 'normal' | 'renamed' | 'no_script' | 'gone_script' | 'broken_json' | 'pages_renamed'
  /** False: `limit` is ignored, ten a page. */
  limitHonoured: boolean
  /**
   * Pages repeat their neighbour's last advert and miss one, in the default order; `everywhere` in
   * every order.
   */
  overlap: 'none' | 'default_order' | 'everywhere'
  /** The stated total, where it is not the true one. */
  total: number | null
  robots: string
  etags: boolean
}

const HEALTHY: Faults = {
  status: null,
  delayMs: 0,
  format: 'normal',
  limitHonoured: true,
  overlap: 'none',
  total: null,
  robots: 'User-agent: *\nAllow: /\n',
  etags: true,
}
const BUILD_ID = 'sandboxBuild-1a2b'
const PAGE_SIZE = 10

/** `nowMs`: the day that the adverts' dates are counted from; default today. */
export async function startGrantListing(
  options: { adverts?: readonly Advert[]; nowMs?: number } = {},
): Promise<GrantListing> {
  const startMs = options.nowMs ?? Date.now()
  const entries = new Map(
    (options.adverts ?? ADVERTS).map((advert) => [advert.slug, entryOf(advert, startMs)]),
  )
  const requests: string[] = []
  const failing = new Map<string, number | 'drop'>()
  let faults: Faults = { ...HEALTHY }
  let shrunkTo: number | null = null
  let onRequest = () => {}

  const served = await serve((request, response) => {
    requests.push(request.url ?? '')
    onRequest()
    const answer = () => respond(request, response)
    if (faults.delayMs > 0) setTimeout(answer, faults.delayMs).unref()
    else answer()
  })

  function respond(request: IncomingMessage, response: ServerResponse): ServerResponse {
    if (faults.status !== null)
      return send(response, faults.status, 'text/html', '<h1>Service unavailable</h1>')
    const url = new URL(request.url ?? '/', 'http://listing')
    const how = failing.get(url.pathname.replace('/grants/', ''))
    if (how === 'drop') return response.destroy()
    if (how !== undefined) return send(response, how, 'text/html', '<h1>Something went wrong</h1>')
    if (url.pathname === '/robots.txt') return send(response, 200, 'text/plain', faults.robots)
    const data = new RegExp(`^/_next/data/${BUILD_ID}/en(/.*)\\.json$`).exec(url.pathname)
    const path = data?.[1] ?? url.pathname
    if (data && faults.format === 'gone_script')
      return send(response, 404, 'text/html', 'not found')
    const props = path === '/grants' ? listProps(url.searchParams) : detailProps(path)
    if (!props) {
      if (data)
        return send(
          response,
          200,
          'application/json',
          JSON.stringify({ pageProps: { __N_REDIRECT: '/static/page-not-found' } }),
        )
      return response.writeHead(307, { location: '/static/page-not-found' }).end()
    }
    if (data)
      return send(
        response,
        200,
        'application/json',
        JSON.stringify({ pageProps: props, __N_SSP: true }),
      )
    const html = page(props, path, faults.format)
    const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 16)}"`
    if (faults.etags && request.headers['if-none-match'] === etag) {
      return response.writeHead(304, { etag }).end()
    }
    return send(response, 200, 'text/html; charset=utf-8', html, faults.etags ? { etag } : {})
  }

  function listProps(query: URLSearchParams): object {
    const sortBy = query.get('sortBy') ?? 'openDate'
    let items = sorted([...entries.values()], sortBy).map((entry) => entry.listItem)
    if (shrunkTo !== null) items = items.slice(0, shrunkTo)
    const total = faults.total ?? items.length
    const size = faults.limitHonoured && query.has('limit') ? Number(query.get('limit')) : PAGE_SIZE
    const number = Number(query.get('page') ?? '1')
    let shown = items.slice((number - 1) * size, number * size)
    const overlaps =
      faults.overlap === 'everywhere' ||
      (faults.overlap === 'default_order' && sortBy === 'openDate')
    if (overlaps && number > 1 && shown.length > 0)
      shown = [items[(number - 1) * size - 1]!, ...shown.slice(1)]
    return {
      searchResult: faults.format === 'renamed' ? shown.map(renamed) : shown,
      sortBy,
      filters: [],
      searchTerm: '',
      searchHeading: '',
      errors: [],
      filterObj: {},
      totalGrants: total,
      query: { ...Object.fromEntries(query), href: '/grants' },
      currentPage: String(number),
      titleContent: '',
    }
  }

  function detailProps(path: string): object | null {
    const entry = entries.get(path.replace('/grants/', ''))
    if (!entry || !path.startsWith('/grants/')) return null
    const { id, createdAt, updatedAt, fields } = entry
    const detail = {
      metadata: { tags: [] },
      sys: { id, type: 'Entry', createdAt, updatedAt, revision: 3, locale: 'en-US' },
      fields,
    }
    if (faults.format === 'pages_renamed') return { advert: detail, grantId: id }
    return { grantDetail: detail, enableFAQTab: false, enableAwardsTab: false, grantId: id }
  }

  const entryFor = (slug: string): Entry => {
    const entry = entries.get(slug)
    if (!entry) throw new Error(`no advert ${slug}`)
    return entry
  }
  return {
    ...served,
    requests,
    slugs: () => [...entries.keys()],
    entry: entryFor,
    unpublish: (slug) => void entries.delete(slug),
    publish: (advert) => void entries.set(advert.slug, entryOf(advert, startMs)),
    edit(slug, { item, fields }) {
      const entry = entryFor(slug)
      Object.assign(entry.listItem, item)
      Object.assign(entry.fields, item, fields)
      entry.updatedAt = new Date(Date.parse(entry.updatedAt) + 60_000).toISOString()
    },
    shrinkTo(count) {
      shrunkTo = count
    },
    onRequest(hear) {
      onRequest = hear
    },
    failPage(slug, how) {
      if (how === null) failing.delete(slug)
      else failing.set(slug, how)
    },
    fault(next) {
      faults = { ...HEALTHY, ...next }
    },
  }
}

/** A page with its data embedded, as Next.js writes it. */
function page(pageProps: object, path: string, format: Faults['format']): string {
  const data = {
    props: { pageProps, __N_SSP: true },
    page: path === '/grants' ? '/grants' : '/grants/[pid]',
    query: {},
    buildId: BUILD_ID,
    locale: 'en',
  }
  // As Next.js escapes it.
  let json = JSON.stringify(data)
    .replace(/</g, '\\u003c')
    .replace(/>/g, '\\u003e')
    .replace(/&/g, '\\u0026')
  if (format === 'broken_json') json = json.slice(0, json.length / 2)
  const script =
    format === 'no_script' || format === 'gone_script'
      ? ''
      : `<script id="__NEXT_DATA__" type="application/json">${json}</script>`
  return `<!DOCTYPE html><html lang="en"><head><title>Find a grant</title><script src="/_next/static/${BUILD_ID}/_buildManifest.js" defer=""></script></head><body><div id="__next"><main>Find a grant</main></div>${script}</body></html>`
}

function sorted(entries: Entry[], sortBy: string): Entry[] {
  const key = (entry: Entry): string | number => {
    const item = entry.listItem as {
      grantApplicationOpenDate: string
      grantApplicationCloseDate: string | null
      grantMaximumAward?: number
    }
    if (sortBy === 'closingDate') return item.grantApplicationCloseDate ?? '9999'
    if (sortBy === 'maxValue') return -(item.grantMaximumAward ?? 0)
    return item.grantApplicationOpenDate
  }
  return entries.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
}

function renamed(item: Record<string, unknown>): object {
  const { label, grantName, ...rest } = item
  return { ...rest, slug: label, title: grantName }
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Record<string, string> = {},
): ServerResponse {
  return response.writeHead(status, { 'content-type': type, ...headers }).end(body)
}
