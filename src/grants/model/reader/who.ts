/** Who may apply, and who may not, as the text says it. */
import { ORG_TYPES, type OrgType } from '../applicants.ts'
import { type Finding, finding, type Rule } from './build.ts'
import { isOfAnyForm, kindsIn, kindsMentioned, kindsRuledOut } from './kinds.ts'
import type { List, Unit } from './units.ts'

const OFFER =
  '(?:grants?|funding|scheme|fund|programme|competition|support|opportunity|call|it|award|round|awards|applications?|bids|both|\\b[A-Z]{3,6}\\b|we (?:are|is))'
/** Each names the applicants in its first group. */
const WHO_SENTENCES: readonly RegExp[] = [
  new RegExp(
    `\\b${OFFER}[^.;:]{0,60}? (?:is|are) (?:currently |now )?(?:only )?(?:open|available|offered|restricted|limited) (?:only |solely |exclusively )?(?:to|(?<=open )for) (?:applications from )?([^.;:]+)`,
    'i',
  ),
  /\b(?:applications?|bids?|proposals?|requests?|expressions of interest)(?: (?:under|to|for) (?:the|this|our) \w+)? (?:are|is|will be) (?:now |only |currently )*(?:invited|welcome[d]?|accepted|open|considered|encouraged) (?:now |only |solely |exclusively )?from ([^.;:]+)/i,
  // Who is paid closes the circle only where it says so; otherwise it tells of a habit.
  /\b(?:grants?|funding|awards) (?:are|is|will be|can be|may be) only (?:made|awarded|given|paid) to ([^.;:]+)/i,
  /\b(?:grants?|funding|awards) (?:are|is|will be|can be|may be) (?:made|awarded|given|paid) (?:only|solely|exclusively) to ([^.;:]+)/i,
  /\b(?:grants?|funding|awards) (?:are|is|will be|can be|may be) (?:made|awarded|given|paid) to ([^.;:]+?) only\b/i,
  /\b(?:only |will )?(?:consider|accept|welcome|invite|(?<=(?:happy|pleased|able) to )receive)(?:s)?(?: only)? (?:applications|bids|proposals|requests) (?:for (?:grants?|funding|support|assistance|an? (?:\w+ )?grant) )?(?:only |solely |exclusively )?from ([^.;:]+)/i,
  /\bonly ([^.;:]{3,120}?) (?:can|may|are able to|are eligible to|are eligible for|will be eligible|should|is eligible) ?(?:apply|bid|be considered)?\b/i,
  /^([^.;:]{3,140}?) (?:can|may|are able to|are eligible to|are (?:again |now )?invited to) (?:now |again |then |all |both |each |only |also )?(?:apply|bid|ask for (?:a grant|money|funding|support)|have a grant|qualify|submit (?:applications|bids|an application|a bid))\b(?! (?:for|if) (?:this|the|an?) (?:part|strand|element|additional|second))/i,
  /^([^.;:]{3,140}?) (?:are|is) (?:all |also )?eligible(?: (?:for (?:funding|this|the|our|support|an award|an? grants?|grants?)|to apply)\b|\.|$)/i,
  /^(?:to (?:be eligible|apply|lead a project|qualify)[^,.;]{0,40}?,? )?(?:all |eligible |lead |main )?(?:applicants?|lead applicants?|you|your (?:organi[sz]ation|group)|(?:the )?(?:applicant|lead|applying) (?:organi[sz]ations?|groups?|bod(?:y|ies)|business(?:es)?)|groups|your (?:club|business|company)|the (?:applicant|lead|lead organi[sz]ation|organi[sz]ations?|organi[sz]ation making the application)|organi[sz]ations?) (?:must|should|needs? to|have to) be (?:an? |either (?:an? )?|one of )?([^.;:]+)/i,
  /\b(?:must|should|needs? to|have to|can) be (?:either|(?:any )?one of (?:the following|these)(?: types? of (?:organi[sz]ation|applicant|group)s?)?)\s*:\s*([^.;:]+)/i,
  /^eligible (?:applicants?|organi[sz]ations?|bodies|groups) (?:are|must be|will be) ([^.;:]+)/i,
  /\bha(?:ve|s) an? (?:[\w-]+ ){0,3}?((?:charitable|not[- ]for[- ]profit|voluntary)(?:(?:,| or| and) (?:charitable|not[- ]for[- ]profit|voluntary))*) (?:legal )?(?:structure|status|form)\b/i,
  /\b(?:grants?|funding|scheme|fund|it) (?:allows?|enables?) ([^.;:]+?) to (?:claim|apply|get)\b/i,
  /\bqualify [^.;:]{0,40}\b(?:organi[sz]ations?|applicants?|groups?) must be (?:an? |either )?([^.;:]+?)(?= and the total\b|$|[.;:])/i,
  /\b(?:applications?|bids?) (?:must|should|can|may|can only|may only) (?:come|be) from ([^.;:]+)/i,
  /\b(?:(?:can|may|eligible to|only) apply|ask (?:us )?for (?:money|a grant|funding)|eligible)\b[^.;:]{0,60}? if (?:you(?:['’]re| are)|your organi[sz]ation is) (?:an? |either an? )?([^.;:]+)/i,
  /\bmust be part of an? ([^.;:,]+)/i,
  /^([^.;:]{3,140}?) (?:are|is) who (?:this|the|our) \w+ (?:is|are) for\b/i,
  /\b(?:money|fund|funding|grants?|scheme|programme|competition|it) (?:is|are) (?:(?:meant|intended|there) (?:only|solely)|reserved) for ([^.;:]+)/i,
  /\b(?:give|gives|grants? go|money goes|awards? go|funding goes) (?:money )?(?:only |solely )to ([^.;:]+)/i,
  /\b(?:give|gives|grants? go|money goes|awards? go|funding goes) (?:money )?to ([^.;:]+?),? (?:only|and (?:to )?(?:nobody|no one|nothing) else)\b/i,
  /\b(?:help|fund|support)s? ([^.;:]+?),? and (?:nobody|no one) else\b/i,
  /\b(?:funds|supports|helps|fund|support|help) ([^.;:]{3,80}?) only[.;]?$/i,
  /^(?:lead )?applicants? (?:can|may) be (?:either )?(?:an? )?([^.;:]+)/i,
  /^those (?:who|that) (?:may|can) apply are ([^.;:]+)/i,
  /^(?:anyone|whoever|any organi[sz]ation|each applicant) (?:who is |that is )?(?:applying|applies)?\s?(?:has to|must|needs to) be (?:an? )?([^.;:]+)/i,
  /^(?:all |eligible )?applicants are (?:either )?([^.;:]+)/i,
  // "… so the lead applicant is a voluntary organisation: a community group or a charity"
  /\bthe (?:lead )?applicant(?: organi[sz]ation)? is (?:always |either )?(?:an? )?([^.;:]+)/i,
  /^(?:open|available) (?:only )?to (?:all )?([^.;:]+)/i,
  /\b(?:grants?|fund|scheme|programme|competition) (?:is )?open to (?:all )?([^.;:]+)/i,
  /\b(?:makes?|gives?|awards?|offers?|provides?) (?:\w+ ){0,2}?(?:grants?|funding|awards|support)(?: of [^.;:]{0,40}?)? to ([^.;:]+)/i,
  /\b(?:is|are|will be) available for ([^.;:]+)/i,
  /\b(?:we['’]re|we are|is|are) (?:now |currently )?(?:inviting|seeking|looking for|accepting|welcoming) (?:applications|bids|proposals|expressions of interest) (?:only )?from ([^.;:]+)/i,
  /^(?:applications|bids|proposals) (?:are|will be) (?:now )?(?:sought|requested|taken) from ([^.;:]+)/i,
  /\b(?:fund|support|open to|accept applications from) (?:organi[sz]ations|groups|applicants|bodies) (?:that|which|who) are (?:either|one of (?:the following|these))\s*:?\s*([^.:]+)/i,
  /^you can apply as (?:an? |either an? )?([^.;:]+)/i,
  /^(?:the )?(?:applicants?|lead applicants?|you) (?:can|may|must|should) (?:operate|be constituted|be set up|be registered) as (?:an? |either (?:an? )?)?([^.;:]+)/i,
  /^(?:our |these |the )?(?:grants|funding|awards) (?:are|is) (?:only |exclusively )?for ((?:registered|constituted|voluntary|not[- ]for|non[- ]profit|charit|communit|CIC|social enterprise|school|local authorit|businesses|SMEs)[^.;:]+)/i,
  /\b(?:applications?|bids?|projects?) (?:must|should|need to|have to|can|may|can only|may only) be (?:made|submitted)(?: only)? by (?:an? )?([^.;:]+)/i,
  /^([^.;:]{3,140}?) are (?:all )?(?:welcome|able) to (?:apply|bid)\b/i,
  /^if you(?:['’]re| are) (?:an? )?([^.;:]{3,120}?),? (?:then )?you (?:can|may|are eligible to) apply\b/i,
  /\b(?:only|exclusively) (?:work with|fund|support|award (?:grants|funding) to|make grants to|give (?:grants|funding) to)s? ([^.;:]+)/i,
  /^(?:eligible (?:applicants?|organi[sz]ations?|bodies|groups)|who (?:can|may|could) apply|who is (?:eligible|it for)|who (?:it|this) is for|applicants?|open to|applicant types?|types? of (?:organi[sz]ation|applicant)|organi[sz]ation types?|eligibility)\s*\??\s*[:–—|-]\s*([^.;:]+)/i,
  /^(?:this|the|it)(?: (?:grant|competition|scheme|fund|programme|funding|opportunity|call))? is (?:only |exclusively |solely )?for ((?:UK[- ]|limited compan|state[- ]|publicly|not[- ]|third|constituted|properly|existing|new|local authorit|parish|town council|universit|college|academ|CIC|VCSE|third sector|grassroots|small|medium|micro|registered|local|charit|business|communit|compan|voluntary|not[- ]for|individual|school|SME|farm|sole)[^.;:]+)/i,
]
const WHO_HEADING =
  /^(?:who (?:can|may|could) apply|who['’]s eligible|who (?:do )?we (?:can |will )?(?:fund|support)|(?:which|what(?: types? of)?|what kinds? of) (?:organi[sz]ations?|groups?|bodies|applicants?|businesses)(?: \w+)? (?:can|may|could) apply|who (?:is (?:eligible|it for|(?:this|the) (?:\w+ )?(?:grant|fund|scheme|funding|programme|competition) (?:is )?for)|the (?:\w+ )?(?:grant|fund|scheme|funding|programme|competition) is for)|eligible (?:applicants|organi[sz]ations)|applicants|open to)\b/i
/** Under "Who can apply", without a verb of its own. */
const ONLY_THESE = /^only ([^.;:]{3,120}?)(?=\s(?:whose|who|that|which|with|based|in|from)\b|[.:;]|$)/i
const CAN_I_APPLY = /^is (?:your|my|our) \w+ eligible\b|^(?:can|may) (?:I|we|you|my \w+) apply\b|^(?:am I|are (?:you|we)) eligible\b/i
const YES_IF = /^yes\s?[,–—-]? (?:but )?(?:only )?if you(?:['’]re| are) (?:an? |either an? )?([^.;:]+)/i
const VERB = /\b(?:is|are|be|must|can|may|will|should|have|has|need|do|does|cannot|apply|please|see|read|check|contact)\b/i
const KIND_ITEM =
  /^(?:an? )?(?:UK[- ](?:based |registered )?)?(?:micro,? |small,?[- ](?:(?:and|or|to|&)[- ])?(?:medium[- ]?(?:sized)? )?)?(?:registered |constituted |not[- ]for[- ]profit )?(?:charit|compan|business|CIC|community interest|voluntary|community|social enterprise|SME|school|local authorit|council|not[- ]for|organi)[^.;:]*$/i
const BE_ITEM = /^(?:you['’]re|(?:(?:you|your \w+) )?(?:be|are|is)) (?:an? |either (?:an? )?|one of )?(.+)/i
const DENIES = /\b(?:no|never|neither|nor|not|cannot|can['’]t|don['’]t|won['’]t|nobody)\b/i
/** Others may apply too, so that the sentence does not close the circle. */
const ADDS =
  /\b(?:also|too|as well|additionally|other (?:organi[sz]ations|bodies|applicants|groups) (?:may|can|will)|applications are also|not limited to|in addition|existing applicants)\b|\bapply\b[^.;]{0,20}\b(?:through|via|on behalf|as part of|with|under|as)\b/i

/** "Schools are also eligible": beside those who were named. */
const ALSO =
  /\b(?:can|may|are|is) also (?:apply|bid|eligible|be (?:considered|eligible)|welcome|able to apply)\b|\balso (?:open|available) to\b/i

/** "The small grants strand is open to …" */
const OF_A_STRAND =
  /\b(?:strand|stream|(?<![-\w] ?)tier(?! local)|lot|pot|element|category|phase|option|route|pathway|track)\b(?! of (?:organi|applicant))/i
/** "Our small grants are for …", "… can apply for the larger award". */
const OF_A_SIZE =
  /^(?:our|the) (?:small(?:er)?|main|larger?|core|major|micro|medium|mini|standard|quick|rapid|starter|development|growth|project|capital|revenue|flagship) (?:\w+ )?(?:grants?|awards?|fund|programme)\b/i
/** "…, but not for more than £2,000", "other groups can apply": others may have more, or came before. */
const BESIDE_OTHERS =
  /\b(?:apply|bid) (?:from|until|after|by) (?:\d|(?:early |late )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|winter)\w*)|\b(?:apply|eligible|bid)\b[^.;]{0,25}\bbut (?:not|only)\b|^others?\b/i
/** How often, not who: "each business may apply once only". */
const HOW_OFTEN =
  /\b(?:apply|bid|submit)(?: only)? (?:once|twice|again|for (?:only )?(?:one|two|three|a maximum|no more|more than)\b|(?:only )?(?:one|two|more than one|up to)\b)/i
/** A refusal that goes on is one of some way to apply, or of some part of the offer. */
const NARROWED =
  /^\s*,?\s*(?:(?:to )?apply |be considered |submit an application )?(?:on behalf|through|via|as\b(?! such)|alone|directly|by (?:themselves|itself)|on their own|in their own|without|under (?!this|the (?:scheme|fund|programme|grant))|until|for (?!this|the (?:grants?|fund|scheme|programme|competition|funding|award|\w+ (?:fund|grant|scheme|programme))\b|funding|grants?\b|our|support|a grant|any)|more than|if|where|when|unless|to (?!apply|receive|bid|be)|in (?:round|phase|strand|stage)\b|but (?:may|can|could)|although|with\b)/i

const EXCLUDED: readonly RegExp[] = [
  /^((?:[^.;:]|\.(?=\w)){3,140}?) (?:(?:are|is) not (?:currently |normally )?(?:eligible|able to apply|accepted|considered|permitted|allowed to apply|funded|supported)|(?:will|can) not be accepted|cannot be (?:accepted|considered)|(?:are|is|will be) rejected|cannot (?:apply|lead|be funded|receive|have (?:a |any )?(?:grants?|funding|support|money))|can['’]t (?:apply|lead)|can not apply|are ineligible|may not (?:apply|lead)|will not be (?:funded|considered|eligible|supported|accepted)|are excluded|are unable to apply|do not qualify|is not eligible|is ineligible)\b(?! (?:for|if|to) (?:this (?:part|strand)|the (?:second|first)))/i,
  /\b(?:do not|don['’]t|does not|cannot|can['’]t|will not|won['’]t|unable to|not able to) (?:currently |directly )?(?:fund|support|offer (?:funding|grants|support) to|accept applications from|consider applications from|(?:make|give|award|provide|pay|offer) (?:grants|awards|funding|money|donations|support|financial (?:help|support|assistance))(?: directly)? to)(?: applications (?:by|from))? ([^.;:]+)/i,
  /\b(?:following|these)(?: \w+){0,3} (?:are not eligible|cannot apply|can['’]t apply|are ineligible|are excluded|will not be considered)[^.;:]{0,20}:\s*([^.:]+)/i,
  /^([^.;:]{3,140}?) (?:are|is|fall) outside (?:of )?(?:the |our |this )?(?:scope|remit|scheme|fund|programme|grant)\b/i,
  /\b(?:make|give|award|offer|provide|pay)s? no (?:\w+ )?(?:grants?|funding|awards?|money|support) to ([^.;:]+)/i,
  /^nothing (?:is|can be|will be) (?:given|paid|awarded) to ([^.;:]+)/i,
  /^(?:we|the (?:\w+ )?(?:scheme|fund|programme|grant|trust)) (?:leave|shut|rule|keep)s? out ([^.;:]+)/i,
  /(?:\b(?:is|are) |^)not (?:open|available) (?:to|for) ([^.;:]+)/i,
  /^(?:this|the|our|these) (?:grants?|fund|funding|scheme|programme|competition|awards?) (?:is|are) not (?:intended )?for ([^.;:]+)/i,
  /^you (?:are not eligible|cannot apply|can['’]t apply|are ineligible|may not apply|will not be eligible)(?: for (?:this|the|our) (?:\w+ )?(?:grants?|fund|funding|scheme|programme))? if you(?:['’]re| are) (?:an? )?([^.;:]+)/i,
  /^((?:[^.;:]|\.(?=\w)){3,140}?) (?:can['’]t|cannot|may not)\.?$/i,
  /^(?:you|(?:the |your )?(?:applicants?|organi[sz]ations?|lead applicants?)) (?:must not|cannot|can['’]t|should not|may not) be (?:an? )?([^.;:]+)/i,
  /^(?:applications?|bids?) (?:led|made|submitted) by ([^.;:]+?) (?:will be rejected|are not (?:accepted|eligible)|will not be (?:accepted|considered)|cannot be (?:accepted|considered))/i,
  /^who (?:cannot|can['’]t|may not|is not able to|is unable to) (?:apply|bid)\s*\??\s*[:–—-]\s*([^.;:]+)/i,
  /\b(?:grants?|funding|awards?|support) (?:(?:is|are|will|can) not|cannot) (?:be )?(?:made|awarded|given|available|open|offered|paid|provided) to ([^.;:]+)/i,
  /\b(?:do not|don['’]t|does not|cannot|can['’]t|will not|won['’]t|unable to|not able to) (?:normally )?(?:accept|consider|entertain|respond to|support) (?:applications|requests|appeals|bids|proposals|enquiries) (?:from|by) ([^.;:]+)/i,
  /^no (?:grants?|funding|awards?|applications?)(?: (?:are|is|will be|can be))?(?: (?:made|given|awarded|accepted|considered))? (?:to|for|from) ([^.;:]+)/i,
  /^neither ([^.;:]+?) (?:can|may|are able to|are eligible|is eligible|will be)\b/i,
  /^(?:exclusions?|excluded(?: applicants)?|not eligible|ineligible(?: (?:applicants?|organi[sz]ations?))?|(?:we|the trust|the fund|the trustees) (?:do not|don['’]t|cannot|can['’]t|will not|won['’]t) (?:fund|support)|what (?:we|is) (?:do not|don['’]t|cannot|can['’]t|will not|won['’]t|not) (?:fund|support|funded|supported)|who (?:cannot|can['’]t|may not) apply)\s*\??\s*[:–—-]\s*([^.:]+)/i,
]

/** Where else somebody may look for money. */
export const ELSEWHERE =
  /^(?:see|view|visit|find out|read)\b|\bother (?:funding|grants|funds|schemes|sources)\b[^.;]*\b(?:available|for)\b/i
/** Qualities that do not tell kinds of applicants apart. */
const NOT_WHO =
  /^(?:non-(?!profit|for|gov)|few|fewer|hardly|scarcely|some|many|most|not(?![- ](?:for|just))|each|every|any one|resident (?:in|of|within|at)\b|aged|\w+(?:ing|ed)\b(?!,? (?:charit|organi|compan|communit|group|by|voluntary|not|non|social|club|business|school))|able|willing|aware|ready|capable|compliant|consistent|registered (?:with|at|on|by|for)|spent|made|used|located|available|complete|for (?:private|commercial)|based|more than|at least|over|under|part)\b/i

const HEDGED = /\b(?:includ(?:es?|ing)|such as|for example|e\.g\.?|not limited to|might|may be)\b/i

/** What a remark among those who may apply must not do, if it is to be passed over. */
const LETS_IN_MORE = /\b(?:appl(?:y|ications?)|eligible|consider\w*|also|other)\b/i
/** "Your organisation must be based in the UK and be one of the following:" */
const IS_ONE_OF =
  /\b(?:organi[sz]ations?|applicants?|groups?|you|lead)\b[^:]*\bbe (?:an? |either )?(?:(?:any )?one of (?:the following|these)[^:]*)?:?\s*$/i

/** A whole list of alternatives as one requirement, read only when every item names somebody we know. */
export function whoList(list: List): Finding | null {
  if (list.mood !== 'any_of' || !(list.isWho || IS_ONE_OF.test(list.lead))) return null
  const types = new Set<OrgType>()
  // What a list includes is not all that there is.
  let isOpen = HEDGED.test(list.lead)
  const ofAnyForm: string[] = []
  let named = 0
  const forms = list.items.some(({ text }) => /\b(?:sole trader|limited compan|private limited|LLP)/i.test(text))
  for (const item of list.items) {
    // Beside a sole trader or a company, a partnership is a form of business.
    if (forms && /^(?:an? )?(?:business )?partnerships?\.?$/i.test(item.text)) {
      types.add('business')
      named += 1
      continue
    }
    if (/^an? (?:group|partnership|consortium) of organi/i.test(item.text)) continue
    // "For departments whose roles are reserved, funding may be used anywhere" is a remark.
    if (/^(?:for|where|in) [^.;]*\b(?:may|can|must|will|is|are)\b/i.test(item.text) && !LETS_IN_MORE.test(item.text)) continue
    const kinds = kindsIn(
      item.text
        .replace(/\([^)]*\)/g, ' ')
        .replace(/\s[-–—]\s.*$/, '')
        .replace(/[*†]+/g, '')
        .replace(/,? \b(?:if|where|when|providing)\b.*$/i, '')
        .replace(/\b(?:that|which|who|as long as|provided|with|including companies limited)\b.*$/i, ''),
    )
    if (kinds.types.length === 0 && isOfAnyForm(item.text)) {
      ofAnyForm.push(item.text)
      continue
    }
    if (!kinds.isWhole || kinds.isAnybody || kinds.types.length === 0) isOpen = true
    else named += 1
    for (const type of kinds.types) types.add(type)
  }
  if (named === 0) return null
  if (ofAnyForm.length > 0 && (named < 2 || !(types.has('charity') || types.has('community_group')))) isOpen = true
  const value = ORG_TYPES.filter((type) => types.has(type))
  return isOpen ? finding('ORG_TYPE', 'org_type', 'one_of', value, 'alternative') : finding('ORG_TYPE', 'org_type', 'one_of', value)
}

/** "(a group need not be a charity)" beside those who may apply takes nothing back; "(except schools)" does. */
const ASIDE = /\s?\((?![^)]*\b(?:except|excluding|other than|unless|apart)\b)[^)]{12,}\)/gi

export const who: Rule = (unit) => {
  if (unit.mood === 'any_of') return []
  if (unit.mood === 'none_of') return excludedItem(unit)
  // What two clauses say are two units: a semicolon that is left parts a list.
  const text = unit.text
    .replace(/;(?=\s)/g, ',')
    .replace(ASIDE, ' ')
    .replace(/^(?:please )?note\s?:\s*/i, '')
  const refused = EXCLUDED.map((pattern) => pattern.exec(text)).filter((match) => match !== null)
  if (refused.length > 0) {
    if (refused.some((match) => NARROWED.test(text.slice(match.index + match[0].length)))) return []
    return none(refused.map((match) => kindsRuledOut(match[1]!)).find((types) => types.length > 0) ?? [])
  }
  const said =
    WHO_SENTENCES.map((pattern) => pattern.exec(text)?.[1]).find(
      (part) => part !== undefined && !NOT_WHO.test(part) && kindsIn(part).types.length > 0,
    ) ??
    (WHO_HEADING.test(unit.heading) ? ONLY_THESE.exec(unit.text)?.[1] : undefined) ??
    (CAN_I_APPLY.test(unit.heading) ? YES_IF.exec(unit.text)?.[1] : undefined) ??
    (unit.list === null && WHO_HEADING.test(unit.heading) && !VERB.test(unit.text) ? unit.text : undefined) ??
    (unit.mood === 'all_of'
      ? (BE_ITEM.exec(unit.text)?.[1] ?? (unit.list !== null && !VERB.test(unit.text) ? KIND_ITEM.exec(unit.text)?.[0] : undefined))
      : undefined)
  const outright = said?.replace(/,? (?:and|but) not (?:an? )?\w.*$/i, '')
  return whoever(unit, outright)
}

function whoever(unit: Unit, said: string | undefined): Finding[] {
  if (said === undefined || NOT_WHO.test(said) || HOW_OFTEN.test(unit.text) || ELSEWHERE.test(unit.text)) return []
  // "We make no grants to …" lets in nobody.
  if (DENIES.test(unit.text.slice(0, unit.text.indexOf(said)).replace(/\bnot[- ](?:for|just|only)\b/gi, ''))) return []
  if (/\b(?:not|no|neither|nor|non-UK)\b/i.test(said.replace(/\bnot[- ](?:for|just)\b/gi, ''))) return []
  const { types, isWhole, isAnybody } = kindsIn(said.replace(/\bto the (?:[A-Z]\w+ )*[Cc]ouncil\b/g, ' '))
  if (types.length === 0) return []
  const one = finding('ORG_TYPE', 'org_type', 'one_of', types)
  if (!isWhole || isAnybody) return [{ ...one, doubt: 'alternative' }]
  // "NHS trusts can apply for 100% of their costs and councils for 88%" goes on to others.
  const behind = unit.text.slice(unit.text.indexOf(said) + said.length)
  if (/\b(?:and|as|but)\b[^.;]*\bso (?:can|may|are)\b/i.test(behind)) return [{ ...one, doubt: 'part' }]
  if (/[£%]/.test(behind) && [...kindsMentioned(behind)].some((kind) => !types.includes(kind))) return [{ ...one, doubt: 'part' }]
  // "The fund is for individuals in hardship" says who benefits, and not always who asks.
  if (
    types.every((type) => type === 'individual') &&
    /\bis (?:only |exclusively |solely |meant |intended |reserved )?for\b/i.test(unit.text)
  )
    return [{ ...one, doubt: 'part' }]
  if (ALSO.test(unit.text) && !OF_A_STRAND.test(unit.text)) return [{ ...one, doubt: 'part', adds: true }]
  return (ADDS.test(unit.text) && !/^you can apply as\b/i.test(unit.text)) ||
    OF_A_STRAND.test(unit.text) ||
    OF_A_SIZE.test(unit.text) ||
    BESIDE_OTHERS.test(unit.text)
    ? [{ ...one, doubt: 'part' }]
    : [one]
}

/** An excluded kind of applicant, only where the list is about applicants and the item is nothing but its name. */
function excludedItem(unit: Unit): Finding[] {
  const lead = unit.list?.lead ?? ''
  if (/\b(?:costs?|spend|used (?:for|to)|activit(?:y|ies)|items|expenditure|purchase|pay for|towards)\b/i.test(lead)) return []
  if (
    !/\b(?:apply|eligible|fund|funded|funders?|help|support|applications?|applicants?|organi[sz]ations?|you are|you['’]re|awarded|grants?|who|exclu\w*)\b/i.test(
      lead,
    )
  )
    return []
  // "for university research projects" is a kind of project.
  if (/^(?:for|the|to) /i.test(unit.text) && !/^(?:for|to) (?:private )?individuals?\b/i.test(unit.text)) return []
  return none(kindsRuledOut(unit.text))
}

function none(types: OrgType[]): Finding[] {
  return types.length > 0 ? [finding('ORG_TYPE', 'org_type', 'none_of', types)] : []
}
