/**
 * Finds what the readers of the two registers cannot read in an answer, for `ukintel doctor`. Pure.
 */
import { describeLacking } from '../../platform/examination.ts'
import { readFirmRecord, readSearch, reduceFirm } from './firm.ts'
import { date, list, object, strictKey } from './read.ts'
import { readOfficerPage, reduceProfile, reduceSearch } from './reduce.ts'

const listItems = (body: unknown) => list(object(body).items).map(object)
const isDateOrNone = (value: unknown) => (value ?? null) === null || date(value) !== null

export function searchDifference(body: unknown): string | null {
  const items = listItems(body)
  return (
    describeLacking(
      items,
      'number and title',
      (item) => typeof reduceSearch({ items: [item] }).hits[0]?.name === 'string',
    ) ??
    describeLacking(
      items,
      'readable date_of_creation',
      (hit) => isDateOrNone(hit.date_of_creation),
      0,
    )
  )
}

export function profileDifference(body: unknown): string | null {
  const raw = object(body)
  const accounts = object(raw.accounts)
  const { name, type, status, accounts: read } = reduceProfile('', raw)
  const links = object(raw.links)
  const isRead = {
    company_name: name !== null,
    type: type !== null,
    company_status: raw.company_status === undefined || strictKey(status) !== null,
    date_of_creation: isDateOrNone(raw.date_of_creation),
    date_of_cessation: isDateOrNone(raw.date_of_cessation),
    'due date of accounts':
      status !== 'active' ||
      read.nextDue !== null ||
      isDateOrNone(object(accounts.next_accounts).due_on ?? accounts.next_due),
    links:
      Object.keys(links).length > 0 &&
      [links.charges, links.insolvency].every((link) =>
        ['undefined', 'string'].includes(typeof link),
      ),
  }
  const unread = Object.entries(isRead).filter(([, isRead]) => !isRead)
  return unread.length === 0 ? null : `cannot read ${unread.map(([member]) => member).join(', ')}`
}

/** Judges one page of a company's officers. */
export function officersDifference(body: unknown): string | null {
  const officers = listItems(body)
  if (object(body).total_results !== undefined && readOfficerPage(body).total === null)
    return 'total_results is no count'
  return (
    describeLacking(
      officers,
      'officer_role',
      (officer) => strictKey(officer.officer_role) !== null,
      0,
    ) ??
    describeLacking(
      officers,
      'readable days',
      ({ appointed_on, appointed_before, resigned_on }) =>
        date(appointed_on ?? appointed_before) !== null && isDateOrNone(resigned_on),
    )
  )
}

export function filingsDifference(body: unknown): string | null {
  return describeLacking(
    listItems(body),
    'date, type and description',
    ({ date: day, type, description }) =>
      date(day) !== null && typeof type === 'string' && typeof description === 'string',
  )
}

export function firmSearchDifference(body: unknown): string | null {
  const { candidates, unnumbered } = readSearch(body)
  return (
    describeLacking([...candidates, ...unnumbered], 'Reference Number', (firm) => 'frn' in firm) ??
    describeLacking(
      list(object(body).Data).map(object),
      'Type of business or Individual',
      (hit) => typeof hit['Type of business or Individual'] === 'string',
      0,
    )
  )
}

export function firmDifference(body: unknown): string | null {
  const record = readFirmRecord(body)
  if (record === null) return 'no readable record'
  if (!Object.hasOwn(record, 'Companies House Number')) return 'no Companies House Number'
  const { status } = reduceFirm({ frn: '', record, listed: null }, [], [])
  return status === null ? 'no Status' : null
}
