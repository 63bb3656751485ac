/** Rules for the past: earlier funding, started work, earlier applications, an invitation. */
import { createFinding, type Rule } from './build.ts'
import { DATE, parseNumber } from './figures.ts'
import {
  APPLY_FOR_NEW,
  APPROVED_FIRST,
  COUNTED_OTHERWISE,
  CURRENT_GRANT,
  EXCLUDES_WORK,
  FOR_EACH,
  INVITED_ONLY,
  LATER_STAGE,
  MUST_NOT_HOLD,
  NO_FUNDED_APPLICANT,
  NOT_BEFORE_OFFER,
  NOT_COMMITTED,
  NOT_STARTED,
  NOT_TWO,
  NOW_FUNDED,
  OF_OTHER_BEGINNINGS,
  ONE_APPLICATION,
  ONE_ONLY,
  ONE_PER,
  SAME_COSTS,
  SHUT_OUT,
  STARTED,
  THING_FUNDED,
  UNDER_WAY,
  UNINVITED,
  WHOLE_CALL,
} from './phrases/history.ts'
import { REFUSES } from './phrases/requirement-words.ts'
import { pattern, words, wordsWith } from './phrases/words.ts'

export const applications: Rule = (unit) => {
  if (unit.mood === 'none_of' || unit.mood === 'any_of') return []
  if (NOT_TWO.test(unit.text) || ONE_ONLY.test(unit.text))
    return [createFinding('MAX_APPLICATIONS', 'applications', 'at_most', 1)]
  const match = ONE_APPLICATION.exec(unit.text) ?? ONE_PER.exec(unit.text)
  if (!match || FOR_EACH.test(unit.text) || COUNTED_OTHERWISE.test(unit.text)) return []
  return [
    createFinding(
      'MAX_APPLICATIONS',
      'applications',
      'at_most',
      parseNumber(match.slice(1).find((count) => count !== undefined)!),
    ),
  ]
}

const OF_A_SUM = words`
    \b(?:more than|over|exceed\w*|above|up to) [£€]|\bstate aid\b|\bfor \d+ [a-z]|
    \bsubsid(?:y|ies)\b|\bde minimis\b`

/** "a property for which support was given before" is not the applicant. */
const OF_A_THING = words`
    ^(?:an? |any |the )?(?:projects?|propert(?:y|ies)|homes?|houses?|buildings?|sites?|land|
    vehicles?)\b`

const NOT_CURRENTLY = wordsWith('gi')`
  \b(?:not|cannot|can['’]t|don['’]t) currently (?=(?:offer|fund|support|accept|give|make|award|
  consider)\b)`
const NOT_ALREADY = wordsWith('gi')`\b(?:do not|don['’]t|does not) (?=\w+ (?:already|previously))`
const LIMITED_AID = words`
  £\s?\d|\b(?:maximum|permitted|subsidy|state aid|de minimis|limits?|thresholds?|levels?|
  amounts?|equal\w*|exceed\w*)\b`

export const priorFunding: Rule = (unit) => {
  if (OF_A_THING.test(unit.text) || NOW_FUNDED.test(unit.text) || THING_FUNDED.test(unit.text))
    return []
  // A sum of subsidy is no earlier grant.
  if (
    OF_A_SUM.test(unit.text) ||
    SAME_COSTS.test(unit.text) ||
    STARTED.test(unit.text) ||
    unit.mood === 'any_of'
  )
    return []
  const bare = unit.text.replace(NOT_CURRENTLY, 'not ').replace(NOT_ALREADY, '')
  const excluded = unit.mood === 'none_of' || REFUSES.test(bare) || NO_FUNDED_APPLICANT.test(bare)
  const demanded =
    MUST_NOT_HOLD.test(bare) &&
    (unit.mood === 'all_of' ||
      /\bmust not\b/i.test(bare) ||
      /\bmust\b/i.test(unit.list?.lead ?? '') ||
      /^have not/i.test(bare) ||
      /\b(?:cannot|not) (?:\w+ )?(?:hold|have|be)\b/i.test(bare) ||
      /\b(?:only|open to|eligible)\b/i.test(bare))
  if (demanded && CURRENT_GRANT.test(bare))
    return [createFinding('PRIOR_FUNDING', 'has_prior_funding', 'is', false)]
  const positive = /\b(?:not|never)\b/i.test(bare.replace(REFUSES, '').replace(/\bnot be\b/gi, ''))
  if (LIMITED_AID.test(bare)) return []
  return excluded && CURRENT_GRANT.test(bare) && !positive
    ? [createFinding('PRIOR_FUNDING', 'has_prior_funding', 'is', false)]
    : []
}

/** "Projects must not start before 1 May 2027" says when, not whether. */
const BEFORE_A_DAY = new RegExp(
  `\\b(?:before|until|prior to|earlier than) (?:the )?(?:end of )?${DATE}`,
  'i',
)

/** A text that refuses finished work, not started work. */
const isOver = (text: string) =>
  /\b(?:completed|finished|ended)\b/i.test(text) && !UNDER_WAY.test(text)

const DONE = pattern`
  (?:start(?:ed|s|ing)?|began|begun|begin(?:s|ning)?|commenc(?:ed|es?|ing)|order(?:ed|s|ing)?|
    bought|buy(?:ing)?|purchas(?:ed|es?|ing)|install(?:ed|ing)?|commit(?:ted|ting)?|plac(?:ed|e|ing)|
    incur(?:red|ring)?|taken place|takes? place|carried out|undertaken|signed|done|sown|planted|
    entered into)`
const AHEAD = '(?:before|prior to|in advance of|ahead of|until)'
const ANSWER = pattern`
  (?:offers?|award(?:ed)?|approv(?:ed|al)|agree(?:d|ment)|grant(?:ed)?|vouchers?|contracts?|
    confirm(?:ed|ation)|decision|letter|notif(?:ied|ication)|accepted|told|loan|
    trustees (?:have )?me[et]t?)`
/**
 * "Bikes bought before the offer do not qualify", "the vehicle must not have been ordered before a
 * loan offer is made"
 */
const DONE_AHEAD = new RegExp(
  `\\b${DONE}\\b[^.;]{0,60}?\\b${AHEAD}\\b(?![^.;]*\\b(?:planning|match)\\b)[^.;]{0,70}?\\b${ANSWER}\\b`,
  'i',
)

export const notStarted: Rule = ({ text, mood }) => {
  if (
    mood === 'any_of' ||
    BEFORE_A_DAY.test(text) ||
    isOver(text) ||
    OF_OTHER_BEGINNINGS.test(text)
  )
    return []
  const refuses = mood === 'none_of' || REFUSES.test(text) || EXCLUDES_WORK.test(text)
  const isRequired =
    mood !== 'none_of' &&
    (((mood === 'all_of' || /\b(?:must|should)\b/i.test(text)) && NOT_STARTED.test(text)) ||
      [NOT_BEFORE_OFFER, NOT_COMMITTED, APPLY_FOR_NEW, APPROVED_FIRST].some((pattern) =>
        pattern.test(text),
      ))
  const isRefused =
    (refuses && STARTED.test(text)) || ((refuses || SHUT_OUT.test(text)) && DONE_AHEAD.test(text))
  return isRequired || isRefused
    ? [createFinding('NO_RETROSPECTIVE', 'work_started', 'is', false)]
    : []
}

const BY_INVITATION = words`^(.*?)\b(?:by invitation(?: only)?|invite[- ]only|invitation[- ]only)\b`

export const invitation: Rule = (unit) => {
  if (unit.mood !== 'none_of' && INVITED_ONLY.test(unit.text))
    return [createFinding('INVITE_ONLY', 'invited', 'is', true)]
  const before = BY_INVITATION.exec(unit.text)?.[1]
  return (UNINVITED.test(unit.text) || (before !== undefined && WHOLE_CALL.test(before))) &&
    !LATER_STAGE.test(unit.text) &&
    /\b(?:must|only|you|unless|invitation|uninvited|invite|unsolicited)\b/i.test(unit.text) &&
    unit.mood !== 'none_of'
    ? [createFinding('INVITE_ONLY', 'invited', 'is', true)]
    : []
}
