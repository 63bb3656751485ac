/**
 * A synthetic Companies House API on loopback: the real shapes, limits and quirks, faults on
 * command, every call counted.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CivilDate, londonDate } from '../../src/platform/london.ts'
import type { Shape } from '../records.ts'
import { sendJson, serve } from '../serve.ts'
import { type SandboxCompany, sandboxCompanies } from './companies.ts'

export type Resource =
  | 'search'
  | 'profile'
  | 'officers'
  | 'filing-history'
  | 'charges'
  | 'insolvency'

/**
 * Behaviour of a resource instead of an answer. `down` cuts the connection, `html404` is a stray
 * proxy page.
 */
export type Fault =
  | 'down'
  | 'slow'
  | 'throttled'
  | 'error'
  | 'garbage'
  | 'html404'
  | 'refused'
  | 'forbidden'

export interface SandboxCompaniesHouse {
  url: string
  apiKey: string
  companies: readonly SandboxCompany[]
  /** Calls since the start or the last `forget`, in order. */
  calls: readonly { resource: Resource | 'other'; path: string }[]
  forget(): void
  /** Until `heal`. `slow` answers after `slowMs`. */
  break(fault: Fault, resources?: readonly Resource[]): void
  heal(): void
  close(): Promise<void>
}

const WINDOW_MS = 300_000
const ENDED = ['dissolved', 'converted-closed', 'closed']

export async function startCompaniesHouse(
  options: {
    today?: CivilDate
    apiKey?: string
    companies?: readonly SandboxCompany[]
    limitPer5Min?: number
    slowMs?: number
  } = {},
): Promise<SandboxCompaniesHouse> {
  const apiKey = options.apiKey ?? 'sandbox-companies-house-key'
  const today = options.today ?? londonDate(Date.now())
  const companies = options.companies ?? sandboxCompanies(today)
  const byNumber = new Map(companies.map((each) => [each.number, each]))
  const limit = options.limitPer5Min ?? 600
  const calls: { resource: Resource | 'other'; path: string }[] = []
  const faults = new Map<Resource, Fault>()
  let windowEndsMs = Date.now() + WINDOW_MS
  let spent = 0

  function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://sandbox')
    const resource = resourceOf(url.pathname)
    calls.push({ resource, path: `${url.pathname}${url.search}` })
    if (Date.now() >= windowEndsMs) {
      windowEndsMs = Date.now() + WINDOW_MS
      spent = 0
    }
    spent += 1
    response.setHeader('X-Ratelimit-Limit', limit)
    response.setHeader('X-Ratelimit-Remain', Math.max(0, limit - spent))
    response.setHeader('X-Ratelimit-Reset', Math.ceil(windowEndsMs / 1000))
    response.setHeader('X-Ratelimit-Window', '5m')
    const send = (status: number, body?: unknown) => sendJson(response, status, body)
    const expected = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`
    if (request.headers.authorization !== expected) {
      return send(401, { type: 'ch:service', error: 'Invalid Authorization header' })
    }
    if (spent > limit) return send(429)
    const fault = resource === 'other' ? undefined : faults.get(resource)
    switch (fault) {
      case 'down':
        response.socket?.destroy()
        return
      case 'throttled':
        return send(429)
      case 'error':
        return send(500, { exception_id: 'sandbox', error: 'Internal server error' })
      case 'garbage':
        response.end('<html>service unavailable')
        return
      case 'html404':
        response.statusCode = 404
        response.end('<html>no such page')
        return
      case 'refused':
        return send(401, { type: 'ch:service', error: 'Invalid Authorization' })
      case 'forbidden':
        return send(403)
      case 'slow':
        setTimeout(() => send(...find(url, resource)), options.slowMs ?? 60_000).unref()
        return
      default:
        return send(...find(url, resource))
    }
  }

  function find(url: URL, resource: Resource | 'other'): Reply {
    if (resource === 'other') return notFound('not-found')
    if (resource === 'search') return searchCompanies(companies, url.searchParams)
    const number = url.pathname.split('/')[2] ?? ''
    if (number.length > 8)
      return [500, { exception_id: '6sandbox', error: 'Internal server error' }]
    const company = byNumber.get(number)
    return company ? companyResource(company, resource, url.searchParams) : unknownCompany(resource)
  }

  return {
    ...(await serve(answer)),
    apiKey,
    companies,
    calls,
    forget: () => {
      calls.length = 0
    },
    break(
      fault,
      resources = ['search', 'profile', 'officers', 'filing-history', 'charges', 'insolvency'],
    ) {
      for (const resource of resources) faults.set(resource, fault)
    },
    heal: () => faults.clear(),
  }
}

type Reply = [status: number, body: unknown]

function resourceOf(path: string): Resource | 'other' {
  if (path === '/search/companies') return 'search'
  const match = /^\/company\/[^/]+(?:\/(officers|filing-history|charges|insolvency))?$/.exec(path)
  if (!match) return 'other'
  return (match[1] as Resource | undefined) ?? 'profile'
}

const notFound = (error: string): Reply => [404, { errors: [{ type: 'ch:service', error }] }]

/** An unknown company has an empty officer list, not a 404. */
function unknownCompany(resource: Resource): Reply {
  if (resource === 'officers') return [200, officerEnvelope([], 0, 35, 0, 0, 0)]
  return notFound(
    resource === 'insolvency' ? 'company-insolvencies-not-found' : 'company-profile-not-found',
  )
}

function companyResource(
  company: SandboxCompany,
  resource: Resource,
  query: URLSearchParams,
): Reply {
  const { start, size } = pageOf(query, resource === 'officers' ? 35 : 25)
  switch (resource) {
    case 'officers':
      return company.officersAbsent
        ? notFound('company-officers-not-found')
        : [200, officerList(company, start, size)]
    case 'filing-history': {
      const category = query.get('category')
      const isAvailable = company.filingStatus === 'filing-history-available'
      const all = company.accounts
        ? [
            ...company.accounts.map(({ filing }) => filing),
            ...company.filings.filter((each) => each.category !== 'accounts'),
          ]
        : company.filings
      const items = isAvailable
        ? all.filter((each) => category === null || each.category === category)
        : []
      return [
        200,
        {
          items: items.slice(start, start + size),
          items_per_page: size,
          start_index: start,
          total_count: items.length,
          filing_history_status: company.filingStatus,
        },
      ]
    }
    case 'charges': {
      if (company.charges === null) return notFound('company-charges-not-found')
      const having = (status: string) =>
        company.charges!.filter((each) => each.status === status).length
      return [
        200,
        {
          total_count: company.charges.length,
          unfiltered_count: company.charges.length,
          satisfied_count: having('fully-satisfied'),
          part_satisfied_count: having('part-satisfied'),
          items: company.charges.slice(start, start + size),
        },
      ]
    }
    case 'insolvency':
      if (company.insolvency === null) return notFound('company-insolvencies-not-found')
      return [200, { etag: 'sandbox', cases: company.insolvency }]
    default:
      return [200, company.profile]
  }
}

/**
 * Officers that never resigned count as inactive where the company has ended, and none is active.
 */
function officerList(company: SandboxCompany, start: number, size: number): Shape {
  const resigned = company.officers.filter((each) => 'resigned_on' in each).length
  const open = company.officers.length - resigned
  const ended = ENDED.includes(String(company.profile.company_status))
  const body = officerEnvelope(
    company.officers,
    start,
    size,
    ended ? 0 : open,
    resigned,
    ended ? open : 0,
  )
  for (const member of company.officersWithout ?? []) delete body[member]
  return body
}

function officerEnvelope(
  all: readonly Shape[],
  start: number,
  size: number,
  active: number,
  resigned: number,
  inactive: number,
): Shape {
  return {
    kind: 'officer-list',
    etag: 'sandbox',
    items_per_page: size,
    start_index: start,
    total_results: all.length,
    active_count: active,
    resigned_count: resigned,
    inactive_count: inactive,
    links: { self: '/company/x/officers' },
    items: all.slice(start, start + size),
  }
}

function pageOf(query: URLSearchParams, standard: number): { start: number; size: number } {
  const size = Math.min(100, Math.abs(Number(query.get('items_per_page') ?? standard)) || standard)
  return { start: Math.max(0, Number(query.get('start_index') ?? 0) || 0), size }
}

function searchCompanies(companies: readonly SandboxCompany[], query: URLSearchParams): Reply {
  const { start, size } = pageOf(query, 20)
  if (start >= 1000)
    return [416, { errors: [{ type: 'ch:service', error: 'range-not-satisfiable' }] }]
  const words = (query.get('q') ?? '').toUpperCase().split(/\s+/).filter(Boolean)
  const matching = companies.filter(({ profile, number }) => {
    const text = `${String(profile.company_name).toUpperCase()} ${number}`
    return words.length > 0 && words.every((word) => text.includes(word))
  })
  const envelope = {
    kind: 'search#companies',
    items_per_page: size,
    start_index: start,
    total_results: matching.length,
  }
  // A quirk of the real search: one item a page gives none, on page two.
  if (size === 1) return [200, { ...envelope, page_number: 2, items: [] }]
  const items = matching.slice(start, start + size).map(searchItem)
  return [200, { ...envelope, page_number: 1, items }]
}

function searchItem(company: SandboxCompany): Shape {
  const { profile, number } = company
  const address = (profile.registered_office_address ?? {}) as Record<string, string>
  const { care_of, care_of_name: _name, ...lines } = address
  const item: Shape = {
    kind: 'searchresults#company',
    title: profile.company_name,
    company_number: number,
    company_status: profile.company_status,
    company_type: profile.type,
    date_of_creation: profile.date_of_creation,
    description: `${number} - Incorporated on ${String(profile.date_of_creation)}`,
    description_identifier: ['incorporated-on'],
    address,
    address_snippet: [...(care_of ? [care_of] : []), ...Object.values(lines)].join(', '),
    snippet: '',
    matches: { title: [1, 3], snippet: [] },
    links: { self: `/company/${number}` },
  }
  for (const member of company.searchWithout ?? []) delete item[member]
  return item
}
