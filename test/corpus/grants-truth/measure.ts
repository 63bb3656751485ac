/**
 * Measures a reader on labelled texts: pieces right and wrong, traps, quotes, and verdicts on
 * applicants with a known result.
 */
import type { Criterion } from '../../../src/grants/model/criterion.ts'
import { type GrantText, plainText } from '../../../src/grants/model/detail.ts'
import type { Declared } from '../../../src/grants/model/parameters.ts'
import type { GoldText, Label } from './gold.ts'

type Stated = Pick<Label, 'code' | 'parameter' | 'operator' | 'value'>

/** A range is two bounds, an exclusion one piece a kind, any other statement one piece. At most 100 percent says nothing. */
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

export interface Outcome {
  id: string
  kind: string
  found: number
  right: number
  expected: number
  recalled: number
  traps: number
  trapped: number
  wrongQuotes: number
  legitimate: number
  wronged: number
  ineligible: number
  caught: number
  /** Per code: labels wanted and recalled, pieces found and right. */
  codes: Map<string, { expected: number; recalled: number; found: number; right: number }>
  wrong: string[]
  missed: string[]
  wrongedCases: string[]
}

export interface Reader {
  read(source: GrantText): readonly Criterion[]
  band(criteria: readonly Criterion[], declared: ReadonlyMap<string, Declared>): string
}

export function measureText(gold: GoldText, { read, band }: Reader): Outcome {
  const source = plainText(gold.text)
  const found = read(source)
  const hard = found.filter(({ code }) => code !== 'OTHER')
  const labels = gold.criteria.filter(({ code }) => code !== 'OTHER')
  const stated = new Set(
    labels.flatMap((label) => [label, ...(label.alternatives ?? [])].flatMap(piecesOf)),
  )
  const foundPieces = new Map<string, Criterion[]>()
  for (const criterion of hard)
    for (const piece of piecesOf(criterion))
      foundPieces.set(piece, [...(foundPieces.get(piece) ?? []), criterion])
  const outcome: Outcome = {
    id: gold.id,
    kind: gold.group_kind,
    found: foundPieces.size,
    right: 0,
    expected: 0,
    recalled: 0,
    traps: gold.traps.length,
    trapped: 0,
    wrongQuotes: found.filter(
      ({ requirement, span }) =>
        span === null || source.text.slice(span.start, span.end) !== requirement,
    ).length,
    legitimate: 0,
    wronged: 0,
    ineligible: 0,
    caught: 0,
    codes: new Map(),
    wrong: [],
    missed: [],
    wrongedCases: [],
  }
  const codeOf = (code: string) => {
    const held = outcome.codes.get(code) ?? { expected: 0, recalled: 0, found: 0, right: 0 }
    outcome.codes.set(code, held)
    return held
  }
  const wrongSpans: Criterion[] = []
  for (const [piece, criteria] of foundPieces) {
    const code = codeOf(criteria[0]!.code)
    code.found += 1
    if (stated.has(piece)) {
      outcome.right += 1
      code.right += 1
    } else {
      wrongSpans.push(...criteria)
      outcome.wrong.push(`${piece} «${criteria[0]!.requirement.slice(0, 120)}»`)
    }
  }
  for (const label of labels.filter(({ optional }) => !optional)) {
    const otherwise = (label.alternatives ?? []).some((each) =>
      piecesOf(each).every((piece) => foundPieces.has(piece)),
    )
    for (const piece of piecesOf(label)) {
      const hit = otherwise || foundPieces.has(piece)
      outcome.expected += 1
      codeOf(label.code).expected += 1
      if (hit) {
        outcome.recalled += 1
        codeOf(label.code).recalled += 1
      } else
        outcome.missed.push(
          `${piece} «${gold.text.slice(label.start, Math.min(label.end, label.start + 120))}»`,
        )
    }
  }
  outcome.trapped = gold.traps.filter((trap) =>
    wrongSpans.some(({ span }) => span !== null && span.start < trap.end && trap.start < span.end),
  ).length
  for (const each of gold.cases) {
    const verdict = band(
      found,
      new Map(Object.entries({ ...each.declare, org_type: each.org_type, region: each.region })),
    )
    const out = verdict === 'ineligible'
    if (each.expected === 'ineligible') {
      outcome.ineligible += 1
      if (out) outcome.caught += 1
    } else {
      outcome.legitimate += 1
      if (out) {
        outcome.wronged += 1
        outcome.wrongedCases.push(JSON.stringify(each))
      }
    }
  }
  return outcome
}

export interface Totals {
  texts: number
  precision: number
  recall: number
  found: number
  right: number
  expected: number
  recalled: number
  wrongingTexts: number
  legitimate: number
  wronged: number
  ineligible: number
  caught: number
  traps: number
  trapped: number
  wrongQuotes: number
}

export function totalsOf(outcomes: readonly Outcome[]): Totals {
  const sum = (pick: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + pick(outcome), 0)
  const [found, right, expected, recalled] = [
    sum((o) => o.found),
    sum((o) => o.right),
    sum((o) => o.expected),
    sum((o) => o.recalled),
  ]
  return {
    texts: outcomes.length,
    precision: found === 0 ? 1 : right / found,
    recall: expected === 0 ? 1 : recalled / expected,
    found,
    right,
    expected,
    recalled,
    wrongingTexts: outcomes.filter(({ wronged }) => wronged > 0).length,
    legitimate: sum((o) => o.legitimate),
    wronged: sum((o) => o.wronged),
    ineligible: sum((o) => o.ineligible),
    caught: sum((o) => o.caught),
    traps: sum((o) => o.traps),
    trapped: sum((o) => o.trapped),
    wrongQuotes: sum((o) => o.wrongQuotes),
  }
}
