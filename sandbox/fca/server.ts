/**
 * A synthetic FCA register API on loopback: errors inside HTTP 200, counts as text, paging, the 403
 * that is not JSON.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendJson, serve } from '../serve.ts'
import { type SandboxFirm, sandboxFirms } from './firms.ts'

export type FcaFault =
  | 'down'
  | 'throttled'
  | 'error'
  | 'garbage'
  | 'unauthorised'
  | 'unknown form'
  | 'slow'

export interface SandboxFca {
  url: string
  authEmail: string
  authKey: string
  calls: readonly string[]
  forget(): void
  /** Until `heal`; `path` limits the fault to paths that contain it. */
  break(fault: FcaFault, path?: string): void
  heal(): void
  close(): Promise<void>
}

const PAGE = 10
const SEARCH_PAGE = 20

export async function startFca(
  options: { firms?: readonly SandboxFirm[]; slowMs?: number } = {},
): Promise<SandboxFca> {
  const authEmail = 'sandbox@example.org'
  const authKey = 'sandbox-fca-key'
  const firms = options.firms ?? sandboxFirms()
  const calls: string[] = []
  let fault: { kind: FcaFault; path: string } | null = null

  function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://sandbox')
    calls.push(`${url.pathname}${url.search}`)
    const send = (body: unknown, status = 200) => sendJson(response, status, body)
    if (
      request.headers['x-auth-email'] === undefined ||
      request.headers['x-auth-key'] === undefined
    ) {
      response.statusCode = 403
      response.end('{"Success":"false", "Sorry, this page is not available. Missing Headers."}')
      return
    }
    const active = fault !== null && url.pathname.includes(fault.path) ? fault.kind : null
    if (
      active === 'unauthorised' ||
      request.headers['x-auth-key'] !== authKey ||
      request.headers['x-auth-email'] !== authEmail
    ) {
      return send(
        reply(
          'FSR-API-01-01-11',
          'Unauthorised: Please include a valid API key and Email address',
          null,
        ),
      )
    }
    if (active === 'down') return response.socket?.destroy()
    if (active === 'unknown form' && url.pathname.endsWith('/Permissions'))
      return send(reply('FSR-API-02-03-00', 'Ok. Firm permission found', [{ Permission: 'A' }]))
    if (active === 'throttled') return send({}, 429)
    if (active === 'error') return send({}, 500)
    if (active === 'garbage') return response.end('<html>maintenance')
    if (active === 'slow')
      return setTimeout(() => send(route(url)), options.slowMs ?? 60_000).unref()
    return send(route(url))
  }

  function route(url: URL): unknown {
    const page = Number(url.searchParams.get('pgnp') ?? 1)
    if (url.pathname === '/Search') return search(url.searchParams.get('q') ?? '', page)
    const match = /^\/Firm\/(\d+)(?:\/(Permissions|Requirements))?$/.exec(url.pathname)
    const firm = firms.find((each) => each.frn === match?.[1])
    if (!match || !firm) return reply('FSR-API-02-01-21', 'ERROR : Account Not Found', null)
    if (match[2] === 'Permissions') {
      const names = Object.keys(firm.permissions)
      if (names.length === 0) return reply('FSR-API-02-03-11', 'Firm permission not found', null)
      const shown = names.slice((page - 1) * PAGE, page * PAGE)
      const data = Object.fromEntries(shown.map((name) => [name, firm.permissions[name]]))
      return reply(
        'FSR-API-02-03-00',
        'Ok. Firm permission found',
        data,
        names.length,
        page,
        nextOf(url.pathname, page, names.length),
      )
    }
    if (match[2] === 'Requirements') {
      if (firm.requirements.length === 0)
        return reply('FSR-API-02-06-11', 'Firm Requirements not found', null)
      return reply(
        'FSR-API-02-06-00',
        'Ok. Firm Requirements found',
        firm.requirements,
        firm.requirements.length,
      )
    }
    return reply('FSR-API-02-01-00', 'Ok. Firm Found', [firm.record], 1)
  }

  function nextOf(path: string, page: number, total: number): string | null {
    return page * PAGE < total ? `${served.url}${path}?pgnp=${page + 1}` : null
  }

  function search(q: string, page: number): unknown {
    if (/[*']/.test(q)) return reply('FSR-API-04-01-21', 'Bad Request : Invalid Input', null)
    const words = q.toUpperCase().split(/\s+/).filter(Boolean)
    const found = firms.flatMap((firm) =>
      firm.searchNames
        .filter(
          (name) => words.length > 0 && words.some((word) => name.toUpperCase().includes(word)),
        )
        .map((name) => ({
          URL: `${served.url}/Firm/${firm.frn}`,
          Status:
            firm.searchStatus ??
            (firm.record.Status === 'Authorised' ? 'Authorised' : 'See full details'),
          'Reference Number': firm.record.FRN === undefined ? '' : firm.frn,
          'Type of business or Individual': 'Firm',
          Name: `${name} (Postcode: ${firm.postcode})`,
        })),
    )
    if (found.length === 0) return reply('FSR-API-04-01-11', 'No search result found', null)
    const shown = found.slice((page - 1) * SEARCH_PAGE, page * SEARCH_PAGE)
    if (shown.length === 0) return reply('FSR-API-04-01-22', 'ERROR : Page Not Found', null)
    const next =
      page * SEARCH_PAGE < found.length
        ? `${served.url}/Search?q=${encodeURIComponent(q)}&pgnp=${page + 1}`
        : null
    return reply('FSR-API-04-01-00', 'Ok. Search successful', shown, found.length, page, next)
  }

  const served = await serve(answer)
  return {
    ...served,
    authEmail,
    authKey,
    calls,
    forget: () => {
      calls.length = 0
    },
    break(kind, path = '') {
      fault = { kind, path }
    },
    heal: () => {
      fault = null
    },
  }
}

/** Counts are text in the real register too. */
function reply(
  status: string,
  message: string,
  data: unknown,
  total = 0,
  page = 1,
  next: string | null = null,
): unknown {
  const info = {
    ...(next ? { Next: next } : {}),
    page: String(page),
    per_page: String(PAGE),
    total_count: String(total),
  }
  return { Status: status, ResultInfo: data === null ? null : info, Message: message, Data: data }
}
