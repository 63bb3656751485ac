import type { RuleTable } from '../../../contract/rules.ts'
import { ACCOUNTS_BANDS, ACCOUNTS_RULES } from './accounts.ts'

/** The accounts rules, from the table that judges. */
export const TABLE: RuleTable = {
  title: 'Filed accounts',
  applies_to: ['company_accounts'],
  procedure: [
    'Start at 100.',
    'Apply every deduction that fires.',
    'Apply the lowest cap that fires.',
    'Clamp to 0-100.',
    'Every rule that fires is a flag, in the order of the table, with the figure that fired it.',
  ],
  rules: ACCOUNTS_RULES,
  bands: ACCOUNTS_BANDS,
  readings: [
    {
      question: 'A figure that is not filed',
      answer:
        'Makes its rules `unavailable`. Absent is never zero: most companies file no profit and loss account.',
    },
    {
      question: 'Newest period',
      answer: 'The period with the latest end among all filings that were read.',
    },
    {
      question: 'Fallen by half or more',
      answer:
        'Twice the newest net assets are no more than those of the period before, in the same currency. Not applicable where those were zero or below.',
    },
    {
      question: 'Dormant accounts',
      answer:
        'The register gives the newest filing that was read the type `dormant`, or the filing itself states that the company was dormant.',
    },
    {
      question: 'More than 21 months',
      answer:
        "Calendar months with the day clamped to the month's end. The day itself is not more than 21 months ago.",
    },
    {
      question: 'One figure with two values',
      answer:
        'Facts of one concept, period and unit that differ by more than the rounding that they state. The figure is then null.',
    },
    {
      question: 'Restated figures',
      answer: 'The value of the later filing is judged. The flag names the earlier one.',
    },
    {
      question: 'Group accounts',
      answer: 'Figures of the group are judged, never those of the parent alone.',
    },
    {
      question: 'Profit of a long or short period',
      answer: 'Judged as stated. No figure is scaled to twelve months.',
    },
  ],
}
