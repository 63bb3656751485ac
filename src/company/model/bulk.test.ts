import { describe, expect, it } from 'vitest'
import { BULK_COLUMNS, readBulkHeading, readBulkRow } from './bulk.ts'

const HEADING = BULK_COLUMNS.map(([name], index) => (index % 7 === 1 ? ` ${name}` : name))
const place = readBulkHeading(HEADING)
const row = (values: Record<string, string>) => {
  const all: Record<string, string> = {
    CompanyName: 'EXAMPLE LIMITED',
    CompanyNumber: '99000001',
    CompanyStatus: 'Active',
    ...values,
  }
  return BULK_COLUMNS.map(([name]) => all[name] ?? '')
}
const read = (values: Record<string, string>) => {
  const reading = readBulkRow(row(values), place)
  if (!reading.ok) throw new Error(reading.reason)
  return reading.company
}
const refused = (values: Record<string, string>) => readBulkRow(row(values), place)

it('has a meaning for each of the 55 columns, once', () => {
  expect(BULK_COLUMNS).toHaveLength(55)
  expect(new Set(BULK_COLUMNS.map(([name]) => name)).size).toBe(55)
})

it('finds columns by their names, whatever blanks, mark or order the heading has, and refuses a heading that lacks one', () => {
  const shuffled = readBulkHeading([`\ufeff${HEADING.at(-1)}`, ...HEADING.slice(0, -1)])
  expect(shuffled('ConfStmtLastMadeUpDate')).toBe(0)
  expect(shuffled('CompanyName')).toBe(1)
  expect(() => readBulkHeading(HEADING.slice(1))).toThrow('the heading line has no CompanyName')
})

describe('a row', () => {
  it('returns status and detail by the register’s keys', () => {
    expect(read({ CompanyStatus: 'Active - Proposal to Strike off' }).profile).toMatchObject({
      status: 'active',
      statusDetail: 'active-proposal-to-strike-off',
    })
    expect(read({ CompanyStatus: 'Liquidation' }).profile.status).toBe('liquidation')
  })

  it.each([
    ['Live but Receiver Manager on at least one charge', 'receivership'],
    ['ADMINISTRATION ORDER', 'administration'],
  ])('tells search what "%s" most likely stands for, and no rule', (words, status) => {
    expect(read({ CompanyStatus: words })).toMatchObject({
      profile: { status, statusDetail: null },
      untold: ['status'],
    })
  })

  it.each(['In Administration/Administrative Receiver', ''])(
    'leaves open what "%s" stands for',
    (words) => {
      expect(read({ CompanyStatus: words })).toMatchObject({
        profile: { status: null, statusDetail: null },
        untold: ['status'],
      })
    },
  )

  it('leaves a type open where the words stand for several', () => {
    expect(read({ CompanyCategory: 'Private Limited Company' }).profile.type).toBe('ltd')
    expect(read({ CompanyCategory: 'Community Interest Company' }).profile.type).toBeNull()
    expect(read({ CompanyCategory: 'Other company type' }).profile.type).toBeNull()
  })

  it('distinguishes no accounts from accounts of an unknown type', () => {
    expect(read({ 'Accounts.AccountCategory': 'NO ACCOUNTS FILED' })).toMatchObject({
      profile: { accounts: { lastType: null } },
      untold: [],
    })
    expect(
      read({ 'Accounts.AccountCategory': 'MICRO ENTITY', 'Accounts.LastMadeUpDate': '31/12/2025' })
        .profile.accounts,
    ).toMatchObject({
      lastType: 'micro-entity',
      lastMadeUpTo: '2025-12-31',
    })
    expect(read({ 'Accounts.LastMadeUpDate': '31/12/2025' }).untold).toEqual(['account type'])
  })

  it('drops care of, and leaves premises and period ends to the register', () => {
    const { profile } = read({
      'RegAddress.CareOf': 'JANE ROE',
      'RegAddress.AddressLine1': '4 HARBOUR LANE',
      'Accounts.NextDueDate': '30/09/2027',
    })
    expect(JSON.stringify(profile)).not.toContain('JANE')
    expect(profile.office).toMatchObject({ premises: null, address_line_1: '4 HARBOUR LANE' })
    expect(profile.accounts).toMatchObject({
      nextDue: '2027-09-30',
      nextPeriodEnd: null,
      overdueFlag: null,
    })
  })

  it('has its name as it is registered: "&" is no HTML', () => {
    const names = {
      CompanyName: 'PRINT&COPY LIMITED',
      'PreviousName_1.CompanyName': 'J&REGAN LTD',
      'PreviousName_1.CONDATE': '01/02/2019',
    }
    expect(read(names).profile).toMatchObject({
      name: 'PRINT&COPY LIMITED',
      previousNames: ['J&REGAN LTD'],
    })
  })

  it('names no person in the first line if care of is the last word before it', () => {
    const { office } = read({
      'RegAddress.CareOf': 'C/O',
      'RegAddress.AddressLine1': 'JANE ROE',
      'RegAddress.PostTown': 'LEEDS',
    }).profile
    expect(office).toMatchObject({ address_line_1: null, locality: 'LEEDS' })
  })

  it('of an overseas company has no day for a confirmation statement, which it does not file', () => {
    const due = { ConfStmtNextDueDate: '01/02/2020' }
    for (const CompanyNumber of ['FC990001', 'NF990001', 'SF990001'])
      expect(read({ ...due, CompanyNumber }).profile.confirmation.nextDue).toBeNull()
    expect(read(due).profile.confirmation.nextDue).toBe('2020-02-01')
  })

  it('counts outstanding charges as the register’s totals do', () => {
    const charges = {
      'Mortgages.NumMortCharges': '7',
      'Mortgages.NumMortOutstanding': '3',
      'Mortgages.NumMortPartSatisfied': '2',
      'Mortgages.NumMortSatisfied': '2',
    }
    expect(read(charges)).toMatchObject({
      charges: { outstanding: 5 },
      profile: { links: { charges: true } },
    })
    expect(
      read({ 'Mortgages.NumMortCharges': '0', 'Mortgages.NumMortSatisfied': '0' }).profile.links
        .charges,
    ).toBe(false)
  })

  it('keeps former names with the day on which they ended, and SIC codes without words', () => {
    expect(
      read({ 'PreviousName_1.CompanyName': 'OLD LTD', 'PreviousName_1.CONDATE': '01/02/2019' }),
    ).toMatchObject({
      profile: { previousNames: ['OLD LTD'] },
      formerNames: [{ name: 'OLD LTD', ceased: '2019-02-01' }],
    })
    expect(
      read({ 'SICCode.SicText_1': '62020 - Consultancy', 'SICCode.SicText_2': 'None Supplied' })
        .profile.sicCodes,
    ).toEqual(['62020'])
  })

  it.each([
    [{ CompanyNumber: '123' }, 'no well-formed company number'],
    [{ CompanyNumber: '990000011' }, 'no well-formed company number'],
    [{ CompanyName: ' ' }, 'no name'],
    [{ IncorporationDate: '31/02/2020' }, 'no date in IncorporationDate'],
    [{ ConfStmtNextDueDate: 'ENGLAND' }, 'no date in ConfStmtNextDueDate'],
  ])('with %j is refused: %s', (values, reason) => {
    expect(refused(values)).toEqual({ ok: false, reason })
  })

  it('of another number of columns is refused', () => {
    expect(readBulkRow(['A', 'B'], place)).toEqual({ ok: false, reason: '2 columns instead of 55' })
  })
})
