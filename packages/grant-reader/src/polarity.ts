/**
 * Which way a bound points: "not more than" is a ceiling, and "with an income over £1m cannot
 * apply" is one as well.
 */

import { OPPOSITE } from './build.ts'
import type { Operator } from './criterion.ts'
import { EXCLUDES } from './phrases/polarity.ts'
import { pattern, wordsWith } from './phrases/words.ts'
import type { Unit } from './units.ts'

const NOT = pattern`
  \b(?:(?:must|should|can|could|may|will|would|shall|do|does|is|are|to|need)(?: not|n['’]t)|cannot|
    can['’]t|won['’]t|never|unable to)`
const MORE =
  '(?:more than|over|above|greater than|higher than|larger than|in excess of|exceed(?:s|ing)?)'
const LESS = '(?:less than|under|below|fewer than|lower than|smaller than)'
/** Words between "not" and a bound on a grant. With other words the bound is on what is bought. */
const OF_A_GRANT = pattern`
  (?:
    (?:be|able|normally|usually|award|fund|offer|give|pay|provide|make|support|contribute|grants?|
      awards?|requests?|applications?|bids?|apply|for|of|to|worth|an?|any|the|total|consider|accept|
      request|ask|receive|get|claim|with|value|funding) ){0,8}`
const OF_ANYTHING =
  "(?:(?!(?:need|have to|required?|if|unless|until|apply|eligible)\\b)[\\w'’-]+ ){0,7}?"
const NO_GRANT = pattern`
  \bno (?:
    (?:single|individual|one|grants?|awards?|applications?|requests?|bids?|projects?|applicants?|
      organi[sz]ations?|groups?) ){1,3}
  (?:
    (?:will|can|may|shall|should|be|is|are|goes|made|of|for|considered|receive|have|get|given) ){0,4}`

const pair = (before: string) =>
  [
    [new RegExp(`(?:${before})${MORE}`, 'gi'), 'no more than'],
    [new RegExp(`(?:${before})${LESS}`, 'gi'), 'no less than'],
  ] as const
const GRANTS = pair(`${NOT} ${OF_A_GRANT}|${NO_GRANT}`)
const ANYTHING = pair(`${NOT} ${OF_ANYTHING}`)

/**
 * The same text, of the same length, with bounds that are denied said the other way: "must not be
 * more than" is "no more than".
 */
export function withoutDenial(text: string, about: 'grants' | 'anything'): string {
  return (about === 'grants' ? GRANTS : ANYTHING).reduce(
    (now, [pattern, plainly]) =>
      now.replace(pattern, (matched) =>
        matched.length < plainly.length ? matched : plainly.padStart(matched.length),
      ),
    text,
  )
}

const NEXT_CLAUSE = wordsWith('gi')`;|,? but |,? (?:and|while|whereas) (?=(?:we|you|they|it)\b)`

/** The part of a sentence that says one thing. */
function clauseAt(text: string, index: number): string {
  let start = 0
  for (const cut of text.matchAll(NEXT_CLAUSE)) {
    if (cut.index >= index) return text.slice(start, cut.index)
    start = cut.index + cut[0].length
  }
  return text.slice(start)
}

/** Returns whether the words at `index` of the unit exclude. */
export function isExclusion(unit: Pick<Unit, 'mood' | 'text'>, index = 0): boolean {
  return (
    unit.mood === 'none_of' ||
    EXCLUDES.test(clauseAt(unit.text, index).replace(/\b(?:not|never|cannot) exceed\w*/gi, ''))
  )
}

/**
 * The bound on those who may apply, where the words state it of those who may not. Null for what
 * cannot be turned round.
 */
export function invertBound(operator: Operator, isShut: boolean): Operator | null {
  return isShut ? (OPPOSITE[operator] ?? null) : operator
}
