/** Serves recorded register responses as the register would, and derives what was not recorded. */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

type Json = Record<string, unknown>

export interface Recording {
  file: string
  number: string
  body: Json
}

export interface RegisterReplay {
  url: string
  profiles: readonly Recording[]
  searches: readonly Recording[]
  officers: ReadonlyMap<string, readonly Recording[]>
  filings: ReadonlyMap<string, readonly Recording[]>
  /** Which recording of a number answers from now on. */
  serve(resource: 'profile' | 'officers' | 'filings' | 'search', recording: Recording): void
  /** Requested paths. */
  calls: string[]
  close(): Promise<void>
}

function recordings(folder: string): Recording[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const body = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Json
      return { file, number: String(body.company_number ?? file.slice(0, 8)), body }
    })
}

function byNumber(all: readonly Recording[]): Map<string, Recording[]> {
  const map = new Map<string, Recording[]>()
  for (const each of all) map.set(each.number, [...(map.get(each.number) ?? []), each])
  return map
}

/**
 * `folder` holds the recorded companies, officers, filing-history, charges, insolvency,
 * search-companies and errors.
 */
export async function startRegisterReplay(folder: string): Promise<RegisterReplay> {
  const profiles = [
    ...recordings(join(folder, 'company')),
    ...recordings(join(folder, 'company-derived-from-bulk')),
  ]
  const officers = byNumber(recordings(join(folder, 'officers')))
  const filings = byNumber(recordings(join(folder, 'filing-history')))
  const charges = byNumber(recordings(join(folder, 'charges')))
  const insolvency = byNumber(recordings(join(folder, 'insolvency')))
  const searches = recordings(join(folder, 'search-companies')).filter((each) =>
    Array.isArray(each.body.items),
  )
  const notFound = JSON.parse(
    readFileSync(join(folder, 'errors/404-company-profile-not-found.json'), 'utf8'),
  ) as Json
  const tooLong = JSON.parse(
    readFileSync(join(folder, 'errors/500-overlong-company-number.json'), 'utf8'),
  ) as Json

  const current = new Map<string, Recording>()
  for (const each of profiles) current.set(`profile ${each.number}`, each)
  for (const [number, [first]] of officers) current.set(`officers ${number}`, first!)
  for (const [number, [first]] of filings) current.set(`filings ${number}`, first!)
  const calls: string[] = []

  function respond(path: string): { status: number; body: Json } {
    if (path === '/search/companies')
      return { status: 200, body: current.get('search')?.body ?? { items: [], total_results: 0 } }
    const [, , number = '', resource] = path.split('/')
    if (number.length > 8) return { status: 500, body: tooLong }
    const profile = current.get(`profile ${number}`)
    const found = (body: Json | undefined) =>
      body ? { status: 200, body } : { status: 404, body: notFound }
    if (resource === undefined) return found(profile && withLinks(profile))
    if (resource === 'officers')
      return {
        status: 200,
        body: current.get(`officers ${number}`)?.body ?? derivedOfficers(profile?.body),
      }
    if (resource === 'filing-history') return found(current.get(`filings ${number}`)?.body)
    if (resource === 'charges')
      return found(charges.get(number)?.[0]?.body ?? derivedCharges(profile?.body))
    return found(insolvency.get(number)?.[0]?.body)
  }

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://replay').pathname
    calls.push(path)
    const { status, body } = respond(path)
    response.statusCode = status
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    profiles,
    searches,
    officers,
    filings,
    serve: (resource, recording) => {
      current.set(resource === 'search' ? 'search' : `${resource} ${recording.number}`, recording)
    },
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * Profiles made from the bulk file have no link to their charges, but the bulk file counts them.
 */
function withLinks({ body, number }: Recording): Json {
  const links = body.links as Json | undefined
  return mortgages(body)
    ? { ...body, links: { ...links, charges: `/company/${number}/charges` } }
    : body
}

function mortgages(body: Json | undefined): Record<string, number> | null {
  const counts = (body?._derived as { mortgages?: Record<string, number> } | undefined)?.mortgages
  return counts && counts.NumMortCharges! > 0 ? counts : null
}

function derivedCharges(body: Json | undefined): Json | undefined {
  const counts = mortgages(body)
  if (!counts) return undefined
  const { NumMortCharges, NumMortSatisfied, NumMortPartSatisfied } = counts
  return {
    total_count: NumMortCharges,
    satisfied_count: NumMortSatisfied,
    part_satisfied_count: NumMortPartSatisfied,
    items: [],
  }
}

/** One invented officer in the usual role, so that nothing but the profile speaks. */
function derivedOfficers(body: Json | undefined): Json {
  const role = body?.type === 'llp' ? 'llp-designated-member' : 'director'
  const holds = [
    'ltd',
    'plc',
    'llp',
    'private-limited-guarant-nsc',
    'private-unlimited',
    'old-public-company',
  ].includes(String(body?.type))
  const items = holds
    ? [{ officer_role: role, appointed_on: '2010-01-01', name: 'PLACEHOLDER, Derived', links: {} }]
    : []
  return {
    kind: 'officer-list',
    items,
    total_results: items.length,
    items_per_page: 35,
    start_index: 0,
  }
}
