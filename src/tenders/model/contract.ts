/** A contract as its award notices state it. */
import { readCompanyNumber } from '../../platform/company-number.ts'
import { sha256Hex } from '../../platform/hash.ts'
import { addMonths, type CivilDate, isCivilDate } from '../../platform/london.ts'
import type { Money } from './money.ts'
import type { RegionMask } from './regions.ts'

export interface Contract {
  ocid: string
  /** Id of the award within its process. */
  awardId: string
  title: string | null
  buyer: string
  /** Register id of the buyer; empty if the notice gives none. */
  buyerIds: string[]
  /** Names of organisations. A supplier who may be a person is left out. */
  suppliers: string[]
  /** Company number of each supplier; `null` if the notice gives none that is valid. */
  numbers: (string | null)[]
  value: Money | null
  /** True if only the tender states the value. */
  estimated: boolean
  /** True if the value is a ceiling over all call-offs of a framework or dynamic market. */
  ceiling: boolean
  awarded: CivilDate
  starts: CivilDate | null
  contractEnd: CivilDate | null
  /** Last end if every stated option is used; `null` if no option is stated. */
  latestEnd: CivilDate | null
  cpv: string[]
  regions: RegionMask
  portal: string
  noticeId: string
  /** `withdrawn`: the award was cancelled; `null`: no release states an end by termination. */
  state: 'terminated' | 'withdrawn' | null
}

/** Months for which a contract is stored after its last end, and after its award if no end is stated. */
const MONTHS_AFTER_END = 24
const MONTHS_AFTER_AWARD = 84
/** The history of a buyer looks back 36 months, to contracts that have ended too. */
const MONTHS_OF_HISTORY = 37
/** Dates beyond it have no four-digit year. */
const LAST_DATE = '9999-12-31'

/** Returns the date since which contracts may have ended to be found. Those before are stored for the history of their buyer. */
export function findableSince(today: CivilDate): CivilDate {
  return addMonths(today, -MONTHS_AFTER_END)
}

/** Returns the last day on which a contract is stored. */
export function computeRetentionEnd({ latestEnd, contractEnd, awarded }: Contract): CivilDate {
  const end = latestEnd ?? contractEnd
  if (end === null) return addMonths(awarded, MONTHS_AFTER_AWARD)
  const [afterEnd, ofHistory] = [
    addMonths(end, MONTHS_AFTER_END),
    addMonths(awarded, MONTHS_OF_HISTORY),
  ]
  if (!isCivilDate(afterEnd)) return LAST_DATE
  return afterEnd > ofHistory ? afterEnd : ofHistory
}

/**
 * Merges what two releases state of one contract. The newer release wins wherever it states something; its end and its options count
 * together.
 */
export function mergeContracts(older: Contract, newer: Contract): Contract {
  const [suppliers, ends] = [
    newer.suppliers.length > 0 ? newer : older,
    newer.contractEnd !== null ? newer : older,
  ]
  const valued = newer.value !== null && (!newer.estimated || older.value === null) ? newer : older
  return {
    ...newer,
    title: newer.title ?? older.title,
    buyerIds: newer.buyerIds.length > 0 ? newer.buyerIds : older.buyerIds,
    suppliers: suppliers.suppliers,
    numbers: suppliers.numbers,
    value: valued.value,
    estimated: valued.estimated,
    ceiling: newer.ceiling || older.ceiling,
    // A notice that names no supplier states no award either.
    awarded: newer.suppliers.length > 0 ? newer.awarded : older.awarded,
    starts: newer.starts ?? older.starts,
    contractEnd: ends.contractEnd,
    latestEnd: ends.latestEnd,
    cpv: newer.cpv.length > 0 ? newer.cpv : older.cpv,
    regions: newer.regions || older.regions,
    state: newer.state ?? (older.state === 'terminated' ? 'terminated' : null),
  }
}

/** Reads the company number of `supplier=`. Returns `null` for a name. */
export function companyNumber(supplier: string): string | null {
  const reading = readCompanyNumber(supplier)
  return reading.ok ? reading.number : null
}

/** Words in names of organisations that persons' names lack. */
const ORGANISATION =
  /\b(?:ltd|limited|llp|lp|plc|cic|cio|inc|gmbh|bv|sa|ag|nv|council|university|college|school|trust|nhs|hospital|association|society|foundation|charity|group|services|solutions|systems|holdings|company|partnership|partners|institute|housing|authority|department|board|bank|consult\w*|contractors|construction|engineering|technolog\w+|international|uk|office|organi[sz]ation|barristers|solicitors|chambers|flooring|demolition|taxis?|cabs|coaches|travel|transport|clothing|builders|roofing|scaffolding|plumbing|heating|electrical|cleaning|catering|security|training|software|laborator(?:y|ies)|instruments|insurance|media|publishing|recruitment|logistics|architects|surveyors|motors|garages?|nurser(?:y|ies))\b/i
/** One word of some length: "Trustmarque". Persons are published with two names. */
const ONE_WORD = /^\p{Lu}[\p{L}\d]{4,}$/u
/** Registers that hold organisations only. */
const REGISTERED = /^GB-(?:COH|CHC|SC|NIC|NHS|LAE|LAS|UKPRN)$/

/** Returns the name of an organisation; `null` if it may be a person's, which never leaves. */
export function organisationName(name: string, schemes: readonly string[]): string | null {
  return ORGANISATION.test(name.replace(/\./g, '')) ||
    ONE_WORD.test(name.trim()) ||
    schemes.some((scheme) => REGISTERED.test(scheme))
    ? name
    : null
}

export function supplierKey(normalName: string): string {
  return sha256Hex(normalName).slice(0, 16)
}
