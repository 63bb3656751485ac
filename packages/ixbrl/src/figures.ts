/**
 * Figures of one filing, from its facts. One meaning over all taxonomies; totals alone; what the
 * filing does not state is absent, never zero; what it states twice in contradiction is reported as
 * a conflict. Pure.
 */
import { type Column, findColumn, findUnnamedScope } from './columns.ts'
import {
  FIGURE_KEYS,
  type FigureKey,
  FLOW_KEYS,
  SCOPES,
  type Scope,
  SELECTORS,
} from './concepts.ts'
import { addDays, type CivilDate, daysBetween } from './dates.ts'
import {
  addDecimals,
  compareDecimals,
  isSameWithinRounding,
  isWholeDecimal,
  subtractDecimals,
} from './decimal.ts'
import {
  BALANCE_SHEET_DATES,
  DEBTORS_AFTER_ONE_YEAR,
  DORMANT_CONCEPTS,
  isTaxonomy,
  PARTS,
  PERIOD_START,
  PREPAYMENTS,
  READ_CONCEPTS,
  REGISTERED_NUMBERS,
  UNPAID_CAPITAL,
} from './taxonomies.ts'
import { shorten } from './text.ts'
import { transformBoolean, transformDate } from './transformations.ts'
import { readXbrl, type XbrlContext, type XbrlFact, type XbrlReport } from './xbrl-reader.ts'

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
  scope: Scope
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
  /**
   * Numbers of the company that files, as the filing writes them, each once. Empty if it states
   * none.
   */
  companyNumbers: string[]
  /** `null` if the filing does not say. */
  dormant: boolean | null
  /** Newest first, two at most of each scope, the group's before the company's. */
  periods: FiledPeriod[]
  /** Reasons why facts have no value, each reason once. */
  faults: string[]
}

/** A figure fact with the day on which its period ends, and its column. */
interface PlacedFact {
  fact: XbrlFact
  context: XbrlContext
  end: CivilDate
  scope: Scope
  /** Whether a member names the column. */
  isNamed: boolean
  /** Members that narrow the fact; empty for a total. */
  members: string
}

const MAX_PERIODS = 2
const MAX_FAULTS = 5
const MAX_CONFLICT_CHARS = 160
/** Characters of the id of a context that answers show. */
const MAX_CONTEXT_CHARS = 200
/**
 * Limited liability partnerships: members' capital may be a debt there, so equity and net assets
 * differ.
 */
const PARTNERSHIP = /^(?:OC|SO|NC)\s?\d/i

export interface ReadingOptions {
  /**
   * Whether the company is a limited liability partnership, of which net assets are not derived
   * from equity. Without it, the numbers that the filing states decide.
   */
  isPartnership?: boolean
}

/**
 * Reads the figures of one filing.
 * @throws UnreadableFiling with a reason in words
 */
export function readAccounts(bytes: Uint8Array, options: ReadingOptions = {}): FiledAccounts {
  const report = readXbrl(bytes, { isTaxonomy, concepts: READ_CONCEPTS })
  const companyNumbers = listCompanyNumbers(report)
  const isPartnership =
    options.isPartnership ?? companyNumbers.some((number) => PARTNERSHIP.test(number))
  return {
    format: report.format,
    companyNumbers,
    dormant: findDormant(report),
    periods: listPeriods(report, isPartnership),
    faults: listFaults(report),
  }
}

/** A number with a dimension is that of a company of the group. */
function listCompanyNumbers({ facts, contexts }: XbrlReport): string[] {
  const stated = facts.flatMap(({ concept, context, value }) =>
    REGISTERED_NUMBERS.has(concept) &&
    value !== null &&
    (contexts.get(context)?.members ?? '') === ''
      ? [value]
      : [],
  )
  return [...new Set(stated)]
}

function listPeriods(report: XbrlReport, isPartnership: boolean): FiledPeriod[] {
  const stated = listStatedDates(report)
  const placed = placeFacts(report, stated)
  const currency = mainCurrency(placed)
  const ends = [...new Set(placed.filter(isFigure).map(({ end }) => end))].sort().reverse()
  const current = stated.end !== null ? ends.find((end) => isNear(end, stated.end!)) : undefined
  const shown = ends.filter((end) => current === undefined || end <= current)
  const columns = SCOPES.flatMap((scope): FiledColumn[] =>
    shown
      .map((end): FiledColumn => {
        const ofEnd = placed.filter((each) => each.end === end)
        const facts = ofEnd.filter((each) => each.scope === scope)
        const start = findStart(end, ofEnd, report, stated)
        const months = start === null ? null : countMonths(start, end)
        const figures = figuresOfPeriod(facts, start, currency)
        return { period: { scope, start, end, months, currency, figures }, facts }
      })
      .filter(({ period }) => Object.keys(period.figures).length > 0)
      .slice(0, MAX_PERIODS),
  )
  if (columns.some(({ period }) => period.scope === 'group')) withholdUnplaced(columns)
  withholdForStrays(columns, report)
  for (const { period, facts } of columns) derive(period.figures, facts, currency, isPartnership)
  return columns.map(({ period }) => period)
}

/** A period of one scope with its facts. */
interface FiledColumn {
  period: FiledPeriod
  facts: readonly PlacedFact[]
}

function withhold({ figures }: FiledPeriod, key: FigureKey, source: Figure, why: string): void {
  const conflict = `${source.value}: ${why}`
  figures[key] = { value: null, status: 'conflict', source: source.source, conflict }
}

/**
 * Notes to accounts of groups are often tagged without the member of the group (recorded filings of
 * 2020 and 2021). So such a figure is the company's only if something besides shows that it is not
 * the group's.
 */
function withholdUnplaced(columns: readonly FiledColumn[]): void {
  for (const { period, facts } of columns) {
    if (period.scope !== 'company') continue
    const group = columns.find(
      ({ period: { scope, end } }) => scope === 'group' && end === period.end,
    )?.period
    const isUnnamed = ({ source }: Figure) =>
      facts.some(({ fact, isNamed }) => !isNamed && fact.context === source.context)
    for (const key of FLOW_KEYS) {
      const own = period.figures[key]
      if (own?.status !== 'stated' || !isUnnamed(own)) continue
      const ofGroup = group?.figures[key]
      if (ofGroup !== undefined && ofGroup.value !== own.value) continue
      withhold(period, key, own, 'no member says whether it is of the group or of the company')
      if (group && ofGroup === undefined) group.figures[key] = period.figures[key]!
    }
    for (const [total, parts] of Object.entries(PARTS) as [FigureKey, (typeof PARTS)[FigureKey]][])
      withholdForeignPart(period, total, parts!, facts)
  }
}

/** A part without which the other parts come to the total is of another column. */
function withholdForeignPart(
  period: FiledPeriod,
  total: FigureKey,
  parts: NonNullable<(typeof PARTS)[FigureKey]>,
  facts: readonly PlacedFact[],
): void {
  const { figures } = period
  const sum = figures[total]
  if (sum?.status !== 'stated') return
  const others = parts.others.flatMap((concept) => findTerm(facts, concept, period.currency) ?? [])
  const stated = parts.figures.filter((key) => figures[key]?.status === 'stated')
  const all = [...stated.map((key) => figures[key]!.value!), ...others].reduce(addDecimals, '0')
  for (const key of stated) {
    const own = figures[key]!
    if (compareDecimals(own.value!, '0') === 0) continue
    if (compareDecimals(subtractDecimals(all, own.value!), sum.value!) === 0)
      withhold(period, key, own, `the other ${total.replaceAll('_', ' ')} come to the total`)
  }
}

/**
 * A fact without a period is of one that has no other value of the figure, if there are enough of
 * these. Else it may contradict each value, and leaves none standing.
 */
function withholdForStrays(columns: readonly FiledColumn[], { facts, contexts }: XbrlReport): void {
  const strays = facts.filter(({ context, isNumeric, value }) => {
    const found = contexts.get(context)
    return isNumeric && value !== null && (found?.instant ?? found?.end ?? null) === null
  })
  if (strays.length === 0) return
  for (const key of FIGURE_KEYS) {
    const stated = columns.flatMap(({ period }) => period.figures[key]?.value ?? [])
    const [first, ...more] = strays.filter(
      ({ concept, value }) =>
        SELECTORS[key].some(
          (selector) => selector.concept === concept && selector.members === '',
        ) && !stated.includes(value!),
    )
    if (first === undefined) continue
    const values = new Set([first, ...more].map(({ value }) => value))
    const empty = columns.filter(({ period }) => period.figures[key] === undefined)
    const figure: Figure = { value: first.value, status: 'stated', source: sourceOf(first) }
    for (const { period } of empty.length >= values.size ? empty : columns)
      withhold(period, key, figure, 'its context has no period')
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

/**
 * Gives each numeric fact the end of its period; an instant one day off the end of a span belongs
 * to it.
 */
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
  const columns = new Map<string, Column>()
  const pickColumn = (context: XbrlContext): Column => {
    const found = columns.get(context.members) ?? findColumn(context)
    columns.set(context.members, found)
    return found
  }
  const dated = facts.flatMap((fact) => {
    const context = contexts.get(fact.context)
    if (!context || !fact.isNumeric) return []
    const end = context.instant !== null ? findEnd(context.instant) : context.end
    return end === null ? [] : [{ fact, context, end, column: pickColumn(context) }]
  })
  const unnamed = findUnnamedScope(columns.values())
  return dated.map(({ column: { scope, members }, ...each }) => ({
    ...each,
    scope: scope ?? unnamed,
    isNamed: scope !== null,
    members,
  }))
}

/** The currency of most figures; a second one is a translation for convenience. */
function mainCurrency(placed: readonly PlacedFact[]): string | null {
  const counts = new Map<string, number>()
  for (const { fact } of placed)
    if (fact.currency !== null) counts.set(fact.currency, (counts.get(fact.currency) ?? 0) + 1)
  const [first] = [...counts].sort(([, a], [, b]) => b - a)
  return first?.[0] ?? null
}

/**
 * Begin of the period: of most figures of a span, else of the filing's own dates, else of its
 * contexts.
 */
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
  for (const { fact, context, members } of placed)
    if (context.start !== null && members === '' && fact.value !== null) add(context.start, 1)
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
      return (
        key === 'employees' ||
        (currency !== null && (fact.currency === currency || fact.currency === null))
      )
    })
    for (const selector of SELECTORS[key]) {
      const facts = candidates
        .filter(
          ({ fact, members }) =>
            fact.concept === selector.concept &&
            members === selector.members &&
            (fact.value !== null || isUnreadNumber(fact)),
        )
        .map(({ fact }) => fact)
      if (!facts.some((fact) => fact.value !== null && isInUnit(key, fact))) continue
      const isPart = selector.concept === 'Debtors' && selector.members !== ''
      figures[key] =
        isPart && candidates.some(({ members }) => DEBTORS_AFTER_ONE_YEAR.test(members))
          ? contradict(facts[0]!, `${facts[0]!.value}: a part, and no total is stated`)
          : join(key, facts)
      break
    }
  }
  return figures
}

/**
 * Whether a fact has digits that could not be read as its value, and which may differ from another
 * value.
 */
const isUnreadNumber = ({ fault, raw }: XbrlFact) => fault !== null && /\d/.test(raw)
const isInUnit = (key: FigureKey, { currency }: XbrlFact) =>
  key === 'employees' || currency !== null

/** Figures of a span are those of the whole period, all others those of its last day. */
function isOfKind(key: FigureKey, context: XbrlContext, start: CivilDate | null): boolean {
  return FLOW_KEYS.has(key)
    ? context.start !== null && context.start === start
    : context.instant !== null
}

/**
 * Facts of one meaning: equal within the coarser accuracy they are one, the finest of them; else
 * they contradict each other.
 */
function join(key: FigureKey, facts: readonly XbrlFact[]): Figure {
  const unread = facts.find(isUnreadNumber)
  if (unread !== undefined) return contradict(unread, `${unread.raw}: ${unread.fault}`)
  const first = facts[0]!
  const finest = facts.reduce((best, each) => (isFiner(each, best) ? each : best))
  const other = facts.find((each) => !isConsistent(each, finest))
  if (other !== undefined)
    return contradict(first, `${first.value} and ${(other === first ? finest : other).value}`)
  const value = finest.value!
  if (key === 'employees' && (!isWholeDecimal(value) || value.startsWith('-')))
    return contradict(finest, `${value} is no count of people`)
  return { value, status: 'stated', source: sourceOf(finest) }
}

function contradict(fact: XbrlFact, conflict: string): Figure {
  return {
    value: null,
    status: 'conflict',
    source: sourceOf(fact),
    conflict: shorten(conflict, MAX_CONFLICT_CHARS),
  }
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
    context: shorten(context, MAX_CONTEXT_CHARS),
    decimals: decimals === null ? null : String(decimals),
    scale,
    sign,
    raw,
  }
}

/** Returns the total of a concept that is not a figure itself; `null` if the column states none. */
function findTerm(
  placed: readonly PlacedFact[],
  concept: string,
  currency: string | null,
): string | null {
  const found = placed.find(
    ({ fact, context, members }) =>
      fact.concept === concept &&
      context.instant !== null &&
      members === '' &&
      fact.currency === currency &&
      fact.value !== null,
  )
  return found?.fact.value ?? null
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
    const value = findTerm(placed, concept, currency)
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
