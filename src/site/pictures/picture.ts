/**
 * Reads from an envelope what is easier to look at than to read. `text.ts` draws it for the
 * terminal, `parts.ts` as SVG.
 */

import type { RuleTable } from '../../contract/rules.ts'
import { isObject } from '../../platform/json.ts'
import type { CivilDate } from '../../platform/london.ts'
import { inProse, type Json, money, objects, places, toObject, words, worth } from './parts.ts'

/** Meaning of a colour; it is always repeated in words. */
export type Tone = 'good' | 'warn' | 'bad' | 'plain'

interface Titled {
  title: string
  /** `75 of 100, caution`. */
  reading: string
  tone: Tone
}

/** A score of 100 and how it came about. */
export interface Gauge extends Titled {
  kind: 'gauge'
  score: number
  bands: readonly { name: string; from: number; to: number }[]
  steps: readonly { code: string; effect: string; detail: string }[]
  /** Evidence that a thin verdict lacks; empty for a full one. */
  missing: readonly string[]
}

/** Parts of a whole, each with the most that it could be. */
export interface Bars extends Titled {
  kind: 'bars'
  bars: readonly { name: string; value: number; of: number }[]
  notes: readonly { code: string; detail: string }[]
}

/** Awards of a funder by year and by size, in pounds. */
export interface GivingPicture extends Titled {
  kind: 'giving'
  years: readonly { year: string; total: number; grants: number; median: number | null }[]
  sizes: readonly { name: string; amount: number }[]
}

export interface Checklist extends Titled {
  kind: 'checklist'
  items: readonly {
    mark: 'pass' | 'fail' | 'undeclared'
    requirement: string
    detail: string
    /** How certain the reading is; `null` if the answer does not say. */
    certainty: string | null
    /** Reason why it may not bind every applicant. */
    reason: string | null
    /** Reader of the text, in words. */
    by: string | null
  }[]
}

/** Dates of a tender in order, with today, and a bidder's first questions. */
export interface Timeline extends Titled {
  kind: 'timeline'
  events: readonly { name: string; date: CivilDate; state: 'past' | 'today' | 'ahead' }[]
  facts: readonly { name: string; value: string }[]
}

export type Picture = Gauge | Bars | GivingPicture | Checklist | Timeline

const TONES: Readonly<Record<string, Tone>> = {
  low_risk: 'good',
  strong: 'good',
  eligible: 'good',
  caution: 'warn',
  possible: 'warn',
  uncertain: 'warn',
  high_risk: 'bad',
  ineligible: 'bad',
}

/** Number of matches of a search that are drawn. */
const MOST = 3

/** Parts of published rules that drawings read. */
export interface DrawnRules extends Pick<RuleTable, 'applies_to' | 'bands'> {
  rules: readonly Pick<RuleTable['rules'][number], 'code' | 'effect'>[]
}

/**
 * @param envelope an answer of the service, parsed
 * @param rules published rules, which know what each flag took off
 */
export function buildPictures(envelope: unknown, rules: readonly DrawnRules[]): Picture[] {
  if (!isObject(envelope) || !isObject(envelope.result)) return []
  const { result } = envelope
  const verdict = isObject(envelope.verdict) ? envelope.verdict : {}
  if ('company_number' in result && typeof verdict.score === 'number')
    return [gauge(result, verdict, rules)]
  if (Array.isArray(result.criteria))
    return [
      buildChecklist(
        textOf(result.grant, 'name'),
        { ...verdict, criteria: result.criteria },
        toObject(result.criteria_provenance).certainty,
      ),
    ]
  if (isObject(result.timeline) && 'ocid' in result)
    return [timeline(result, result.timeline), ...buildCriteria(result.timeline)]
  if (isObject(result.giving)) return pictureGiving(result, result.giving)
  return objects(result.matches)
    .slice(0, MOST)
    .flatMap((match): Picture[] => {
      if (isObject(match.fit)) return [buildFit(match, match.fit)]
      return isObject(match.eligibility)
        ? [buildChecklist(textOf(match.grant, 'name'), match.eligibility, null)]
        : []
    })
}

function gauge(result: Json, verdict: Json, tables: readonly DrawnRules[]): Gauge {
  const judgedBy = Array.isArray(result.periods) ? 'company_accounts' : 'company_verdict'
  const { rules, bands } = tables.find(({ applies_to: ids }) => ids.includes(judgedBy)) ?? {
    rules: [],
    bands: [],
  }
  const effects = new Map(rules.map(({ code, effect }) => [code, effect]))
  const steps = objects(verdict.flags).map((flag) => {
    const effect = effects.get(String(flag.code)) ?? null
    const described =
      effect === null || !('points' in effect || 'cap' in effect)
        ? ''
        : 'cap' in effect
          ? `at most ${effect.cap}`
          : effect.points === 0
            ? ''
            : String(effect.points).replace('-', '−')
    return { code: String(flag.code), effect: described, detail: inProse(String(flag.detail)) }
  })
  return {
    kind: 'gauge',
    ...addTitle(String(result.name ?? `Company ${result.company_number}`), verdict),
    score: Number(verdict.score),
    bands: bands.flatMap(({ band, from, to }) =>
      from === null || to === null ? [] : [{ name: words(band), from, to }],
    ),
    steps,
    missing: objects(toObject(result.evidence).reasons).map(({ detail }) => String(detail)),
  }
}

const FACTORS = [
  ['relevance', 'of', 'Relevance'],
  ['value_fit', 'of_v', 'Value'],
  ['geography', 'of_g', 'Place'],
  ['timeline', 'of_t', 'Time left'],
  ['buyer_history', 'of_b', 'Buyer’s history'],
] as const

export function buildFit(match: Json, judged: Json): Bars {
  const factors = isObject(judged.factors) ? judged.factors : {}
  return {
    kind: 'bars',
    ...addTitle(String(match.title ?? match.ocid), judged),
    bars: FACTORS.map(([value, of, name]) => ({
      name,
      value: Number(factors[value] ?? 0),
      of: Number(factors[of] ?? 0),
    })),
    notes: objects(judged.flags).map(({ code, detail }) => ({
      code: String(code),
      detail: inProse(String(detail)),
    })),
  }
}

/** Words for failures that are not sure; their flags quote the criterion. */
const UNSURE: Readonly<Record<string, string>> = {
  LIKELY_INELIGIBLE: 'likely ineligible: check this sentence; ',
  MAY_BE_INELIGIBLE: 'may be ineligible: check this sentence; ',
}

/** @param certainty of criteria by their position, from the provenance of one eligibility */
export function buildChecklist(title: string, judged: Json, certainty: unknown): Checklist {
  const unsure = new Map(
    objects(judged.flags).map(({ code, detail }) => [detail, UNSURE[String(code)] ?? '']),
  )
  const grades = new Map(objects(certainty).map((grade) => [grade.index, grade]))
  return {
    kind: 'checklist',
    ...addTitle(title, judged),
    items: objects(judged.criteria).map(({ pass, requirement, detail, by }, index) => {
      const { certainty: grade, reason } = grades.get(index) ?? {}
      const isUnsure = pass === 'fail' && grade === undefined && unsure.get(requirement)
      const inWords = `${isUnsure || ''}${formatDetail(String(detail))}`
      const isNew = typeof reason === 'string' && !inWords.includes(inProse(reason))
      return {
        mark: pass === 'pass' || pass === 'fail' ? pass : 'undeclared',
        requirement: String(requirement),
        detail: inWords,
        certainty: grade === undefined ? null : String(grade),
        reason: isNew ? inProse(reason) : null,
        by: typeof by === 'string' ? `read by ${by === 'caller' ? 'you' : by}` : null,
      }
    }),
  }
}

/**
 * Rewords a detail for people. Words that repeat the mark and names made of digits are left out.
 */
function formatDetail(detail: string): string {
  return inProse(
    detail.replace(/^not declared; /, '').replace(/^meets_[0-9a-f]+: true if/, 'say whether'),
  )
}

const SIZES = [
  ['min', 'smallest'],
  ['p25', 'a quarter are below'],
  ['median', 'half are below'],
  ['p75', 'three quarters are below'],
  ['max', 'largest'],
] as const

/** Nothing where nothing may be said of the figures. */
function pictureGiving(result: Json, figures: Json): GivingPicture[] {
  const sizes = isObject(figures.size_distribution_gbp) ? figures.size_distribution_gbp : {}
  const yearly = isObject(figures.yearly) ? figures.yearly : {}
  if (typeof figures.total_awarded_gbp !== 'number') return []
  return [
    {
      kind: 'giving',
      title: textOf(result.funder, 'name'),
      reading: `${money(figures.total_awarded_gbp, 'GBP')} in ${Number(figures.grants_made).toLocaleString('en-GB')} grants`,
      tone: 'plain',
      years: Object.entries(yearly)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([year, of]) => ({
          year,
          total: numberOf(of, 'total_gbp'),
          grants: numberOf(of, 'grants'),
          median: isObject(of) && typeof of.median_gbp === 'number' ? of.median_gbp : null,
        })),
      sizes: SIZES.flatMap(([key, name]) =>
        typeof sizes[key] === 'number' ? [{ name, amount: sizes[key] }] : [],
      ),
    },
  ]
}

const EVENTS = [
  ['published', 'Published'],
  ['enquiry_deadline', 'Last day for questions'],
  ['engagement_ends', 'Early talks end'],
  ['deadline', 'Bids are due'],
  ['deadline_estimate', 'Bids may be due'],
  ['contract_start', 'Contract begins'],
  ['contract_end', 'Contract ends'],
  ['contract_max_end', 'Latest end, if renewed'],
] as const

/** Fewer working days leave little room for a bid. */
const SHORT_DAYS = 10

function timeline(result: Json, dates: Json): Timeline {
  const dated = EVENTS.flatMap(([key, name]) =>
    typeof dates[key] === 'string' ? [{ name, date: toLondonDay(dates[key]) }] : [],
  )
  const { deadline, days_remaining: left, working_days_remaining: workingDays } = dates
  const today =
    typeof deadline === 'string' && typeof left === 'number'
      ? daysBefore(toLondonDay(deadline), left)
      : null
  const events = dated.map((event) => ({
    ...event,
    state: today !== null && event.date < today ? ('past' as const) : ('ahead' as const),
  }))
  const marked =
    today === null ? events : [...events, { name: 'Today', date: today, state: 'today' as const }]
  const days =
    typeof left === 'number'
      ? `${left} ${left === 1 ? 'day' : 'days'} left, ${Number(workingDays)} working`
      : ''
  return {
    kind: 'timeline',
    title: String(result.title ?? result.ocid),
    reading: days,
    tone: typeof workingDays === 'number' ? (workingDays < SHORT_DAYS ? 'warn' : 'good') : 'plain',
    events: marked.toSorted(
      (a, b) => Date.parse(a.date) - Date.parse(b.date) || (a.state === 'today' ? -1 : 0),
    ),
    facts: tenderFacts(result),
  }
}

/** Award criteria with a stated weight. */
function buildCriteria({ contract }: Json): Bars[] {
  const bars = objects(toObject(contract).award_criteria).flatMap(
    ({ name, type, weight_pct: weight }) =>
      typeof weight === 'number'
        ? [{ name: String(name ?? words(type ?? 'unnamed')), value: weight, of: 100 }]
        : [],
  )
  return bars.length === 0
    ? []
    : [{ kind: 'bars', title: 'How bids are judged', reading: '', tone: 'plain', bars, notes: [] }]
}

function daysBefore(date: CivilDate, days: number): CivilDate {
  const ms = Date.parse(date) - days * 86_400_000
  return Number.isNaN(ms) ? date : new Date(ms).toISOString().slice(0, 10)
}

function tenderFacts({ buyer, value, region, lots, stage, cpv, submission_url: bid }: Json) {
  const parts = objects(lots).length
  return [
    { name: 'Buyer', value: String(buyer ?? 'not stated') },
    { name: 'Value', value: worth(value) },
    { name: 'Place', value: typeof region === 'string' ? places(region) : 'not stated' },
    ...(typeof stage === 'string' ? [{ name: 'Stage', value: stage }] : []),
    ...(Array.isArray(cpv) ? [{ name: 'CPV codes', value: cpv.join(', ') }] : []),
    ...(parts === 0 ? [] : [{ name: 'Parts to bid for', value: String(parts) }]),
    {
      name: 'Where to bid',
      value: typeof bid === 'string' ? (URL.parse(bid)?.hostname ?? bid) : 'not stated',
    },
  ]
}

/** Some browsers have no Temporal. */
const LONDON = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

/** Returns the London day of a date or an instant. */
function toLondonDay(text: string): CivilDate {
  const ms = Date.parse(text)
  return text.includes('T') && !Number.isNaN(ms) ? LONDON.format(ms) : text
}

function addTitle(title: string, { score, band }: Json): Titled {
  const described = band === null || band === undefined ? '' : words(String(band))
  const points = typeof score === 'number' ? `${score} of 100` : ''
  return {
    title,
    reading: [points, described].filter((part) => part !== '').join(', '),
    tone: TONES[String(band)] ?? 'plain',
  }
}

const textOf = (of: unknown, key: string): string => (isObject(of) ? String(of[key] ?? '') : '')

const numberOf = (of: unknown, key: string): number =>
  isObject(of) && typeof of[key] === 'number' ? of[key] : 0
