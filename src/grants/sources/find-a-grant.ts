/**
 * Client of the official government grant listing (find-government-grants.service.gov.uk, code
 * cabinetoffice/gap-find-web). It has no API for adverts; the page data embedded in its HTML is the
 * machine source, under the Open Government Licence.
 */

import { UnexpectedAnswer } from '../../platform/errors.ts'
import type { Check } from '../../platform/examination.ts'
import type { Upstream, UpstreamResponse } from '../../upstream/http.ts'
import type { GrantDetail } from '../model/detail.ts'
import type { ListItem } from '../model/listing.ts'
import {
  type BrokenItem,
  dataRoutePageProps,
  FormatChanged,
  findBuildId,
  type ListPage,
  parseEmbeddedProps,
  readDetailPage,
  readListPage,
} from './page-data.ts'
import { forbids } from './robots.ts'

/** The list could not be proven complete. */
export class Incomplete extends UnexpectedAnswer {
  override name = 'Incomplete'
}

/** robots.txt keeps us out. */
class Forbidden extends UnexpectedAnswer {
  override name = 'Forbidden'
}

export interface Enumeration {
  items: ListItem[]
  broken: BrokenItem[]
  /** Requests that it took. */
  requests: number
}

export type DetailAnswer =
  | { outcome: 'changed'; detail: GrantDetail; etag: string | null }
  | { outcome: 'unchanged' }
  /** The site redirects to its not-found page: unpublished since the list was read. */
  | { outcome: 'gone' }

export interface FindAGrant {
  /** @throws Forbidden */
  checkRobots(signal: AbortSignal): Promise<void>
  /** Every advert on the listing. @throws Incomplete, FormatChanged, UpstreamError */
  list(signal: AbortSignal): Promise<Enumeration>
  /** @throws FormatChanged, UpstreamError */
  detail(slug: string, etag: string | null, signal: AbortSignal): Promise<DetailAnswer>
  /** Lists the checks of `ukintel doctor`. */
  examine(signal: AbortSignal): readonly Check[]
  pageUrl(slug: string): string
}

/** More than the site ever had; its code passes `limit` through unchecked. */
const WHOLE_LIST = 400
const PAGE_SIZE = 10
/** Without a tiebreak two pages may repeat and miss adverts; other orders find them. */
const ORDERS = ['', '&sortBy=closingDate', '&sortBy=maxValue']
const AGENT_NAME = 'ukintel'
const HTML = { accept: 'text/html,application/xhtml+xml' }

export function createFindAGrant(upstream: Upstream): FindAGrant {
  /**
   * The page's data; from the site's data route when the HTML embeds none. Null where that
   * redirects to the not-found page.
   */
  async function fetchProps(
    html: string,
    path: string,
    signal: AbortSignal,
  ): Promise<Record<string, unknown> | null> {
    const props = parseEmbeddedProps(html)
    if (props) return props
    const buildId = findBuildId(html)
    if (buildId === null) throw new FormatChanged('the page embeds no page data')
    const [route, query] = path.split('?')
    const dataPath = `/_next/data/${buildId}/en${route}.json${query === undefined ? '' : `?${query}`}`
    const fromRoute = dataRoutePageProps(
      readBody(await upstream.get(dataPath, { signal }), dataPath),
    )
    return Object.hasOwn(fromRoute, '__N_REDIRECT') ? null : fromRoute
  }

  async function listPage(query: string, signal: AbortSignal): Promise<ListPage> {
    const path = `/grants${query}`
    const props = await fetchProps(
      readBody(await upstream.get(path, { headers: HTML, signal }), path),
      path,
      signal,
    )
    if (!props) throw new FormatChanged('the list redirects')
    return readListPage(props)
  }

  /** Page after page in one order, into `found`. */
  async function readPages(
    order: string,
    found: AdvertCollector,
    signal: AbortSignal,
  ): Promise<void> {
    const lastPage = Math.ceil(found.total / PAGE_SIZE)
    for (let page = 1; page <= lastPage && !found.isComplete(); page += 1) {
      const read = await listPage(`?page=${page}${order}`, signal)
      found.add(read)
      if (read.itemCount === 0) break
    }
  }

  async function checkRobots(signal: AbortSignal): Promise<void> {
    const { status, body } = await upstream.get('/robots.txt', {
      headers: { accept: 'text/plain' },
      signal,
    })
    if (status === 200 && forbids(body.toString('utf8'), AGENT_NAME, '/grants'))
      throw new Forbidden('robots.txt disallows /grants')
  }

  async function list(signal: AbortSignal): Promise<Enumeration> {
    const found = new AdvertCollector()
    found.add(await listPage(`?limit=${WHOLE_LIST}`, signal))
    for (const order of ORDERS) if (!found.isComplete()) await readPages(order, found, signal)
    const { total, items, broken, requests } = found
    if (!found.isComplete())
      throw new Incomplete(
        `read ${items.size + broken.size} of the ${total} adverts that the listing states`,
      )
    return { items: [...items.values()], broken: [...broken.values()], requests }
  }

  return {
    checkRobots,
    list,
    examine: (signal) => [
      {
        assumption: 'find-a-grant/robots: robots.txt does not forbid the list',
        async difference() {
          await checkRobots(signal)
          return null
        },
      },
      {
        assumption:
          'find-a-grant/list: the page of the list embeds its data, one page holds the whole list, and every advert on it can be read',
        async difference() {
          const { requests, items, broken } = await list(signal)
          if (requests > 1) return `the whole list took ${requests} pages`
          return broken.length === 0
            ? null
            : `${broken.length} of ${items.length + broken.length} adverts cannot be read: ${broken[0]!.reason}`
        },
      },
    ],

    async detail(slug, etag, signal) {
      const path = `/grants/${slug}`
      const response = await upstream.get(path, {
        headers: { ...HTML, ...(etag === null ? {} : { 'if-none-match': etag }) },
        signal,
      })
      if (response.status === 304) return { outcome: 'unchanged' }
      if (isNotFound(response)) return { outcome: 'gone' }
      const props = await fetchProps(readBody(response, path), path, signal)
      if (!props) return { outcome: 'gone' }
      const tag = response.headers.etag
      return {
        outcome: 'changed',
        detail: readDetailPage(props),
        etag: typeof tag === 'string' ? tag : null,
      }
    },

    pageUrl: (slug) => `${upstream.baseUrl}/grants/${slug}`,
  }
}

/**
 * Collects adverts by entry id, so that an advert on two pages counts once. A total that changes
 * during the read restarts the count.
 */
class AdvertCollector {
  total = 0
  requests = 0
  items = new Map<string, ListItem>()
  broken = new Map<string, BrokenItem>()

  add(page: ListPage): void {
    this.requests += 1
    if (page.totalGrants !== this.total) {
      this.total = page.totalGrants
      this.items.clear()
      this.broken.clear()
    }
    for (const item of page.items) this.items.set(item.id, item)
    for (const each of page.broken) this.broken.set(each.id ?? each.slug ?? each.reason, each)
  }

  isComplete(): boolean {
    return this.items.size + this.broken.size >= this.total
  }
}

/** The site redirects to its not-found page where others answer 404. */
function isNotFound({ status, headers }: UpstreamResponse): boolean {
  if (status === 404 || status === 410) return true
  return status >= 300 && status < 400 && String(headers.location ?? '').includes('page-not-found')
}

function readBody({ status, body }: UpstreamResponse, path: string): string {
  if (status !== 200) throw new FormatChanged(`${path.split('?')[0]} answered ${status}`)
  return body.toString('utf8')
}
