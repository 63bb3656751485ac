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
  /** Register ids of the buyers; empty if the notice gives none. */
  buyerIds: string[]
  /** Names of further buyers. */
  otherBuyers?: string[]
  /** Names of organisations. A supplier who may be a person is left out. */
  suppliers: string[]
  /** Company number of each supplier; `null` if the notice gives none that is valid. */
  numbers: (string | null)[]
  /** Suppliers that a change adds to the earlier ones, and names of those that leave. */
  added?: Pick<Contract, 'suppliers' | 'numbers'>
  removed?: string[]
  value: Money | null
  /** True if only the tender states the value. */
  estimated: boolean
  /** True if the value is a ceiling over all call-offs of a framework or dynamic market. */
  ceiling: boolean
  /** Present if the value is the final one that a notice of its end states. */
  final?: boolean
  awarded: CivilDate
  /**
   * Days that the award notices state, and the publication of the first one. Absent on rows of
   * 0.2.0.
   */
  awardDate?: CivilDate | null
  signed?: CivilDate | null
  announced?: CivilDate | null
  /** Present if a notice states one of these days after its own publication. */
  setAside?: boolean
  /** True if only notices of what became of the contract are known. */
  isChange?: boolean
  starts: CivilDate | null
  contractEnd: CivilDate | null
  /** Last end if every stated option is used; `null` if no option is stated. */
  latestEnd: CivilDate | null
  cpv: string[]
  regions: RegionMask
  portal: string
  noticeId: string
  /** `withdrawn`: the award was cancelled; `null`: no release states an end before its time. */
  state: 'terminated' | 'completed' | 'withdrawn' | null
  /** Day of the real end; absent or `null` if no release states it. */
  actualEnd?: CivilDate | null
  /** Present while the award is neither active nor signed. */
  pending?: boolean
}

/**
 * Returns the stated day of an award: the earlier of decision and signature, else its first
 * publication.
 */
export function dayOfAward({
  awardDate = null,
  signed = null,
  announced = null,
}: Pick<Contract, 'awardDate' | 'signed' | 'announced'>): CivilDate | null {
  return [awardDate, signed].filter((day) => day !== null).sort()[0] ?? announced
}

/**
 * Months for which a contract is stored after its last end, and after its award if no end is
 * stated.
 */
const MONTHS_AFTER_END = 24
const MONTHS_AFTER_AWARD = 84
/** The history of a buyer looks back 36 months, to contracts that have ended too. */
const MONTHS_OF_HISTORY = 37
/** Dates beyond it have no four-digit year. */
const LAST_DATE = '9999-12-31'

/**
 * Returns the date since which contracts may have ended to be found. Those before are stored for
 * the history of their buyer.
 */
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
 * Merges what two releases state of one contract. The newer release wins wherever it states
 * something; its end and its options count together.
 */
export function mergeContracts(older: Contract, newer: Contract): Contract {
  const ends = newer.contractEnd !== null ? newer : older
  const valued = newer.value !== null && (!newer.estimated || older.value === null) ? newer : older
  const { final: _, pending: __, added: ___, removed: ____, ...rest } = newer
  return {
    ...rest,
    title: newer.title ?? older.title,
    buyerIds: [...new Set([...newer.buyerIds, ...older.buyerIds])],
    ...mergeSuppliers(older, newer),
    value: valued.value,
    estimated: valued.estimated,
    ...(valued.final ? { final: true } : {}),
    ceiling: newer.ceiling || older.ceiling,
    ...mergeDays(older, newer),
    isChange: older.isChange === true && newer.isChange === true,
    starts: newer.starts ?? older.starts,
    contractEnd: ends.contractEnd,
    latestEnd: ends.latestEnd,
    cpv: newer.cpv.length > 0 ? newer.cpv : older.cpv,
    regions: newer.regions || older.regions,
    state: newer.state ?? (older.state === 'withdrawn' && !newer.isChange ? null : older.state),
    actualEnd: newer.actualEnd ?? older.actualEnd ?? null,
    ...(older.pending && newer.pending ? { pending: true } : {}),
  }
}

function mergeSuppliers(older: Contract, newer: Contract): Pick<Contract, 'suppliers' | 'numbers'> {
  const base = newer.suppliers.length > 0 ? newer : older
  const added = newer.added ?? { suppliers: [], numbers: [] }
  const all = new Map<string, string | null>()
  for (const { suppliers, numbers } of [base, added])
    for (const [index, name] of suppliers.entries()) all.set(name, numbers[index] ?? null)
  for (const name of newer.removed ?? []) all.delete(name)
  return { suppliers: [...all.keys()], numbers: [...all.values()] }
}

/** A notice of a change never moves the day of the award. */
function mergeDays(older: Contract, newer: Contract) {
  const both = Boolean(older.isChange) === Boolean(newer.isChange)
  const stating = both ? [newer, older] : [newer.isChange ? older : newer]
  const newest = (name: 'awardDate' | 'signed') =>
    stating.map((each) => each[name] ?? null).find((day) => day !== null) ?? null
  const first = (day: CivilDate | null | undefined) => (day == null ? [] : [day])
  // Rows of 0.2.0 hold the day alone.
  const known = older.awardDate === undefined ? older.awarded : older.announced
  const days = {
    awardDate: newest('awardDate'),
    signed: newest('signed'),
    announced: [...first(known), ...first(newer.announced)].sort()[0] ?? null,
  }
  const setAside = older.setAside === true || newer.setAside === true
  return {
    ...days,
    ...(setAside ? { setAside } : {}),
    awarded: dayOfAward(days) ?? older.awarded,
  }
}

/** Reads the company number of `supplier=`. Returns `null` for a name. */
export function companyNumber(supplier: string): string | null {
  const reading = readCompanyNumber(supplier)
  return reading.ok ? reading.number : null
}

export function supplierKey(normalName: string): string {
  return sha256Hex(normalName).slice(0, 16)
}
