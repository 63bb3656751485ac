import type { RuleTable } from '../../../contract/rules.ts'
import { TABLE as TABLE_1_0_0 } from '../accounts-1.0.0/table.ts'
import { ACCOUNTS_RULES } from './accounts.ts'

export const TABLE: RuleTable = {
  ...TABLE_1_0_0,
  title: 'Filed accounts and payments to suppliers',
  rules: ACCOUNTS_RULES,
  readings: [
    ...TABLE_1_0_0.readings!,
    {
      question: 'Which reports on payments are judged',
      answer:
        "The newest, if its period ended at most 18 calendar months ago; the day itself still counts. `PAYS_SLOWER` compares it with the company's report of the period before, of any age.",
    },
    {
      question: 'Two reports for one period',
      answer: 'The one filed last is judged.',
    },
    {
      question: 'No report, or a figure that is not stated',
      answer:
        'A company that never reported, or not for so long, makes both rules `not_applicable`. A figure that is not stated makes its rule `unavailable` and is never zero.',
    },
  ],
}
