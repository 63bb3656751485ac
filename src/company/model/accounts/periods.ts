/** Periods of a company, joined from its filings, with ratios and changes. Pure. */
import type { Figure, FigureSource, FiledPeriod, Scope } from 'ukintel-ixbrl'
import { FIGURE_KEYS, type FigureKey, FLOW_KEYS } from 'ukintel-ixbrl/concepts'
import {
  compareDecimals,
  divideDecimals,
  isSameWithinRounding,
  subtractDecimals,
} from 'ukintel-ixbrl/decimal'
import { type CivilDate, daysBetween } from '../../../platform/london.ts'
import { isOutOfReason } from '../../../platform/reason.ts'
import type { ReadAccounts } from './filing.ts'

export interface ReportedFigure {
  value: string | null
  status: Figure['status'] | 'absent'
  source: ({ transaction_id: string | null } & FigureSource) | null
}

export interface ReportedPeriod {
  start: CivilDate | null
  end: CivilDate
  months: number | null
  currency: string | null
  figures: Record<FigureKey, ReportedFigure>
  scope: Scope
}

/** A contradiction within one filing, or between a filing and a later one that restates it. */
export interface FigureNote {
  end: CivilDate
  key: FigureKey
  detail: string
}

/** Periods of one scope. */
interface ScopePeriods {
  /** Newest first. */
  periods: ReportedPeriod[]
  conflicts: FigureNote[]
  restated: FigureNote[]
}

export interface CompanyPeriods {
  /**
   * Newest first: the group's if the newest filing has a column of the group, else the company's.
   */
  periods: ReportedPeriod[]
  /** The company's own, newest first; `null` unless `periods` are the group's and it has some. */
  companyPeriods: ReportedPeriod[] | null
  /** Periods that are judged and compared. */
  judged: ScopePeriods
  /** Scope of the judged figures; `null` if there are none. */
  scope: Scope | null
  /** Ends of periods that are later than the filing that states them, in words. */
  setAside: string[]
}

export interface ReadFiling {
  /** `null` if the filing came from the register's bulk product. */
  transactionId: string | null
  accounts: ReadAccounts
  /** Day of filing, or the day of reading if it is not known. */
  published: CivilDate
}

interface FiledFigure {
  figure: Figure
  transactionId: string | null
}

type Joined = Omit<FiledPeriod, 'figures'> & { figures: Partial<Record<FigureKey, FiledFigure>> }

/**
 * Joins the periods of filings, each scope by itself. The group's are judged if they have a balance
 * sheet.
 * @param filings newest balance sheet first
 */
export function joinPeriods(filings: readonly ReadFiling[], most: number): CompanyPeriods {
  const setAside = new Set<string>()
  // An amendment may be filed after the accounts of the year that follows.
  const inOrder = filings.toSorted(
    (a, b) => Number(a.published < b.published) - Number(a.published > b.published),
  )
  const believed = inOrder.map(({ accounts, ...filing }) => ({
    ...filing,
    accounts: {
      ...accounts,
      periods: accounts.periods.filter(({ end }) => {
        const isOdd = isOutOfReason(end, filing.published)
        if (isOdd) setAside.add(`a balance sheet of ${end} filed by ${filing.published}`)
        return !isOdd
      }),
    },
  }))
  const group = joinScope(believed, 'group', most)
  const company = joinScope(believed, 'company', most)
  const [ofGroup, ofCompany] = [group.periods[0], company.periods[0]]
  const isGroup =
    ofGroup !== undefined &&
    (ofCompany === undefined || daysBetween(ofGroup.end, ofCompany.end) <= 1)
  const shown = isGroup ? group : company
  const judged = isGroup && !hasBalanceSheet(ofGroup) && ofCompany ? company : shown
  return {
    periods: shown.periods,
    companyPeriods: isGroup && ofCompany ? company.periods : null,
    judged,
    scope: judged.periods[0]?.scope ?? null,
    setAside: [...setAside],
  }
}

const hasBalanceSheet = ({ figures }: ReportedPeriod) =>
  FIGURE_KEYS.some((key) => !FLOW_KEYS.has(key) && figures[key].value !== null)

/**
 * Joins the periods of filings. A later filing outweighs an earlier one, since it may restate it;
 * the earlier one adds what the later one does not state, and the finer value where both agree
 * within rounding.
 * @param filings the one that was filed last first
 */
function joinScope(filings: readonly ReadFiling[], scope: Scope, most: number): ScopePeriods {
  const joined: Joined[] = []
  const conflicts: FigureNote[] = []
  const restated: FigureNote[] = []
  for (const { transactionId, accounts } of filings) {
    for (const period of accounts.periods) {
      if (period.scope !== scope) continue
      const known = joined.find(({ end }) => Math.abs(daysBetween(end, period.end)) <= 1)
      if (known === undefined) {
        joined.push({ ...period, figures: figuresOfFiling(period, transactionId) })
        continue
      }
      if (period.currency !== known.currency && known.currency !== null && period.currency !== null)
        continue
      known.currency ??= period.currency
      if (known.start === null) {
        known.start = period.start
        known.months = period.months
      }
      addOlderPeriod(known, period, transactionId, restated)
    }
  }
  joined.sort((a, b) => (a.end < b.end ? 1 : -1))
  const shown = joined.slice(0, most)
  for (const { end, figures } of shown)
    for (const [key, { figure }] of Object.entries(figures) as [FigureKey, FiledFigure][])
      if (figure.conflict !== undefined) conflicts.push({ end, key, detail: figure.conflict })
  return {
    periods: shown.map(listReported),
    conflicts,
    restated: restated.filter(({ end }) => shown.some((each) => each.end === end)),
  }
}

function figuresOfFiling(
  { figures }: FiledPeriod,
  transactionId: string | null,
): Joined['figures'] {
  return Object.fromEntries(
    Object.entries(figures).map(([key, figure]) => [key, { figure, transactionId }]),
  )
}

/** Figures of a span of 18 months are not of one of 12 that ends on the same day. */
function addOlderPeriod(
  known: Joined,
  period: FiledPeriod,
  transactionId: string | null,
  restated: FigureNote[],
): void {
  const isOfLength = period.months === known.months
  for (const [key, older] of Object.entries(figuresOfFiling(period, transactionId)) as [
    FigureKey,
    FiledFigure,
  ][])
    if (isOfLength || !FLOW_KEYS.has(key)) addOlder(known, key, older, restated)
}

function addOlder(
  { end, figures }: Joined,
  key: FigureKey,
  older: FiledFigure,
  restated: FigureNote[],
): void {
  const newer = figures[key]
  if (
    newer === undefined ||
    (newer.figure.status === 'derived' && older.figure.status === 'stated')
  )
    figures[key] = older
  if (newer?.figure.status !== 'stated' || older.figure.status !== 'stated') return
  const [a, b] = [newer.figure, older.figure].map((figure) => ({
    value: figure.value!,
    decimals: accuracyOf(figure),
  })) as [{ value: string; decimals: number }, { value: string; decimals: number }]
  if (!isSameWithinRounding(a, b))
    restated.push({ end, key, detail: `${b.value} became ${a.value}` })
  else if (b.decimals > a.decimals) figures[key] = older
}

function accuracyOf({ source: { decimals } }: Figure): number {
  return decimals === null || decimals === 'INF' ? Number.POSITIVE_INFINITY : Number(decimals)
}

const ABSENT: ReportedFigure = { value: null, status: 'absent', source: null }

function listReported({ scope, start, end, months, currency, figures }: Joined): ReportedPeriod {
  const figureOf = (key: FigureKey): ReportedFigure => {
    const found = figures[key]
    if (found === undefined) return ABSENT
    const { value, status, source } = found.figure
    return { value, status, source: { transaction_id: found.transactionId, ...source } }
  }
  return {
    start,
    end,
    months,
    currency,
    figures: Object.fromEntries(FIGURE_KEYS.map((key) => [key, figureOf(key)])) as Record<
      FigureKey,
      ReportedFigure
    >,
    scope,
  }
}

/** Ratios of the newest period: a numerator over a denominator that is above zero. */
export const RATIOS = {
  current_ratio: ['current_assets', 'creditors_within_one_year'],
  cash_ratio: ['cash', 'creditors_within_one_year'],
  debt_after_one_year_to_net_assets: ['creditors_after_one_year', 'net_assets'],
  gross_margin: ['gross_profit', 'turnover'],
  operating_margin: ['operating_profit', 'turnover'],
  profit_margin: ['profit', 'turnover'],
  return_on_net_assets: ['profit', 'net_assets'],
  turnover_per_employee: ['turnover', 'employees'],
} as const satisfies Record<string, readonly [FigureKey, FigureKey]>
export type RatioKey = keyof typeof RATIOS

const RATIO_PLACES = 4

export function computeRatios(period: ReportedPeriod | undefined) {
  if (period === undefined) return []
  return (Object.entries(RATIOS) as [RatioKey, readonly [FigureKey, FigureKey]][]).flatMap(
    ([key, of]) => {
      const [over, under] = of.map((each) => period.figures[each].value)
      if (over == null || under == null || compareDecimals(under, '0') <= 0) return []
      return [{ key, value: divideDecimals(over, under, RATIO_PLACES), of }]
    },
  )
}

/** Changes from the period before to the newest one. */
export function computeChanges([newest, before]: readonly ReportedPeriod[]) {
  if (newest === undefined || before === undefined) return []
  if (newest.currency !== before.currency) return []
  return FIGURE_KEYS.flatMap((key) => {
    const [from, to] = [before.figures[key].value, newest.figures[key].value]
    if (from === null || to === null) return []
    const isComparable =
      key === 'employees' || !FLOW_KEYS.has(key) || newest.months === before.months
    const pct =
      isComparable && compareDecimals(from, '0') > 0
        ? divideDecimals(`${subtractDecimals(to, from)}`, from, 3)
        : null
    return [{ key, from, to, pct: pct === null ? null : toPercent(pct) }]
  })
}

const toPercent = (share: string) => divideDecimals(share, '0.01', 1)
