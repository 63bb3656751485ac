/** Rule for who may apply, and who may not. */
import { ORG_TYPES, type OrgType } from '../applicants.ts'
import { BY_GUARANTEE, kindsIn, kindsMentioned, kindsRuledOut } from './applicant-kinds.ts'
import { type FoundCriterion, finding, type Rule } from './build.ts'
import type { List, Unit } from './units.ts'

/** Words of one clause; the dot of "£2.5m" ends none. */
const W = '(?:[^.;:]|\\.(?=\\w))'
const WHOM = `(${W}+)`
const FIRST = `(${W}{3,140}?)`
const ADVERBS =
  '(?:(?:now|again|then|all|both|each|also|only|currently|directly|solely|exclusively|warmly|very|either|therefore|normally) )*'
const REQUIRED =
  '(?:applications?|bids?|proposals?|requests?|expressions of interest|enquiries|appeals|submissions)'
const GIVEN =
  '(?:grants?|funding|awards?|funds?|money|support|financial (?:help|support|assistance)|assistance|donations|vouchers?)'
const OFFER = `(?:${GIVEN}|${REQUIRED}|scheme|programme|competition|opportunity|call|it|round|both|pot|\\b[A-Z]{3,6}\\b|we (?:are|is)|that|which)`
/** Verbs of included applicants. */
const APPLY =
  '(?:apply|bid|qualify|(?:ask for|have|receive|get|be (?:given|awarded)) (?:an? |any |our |the )?(?:grants?|money|funding|support)|submit (?:an? )?(?:applications?|bids?|proposals?)|send (?:in |us )?(?:an? |their )?applications?|use (?:this|the|our) (?:scheme|fund|grant))'
const ALLOWED = '(?:able|eligible|allowed|permitted|invited|welcome|free)'
/** Words for applicants. */
const APPLICANT =
  '(?:(?:(?:all|any|each|every|eligible|lead|main|the|your|an?|applying) )*(?:applicants?(?: organi[sz]ations?)?|(?:lead |applicant )?organi[sz]ations?|groups?|bod(?:y|ies)|business(?:es)?|club|company|lead|organi[sz]ation making the application)|you|anyone|whoever)(?:(?: (?:who|that)(?: is| are)?)? appl(?:y|ies|ying))?'
const A = '(?:an? |one of |either (?:an? )?|both )?'
const MUST = '(?:must|should|shall|needs? to|ha(?:ve|s) to)'
/** How something is done, or will be: "will only be", "can be". */
const IS = '(?:are|is|(?:will|can|may|shall)(?: (?:now|only|currently))* be)'

const frame = (source: string) => new RegExp(source, 'i')

/**
 * Patterns of inclusion; the first group is the applicant. A sentence about usual recipients
 * excludes no applicant, unless it says "only".
 */
const ADMITS: readonly RegExp[] = [
  // "Charities can apply": who does it.
  frame(
    `\\bonly ${FIRST} (?:can|may|(?:are|is|will be) (?:able|eligible)|will be (?:funded|considered|supported)|should)\\b`,
  ),
  frame(
    `^${FIRST} (?:(?:(?:can|may|(?:are|is) ${ADVERBS}${ALLOWED} to) ${ADVERBS}${APPLY}|(?:are|is) who (?:this|the|our) \\w+ (?:is|are) for)\\b(?! (?:for|if) (?:this|the|an?) (?:part|strand|element|additional|second))|(?:are|is) ${ADVERBS}eligible(?: (?:for (?:funding|consideration|this|the|our|support|an award|an? grants?|grants?)|to apply)\\b|\\.|$))`,
  ),
  // "Grants are open to charities", "bids are invited from schools": the applicant is the object.
  frame(
    `\\b${OFFER}(?:${W}{0,60}? (?:is|are))? ${ADVERBS}(?:open|available|offered|restricted|limited) ${ADVERBS}(?:to|(?<=(?:open|available) )for) (?:applications from )?${WHOM}`,
  ),
  frame(
    `(?:^|\\b(?:grants?|fund|scheme|programme|competition|is|are) )(?:open|available) (?:only )?to (?:all )?${WHOM}`,
  ),
  frame(
    `\\b${REQUIRED}(?: (?:under|to|for)${W}{2,80}?)? ${IS} ${ADVERBS}(?:invited|welcomed?|accepted|open|considered|encouraged|sought|requested|taken) ${ADVERBS}from ${WHOM}`,
  ),
  frame(
    `\\b(?:${REQUIRED}|projects?) (?:${MUST}|can|may) (?:only )?(?:come|be(?: (?:made|submitted))?)(?: only)? (?:from|by) ${A}${WHOM}`,
  ),
  frame(
    `\\b(?:only |will )?(?:consider|accept|welcom|invit|seek|look|(?<=(?:happy|pleased|able) to )receiv)(?:e|s|es|ing|ing for)?(?: only)? ${REQUIRED} (?:for (?:grants?|funding|support|assistance|an? (?:\\w+ )?grant) )?${ADVERBS}from ${WHOM}`,
  ),
  frame(
    `\\b(?:grants?|funding|awards) (?:(?:are|is|(?:will|can|may) be) only|(?:will|can|may) only be) (?:made|awarded|given|paid) to ${WHOM}`,
  ),
  frame(
    `\\b(?:make|give|award|offer|provide)s? (?:grants?|funding|awards) (?:only|solely|exclusively) to ${WHOM}`,
  ),
  frame(
    `\\b(?:grants?|funding|awards) (?:are|is|will be|can be|may be) (?:made|awarded|given|paid) (?:only|solely|exclusively) to ${WHOM}`,
  ),
  frame(
    `\\b(?:grants?|funding|awards) (?:are|is|will be|can be|may be) (?:made|awarded|given|paid) to ${FIRST} only\\b`,
  ),
  frame(
    `\\b(?:give|grants? go|money goes|awards? go|funding goes)s? (?:money )?(?:only|solely) to ${WHOM}`,
  ),
  frame(
    `\\b(?:give|grants? go|money goes|awards? go|funding goes)s? (?:money )?to ${FIRST},? (?:only|and (?:to )?(?:nobody|no one|nothing) else)\\b`,
  ),
  frame(`\\b(?:fund|support|help)s? ${FIRST}(?: only[.;]?$|,? and (?:nobody|no one) else\\b)`),
  frame(
    `\\b(?:only|exclusively) (?:work with|fund|support|(?:award|make|give) (?:grants|funding) to)s? ${WHOM}`,
  ),
  frame(
    `\\b(?:fund|support|open to|accept applications from) (?:organi[sz]ations|groups|applicants|bodies) (?:that|which|who) are (?:either|one of (?:the following|these))\\s*:?\\s*([^.:]+)`,
  ),
  frame(
    `\\b(?:makes?|gives?|awards?|offers?|provides?) (?:\\w+ ){0,2}?(?:grants?|funding|awards|support)(?: of ${W}{0,40}?)? to ${WHOM}`,
  ),
  frame(
    `\\b(?:grants?|funding|scheme|fund|it) (?:allows?|enables?) ${FIRST} to (?:claim|apply|get)\\b`,
  ),
  frame(
    `\\b(?:money|fund|funding|grants?|scheme|programme|competition|it) (?:is|are) (?:(?:meant|intended|there) (?:only|solely)|reserved) for ${WHOM}`,
  ),
  // "Applicants must be charities": what they are.
  frame(
    `^(?:(?:in order )?to (?:be eligible|apply|lead a project|qualify)[^,.;]{0,40}?,? )?${APPLICANT} (?:${MUST}|can|may) be ${A}${WHOM}`,
  ),
  frame(
    `\\b(?:${MUST}|can) be (?:either|(?:any )?one of (?:the following|these)(?: types? of (?:organi[sz]ation|applicant|group)s?)?)\\s*:\\s*${WHOM}`,
  ),
  frame(
    `^(?:eligible (?:applicants?|organi[sz]ations?|bodies|groups) (?:are|must be|will be)|those (?:who|that) (?:may|can) apply are|(?:all )?applicants are) ${A}${WHOM}`,
  ),
  frame(`\\bthe (?:lead )?applicant(?: organi[sz]ation)? is (?:always )?${A}${WHOM}`),
  frame(
    `\\bqualify ${W}{0,40}\\b(?:organi[sz]ations?|applicants?|groups?) must be ${A}([^.;:]+?)(?= and the total\\b|$|[.;:])`,
  ),
  frame(
    `\\b(?:(?:can|may|eligible to|only) apply|ask (?:us )?for (?:money|a grant|funding)|eligible)\\b${W}{0,60}? if (?:you(?:['’]re| are)|your organi[sz]ation is) ${A}${WHOM}`,
  ),
  frame(`^if you(?:['’]re| are) ${A}${FIRST},? (?:then )?you (?:can|may|are eligible to) apply\\b`),
  frame(
    `^(?:${APPLICANT} (?:(?:can|may|${MUST}) )?(?:(?:operates?|trades?)|(?:be|is) (?:constituted|set up|registered))|you can apply) as ${A}${WHOM}`,
  ),
  /\bmust be part of an? ([^.;:,]+)/i,
  /\b(?:ha(?:ve|s)|holds?) (?:an? )?(?:[\w-]+ ){0,3}?((?:charit(?:able|y)|not[- ]for[- ]profit|voluntary)(?:(?:,| or| and) (?:charitable|not[- ]for[- ]profit|voluntary))*) (?:legal )?(?:structure|status|form)\b/i,
  // "Who can apply: charities".
  /^(?:eligible (?:applicants?|organi[sz]ations?|bodies|groups)|who (?:can|may|could) apply|who is (?:eligible|it for)|who (?:it|this) is for|applicants?|open to|applicant types?|types? of (?:organi[sz]ation|applicant)|organi[sz]ation types?|eligibility)\s*\??\s*[:–—|-]\s*([^.;:]+)/i,
]
/** "This grant is for charities": only where nothing but kinds of applicants follows, since it may be for anything. */
const IS_FOR = frame(
  `^(?:this|the|our|these|it)?(?: ?(?:\\w+ )?(?:grants?|competition|scheme|fund|programme|funding|opportunity|call|awards?))? (?:is|are) (?:only |exclusively |solely )?for ${WHOM}`,
)
const WHO_HEADING =
  /^(?:who (?:can|may|could) apply|who['’]s eligible|who (?:do )?we (?:can |will )?(?:fund|support)|(?:which|what(?: types? of)?|what kinds? of) (?:organi[sz]ations?|groups?|bodies|applicants?|businesses)(?: \w+)? (?:can|may|could) apply|who (?:is (?:eligible|it for|(?:this|the) (?:\w+ )?(?:grant|fund|scheme|funding|programme|competition) (?:is )?for)|the (?:\w+ )?(?:grant|fund|scheme|funding|programme|competition) is for)|eligible (?:applicants|organi[sz]ations)|applicants|open to)\b/i
/** Lines under "Who can apply", without a verb. */
const ONLY_THESE =
  /^only ([^.;:]{3,120}?)(?=\s(?:whose|who|that|which|with|based|in|from)\b|[.:;]|$)/i
const CAN_I_APPLY =
  /^is (?:your|my|our) \w+ eligible\b|^(?:can|may) (?:I|we|you|my \w+) apply\b|^(?:am I|are (?:you|we)) eligible\b/i
const YES_IF =
  /^yes\s?[,–—-]? (?:but )?(?:only )?if you(?:['’]re| are) (?:an? |either an? )?([^.;:]+)/i
const VERB =
  /\b(?:is|are|be|must|can|may|will|should|have|has|need|do|does|cannot|apply|please|see|read|check|contact)\b/i
/**
 * "Your business must be:", "Eligibility": the items say what the applicant is, not what it has.
 */
const OF_BEING =
  /\b(?:be|are|is)(?: (?:an?|either(?: an?)?|one of [^:]*))?\s*:?$|^[^:]*\b(?:eligib\w+|criteria|requirements|applicants?)[^:]*:?$/i
const BE_ITEM =
  /^(?:you['’]re|(?:(?:you|your \w+) )?(?:be|are|is)) (?!or\b)(?:an? |either (?:an? )?|one of )?(.+)/i
const DENIES = /\b(?:no|never|neither|nor|not|cannot|can['’]t|don['’]t|won['’]t|nobody)\b/i
/** Others may apply too, so that the sentence does not close the circle. */
const ADDS =
  /\b(?:also|too|as well|additionally|other (?:organi[sz]ations|bodies|applicants|groups) (?:may|can|will)|applications are also|not limited to|in addition|existing applicants)\b|\bapply\b[^.;]{0,20}\b(?:through|via|on behalf|as part of|with|under|as)\b|\b(?:eligible|apply|bid)\b[^.;]{0,40}\bonly (?:where|if|when|for (?:sites?|work|projects?))\b|\bcan only (?:apply|bid) (?:where|if|when)\b/i

/**
 * "Schools are also eligible", "Companies can apply provided that …": additions to other
 * applicants.
 */
const ALSO =
  /\b(?:can|may) apply,? (?:provided|as long as|so long as|on condition)\b|\b(?:can|may|are|is) also (?:apply|bid|eligible|be (?:considered|eligible)|welcome|able to apply)\b|\balso (?:open|available) to\b/i

/** "The small grants strand is open to …" */
const OF_A_STRAND =
  /\b(?:strand|stream|(?<![-\w] ?)tier(?! local)|lot|pot|element|category|phase|option|route|pathway|track)\b(?! of (?:organi|applicant))/i
/** "Our small grants are for …", "… can apply for the larger award". */
const OF_A_SIZE =
  /^(?:our|the) (?:small(?:er)?|main|larger?|core|major|micro|medium|mini|standard|quick|rapid|starter|development|growth|project|capital|revenue|flagship) (?:\w+ )?(?:grants?|awards?|fund|programme)\b/i
/** "…, but not for more than £2,000", "other groups can apply": others may have more, or came before. */
const WITH_OTHERS =
  /\b(?:apply|bid) (?:from|until|after|by) (?:\d|(?:early |late )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|winter)\w*)|\b(?:apply|eligible|bid)\b[^.;]{0,25}\bbut (?:not|only)\b|^others?\b/i
/** How often, not who: "each business may apply once only". */
const HOW_OFTEN =
  /\b(?:apply|bid|submit)(?: only)? (?:once|twice|again|for (?:only )?(?:one|two|three|a maximum|no more|more than)\b|(?:only )?(?:one|two|more than one|up to)\b)|\b(?:one|two|three|\d+) applications? (?:per|from (?:each|any|one|an))\b/i
/** "We fund organisations, not individuals", "… and not for businesses" */
const NOT_THOSE =
  /(?:,? (?:and|but) not|, not(?![- ]for[- ](?:private[- ])?profit)|,? rather than) (?:(?:to|for|from|by) )?((?:an? )?(?!just|only|for|to)\w[^.;:]*)/i
const CAN_CLOSE =
  /\b(?:be an?|fund|support|open|available|appl\w+|issued|made|given|awarded|grants?|for|from)\b/i
/** A refusal that goes on is one of some way to apply, or of some part of the offer. */
const NARROWED =
  /^\s*,?\s*(?:(?:to )?(?:apply|lead (?:an? |the )?(?:bid|project|application)) |be considered |submit an application )?(?:on behalf|(?:through|via) (?!this|the (?:fund|scheme|grant|programme))|as\b(?! such)|alone|directly|by (?:themselves|itself)|on their own|in their own|without|under (?!this|the (?:scheme|fund|programme|grant))|until|for (?!this|the (?:grants?|fund|scheme|programme|competition|funding|award|\w+ (?:fund|grant|scheme|programme))\b|funding(?! (?:of|over|above|under|below)\b)|grants?\b(?! (?:of|over|above|under|below|larger|bigger|smaller|worth|exceeding|up to|between)\b)|our|support|a grant|any)|more than|if|where|when|unless|to (?!apply|receive|bid|be|lead|this|the (?:fund|scheme|programme|grant)\b)|in (?:round|phase|strand|stage)\b|but (?:may|can|could)|although|with\b)/i

const NOT =
  "(?:(?:is|are|was|were|will|can|could|may|do|does|should|need) ?(?:not|n['’]t)|cannot|can['’]t|won['’]t|(?:are |is )?(?:unable|not able|no longer able) to|no longer)"
/**
 * Patterns of exclusion; the first group is the applicant. They are the same three forms, negated.
 */
const SHUTS_OUT: readonly RegExp[] = [
  frame(
    `^${FIRST} (?:${NOT} ${ADVERBS}(?:be )?${ADVERBS}(?:(?:${ALLOWED} to )?(?:${APPLY}|lead)|eligible|accepted|considered|permitted|funded|supported|made|given|awarded|paid|offered)|(?:are|is|will be) (?:ineligible|excluded|rejected|refused|declined|turned down)|(?:are|is|fall)s? outside (?:of )?(?:the |our |this )?(?:scope|remit|scheme|fund|programme|grant))\\b(?! (?:for|if|to) (?:this (?:part|strand)|the (?:second|first)))`,
  ),
  frame(`^${FIRST} (?:can['’]t|cannot|may not)\\.?$`),
  frame(
    `(?:\\b${NOT}|^not) ${ADVERBS}(?:be )?(?:fund|support|assist|(?:accept|consider|entertain|respond to|support|take|welcome|fund)(?: any)?(?: new)? ${REQUIRED}(?: for ${GIVEN})? (?:from|by|of)|(?:make|give|award|provide|pay|offer)(?: any| our)? ${GIVEN}(?: directly)? (?:to|for)|(?:made|awarded|given|available|open|offered|paid|provided)(?: directly)? (?:to|for)|(?:accepted|considered|invited|taken|welcomed) (?:from|by))(?: ${REQUIRED} (?:by|from))?(?: (?:any of )?the following\\s*:)? ${WHOM}`,
  ),
  frame(
    `\\b(?:make|give|award|offer|provide|pay)s? no (?:\\w+ )?(?:grants?|funding|awards?|money|support) to ${WHOM}`,
  ),
  frame(
    `^no (?:${GIVEN}|${REQUIRED})(?: (?:are|is|will be|can be))?(?: (?:made|given|awarded|accepted|considered))? (?:to|for|from) ${WHOM}`,
  ),
  frame(
    `^(?:nothing (?:is|can be|will be) (?:given|paid|awarded) to|(?:we|the (?:\\w+ )?(?:scheme|fund|programme|grant|trust)) (?:leave|shut|rule|keep)s? out) ${WHOM}`,
  ),
  frame(
    `^(?:this|the|our|these) (?:grants?|fund|funding|scheme|programme|competition|awards?) (?:is|are) not (?:intended )?for ${WHOM}`,
  ),
  frame(
    `^you (?:${NOT} ${ADVERBS}(?:be )?(?:${APPLY}|eligible)|are ineligible)(?: for (?:this|the|our) (?:\\w+ )?(?:grants?|fund|funding|scheme|programme))? (?:if you(?:['’]re| are)|as) (?:an? )?${WHOM}`,
  ),
  frame(
    `^(?:you|(?:the |your )?(?:applicants?|organi[sz]ations?|lead applicants?)) (?:must not|cannot|can['’]t|should not|may not) be (?:an? )?${WHOM}`,
  ),
  frame(`^neither ${FIRST} (?:can|may|are able to|are eligible|is eligible|will be)\\b`),
  /\b(?:following|these)(?: \w+){0,3} (?:are not eligible|cannot apply|can['’]t apply|are ineligible|are excluded|will not be considered)[^.;:]{0,20}:\s*([^.:]+)/i,
  /^(?:exclusions?|excluded(?: applicants)?|not eligible|ineligible(?: (?:applicants?|organi[sz]ations?))?|(?:we|the trust|the fund|the trustees) (?:do not|don['’]t|cannot|can['’]t|will not|won['’]t) (?:fund|support)|what (?:we|is) (?:do not|don['’]t|cannot|can['’]t|will not|won['’]t|not) (?:fund|support|funded|supported)|who (?:cannot|can['’]t|may not|is (?:not|un)able to) (?:apply|bid))\s*\??\s*[:–—|-]\s*([^.:]+)/i,
]

/** A concession at the end of a sentence: "…, though a council may be a partner". */
const TURNS = /,? (?:however|though|although|but (?!not\b)|whereas|while)\b.*$/i
const FOR_WHAT = /(?<=^(?:applications?|bids?|proposals?)) for [^,;.]*? (?=(?:are|is) )/i
const RELENTS =
  /\b(?:exception\w*|discretion|consider\w*|still|sometimes|case|apply|eligible|welcome)\b/i
const AS_PARTNER = /\b(?:partners?|collaborat\w+|subcontract\w+|involved)\b/i

/** The clause that says who may apply, where the sentence turns to something else and relents nothing. */
function clauseOf(text: string, types: readonly OrgType[]): string {
  const turn = TURNS.exec(text)?.[0]
  // "Applications for projects that meet our priorities are welcome from …" says so of no wish.
  if (turn === undefined && FOR_WHAT.test(text)) return text.replace(FOR_WHAT, '')
  if (turn === undefined || RELENTS.test(turn)) return text
  if (!AS_PARTNER.test(turn) && [...kindsMentioned(turn)].some((kind) => types.includes(kind)))
    return text
  return text.slice(0, -turn.length)
}

/** Words about other sources of money. */
export const ELSEWHERE =
  /^(?:see|view|visit|find out|read)\b|\bother (?:funding|grants|funds|schemes|sources)\b[^.;]*\b(?:available|for)\b/i
/** Qualities that do not distinguish kinds of applicants. */
const NOT_WHO =
  /^(?:non-(?!profit|for|gov)|newer|younger|smaller|larger|bigger|few|fewer|hardly|scarcely|some|many|most|not(?![- ](?:for|just))|each|every|any one|resident (?:in|of|within|at)\b|aged|(?!(?:registered|(?:un|in)?(?:constituted|incorporated)|existing|established|recogni[sz]ed|accredited)\b)\w+(?:ing|ed)\b(?!,? (?:charit|organi|compan|communit|group|by|voluntary|not|non|social|club|business|school))|(?:one|two|three|\d+) (?:application|bid|proposal|grant|award)|able|willing|aware|ready|capable|compliant|consistent|registered (?:with|at|on|by|for)|spent|made|used|located|available|complete|for (?:private|commercial)|based|more than|at least|over|under|part)\b/i

const HEDGED = /\b(?:includ(?:es?|ing)|such as|for example|e\.g\.?|not limited to|might|may be)\b/i

/** Words that a remark among applicants must not contain if it is to be skipped. */
const LETS_IN_MORE = /\b(?:appl(?:y|ications?)|eligible|consider\w*|also|other)\b/i
/** "Your organisation must be based in the UK and be one of the following:" */
const IS_ONE_OF =
  /\b(?:organi[sz]ations?|applicants?|groups?|you|lead)\b[^:]*\bbe (?:an? |either )?(?:(?:any )?one of (?:the following|these)[^:]*)?:?\s*$/i

const REQUIRES_MORE =
  /^(?:all )?(?:applicants|organi[sz]ations|groups|those|businesses) (?:that|who|which|with|must|working|based)\b/i

/** A list of this length is complete. */
const LONG = 4

/** Reads a whole list of alternatives as one requirement, only if every item names a known kind. */
export function whoList(list: List): FoundCriterion | null {
  if (list.mood !== 'any_of' || !(list.isWho || IS_ONE_OF.test(list.lead))) return null
  const types = new Set<OrgType>()
  // What a list includes is not all that there is.
  let isOpen = HEDGED.test(list.lead) && list.items.length < LONG
  let isOfAnyForm = false
  let named = 0
  const forms = list.items.some(({ text }) =>
    /\b(?:sole trader|limited compan|private limited|LLP)/i.test(text),
  )
  for (const [at, item] of list.items.entries()) {
    // Next to a sole trader or a company, a partnership is a form of business.
    if (forms && /^(?:an? )?(?:business )?partnerships?\.?$/i.test(item.text)) {
      types.add('business')
      named += 1
      continue
    }
    if (/^an? (?:group|partnership|consortium) of organi/i.test(item.text)) continue
    // "For departments whose roles are reserved, funding may be used anywhere" is a remark.
    if (
      /^(?:for|where|in) [^.;]*\b(?:may|can|must|will|is|are)\b/i.test(item.text) &&
      !LETS_IN_MORE.test(item.text)
    )
      continue
    const kinds = kindsIn(
      item.text
        .replace(BY_GUARANTEE, ' limited by guarantee')
        .replace(/\([^)]*\)/g, ' ')
        .replace(/(?:\s[-–—]|:)\s.*$/, '')
        .replace(/[*†]+/g, '')
        .replace(/,? \b(?:if|where|when|providing)\b.*$/i, '')
        .replace(
          /\b(?:(?:that|which|who)(?! (?:is|are) (?:an? )?(?:[\w-]+ )?charit)|as long as|provided|with|including companies limited)\b.*$/i,
          '',
        ),
    )
    if (kinds.isOfAnyForm) isOfAnyForm = true
    if (kinds.isWhole && kinds.types.length === 0) continue
    // "Businesses and clubs", then "Organisations that pay a living wage": a further requirement
    // for the same applicants.
    if (
      at > 0 &&
      named === 1 &&
      kinds.types.length === 0 &&
      kinds.isAnybody &&
      REQUIRES_MORE.test(item.text)
    )
      continue
    if (
      !kinds.isWhole ||
      kinds.isAnybody ||
      kinds.types.length === 0 ||
      kinds.types.length === ORG_TYPES.length
    )
      isOpen = true
    else named += 1
    for (const type of kinds.types) types.add(type)
  }
  if (named === 0) return null
  if (isOfAnyForm && !types.has('charity') && !types.has('community_group')) isOpen = true
  const value = ORG_TYPES.filter((type) => types.has(type))
  return isOpen
    ? { ...finding('ORG_TYPE', 'org_type', 'one_of', value, 'alternative'), opens: true }
    : finding('ORG_TYPE', 'org_type', 'one_of', value)
}

/**
 * "(a group need not be a charity)" next to applicants retracts nothing; "(except schools)" does.
 */
const ASIDE = /\s?\((?![^)]*\b(?:except|excluding|other than|unless|apart)\b)[^)]{12,}\)/gi

/** "from individuals and from councils other than for schools": the exception is the councils'. */
const EXCEPTED =
  /,? (?:and|or|nor) (?=(?:to|from|for|by) )[^,.;]*?\b(?:other than|except|apart from)\b[^.;]*?(?= (?:are|is|will|can|cannot)\b|[.;]|$)/i

export const who: Rule = (unit) => {
  if (unit.mood === 'any_of') return []
  if (unit.mood === 'none_of') return excludedItem(unit)
  // What two clauses say are two units: a semicolon that is left parts a list.
  const text = unit.text
    .replace(/;(?=\s)/g, ',')
    .replace(ASIDE, ' ')
    .replace(EXCEPTED, '')
    .replace(/^(?:please )?note\s?:\s*/i, '')
  const refused = SHUTS_OUT.map((pattern) => pattern.exec(text)).filter((match) => match !== null)
  if (refused.length > 0) {
    const named = refused.filter((match) => kindsRuledOut(match[1]!).length > 0)
    if (named.some((match) => NARROWED.test(text.slice(match.index + match[0].length)))) return []
    const types = named.length > 0 ? kindsRuledOut(named[0]![1]!) : []
    // "…, nor to bodies which are not charities" narrows the bodies.
    const outright = unit.text
      .replace(EXCEPTED, '')
      .replace(/ (?:which|that|who) (?:are|is|do|does) not [^,.;]*/gi, '')
    return none(types).map((each) => ({ ...each, clause: clauseOf(outright, types) }))
  }
  if (TO_ORGANISATIONS.test(text)) return none(['individual'])
  const statement =
    ADMITS.map((pattern) => pattern.exec(text)?.[1]).find(
      (part) => part !== undefined && !NOT_WHO.test(part) && kindsIn(part).types.length > 0,
    ) ??
    isFor(text) ??
    (WHO_HEADING.test(unit.heading) ? ONLY_THESE.exec(unit.text)?.[1] : undefined) ??
    (CAN_I_APPLY.test(unit.heading) ? YES_IF.exec(unit.text)?.[1] : undefined) ??
    (unit.list === null && WHO_HEADING.test(unit.heading) && isKindOf(unit.text)
      ? unit.text
      : undefined) ??
    (unit.mood === 'all_of'
      ? (BE_ITEM.exec(unit.text)?.[1] ??
        (unit.list !== null && OF_BEING.test(unit.list.lead) && isKindOf(unit.text)
          ? unit.text
          : undefined))
      : undefined)
  const denied = NOT_THOSE.exec(text)
  const outright = statement?.replace(NOT_THOSE, '')
  return [
    ...applicantsOf(unit, outright).map((each) => ({
      ...each,
      clause: clauseOf(unit.text, each.value as OrgType[]),
    })),
    ...none(denied && CAN_CLOSE.test(text.slice(0, denied.index)) ? kindsRuledOut(denied[1]!) : []),
  ]
}

/** "We only make grants to organisations" */
const TO_ORGANISATIONS =
  /\b(?:grants?|awards?|funding) (?:are|is|can be|will be) (?:only )?(?:made|given|awarded) (?:only )?to organi[sz]ations only\b|\bonly (?:make|give|award)s? (?:grants?|awards?|funding) to organi[sz]ations\.?$/i

/** "A small or medium-sized business (SME) that trades in the county": nothing but a kind, whatever narrows it. */
function isKindOf(text: string): boolean {
  const named = text.replace(
    /\s(?:with|that|which|who|whose|where|having|based|registered (?=in|with)|working|operating|located|in|within|from|for|of|under|at)\b.*$/i,
    '',
  )
  return !VERB.test(named) && kindsIn(named).isWhole
}

function isFor(text: string): string | undefined {
  const statement = IS_FOR.exec(text)?.[1]
  return statement !== undefined && kindsIn(statement).isWhole ? statement : undefined
}

function applicantsOf(unit: Unit, statement: string | undefined): FoundCriterion[] {
  if (
    statement === undefined ||
    NOT_WHO.test(statement) ||
    /\bon behalf of\b/i.test(statement) ||
    HOW_OFTEN.test(unit.text) ||
    ELSEWHERE.test(unit.text)
  )
    return []
  // "We make no grants to …" includes no applicant.
  if (
    DENIES.test(
      unit.text
        .slice(0, unit.text.indexOf(statement))
        .replace(/\bnot[- ](?:for|just|only)\b/gi, ''),
    )
  )
    return []
  if (/\b(?:not|no|neither|nor|non-UK)\b/i.test(statement.replace(/\bnot[- ](?:for|just)\b/gi, '')))
    return []
  const { types, isWhole, isAnybody, isOfAnyForm } = kindsIn(
    statement.replace(
      /^the (?:\w+ ){0,2}council\b.*|\bto the (?:[A-Z]\w+ )*[Cc]ouncil\b|\b(?:maintained|funded|run|managed|owned) by [^,.;]*?(?:council|authority|authorities|government)\b/g,
      ' ',
    ),
  )
  if (types.length === 0) return []
  const one = finding('ORG_TYPE', 'org_type', 'one_of', types)
  // "a charity and/or a service": the second may be any body.
  const second = /\band\/or (an? [^,.;]+)/i.exec(statement)?.[1]
  if (second !== undefined && kindsMentioned(second).size === 0)
    return [{ ...one, doubt: 'alternative', opens: true }]
  const mayBeOthers =
    isOfAnyForm && !types.includes('charity') && !types.includes('community_group')
  if (!isWhole || isAnybody || mayBeOthers || types.length === ORG_TYPES.length)
    return [{ ...one, doubt: 'alternative', opens: true }]
  // "NHS trusts can apply for 100% of their costs and councils for 88%" goes on to others.
  const behind = unit.text.slice(unit.text.indexOf(statement) + statement.length)
  if (/\b(?:and|as|but)\b[^.;]*\bso (?:can|may|are)\b/i.test(behind))
    return [{ ...one, doubt: 'part' }]
  if (/[£%]/.test(behind) && [...kindsMentioned(behind)].some((kind) => !types.includes(kind)))
    return [{ ...one, doubt: 'part' }]
  // "Village halls can apply for up to 75%": others have less.
  if (/\bapply for (?:up to |a maximum of )?\d+ ?(?:%|per cent)/i.test(behind))
    return [{ ...one, doubt: 'part' }]
  // "The fund is for individuals in hardship" names beneficiaries, who are not always applicants.
  if (
    types.every((type) => type === 'individual') &&
    /\bis (?:only |exclusively |solely |meant |intended |reserved )?for\b/i.test(unit.text)
  )
    return [{ ...one, doubt: 'part' }]
  if (ALSO.test(unit.text) && !OF_A_STRAND.test(unit.text))
    return [{ ...one, doubt: 'part', adds: true }]
  return (ADDS.test(unit.text) && !/^you can apply as\b/i.test(unit.text)) ||
    OF_A_STRAND.test(unit.text) ||
    OF_A_SIZE.test(unit.text) ||
    WITH_OTHERS.test(unit.text)
    ? [{ ...one, doubt: 'part' }]
    : [one]
}

/** An excluded kind of applicant, only where the list is about applicants and the item is nothing but its name. */
function excludedItem(unit: Unit): FoundCriterion[] {
  const lead = unit.list?.lead ?? ''
  if (
    /\b(?:costs?|spend|used (?:for|to)|activit(?:y|ies)|items|expenditure|purchase|pay for|towards)\b/i.test(
      lead,
    )
  )
    return []
  if (
    !/\b(?:apply|eligible|fund|funded|funders?|help|support|applications?|applicants?|organi[sz]ations?|you are|you['’]re|awarded|grants?|who|exclu\w*|ineligible)\b/i.test(
      lead,
    )
  )
    return []
  // "for university research projects" is a kind of project.
  if (
    /^(?:for(?! profit)|the|to) /i.test(unit.text) &&
    !/^(?:for|to) (?:private )?individuals?\b/i.test(unit.text)
  )
    return []
  if (/^(?:\w+ ){0,2}costs (?:of|for)\b/i.test(unit.text)) return []
  return none(kindsRuledOut(unit.text))
}

function none(types: OrgType[]): FoundCriterion[] {
  return types.length > 0 ? [finding('ORG_TYPE', 'org_type', 'none_of', types)] : []
}
