/**
 * The tender portals on loopback: the same paths, parameters, limits and defects as the real ones,
 * and faults on demand.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CALENDARS, SHIPPED_HOLIDAYS } from '../../src/platform/bank-holidays.ts'
import { sendJson, serve } from '../serve.ts'
import { PORTAL_DIALECTS } from './dialects.ts'
import { type PublishedRelease, sandboxReleases } from './releases.ts'

/** A failure of the next answers of a portal. */
export interface Fault {
  /** Id of a portal. */
  portal: string
  kind: 'too_many' | 'forbidden' | 'server_error' | 'html' | 'not_json' | 'hang_up'
  times: number
  retryAfterSeconds?: number
}

export interface TenderPortals {
  readonly url: string
  /** Returns the address of a portal. */
  urlOf(portal: string): string
  /** Requested paths, in order. */
  readonly requests: readonly string[]
  /** Everything that is published. */
  releases(): readonly PublishedRelease[]
  /** Resolves once that many requests were made in all. */
  waitForRequests(count: number): Promise<void>
  publish(...releases: PublishedRelease[]): void
  fail(fault: Fault): void
  /**
   * A list of a month is answered 500 from now on: `sell2wales 11-2026`, or one type of it
   * `sell2wales 11-2026 2`.
   */
  refuseList(list: string): void
  /** Answers 500 to every list with a locale. */
  refuseLocale(portal: string): void
  /** All lists are answered again. */
  restoreLists(): void
  /** Makes every answer of the portal fail, or ends that. */
  breakDown(portal: string, broken: boolean): void
  close(): Promise<void>
}

export interface TenderPortalsOptions {
  /** Defaults to invented notices around the present. */
  releases?: readonly PublishedRelease[]
}

export async function startTenderPortals(
  options: TenderPortalsOptions = {},
): Promise<TenderPortals> {
  const releases = [...(options.releases ?? sandboxReleases(Date.now()))]
  const faults: Fault[] = []
  const broken = new Set<string>()
  const unwell = new Set<string>()
  const requests: string[] = []
  const waiting = new Map<number, () => void>()

  const { url: base, close } = await serve((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    requests.push(`${url.pathname}${url.search}`)
    waiting.get(requests.length)?.()
    if (url.pathname === '/bank-holidays.json') return sendJson(response, 200, holidayFeed())
    const dialect = PORTAL_DIALECTS.find(({ mount, path }) => url.pathname === `${mount}${path}`)
    if (!dialect)
      return sendJson(response, 404, { status: 404, error: 'Not Found', path: url.pathname })
    const portal = dialect.portal.id
    const fault = broken.has(portal)
      ? { portal, kind: 'server_error' as const, times: 1 }
      : takeFault(portal)
    if (fault) return answerFault(fault, request, response)
    dialect.answer(
      url,
      releases.filter((release) => release.portal === portal),
      response,
      unwell,
    )
  })

  function takeFault(portal: string): Fault | null {
    const fault = faults.find((each) => each.portal === portal && each.times > 0)
    if (!fault) return null
    fault.times -= 1
    return fault
  }

  return {
    url: base,
    close,
    urlOf: (portal) =>
      `${base}${PORTAL_DIALECTS.find((dialect) => dialect.portal.id === portal)!.mount}`,
    requests,
    releases: () => releases,
    waitForRequests: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve()
        else waiting.set(count, resolve)
      }),
    publish: (...more) => void releases.push(...more),
    fail: (fault) => void faults.push({ ...fault }),
    refuseList: (list) => void unwell.add(list),
    refuseLocale: (portal) => void unwell.add(`${portal} locale`),
    restoreLists: () => unwell.clear(),
    breakDown(portal, isBroken) {
      if (isBroken) broken.add(portal)
      else broken.delete(portal)
    },
  }
}

function answerFault(
  { kind, retryAfterSeconds }: Fault,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const retryAfter =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  if (kind === 'hang_up') {
    request.socket.destroy()
    return
  }
  const [status, type, text] = {
    too_many: [429, 'text/plain', 'Rate limit of 12 exceeded. Please retry after 120 seconds.'],
    forbidden: [403, 'text/html', '<html><body>Request forbidden</body></html>'],
    server_error: [
      500,
      'text/html',
      '<html><body>Sorry, there is a problem with the service</body></html>',
    ],
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
      {
        division,
        events: [...SHIPPED_HOLIDAYS[division]].map((date) => ({
          title: 'Bank holiday',
          date,
          notes: '',
          bunting: false,
        })),
      },
    ]),
  )
}
