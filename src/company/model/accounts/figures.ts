/**
 * Figures of one filing, from its facts. One meaning over all taxonomies; totals alone; what the filing does not state is absent, never
 * zero; what it states twice in contradiction is reported as a conflict. Pure.
 */
import { findFiledNumber } from '../../../platform/company-number.ts'
import {
  addDecimals,
  isSameWithinRounding,
  isWholeDecimal,
  subtractDecimals,
} from '../../../platform/decimal.ts'
import { addDays, type CivilDate, daysBetween } from '../../../platform/london.ts'
import {
  BALANCE_SHEET_DATES,
  DORMANT_CONCEPTS,
  FIGURE_KEYS,
  type FigureKey,
  FLOW_KEYS,
  isTaxonomy,
  PERIOD_START,
  PREPAYMENTS,
  READ_CONCEPTS,
  REGISTERED_NUMBERS,
  SELECTORS,
  UNPAID_CAPITAL,
} from './concepts.ts'
import { transformBoolean, transformDate } from './transformations.ts'
import {
  readXbrl,
  UnreadableFiling,
  type XbrlContext,
  type XbrlFact,
  type XbrlReport,
} from './xbrl-reader.ts'

export interface FigureSource {
  concept: string
  context: string
  /** A whole number as text or `INF`; `null` if the filing states none. */
  decimals: string | null
  scale: number
  sign: '-' | null
  /** Text of the tag; of a derived figure the identity. */
  raw: string
}

export interface Figure {
  value: string | null
  status: 'stated' | 'derived' | 'conflict'
  source: FigureSource
  /** The contradiction in words; only present for a conflict. */
  conflict?: string | undefined
}

export interface FiledPeriod {
  /** `null` if the filing does not say when the period began. */
  start: CivilDate | null
  end: CivilDate
  months: number | null
  currency: string | null
  /** Absent keys are not in the filing. */
  figures: Partial<Record<FigureKey, Figure>>
}

export interface FiledAccounts {
  format: 'ixbrl' | 'xbrl'
  dormant: boolean | null
  /** Newest first, two at most. */
  periods: FiledPeriod[]
  /** Reasons why facts have no value, each reason once. */
  faults: string[]
}

/** A figure fact with the day on which its period ends. */
interface PlacedFact {
  fact: XbrlFact
  context: XbrlContext
  end: CivilDate
}

const MAX_PERIODS = 2
const MAX_FAULTS = 5
/** Limited liability partnerships: members' capital may be a debt there, so equity and net assets differ. */
const PARTNERSHIP = /^(?:OC|SO|NC)/

/** @throws UnreadableFiling with a reason in words */
export function readAccounts(bytes: Uint8Array, companyNumber: string): FiledAccounts {
  const report = readXbrl(bytes, { isTaxonomy, concepts: READ_CONCEPTS })
  assertFiledBy(companyNumber, report)
  return readFigures(report, companyNumber)
}

/**
 * Accepts a filing that states no readable number, or the number without its prefix.
 * @throws UnreadableFiling if the filing states the number of another company
 */
function assertFiledBy(companyNumber: string, { facts, contexts }: XbrlReport): void {
  const findStated = facts.flatMap(({ concept, context, value }) => {
    if (!REGISTERED_NUMBERS.has(concept) || value === null) return []
    // A number with a dimension is that of a company of the group.
    if ((contexts.get(context)?.members ?? '') !== '') return []
    const bare = value.replaceAll(/[^A-Za-z0-9]/g, '')
    if (!/\d{5}/.test(bare)) return []
    // Eight characters of no known form are another number all the same.
    return findFiledNumber(bare) ?? (bare.length === 8 ? bare.toUpperCase() : [])
  })
  const digits = companyNumber.replace(/^[A-Z]+/, '').padStart(8, '0')
  if (findStated.length > 0 && !findStated.includes(companyNumber) && !findStated.includes(digits))
    throw new UnreadableFiling(`the filing states the number of another company, ${findStated[0]}`)
}

function readFigures(report: XbrlReport, companyNumber: string): FiledAccounts {
  const stated = listStatedDates(report)
  const placed = placeFacts(report, stated)
  const currency = mainCurrency(placed)
  const ends = [...new Set(placed.filter(isFigure).map(({ end }) => end))].sort().reverse()
  const current = stated.end !== null ? ends.find((end) => isNear(end, stated.end!)) : undefined
  const shown = ends.filter((end) => current === undefined || end <= current)
  const periods = shown.slice(0, MAX_PERIODS).map((end): FiledPeriod => {
    const ofEnd = placed.filter((each) => each.end === end)
    const start = findStart(end, ofEnd, report, stated)
    const figures = figuresOfPeriod(ofEnd, start, currency)
    derive(figures, ofEnd, currency, PARTNERSHIP.test(companyNumber))
    return {
      start,
      end,
      months: start === null ? null : countMonths(start, end),
      currency,
      figures,
    }
  })
  return {
    format: report.format,
    dormant: findDormant(report),
    periods: periods.filter(({ figures }) => Object.keys(figures).length > 0),
    faults: listFaults(report),
  }
}

const isNear = (a: CivilDate, b: CivilDate) => Math.abs(daysBetween(a, b)) <= 1
const isFigure = ({ fact }: PlacedFact) => fact.isNumeric && fact.value !== null

interface StatedDates {
  start: CivilDate | null
  end: CivilDate | null
}

/** Dates that the filing tags as its own period. */
function listStatedDates({ facts }: XbrlReport): StatedDates {
  const dateOf = (concept: string) => {
    for (const fact of facts) {
      if (fact.concept !== concept || fact.value === null) continue
      const read = transformDate(fact.value, fact.format)
      if ('value' in read) return read.value
    }
    return null
  }
  const end = BALANCE_SHEET_DATES.map(dateOf).find((date) => date !== null) ?? null
  return { start: dateOf(PERIOD_START), end }
}

/** Gives each numeric fact the end of its period; an instant one day off the end of a span belongs to it. */
function placeFacts({ facts, contexts }: XbrlReport, stated: StatedDates): PlacedFact[] {
  const ends = new Set<CivilDate>()
  // A period ends on the day before the next one begins.
  for (const { start, end } of [stated, ...contexts.values()]) {
    if (end !== null) ends.add(end)
    if (start !== null) ends.add(addDays(start, -1))
  }
  const known = new Map<CivilDate, CivilDate>()
  const findEnd = (instant: CivilDate): CivilDate => {
    const seen = known.get(instant)
    if (seen !== undefined) return seen
    const near = [instant, addDays(instant, -1), addDays(instant, 1)].find((day) => ends.has(day))
    known.set(instant, near ?? instant)
    return near ?? instant
  }
  return facts.flatMap((fact): PlacedFact[] => {
    const context = contexts.get(fact.context)
    if (!context || !fact.isNumeric) return []
    const end = context.instant !== null ? findEnd(context.instant) : context.end
    return end === null ? [] : [{ fact, context, end }]
  })
}

/** The currency of most figures; a second one is a translation for convenience. */
function mainCurrency(placed: readonly PlacedFact[]): string | null {
  const counts = new Map<string, number>()
  for (const { fact } of placed)
    if (fact.currency !== null) counts.set(fact.currency, (counts.get(fact.currency) ?? 0) + 1)
  const [first] = [...counts].sort(([, a], [, b]) => b - a)
  return first?.[0] ?? null
}

/** A member that is the default says the same as no member. */
const DEFAULT_MEMBER = 'GroupCompanyDataDimension=Consolidated'

function pickMembers({ members }: XbrlContext): string {
  if (!members.includes(DEFAULT_MEMBER)) return members
  return members
    .split(',')
    .filter((each) => each !== DEFAULT_MEMBER)
    .join(',')
}

/** Begin of the period: of most figures of a span, else of the filing's own dates, else of its contexts. */
function findStart(
  end: CivilDate,
  placed: readonly PlacedFact[],
  { contexts }: XbrlReport,
  stated: StatedDates,
): CivilDate | null {
  const own = stated.end !== null && isNear(end, stated.end) ? stated.start : null
  const counts = new Map<CivilDate, number>()
  const add = (start: CivilDate, weight: number) =>
    counts.set(start, (counts.get(start) ?? 0) + weight)
  for (const { fact, context } of placed)
    if (context.start !== null && pickMembers(context) === '' && fact.value !== null)
      add(context.start, 1)
  if (counts.size === 0 && own !== null && own < end) return own
  if (counts.size === 0)
    for (const context of contexts.values())
      if (context.end === end && context.start !== null && context.members === '')
        add(context.start, 1)
  const ranked = [...counts].sort(
    ([a, countA], [b, countB]) =>
      countB - countA || Number(b === own) - Number(a === own) || (a < b ? -1 : 1),
  )
  const start = ranked[0]?.[0] ?? null
  return start !== null && start < end ? start : null
}

/** Whole months, to the nearest: 1 January to 31 December are 12. */
function countMonths(start: CivilDate, end: CivilDate): number {
  const after = addDays(end, 1)
  const part = (date: CivilDate) => date.split('-').map(Number) as [number, number, number]
  const [fromYear, fromMonth, fromDay] = part(start)
  const [toYear, toMonth, toDay] = part(after)
  return Math.round((toYear - fromYear) * 12 + (toMonth - fromMonth) + (toDay - fromDay) / 30)
}

function figuresOfPeriod(
  placed: readonly PlacedFact[],
  start: CivilDate | null,
  currency: string | null,
): FiledPeriod['figures'] {
  const figures: FiledPeriod['figures'] = {}
  for (const key of FIGURE_KEYS) {
    const candidates = placed.filter(({ fact, context }) => {
      if (!isOfKind(key, context, start)) return false
      // People are counted in any unit, or in none; amounts are in one currency.
      return key === 'employees' || (currency !== null && fact.currency === currency)
    })
    for (const { concept, members } of SELECTORS[key]) {
      const facts = candidates
        .filter(
          ({ fact, context }) =>
            fact.concept === concept && pickMembers(context) === members && fact.value !== null,
        )
        .map(({ fact }) => fact)
      if (facts.length === 0) continue
      figures[key] = join(key, facts)
      break
    }
  }
  return figures
}

/** Figures of a span are those of the whole period, all others those of its last day. */
function isOfKind(key: FigureKey, context: XbrlContext, start: CivilDate | null): boolean {
  return FLOW_KEYS.has(key)
    ? context.start !== null && context.start === start
    : context.instant !== null
}

/** Facts of one meaning: equal within the coarser accuracy they are one, the finest of them; else they contradict each other. */
function join(key: FigureKey, facts: readonly XbrlFact[]): Figure {
  const first = facts[0]!
  const finest = facts.reduce((best, each) => (isFiner(each, best) ? each : best))
  const other = facts.find((each) => !isConsistent(each, finest))
  if (other !== undefined) {
    const odd = other === first ? finest : other
    return {
      value: null,
      status: 'conflict',
      source: sourceOf(first),
      conflict: `${first.value} and ${odd.value}`,
    }
  }
  const value = finest.value!
  if (key === 'employees' && (!isWholeDecimal(value) || value.startsWith('-')))
    return {
      value: null,
      status: 'conflict',
      source: sourceOf(finest),
      conflict: `${value} is no count of people`,
    }
  return { value, status: 'stated', source: sourceOf(finest) }
}

const accuracyOf = ({ decimals }: XbrlFact) =>
  decimals === 'INF' || decimals === null ? Number.POSITIVE_INFINITY : decimals

const isFiner = (a: XbrlFact, b: XbrlFact) => accuracyOf(a) > accuracyOf(b)

function isConsistent(a: XbrlFact, b: XbrlFact): boolean {
  return isSameWithinRounding(
    { value: a.value!, decimals: accuracyOf(a) },
    { value: b.value!, decimals: accuracyOf(b) },
  )
}

function sourceOf({ concept, context, decimals, scale, sign, raw }: XbrlFact): FigureSource {
  return {
    concept,
    context,
    decimals: decimals === null ? null : String(decimals),
    scale,
    sign,
    raw,
  }
}

/** Adds what an identity of the balance sheet gives, where the filing states all of its members. */
function derive(
  figures: FiledPeriod['figures'],
  placed: readonly PlacedFact[],
  currency: string | null,
  isPartnership: boolean,
): void {
  const pickStatedValue = (key: FigureKey) =>
    figures[key]?.status === 'stated' ? figures[key].value : null
  const term = (concept: string) => {
    const found = placed.find(
      ({ fact, context }) =>
        fact.concept === concept &&
        context.instant !== null &&
        pickMembers(context) === '' &&
        fact.currency === currency &&
        fact.value !== null,
    )
    return found?.fact.value ?? null
  }
  const set = (key: FigureKey, terms: readonly [string, '+' | '-', string | null][]) => {
    if (figures[key] !== undefined || terms.some(([, , value]) => value === null)) return
    const value = terms.reduce(
      (sum, [, sign, each]) =>
        sign === '+' ? addDecimals(sum, each!) : subtractDecimals(sum, each!),
      '0',
    )
    const identity = terms.map(([name, sign], index) => (index === 0 ? name : `${sign} ${name}`))
    figures[key] = {
      value,
      status: 'derived',
      source: {
        concept: key,
        context: '',
        decimals: null,
        scale: 0,
        sign: null,
        raw: `${key} = ${identity.join(' ')}`,
      },
    }
  }
  const optional = (name: string, concept: string): [string, '+', string | null][] => {
    const value = term(concept)
    return value === null ? [] : [[name, '+', value]]
  }
  const own = (key: FigureKey, sign: '+' | '-' = '+'): [string, '+' | '-', string | null] => [
    key,
    sign,
    pickStatedValue(key),
  ]
  set('net_current_assets', [
    own('current_assets'),
    ...optional('prepayments', PREPAYMENTS),
    own('creditors_within_one_year', '-'),
  ])
  set('total_assets_less_current_liabilities', [
    own('fixed_assets'),
    own('net_current_assets'),
    ...optional('unpaid_share_capital', UNPAID_CAPITAL),
  ])
  if (isPartnership) return
  set('net_assets', [own('equity')])
  set('equity', [own('net_assets')])
}

function findDormant({ facts, contexts }: XbrlReport): boolean | null {
  for (const fact of facts) {
    const meaning = DORMANT_CONCEPTS[fact.concept]
    if (meaning === undefined || fact.value === null) continue
    if (contexts.get(fact.context)?.members !== '') continue
    const read = transformBoolean(fact.value, fact.format)
    if ('value' in read) return read.value === meaning
  }
  return null
}

/** Concepts whose facts need no currency. */
const COUNTS = new Set(SELECTORS.employees.map(({ concept }) => concept))

function listFaults({ facts, contexts }: XbrlReport): string[] {
  const findFault = (fact: XbrlFact): string | null => {
    if (!fact.isNumeric) return null
    if (fact.fault !== null) return fact.fault
    if (!contexts.has(fact.context)) return 'its context is not in the file'
    return fact.currency === null && !COUNTS.has(fact.concept) ? 'it has no currency' : null
  }
  const faults = facts.flatMap((fact) => {
    const fault = findFault(fact)
    return fault === null ? [] : [`${fact.concept}: ${fault}`]
  })
  return [...new Set(faults)].slice(0, MAX_FAULTS)
}
