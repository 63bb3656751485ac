import type { RuleTable } from '../../../contract/rules.ts'
import { UNCERTAIN_CAP } from '../eligibility-1.0.0/eligibility.ts'
import { TABLE as TABLE_1_0_0 } from '../eligibility-1.0.0/table.ts'

const [quotes, outcomes, score] = TABLE_1_0_0.procedure

export const TABLE: RuleTable = {
  ...TABLE_1_0_0,
  procedure: [
    quotes!,
    outcomes!,
    'Each criterion is `sure`, `likely` or `doubtful`. A limit is sure if its words are unconditional and about every applicant or the whole request. Words that may bind a part only (a condition, an exception, a usual value, a strand, tier, kind of applicant or kind of cost) make it likely. A limit that the text or the listing contradicts, that is one of several alternatives, or in a sentence of unknown words, is doubtful. What a model read is likely. Curated criteria and readings of the caller are sure.',
    score!,
    `A sure failure, or a closed window, is ineligible and at most 49. Any other failure is uncertain, is in \`failed\`, and raises a flag. All passed, with complete criteria and an open window, is eligible. Anything else is uncertain and at most ${UNCERTAIN_CAP}.`,
  ],
  rules: [
    ...TABLE_1_0_0.rules,
    {
      code: 'LIKELY_INELIGIBLE',
      effect: { cap: UNCERTAIN_CAP },
      fires:
        'A likely criterion fails; the detail quotes it. Check this sentence. One flag for each criterion.',
    },
    {
      code: 'MAY_BE_INELIGIBLE',
      effect: { cap: UNCERTAIN_CAP },
      fires:
        'A doubtful criterion fails; the detail quotes it. Check this sentence. One flag for each criterion.',
    },
  ],
}
