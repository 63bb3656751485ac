/** Which share of the costs is paid, and which the applicant must bring. */

import { PERCENT, percentOf } from '../figures.ts'
import { type FoundCriterion, finding, type Rule } from './build.ts'
import { REFUSES } from './requirement-words.ts'
import type { Unit } from './units.ts'

const SHARE = `(${PERCENT})`
const STRICT = new RegExp(
  `(?:up to,? ?\\(?(?:but )?not including,?\\)?|(?<!\\bno |\\bnot )less than|under|below)\\s*${SHARE}`,
  'i',
)
const UP_TO = new RegExp(
  `(?:up to(?: a maximum of)?|as much as|get back|reimburses?|\\bmax(?:imum)?\\.?:? (?:[\\w-]+ ){0,7}?(?:of|is|[:–-])?|at most|no(?:t)? (?:be )?more than|cannot exceed|not exceed(?:ing)?|capped at|limited to|covers?|fund(?:s|ed)?|pays?|available is for|rate(?: of (?:grant|support|funding|aid) is| of| is|\\s?:)|funded at|grants? (?:of|for|at)|provides?|rate (?:of|is)|contributes?)\\s*(?:the first )?:?\\s*${SHARE}`,
  'i',
)
const OFF = new RegExp(
  `${SHARE}\\s*(?:off|towards|of)\\s*(?:the |your |their |all )?(?:total |eligible |project |capital |net )*(?:costs?|price|expenditure|purchase|investment)`,
  'i',
)
const SHARE_GRANT = new RegExp(
  `${SHARE} (?:capital |revenue |match )?(?:grants?|funding|subsidy)\\b(?! (?:from|contribution))`,
  'i',
)
const OWN = new RegExp(
  `(?:at least|min(?:imum)? (?:[\\w-]+ ){0,4}?(?:of)?|no(?:t)? less than|remaining|put(?:s)? in|contribut\\w+(?: of| has to be| must be| should be| is)?|provide|bring|raise|match(?: funding)?(?: of)?|find|fund|min)\\s*(?:at least |a minimum of |the remaining |the other )?${SHARE}`,
  'i',
)
const OWN_LABEL = new RegExp(
  `^match(?:ed)?[ -]?fund(?:ing|ed)(?: (?:required|needed|rate|level|requirement))?\\s*[:|–-]\\s*${SHARE}`,
  'i',
)
const OWN_BEHIND = new RegExp(`${SHARE} (?:\\w+ )?(?:match|contribution|cash|co-?funding|own)`, 'i')
const OWN_MONEY =
  /\b(?:(?:you|applicants?|organi[sz]ations?|grantees?|business(?:es)?|recipients?|clubs?|charities|groups?|schools?|companies|farmers?)[^.;]{0,20} (?:must|needs?|have|has|required)(?: to)? (?:provide|find|raise|meet|pay|bring|cover|fund) (?:at least |a minimum of |the remaining |the other )?\d+|(?:you|applicants?|organi[sz]ations?|grantees?|business(?:es)?|recipients?|clubs?|charities|groups?|schools?|companies|farmers?)\b[^.;]{0,60} contribut\w+|contribution|match(?:ed)?[ -]fund\w*|matched|(?:your|their) own|own (?:funds?|money|resources)|(?:an)?other (?:sources?|funding|funders)|sources? other than|partnership funding|yourself|yourselves|put(?:s)? in (?=(?:at least |a minimum of )?\d)|remaining|elsewhere|co-?fund\w*|(?<=% (?:cash )?)match)\b/i
const OF_COSTS =
  /\b(?:come from|subsidy|contributions?|match|costs?|expenditure|project|purchase|price|spend|installation|works?|capital|total|FEC|funding|grants?|intervention|investment|rate|support|put(?:s)? in|yourself|own money|elsewhere)\b/i
/** Shares of something else. */
const ELSE =
  /(?:%|per\s?cent)\s(?:\(?[\w'’]+\)?\s){0,5}?(?:owned|ownership|shares?(?:holding)?|income|turnover|profits?|interest|VAT|tax|energy|emissions?|carbon|members?|beneficiar\w+|residents|pupils|people|score|scoring|marks|weight\w*|payment|paid (?:up ?front|in advance|on)|instal\w*ments?|advance|retention|retained|overheads?|indirect|management|admin\w*|contingency|efficien\w+|deprived|votes?|employees|time|staff|reduction|split|budget)\b|\b(?:split|in[- ]kind (?:up|to|of|contributions? up)|contingenc\w+|overheads?|paid in|instal\w*ments?|score[ds]?|rateable|raised|secured|(?<!have |must be )in place(?! (?:at least|a minimum)\b)|instalments?)\b|\bfor every (?:£|pound)/i

/** "20 per cent of their annual running costs": not of the project's. */
const OF_OTHER_COSTS =
  /(?:%|per\s?cent)\s(?:of )?(?:(?:the|your|their|its|any|all|total|eligible) )*(?:annual|running|operating|staff\w*|salary|wage|service|core|revenue|marketing|training|professional|administrati\w+|overhead|management|maintenance|monthly|yearly|energy|travel|rent\w*|advertising) (?:\w+ )?(?:costs?|expenditure|expenses|budget|bills?)\b/i
/** "Research organisations can share up to 50% of the costs", "they can cost up to 30%", "80% of the cost of the academic part". */
const OF_SOME_COSTS = /\bcan (?:share|cost) up to\b|\bof the (?!(?:second|first|main) )\w+ part\b/i
/** A share of the grant is no share of the costs. */
const OF_THE_GRANT =
  /(?:%|per\s?cent)\s(?:\w+ ){0,2}?of (?:the|your|any|each|our|this|their) (?:\w+ )?(?:grant|award|funding|budget|fund|allocation|programme)\b/i

/** "Charities may be offered up to 75%": another sentence goes beyond the share. */
function isOutdone({ operator, value }: FoundCriterion, unit: Unit, whole: string): boolean {
  if (operator !== 'at_most') return false
  const rest = `${whole.slice(0, unit.start)}\n${whole.slice(unit.end)}`
  return rest
    .split(/\n|(?<=[.!?;])\s+/)
    .some(
      (sentence) =>
        /\b(?:grants?|fund(?:s|ed|ing)?|cover\w*|costs?|intervention|rates?|offered|pays?|contribut\w+|support\w*|receive|up to)\b/i.test(
          sentence,
        ) &&
        !OWN_MONEY.test(sentence) &&
        !ELSE.test(sentence) &&
        !OF_THE_GRANT.test(sentence) &&
        !/\b(?:least|minimum|match)\b/i.test(sentence) &&
        (sentence.match(new RegExp(PERCENT, 'gi')) ?? []).some(
          (percent) => percentOf(percent) > (value as number) && percentOf(percent) <= 100,
        ),
    )
}

/** "up to half of the total cost" */
const HALF =
  /\b(?:one[- ])?half (?:of )?(?=(?:the|your|its|their|all|total|eligible|project) [^.;]*\b(?:costs?|price|expenditure|bill|budget)\b|what your project costs\b)/gi

const THREE_QUARTERS =
  /\bthree[- ]quarters of (?=(?:the|your|its|their|all|total|eligible|project) [^.;]*\b(?:costs?|price|expenditure|bill|budget)\b)/gi
const A_QUARTER =
  /\b(?:a|one)[- ]quarter of (?=(?:the|your|its|their|all|total|eligible|project) [^.;]*\b(?:costs?|price|expenditure|bill|budget)\b)/gi

/** "At least 60% of the project costs must be paid for with money from private sources" */
const PAID_BY_OTHERS = new RegExp(
  `(?:at least|a minimum of|no less than) ${SHARE} of (?:the |your |all )?(?:total |eligible |overall |project |capital )*(?:costs?|expenditure|budget|funding) (?:must|needs? to|has to|have to|should|will need to|is required to|are to|is to) (?:be (?:paid|met|covered|funded|found|financed|provided)|come)\\b[^.;]*?\\b(?:private|own|other|match|elsewhere|non-public|you|applicants?)\\b`,
  'i',
)

/** "25% of the cost must come from your own funds" */
const FROM_OWN = new RegExp(
  `${SHARE} of (?:the |your |all )?(?:[\\w-]+ ){0,3}?(?:costs?|budget|expenditure) (?:must|has to|have to|needs? to|will have to) (?:come|be (?:found|met|paid|raised))\\b[^.;]*?\\b(?:own|other|elsewhere|you|applicants?)\\b`,
  'i',
)

/** "Private money, such as a loan, must pay for at least 60% of the costs" */
const PAYS_ITSELF = new RegExp(
  `\\b(?:private|own|other|match|non-public|partnership) (?:\\w+ )?(?:money|funds?|funding|sources?|finance|contributions?)\\b[^.;]{0,50}?\\b(?:must|needs? to|has to|have to|should) (?:pay|cover|meet|fund|provide|find)(?: for)? (?:at least|a minimum of|no less than) ${SHARE}`,
  'i',
)

export const shares: Rule = (unit, { text: whole }) =>
  sharesOf(unit).map((found) => {
    if (found.doubt !== undefined || found.code !== 'FUNDING_INTENSITY') return found
    if (OF_ONE_PART.test(unit.text)) return { ...found, doubt: 'quantity' }
    return isOutdone(found, unit, whole) ? { ...found, doubt: 'contradiction' } : found
  })

/** "a revenue element which should not exceed 10%": a part of the budget. "50% of capital costs and all of the cost of activities": of one sort of cost. */
const OF_ONE_PART =
  /\b(?:revenue|capital|admin\w*|overheads?|contingency|management|marketing|training|staff(?:ing)?) (?:elements?|part|component|share)\b[^.;%]*%|%[^.;%]*\band (?:all|the whole|the full)\b/i

/** A floor of the share, not of a sum next to it. */
const AT_LEAST = new RegExp(
  `\\b(?:at least|minimum(?: of)?|above|over)\\s+(?:[\\w-]+ ){0,3}?${SHARE}|${SHARE} or more\\b`,
  'i',
)
/** "The grant can provide up to 50% match funding": the funder's share, whatever it is called. */
const GIVEN = new RegExp(
  `\\b(?:grants?|fund|scheme|programme|we|council) (?:(?:can|will|may|could) )?(?:provide|offer|give|contribute|cover|pay|fund|match)s? (?:up to |a maximum of )?${SHARE}`,
  'i',
)

function sharesOf(unit: Unit): FoundCriterion[] {
  // "…, with at least 20% of this from other funders" divides the share.
  const text = unit.text
    .replace(/\b(?:e\.g\.|for example\b).*$/i, '')
    .replace(HALF, '50% of ')
    .replace(THREE_QUARTERS, '75% of ')
    .replace(A_QUARTER, '25% of ')
    .replace(/,? with the (?:remaining|rest|remainder|balance)\b[^%]*$/i, '')
    .replace(
      /,? (?:with |of which )?(?:at least |up to )?\d+\s?(?:%|per\s?cent) of (?:this|that|these|it)\b[^.;]*/i,
      '',
    )
  const percents = text.match(new RegExp(PERCENT, 'gi')) ?? []
  if (percents.length === 0 || unit.mood === 'none_of' || !OF_COSTS.test(text)) return []
  if (
    /\b(?:may|can|could|should|must) (?:be|go) (?:for|spent|used|allocated|towards|on)\b/i.test(
      text,
    )
  )
    return []
  if (
    ELSE.test(text) ||
    OF_THE_GRANT.test(text) ||
    OF_OTHER_COSTS.test(text) ||
    OF_SOME_COSTS.test(text)
  )
    return []
  const several = new Set(percents.map(percentOf)).size > 1
  const byOthers = PAID_BY_OTHERS.exec(text) ?? PAYS_ITSELF.exec(text) ?? FROM_OWN.exec(text)
  if (byOthers)
    return [
      finding(
        'MATCH_FUNDING',
        'match_funding_pct',
        'at_least',
        percentOf(byOthers[1]!),
        several ? 'part' : undefined,
      ),
    ]
  if (
    !GIVEN.test(text) &&
    OWN_MONEY.test(
      text.replace(
        /\bcontribution from the (?:fund|scheme|programme|council|trust|grant)\b|\b(?:our|maximum|(?:the )?(?:[\w-]+ )?(?:council|trust|fund|foundation|scheme|programme|grant)(?:['’]s)?) contribution\b/gi,
        '',
      ),
    )
  ) {
    if (
      /\b(?:no|not|without|optional)\b/i.test(
        text.replace(/\b(?:no|not) (?:less|by)\b/gi, '').replace(/\bby not\b/gi, ''),
      )
    )
      return []
    const own = OWN.exec(text) ?? OWN_LABEL.exec(text) ?? OWN_BEHIND.exec(text)
    return own
      ? [
          finding(
            'MATCH_FUNDING',
            'match_funding_pct',
            'at_least',
            percentOf(own[1]!),
            several ? 'part' : undefined,
          ),
        ]
      : []
  }
  const doubt = several
    ? 'part'
    : AT_LEAST.test(text) && !/\bmax/i.test(text)
      ? 'quantity'
      : undefined
  if (/\b(?:not|never)\b[^.;%]{0,25}\b(?:less than|under|below)\b/i.test(text)) return []
  const strict = STRICT.exec(text)
  // "A request for less than 10% of the costs cannot be considered"
  if (strict && REFUSES.test(text.slice(strict.index)))
    return [
      finding(
        'FUNDING_INTENSITY',
        'funding_intensity_pct',
        'at_least',
        percentOf(strict[1]!),
        doubt,
      ),
    ]
  if (strict)
    return /\b(?:fund|grant|cover|pay|up to)/i.test(text) && !doubt
      ? [finding('FUNDING_INTENSITY', 'funding_intensity_pct', 'less_than', percentOf(strict[1]!))]
      : []
  const match = UP_TO.exec(text) ?? OFF.exec(text) ?? SHARE_GRANT.exec(text)
  return match
    ? [
        finding(
          'FUNDING_INTENSITY',
          'funding_intensity_pct',
          'at_most',
          percentOf(match[1]!),
          doubt,
        ),
      ]
    : []
}
