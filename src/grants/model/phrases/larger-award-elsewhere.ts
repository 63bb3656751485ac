/** Phrases next to a sum that may be an award. */
import { type PhraseTables, pattern } from './table.ts'

export const LARGER_AWARD_ELSEWHERE_PHRASES = {
  /** Words in the same clause that give the sum another meaning than an award. */
  OF_SOMETHING_ELSE: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'income, costs or a project',
        phrase: pattern`
          turn(?:s|ing)? ?over|turnovers?|incomes?|revenues?|balance|assets?|reserves?|
          running costs?|runs on|costs?|costing|spend\w*|expenditure|invest\w*|shares?|budgets?|
          pots?|funds?|funding|programmes?|schemes?|package|totals?|overall|allocat\w+|committed|
          secured|set(?:ting)? aside|distribut\w+|subsid\w+|state aid|assistance|de minimis|
          public support|insurance|indemnity|liability|awarded|paid|given|made|raised|donat\w+|
          profits?|valued?|worth|rateable|rates?|prices?|priced|invoices?|quotes?|quotations?|
          tenders?|items?|equipment|purchases?|fees?|salar\w+|wages?|jobs?|match\w*|contribut\w+|
          savings?|debts?|every|each|per|available|household|which offers`,
        like: ['is available', 'public support'],
        unlike: [],
      },
    ],
  },
  OFFERED: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a range of sums',
        phrase: pattern`^\s*£[\d.,]+\s?(?:k|m)?\s?[–-]`,
        like: ['£500 – £3,000'],
        unlike: ['– £3,000'],
      },
      {
        meaning: 'a grant or an application',
        phrase: pattern`
          \b(?:grants?|loans?|awards?|bids?|claims?|applications?|apply|requests?|requested|ask)\b`,
        like: ['Small grants'],
        unlike: ['Small'],
      },
    ],
  },
} satisfies PhraseTables
