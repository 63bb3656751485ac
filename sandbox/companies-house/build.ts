/** Builds invented companies in the register's shapes. All persons are invented. */
import { addDays, addMonths, type CivilDate } from '../../src/platform/london.ts'

export type Shape = Record<string, unknown>

export interface SandboxCompany {
  number: string
  /** Purpose of this company, in a few words. */
  shows: string
  profile: Shape
  officers: readonly Shape[]
  /** The list answers 404, as the register did until 2019. */
  officersAbsent?: boolean
  /** Members left out of the officer list's envelope. */
  officersWithout?: readonly string[]
  charges: readonly Shape[] | null
  insolvency: readonly Shape[] | null
  filings: readonly Shape[]
  filingStatus: string
  /** Filings of accounts with their documents; they come before the other filings. */
  accounts?: readonly SandboxAccounts[]
  /** The search shows it without these members. */
  searchWithout?: readonly string[]
}

/** A filing of accounts, with the document behind it. */
export interface SandboxAccounts {
  filing: Shape
  /** `null`: the register has no document yet, and answers 404 for its metadata. */
  document: { id: string; resources: Readonly<Record<string, Buffer>> } | null
}

const SURNAMES = [
  'ARDENWOOD',
  'BRACKLESHAW',
  'COPPERTHORN',
  'DUNMALLOW',
  'ELDERMERE',
  'FENWORTHY',
  'GORSEDALE',
  'HOLLOWBROOK',
]
const FORENAMES = [
  'Marigold',
  'Thaddeus',
  'Philippa',
  'Ambrose',
  'Rosamund',
  'Leopold',
  'Cordelia',
  'Barnaby',
  'Winifred',
]

/** The n-th invented person, as the register writes names. */
export function personName(n: number): string {
  const title = n % 3 === 0 ? ', Dr' : ''
  return `${SURNAMES[n % SURNAMES.length]}, ${FORENAMES[n % FORENAMES.length]} ${FORENAMES[(n * 5 + 2) % FORENAMES.length]}${title}`
}

/** An appointment; `company` adds the person. */
export function officer(
  role: string,
  appointed: CivilDate | null,
  resigned: CivilDate | null = null,
  extra: Shape = {},
): Shape {
  return {
    officer_role: role,
    ...(appointed === null
      ? { appointed_before: '1992-01-01', is_pre_1992_appointment: true }
      : { appointed_on: appointed }),
    ...(resigned === null ? {} : { resigned_on: resigned }),
    ...extra,
  }
}

/** Adds all personal data that the register has, none of which may leave the service. */
function withPerson(appointment: Shape, number: string, index: number): Shape {
  const seed = Number(number.replace(/\D/g, '').slice(-3)) * 7 + index
  const id = `${number}-${index}`
  const corporate = String(appointment.officer_role).startsWith('corporate-')
  return {
    name: corporate ? `${SURNAMES[seed % SURNAMES.length]} NOMINEES LIMITED` : personName(seed),
    address: {
      premises: `${seed}`,
      address_line_1: 'Sparrow Row',
      locality: 'Exampleton',
      postal_code: 'EX9 9ZZ',
      country: 'England',
    },
    links: {
      self: `/company/${number}/appointments/${id}`,
      officer: { appointments: `/officers/${id}/appointments` },
    },
    ...(corporate
      ? {
          identification: {
            identification_type: 'uk-limited-company',
            registration_number: '99009999',
          },
        }
      : {
          nationality: 'Ruritanian',
          occupation: 'Lighthouse Keeper',
          country_of_residence: 'England',
          date_of_birth: { month: 7, year: 1961 },
        }),
    ...appointment,
  }
}

export interface Days {
  today: CivilDate
  /** Days from today. */
  d(days: number): CivilDate
  /** Calendar months from today. */
  m(months: number): CivilDate
}

export function daysFrom(today: CivilDate): Days {
  return { today, d: (days) => addDays(today, days), m: (months) => addMonths(today, months) }
}

export const OFFICE = {
  address_line_1: '4 Harbour Lane',
  locality: 'Exampleton',
  region: 'Westshire',
  postal_code: 'EX1 1AA',
  country: 'England',
}

export function accounts(
  days: Days,
  due: CivilDate,
  type: unknown = 'micro-entity',
  flag?: boolean,
): Shape {
  const periodEnd = addMonths(due, -9)
  const overdue = flag ?? due < days.today
  const last = addMonths(periodEnd, -12)
  return {
    accounting_reference_date: { day: periodEnd.slice(8), month: periodEnd.slice(5, 7) },
    last_accounts: {
      made_up_to: last,
      period_end_on: last,
      period_start_on: addMonths(last, -12),
      ...(type === undefined ? {} : { type }),
    },
    next_accounts: { due_on: due, overdue, period_end_on: periodEnd, period_start_on: last },
    next_due: due,
    next_made_up_to: periodEnd,
    overdue,
  }
}

export function confirmation(days: Days, due: CivilDate, flag?: boolean): Shape {
  const madeUpTo = addDays(due, -14)
  return {
    last_made_up_to: addMonths(madeUpTo, -12),
    next_due: due,
    next_made_up_to: madeUpTo,
    overdue: flag ?? due < days.today,
  }
}

export function charge(
  n: number,
  status: 'outstanding' | 'part-satisfied' | 'fully-satisfied',
): Shape {
  return {
    etag: `charge${n}`,
    charge_number: n,
    charge_code: `99000019000${n}`,
    classification: { type: 'charge-description', description: 'A registered charge' },
    status,
    created_on: '2019-03-04',
    delivered_on: '2019-03-11',
    persons_entitled: [{ name: `${personName(70 + n)}` }],
    links: { self: `/company/x/charges/${n}` },
  }
}

export function insolvencyCase(type: string, date: CivilDate): Shape {
  return {
    type,
    number: '1',
    dates: [{ type: 'wound-up-on', date }],
    practitioners: [
      {
        name: personName(90),
        role: 'practitioner',
        address: { address_line_1: '1 Ledger Court', postal_code: 'EX2 2BB' },
      },
    ],
  }
}

/**
 * Every kind of description: with dates, with a person's name, free text that names a person, none
 * at all.
 */
function filings(days: Days): Shape[] {
  const { d, m } = days
  const entry = (
    date: CivilDate,
    type: string,
    category: string,
    description: unknown,
    values?: Shape,
    extra: Shape = {},
  ): Shape => ({
    date,
    type,
    category,
    description,
    ...(values ? { description_values: values } : {}),
    pages: 3,
    barcode: 'X0000000',
    transaction_id: `tx-${type}-${date}`,
    links: { self: `/company/x/filing-history/${type}` },
    ...extra,
  })
  return [
    entry(d(-20), 'AA', 'accounts', 'accounts-with-accounts-type-micro-entity', {
      made_up_date: m(-10),
    }),
    entry(m(-2), 'CS01', 'confirmation-statement', 'confirmation-statement-with-no-updates', {
      made_up_date: m(-2),
    }),
    entry(m(-3), 'TM01', 'officers', 'termination-director-company-with-name-termination-date', {
      officer_name: personName(3),
      termination_date: m(-3),
    }),
    entry(
      m(-4),
      'PSC07',
      'persons-with-significant-control',
      'cessation-of-a-person-with-significant-control',
      {
        psc_name: personName(4),
        cessation_date: m(-4),
      },
    ),
    entry(m(-5), '288b', 'officers', 'legacy', {
      description: `Director resigned ${personName(5)}`,
    }),
    entry(
      m(-6),
      'RESOLUTIONS',
      'resolution',
      'resolution',
      { description: `Resolutions proposed by ${personName(6)}` },
      { pages: null },
    ),
    entry(
      m(-7),
      'AD01',
      'address',
      'change-registered-office-address-company-with-date-old-address-new-address',
      {
        change_date: m(-7),
        old_address: `C/O ${personName(7)}, 1 Old Street`,
        new_address: '4 Harbour Lane',
      },
    ),
    entry(
      m(-8),
      'MR01',
      'mortgage',
      'mortgage-create-with-deed-with-charge-number-charge-creation-date',
      {
        charge_number: '990000190001',
        charge_creation_date: m(-8),
      },
    ),
    entry(m(-9), 'SH01', 'capital', 'capital-allotment-shares', {
      date: m(-9),
      capital: [{ currency: 'GBP', figure: '100' }],
    }),
    entry(m(-10), 'X99', 'miscellaneous', undefined, undefined, { pages: undefined }),
    entry(m(-11), 'CH01', 'officers', 'change-person-director-company-with-change-date', {
      officer_name: personName(8),
      change_date: m(-11),
    }),
    entry('2012-05-14', 'NEWINC', 'incorporation', 'incorporation-company', undefined, {
      paper_filed: 'True',
    }),
  ]
}

export interface Change {
  profile?: Shape
  /** Members that the profile lacks. */
  without?: readonly string[]
  officers?: readonly Shape[]
  officersAbsent?: boolean
  officersWithout?: readonly string[]
  charges?: readonly Shape[]
  insolvency?: readonly Shape[]
  filingStatus?: string
  accounts?: readonly SandboxAccounts[]
  searchWithout?: readonly string[]
}

/** A sound company, changed. Links follow from what it has. */
export function company(
  days: Days,
  number: string,
  name: string,
  shows: string,
  change: Change = {},
): SandboxCompany {
  const { d, m } = days
  const self = `/company/${number}`
  const appointments = change.officers ?? [
    officer('director', '2012-05-14'),
    officer('director', '2018-02-01'),
    officer('secretary', d(-900)),
  ]
  const profile: Shape = {
    company_name: name,
    company_number: number,
    company_status: 'active',
    type: 'ltd',
    jurisdiction: 'england-wales',
    date_of_creation: '2012-05-14',
    registered_office_address: OFFICE,
    sic_codes: ['10710'],
    accounts: accounts(days, m(7)),
    confirmation_statement: confirmation(days, m(6)),
    can_file: true,
    has_charges: false,
    has_insolvency_history: false,
    has_been_liquidated: false,
    registered_office_is_in_dispute: false,
    undeliverable_registered_office_address: false,
    etag: `etag${number}`,
    links: {
      self,
      filing_history: `${self}/filing-history`,
      officers: `${self}/officers`,
      ...(change.charges ? { charges: `${self}/charges` } : {}),
      ...(change.insolvency ? { insolvency: `${self}/insolvency` } : {}),
    },
    ...change.profile,
  }
  for (const member of change.without ?? []) delete profile[member]
  return {
    number,
    shows,
    profile,
    officers: appointments.map((each, index) => withPerson(each, number, index)),
    charges: change.charges ?? null,
    insolvency: change.insolvency ?? null,
    filings: filings(days),
    filingStatus: change.filingStatus ?? 'filing-history-available',
    ...(change.accounts ? { accounts: change.accounts } : {}),
    ...(change.officersAbsent ? { officersAbsent: true } : {}),
    ...(change.officersWithout ? { officersWithout: change.officersWithout } : {}),
    ...(change.searchWithout ? { searchWithout: change.searchWithout } : {}),
  }
}
