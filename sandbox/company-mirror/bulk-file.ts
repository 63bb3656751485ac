/**
 * The invented register as its monthly file: display words, day-first dates, blanks in the heading,
 * live companies.
 */
import { BULK_COLUMNS } from '../../src/company/model/bulk.ts'
import type { SandboxCompany } from '../companies-house/companies.ts'
import { zip } from '../funder-registry/zip.ts'

type Shape = Record<string, unknown>

const STATUS: Readonly<Record<string, string>> = {
  active: 'Active',
  liquidation: 'Liquidation',
  administration: 'In Administration',
  'voluntary-arrangement': 'Voluntary Arrangement',
  receivership: 'RECEIVERSHIP',
  // Words that stand for more than one of the register's own.
  'insolvency-proceedings': 'In Administration/Receiver Manager',
}
const CATEGORY: Readonly<Record<string, string>> = {
  ltd: 'Private Limited Company',
  plc: 'Public Limited Company',
  llp: 'Limited Liability Partnership',
  'limited-partnership': 'Limited Partnership',
  'royal-charter': 'Royal Charter Company',
}
/** Columns whose heading has a blank before it, as in the real file. */
const BLANK_BEFORE = new Set([
  'CompanyNumber',
  'RegAddress.AddressLine2',
  'PreviousName_1.CompanyName',
  'ConfStmtLastMadeUpDate',
])

const object = (value: unknown): Shape =>
  typeof value === 'object' && value !== null ? (value as Shape) : {}
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const day = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? value.split('-').reverse().join('/')
    : ''
const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function cells({ number, profile, charges }: SandboxCompany): Record<string, string> {
  const office = object(profile.registered_office_address)
  const accounts = object(profile.accounts)
  const next = object(accounts.next_accounts)
  const last = object(accounts.last_accounts)
  const statement = object(profile.confirmation_statement)
  const former = list(profile.previous_company_names).map(object)
  const sic = list(profile.sic_codes).filter((code) => typeof code === 'string')
  const text = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : '')
  const struck = profile.company_status_detail === 'active-proposal-to-strike-off'
  const satisfied = (charges ?? []).filter((each) => each.status === 'fully-satisfied').length
  return {
    CompanyName: text(profile.company_name),
    CompanyNumber: number,
    'RegAddress.CareOf': text(office.care_of),
    'RegAddress.AddressLine1': [text(office.premises), text(office.address_line_1)]
      .filter(Boolean)
      .join(' '),
    'RegAddress.AddressLine2': text(office.address_line_2),
    'RegAddress.PostTown': text(office.locality),
    'RegAddress.Country': text(office.country),
    'RegAddress.PostCode': text(office.postal_code),
    CompanyCategory: CATEGORY[String(profile.type)] ?? 'Other company type',
    CompanyStatus: struck
      ? 'Active - Proposal to Strike off'
      : (STATUS[String(profile.company_status)] ?? ''),
    CountryOfOrigin: 'United Kingdom',
    IncorporationDate: day(profile.date_of_creation),
    'Accounts.NextDueDate': day(next.due_on),
    'Accounts.LastMadeUpDate': day(last.made_up_to ?? last.period_end_on),
    'Accounts.AccountCategory':
      typeof last.type === 'string'
        ? last.type.toUpperCase().replaceAll('-', ' ')
        : 'NO ACCOUNTS FILED',
    'Mortgages.NumMortCharges': String(charges?.length ?? 0),
    'Mortgages.NumMortOutstanding': String((charges?.length ?? 0) - satisfied),
    'Mortgages.NumMortPartSatisfied': '0',
    'Mortgages.NumMortSatisfied': String(satisfied),
    ...Object.fromEntries(
      sic
        .slice(0, 4)
        .map((code, index) => [`SICCode.SicText_${index + 1}`, `${code} - An invented trade`]),
    ),
    ...Object.fromEntries(
      former.slice(0, 10).flatMap(({ name, ceased_on }, index) => [
        [`PreviousName_${index + 1}.CompanyName`, text(name)],
        [`PreviousName_${index + 1}.CONDATE`, day(ceased_on)],
      ]),
    ),
    ConfStmtNextDueDate: day(statement.next_due),
    ConfStmtLastMadeUpDate: day(statement.last_made_up_to),
  }
}

const ENDED = ['dissolved', 'converted-closed', 'closed', 'removed']

/** @param spoiled lines of whatever kind, put behind the others */
function bulkCsv(companies: readonly SandboxCompany[], spoiled: readonly string[] = []): string {
  const heading = BULK_COLUMNS.map(([name]) => (BLANK_BEFORE.has(name) ? ` ${name}` : name)).join(
    ',',
  )
  const lines = companies
    .filter(({ profile }) => !ENDED.includes(String(profile.company_status)))
    .map((each) => {
      const values = cells(each)
      return BULK_COLUMNS.map(([name]) => quoted(values[name] ?? '')).join(',')
    })
  return `${[heading, ...lines, ...spoiled].join('\r\n')}\r\n`
}

/** A month as the site publishes it: so many archives with a part of the lines each. */
export function bulkArchives(
  companies: readonly SandboxCompany[],
  date: string,
  { parts = 2, spoiled = [] }: { parts?: number; spoiled?: readonly string[] } = {},
): { name: string; bytes: Buffer }[] {
  const size = Math.ceil(companies.length / parts)
  return Array.from({ length: parts }, (_, index) => {
    const name = `BasicCompanyData-${date}-part${index + 1}_${parts}`
    const csv = bulkCsv(
      companies.slice(index * size, (index + 1) * size),
      index === 0 ? spoiled : [],
    )
    return { name: `${name}.zip`, bytes: zip([{ name: `${name}.csv`, bytes: Buffer.from(csv) }]) }
  })
}
