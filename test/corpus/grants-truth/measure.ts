/**
 * Measures a reader on labelled texts by certainty: pieces right and wrong, traps, quotes, and
 * verdicts on applicants with a known result.
 */
import { CERTAINTIES, type Certainty, type Criterion } from 'ukintel-grant-reader/criterion'
import { type GrantText, plainText } from '../../../src/grants/model/detail.ts'
import { ELIGIBILITY } from '../../../src/grants/rules/published.ts'
import type { GoldText, Label } from './gold.ts'

type Stated = Pick<Label, 'code' | 'parameter' | 'operator' | 'value'>

/**
 * A range is two bounds, an exclusion one piece a kind, any other statement one piece. At most 100
 * percent says nothing.
 */
function piecesOf({ code, parameter, operator, value }: Stated): string[] {
  const piece = (how: string, what: unknown) =>
    `${code} ${parameter} ${how} ${JSON.stringify(what)}`
  if (operator === 'between') {
    const { min, max } = value as { min: number; max: number }
    return [piece('at_least', min), piece('at_most', max)]
  }
  if (operator === 'none_of') return (value as string[]).map((each) => piece('none_of', each))
  if (operator === 'one_of') return [piece('one_of', [...(value as string[])].sort())]
  if (code === 'FUNDING_INTENSITY' && operator === 'at_most' && value === 100) return []
  return [piece(operator, value)]
}

/** A count for each certainty. */
export type Graded = Record<Certainty, number>

const none = (): Graded => ({ sure: 0, likely: 0, doubtful: 0 })

export interface Outcome {
  texts: number
  found: Graded
  right: Graded
  expected: number
  recalled: Graded
  traps: number
  /** Traps that a sure finding falls into. */
  trapped: number
  wrongQuotes: number
  legitimate: number
  /** Legitimate applicants whose surest failure has this certainty. */
  wronged: Graded
  ineligible: number
  caught: Graded
  uncertain: number
  /** Uncertain answers with a likely or doubtful failure. */
  graded: number
  /** Sure findings that are wrong, and labels without a sure finding. */
  wrong: string[]
  missed: string[]
}

const empty = (): Outcome => ({
  texts: 0,
  found: none(),
  right: none(),
  expected: 0,
  recalled: none(),
  traps: 0,
  trapped: 0,
  wrongQuotes: 0,
  legitimate: 0,
  wronged: none(),
  ineligible: 0,
  caught: none(),
  uncertain: 0,
  graded: 0,
  wrong: [],
  missed: [],
})

type Read = (source: GrantText) => readonly Criterion[]

export function measureText(gold: GoldText, read: Read): Outcome {
  const source = plainText(gold.text)
  const criteria = ELIGIBILITY.current.criteriaOf(read(source))
  const outcome: Outcome = { ...empty(), texts: 1, traps: gold.traps.length }
  outcome.wrongQuotes = criteria.filter(
    ({ requirement, span }) =>
      span === null || source.text.slice(span.start, span.end) !== requirement,
  ).length
  compareFindings(gold, criteria, outcome)
  judgeCases(gold, criteria, outcome)
  return outcome
}

function compareFindings(gold: GoldText, criteria: readonly Criterion[], outcome: Outcome): void {
  const labels = gold.criteria.filter(({ code }) => code !== 'OTHER')
  const stated = new Set(
    labels.flatMap((label) => [label, ...(label.alternatives ?? [])].flatMap(piecesOf)),
  )
  /** The surest criterion that states a piece. */
  const found = new Map<string, Criterion & { certainty: Certainty }>()
  const bySureness = [...criteria].sort((a, b) => rank(a) - rank(b))
  for (const criterion of bySureness.filter(({ code }) => code !== 'OTHER'))
    for (const piece of piecesOf(criterion))
      if (!found.has(piece)) found.set(piece, { ...criterion, certainty: criterion.certainty! })

  const wrong: Criterion[] = []
  for (const [piece, criterion] of found) {
    outcome.found[criterion.certainty] += 1
    if (stated.has(piece)) outcome.right[criterion.certainty] += 1
    else if (criterion.certainty === 'sure') {
      wrong.push(criterion)
      outcome.wrong.push(`${piece} «${criterion.requirement.slice(0, 120)}»`)
    }
  }
  for (const label of labels.filter(({ optional }) => !optional)) {
    const otherwise = (label.alternatives ?? [])
      .map(piecesOf)
      .find((pieces) => pieces.every((piece) => found.has(piece)))
    for (const piece of piecesOf(label)) {
      const hit = found.get(piece) ?? found.get(otherwise?.[0] ?? '')
      outcome.expected += 1
      if (hit) outcome.recalled[hit.certainty] += 1
      if (hit?.certainty !== 'sure') outcome.missed.push(piece)
    }
  }
  outcome.trapped = gold.traps.filter(({ start, end }) =>
    wrong.some(
      ({ span }) =>
        span !== null &&
        start !== undefined &&
        end !== undefined &&
        span.start < end &&
        start < span.end,
    ),
  ).length
}

const rank = ({ certainty }: Criterion) => CERTAINTIES.indexOf(certainty!)

function judgeCases(gold: GoldText, criteria: readonly Criterion[], outcome: Outcome): void {
  for (const { declare, org_type, region, expected } of gold.cases) {
    const judged = ELIGIBILITY.current.judge({
      criteria,
      complete: false,
      window: { state: 'open', detail: 'open' },
      declared: new Map(Object.entries({ ...declare, org_type, region })),
    })
    const failed = criteria.filter((_, index) => judged.criteria[index]!.pass === 'fail')
    const surest = failed.sort((a, b) => rank(a) - rank(b))[0]?.certainty
    if (judged.band !== 'ineligible') {
      outcome.uncertain += 1
      if (surest !== undefined) outcome.graded += 1
    }
    if (expected === 'ineligible') {
      outcome.ineligible += 1
      if (surest !== undefined) outcome.caught[surest] += 1
    } else {
      outcome.legitimate += 1
      if (surest !== undefined) outcome.wronged[surest] += 1
    }
  }
}

/** Returns the sum of several outcomes. */
export function totalsOf(outcomes: readonly Outcome[]): Outcome {
  const total = empty()
  const add = (to: Record<string, unknown>, from: Record<string, unknown>) => {
    for (const [key, value] of Object.entries(from)) {
      if (typeof value === 'number') to[key] = (to[key] as number) + value
      else if (Array.isArray(value)) (to[key] as string[]).push(...value)
      else add(to[key] as Record<string, unknown>, value as Record<string, unknown>)
    }
  }
  for (const outcome of outcomes)
    add(total as unknown as Record<string, unknown>, outcome as unknown as Record<string, unknown>)
  return total
}
