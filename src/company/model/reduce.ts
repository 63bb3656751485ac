/**
 * Register responses reduced to what is kept. Pure; tolerant of every missing, unknown or mistyped
 * member.
 */
import { readCompanyNumber } from '../../platform/company-number.ts'
import { registerLine } from '../../platform/text.ts'
import { readOffice, readSnippet } from './address.ts'
import type {
  ChargesFacts,
  DueFiling,
  FilingFacts,
  IdentityFacts,
  InsolvencyFacts,
  OfficerFacts,
  ProfileFacts,
  SearchFacts,
  SearchHit,
} from './facts.ts'
import { describeFiling } from './filing.ts'
import { readIdentity } from './identity.ts'
import { DIRECTING_ROLES } from './officers.ts'
import { boolean, count, date, type Json, key, list, object, strictKey } from './read.ts'

const MAX_NAME = 200
const MAX_SIC_CODES = 4
const MAX_PREVIOUS_NAMES = 5

const companyName = (raw: unknown) => registerLine(raw)?.slice(0, MAX_NAME) ?? null

export function reduceProfile(number: string, body: unknown): ProfileFacts {
  const raw = object(body)
  const accounts = object(raw.accounts)
  const nextAccounts = object(accounts.next_accounts)
  const lastAccounts = object(accounts.last_accounts)
  // `annual_return` replaces it for companies that ended before confirmation statements began in
  // 2016.
  const confirmation = object(raw.confirmation_statement ?? raw.annual_return)
  const links = object(raw.links)
  return {
    number,
    name: companyName(raw.company_name),
    previousNames: list(raw.previous_company_names)
      .map((each) => companyName(object(each).name))
      .filter((name) => name !== null)
      .slice(0, MAX_PREVIOUS_NAMES),
    status: key(raw.company_status),
    statusDetail: key(raw.company_status_detail),
    type: key(raw.type),
    incorporated: date(raw.date_of_creation),
    ceased: date(raw.date_of_cessation),
    office: readOffice(raw.registered_office_address),
    sicCodes: list(raw.sic_codes)
      .map(registerLine)
      .filter((code) => code !== null && /^\d{4,5}$/.test(code))
      .slice(0, MAX_SIC_CODES) as string[],
    // The members next to `next_accounts` are deprecated copies of it; recordings before 2017 have
    // only those.
    accounts: {
      nextDue: date(nextAccounts.due_on) ?? date(accounts.next_due),
      nextPeriodEnd: date(nextAccounts.period_end_on) ?? date(accounts.next_made_up_to),
      lastMadeUpTo: date(lastAccounts.period_end_on) ?? date(lastAccounts.made_up_to),
      overdueFlag: boolean(nextAccounts.overdue) ?? boolean(accounts.overdue),
      lastType: key(lastAccounts.type),
    },
    confirmation: dueFiling(confirmation),
    links: {
      charges: typeof links.charges === 'string',
      insolvency: typeof links.insolvency === 'string',
    },
  }
}

function dueFiling(raw: Json): DueFiling {
  return {
    nextDue: date(raw.next_due),
    nextPeriodEnd: date(raw.next_made_up_to),
    lastMadeUpTo: date(raw.last_made_up_to),
    overdueFlag: boolean(raw.overdue),
  }
}

/** One page of the officer list, and what is needed to fetch the next. */
export interface OfficerPage {
  /**
   * Each officer has a key that identifies the appointment, for lists that shift between pages. The
   * key is never stored.
   */
  officers: readonly { key: string | null; officer: OfficerFacts; identity: IdentityFacts | null }[]
  /** Null when the register does not say. */
  total: number | null
  pageSize: number | null
}

export function readOfficerPage(body: unknown): OfficerPage {
  const raw = object(body)
  const officers = list(raw.items).map((item) => {
    const each = object(item)
    const officer: OfficerFacts = {
      role: strictKey(each.officer_role) ?? 'other',
      // Appointments before 1992 have only `appointed_before`, which is no day of appointment.
      appointed: date(each.appointed_on),
      resigned: date(each.resigned_on),
    }
    const links = object(each.links)
    const person = object(links.officer).appointments
    const own = links.self
    // Recorded lists before 2019 have no link to the appointment; officer, role and dates identify
    // it then.
    const named = typeof own === 'string' ? own : typeof person === 'string' ? person : null
    return {
      key:
        named === null
          ? null
          : [
              named,
              officer.role,
              officer.appointed ?? date(each.appointed_before),
              officer.resigned,
            ].join(' '),
      officer,
      identity: DIRECTING_ROLES.has(officer.role) ? readIdentity(each) : null,
    }
  })
  return { officers, total: count(raw.total_results), pageSize: count(raw.items_per_page) }
}

/**
 * Outstanding: registered and not wholly satisfied; the counts cover all pages, the items only the
 * first.
 */
export function reduceCharges(body: unknown): ChargesFacts {
  const raw = object(body)
  const total = count(raw.total_count)
  const satisfied = count(raw.satisfied_count)
  if (total !== null && satisfied !== null) return { outstanding: Math.max(0, total - satisfied) }
  const open = list(raw.items).filter(
    (item) => !['satisfied', 'fully-satisfied'].includes(String(object(item).status)),
  )
  return { outstanding: open.length }
}

export function reduceInsolvency(body: unknown): InsolvencyFacts {
  return { cases: list(object(body).cases).map((each) => strictKey(object(each).type) ?? 'other') }
}

/**
 * Returns the last ten filings, newest first; `null` if the register has none for this kind of
 * company, which it says next to an empty list.
 */
export function reduceFilings(body: unknown): FilingFacts[] | null {
  if (body === null || isWithoutFilings(body)) return null
  return list(object(body).items)
    .map((item): FilingFacts => {
      const raw = object(item)
      const type = registerLine(raw.type)
      return {
        date: date(raw.date),
        type: type !== null && /^[A-Za-z0-9 ()./-]{1,30}$/.test(type) ? type : null,
        category: strictKey(raw.category),
        description: describeFiling(raw),
        pages: count(raw.pages),
      }
    })
    .sort((a, b) =>
      (a.date ?? '') < (b.date ?? '') ? 1 : (a.date ?? '') > (b.date ?? '') ? -1 : 0,
    )
    .slice(0, 10)
}

/** `filing-history-not-available-royal-charter` and the like (register's list of 2026-08-18). */
export function isWithoutFilings(body: unknown): boolean {
  return (
    key(object(body).filing_history_status)?.startsWith('filing-history-not-available') ?? false
  )
}

export function reduceSearch(body: unknown): SearchFacts {
  const raw = object(body)
  const hits: SearchHit[] = []
  for (const item of list(raw.items).map(object)) {
    const reading = readCompanyNumber(registerLine(item.company_number) ?? '')
    if (!reading.ok) continue
    hits.push({
      company_number: reading.number,
      name: companyName(item.title),
      status: key(item.company_status),
      incorporated: date(item.date_of_creation),
      address_snippet: readSnippet(item),
    })
  }
  return { hits, total: Math.max(count(raw.total_results) ?? 0, hits.length) }
}
