/**
 * The register's monthly file of companies: 55 columns and their meaning. Values that the file
 * lacks, or gives in words that stand for several values of the register, are never guessed. Pure.
 */
import { findFiledNumber } from '../../platform/company-number.ts'
import { UnexpectedAnswer } from '../../platform/errors.ts'
import { type CivilDate, isCivilDate } from '../../platform/london.ts'
import { registerLine } from '../../platform/text.ts'
import { readOffice } from './address.ts'
import type { ChargesFacts, OfficeAddress, ProfileFacts } from './facts.ts'

const formerNames = Array.from({ length: 10 }, (_, index) => [
  [`PreviousName_${index + 1}.CONDATE`, 'when this former name ended; stored with it'],
  [
    `PreviousName_${index + 1}.CompanyName`,
    'a former name: found by search, given to the regulator check',
  ],
]).flat() as [string, string][]

/**
 * In the file's order; names without the leading blanks that some have in it (seen in files since
 * 2016). Second: what is made of the column. docs/callers/sources.md shows this table.
 */
export const BULK_COLUMNS: readonly (readonly [name: string, meaning: string])[] = [
  ['CompanyName', '`name`'],
  ['CompanyNumber', '`company_number`; a row without a well-formed one is quarantined'],
  ['RegAddress.CareOf', 'dropped where it is read: it can name a person'],
  ['RegAddress.POBox', '`registered_office.po_box`'],
  [
    'RegAddress.AddressLine1',
    '`address_line_1`: premises and first line in one, which only the register separates, so `premises` stays null',
  ],
  ['RegAddress.AddressLine2', '`address_line_2`'],
  ['RegAddress.PostTown', '`locality`'],
  ['RegAddress.County', '`region`'],
  ['RegAddress.Country', '`country`'],
  ['RegAddress.PostCode', '`postal_code`'],
  ['CompanyCategory', '`type`, if its words mean exactly one of the register’s types; else null'],
  [
    'CompanyStatus',
    '`status` and its detail, if its words mean exactly one; for two old or rare ones search returns the nearest; such rows and all others are searched, but never judged',
  ],
  ['CountryOfOrigin', 'not read: where a company was formed, not where its office is'],
  [
    'DissolutionDate',
    'the date of cessation; the file holds companies of the live register, so it is almost always empty',
  ],
  ['IncorporationDate', '`incorporated`'],
  ['Accounts.AccountRefDay', 'not read: the period that is due does not follow from it alone'],
  ['Accounts.AccountRefMonth', 'not read, as the day'],
  [
    'Accounts.NextDueDate',
    '`accounts.next_due`; the file has no end of that period, so `next_period_end` stays null',
  ],
  ['Accounts.LastMadeUpDate', '`accounts.last_made_up_to`'],
  [
    'Accounts.AccountCategory',
    '`accounts.last_type`; if it is empty although accounts were filed, the type is unknown and the row is not judged by it',
  ],
  ['Returns.NextDueDate', 'not read: annual returns ended in June 2016'],
  ['Returns.LastMadeUpDate', 'not read, as above'],
  ['Mortgages.NumMortCharges', 'charges ever registered; 0 means that there is nothing to request'],
  [
    'Mortgages.NumMortOutstanding',
    'not read: outstanding is counted as the register’s own totals are, all less satisfied',
  ],
  ['Mortgages.NumMortPartSatisfied', 'not read, as above: part satisfied is outstanding'],
  ['Mortgages.NumMortSatisfied', 'charges that are satisfied'],
  ['SICCode.SicText_1', '`sic_codes`: the number before the words; `None Supplied` is none'],
  ['SICCode.SicText_2', '`sic_codes`'],
  ['SICCode.SicText_3', '`sic_codes`'],
  ['SICCode.SicText_4', '`sic_codes`'],
  ['LimitedPartnerships.NumGenPartners', 'not read: no rule and no answer counts partners'],
  ['LimitedPartnerships.NumLimPartners', 'not read, as above'],
  ['URI', 'not read: made of the number'],
  ...formerNames,
  [
    'ConfStmtNextDueDate',
    '`confirmation_statement.next_due`, not read of overseas companies (FC, NF, SF), which file none; `next_made_up_to` is not in the file and stays null',
  ],
  ['ConfStmtLastMadeUpDate', '`confirmation_statement.last_made_up_to`'],
]

/** Fields of verdict, profile or full depth that are in no column. */
export const NOT_IN_BULK = [
  'officers',
  'insolvency history',
  'filing history',
  'whether the office is in dispute or undeliverable, and annotations',
  'the premises of the office apart from its first line',
  'the end of the period of the next accounts and of the next confirmation statement',
  'companies that have ended',
] as const

/** One company in the file. */
export interface BulkCompany {
  /** `links.insolvency` is false because the file does not know of any: see `NOT_IN_BULK`. */
  profile: ProfileFacts
  /** Null: the file gives no numbers. */
  charges: ChargesFacts | null
  formerNames: readonly { name: string; ceased: CivilDate | null }[]
  /** Fields that the file leaves undecided and a rule reads. */
  untold: readonly ('status' | 'account type')[]
}

export type BulkReading = { ok: true; company: BulkCompany } | { ok: false; reason: string }

/**
 * Returns the place of each column in a file. @throws UnexpectedAnswer naming what the heading line
 * lacks
 */
export function readBulkHeading(cells: readonly string[]): (name: string) => number {
  const places = new Map(cells.map((cell, index) => [cell.replace(/^\ufeff/, '').trim(), index]))
  const missing = BULK_COLUMNS.map(([name]) => name).filter((name) => !places.has(name))
  if (missing.length > 0)
    throw new UnexpectedAnswer(
      `the heading line has no ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ' …' : ''}`,
    )
  return (name) => places.get(name)!
}

/**
 * Companies formed abroad, which file no confirmation statement. The file has a date for them
 * nevertheless (FC023905, 2020-05).
 */
const OVERSEAS = /^(FC|NF|SF)/
const MAX_NAME = 200
const MAX_PREVIOUS_NAMES = 5

/** @param place as `readBulkHeading` gives it */
export function readBulkRow(
  cells: readonly string[],
  place: (name: string) => number,
): BulkReading {
  if (cells.length !== BULK_COLUMNS.length)
    return { ok: false, reason: `${cells.length} columns instead of ${BULK_COLUMNS.length}` }
  const cell = (name: string) => cells[place(name)]!.trim()
  const number = findFiledNumber(cell('CompanyNumber'))
  if (number === null) return { ok: false, reason: 'no well-formed company number' }
  const name = registerLine(cell('CompanyName'))?.slice(0, MAX_NAME) ?? null
  if (name === null) return { ok: false, reason: 'no name' }
  const faults: string[] = []
  const day = (column: string): CivilDate | null => {
    const read = bulkDate(cell(column))
    if (read === 'bad') faults.push(column)
    return read === 'bad' ? null : read
  }
  const status = readStatus(cell('CompanyStatus'))
  const lastMadeUpTo = day('Accounts.LastMadeUpDate')
  const accountType = readAccountType(cell('Accounts.AccountCategory'))
  const formerNames = listFormerNames(cell, day)
  const confirmationDue = day('ConfStmtNextDueDate')
  const company: BulkCompany = {
    profile: {
      number,
      name,
      previousNames: formerNames.map((each) => each.name).slice(0, MAX_PREVIOUS_NAMES),
      status: status?.status ?? null,
      statusDetail: status?.detail ?? null,
      type: TYPES[cell('CompanyCategory').toLowerCase()] ?? null,
      incorporated: day('IncorporationDate'),
      ceased: day('DissolutionDate'),
      office: parseOffice(cell),
      sicCodes: [1, 2, 3, 4]
        .map((each) => /^(\d{4,5}) -/.exec(cell(`SICCode.SicText_${each}`))?.[1])
        .filter((code) => code !== undefined),
      accounts: {
        nextDue: day('Accounts.NextDueDate'),
        nextPeriodEnd: null,
        lastMadeUpTo,
        overdueFlag: null,
        lastType: accountType ?? null,
      },
      confirmation: {
        nextDue: OVERSEAS.test(number) ? null : confirmationDue,
        nextPeriodEnd: null,
        lastMadeUpTo: day('ConfStmtLastMadeUpDate'),
        overdueFlag: null,
      },
      links: { charges: Number(cell('Mortgages.NumMortCharges')) > 0, insolvency: false },
    },
    charges: parseCharges(cell),
    formerNames,
    untold: [
      ...(status?.sure ? [] : (['status'] as const)),
      ...(accountType === undefined && lastMadeUpTo !== null ? (['account type'] as const) : []),
    ],
  }
  // A date that is none may be the sign of shifted columns: nothing of such a row is believed.
  if (faults.length > 0) return { ok: false, reason: `no date in ${faults[0]}` }
  return { ok: true, company }
}

type Cell = (name: string) => string

/** `NA` and empty are none. */
function bulkDate(text: string): CivilDate | null | 'bad' {
  if (text === '' || text === 'NA') return null
  const parts = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text)
  const date = parts ? `${parts[3]}-${parts[2]}-${parts[1]}` : ''
  return isCivilDate(date) ? date : 'bad'
}

function parseOffice(cell: Cell): OfficeAddress | null {
  return readOffice({
    care_of: cell('RegAddress.CareOf'),
    address_line_1: cell('RegAddress.AddressLine1'),
    address_line_2: cell('RegAddress.AddressLine2'),
    locality: cell('RegAddress.PostTown'),
    region: cell('RegAddress.County'),
    country: cell('RegAddress.Country'),
    postal_code: cell('RegAddress.PostCode'),
    // `*DEFAULT*` is the file's own placeholder (2020-05).
    po_box: cell('RegAddress.POBox').replace('*DEFAULT*', ''),
  })
}

function listFormerNames(
  cell: Cell,
  day: (column: string) => CivilDate | null,
): BulkCompany['formerNames'] {
  const names: { name: string; ceased: CivilDate | null }[] = []
  for (let each = 1; each <= 10; each += 1) {
    const name = registerLine(cell(`PreviousName_${each}.CompanyName`))?.slice(0, MAX_NAME)
    if (name) names.push({ name, ceased: day(`PreviousName_${each}.CONDATE`) })
  }
  return names
}

function parseCharges(cell: Cell): ChargesFacts | null {
  const [all, satisfied] = [cell('Mortgages.NumMortCharges'), cell('Mortgages.NumMortSatisfied')]
  if (!/^\d{1,6}$/.test(all) || !/^\d{1,6}$/.test(satisfied)) return null
  return { outstanding: Math.max(0, Number(all) - Number(satisfied)) }
}

/** The register's key for each value. Values that stand for several keys are not here. */
const STATUSES: Readonly<Record<string, Omit<Status, 'sure'>>> = {
  active: { status: 'active', detail: null },
  'active - proposal to strike off': { status: 'active', detail: 'active-proposal-to-strike-off' },
  liquidation: { status: 'liquidation', detail: null },
  'in administration': { status: 'administration', detail: null },
  'voluntary arrangement': { status: 'voluntary-arrangement', detail: null },
  receivership: { status: 'receivership', detail: null },
}

/**
 * Values that search shows as the register does (its codes for receivers and for administration).
 * Too few were seen to judge by them.
 */
const LIKELY_STATUSES: Readonly<Record<string, string>> = {
  'live but receiver manager on at least one charge': 'receivership',
  'administration order': 'administration',
}

interface Status {
  status: string
  detail: string | null
  /** A rule may read it. */
  sure: boolean
}

function readStatus(text: string): Status | null {
  const words = text.toLowerCase()
  const known = STATUSES[words]
  if (known) return { ...known, sure: true }
  const likely = LIKELY_STATUSES[words]
  return likely === undefined ? null : { status: likely, detail: null, sure: false }
}

/**
 * A community interest company may be limited by shares or by guarantee, and `Other company type`
 * is many: neither is here. Words as in the files of 2020 to 2026.
 */
const TYPES: Readonly<Record<string, string>> = {
  'private limited company': 'ltd',
  'public limited company': 'plc',
  'old public company': 'old-public-company',
  'private unlimited company': 'private-unlimited',
  'pri/ltd by guar/nsc (private, limited by guarantee, no share capital)':
    'private-limited-guarant-nsc',
  "pri/lbg/nsc (private, limited by guarantee, no share capital, use of 'limited' exemption)":
    'private-limited-guarant-nsc-limited-exemption',
  'priv ltd sect. 30 (private limited company, section 30 of the companies act)':
    'private-limited-shares-section-30-exemption',
  'limited partnership': 'limited-partnership',
  'limited liability partnership': 'llp',
  'charitable incorporated organisation': 'charitable-incorporated-organisation',
  'scottish charitable incorporated organisation': 'scottish-charitable-incorporated-organisation',
  'registered society': 'registered-society-non-jurisdictional',
  'industrial and provident society': 'industrial-and-provident-society',
  'royal charter company': 'royal-charter',
  'investment company with variable capital': 'investment-company-with-variable-capital',
  'protected cell company': 'protected-cell-company',
  'scottish partnership': 'scottish-partnership',
  'united kingdom societas': 'united-kingdom-societas',
  'united kingdom economic interest grouping': 'ukeig',
  'overseas entity': 'registered-overseas-entity',
}

const ACCOUNT_TYPES: ReadonlySet<string> = new Set([
  'full',
  'small',
  'medium',
  'group',
  'dormant',
  'interim',
  'initial',
  'total-exemption-full',
  'total-exemption-small',
  'partial-exemption',
  'audit-exemption-subsidiary',
  'filing-exemption-subsidiary',
  'micro-entity',
  'audited-abridged',
  'unaudited-abridged',
])

/** Returns the account type; `null` if none was filed, `undefined` if the file does not say. */
function readAccountType(text: string): string | null | undefined {
  const words = text.toLowerCase().replaceAll(' ', '-')
  if (words === 'no-accounts-filed') return null
  if (words === 'accounts-type-not-available') return 'no-accounts-type-available'
  return ACCOUNT_TYPES.has(words) ? words : undefined
}
