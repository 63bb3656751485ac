/**
 * The register of companies: Companies House Public Data API. Every answer leaves this file reduced
 * (model/facts.ts).
 */
import type { Check } from '../../platform/examination.ts'
import { UpstreamError } from '../../upstream/http.ts'
import { readAccountsList } from '../model/accounts/filing-list.ts'
import {
  filingsDifference,
  officersDifference,
  profileDifference,
  searchDifference,
} from '../model/differences.ts'
import type {
  AccountsListFacts,
  ChargesFacts,
  FilingListFacts,
  IdentityFacts,
  InsolvencyFacts,
  OfficerFacts,
  OfficerListFacts,
  RegisteredFacts,
  SearchFacts,
} from '../model/facts.ts'
import { object } from '../model/read.ts'
import {
  isWithoutFilings,
  readOfficerPage,
  reduceCharges,
  reduceFilings,
  reduceInsolvency,
  reduceProfile,
  reduceSearch,
} from '../model/reduce.ts'
import { readNoteFacts } from '../model/register-notes.ts'
import { COMPANIES_HOUSE } from '../source.ts'
import { createRegisterLines, type RegisterLines, type RegisterOptions } from './register-lines.ts'

/**
 * Each method rejects with UpstreamError when the register does not answer within the signal's
 * time.
 */
export interface CompaniesHouse extends Omit<RegisterLines, 'get'> {
  search(q: string, signal: AbortSignal): Promise<SearchFacts>
  /** Null: the register says that there is no such company. */
  profile(number: string, signal: AbortSignal): Promise<RegisteredFacts | null>
  /** All pages, every appointment once. */
  officers(number: string, signal: AbortSignal): Promise<OfficerListFacts>
  filings(number: string, signal: AbortSignal): Promise<FilingListFacts>
  accountsFilings(number: string, signal: AbortSignal): Promise<AccountsListFacts>
  charges(number: string, signal: AbortSignal): Promise<ChargesFacts>
  insolvency(number: string, signal: AbortSignal): Promise<InsolvencyFacts>
  /** Lists the checks of `ukintel doctor`, one request each. */
  examine(signal: AbortSignal): readonly Check[]
}

const PAGE_SIZE = 100
/**
 * 3,000 officers, more than any company has and as many as a replay of a verdict takes. A longer
 * list is a fault of the register.
 */
const MAX_PAGES = 30
/** Never 1: the register then answers an empty page (developer forum). */
const SEARCH_SIZE = 20
const RECENT_FILINGS = 'items_per_page=25'
/** One page: no company has filed accounts for a hundred years with the register's dates. */
const ACCOUNTS_FILINGS = `category=accounts&items_per_page=${PAGE_SIZE}`
/** A word in the names of most companies. */
const COMMON_WORD = 'limited'

export function createCompaniesHouse(options: RegisterOptions): CompaniesHouse {
  const { get, ...lines } = createRegisterLines(options)

  async function searchBody(q: string, signal: AbortSignal): Promise<unknown> {
    const path = `/search/companies?q=${encodeURIComponent(q)}&items_per_page=${SEARCH_SIZE}`
    const body = await get('search', path, signal)
    if (body !== null) expectList(body, 'items', 'search results')
    return body
  }

  async function profileBody(number: string, signal: AbortSignal): Promise<unknown> {
    const body = await get('profile', `/company/${number}`, signal)
    if (body !== null && object(body).company_number !== number)
      throw createMalformedError('the profile of that company')
    return body
  }

  /** One page of officers; `null` if the register has no such company. */
  async function officerBody(number: string, start: number, signal: AbortSignal): Promise<unknown> {
    const path = `/company/${number}/officers?items_per_page=${PAGE_SIZE}&start_index=${start}`
    const body = await get('officers', path, signal)
    if (body !== null) expectList(body, 'items', 'an officer list')
    return body
  }

  async function fetchFilings(
    number: string,
    query: string,
    signal: AbortSignal,
  ): Promise<unknown> {
    const path = `/company/${number}/filing-history?${query}`
    const body = await get('filings', path, signal)
    if (body !== null && !isWithoutFilings(body)) expectList(body, 'items', 'a filing history')
    return body
  }

  async function officerList(number: string, signal: AbortSignal): Promise<OfficerListFacts> {
    const seen = new Set<string>()
    const list: { officers: OfficerFacts[]; identity: (IdentityFacts | null)[] } = {
      officers: [],
      identity: [],
    }
    for (let page = 0, read = 0; page < MAX_PAGES; page += 1) {
      const body = await officerBody(number, read, signal)
      // Today an unknown company has an empty list; until 2019 it was a 404.
      if (body === null) return list
      const { officers: items, total, pageSize } = readOfficerPage(body)
      for (const { key, officer, identity } of items) {
        if (key !== null && seen.has(key)) continue
        if (key !== null) seen.add(key)
        list.officers.push(officer)
        list.identity.push(identity)
      }
      read += items.length
      const complete = total === null ? items.length < (pageSize ?? PAGE_SIZE) : read >= total
      if (items.length === 0 || complete) return list
    }
    throw createMalformedError('an officer list that ends')
  }

  return {
    ...lines,
    search: async (q, signal) => reduceSearch(await searchBody(q, signal)),
    async profile(number, signal) {
      const body = await profileBody(number, signal)
      return body === null
        ? null
        : { profile: reduceProfile(number, body), remarks: readNoteFacts(body) }
    },
    officers: officerList,
    filings: async (number, signal) => ({
      filings: reduceFilings(await fetchFilings(number, RECENT_FILINGS, signal)),
    }),
    accountsFilings: async (number, signal) => ({
      filings: readAccountsList(await fetchFilings(number, ACCOUNTS_FILINGS, signal)),
    }),
    async charges(number, signal) {
      const body = await get('charges', `/company/${number}/charges?items_per_page=100`, signal)
      if (body !== null && typeof object(body).total_count !== 'number')
        expectList(body, 'items', 'a list of charges')
      return reduceCharges(body)
    },
    async insolvency(number, signal) {
      const body = await get('insolvency', `/company/${number}/insolvency`, signal)
      if (body !== null) expectList(body, 'cases', 'insolvency cases')
      return reduceInsolvency(body)
    },
    examine(signal) {
      let found: string | undefined
      const number = () => {
        if (found === undefined) throw new Error('the search gave no company to ask for')
        return found
      }
      return [
        {
          assumption:
            'companies-house/search: most hits have a number and a title, and what they say of their beginning is a date',
          async difference() {
            const body = await searchBody(COMMON_WORD, signal)
            found = reduceSearch(body).hits[0]?.company_number
            return searchDifference(body)
          },
        },
        {
          assumption:
            'companies-house/profile: a profile is of the company requested, and its name, type, status, dates and links can be read',
          difference: async () => profileDifference(await profileBody(number(), signal)),
        },
        {
          assumption:
            'companies-house/officers: a list of officers states how many there are, the role of each and the days of most',
          difference: async () => officersDifference(await officerBody(number(), 0, signal)),
        },
        {
          assumption: 'companies-house/filings: most filings have their date, type and description',
          difference: async () =>
            filingsDifference(await fetchFilings(number(), RECENT_FILINGS, signal)),
        },
      ]
    },
  }
}

function expectList(body: unknown, member: string, what: string): void {
  if (!Array.isArray(object(body)[member])) throw createMalformedError(what)
}

function createMalformedError(expected: string): UpstreamError {
  return new UpstreamError(
    COMPANIES_HOUSE,
    'server_error',
    `answered something other than ${expected}`,
  )
}
