/**
 * A text that states two different limits binds no applicant: two ceilings, a floor above a
 * ceiling, kinds of applicants that exclude each other. A limit of one part is evidence, too: if
 * some may have more than "the" ceiling, it is not the ceiling for all.
 */

import type { FoundCriterion } from './build.ts'
import type { CriterionValue } from './criterion.ts'

type Bound = number | string

function upper({ operator, value }: FoundCriterion): Bound | null {
  if (operator === 'at_most' || operator === 'less_than' || operator === 'not_after')
    return value as Bound
  return operator === 'between' ? (value as { max: number }).max : null
}

function lower({ operator, value }: FoundCriterion): Bound | null {
  if (operator === 'at_least' || operator === 'more_than' || operator === 'not_before')
    return value as Bound
  return operator === 'between' ? (value as { min: number }).min : null
}

const isSame = (a: CriterionValue, b: CriterionValue) => JSON.stringify(a) === JSON.stringify(b)

/** Marks findings that contradict others of their fact; `found` are those of one text. */
export function contradictory(found: readonly FoundCriterion[]): Set<FoundCriterion> {
  const out = new Set<FoundCriterion>()
  for (const fact of new Set(found.map(({ parameter }) => parameter))) {
    const all = found.filter(({ parameter }) => parameter === fact)
    const hard = all.filter(({ doubt }) => doubt === undefined)
    if (hard.length === 0) continue
    if (hard[0]!.operator === 'one_of' || hard[0]!.operator === 'none_of') {
      for (const each of setsThatClash(all)) out.add(each)
      continue
    }
    if (hard[0]!.operator === 'is') {
      if (hard.some(({ value }) => value !== hard[0]!.value)) for (const each of hard) out.add(each)
      continue
    }
    for (const each of boundsThatClash(hard, all)) out.add(each)
  }
  return out
}

function boundsThatClash(
  hard: readonly FoundCriterion[],
  all: readonly FoundCriterion[],
): FoundCriterion[] {
  const clash = new Set<FoundCriterion>()
  const overall = hard.filter(({ isOverall }) => isOverall)
  for (const a of hard) {
    for (const b of all) {
      if (a === b || (b.operator === a.operator && isSame(a.value, b.value))) continue
      const [upperA, upperB, lowerA, lowerB] = [upper(a), upper(b), lower(a), lower(b)]
      // Said once more, with an exception: "over £400,000, except for hospices".
      if (
        b.doubt === 'exception' &&
        a.operator !== 'between' &&
        ((upperA !== null && upperA === upperB) || (lowerA !== null && lowerA === lowerB))
      )
        clash.add(a)
      // The other limit is wider, so this one does not bind all.
      if (upperA !== null && upperB !== null && upperB > upperA) clash.add(a)
      if (lowerA !== null && lowerB !== null && lowerB < lowerA) clash.add(a)
      // Of two hard ceilings neither binds all, unless one is about all and the other is below it.
      const tier = a.isOverall && !b.isOverall && overall.length > 0
      // One that another sentence outdoes is as hard as it was said.
      if ((b.doubt === undefined || b.doubt === 'contradiction') && !tier) {
        if (upperA !== null && upperB !== null && upperB !== upperA) clash.add(a)
        if (lowerA !== null && lowerB !== null && lowerB !== lowerA) clash.add(a)
      }
      // A floor above a ceiling. If some may have less than "the" floor, it is no floor, either. A
      // minimum age and a maximum age of one year belong to two offers, too.
      const isAge = a.parameter === 'years_trading'
      if (upperA !== null && lowerB !== null && (lowerB > upperA || (isAge && lowerB === upperA)))
        clash.add(a)
      if (lowerA !== null && upperB !== null && (upperB < lowerA || (isAge && upperB === lowerA)))
        clash.add(a)
    }
  }
  return [...clash]
}

/**
 * Kinds and places: of lists that lie one within the other the wider holds; of lists that do not,
 * none.
 */
function setsThatClash(all: readonly FoundCriterion[]): FoundCriterion[] {
  const positive = all.filter(({ operator, doubt }) => operator === 'one_of' && doubt === undefined)
  const doubted = all.filter(({ operator, doubt }) => operator === 'one_of' && doubt !== undefined)
  const within = (a: FoundCriterion, b: FoundCriterion) =>
    (a.value as readonly string[]).every((each) => (b.value as readonly string[]).includes(each))
  const clash = new Set<FoundCriterion>()
  for (const a of positive) {
    for (const b of [...positive, ...doubted]) {
      if (a === b) continue
      // Another sentence about applicants names unknown kinds: it may include any applicant.
      if (b.opens && !a.isOverall && within(a, b)) clash.add(a)
      if (isSame(a.value, b.value)) continue
      // The narrower of two does not bind all. A doubted list with other applicants shows the same.
      if (!within(b, a)) clash.add(a)
    }
  }
  const widest = positive.filter((each) => !clash.has(each))
  for (const none of all.filter(
    ({ operator, doubt }) => operator === 'none_of' && doubt === undefined,
  )) {
    const accepted = [...positive, ...doubted].flatMap(({ value }) => value as readonly string[])
    if (
      (none.value as readonly string[]).some((each) => accepted.includes(each)) &&
      none.parameter === 'org_type'
    )
      clash.add(none)
  }
  return widest.length === 0 && positive.length > 0 ? [...clash, ...positive] : [...clash]
}
