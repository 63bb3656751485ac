/**
 * The terms of a notice, put together from what its releases state, and whether it is a framework.
 */
import type { FrameworkKind } from './frameworks.ts'
import type { Money } from './money.ts'
import type { Facts } from './release.ts'
import type { AwardCriterion, StatedTerms } from './terms.ts'

/** Terms as the dossier shows them. */
export interface ContractTerms {
  award_criteria: AwardCriterion[] | null
  options: string | null
  renewal: { text: string | null; max_end: string | null } | null
  framework: {
    kind: FrameworkKind
    ceiling: number | null
    currency: string
    period_end: string | null
  } | null
}

export interface NoticeTerms {
  /** Terms of the notice; those of lots are in `lots`, in their order. */
  contract: ContractTerms
  lots: ContractTerms[]
  maxEnd: string | null
}

export function noticeTerms(facts: Facts, kind: FrameworkKind | null): NoticeTerms {
  const lots = facts.lots ?? []
  const whole = (value: Money | undefined, end: string | undefined) =>
    kind === null
      ? null
      : {
          kind,
          ceiling: value?.amount ?? null,
          currency: value?.currency ?? 'GBP',
          period_end: facts.frameworkEnd ?? end ?? null,
        }
  const showTerm = (
    stated: StatedTerms | undefined,
    framework: ContractTerms['framework'],
  ): ContractTerms => ({
    award_criteria: stated?.criteria ?? null,
    options: stated?.options ?? null,
    renewal:
      stated?.renewal === undefined && stated?.maxEnd === undefined
        ? null
        : { text: stated.renewal ?? null, max_end: stated.maxEnd ?? null },
    framework,
  })
  const ends = lots.map((lot) => lot.terms?.maxEnd).filter((end) => end !== undefined)
  return {
    contract: showTerm(undefined, whole(facts.value, facts.contractEnd)),
    // A single lot is the whole tender: without a ceiling it has the tender's.
    lots: lots.map((lot) =>
      showTerm(
        lot.terms,
        whole(
          lot.value ?? (lots.length === 1 ? facts.value : undefined),
          lot.contractEnd ?? facts.contractEnd,
        ),
      ),
    ),
    maxEnd: ends.sort().at(-1) ?? null,
  }
}
