/**
 * Retractions by another sentence: exceptions, additional applicants, and limits that may be
 * extended.
 */
import type { CriterionCode } from '../criterion.ts'
import { MONEY, moneyOf, PERCENT, percentOf } from '../figures.ts'
import type { FoundCriterion } from './build.ts'
import { ABOUT_THE_APPLICANT, PAID } from './criterion-groups.ts'
import { isExclusion } from './polarity.ts'
import type { Unit } from './units.ts'

/** "Expected to" demands; "we expect most to" does not. Only a cost that the funder expects is counted as a wish. */
export const EXCEPTION =
  /\b(?:flexib\w+|unless|except(?:ing|ions?|ional(?:ly)?)?|other than|apart from|excluding|with the exclusion|exempt\w*(?! charit)|waive\w*|save (?:for|where|that|in|when)|special circumstances|may be (?:relaxed|increased|exceeded|waived|varied))\b/i

/** A sentence that takes something back: what it names is a limit with an exception, wherever the limit stands. */
const TAKES_BACK =
  /\b(?:exempt|exceptions?|exceptional(?:ly)?|(?:is|are) excepted|extend(?:ed)? (?:this|it|these)|to go (?:outside|beyond|above|below) (?:this|these)|permitted exception|waive\w*|(?:will|can|may|could) still (?:be (?:eligible|considered)|apply|bid)|are still eligible|do(?:es)? not apply (?:to|if|where|for)|special (?:case|circumstances)|at (?:our|its|their|the \w+['’]?s?) discretion|if not, you (?:must|can|need)|higher (?:amounts?|grants?|awards?|rates?|intervention)|larger (?:grants?|awards?|amounts?|requests?|sums?)|(?:grants?|requests?|applications?|bids?|amounts?|anything) (?:above|over|beyond|in excess of|larger than|more than) (?:that|this|these)|may (?:also )?(?:be considered|consider)|(?:may|can|could|will) (?:also |still |sometimes )?(?:allow|be allowed) (?!no\b)|case[- ]by[- ]case|on a case|not (?:be )?(?:need|required|expected|obliged|asked) to (?:be|have|provide|contribute|find|bring)|falls? outside|not (?:a )?(?:strict|hard|fixed)|can be (?:of )?any (?:size|age|amount|length))\b/i

/** Permission to apply without what is required; amounts are not affected. */
const MAY_LACK =
  /\b(?:if (?:you|your \w+) (?:is|are) (?:a )?new\b|if you (?:do not|don['’]t)(?=,| have)|if you (?:have no|lack)|do(?:es)? not (?:yet |need to )?have (?:an?|its|their|your)|on (?:their|your|its) behalf|another organi[sz]ation|host organi[sz]ation|umbrella|accountable body)\b/i

/**
 * "If this does not describe you, we should still like to hear from you", "applicants without one
 * of these may …": no requirement for applicants excludes.
 */
const ANY_MAY_APPLY =
  /\bif (?:you|your \w+) (?:do|does)(?: not|n['’]t) (?:quite )?(?:meet|fit|match) (?:all )?(?:of )?(?:the above|these|our|the) (?:criteria|requirements)\b[^.]*\b(?:but|contact|talk|get in touch|still|may|can|could)\b(?! not)|\bif (?:this|these|that|none of (?:this|these))\b[^.;]{0,20}\b(?:not|n['’]t) (?:describe|fit|sound like|apply to|match) (?:you|your)\b|\b(?:lack|without|(?:do|does) not (?:yet )?(?:have|meet)) (?:(?:any|all|one|some) of )?(?:these|this|them)\b[^.;]*\b(?:may|can|could)\b(?! not)|\bstill (?:like|love|want|happy|pleased|encourage you) to (?:hear from|talk to|speak (?:to|with)) you\b/i

const TOPICS: Partial<Record<CriterionCode, RegExp>> = {
  AMOUNT_RANGE:
    /£|\b(?:sums?|amounts?|requests?|maximum|limits?|larger|higher|(?:award|give|offer|fund|pay|grant|ask for|apply for)s? more|(?:grants?|awards?) (?:above|over|beyond|of|size))\b/i,
  PROJECT_COST: /\b(?:costs?|projects? over|£)/i,
  FUNDING_INTENSITY: /%|\b(?:percentage|share|intervention|rate|full cost)\b/i,
  MATCH_FUNDING: /\bmatch|contribut/i,
  INCOME: /\b(?:income|turnover)\b/i,
  REGISTRATION: /\b(?:regist)/i,
  YEARS_TRADING:
    /\b(?:new(?:er|ly)?|young(?:er)?|trad\w+|established|existence|start[- ]?ups?|(?:years?|months) old)\b/i,
  ESTABLISHED: /\b(?:years?|months|new(?:ly)?|trading|established)\b/i,
  COMPANY_SIZE: /\b(?:employees|size|larger? (?:business|compan|organi))/i,
  PROJECT_DATES: /\b(?:dates?|deadline|complete|start|finish|extensions?|later)\b/i,
  PROJECT_DURATION: /\b(?:duration|months|years|longer|extensions?)\b/i,
  SPEND_BY: /\b(?:spend|spent|extensions?|later)\b/i,
  PRIOR_FUNDING: /\b(?:funded|funding|previous|again)\b/i,
  NO_RETROSPECTIVE: /\b(?:retrospective|already|started|begun)\b/i,
  MAX_APPLICATIONS: /\bapplications?\b/i,
  PARTNERSHIP: /\b(?:partner|collaborat|alone|consorti)/i,
}

const OF_GOVERNANCE: Partial<Record<Limit['parameter'], RegExp>> = {
  has_constitution: /\b(?:constitution|constituted|requirement|criteria at|governing)\b/i,
  has_bank_account: /\b(?:account|requirement|criteria at)\b/i,
  has_accounts: /\b(?:accounts|requirement|criteria at)\b/i,
  trustees: /\b(?:trustees|directors|committee|board|requirement|criteria at)\b/i,
}

const THEY_MAY = '[^.;]{0,60}?\\b(?:can|may|could|will|are|is)\\b(?! not)[^.;]{0,30}?'

const BODY =
  '(?:organi[sz]ations?|groups?|charities|businesses|compan(?:y|ies)|firms?|applicants?|clubs?|projects?|enterprises?)'

const LETS_BEYOND =
  /\bno (?:upper |set |fixed |overall )*(?:limit|maximum)\b(?! (?:number|of applications|on (?:how many|the number)))(?![^.;]*\bbut\b)|\b(?:twice|double|three times) (?:that|this|the) (?:amount|sum|limit|maximum|grant)|\b(?:apply|ask|bid|eligible|qualify) for (?:more|higher|larger)\b(?! than one)|\b(?:receive|get|have|offer|give|award|consider) (?:up to )?(?:more than (?:this|that)|larger|higher|bigger)\b|\bhigher (?:limit|maximum|ceiling|amount)/i

/** For each limit, words anywhere in the text that include applicants whom it excludes. */
const RELEASES: Partial<Record<CriterionCode, RegExp>> = {
  AMOUNT_RANGE: LETS_BEYOND,
  PROJECT_COST: new RegExp(
    `\\b(?:larger|bigger|smaller) (?:projects|schemes|works)\\b${THEY_MAY}\\b(?:appl|consider|agreed|accept|support|fund|eligible)`,
    'i',
  ),
  FUNDING_INTENSITY:
    /\b(?:pay|fund|cover|meet|receive|have|get|claim)s?\b[^.;%]{0,30}\b(?:the (?:whole|full|entire|total)|all of the|all the|100 ?%)[^.;]{0,20}\bcosts?\b|\b(?:funded|paid|covered|met) in full\b|\band (?:all|the whole) (?:of )?the costs?\b|^for (?:all |any |every )?others?\b[^.;]*(?:%|\bper cent\b|\bhalf\b)/i,
  MATCH_FUNDING:
    /\bmatch(?:ed)?[ -]?fund\w*\b[^.;]{0,30}\b(?:not (?:be )?(?:needed|required|necessary|essential)|optional)\b|\b(?:need not|(?:do|does|don['’]t|doesn['’]t|are|is) not (?:need|have|required|expected|asked) to|needn['’]t) (?:contribute|match|provide match|find)\b|\bno (?:match|contribution)\b/i,
  INCOME: new RegExp(
    `\\b(?:larger|bigger|national|wealthier|large) ${BODY}\\b${THEY_MAY}\\b(?:appl|eligible|consider|fund|support|exempt)`,
    'i',
  ),
  COMPANY_SIZE: new RegExp(
    `\\b(?:larger|bigger|large) ${BODY}\\b${THEY_MAY}\\b(?:appl|eligible|consider|fund|support|exempt|join)`,
    'i',
  ),
  YEARS_TRADING: new RegExp(
    `\\b(?:start[- ]?ups?|(?:new|newer|newly[- ]\\w+|younger|recent\\w*) (?:\\w+ )?${BODY})\\b${THEY_MAY}\\b(?:appl|eligible|consider|fund|support|exempt)`,
    'i',
  ),
  PRIOR_FUNDING:
    /\bif you (?:would like|want|wish for|need) another\b[^.;]*\b(?:may|can|could)\b|\b(?:may|can|could) (?:ask|apply|bid) (?:for (?:it|another)|again)\b|\b(?:remain|still) (?:be )?eligible\b[^.;]*\b(?:had|received|given|been)\b[^.;]*\b(?:before|already|previously|in the past)\b/i,
  NO_RETROSPECTIVE:
    /\b(?:preparat\w+|preliminary|groundwork|feasibility|design) (?:works?|costs?|steps?|stages?|activity|studies)\b[^.;]*\b(?:allowed|may|can|permitted|eligible)\b(?! not)|\b(?:works?|projects?|activit(?:y|ies)) (?:may|can|could) (?:already )?have (?:begun|started|commenced)\b/i,
  MAX_APPLICATIONS:
    /(?<!\bpartner (?:in|on) )\bany number of (?:applications?|bids?|proposals?|times)\b|\bas many (?:applications?|bids?|proposals?|times) as\b/i,
  GOVERNANCE: new RegExp(
    `\\b(?:un-?constituted|informal|not (?:yet )?constituted|(?:without|(?:do|does) not (?:yet )?have) (?:an?|any|their own|its own|your own)? ?(?:\\w+ )?(?:constitution|account|accounts|committee|governing))\\b${THEY_MAY}\\b(?:appl|eligible|consider|fund|support|come in|be hosted|be sponsored)`,
    'i',
  ),
}

type Limit = Pick<FoundCriterion, 'code' | 'parameter' | 'operator' | 'value'>

/** Whether the other clause of a sentence takes back what one of its clauses limits. */
export const takesBack = (clause: string, limit: Limit): boolean =>
  EXCEPTION.test(clause) ||
  TAKES_BACK.test(clause) ||
  SOFTENS.test(clause) ||
  STRETCHED.test(clause) ||
  (ABOUT_THE_APPLICANT.has(limit.code) && MAY_LACK.test(clause)) ||
  (releaseOf(limit)?.test(clause) ?? false)

const isFloor = ({ operator }: Limit) => operator === 'at_least' || operator === 'more_than'

/** "We may fund smaller requests from small parishes" */
const GIVES_LESS =
  /\b(?:may|can|could|sometimes) (?:also )?(?:fund|consider|accept|make|offer|award) smaller (?:grants?|requests?|amounts?|sums?|awards?|applications?)\b|\bsmaller (?:grants?|requests?|amounts?|sums?|applications?) (?:may|can|could) be\b/i

/** Older or richer applicants retract no floor, newer ones no ceiling. */
function releaseOf(limit: Limit): RegExp | undefined {
  const { code, operator } = limit
  if (code === 'YEARS_TRADING') return isFloor(limit) ? RELEASES.YEARS_TRADING : undefined
  if (code === 'ESTABLISHED') return operator === 'not_after' ? RELEASES.YEARS_TRADING : undefined
  return isFloor(limit) && (code === 'AMOUNT_RANGE' || code === 'INCOME' || code === 'COMPANY_SIZE')
    ? undefined
    : RELEASES[code]
}

const BEYOND =
  /\b(?:more than|over|above|exceed\w*|larger|higher|longer|beyond|in excess of|older|bigger)\b/i

const BENEATH =
  /\b(?:less than|under|below|fewer|smaller|lower|newer|newly|new (?:business|organi[sz]ation|group|compan|charit|applicant)\w*|younger|start[- ]?ups?|without|not have|shorter)\b/i

/** "a business that has traded for longer": on the side of a floor that the floor leaves open. */
const isOnItsFarSide = (text: string, limit: Limit) =>
  isFloor(limit) && BEYOND.test(text) && !BENEATH.test(text)

/** "(can be averaged over three years)": a bracket that says how a limit may be met otherwise. */
const STRETCHED = /^(?:this |it |which )?(?:can|may|could) (?!only\b|not\b)/i

/** Right behind a limit: "Newer businesses should contact us", "Extensions may be agreed", "Where there are fewer, explain why". */
const SOFTENS =
  /\b(?:start[- ]?ups|new (?:businesses|groups|organi[sz]ations|charities|clubs)|larger|newer|smaller|shorter|longer|older|younger|sole|single|cross-border|bigger|higher|others|those)\b[^.;]*\b(?:may|can|could|(?:will be|is|are) (?:also )?(?:considered|accepted|allowed|eligible)|should (?:contact|speak|talk))\b|\bneeds? neither\b|\bflexib\w+|\bextensions? (?:may|can|could|will)\b|^where (?:there (?:are|is)|this|that|you|it)\b[^.;]*\b(?:explain|tell us|contact|speak)\b|\bmay submit (?:one|more|up to)\b/i

/** "Where the area is deprived, 10% is required", right behind "at least 20%". */
function loosens(text: string, limit: Limit): boolean {
  if (typeof limit.value !== 'number' || !(PAID.has(limit.code) || limit.code === 'INCOME'))
    return false
  if (!/^(?:where|if|for|in|however|but)\b/i.test(text)) return false
  const isShare = limit.code === 'MATCH_FUNDING' || limit.code === 'FUNDING_INTENSITY'
  const own = limit.value
  return [...text.matchAll(new RegExp(isShare ? PERCENT : MONEY, 'gi'))].some(([said]) => {
    const value = isShare ? percentOf(said) : moneyOf(said)
    return isFloor(limit) ? value < own : value > own
  })
}

/** Whether a later sentence takes back what `unit` says: right behind it, or anywhere when it names the same thing. */
export function isTakenBack(unit: Unit, limit: Limit, units: readonly Unit[]): boolean {
  const { code } = limit
  if (code === 'ORG_TYPE' || code === 'INVITE_ONLY') return false
  if (
    units.some(
      (other) =>
        !other.isHeading &&
        other.start > unit.end &&
        other.start - unit.end <= 3 &&
        SOFTENS.test(other.text) &&
        !isExclusion(other),
    )
  )
    return true
  if (code === 'REGION') return false
  if (
    units.some(
      (other) =>
        other.start > unit.end && other.start - unit.end <= 3 && loosens(other.text, limit),
    )
  )
    return true
  if (
    ABOUT_THE_APPLICANT.has(code) &&
    units.some((other) => other.start !== unit.start && ANY_MAY_APPLY.test(other.text))
  )
    return true
  if (code === 'AMOUNT_RANGE' && isFloor(limit) && units.some(({ text }) => GIVES_LESS.test(text)))
    return true
  const released = releaseOf(limit)
  if (
    released !== undefined &&
    units.some(
      (other) =>
        other.start !== unit.start &&
        !other.isHeading &&
        other.mood !== 'none_of' &&
        !isExclusion(other) &&
        released.test(other.text),
    )
  )
    return true
  const topic = OF_GOVERNANCE[limit.parameter] ?? TOPICS[code]
  return units.some((other) => {
    if (other.start === unit.start || other.isHeading || isOnItsFarSide(other.text, limit))
      return false
    if (
      !TAKES_BACK.test(other.text) &&
      !(ABOUT_THE_APPLICANT.has(code) && MAY_LACK.test(other.text))
    )
      return false
    if (
      Math.abs(other.start - unit.end) <= 3 &&
      /\b(?:this|these|the) (?:requirement|limit|rule|amount|maximum|criteri\w+)|^if not\b|^if you (?:do not|don['’]t) (?:yet )?have (?:one|any|these|this|them)\b|^if (?:you|your \w+) (?:is|are) (?:a )?new\b|\b(?:is|are) excepted\b|\bextend(?:ed)? (?:this|it|these)\b|\bto go (?:outside|beyond|above|below) (?:this|these)\b|^exceptions?\b|^(?:in |under |for )?(?:\w+ )?exceptional/i.test(
        other.text,
      )
    )
      return true
    return topic?.test(other.text) ?? false
  })
}
