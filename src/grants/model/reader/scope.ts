/**
 * Whether words bind every applicant and the whole application. Words with a condition, an
 * exception or an alternative, about what is usual, or about a strand, a tier, a kind of applicant
 * or a kind of cost do not. A wrong limit hides a grant from a legitimate applicant.
 */
import type { CriterionCode, Doubt } from '../criterion.ts'
import { DATE, MONEY } from '../figures.ts'
import { ABOUT_THE_APPLICANT, OF_ONE_OFFER, PAID } from './criterion-groups.ts'
import { KIND } from './limit-subject.ts'
import {
  BY_ITS_NAME,
  ELIGIBLE_FOR_A_PART,
  hasSeveralOffers,
  isBehindAKindHeading,
  isRepeated,
  isTitle,
  kindHeadings,
  leadsIntoAPart,
  ofASize,
  ofATheme,
  offersByHeading,
  PART_HEADING,
  tiersOf,
  WITH_ITS_SUM,
} from './offers.ts'
import { isExclusion } from './polarity.ts'
import { EXCEPTION } from './retractions.ts'
import type { Unit } from './units.ts'

/** Words about what is usual require nothing. */
const SOFT =
  /\b(?:most (?:of|grants?|awards?|applications?|projects?|organi[sz]ations?)|majority|tends?|rarely|seldom|commonly|normally|generally|usually|typical(?:ly)?|particularly|especially|in particular|keen|ideally|prefer(?:ence|red|ably)?|unlikely|likely|priorit\w+|primarily|predominantly|mainly|mostly|in most cases|often|approximately|roughly|around|about (?=£|\d)|on average|averag\w+|suggest\w*|recommend\w*|encourag\w+|welcome to|wherever possible|where possible|as a guide|guideline|aims? to (?=award|give|offer|make|pay|provide)|would like|looking for|expects?|expected to (?:start|begin|commence|finish|end|last|run|take place|be (?:completed?|delivered|spent|finished|done))|anticipate|target(?:ed|ing)? at|aimed at|at (?:the|our|its|their) discretion|subject to the discretion|not limited to|case[- ]by[- ]case|indicative|might|interested in|favou?r\w*|desirable|helps? (?:us )?if|scores? (?:higher|better|more))\b/i

const CONDITION =
  /\b(?:if|whether|depend(?:s|ing|ent)? (?:up)?on|in some cases|in (?:certain|some) (?:cases|circumstances)|where (?:you|the|there|an?|this|your|required|needed|eligible|applicable|appropriate|relevant|it|we|applicants|projects|necessary|no|costs?|grants?)|when (?:you|the|there|an?|applying|seeking|your|we|it)|provided (?:that|you|the|it|they|your)|as long as|so long as|in which case|(?<!\band )otherwise|subject to (?!availab|an? (?:minimum|maximum)|the terms|terms|funding|approval|budget|status|assessment)|until|for those|in the case of|in the event|should you|were you|once|some of)\b/i

/**
 * A condition that only names the applicant or what all do: "you can apply if you're a business",
 * "if your application is successful".
 */
const HARMLESS_CONDITION =
  /\b(?:can|may|could|eligible to|able to|only) (?:only )?(?:apply|bid)\b[^.;,]{0,80}?\b(?:only )?if (?=(?:you(?:['’]re| are| have)?|your \w+|it|they|the applicant)\b)|\bonly if (?=you)|\b(?:you['’]re|you are|is) eligible if (?=you)|\bapply (?:only )?once\b|\bonce only\b|\bif (?:you are |they are |your application is |)(?:successful|awarded|selected|approved|you want to apply|you wish to apply|applying)\b|\bwhere there (?:is|are) (?:one|any)\b/gi

/** "Work must not start until you have our offer" says no more than that. */
const UNTIL_OFFERED =
  /\b(?:until|before|unless and until|when|where|if) (?:you|your|the|their|an?|we|our|it|they|there)\b[^.;]*\.?$/i

/** "It cannot start until 1 May": the day is the limit. */
const UNTIL_A_DAY = new RegExp(`\\buntil (?:the )?(?=${DATE})`, 'i')

/**
 * "(a group need not be a charity)" next to applicants retracts nothing; "(except schools)" does.
 */
const ASIDE = /\((?![^)]*\b(?:except|excluding|other than|unless|apart)\b)[^)]*\)/gi

/** A condition after the applicants: those without a condition still cannot apply. */
const NARROWING_TAIL =
  /,? (?:as long as|so long as|provided(?: that)?|providing (?=that|you|they|it)|subject to) .*$/i

/** "You are eligible if you are a charity" says who may apply. */
const WHO_IS_MEANT =
  /^yes\s?[,–—-]? (?:but )?(?:only )?if (?=you)|\b(?:are|is|be|you['’]re) eligible\b[^.;,]{0,30}? (?:only )?if (?=(?:you(?:['’]re| are)|your \w+ is)\b)/gi

/** Others than the applicant. */
const OF_OTHERS =
  /^to (?:collaborate|partner|join|work with)\b|^(?:(?:any|all|each|the|our|your|project|non-UK|international|every) )*(?:partners?|partner (?:organi[sz]ations|charities|groups|businesses|bodies)|co-?leads?|collaborators?|sub-?contractors?|contractors?|suppliers?|installers?|participants?|beneficiar(?:y|ies)|third part(?:y|ies)|hosts?|employees?|staff|volunteers|trustees (?=must|should|need|have to|are required|of (?:your|the applicant))|directors|referees?|signator(?:y|ies)|guarantors?|members|learners|pupils|students|attendees|delegates|consultants?|chargepoints?|vehicles?|equipment|buildings?|propert(?:y|ies)|premises|quotes?|quotations?|invoices?|receipts?)\b/i

/** "For capital works …", "Under strand 2 …", "In Wales …", before anything is said of it. */
const PART_BEFORE =
  /^(?:(?:and|but|however|also|or),? )?(?:(?:for|under|within|in|on|through|via|with|as)\s+(?!(?:order|addition|general|total|all cases|most|this|(?:each|every|any one|all|any) (?:projects?|applica\w+|organi[sz]ations?|groups?|awards?|grants?)\b|the (?:uk|united kingdom|grant|scheme|fund|programme|competition|purposes?|application|project)\b|full|summary|fact|line|short|principle|your|our))[^,:£%]{2,80}(?:,|:|\s(?=the (?:grant|maximum|minimum)\b|you\b|we\b|applicants\b|at least\b|up to\b|\d+%))|(?:strand|tier|level|stream|option|phase|band|lot|category|theme|route|part|round|stage|pot|pathway|scenario|type|step|measure|item|element|component)s? (?:\d+|[A-Z]\d?|one|two|three|four|[ivx]+)\b)/i

/** "Small grants: up to £500", "Kick-start – £1,000": a name, then its sum. */
const LABEL =
  /^(?:the |our )?(?:maximum|minimum|max|min|total|grants?|awards?|funding|amounts?|eligibility|match|value|(?:annual |gross |yearly )?(?:income|turnover)|size|note|who|what|how|when|applicants?|available|intervention|support|project|level|offer|notes?|(?:grant |intervention |funding )?rate|limit|upper limit|lower limit|ceiling|(?:your |own |business |applicant )?contribution)(?:\s(?:grants?|awards?|funding|amounts?|value|notes?|size|range|available|levels?|rate|offered|contribution|costs?|of|per|application|applicant|organi[sz]ation|group|requested|request|awarded|intensity|duration|period|length|project|can|you|i|we|much|apply|for|is|are|get|on|offer|to|be))*\s*\??\s*[:–—|-]/i

const NAMED_PART =
  /^(?:[A-Za-z][\w&’'/-]*(?: [\w&’'/-]+){0,4}?)\s*(?:\([^)]*\))?\s*(?:[:–—|]|\s-\s)/

/**
 * "Grants of up to £750 can cover …", "Applications of £751+ also require": the sum is the
 * subject's tier.
 */
const TIER = new RegExp(
  `^(?:(?:all|any|for|larger|smaller|large|small|other|single|please note|note) )*(?:grants?|applications?|projects?|requests?|bids?|awards?|claims?|costs?|purchases?|works?|items?|amounts?|sums?|funding|organisations?|applicants?|groups?)\\b[^.;:]{0,25}?\\b(?:of|for|over|under|above|below|up to|between|exceeding|costing|worth|less than|more than|greater than|with)\\b[^.;:]{0,25}?${MONEY}(?: or (?:more|less|over|under|above|below))?[^.;:,]{0,25}?\\s(?:can (?:cover|receive|apply|be (?!made|awarded|given|offered|requested))|must|will (?:require|need|be (?:assessed|considered (?=by|at|under|in|on|as|separately|through|quarterly|monthly|every)|asked|required|paid|decided|subject))|should|need|require|require[sd]?|have to|has to|also|are (?:required|assessed|considered|decided|subject|paid|asked|expected)|is required|may (?!be (?:awarded|made|given|offered|available|provided|paid))|please)\\b|^(?:for|on|if)\\s+(?:\\w+ ){0,3}?(?:grants?|applications?|requests?|projects?|awards?|costs?|bids?|amounts?|items?|anything|sums?)\\s+(?:\\w+ ){0,3}?${MONEY}|^${MONEY}\\s*(?:\\+|(?:[-–—]|to|and)\\s*${MONEY}(?=[^a-z]*[a-z]))|${MONEY}\\s?\\+`,
  'i',
)

/** "20% is required for grants above £10,000" */
const ON_A_TIER = new RegExp(
  `\\b(?:for|on|to|with|in|of) (?:(?:all|any|larger|smaller|the|each) )?(?:grants?|awards?|applications?|projects?|requests?|bids?) (?:of |over |above |under |below |up to |between |worth |greater |more |less |exceeding |costing |with )[^.;]{0,30}?${MONEY}`,
  'i',
)

/** "… for individuals", "… for capital works", "… if you are a school": said behind the sum. */
const PART_BEHIND = new RegExp(
  `(?:${MONEY}|\\d\\s?(?:%|per cent))[^.;:£%]{0,40}?\\b(?:for|to|towards|on|by)\\s+(?:the |each |any |all )?(?:cost of )?(?:capital|revenue|equipment|training|feasibility|professional fees|running costs|core costs|travel|salar|staff|marketing|consultanc|single|joint|multi|collaborative|large|small|medium|micro|first|second|new |existing |younger|older|people|children|any one (?!grant|award|project|organi|applica|bid)|one[- ]off|larger|smaller)`,
  'i',
)

const COSTS_BEHIND = new RegExp(
  `${MONEY}[^.;:£%]{0,40}?\\b(?:for|towards|on)\\s+(?:the |each |any |all )?(?:cost of )?(?:capital|revenue|equipment|training|feasibility|professional fees|running costs|core costs|travel|salar|staff|marketing|consultanc|single|joint|multi|collaborative|large|small|medium|micro|first|second|new |existing |younger|older|any one|larger|smaller|individuals|sole traders|(?:the )?self[- ]employed)`,
  'i',
)

/** "be pre-revenue or have a turnover below £85,000": another way to qualify. */
const OR_ELSE =
  /\bas (?:can|may)\b|\bor (?:else |alternatively |can |must |will |should |either )?(?:have|has|having|are|is|be|been|with|who|that|which|your?|they|it|if|able|show\w*|demonstrat\w+|provid\w+|employ\w*|hold\w*|turnover|an? (?:annual |yearly )?(?:income|turnover|balance)|an? (?:partner|parent|host|sponsor)\b|(?:less|fewer|more) than|(?:under|over|up to|at least)(?= [£\d]))\b/i

/** "Whichever you choose, you must", "under either grant": said of every offer that there is. */
const OF_EVERY_OFFER =
  /^(?:both|all|each|either) (?:of (?:them|these) )?(?:requires?|needs?|must|are|is|will|can)\b|\b(?:whichever|in (?:each|every|all|both|either) cases?|under (?:any|either|both|all|each|every) (?:of )?(?:the |our |these )?(?:grants?|schemes?|programmes?|funds?|strands?|tiers?|levels?)|(?:for|to|of|in) (?:all|both|each|every) (?:of (?:the|our|these) )?(?:\w+ )?(?:grants?|schemes?|programmes?|funds?|strands?|tiers?|levels?|awards?|rounds?))\b/i

/** "To be eligible for the start-up strand you must:" */
const OF_A_STRAND =
  /\b(?:the|our|each|an?) (?:[\w-]+ ){0,3}?(?:strand|stream|tier|lot|pathway|track)\b(?! record)/i

/** "If you apply for trees in a woodland, the trees must:" */
const IF_BEFORE =
  /^(?:if|where|when) (?!(?:you|they) (?:want|wish|would like|plan|intend|hope|are looking) to apply\b|you(?:['’]re| are) (?:applying|eligible|interested)|(?:you|they|your \w+)(?: \w+)?\s*:?$)/i

/**
 * Phrases that narrow the end of a sentence: "for new applicants", "in the second round", "under
 * the development strand".
 */
const NARROWED_BEHIND: readonly RegExp[] = [
  /\b(?:for|to) (?:(?:all|any|the|our|some) )?(?:new|existing|larger?|smaller|single|joint|individual|first[- ]time|returning|repeat|some|certain|members|partners?|partnerships|feasibility|consorti\w+|sole)\b(?! (?:projects? (?:that|which)|of)\b)[^.;,£%]{0,30}[.;]?$/i,
  /\b(?:for|in|during) the (?:(?:first|second|third|next|final|initial) (?:round|phase|stage|year)|(?!same\b|current\b|previous\b|last\b|relevant\b)(?:[\w-]+ ){1,2}?round)\b/i,
  /\b(?:under|within|through) (?:the|our|an?) (?!same\b|this\b)(?:[\w-]+ ){1,3}?(?:strand|stream|tier|element|route|lot|pathway)\b/i,
  /\b(?:in|under|for) (?:strand|stream|tier|lot|stage|phase) (?:\d|[A-Z]\b|one|two|three)/i,
  /\b(?:and|or|but) (?:up to )?(?:more|higher|less|lower|longer|later|\d+ ?%) for\b/i,
  /\bin (?:England|Scotland|Wales|Northern Ireland) only\b|\([^()]* only\)/i,
  // "£6,500 towards a chargepoint": for each of what is bought.
  new RegExp(
    `${MONEY} (?:towards|for|per|on) (?:an?|each|every) (?!(?:[\\w-]+ )?(?:projects?|applica\\w+|bids?|organi[sz]ation|group|business|compan(?:y|ies)|undertaking|charity|club|event|activity|school|grants?|awards?|single|minimum|maximum|period|year)\\b)[a-z]`,
    'i',
  ),
  /^(?:larger?|small(?:er)?|medium|major|main|mini|micro|capital|revenue|single|joint|new|existing|individual|group|partnership|consortium) (?:[\w-]+ ){0,3}?(?:projects?|grants?|awards?|applications?|applicants?|bids?|organi[sz]ations?)\s*[:–—]\s/i,
]

/** "or another amount that we agree", "or else explain why not" */
const OR_OTHERWISE =
  /\bor (?:(?:another|any other|some other) (?:amount|sum|date|day|figure|level|period|time|rate|share|number|limit)|a (?:higher|lower|different|larger|smaller|longer|shorter|later) \w+)\b|\bor (?:else )?(?:explain|tell us|say|show) why\b/i

/** "when funds allow" */
const AS_FUNDS_ALLOW =
  /\b(?:when|if|where|while|as) (?:our )?(?:funds?|funding|money|budgets?|resources) (?:allow|permit)s?\b/i

/** "You need not …", "there is no minimum": words that look like a limit and deny it. */
const DENIED =
  /\b(?:do(?:es)?|need|is|are|will|would) not (?:need|require[d]?|have to|necessar\w+|exclude|prevent|affect|mean|matter|preclude|prejudice|stop|limited|restricted|a requirement|mandatory|compulsory|essential|be required|expected)\b|\b(?:don['’]t|doesn['’]t|needn['’]t) (?:need|require|have to|matter|exclude)\b|\bno (?:upper |lower |set |fixed |minimum |maximum |formal |legal |strict )*(?:limits?|minimum|maximum|requirements?|need|restrictions?|obligation|match)\b|\bnot (?:only|just|limited|restricted|necessarily|required|essential|a requirement)\b|\brather than\b|\binstead of\b|\bany (?:amount|age|level|value)\b(?! (?:of )?(?:up to|between|from|below|not exceeding))|\bnot (?:a )?(?:legal|registered|formal)\b/i

/** "Businesses with a turnover over £85,000 must be registered for VAT." */
const OF_A_BAND = new RegExp(
  `^[^.;:]{3,60}?\\b(?:with|whose|having|earning)\\b[^.;:,]*${MONEY}[^.;:]*?\\b(?:must|should|needs?|have to|required)\\b`,
  'i',
)

/** "at least 2 out of these 3", "any two of the three": one of them may fail. */
const SOME_OF_SEVERAL =
  /\b(?:at least |any |either )?(?:one|two|three|\d) (?:or more )?(?:out )?of (?:these|those|the(?: following)?) (?:two|three|four|five|six|\d)\b/i

/** "… on 11 March 2020 (Stoke, Stafford and Cannock)": said of those places. */
const OF_PLACES =
  /\((?:in |only |for )*(?:[A-Z][a-z]+(?:[ -](?:[A-Z][a-z]+|on|upon|under|and|of|the)){0,4}, )+(?:[A-Z][a-z]+[ -]?|and |on |upon )+(?:only)?\)/

/** "Those limited by guarantee can apply if …" */
const OF_THOSE =
  /^(?:those|some|others|only one (?:organi[sz]ation|partner|member))\b(?! (?:who|that|which)?\s*(?:apply|applying|wish))/i

/** "This stage is by invitation", "applications for our three-year awards are by invitation" */
const INVITED_TO_A_PART =
  /\b(?:stage|phase|strand|round two|(?:larger?|small(?:er)?|main|major|capital|revenue|strategic|multi-year|[\w]+-year|follow-on|continuation) (?:\w+ )?(?:grants?|awards?|funding|applications?))\b[^.;]*\binvit/i

/**
 * Returns the words of a unit without neutral ones, and the text after "before you hear from us",
 * which may retract it.
 */
function wordsOf(unit: Unit, code: CriterionCode): { text: string; unfinished: string } {
  const own =
    code === 'ORG_TYPE' || code === 'REGION'
      ? unit.text
          .replace(WHO_IS_MEANT, '')
          .replace(/,? whether (?:an? |it is |they are )?[^.;]+? or [^,.;]+/i, '')
          .replace(code === 'ORG_TYPE' ? ASIDE : /$^/, '')
          .replace(
            code === 'ORG_TYPE' && unit.mood === 'none_of'
              ? /\bor (?:an? )?(?:items?|projects?|activit\w+)\b.*$/i
              : /$^/,
            '',
          )
          .replace(code === 'ORG_TYPE' ? NARROWING_TAIL : /$^/, '')
          .replace(unit.introduces ? /,? except(?: for)?\s*:$/i : /$^/, '')
          .replace(code === 'ORG_TYPE' ? /,? rather than [^.;]*$/i : /$^/, '')
      : unit.text
  const text = (
    code === 'NO_RETROSPECTIVE'
      ? own.replace(UNTIL_OFFERED, '')
      : code === 'PROJECT_DATES'
        ? own.replace(UNTIL_A_DAY, '')
        : own
  )
    .replace(/\b(?:e\.g\.|for example|for instance),? .*$/i, '')
    .replace(HARMLESS_CONDITION, '')
    .replace(unit.introduces ? /\b(?:only )?if(?: (?:you|your \w+|it|they))?\s*:$/i : /$^/, '')
    .replace(/\b(?:intended|open|available|designed) (?:for|to) those\b/gi, '')
    // What it is for is no wish.
    .replace(
      code === 'ORG_TYPE' || code === 'REGION'
        ? /$^/
        : /\b(?:available|offered|given|awarded|provided|intended|designed) to encourage\b/i,
      '',
    )
    // Words about how long do not soften how much.
    .replace(
      code === 'AMOUNT_RANGE'
        ? /\blast\w* (?:for )?(?:around|about|approximately|typically) [\w-]+(?: (?:months?|years?))?/i
        : /$^/,
      '',
    )
    .replace(/\((?:where|if|as) (?:applicable|appropriate|relevant|necessary)\)/gi, '')
    .replace(
      /\(?\b(?:excluding|exclusive of|excl?\.?|including|inclusive of|incl\.?|net of|plus) (?:\w+ )?VAT\b\)?/gi,
      '',
    )
  const unfinished =
    code === 'NO_RETROSPECTIVE'
      ? own
          .replace(/\bunless and until\b/gi, 'until')
          .replace(
            /\b(?:unless|until) (?:you|we|the|an?|your)\b[^.;,]*\b(?:offer|agree\w*|approv\w+|confirm\w*|award\w*|letter|told|heard|decision)\b/gi,
            '',
          )
      : ''
  return { text, unfinished }
}

/** "(not for public bodies)", "(new groups may give a forecast)": an exemption in brackets. */
const LETS_OFF =
  /\([^)]*\b(?:not (?:for|required|needed|necessary|applicable|if)|new(?:er|ly)? \w+|(?:may|can|should) (?!be (?:up to|between))|exempt\w*|unless|except|only (?:for|if|where)|do(?:es)? not (?:need|apply|have)|or (?:an? )?(?:\w+ )?(?:equivalent|similar|alternative|forecast|letter|statement|projection))[^)]*\)/i

const AN_ANSWER = /^yes\b\s*[,–—-]/i

/** "For example, the organic options require three hectares" */
const FOR_EXAMPLE = /^(?:for (?:example|instance)|e\.g\.)/i

/** "Businesses applying for over £1,000 must provide match funding" */
const REQUIRES_FOR_SOME_SUMS =
  /^[^.;£]{0,60}\b(?:applying|asking|bidding|requesting|applications?|(?<!\b(?:can|may|could) )requests?|bids?)\b[^.;£]{0,30}\b(?:over|above|more than|up to|under|below|less than|exceeding|between) £/i

const OF_SUMS = new Set<CriterionCode>(['AMOUNT_RANGE', 'PROJECT_COST', 'INCOME'])

/** A sentence about the offer above it. */
const THIS_IS_FOR = /^(?:this|it) (?:\w+ )?is (?:only )?for\b/i

/**
 * Returns why the words of `unit` do not bind all, by its sentence, its list and its heading;
 * `null` without a reason.
 */
export function doubtOf(
  unit: Unit,
  code: CriterionCode,
  whole: string,
  isOverall = false,
): Doubt | null {
  if (unit.nested) return 'part'
  const { text, unfinished } = wordsOf(unit, code)
  const introduction = unit.list?.lead ?? ''
  const lead = introduction
    .replace(unit.mood === 'none_of' ? /,? except(?: for)?\s*:$/i : /$^/, '')
    .replace(HARMLESS_CONDITION, '')
    .replace(
      /\b(?:apply |eligible )?if\s*:?$|\b(?:apply |eligible )?if (?:you|your|the|it|they|an?)\b[^:]*:?$|\b(?:may|can|could) (?:only )?apply if\s*:?$/i,
      '',
    )
  const matches = (pattern: RegExp) =>
    pattern.test(text) ||
    pattern.test(lead.replace(/\bpriority (?:groups?|areas?|themes?)\b/gi, ''))
  if (FOR_EXAMPLE.test(unit.text) || (!OF_SUMS.has(code) && REQUIRES_FOR_SOME_SUMS.test(unit.text)))
    return 'part'
  if (
    matches(EXCEPTION) ||
    EXCEPTION.test(unfinished) ||
    DENIED.test(text) ||
    (unit.list?.mood === 'plain' && DENIED.test(lead))
  )
    return 'exception'
  const ofEvery = OF_EVERY_OFFER.test(text) || OF_EVERY_OFFER.test(introduction)
  if (
    OF_ONE_OFFER.has(code) &&
    !isOverall &&
    !ofEvery &&
    (((PAID.has(code) || THIS_IS_FOR.test(unit.text)) && hasSeveralOffers(whole)) ||
      isBehindAKindHeading(unit, whole))
  )
    return 'part'
  // "Eligible applicants must:" under each of several offers.
  if (
    unit.list !== null &&
    unit.list.lead.length > 12 &&
    /\bmust\b/i.test(unit.list.lead) &&
    whole.split(unit.list.lead).length > 2
  )
    return 'part'
  if (OF_ONE_OFFER.has(code) && !isOverall && ofASize(text, whole)) return 'part'
  if (OR_OTHERWISE.test(text)) return 'exception'
  if (code !== 'ORG_TYPE' && LETS_OFF.test(unit.text)) return 'exception'
  // "Yes, but only by invitation": what it is said of is the question's.
  if (code !== 'ORG_TYPE' && AN_ANSWER.test(unit.text)) return 'condition'
  if (AS_FUNDS_ALLOW.test(text)) return 'condition'
  if (
    !ofEvery &&
    code !== 'ORG_TYPE' &&
    code !== 'REGION' &&
    code !== 'MAX_APPLICATIONS' &&
    NARROWED_BEHIND.some((pattern) => pattern.test(text))
  )
    return 'part'
  if (code === 'INVITE_ONLY')
    return CONDITION.test(text) ? 'condition' : INVITED_TO_A_PART.test(text) ? 'part' : null
  if (
    matches(SOFT) ||
    /\b(?:helps? (?:us )?if|scores? (?:higher|better|more) if|more likely)\b/i.test(introduction)
  )
    return 'soft'
  // An exclusion list's "if" introduces the items; every other one is a condition.
  if (
    CONDITION.test(text) ||
    (CONDITION.test(lead) && unit.list?.mood !== 'none_of') ||
    (IF_BEFORE.test(introduction) && !/\bto (?:apply|be eligible|qualify)\b/i.test(introduction))
  )
    return 'condition'
  if (unit.list?.mood === 'any_of' && !unit.list.isWho) return 'alternative'
  if (code !== 'ORG_TYPE' && matches(SOME_OF_SEVERAL)) return 'alternative'
  if (!isOverall && ofATheme(unit, whole)) return 'part'
  if (/[;,]?\s+or$/i.test(text) || /^(?:or|either)\b/i.test(text)) return 'alternative'
  if (ABOUT_THE_APPLICANT.has(code) && OR_ELSE.test(text) && !isExclusion(unit))
    return 'alternative'
  return isAboutSome(unit, code, whole, { text, lead, ofEvery }) ? 'part' : null
}

/** "Charities | Must be registered in England.": a table's row. */
const OF_A_CELL = new RegExp(`^(?:an? |the |all )?${KIND}(?: [^|]{0,30})?\\| `, 'i')

/**
 * Returns whether the subject, the heading or a modifier narrows it to some applicants or a part.
 */
function isAboutSome(
  unit: Unit,
  code: CriterionCode,
  whole: string,
  { text, lead, ofEvery }: { text: string; lead: string; ofEvery: boolean },
): boolean {
  if (
    (OF_OTHERS.test(text) &&
      !(
        code === 'REGION' &&
        /^(?:(?:your|the|any|all) )*(?:propert(?:y|ies)|premises|buildings?)\b/i.test(text)
      )) ||
    (unit.list !== null && OF_OTHERS.test(unit.list.lead))
  )
    return true
  if (
    !ofEvery &&
    ((PART_HEADING.test(unit.heading) && !isTitle(unit.heading, whole)) ||
      (unit.heading !== '' &&
        (offersByHeading(whole).has(unit.heading) ||
          tiersOf(whole).has(unit.heading) ||
          kindHeadings(whole).has(unit.heading) ||
          isRepeated(unit.heading, whole))))
  )
    return true
  if (
    ELIGIBLE_FOR_A_PART.test(text.replace(BY_ITS_NAME, '').replace(WITH_ITS_SUM, '')) ||
    leadsIntoAPart(lead, whole)
  )
    return true
  if (
    !ofEvery &&
    (OF_A_STRAND.test(lead) || (ABOUT_THE_APPLICANT.has(code) && OF_A_STRAND.test(text)))
  )
    return true
  if (code !== 'ORG_TYPE' && OF_A_CELL.test(text)) return true
  if (code === 'ORG_TYPE' || code === 'REGION') return false
  if (OF_PLACES.test(text) || OF_THOSE.test(text)) return true
  if (ABOUT_THE_APPLICANT.has(code) && code !== 'INCOME' && OF_A_BAND.test(text)) return true
  if (
    PART_BEFORE.test(text) ||
    (unit.list !== null &&
      PART_BEFORE.test(unit.list.lead) &&
      !/^for (?:all|this|the)\b/i.test(unit.list.lead))
  )
    return true
  if (
    code !== 'AMOUNT_RANGE' &&
    code !== 'PROJECT_COST' &&
    code !== 'INCOME' &&
    ON_A_TIER.test(text)
  )
    return true
  if (TIER.test(text) || (unit.list !== null && TIER.test(unit.list.lead))) return true
  if (unit.list === null || unit.list.mood === 'plain') {
    if (
      NAMED_PART.test(text) &&
      !LABEL.test(text) &&
      !/^[^:–—|]*\b(?:must|should|will|can|may|need)\b/i.test(text) &&
      /[£%]/.test(text)
    )
      return true
  }
  if (
    /\b(?:reduced|higher|lower|enhanced|increased|additional|extra|further|second) (?:rate|grant|award|amount|level|maximum|limit|funding|intervention)\b/i.test(
      text,
    )
  )
    return true
  // "for capital projects", where nothing else is paid for.
  if (
    /\bfor (?:\w+ )?capital\b(?! only)/i.test(text) &&
    !/\b(?:revenue|running costs?|core costs?)\b/i.test(whole)
  )
    return false
  return (
    code !== 'INCOME' &&
    PART_BEHIND.test(text) &&
    (COSTS_BEHIND.test(text) || otherSums(unit, whole))
  )
}

/** Whether the text speaks of other sums, so that what is said of some applicants may be one of several amounts. */
function otherSums(unit: Unit, whole: string): boolean {
  const rest = `${whole.slice(0, unit.start)} ${whole.slice(unit.end)}`
  return [...rest.matchAll(new RegExp(MONEY, 'gi'))].some(
    ([sum]) => !/million|bn|billion|\dm\b/i.test(sum) && !unit.text.includes(sum),
  )
}
