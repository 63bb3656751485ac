/** Which share of the costs is paid, and which the applicant must bring. */
import { createFinding, type FoundCriterion, type Rule } from './build.ts'
import type { Doubt, Operator } from './criterion.ts'
import { PERCENT, parsePercent } from './figures.ts'
import { REFUSES } from './phrases/requirement-words.ts'
import {
  A_QUARTER,
  ABOUT_FUNDING,
  ELSE,
  FROM_OWN,
  GIVEN,
  HALF,
  OF_A_COST_KIND,
  OF_COSTS,
  OF_ONE_PART,
  OF_OTHER_COSTS,
  OF_THE_FUNDER,
  OF_THE_GRANT,
  OFF,
  OWN,
  OWN_MONEY,
  PAID_BY_OTHERS,
  PAYS_ITSELF,
  SHARE,
  THREE_QUARTERS,
  UP_TO,
} from './phrases/shares.ts'
import { words } from './phrases/words.ts'
import type { Unit } from './units.ts'

const STRICT = new RegExp(
  `(?:up to,? ?\\(?(?:but )?not including,?\\)?|(?<!\\bno |\\bnot )less than|under|below)\\s*${SHARE}`,
  'i',
)
const SHARE_GRANT = new RegExp(
  `${SHARE} (?:capital |revenue |match )?(?:grants?|funding|subsidy)\\b(?! (?:from|contribution))`,
  'i',
)
const OWN_LABEL = new RegExp(
  `^match(?:ed)?[ -]?fund(?:ing|ed)(?: (?:required|needed|rate|level|requirement))?\\s*[:|–-]\\s*${SHARE}`,
  'i',
)
const OWN_BEHIND = new RegExp(`${SHARE} (?:\\w+ )?(?:match|contribution|cash|co-?funding|own)`, 'i')
/**
 * "Research organisations can share up to 50% of the costs", "they can cost up to 30%", "80% of the
 * cost of the academic part".
 */
const OF_SOME_COSTS = words`
  \bcan (?:share|cost) up to\b|\bof the (?!(?:second|first|main) )\w+ part\b`

/** "Charities may be offered up to 75%": another sentence goes beyond the share. */
function isShareExceeded({ operator, value }: FoundCriterion, unit: Unit, whole: string): boolean {
  if (operator !== 'at_most') return false
  const rest = `${whole.slice(0, unit.start)}\n${whole.slice(unit.end)}`
  return rest
    .split(/\n|(?<=[.!?;])\s+/)
    .some(
      (sentence) =>
        ABOUT_FUNDING.test(sentence) &&
        !OWN_MONEY.test(sentence) &&
        !ELSE.test(sentence) &&
        !OF_THE_GRANT.test(sentence) &&
        !/\b(?:least|minimum|match)\b/i.test(sentence) &&
        (sentence.match(new RegExp(PERCENT, 'gi')) ?? []).some(
          (percent) => parsePercent(percent) > (value as number) && parsePercent(percent) <= 100,
        ),
    )
}

export const shares: Rule = (unit, { text: whole }) =>
  readShares(unit).map((found) => {
    if (found.doubt !== undefined || found.code !== 'FUNDING_INTENSITY') return found
    if (OF_ONE_PART.test(unit.text)) return { ...found, doubt: 'quantity' }
    if (OF_A_COST_KIND.test(unit.text)) return { ...found, doubt: 'part' }
    return isShareExceeded(found, unit, whole) ? { ...found, doubt: 'contradiction' } : found
  })

/** A floor of the share, not of a sum next to it. */
const AT_LEAST = new RegExp(
  `\\b(?:at least|minimum(?: of)?|above|over)\\s+(?:[\\w-]+ ){0,3}?${SHARE}|${SHARE} or more\\b`,
  'i',
)

const SHARE_OF_THAT = words`
  ,? (?:with |of which )?(?:at least |up to )?\d+\s?(?:%|per\s?cent) of (?:this|that|these|it)
  \b[^.;]*`
const MAY_BE_SPENT = words`
  \b(?:may|can|could|should|must) (?:be|go) (?:for|spent|used|allocated|towards|on)\b`
const NOT_LESS = words`\b(?:not|never)\b[^.;%]{0,25}\b(?:less than|under|below)\b`

function readShares(unit: Unit): FoundCriterion[] {
  // "…, with at least 20% of this from other funders" divides the share.
  const text = unit.text
    .replace(/\b(?:e\.g\.|for example\b).*$/i, '')
    .replace(HALF, '50% of ')
    .replace(THREE_QUARTERS, '75% of ')
    .replace(A_QUARTER, '25% of ')
    .replace(/,? with the (?:remaining|rest|remainder|balance)\b[^%]*$/i, '')
    .replace(SHARE_OF_THAT, '')
  const percents = text.match(new RegExp(PERCENT, 'gi')) ?? []
  if (percents.length === 0 || unit.mood === 'none_of' || !OF_COSTS.test(text)) return []
  if (MAY_BE_SPENT.test(text)) return []
  if (
    ELSE.test(text) ||
    OF_THE_GRANT.test(text) ||
    OF_OTHER_COSTS.test(text) ||
    OF_SOME_COSTS.test(text)
  )
    return []
  const several = new Set(percents.map(parsePercent)).size > 1
  const byOthers = PAID_BY_OTHERS.exec(text) ?? PAYS_ITSELF.exec(text) ?? FROM_OWN.exec(text)
  if (byOthers) return [ownShare(byOthers, several)]
  if (!GIVEN.test(text) && OWN_MONEY.test(text.replace(OF_THE_FUNDER, ''))) {
    if (
      /\b(?:no|not|without|optional)\b/i.test(
        text.replace(/\b(?:no|not) (?:less|by)\b/gi, '').replace(/\bby not\b/gi, ''),
      )
    )
      return []
    const own = OWN.exec(text) ?? OWN_LABEL.exec(text) ?? OWN_BEHIND.exec(text)
    return own ? [ownShare(own, several)] : []
  }
  const doubt = several
    ? 'part'
    : AT_LEAST.test(text) && !/\bmax/i.test(text)
      ? 'quantity'
      : undefined
  if (NOT_LESS.test(text)) return []
  const strict = STRICT.exec(text)
  // "A request for less than 10% of the costs cannot be considered"
  if (strict && REFUSES.test(text.slice(strict.index)))
    return [fundedShare('at_least', strict, doubt)]
  if (strict)
    return /\b(?:fund|grant|cover|pay|up to)/i.test(text) && !doubt
      ? [fundedShare('less_than', strict)]
      : []
  const match = UP_TO.exec(text) ?? OFF.exec(text) ?? SHARE_GRANT.exec(text)
  return match ? [fundedShare('at_most', match, doubt)] : []
}

const ownShare = ([, percent]: RegExpExecArray, several: boolean) =>
  createFinding(
    'MATCH_FUNDING',
    'match_funding_pct',
    'at_least',
    parsePercent(percent!),
    several ? 'part' : undefined,
  )

const fundedShare = (operator: Operator, [, percent]: RegExpExecArray, doubt?: Doubt) =>
  createFinding(
    'FUNDING_INTENSITY',
    'funding_intensity_pct',
    operator,
    parsePercent(percent!),
    doubt,
  )
