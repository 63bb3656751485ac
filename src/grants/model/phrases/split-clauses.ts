/** Joints between clauses. */
import { MONEY } from '../figures.ts'
import { type PhraseTables, pattern } from './table.ts'

export const SPLIT_CLAUSES_PHRASES = {
  AND_MUST: {
    flags: 'gi',
    phrases: [
      {
        meaning: 'and must',
        phrase: pattern`
          ,? (?:and|but) (?=
            (?:must|can(?:not)?|will|should|do(?:es)? not|don['’]t|need to|needs to|has to|have to|
              have|has|be|show|demonstrate) )`,
        like: ['at least 12 months and be able to show'],
        unlike: ['at least 12 months be able to show'],
      },
    ],
  },
  AND_IN_CASE: {
    flags: 'gi',
    phrases: [
      {
        meaning: 'and, in one case',
        phrase: pattern`
          ,? (?:and|but)
          ,? (?=
            (?:in the case of|where|if|
              for (?!(?:all|each|every|the|this|your|any|at least|up to|a|an)\b)[a-z][^,£%]{3,40},) ?
          )`,
        like: ['more than two years, and in the case of'],
        unlike: ['more than two years, in the case of'],
      },
    ],
  },
  AND_A_SUM: {
    flags: 'gi',
    phrases: [
      {
        meaning: 'and a sum',
        phrase: pattern`
          ,? (?:
            (?:and|but|while) (?:the |your |total |overall |maximum |minimum |max |min |eligible |
              whole |annual )*|
            with (?:an? |the )?(?:maximum|minimum) (?:total |overall |eligible )*)
          (?=
            (?:projects?|value|costs?|grants?|awards?|incomes?|turnovers?|match)\b[^.;£%]*
            (?:${MONEY}|\d ?%)
          )`,
        like: ['a maximum of £4,000, with minimum project cost being £900.'],
        unlike: ['a maximum of £4,000, with project cost being £900.'],
      },
    ],
  },
  /**
   * "(the minimum project cost is £48,000)", "(and a balance sheet of …)" are separate statements;
   * "(only in Wales)" narrows.
   */
  ASIDE: {
    flags: 'gi',
    before: pattern` ?\((`,
    after: pattern`)\)`,
    phrases: [
      {
        meaning: 'a statement in brackets',
        phrase: pattern`
          (?!(?:if|where|when|unless|except|but|only|or)\b)
          (?:[^()]*\b(?:is|are|must|should|can|cannot|may|will)\b|max|min|and\b)[^()]*`,
        like: ['(the maximum is £500)'],
        unlike: ['(where should )', '(the maximum £500)'],
      },
    ],
  },
} satisfies PhraseTables
