/**
 * Accounts rules 1.0.0: start at 100, apply every deduction that fires, then the lowest cap that
 * fires, then clamp to 0-100. A pure function of filed figures and one civil date in Europe/London.
 * A published version never changes; a change is a new one.
 */
import { addDecimals, compareDecimals } from 'ukintel-ixbrl/decimal'
import { canonicalJson, sha256Hex } from '../../../platform/hash.ts'
import { addMonths, type CivilDate } from '../../../platform/london.ts'
import { shorten } from '../../../platform/text.ts'
import type { JudgedKey } from '../figure-keys.ts'
import type { AccountsFacts, VerdictBand, VerdictJudgement, VerdictOutcome } from '../version.ts'

export const RULES_VERSION = '1.0.0' as const

const OLD_MONTHS = 21

/** The published table, in flag order. Documents and the rules page are rendered from it. */
export const ACCOUNTS_RULES = [
  {
    code: 'NEGATIVE_NET_ASSETS',
    effect: { points: -35 },
    fires: 'Net assets of the newest period are below zero.',
  },
  {
    code: 'NEGATIVE_NET_CURRENT_ASSETS',
    effect: { points: -15 },
    fires: 'Net current assets of the newest period are below zero.',
  },
  {
    code: 'NET_ASSETS_FALLEN',
    effect: { points: -15 },
    fires: 'Net assets fell by half or more from a period in which they were above zero.',
  },
  {
    code: 'CASH_BELOW_SHORT_TERM_CREDITORS',
    effect: { points: -10 },
    fires: 'Cash of the newest period is less than creditors due within one year.',
  },
  { code: 'LOSS', effect: { points: -10 }, fires: 'The newest period states a loss.' },
  {
    code: 'DORMANT_ACCOUNTS',
    effect: { points: -10 },
    fires: 'The newest filing is dormant accounts, or states that the company was dormant.',
  },
  {
    code: 'DORMANT_BUT_TRADING',
    effect: { cap: 40 },
    fires: 'Dormant accounts state turnover or employees above zero.',
  },
  {
    code: 'NO_EMPLOYEES',
    effect: { points: -5 },
    fires: 'The newest period states that there were no employees.',
  },
  {
    code: 'FIGURES_OLD',
    effect: { points: -15 },
    fires: `The newest figures are made up to a day more than ${OLD_MONTHS} months ago.`,
  },
  {
    code: 'AMENDED',
    effect: { points: -5 },
    fires: 'Accounts of the periods shown were amended after filing.',
  },
  {
    code: 'NOT_MACHINE_READABLE',
    effect: { points: -5 },
    fires: 'A filing newer than the figures shown has none that a machine can read.',
  },
  {
    code: 'NO_FIGURES',
    effect: { cap: 79 },
    fires: 'No figure could be read, so nothing speaks for the company or against it.',
  },
  {
    code: 'FIGURES_CONFLICT',
    effect: { points: -10 },
    fires: 'A filing states one figure with two values, or a count that is no whole number.',
  },
  {
    code: 'RESTATED',
    effect: { points: 0 },
    fires: 'A later filing states another value for an earlier period.',
  },
] as const

type AccountsCode = (typeof ACCOUNTS_RULES)[number]['code']

/** Lower bound of each band, best first: as those of the company verdict. */
export const ACCOUNTS_BANDS = [
  { band: 'low_risk', from: 80, to: 100 },
  { band: 'caution', from: 50, to: 79 },
  { band: 'high_risk', from: 0, to: 49 },
] as const satisfies readonly { band: VerdictBand; from: number; to: number }[]

export type AccountsFinding = Exclude<VerdictOutcome, 'fired'> | { detail: string }
export type Judge = (facts: AccountsFacts, today: CivilDate) => AccountsFinding

const figureOf = ({ periods }: AccountsFacts, key: JudgedKey, index = 0) =>
  periods[index]?.figures[key] ?? null

const isBelow = (value: string, limit: string) => compareDecimals(value, limit) < 0
const words = (key: string) => key.replaceAll('_', ' ')

function amount(facts: AccountsFacts, value: string, index = 0): string {
  const { currency, end } = facts.periods[index]!
  return `${value}${currency === null ? '' : ` ${currency}`} at ${end}`
}

const belowZero =
  (key: JudgedKey): Judge =>
  (facts) => {
    const value = figureOf(facts, key)
    if (value === null) return 'unavailable'
    return isBelow(value, '0') ? { detail: `${words(key)} ${amount(facts, value)}` } : 'clear'
  }

/** The filing that the newest figures are of: the first that was read. */
const newestRead = ({ filings }: AccountsFacts) => filings.find(({ status }) => status === 'read')

function isDormant(facts: AccountsFacts): boolean | null {
  const filing = newestRead(facts)
  if (filing === undefined) return null
  return filing.accounts_type === 'dormant' || filing.dormant === true
}

/** The first note in words, and how many more there are. */
function detailOf(notes: AccountsFacts['conflicts']): AccountsFinding {
  const [first, ...more] = notes
  if (first === undefined) return 'clear'
  const rest = more.length === 0 ? '' : `, and ${more.length} more`
  return { detail: shorten(`${words(first.key)} at ${first.end}: ${first.detail}${rest}`, 160) }
}

export const JUDGES: Readonly<Record<AccountsCode, Judge>> = {
  NEGATIVE_NET_ASSETS: belowZero('net_assets'),
  NEGATIVE_NET_CURRENT_ASSETS: belowZero('net_current_assets'),
  NET_ASSETS_FALLEN: (facts) => {
    const [now, before] = [figureOf(facts, 'net_assets'), figureOf(facts, 'net_assets', 1)]
    if (now === null || before === null) return 'unavailable'
    if (facts.periods[0]!.currency !== facts.periods[1]!.currency) return 'not_applicable'
    if (compareDecimals(before, '0') <= 0) return 'not_applicable'
    return compareDecimals(addDecimals(now, now), before) <= 0
      ? { detail: `net assets ${amount(facts, now)}, ${amount(facts, before, 1)}` }
      : 'clear'
  },
  CASH_BELOW_SHORT_TERM_CREDITORS: (facts) => {
    const cash = figureOf(facts, 'cash')
    const creditors = figureOf(facts, 'creditors_within_one_year')
    if (cash === null || creditors === null) return 'unavailable'
    return isBelow(cash, creditors)
      ? { detail: `cash ${cash}, creditors within one year ${amount(facts, creditors)}` }
      : 'clear'
  },
  LOSS: belowZero('profit'),
  DORMANT_ACCOUNTS: (facts) => {
    const dormant = isDormant(facts)
    if (dormant === null) return 'unavailable'
    return dormant ? { detail: `dormant accounts made up to ${facts.periods[0]?.end}` } : 'clear'
  },
  DORMANT_BUT_TRADING: (facts) => {
    if (isDormant(facts) !== true) return 'not_applicable'
    const found = (['turnover', 'employees'] as const).flatMap((key) => {
      const value = figureOf(facts, key)
      return value !== null && compareDecimals(value, '0') > 0 ? [`${key} ${value}`] : []
    })
    return found.length > 0 ? { detail: `dormant accounts state ${found.join(' and ')}` } : 'clear'
  },
  NO_EMPLOYEES: (facts) => {
    const employees = figureOf(facts, 'employees')
    if (employees === null) return 'unavailable'
    return employees === '0' ? { detail: `employees 0 at ${facts.periods[0]!.end}` } : 'clear'
  },
  FIGURES_OLD: ({ periods }, today) => {
    const [newest] = periods
    if (newest === undefined) return 'unavailable'
    return addMonths(newest.end, OLD_MONTHS) < today
      ? { detail: `newest figures made up to ${newest.end}` }
      : 'clear'
  },
  AMENDED: ({ filings, periods }) => {
    const oldest = periods.at(-1)?.end
    const amended = filings.find(
      (filing) =>
        filing.amended && (filing.made_up_to === null || !oldest || filing.made_up_to >= oldest),
    )
    return amended
      ? { detail: `accounts made up to ${amended.made_up_to ?? 'an unknown day'} were amended` }
      : 'clear'
  },
  NOT_MACHINE_READABLE: (facts) => {
    const first = facts.filings.findIndex(({ status }) => status === 'read')
    const newer = facts.filings.slice(0, first === -1 ? undefined : first)
    return newer.length > 0
      ? {
          detail: `no figures can be read of accounts made up to ${newer.map((each) => each.made_up_to ?? 'an unknown day').join(', ')}`,
        }
      : 'clear'
  },
  NO_FIGURES: ({ periods }) =>
    periods.length === 0 ? { detail: 'no figure could be read' } : 'clear',
  FIGURES_CONFLICT: ({ conflicts }) => detailOf(conflicts),
  RESTATED: ({ restated }) => detailOf(restated),
}

interface JudgedRule<Code> {
  code: Code
  effect: { points: number } | { cap: number }
}

/** Creates the judgement of one version from its table and the judge of each rule. */
export function createJudge<Code extends string>(
  version: `${number}.${number}.${number}`,
  table: readonly JudgedRule<Code>[],
  judges: Readonly<Record<Code, Judge>>,
) {
  return (facts: AccountsFacts, today: CivilDate): VerdictJudgement => {
    const flags: { code: Code; detail: string }[] = []
    const rules: { code: Code; outcome: VerdictOutcome }[] = []
    let points = 100
    let cap = 100
    for (const { code, effect } of table) {
      const finding = judges[code](facts, today)
      rules.push({ code, outcome: typeof finding === 'object' ? 'fired' : finding })
      if (typeof finding !== 'object') continue
      flags.push({ code, detail: finding.detail })
      if ('cap' in effect) cap = Math.min(cap, effect.cap)
      else points += effect.points
    }
    const score = Math.max(0, Math.min(points, cap))
    return {
      score,
      band: ACCOUNTS_BANDS.find(({ from }) => score >= from)?.band ?? 'high_risk',
      flags,
      evaluation: {
        rules_version: version,
        evaluated_on: today,
        inputs_hash: sha256Hex(canonicalJson(facts)).slice(0, 16),
        rules,
      },
    }
  }
}

export const judge = createJudge(RULES_VERSION, ACCOUNTS_RULES, JUDGES)
