import type { RuleTable } from '../../../contract/rules.ts'
import { TABLE as TABLE_1_1_0 } from '../accounts-1.1.0/table.ts'
import { ACCOUNTS_RULES } from './accounts.ts'

const READINGS: Readonly<Record<string, string>> = {
  'Group accounts':
    "One column is judged, and figures are compared within it alone. It is the group's if the newest filing has a balance sheet of the group in it, else the company's own. `scope` names it.",
  'One figure with two values':
    'Facts of one concept, period, column and unit that differ by more than the rounding that they state, one of them unreadable, or a fact that belongs to no period or column for certain. The figure is then null.',
}

export const TABLE: RuleTable = {
  ...TABLE_1_1_0,
  rules: ACCOUNTS_RULES,
  readings: [
    ...TABLE_1_1_0.readings!.map(({ question, answer }) => ({
      question,
      answer: READINGS[question] ?? answer,
    })),
    {
      question: 'A balance sheet or a report dated after its filing',
      answer: 'Is set aside before the facts are made, and is never the newest.',
    },
  ],
}
