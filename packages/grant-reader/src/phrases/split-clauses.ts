/** Joints between clauses. */
import { MONEY } from '../figures.ts'
import { wordsWith } from './words.ts'

export const AND_MUST = wordsWith('gi')`
  # and must
  ,? (?:and|but) (?=
    (?:must|can(?:not)?|will|should|do(?:es)? not|don['’]t|need to|needs to|has to|have to|
      have|has|be|show|demonstrate) )`

export const AND_IN_CASE = wordsWith('gi')`
  # and, in one case
  ,? (?:and|but)
  ,? (?=
    (?:in the case of|where|if|
      for (?!(?:all|each|every|the|this|your|any|at least|up to|a|an)\b)[a-z][^,£%]{3,40},) ?
  )`

export const AND_A_SUM = wordsWith('gi')`
  # and a sum
  ,? (?:
    (?:and|but|while) (?:the |your |total |overall |maximum |minimum |max |min |eligible |
      whole |annual )*|
    with (?:an? |the )?(?:maximum|minimum) (?:total |overall |eligible )*)
  (?=
    (?:projects?|value|costs?|grants?|awards?|incomes?|turnovers?|match)\b[^.;£%]*
    (?:${MONEY}|\d ?%)
  )`

/**
 * "(the minimum project cost is £48,000)", "(and a balance sheet of …)" are separate statements;
 * "(only in Wales)" narrows.
 */
export const ASIDE = wordsWith('gi')`
  [ ]?\((
  # a statement in brackets
  (?!(?:if|where|when|unless|except|but|only|or)\b)
  (?:[^()]*\b(?:is|are|must|should|can|cannot|may|will)\b|max|min|and\b)[^()]*
  )\)`
