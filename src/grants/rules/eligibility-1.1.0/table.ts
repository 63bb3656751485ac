import type { RuleTable } from '../../../contract/rules.ts'
import { TABLE as TABLE_1_0_0 } from '../eligibility-1.0.0/table.ts'

const [quotes, outcomes, ...verdict] = TABLE_1_0_0.procedure

export const TABLE: RuleTable = {
  ...TABLE_1_0_0,
  procedure: [
    quotes!,
    outcomes!,
    'Words bind only when they are unconditional and about the applicant or the ask as a whole. A limit with a condition, an exception or an alternative, one that is only usual, one of a strand, tier, kind of applicant or kind of cost, and one that the text contradicts becomes `OTHER`: quoted, asked for, never a failure unless it is declared not to be met.',
    'Failing does not decide where the words of a limit may mean the applicant as well (a school where charities are let in), are about bodies of other kinds (the trustees of a council), or where only they tell what is counted or what else would do (earlier grants, applications, a constitution): the quote is asked for instead.',
    ...verdict,
  ],
  rules: [
    ...TABLE_1_0_0.rules,
    {
      code: 'LEFT_TO_READER',
      effect: null,
      fires:
        'Limits of the text that do not bind every applicant are quoted and undeclared; the detail counts them by reason.',
    },
  ],
}
