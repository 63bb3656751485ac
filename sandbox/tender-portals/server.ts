/** Both tender portals on loopback: the same paths, parameters, limits and defects as the real ones, and faults on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CALENDARS, SHIPPED_HOLIDAYS } from '../../src/tenders/model/bank-holidays.ts'
import { type PublishedRelease, sandboxReleases } from './releases.ts'

type PortalName = PublishedRelease['portal']

/** What the next answers of a portal are instead of data. */
export interface Fault {
  portal: PortalName
  kind: 'too_many' | 'forbidden' | 'server_error' | 'html' | 'not_json' | 'hang_up'
  times: number
  retryAfterSeconds?: number
}

export interface TenderPortals {
  readonly url: string
  /** Paths asked, in order. */
  readonly asked: readonly string[]
  /** Everything that is published. */
  releases(): readonly PublishedRelease[]
  /** Resolves once that many requests were made in all. */
  askedTimes(count: number): Promise<void>
  publish(...releases: PublishedRelease[]): void
  fail(fault: Fault): void
  /** Every answer of the portal fails until it is mended. */
  breakDown(portal: PortalName, broken: boolean): void
  close(): Promise<void>
}

export interface TenderPortalsOptions {
  /** Defaults to invented notices around the present. */
  releases?: readonly PublishedRelease[]
}

const MAX_PAGE = 100

export async function startTenderPortals(options: TenderPortalsOptions = {}): Promise<TenderPortals> {
  const releases = [...(options.releases ?? sandboxReleases(Date.now()))]
  const faults: Fault[] = []
  const broken = new Set<PortalName>()
  const asked: string[] = []
  const waiting = new Map<number, () => void>()

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    asked.push(`${url.pathname}${url.search}`)
    waiting.get(asked.length)?.()
    if (url.pathname === '/bank-holidays.json') return json(response, 200, holidayFeed())
    const portal: PortalName | null =
      url.pathname === '/api/1.0/ocdsReleasePackages'
        ? 'find-a-tender'
        : url.pathname === '/Published/Notices/OCDS/Search'
          ? 'contracts-finder'
          : null
    if (portal === null) return json(response, 404, { status: 404, error: 'Not Found', path: url.pathname })
    const fault = broken.has(portal) ? { portal, kind: 'server_error' as const, times: 1 } : takeFault(portal)
    if (fault) return answerFault(fault, request, response)
    answer(portal, url, releases, response)
  })

  function takeFault(portal: PortalName): Fault | null {
    const fault = faults.find((each) => each.portal === portal && each.times > 0)
    if (!fault) return null
    fault.times -= 1
    return fault
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    releases: () => releases,
    askedTimes: (count) =>
      new Promise((resolve) => {
        if (asked.length >= count) resolve()
        else waiting.set(count, resolve)
      }),
    publish: (...more) => void releases.push(...more),
    fail: (fault) => void faults.push({ ...fault }),
    breakDown(portal, isBroken) {
      if (isBroken) broken.add(portal)
      else broken.delete(portal)
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

function answer(portal: PortalName, url: URL, all: readonly PublishedRelease[], response: ServerResponse): void {
  const query = url.searchParams
  const names = portal === 'find-a-tender' ? ['updatedFrom', 'updatedTo'] : ['publishedFrom', 'publishedTo']
  const unknown = [...query.keys()].find((key) => ![...names, 'limit', 'cursor', 'stages'].includes(key))
  const limit = Number(query.get('limit') ?? MAX_PAGE)
  const from = bound(portal, query.get(names[0]!))
  const to = bound(portal, query.get(names[1]!))
  const bad =
    unknown !== undefined
      ? `Request parameter '${unknown}' is not recognised, allowed parameters are: stages, limit, cursor, updatedFrom, updatedTo`
      : !(limit >= 1 && limit <= MAX_PAGE)
        ? "'limit' must be greater than 0"
        : to - from < 2000
          ? `'${names[1]}' must be after '${names[0]}'`
          : null
  if (bad !== null) {
    const body = {
      timestamp: new Date().toISOString(),
      status: 400,
      error: 'Bad Request',
      message: 'Request parameters unknown',
      path: url.pathname,
      exception: bad,
    }
    json(response, 400, body)
    return
  }
  const within = all
    .filter((release) => release.portal === portal && release.publishedMs >= from && release.publishedMs <= to)
    .sort((a, b) => b.publishedMs - a.publishedMs || (a.id < b.id ? -1 : 1))
  // The real cursor loses rows, and a page that lost some looks like the last one.
  const offset = query.has('cursor') ? MAX_PAGE + 7 : 0
  const page = within.slice(offset, offset + limit)
  const more = offset === 0 && within.length > limit
  const cursor = Buffer.from(`updatedFrom=${query.get(names[0]!)}|updatedTo=${query.get(names[1]!)}|nextCursor=${page.length}`).toString(
    'base64',
  )
  const head = JSON.stringify({
    uri: `https://sandbox.example.org${url.pathname}${url.search}`,
    version: '1.1',
    extensions: [],
    publishedDate: new Date(to).toISOString().replace('.000', ''),
    publisher: { name: 'Sandbox Office', scheme: 'GB-GOR', uid: 'D2' },
    license: 'http://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
    publicationPolicy: 'https://www.gov.uk/government/publications/open-contracting',
    ...(more ? { links: { next: `https://sandbox.example.org${url.pathname}${url.search}&cursor=${cursor}` } } : {}),
  })
  const text = `${head.slice(0, -1)},"releases":[${page.map((release) => release.json).join(',')}]}`
  response.writeHead(200, { 'content-type': 'application/json' })
  // Contracts Finder's bytes are not always UTF-8.
  const isLatin = ![...text].some((char) => char > 'ÿ')
  response.end(portal === 'contracts-finder' && isLatin ? Buffer.from(text, 'latin1') : text)
}

/** Find a Tender reads London wall time without zone, Contracts Finder instants. */
function bound(portal: PortalName, text: string | null): number {
  if (text === null) return Number.NaN
  if (portal === 'contracts-finder') return Date.parse(text)
  return Temporal.PlainDateTime.from(text.replace(/Z$/, '')).toZonedDateTime('Europe/London').epochMilliseconds
}

function answerFault({ kind, retryAfterSeconds }: Fault, request: IncomingMessage, response: ServerResponse): void {
  const retryAfter = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  if (kind === 'hang_up') {
    request.socket.destroy()
    return
  }
  const [status, type, text] = {
    too_many: [429, 'text/plain', 'Rate limit of 12 exceeded. Please retry after 120 seconds.'],
    forbidden: [403, 'text/html', '<html><body>Request forbidden</body></html>'],
    server_error: [500, 'text/html', '<html><body>Sorry, there is a problem with the service</body></html>'],
    html: [200, 'text/html', '<!doctype html><html><body>Maintenance</body></html>'],
    not_json: [200, 'application/json', '{"releases":[{"ocid":'],
  }[kind] as [number, string, string]
  response.writeHead(status, { 'content-type': type, ...retryAfter })
  response.end(text)
}

function holidayFeed(): object {
  return Object.fromEntries(
    CALENDARS.map((division) => [
      division,
      { division, events: [...SHIPPED_HOLIDAYS[division]].map((date) => ({ title: 'Bank holiday', date, notes: '', bunting: false })) },
    ]),
  )
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
