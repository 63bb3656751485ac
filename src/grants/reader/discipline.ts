/**
 * Checks a reading by another reader with the demands of the rule-based reader. Words that do not
 * bind every applicant, kinds and places that the quote names and the value leaves out, and limits
 * that the text contradicts are its doubts. Whatever a model reads is likely at most.
 */
import { type Criterion, type Doubt, lowerCertainty } from '../model/criterion.ts'
import type { GrantText } from '../model/detail.ts'
import { NATIONS } from '../model/places.ts'
import { kindsMentioned, kindsRuledOut } from './applicant-kinds.ts'
import { boundUnits } from './bounds.ts'
import type { FoundCriterion } from './build.ts'
import { contradictory } from './consistency.ts'
import { ofAKind } from './limit-subject.ts'
import { isTakenBack } from './retractions.ts'
import { findDoubt } from './scope.ts'
import { isExcluded, type Unit } from './units.ts'

/** @param known what the rule-based reader found in the same text */
export function isOfDiscipline(
  source: GrantText,
  criteria: readonly Criterion[],
  known: readonly Criterion[],
): Criterion[] {
  const { text, units, lists } = boundUnits(source)
  const isKnown = (each: Criterion) =>
    known.some(
      (rule) =>
        !rule.certainty &&
        rule.parameter === each.parameter &&
        rule.operator === each.operator &&
        JSON.stringify(rule.value) === JSON.stringify(each.value),
    )
  const findings = criteria.map((each): FoundCriterion & { criterion: Criterion } => {
    const doubt =
      each.code === 'OTHER' || isKnown(each) ? null : doubtAbout(each, units, text, known)
    return {
      ...(each as unknown as FoundCriterion),
      criterion: each,
      ...(doubt === null ? {} : { doubt }),
    }
  })
  const clash = contradictory(findings.filter(({ code }) => code !== 'OTHER'))
  return findings.map((finding) => {
    const doubt = finding.doubt ?? (clash.has(finding) ? 'contradiction' : null)
    const refuses = isExcluded(lists, finding.criterion.span!)
    return {
      ...lowerCertainty(finding.criterion, doubt),
      certainty: 'likely',
      ...(refuses ? { refuses } : {}),
    }
  })
}

function doubtAbout(
  each: Criterion,
  units: readonly Unit[],
  text: string,
  known: readonly Criterion[],
): Doubt | null {
  if (each.code === 'OTHER') return null
  const span = each.span!
  const overlapping = units.filter(
    (unit) => unit.start < span.end && span.start < unit.end && !unit.isHeading,
  )
  for (const unit of overlapping) {
    if (unit.introduces && overlapping.length > 1) continue
    const doubt = findDoubt(unit, each.code, text)
    if (doubt !== null && !(doubt === 'alternative' && Array.isArray(each.value))) return doubt
    if (ofAKind(unit, each.code, units)) return 'part'
    if (isTakenBack(unit, each as unknown as FoundCriterion, units)) return 'exception'
  }
  if (!isComplete(each)) return 'alternative'
  // If the rules marked a limit for manual review, no other reading makes it hard.
  const doubted = known.find(
    ({ doubt, span: where }) =>
      doubt !== undefined && where !== null && where.start < span.end && span.start < where.end,
  )
  return doubted?.doubt ?? null
}

/**
 * Returns whether the value includes everything that the quote includes, and excludes nothing more.
 */
function isComplete({ parameter, operator, value, requirement }: Criterion): boolean {
  if (parameter === 'org_type' && operator === 'one_of')
    return [...kindsMentioned(requirement)].every((kind) =>
      (value as readonly string[]).includes(kind),
    )
  if (parameter === 'org_type')
    return (value as readonly string[]).every((kind) =>
      kindsRuledOut(
        requirement.replace(/ (?:cannot|are not|can['’]t|may not|will not)\b.*$/i, ''),
      ).some((out) => out === kind),
    )
  if (parameter !== 'region') return true
  const quote = requirement.toLowerCase()
  return NATIONS.every(
    (nation) =>
      !quote.includes(nation.replace('-', ' ')) || (value as readonly string[]).includes(nation),
  )
}
