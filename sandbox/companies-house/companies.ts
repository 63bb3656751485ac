/**
 * The invented register: every rule on both sides of its boundary, every status, type and prefix,
 * every defect seen in the real one. All persons are invented.
 */
import type { CivilDate } from '../../src/platform/london.ts'
import { dayFields, type Fields, fill, loadRecords, mergePatch, type Shape } from '../records.ts'
import { rememberLast } from '../remember-last.ts'
import { readFiledAccounts, type SandboxAccounts } from './accounts.ts'
import { createPerson } from './persons.ts'

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

/** The first line is the sound company, the others are patches of it. */
const [SOUND, ...COMPANIES] = loadRecords('companies-house/companies.jsonl')

/** Builds a company: the sound one, changed by a patch. */
export function company(today: CivilDate, patch: Shape): SandboxCompany {
  return build(patch, dayFields(today))
}

function build(patch: Shape, day: Fields): SandboxCompany {
  const record = mergePatch(SOUND, patch) as Omit<SandboxCompany, 'charges' | 'insolvency'>
  const { number } = record
  const filled = fill(record, { ...day, number })
  const accounts = readFiledAccounts(number, String(filled.profile.company_name), day)
  return {
    charges: null,
    insolvency: null,
    ...filled,
    officers: filled.officers.map((each, index) => withPerson(each, number, index)),
    ...(accounts.length > 0 ? { accounts } : {}),
  }
}

/** Adds all personal data that the register has, none of which may leave the service. */
function withPerson(appointment: Shape, number: string, index: number): Shape {
  const seed = Number(number.replace(/\D/g, '').slice(-3)) * 7 + index
  const { name, address, ...details } = createPerson(seed)
  const isCorporate = String(appointment.officer_role).startsWith('corporate-')
  const self = `/company/${number}/appointments/${number}-${index}`
  return {
    ...(isCorporate
      ? {
          name: `${String(name).split(',')[0]} NOMINEES LIMITED`,
          identification: {
            identification_type: 'uk-limited-company',
            registration_number: '99009999',
          },
        }
      : { name, ...details }),
    address,
    links: { self, officer: { appointments: `/officers/${number}-${index}/appointments` } },
    ...appointment,
  }
}

/** Builds the companies of a day. Worlds of the same day share them. */
export const sandboxCompanies = rememberLast((today: CivilDate): SandboxCompany[] => {
  const day = dayFields(today)
  return COMPANIES.map((patch) => build(patch, day))
})
