/**
 * Whether words bind every applicant and the ask as a whole. Whatever has a condition, an exception or an alternative, is only usual, or is
 * said of a strand, a tier, a kind of applicant or a kind of cost does not; a wrong limit hides a grant from somebody whom it was meant for.
 */
import type { CriterionCode, Doubt } from '../criterion.ts'
import { DATE, MONEY, moneyOf, PERCENT, percentOf } from '../figures.ts'
import { familyOf, isOnly } from './audience.ts'
import type { Finding } from './build.ts'
import { shutsOut } from './polarity.ts'
import { tierLines, type Unit } from './units.ts'

/** What a whole text says is asked for each of its findings, and found out once. */
function ofText<T>(find: (whole: string) => T): (whole: string) => T {
  let held: { whole: string; found: T } | null = null
  return (whole) => {
    if (held?.whole !== whole) held = { whole, found: find(whole) }
    return held.found
  }
}

/** What is usually so is not required. */
const SOFT =
  /\b(?:most (?:of|grants?|awards?|applications?|projects?|organi[sz]ations?)|majority|tends?|rarely|seldom|commonly|normally|generally|usually|typical(?:ly)?|particularly|especially|in particular|keen|ideally|prefer(?:ence|red|ably)?|unlikely|likely|priorit\w+|primarily|predominantly|mainly|mostly|in most cases|often|approximately|roughly|around|about (?=£|\d)|on average|averag\w+|suggest\w*|recommend\w*|encourag\w+|welcome to|wherever possible|where possible|as a guide|guideline|aims? to (?=award|give|offer|make|pay|provide)|would like|looking for|expects?|expected to (?:start|begin|commence|finish|end|last|run|take place|be (?:completed?|delivered|spent|finished|done))|anticipate|target(?:ed|ing)? at|aimed at|at (?:the|our|its|their) discretion|subject to the discretion|not limited to|case[- ]by[- ]case|indicative|might|interested in|favou?r\w*|desirable|helps? (?:us )?if|scores? (?:higher|better|more))\b/i
/** "Expected to" demands; "we expect most to" does not. Only a cost that the funder expects is counted as a wish. */
const EXCEPTION =
  /\b(?:flexib\w+|unless|except(?:ing|ions?|ional(?:ly)?)?|other than|apart from|excluding|with the exclusion|exempt\w*(?! charit)|waive\w*|save (?:for|where|that|in|when)|special circumstances|may be (?:relaxed|increased|exceeded|waived|varied))\b/i
const CONDITION =
  /\b(?:if|whether|depend(?:s|ing|ent)? (?:up)?on|in some cases|in (?:certain|some) (?:cases|circumstances)|where (?:you|the|there|an?|this|your|required|needed|eligible|applicable|appropriate|relevant|it|we|applicants|projects|necessary|no|costs?|grants?)|when (?:you|the|there|an?|applying|seeking|your|we|it)|provided (?:that|you|the|it|they|your)|as long as|so long as|in which case|(?<!\band )otherwise|subject to (?!availab|an? (?:minimum|maximum)|the terms|terms|funding|approval|budget|status|assessment)|until|for those|in the case of|in the event|should you|were you|once|some of)\b/i
/** A condition that only names the applicant or what everybody does: "you can apply if you're a business", "if your application is successful". */
const HARMLESS_CONDITION =
  /\b(?:can|may|could|eligible to|able to|only) (?:only )?(?:apply|bid)\b[^.;,]{0,80}?\b(?:only )?if (?=(?:you(?:['’]re| are| have)?|your \w+|it|they|the applicant)\b)|\bonly if (?=you)|\b(?:you['’]re|you are|is) eligible if (?=you)|\bapply (?:only )?once\b|\bonce only\b|\bif (?:you are |they are |your application is |)(?:successful|awarded|selected|approved|you want to apply|you wish to apply|applying)\b|\bwhere there (?:is|are) (?:one|any)\b/gi

/** "Work must not start until you have our offer" says no more than that. */
const UNTIL_OFFERED = /\b(?:until|before|unless and until|when|where|if) (?:you|your|the|their|an?|we|our|it|they|there)\b[^.;]*\.?$/i

/** "It cannot start until 1 May": the day is the limit. */
const UNTIL_A_DAY = new RegExp(`\\buntil (?:the )?(?=${DATE})`, 'i')

/** "(a group need not be a charity)" beside those who may apply takes nothing back; "(except schools)" does. */
const ASIDE = /\((?![^)]*\b(?:except|excluding|other than|unless|apart)\b)[^)]*\)/gi
/** Which of them is asked behind who they are: who is not named cannot apply all the same. */
const NARROWING_TAIL = /,? (?:as long as|so long as|provided(?: that)?|providing (?=that|you|they|it)|subject to) .*$/i

/** "You are eligible if you are a charity" says who may apply. */
const WHO_IS_MEANT =
  /^yes\s?[,–—-]? (?:but )?(?:only )?if (?=you)|\b(?:are|is|be|you['’]re) eligible\b[^.;,]{0,30}? (?:only )?if (?=(?:you(?:['’]re| are)|your \w+ is)\b)/gi

/** A kind of applicant that a limit may be said of. Whole organisations, applicants, groups, projects are everybody. */
const KIND =
  '(?:registered |unregistered |small(?:er)? |large(?:r)? |medium(?:[- ]sized)? |micro |new |existing |private |local |limited |individual |eligible |rural |social |community |young )*' +
  '(?:charit(?:y|ies)|compan(?:y|ies)|business(?:es)?|SMEs?|schools?|councils?|authorities|universit(?:y|ies)|individuals?|sole traders?|self[- ]employed|freelancers?|farm(?:er)?s?|clubs?|museums?|partnerships?|consorti(?:a|um)|churches|enterprises?|CICs?|community interest compan(?:y|ies)|community (?:groups|organisations)|groups|trusts|academies|colleges|nurseries|landowners|tenants?|landlords?|homeowners|artists?|students?|researchers?|start[- ]?ups?|households?|residents|properties|buildings|venues|parish(?:es| councils)|social enterprises)'
/** "Charities must be registered …" asks nothing of a council. */
export const OF_A_KIND = new RegExp(
  `^(?:(?:any|all|the(?! (?:\\w+ )?(?:business|company|charity|school|club|council|group|firm|farm|enterprise|individual)\\b)|an?|where|for|if) )?(?!(?:your|all|any|the|an?|eligible) (?:organisations?|applicants?)\\b)${KIND}\\b(?! (?:\\w+ )?(?:grants?|fund|scheme|programme|awards?|funding|eligibility|criteria)\\b)[^.;:]{0,60}?\\b(?:must|need|should|have to|has to|has|cannot|may|can|will|are|is|receive|get|who)\\b`,
  'i',
)
const FOR_A_KIND = new RegExp(
  `^(?:the |our |all )?(?:(?:maximum|minimum) )?(?:grants?|awards?|funding|payments?) (?:to|for) (${KIND})\\b`,
  'i',
)
const SUM_FOR_A_KIND = new RegExp(
  `(?:${MONEY}|\\d\\s?(?:%|per cent))[^.;:£%]{0,40}?\\b(?:for|to|by) (?:the |each |any |all )?(${KIND})\\b`,
  'i',
)
/** Others than the applicant. */
const OF_OTHERS =
  /^to (?:collaborate|partner|join|work with)\b|^(?:(?:any|all|each|the|our|your|project|non-UK|international|every) )*(?:partners?|partner (?:organi[sz]ations|charities|groups|businesses|bodies)|co-?leads?|collaborators?|sub-?contractors?|contractors?|suppliers?|installers?|participants?|beneficiar(?:y|ies)|third part(?:y|ies)|hosts?|employees?|staff|volunteers|trustees (?=must|should|need|have to|are required|of (?:your|the applicant))|directors|referees?|signator(?:y|ies)|guarantors?|members|learners|pupils|students|attendees|delegates|consultants?|chargepoints?|vehicles?|equipment|buildings?|propert(?:y|ies)|premises|quotes?|quotations?|invoices?|receipts?)\b/i
/** "For capital works …", "Under strand 2 …", "In Wales …", before anything is said of it. */
const PART_BEFORE =
  /^(?:(?:and|but|however|also|or),? )?(?:(?:for|under|within|in|on|through|via|with|as)\s+(?!(?:order|addition|general|total|all cases|most|this|(?:each|every|any one|all|any) (?:projects?|applica\w+|organi[sz]ations?|groups?|awards?|grants?)\b|the (?:uk|united kingdom|grant|scheme|fund|programme|competition|purposes?|application|project)\b|full|summary|fact|line|short|principle|your|our))[^,:£%]{2,80}(?:,|:|\s(?=the (?:grant|maximum|minimum)\b|you\b|we\b|applicants\b|at least\b|up to\b|\d+%))|(?:strand|tier|level|stream|option|phase|band|lot|category|theme|route|part|round|stage|pot|pathway|scenario|type|step|measure|item|element|component)s? (?:\d+|[A-Z]\d?|one|two|three|four|[ivx]+)\b)/i
/** "Small grants: up to £500", "Kick-start – £1,000": a name, then its sum. */
const LABEL =
  /^(?:the |our )?(?:maximum|minimum|max|min|total|grants?|awards?|funding|amounts?|eligibility|match|value|(?:annual |gross |yearly )?(?:income|turnover)|size|note|who|what|how|when|applicants?|available|intervention|support|project|level|offer|notes?|(?:grant |intervention |funding )?rate|limit|upper limit|lower limit|ceiling|(?:your |own |business |applicant )?contribution)(?:\s(?:grants?|awards?|funding|amounts?|value|notes?|size|range|available|levels?|rate|offered|contribution|costs?|of|per|application|applicant|organi[sz]ation|group|requested|request|awarded|intensity|duration|period|length|project|can|you|i|we|much|apply|for|is|are|get|on|offer|to|be))*\s*\??\s*[:–—|-]/i
const NAMED_PART = /^(?:[A-Za-z][\w&’'/-]*(?: [\w&’'/-]+){0,4}?)\s*(?:\([^)]*\))?\s*(?:[:–—|]|\s-\s)/
/** "Grants of up to £750 can cover …", "Applications of £751+ also require": the sum says whom it is said of. */
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
/** "eligible for grants for small investments", "can apply for the higher rate": not for the grant as such. */
const ELIGIBLE_FOR_A_PART =
  /\b(?:eligible|qualif(?:y|ies)|apply) for (?:an? |the |our )?(?:larger?|bigger|higher|further|additional|second|main|major|smaller?|small|core|extra) (?:\w+ )?(?:grants?|awards?|amounts?|sums?|rates?|funding)\b|\b(?:eligible|qualify|apply) for (?!(?:this|the (?:grant|fund|scheme|programme|competition|funding|award)|an? (?:(?!(?:small|larger?|smaller|main|major|micro|mini|core|second|further)\b)\w+ ){0,3}(?:grant|award|share|maximum|minimum|contribution)|funding|grants?(?! (?:for|of|under|to))|our|support|up to|between|£|\d|any|one|it\b|is\b|are\b|will\b|per\b|[A-Z]))/
/** "apply for the Green Farms grants": the offer's own name. */
const BY_ITS_NAME =
  /\b(?:eligible|qualify|apply) for the (?!(?:larger?|bigger|higher|further|additional|second|main|major|smaller?|small|core|extra|full|maximum|top)\b)(?:[\w’'-]+ ){1,5}?(?:grants?|fund|scheme|programme|award|competition)\b/i
/** "apply for capital grants of up to": what is given, whoever asks. */
const WITH_ITS_SUM =
  /\bapply for (?!(?:larger?|bigger|higher|further|additional|second|main|major|smaller?|small|core|extra)\b)(?:[\w’'-]+ ){1,2}?(?:grants?|funding|awards?|assistance|vouchers?) (?:of|between|from|worth|up to)\b/i
/** "be pre-revenue or have a turnover below £85,000": another way to qualify. */
const OR_ELSE =
  /\bas (?:can|may)\b|\bor (?:else |alternatively |can |must |will |should |either )?(?:have|has|having|are|is|be|been|with|who|that|which|your?|they|it|if|able|show\w*|demonstrat\w+|provid\w+|employ\w*|hold\w*|turnover|an? (?:annual |yearly )?(?:income|turnover|balance)|an? (?:partner|parent|host|sponsor)\b|(?:less|fewer|more) than|(?:under|over|up to|at least)(?= [£\d]))\b/i
/** A heading that names a part of the offer. */
const PART_HEADING =
  /^(?:(?:strand|tier|level|stream|option|phase|band|lot|category|theme|route|part|pot|pathway|type) (?:\d+|[A-Z]\b|one|two|three|[ivx]+\b)|(?:micro|small|medium|large|larger|major|community|capital|revenue|project|starter|start-up|seed|growth|core|main|mini|quick|fast[- ]track|individual|group|emergency|development|feasibility|digital|green|business|innovation|research)\b[^?]*\b(?:grants?|awards?|fund|programme|strand|stream|scheme|vouchers?|business|businesses|loans?)$|(?:for |if you(?:['’]re| are) (?:an? )?)(?:individuals?|businesses|companies|charities|schools|groups|landlords|organisations|sole traders|clubs|partners|tenants)|(?:individuals?|businesses|companies|charities|schools|landlords|sole traders|clubs|partners|partnerships|consortia|micro business|small business|medium business)$|\b(?:eligibility|criteria|guidance|information|rules|support|help|grants?|funding) for (?:individuals?|businesses|companies|charities|schools|community groups|landlords|tenants|sole traders|clubs|partners)$|state aid|subsidy|definitions?|glossary|what is an? |frequently|example|case stud|previous|past|other (?:\w+ )?(?:grants|funding|funds|support|schemes|programmes))/i

/** "Whichever you choose, you must", "under either grant": said of every offer that there is. */
const OF_EVERY_OFFER =
  /^(?:both|all|each|either) (?:of (?:them|these) )?(?:requires?|needs?|must|are|is|will|can)\b|\b(?:whichever|in (?:each|every|all|both|either) cases?|under (?:any|either|both|all|each|every) (?:of )?(?:the |our |these )?(?:grants?|schemes?|programmes?|funds?|strands?|tiers?|levels?)|(?:for|to|of|in) (?:all|both|each|every) (?:of (?:the|our|these) )?(?:\w+ )?(?:grants?|schemes?|programmes?|funds?|strands?|tiers?|levels?|awards?|rounds?))\b/i
/** "To be eligible for the start-up strand you must:" */
const OF_A_STRAND = /\b(?:the|our|each|an?) (?:[\w-]+ ){0,3}?(?:strand|stream|tier|lot|pathway|track)\b(?! record)/i
/** "If you apply for trees in a woodland, the trees must:" */
const IF_BEFORE =
  /^(?:if|where|when) (?!(?:you|they) (?:want|wish|would like|plan|intend|hope|are looking) to apply\b|you(?:['’]re| are) (?:applying|eligible|interested)|(?:you|they|your \w+)(?: \w+)?\s*:?$)/i
/** "Small Grants Fund: …", "Strand 2 (£5,000)": the names of offers. */
const OFFER_LINE =
  /^(?:[•*–-]\s*)?((?:[A-Z][\w&’'/-]*|and|of|for|the|&)(?: (?:[\w&’'/-]+)){0,4}? (?:grants?|funds?|awards?|schemes?|programmes?|vouchers?|strands?|streams?|tiers?|loans?)|(?:strand|tier|level|stream|option|lot|category|theme|route|part|phase|pathway|band) (?:\d|[A-Z]\b|one|two|three|[ivx]+\b))(?: \(?(?:up to |from |between )?£?[\d,]*\)?)?\s*(?:$|[:–—|]|\s-\s)/gim
export const OF_ONE_OFFER: ReadonlySet<CriterionCode> = new Set<CriterionCode>([
  'PARTNERSHIP',
  'AMOUNT_RANGE',
  'FUNDING_INTENSITY',
  'MATCH_FUNDING',
  'PROJECT_COST',
  'PROJECT_DURATION',
  'INCOME',
  'COMPANY_SIZE',
  'YEARS_TRADING',
  'PROJECT_DATES',
  'SPEND_BY',
])

/** What differs from offer to offer, wherever it is said. */
const PAID: ReadonlySet<CriterionCode> = new Set<CriterionCode>(['AMOUNT_RANGE', 'FUNDING_INTENSITY', 'MATCH_FUNDING', 'PROJECT_COST'])

/** Headings that tell of the whole, whatever stands beneath them. */
const NEUTRAL_HEADING =
  /\b(?:how much|amounts?|funding|eligib\w+|who|what|when|where|why|how|criteria|apply|applying|applications?|applicants?|summary|overview|about|introduction|background|contact|deadlines?|dates?|costs?|exclusions?|excluded|further|notes?|maximum|minimum|match|value|levels?|budgets?|details|scope|objectives?|aims?|key|durations?|length|income|turnover|size of|rates?|priorities|outcomes|guidance|rules|terms|conditions|requirements|information|description|size|your project|your application|type|decisions?|process|timetable|important|available|offer|need to know)\b|\?$/i
const SHORT_LINE = /^(?![•*–-]\s)[A-Z][^£%.;:!]{2,60}$/

/** The page's own name, "Small Grants Programme", where no other part of an offer is named beneath it. */
function isTitle(heading: string, whole: string): boolean {
  const [first, ...rest] = whole.trim().split('\n')
  return (
    first === heading &&
    !rest.some((line) => PART_HEADING.test(line) || (SHORT_LINE.test(line) && /\b(?:grants?|fund|awards?|strand|programme)$/i.test(line)))
  )
}

/** "Applying as a business", "Community groups", "If you are a school": a section for one kind of applicant, where another has its own. */
const OF_A_KIND_HEADING = new RegExp(
  `^(?:(?:applying|eligibility|criteria|guidance|rules|grants|funding|information|requirements) )?(?:(?:as|for|if you(?:['’]re| are)) )?(?:an? |all |any )?(?:${KIND}|(?:community )?groups?|organi[sz]ations?|non-profits?|voluntary organi[sz]ations?)\\s*[:?]?$`,
  'i',
)
const kindHeadings = ofText((whole): ReadonlySet<string> => {
  const found = new Set(whole.split('\n').filter((line) => line.length <= 50 && OF_A_KIND_HEADING.test(line.trim())))
  return found.size > 1 ? found : new Set()
})

/** Behind the first of several such headings, whatever heading stands between. */
function isBehindAKindHeading(unit: Unit, whole: string): boolean {
  return [...kindHeadings(whole)].some((heading) => {
    const at = whole.indexOf(heading)
    return at >= 0 && at < unit.start
  })
}

/** "Who can apply" under each of several offers: a heading that stands over more than one section tells of one of them. */
function isRepeated(heading: string, whole: string): boolean {
  const at = whole.split('\n').flatMap((line, index) => (line.trim().toLowerCase() === heading.toLowerCase() ? [index] : []))
  return at.some((index, nth) => nth > 0 && index - at[nth - 1]! > 1)
}

const OF_ONE_SIZE = /^(?:small(?:er)?|larger?|medium|major|minor|micro|mini) (?!business|compan|enterprise)/i
/** Whom or what the end of a sentence narrows it to: "for new applicants", "in the second round", "under the development strand". */
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
const AS_FUNDS_ALLOW = /\b(?:when|if|where|while|as) (?:our )?(?:funds?|funding|money|budgets?|resources) (?:allow|permit)s?\b/i

/** Headings that each have sums of their own beneath them: the names of several offers. */
const offersByHeading = ofText((whole): Set<string> => {
  const sums = new Map<string, string>()
  let heading: string | null = null
  const lines = whole.trim().split('\n')
  const title = lines[0]
  for (const line of lines) {
    if (SHORT_LINE.test(line) && !/\b(?:must|can|will|is|are|have|has)\b/.test(line))
      // What was so before names no offer.
      heading = (NEUTRAL_HEADING.test(line) && !OF_ONE_SIZE.test(line)) || /^if you (?:applied|have)\b/i.test(line) ? null : line
    else if (heading !== null && !sums.has(heading)) {
      const sum = new RegExp(MONEY, 'i').exec(line)
      if (sum) sums.set(heading, sum[0])
    }
  }
  // The page's own name is no part of its offer.
  if (title !== undefined) sums.delete(title)
  return new Set(sums.values()).size > 1 ? new Set(sums.keys()) : new Set()
})

const tiersOf = ofText((whole) => tierLines(whole.split('\n').map((line) => line.trim())))

/** "There are two types of grants", "for both types of grant". */
const TELLS_OF_OFFERS =
  /\b(?:two|three|four|five|several|both|different) (?:\w+ )?(?:types|kinds|levels|tiers|strands|streams|sizes) of (?:grants?|awards?|funding|support|help)\b|\b(?:two|three|four) (?:grant )?(?:strands|streams|tiers|grant (?:schemes|programmes|levels))\b/i
const hasSeveralOffers = ofText((whole): boolean => {
  if (TELLS_OF_OFFERS.test(whole) || offersByHeading(whole).size > 1 || tiersOf(whole).size > 1) return true
  const names = new Set([...whole.matchAll(OFFER_LINE)].map(([, name]) => name!.toLowerCase().replace(/s$/, '')))
  return (
    [...names].filter(
      (name) =>
        !/\b(?:we|you|i|do|does|not|can|will|cannot|who|what|how)\b/.test(name) &&
        !/^(?:the |our |maximum |minimum |total |about |this |who |how |what |eligible |size |length |amount|income |types? of|number |value |levels? |durations? |purpose |use |dates? |terms? |range |apply|your )/.test(
          name,
        ),
    ).length > 1
  )
})

const SIZED =
  /^(?:(?:there (?:are|is)|we (?:also )?(?:offer|give|make|award|have|provide)) )?(?:(?:the|our|these|an?) )?(small(?:er)?|large(?:r)?|medium|major|main|micro|mini|revenue|capital|core|project|equipment|event|training|feasibility|individual|group|development|start[- ]?up|seed|starter|growth|strategic|flagship|standard|emergency|travel|pilot|follow[- ]on) (?:\w+ )?(?:grants?|awards?|applications?|projects?|funding)\b/i
const SIZES =
  /\b(small(?:er)?|larger?|medium|major|main|micro|mini|revenue|capital|core|project|equipment|event|training|feasibility|individual|group|development|start[- ]?up|seed|starter|growth|strategic|flagship|standard|emergency|travel|pilot|follow[- ]on)(?=(?: (?:and|or) \w+)? (?:\w+ )?(?:grants?|awards?|applications?|projects?|funding)\b)/gi

/** Large stands beside small, capital beside revenue. */
const isOfTheSort = (own: string, other: string) => BY_SIZE.test(own) === BY_SIZE.test(other)
const BY_SIZE = /^(?:smal|larg|medi|majo|main|micr|mini)/

/** "Large awards are for up to five years", where the text knows small ones as well. */
function ofASize(text: string, whole: string): boolean {
  const own = SIZED.exec(text)?.[1]?.toLowerCase().slice(0, 4)
  if (own === 'reve' || own === 'capi') return (own === 'reve' ? /\bcapital\b/i : /\brevenue\b/i).test(whole)
  return (
    own !== undefined &&
    // The page's title names the offer that all of it speaks of.
    !new RegExp(`\\b${own}`, 'i').test(whole.trim().split('\n')[0]!) &&
    [...whole.matchAll(SIZES)].some(([, size]) => size!.toLowerCase().slice(0, 4) !== own && isOfTheSort(own, size!.toLowerCase()))
  )
}

/** "To apply for a small grant you must:", where there are large ones, or "for the higher rate". */
function leadsIntoAPart(lead: string, whole: string): boolean {
  if (!ELIGIBLE_FOR_A_PART.test(lead.replace(BY_ITS_NAME, '').replace(WITH_ITS_SUM, ''))) return false
  const own = new RegExp(SIZES.source, 'i').exec(lead)?.[1]?.toLowerCase().slice(0, 4)
  return (
    own === undefined ||
    [...whole.matchAll(SIZES)].some(([, size]) => size!.toLowerCase().slice(0, 4) !== own && isOfTheSort(own, size!.toLowerCase()))
  )
}

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
const OF_THOSE = /^(?:those|some|others|only one (?:organi[sz]ation|partner|member))\b(?! (?:who|that|which)?\s*(?:apply|applying|wish))/i

const THEME =
  /^(?:[•*–-] ?|(?!(?:How|What|Who|When|Where|Why|Amounts?|Funding|Grants?|Value|Awards?|Max\w*|Min\w*|Total|Budget|Size|Note|Eligib\w*|Duration|Length|Time\w*|Term|Criteria|Opportunity|Scheme|Purpose|Range|Level)\b))[A-Z][^:.£%]{2,40}: (?:grants?|funding|support|awards?|vouchers?|loans?|up to|for)\b/gm
/** "• Start Up: grants for … Applicants must …" beside "• Resilience: grants for …": all that the item says is said of its theme. */
function ofATheme(unit: Unit, whole: string): boolean {
  const themes = [...whole.matchAll(THEME)]
  return (
    themes.length > 1 &&
    themes.some(({ index }) => {
      const end = whole.indexOf('\n', index)
      return index <= unit.start && unit.start < (end === -1 ? whole.length : end)
    })
  )
}

/** "This stage is by invitation", "applications for our three-year awards are by invitation" */
const INVITED_TO_A_PART =
  /\b(?:stage|phase|strand|round two|(?:larger?|small(?:er)?|main|major|capital|revenue|strategic|multi-year|[\w]+-year|follow-on|continuation) (?:\w+ )?(?:grants?|awards?|funding|applications?))\b[^.;]*\binvit/i

/** The words of a unit without those that narrow nothing, and what stands behind "before you hear from us", which may take it back. */
function wordsOf(unit: Unit, code: CriterionCode): { text: string; unfinished: string } {
  const own =
    code === 'ORG_TYPE' || code === 'REGION'
      ? unit.text
          .replace(WHO_IS_MEANT, '')
          .replace(/,? whether (?:an? |it is |they are )?[^.;]+? or [^,.;]+/i, '')
          .replace(code === 'ORG_TYPE' ? ASIDE : /$^/, '')
          .replace(code === 'ORG_TYPE' && unit.mood === 'none_of' ? /\bor (?:an? )?(?:items?|projects?|activit\w+)\b.*$/i : /$^/, '')
          .replace(code === 'ORG_TYPE' ? NARROWING_TAIL : /$^/, '')
          .replace(unit.introduces ? /,? except(?: for)?\s*:$/i : /$^/, '')
          .replace(code === 'ORG_TYPE' ? /,? rather than [^.;]*$/i : /$^/, '')
      : unit.text
  const text = (
    code === 'NO_RETROSPECTIVE' ? own.replace(UNTIL_OFFERED, '') : code === 'PROJECT_DATES' ? own.replace(UNTIL_A_DAY, '') : own
  )
    .replace(/\b(?:e\.g\.|for example|for instance),? .*$/i, '')
    .replace(HARMLESS_CONDITION, '')
    .replace(unit.introduces ? /\b(?:only )?if(?: (?:you|your \w+|it|they))?\s*:$/i : /$^/, '')
    .replace(/\b(?:intended|open|available|designed) (?:for|to) those\b/gi, '')
    // What it is for is no wish.
    .replace(
      code === 'ORG_TYPE' || code === 'REGION' ? /$^/ : /\b(?:available|offered|given|awarded|provided|intended|designed) to encourage\b/i,
      '',
    )
    // Words about how long do not soften how much.
    .replace(
      code === 'AMOUNT_RANGE' ? /\blast\w* (?:for )?(?:around|about|approximately|typically) [\w-]+(?: (?:months?|years?))?/i : /$^/,
      '',
    )
    .replace(/\((?:where|if|as) (?:applicable|appropriate|relevant|necessary)\)/gi, '')
    .replace(/\(?\b(?:excluding|exclusive of|excl?\.?|including|inclusive of|incl\.?|net of|plus) (?:\w+ )?VAT\b\)?/gi, '')
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

/** "(not for public bodies)", "(new groups may give a forecast)": a bracket that lets somebody off. */
const LETS_OFF =
  /\([^)]*\b(?:not (?:for|required|needed|necessary|applicable|if)|new(?:er|ly)? \w+|(?:may|can|should) (?!be (?:up to|between))|exempt\w*|unless|except|only (?:for|if|where)|do(?:es)? not (?:need|apply|have)|or (?:an? )?(?:\w+ )?(?:equivalent|similar|alternative|forecast|letter|statement|projection))[^)]*\)/i
const AN_ANSWER = /^yes\b\s*[,–—-]/i

/** "For example, the organic options require three hectares" */
const FOR_EXAMPLE = /^(?:for (?:example|instance)|e\.g\.)/i

/** "Businesses applying for over £1,000 must provide match funding" */
const ASKS_FOR_SOME_SUMS =
  /^[^.;£]{0,60}\b(?:applying|asking|bidding|requesting|applications?|(?<!\b(?:can|may|could) )requests?|bids?)\b[^.;£]{0,30}\b(?:over|above|more than|up to|under|below|less than|exceeding|between) £/i
const OF_SUMS = new Set<CriterionCode>(['AMOUNT_RANGE', 'PROJECT_COST', 'INCOME'])

/** Of the offer that stands above it. */
const THIS_IS_FOR = /^(?:this|it) (?:\w+ )?is (?:only )?for\b/i

/** Why the words of `unit` do not bind everybody, as far as its own sentence, its list and its heading tell; null when nothing says so. */
export function doubtOf(unit: Unit, code: CriterionCode, whole: string, isOverall = false): Doubt | null {
  const { text, unfinished } = wordsOf(unit, code)
  const introduction = unit.list?.lead ?? ''
  const lead = introduction
    .replace(unit.mood === 'none_of' ? /,? except(?: for)?\s*:$/i : /$^/, '')
    .replace(HARMLESS_CONDITION, '')
    .replace(
      /\b(?:apply |eligible )?if\s*:?$|\b(?:apply |eligible )?if (?:you|your|the|it|they|an?)\b[^:]*:?$|\b(?:may|can|could) (?:only )?apply if\s*:?$/i,
      '',
    )
  const says = (pattern: RegExp) => pattern.test(text) || pattern.test(lead.replace(/\bpriority (?:groups?|areas?|themes?)\b/gi, ''))
  if (FOR_EXAMPLE.test(unit.text) || (!OF_SUMS.has(code) && ASKS_FOR_SOME_SUMS.test(unit.text))) return 'part'
  if (says(EXCEPTION) || EXCEPTION.test(unfinished) || DENIED.test(text) || (unit.list?.mood === 'plain' && DENIED.test(lead)))
    return 'exception'
  const ofEvery = OF_EVERY_OFFER.test(text) || OF_EVERY_OFFER.test(introduction)
  if (
    OF_ONE_OFFER.has(code) &&
    !isOverall &&
    !ofEvery &&
    (((PAID.has(code) || THIS_IS_FOR.test(unit.text)) && hasSeveralOffers(whole)) || isBehindAKindHeading(unit, whole))
  )
    return 'part'
  // "Eligible applicants must:" under each of several offers.
  if (unit.list !== null && unit.list.lead.length > 12 && /\bmust\b/i.test(unit.list.lead) && whole.split(unit.list.lead).length > 2)
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
  if (code === 'INVITE_ONLY') return CONDITION.test(text) ? 'condition' : INVITED_TO_A_PART.test(text) ? 'part' : null
  if (says(SOFT) || /\b(?:helps? (?:us )?if|scores? (?:higher|better|more) if|more likely)\b/i.test(introduction)) return 'soft'
  // An exclusion list's "if" introduces the items; every other one is a condition.
  if (
    CONDITION.test(text) ||
    (CONDITION.test(lead) && unit.list?.mood !== 'none_of') ||
    (IF_BEFORE.test(introduction) && !/\bto (?:apply|be eligible|qualify)\b/i.test(introduction))
  )
    return 'condition'
  if (unit.list?.mood === 'any_of' && !unit.list.isWho) return 'alternative'
  if (code !== 'ORG_TYPE' && says(SOME_OF_SEVERAL)) return 'alternative'
  if (!isOverall && ofATheme(unit, whole)) return 'part'
  if (/[;,]?\s+or$/i.test(text) || /^(?:or|either)\b/i.test(text)) return 'alternative'
  if (ABOUT_THE_APPLICANT.has(code) && OR_ELSE.test(text) && !shutsOut(unit)) return 'alternative'
  return isSaidOfSome(unit, code, whole, { text, lead, ofEvery }) ? 'part' : null
}

/** Whether the subject, the heading or a modifier says of whom or of which part it is said. */
function isSaidOfSome(
  unit: Unit,
  code: CriterionCode,
  whole: string,
  { text, lead, ofEvery }: { text: string; lead: string; ofEvery: boolean },
): boolean {
  if (
    (OF_OTHERS.test(text) && !(code === 'REGION' && /^(?:(?:your|the|any|all) )*(?:propert(?:y|ies)|premises|buildings?)\b/i.test(text))) ||
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
  if (ELIGIBLE_FOR_A_PART.test(text.replace(BY_ITS_NAME, '').replace(WITH_ITS_SUM, '')) || leadsIntoAPart(lead, whole)) return true
  if (!ofEvery && (OF_A_STRAND.test(lead) || (ABOUT_THE_APPLICANT.has(code) && OF_A_STRAND.test(text)))) return true
  if (code === 'ORG_TYPE' || code === 'REGION') return false
  if (OF_PLACES.test(text) || OF_THOSE.test(text)) return true
  if (ABOUT_THE_APPLICANT.has(code) && code !== 'INCOME' && OF_A_BAND.test(text)) return true
  if (
    PART_BEFORE.test(text) ||
    (unit.list !== null && PART_BEFORE.test(unit.list.lead) && !/^for (?:all|this|the)\b/i.test(unit.list.lead))
  )
    return true
  if (code !== 'AMOUNT_RANGE' && code !== 'PROJECT_COST' && code !== 'INCOME' && ON_A_TIER.test(text)) return true
  if (TIER.test(text) || (unit.list !== null && TIER.test(unit.list.lead))) return true
  if (unit.list === null || unit.list.mood === 'plain') {
    if (NAMED_PART.test(text) && !LABEL.test(text) && !/^[^:–—|]*\b(?:must|should|will|can|may|need)\b/i.test(text) && /[£%]/.test(text))
      return true
  }
  if (
    /\b(?:reduced|higher|lower|enhanced|increased|additional|extra|further|second) (?:rate|grant|award|amount|level|maximum|limit|funding|intervention)\b/i.test(
      text,
    )
  )
    return true
  // "for capital projects", where nothing else is paid for.
  if (/\bfor (?:\w+ )?capital\b(?! only)/i.test(text) && !/\b(?:revenue|running costs?|core costs?)\b/i.test(whole)) return false
  return code !== 'INCOME' && PART_BEHIND.test(text) && (COSTS_BEHIND.test(text) || otherSums(unit, whole))
}

/** Whether the text speaks of other sums, so that what is said of some applicants may be one of several amounts. */
function otherSums(unit: Unit, whole: string): boolean {
  const rest = `${whole.slice(0, unit.start)} ${whole.slice(unit.end)}`
  return [...rest.matchAll(new RegExp(MONEY, 'gi'))].some(([sum]) => !/million|bn|billion|\dm\b/i.test(sum) && !unit.text.includes(sum))
}

/** The funder's own name is no kind of applicant: "the council", "Ashford Borough Council". "Limited Company" is a kind. */
export const withoutFunder = (text: string) =>
  text
    .replace(/\b(?:the|our|this) (?:full )?(?:council|authority|charity|trust|company|government department)(?:['’]s)?\b/gi, '')
    .replace(
      /\b(?!(?:Parish|Town|City|County|District|Borough|Unitary|Metropolitan|Community|Local|Welsh|English|Scottish|Eligible|Lead|Or|And|The|Your|Any|A|An|Only|Every|Each|If)\b)[A-Z][a-z’'-]+ (?:(?:City|County|District|Borough|Metropolitan|Town|Parish) )*Council(?:['’]s)?\b/g,
      '',
    )

const OPENING =
  /^(?:(?:to (?:be (?:eligible|considered)|apply|qualify|receive|lead)[^,:]{0,60}?(?:[,:]|(?= (?:you|your|the lead|the applicant|applicants?|organi[sz]ations?)\b))|in order to [^,]{3,60},|in order to (?:\w+ ){1,4}?(?=(?:organi[sz]ations?|applicants?|groups?|you|businesses|charities)\b)|as a minimum(?: requirement)?,?|at a minimum,?|to be eligible|please note(?: that)?|note(?: that)?|in addition,?|additionally,?|also,?|however,?|furthermore,?|and|but|therefore,?|unfortunately,?|yes,?|no,?) )+/i
const MODAL =
  /\b(?:must|should|needs? to|have to|has to|shall|will|can(?:not)?|may|are|is|have|has|can['’]t|do|does|cannot|needs?|requires?)\b/i
const EVERYBODY =
  /^\d|^(?:both|each|all)$|^(?:private|own|other|match|partnership) (?:money|funds?|funding|sources)\b|^(?:annual |gross )?(?:income|turnover)$|^(?:the |your )?lead and at least one other\b|^what you\b|^(?:the |your |all )?(?:applicants?|organi[sz]ations?)['’]s? (?:annual |gross |yearly )?(?:income|turnover)$|^(?:your|the|its|their|an?) (?:[\w]+['’]s? )?(?:\w+ ){0,2}(?:income|turnover)$|^(?:an? |the )?(?:minimum|maximum|earliest|latest|at least|match|own|cash|\d+ ?% \w+|(?:[\w-]+ )?bank account|constitution|governing document)\b|^(?:the|your|its|an?) (?:\w+ )?(?:committee|board|governing body)\b|^(?:(?:all|any|each|every|eligible|the|your|our|an?|lead|main|applicant|only|grant|successful|potential|interested|such|single|applying|local|constituted|qualifying|this|these) )*(?:you|we|applicants?|organi[sz]ations?(?:\/\w+)?|groups?|bod(?:y|ies)|entit(?:y|ies)|it|they|recipients?|grantees?|bidders?|lead|lead (?:applicants?|organi[sz]ations?|partners?)|(?:main )?applicant\/lead organi[sz]ation|applications?|projects?|proposals?|businesses\/organi[sz]ations|trustees|foundation|fund|trust|council|grants?|awards?|scheme|programme|funding|there|this|competition|trust|panel|committee|board|funders?|total|maximum|minimum|(?:sum|amount) (?:asked|applied) for)(?: (?:in (?:an?|the|your) application|to (?:us|the \w+)|receiving (?:a |our )?(?:\w+ ){0,3}(?:grants?|awards?|funding)|applying|that appl(?:y|ies)|that is applying|who apply|wishing to apply|seeking (?:a grant|funding)|making (?:an|the) application|applying for [\w’' -]{0,40}?(?:grants?|awards?|funding|fund)|for (?:funding|a grant|the grant|this grant)))?\s*$/i
/** "The Riverside Growth Fund", "The eligibility criteria for the grant": the offer itself, unless its name tells of a size. */
const THE_OFFER =
  /^(?:the |this |our |these )?(?:phase of )?(?:(?!(?:small(?:er)?|larger?|micro|medium|main|major|mini|core|starter|strand|stream|tier|for|to|of|with|who|that)\b)[\w’'&()-]+ ){0,6}?(?:grants?|fund|scheme|programme|competition|awards?|funding|support|offer|opportunity|initiative|voucher|eligibility|criteria|requirements)(?: for (?:the|this|a|our|your) (?:grant|fund|scheme|programme|award|funding|competition))?$/i
/** What stands behind these says who may apply at all, so that its narrowing words are the demand. */
const CLOSES = /\b(?:only|cannot|can['’]t|not (?:eligible|be)|ineligible|eligible|may not|open|available|apply)\b/i
const ABOUT_THE_APPLICANT = new Set<CriterionCode>([
  'INCOME',
  'YEARS_TRADING',
  'ESTABLISHED',
  'COMPANY_SIZE',
  'REGISTRATION',
  'GOVERNANCE',
  'PARTNERSHIP',
  'LAND_AREA',
  'MATCH_FUNDING',
])

/** Whether what is asked of the applicant is asked of one kind of applicant, while the text knows others. */
export function ofAKind(unit: Unit, code: CriterionCode, units: readonly Unit[]): boolean {
  if (code === 'ORG_TYPE' || code === 'REGION' || code === 'PRIOR_FUNDING' || code === 'MAX_APPLICATIONS') return false
  if (code === 'PARTNERSHIP') {
    const whom = subjectOf(unit.text)
    return whom !== null && !EVERYBODY.test(whom) && !isOnlyFamily(whom, units)
  }
  // "Only businesses with fewer than ten staff are eligible" is said of whoever applies.
  if (/^only\b/i.test(unit.text) && CLOSES.test(unit.text)) return false
  if (code === 'REGISTRATION' && OF_A_KIND.test(unit.text) && !/^(?:all )?businesses\b/i.test(unit.text)) return true
  // The sizes are the kind.
  if (
    code === 'COMPANY_SIZE' &&
    /^(?:[\w-]+ ){0,3}?(?:micro|small|SMEs?)\b[^.;]{0,60}?\b(?:(?:can|may) (?:apply|bid)|(?:are|is) eligible)\b/i.test(unit.text)
  )
    return false
  // An item of what is refused says itself whom it is said of.
  if (
    unit.mood === 'none_of' &&
    unit.list !== null &&
    /^(?:any |all |those )?(?:(?:new|newly|recently) )?(?:(?:established|formed|registered|set up) )?(?:organi[sz]ations?|applicants?|groups?|bodies|projects?)\b/i.test(
      unit.text,
    )
  )
    return false
  const lead = unit.list === null ? '' : unit.list.lead
  const own = subjectOf(unit.text)
  if (own !== null && EVERYBODY.test(own) && /^you\b/i.test(own)) return false
  // An item such as "have a bank account" has its introduction's subject.
  const subject =
    own === null || (unit.list !== null && !/\b(?:must|should|need|have to)\b/i.test(unit.text)) ? (subjectOf(lead) ?? own) : own
  if (subject !== null && standsForAll(subject, unit, units)) return false
  // "Organisations must have a constitution", where individuals may apply as well.
  if (subject !== null && ORGANISATIONS.test(subject) && ABOUT_THE_APPLICANT.has(code) && units.some(letsInPeople)) return true
  // "Awards to individuals do not exceed £600"
  const recipient = (FOR_A_KIND.exec(unit.text) ?? (code === 'INCOME' ? null : SUM_FOR_A_KIND.exec(unit.text)))?.[1]
  if (recipient !== undefined && !isOnlyFamily(recipient, units)) return true
  const head = OF_A_KIND.exec(unit.text)?.[0] ?? (unit.list !== null ? OF_A_KIND.exec(lead)?.[0] : undefined)
  // "Artists, groups and venues can apply for £1,000 to £5,000": all who may.
  if (head !== undefined && !ABOUT_THE_APPLICANT.has(code) && /,[^.;]* and [^.;]*\bcan (?:all )?apply for\b/i.test(unit.text)) return false
  if (
    head !== undefined &&
    !/^(?:the |each |any |all )?(?:individual|single) (?:grants?|awards?|applications?|projects?|bids?)\b/i.test(head) &&
    !/^(?:the|our) (?:councils?|trust|authority|academy|club|group|partnership)\b/i.test(head) &&
    !/organi[sz]ations?\b|applicants?\b/i.test(head.slice(0, 40))
  )
    return !isOnlyFamily(head, units)
  if (OF_THE_ASK.has(code) && subject !== null && isForAll(subject)) return false
  // "The vehicle must be delivered by March": an end is one for all, unless it is that of a stage, or of what goes before.
  if ((code === 'PROJECT_DATES' || code === 'SPEND_BY') && subject !== null && !OF_A_STAGE.test(subject)) return false
  if (subject === null || !(ABOUT_THE_APPLICANT.has(code) || OF_THE_ASK.has(code)) || EVERYBODY.test(subject) || THE_OFFER.test(subject))
    return false
  if (CLOSES.test(unit.text) || CLOSES.test(lead)) {
    // "Organisations with an income under £100,000 can apply for a small grant" is one of several offers.
    return familyOf(subject) !== undefined && !isOnlyFamily(subject, units)
  }
  return !isOnlyFamily(subject, units)
}

/** The units that let somebody in, by which it is told whom a page is for. */
const LETS_IN = /\b(?:apply|applications?|eligible|open to|available to|welcome)\b/i
const LETTING = new WeakMap<readonly Unit[], Unit[]>()
function lettingIn(units: readonly Unit[]): Unit[] {
  const held = LETTING.get(units) ?? units.filter(({ text }) => LETS_IN.test(text) && !/\bonly\b/i.test(text))
  LETTING.set(units, held)
  return held
}

const ORGANISATIONS = /^(?:all )?(?:organi[sz]ations|groups)$/i
const letsInPeople = (unit: Unit) =>
  unit.mood !== 'none_of' &&
  !shutsOut(unit) &&
  (/\bindividuals?\b[^.;]*\b(?:can|may|must|should|need|are eligible|are welcome)\b/i.test(unit.text) ||
    (/^who can apply\b/i.test(unit.heading) && /\b(?:individuals|(?:freelance |individual )?artists|freelancers)\b/i.test(unit.text)))

/** What is paid, and when: said of everybody only where each word of its subject is one for all applicants, or for the ask as a whole. */
const OF_THE_ASK = new Set<CriterionCode>([
  'AMOUNT_RANGE',
  'FUNDING_INTENSITY',
  'PROJECT_COST',
  'PROJECT_DURATION',
  'PROJECT_DATES',
  'SPEND_BY',
])
const WORDS_FOR_ALL = new Set(
  `a all an and any anybody at below between both by can cannot case do each every everything for from half here if in is it its least less make more most no nobody nothing not of on once one
  only or our over own per please same single such than that the their there these they this to total two under up upper us we what which who will with within you your
  applicant applicants application applications ask bid bids group groups lead organisation organisations organization organizations proposal proposals
  recipients successful eligible funder
  aid amount amounts award awards budget claim claims combined contribution cost costs economic expenditure final full fund funded funding funds grant grants intervention
  largest level limit maximum max min minimum money offer overall percentage project projects rate request requests requested scheme share size smallest spend spending sum sums
  support value values worth
  activities activity completion date dates delivery duration end ends finish finishing last length order period programme qualify round run runs start starts starting
  term time work works year`.split(/\s+/),
)
/** Ends of a part of the project, and of what goes before it or comes after: "stage 1 must be complete", "the lease must begin". */
const OF_A_STAGE =
  /\b(?:stages?|phases?|strands?|streams?|tiers?|lots?|rounds?|pilots?|capital|revenue|feasibility|development|small\w*|larg\w*|new|existing|first|second|third|due diligence|surveys?|leases?|licen[cs]es?|payments?|instal?lments?|legal|agreements?|contracts?|permissions?|consents?|planning|reports?|forms?|accounts?|assessments?|checks?|evaluations?|monitoring|match|partners?|loans?|\d)\b/i
/** "Grants run from £500 to £2,000 and are": as far as its verb. */
const ITS_VERB = /\b(?:runs?|ranges?|begins?|starts?|which|that)\b|£/i
const isForAll = (subject: string) =>
  // A funder's letters.
  /^[A-Z]{2,8}$/.test(subject) ||
  (
    subject
      .split(ITS_VERB, 1)[0]!
      .toLowerCase()
      .replace(/\bgrant element\b/, 'grant')
      .match(/[a-z][\w’'-]*/g) ?? []
  ).every((word) => WORDS_FOR_ALL.has(word.replace(/[’']s?$/, '')))
const THE_APPLICANT = /^(?:your|the|this) (?:\w+ )?(?:business|company|charity|school|club|council|group|firm|farm|enterprise)$/i
const DEMANDS = /\b(?:must|should|needs? to|have to|has to)\b/i
const PURPOSE = /^(?:(?:in order )?to (?:be eligible|apply|claim|qualify|receive|get)\b|(?:eligible|applicant) )/i

/** "The business must", "Clubs must:", "To be eligible, businesses must:": whoever applies, where nobody else is let in or has demands of its own. */
function standsForAll(subject: string, { list }: Unit, units: readonly Unit[]): boolean {
  const own = familyOf(subject)
  if (own === undefined || OF_SOME.test(subject)) return false
  const isOneOfTwo = units.some((other) => {
    const whom = DEMANDS.test(other.text) && (other.introduces || other.list === null) ? subjectOf(other.text) : null
    const family = whom === null || !/^(?:the |your |all |any )?[\w-]+$/i.test(whom) ? undefined : familyOf(whom)
    return family !== undefined && family !== own && !(list !== null && other.start === list.start)
  })
  if (isOneOfTwo || !(THE_APPLICANT.test(subject) || (list?.mood === 'all_of' && subject === subjectOf(list.lead)))) return false
  return /^your\b/i.test(subject) || (list !== null && PURPOSE.test(list.lead)) || isOnly(own, lettingIn(units))
}

function subjectOf(sentence: string): string | null {
  const text = sentence.replace(OPENING, '').replace(/\([^)]*\)/g, '')
  const modal = MODAL.exec(text)
  if (!modal || modal.index > 90) return null
  const subject = text.slice(0, modal.index).trim()
  return subject === '' ? null : subject
}

/** "New businesses", "community interest companies": some of a kind. */
const OF_SOME =
  /\b(?:limited|unregistered|(?<!\b(?:your|an?|the) )new(?! and existing)|small(?:er)?|large(?:r)?|micro|medium|(?<!new and )existing|private|community interest)\b/i

function isOnlyFamily(subject: string, units: readonly Unit[]): boolean {
  if (!/^(?:any|all|only|every)\b/i.test(subject) && OF_SOME.test(subject)) return false
  const own = familyOf(subject)
  return own !== undefined && isOnly(own, units)
}

/** A sentence that takes something back: what it names is a limit with an exception, wherever the limit stands. */
const TAKES_BACK =
  /\b(?:exempt|exceptions?|exceptional(?:ly)?|(?:is|are) excepted|extend(?:ed)? (?:this|it|these)|to go (?:outside|beyond|above|below) (?:this|these)|permitted exception|waive\w*|(?:will|can|may|could) still (?:be (?:eligible|considered)|apply|bid)|are still eligible|do(?:es)? not apply (?:to|if|where|for)|special (?:case|circumstances)|at (?:our|its|their|the \w+['’]?s?) discretion|if not, you (?:must|can|need)|higher (?:amounts?|grants?|awards?|rates?|intervention)|larger (?:grants?|awards?|amounts?|requests?|sums?)|(?:grants?|requests?|applications?|bids?|amounts?|anything) (?:above|over|beyond|in excess of|larger than|more than) (?:that|this|these)|may (?:also )?(?:be considered|consider)|(?:may|can|could|will) (?:also |still |sometimes )?(?:allow|be allowed) (?!no\b)|case[- ]by[- ]case|on a case|not (?:be )?(?:need|required|expected|obliged|asked) to (?:be|have|provide|contribute|find|bring)|falls? outside|not (?:a )?(?:strict|hard|fixed)|can be (?:of )?any (?:size|age|amount|length))\b/i
/** Who has not got what is asked for may still apply; what is paid is no matter of that. */
const MAY_LACK =
  /\b(?:if (?:you|your \w+) (?:is|are) (?:a )?new\b|if you (?:do not|don['’]t)(?=,| have)|if you (?:have no|lack)|do(?:es)? not (?:yet |need to )?have (?:an?|its|their|your)|on (?:their|your|its) behalf|another organi[sz]ation|host organi[sz]ation|umbrella|accountable body)\b/i
/** "If this does not describe you, we should still like to hear from you", "who lacks one of these may …": nothing that is asked of the applicant shuts out. */
const HEARS_ANYBODY =
  /\bif (?:you|your \w+) (?:do|does)(?: not|n['’]t) (?:quite )?(?:meet|fit|match) (?:all )?(?:of )?(?:the above|these|our|the) (?:criteria|requirements)\b[^.]*\b(?:but|contact|talk|get in touch|still|may|can|could)\b(?! not)|\bif (?:this|these|that|none of (?:this|these))\b[^.;]{0,20}\b(?:not|n['’]t) (?:describe|fit|sound like|apply to|match) (?:you|your)\b|\b(?:lack|without|(?:do|does) not (?:yet )?(?:have|meet)) (?:(?:any|all|one|some) of )?(?:these|this|them)\b[^.;]*\b(?:may|can|could)\b(?! not)|\bstill (?:like|love|want|happy|pleased|encourage you) to (?:hear from|talk to|speak (?:to|with)) you\b/i
const TOPICS: Partial<Record<CriterionCode, RegExp>> = {
  AMOUNT_RANGE:
    /£|\b(?:sums?|amounts?|requests?|maximum|limits?|larger|higher|(?:award|give|offer|fund|pay|grant|ask for|apply for)s? more|(?:grants?|awards?) (?:above|over|beyond|of|size))\b/i,
  PROJECT_COST: /\b(?:costs?|projects? over|£)/i,
  FUNDING_INTENSITY: /%|\b(?:percentage|share|intervention|rate|full cost)\b/i,
  MATCH_FUNDING: /\bmatch|contribut/i,
  INCOME: /\b(?:income|turnover)\b/i,
  REGISTRATION: /\b(?:regist)/i,
  YEARS_TRADING: /\b(?:new(?:er|ly)?|young(?:er)?|trad\w+|established|existence|start[- ]?ups?|(?:years?|months) old)\b/i,
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
const BODY = '(?:organi[sz]ations?|groups?|charities|businesses|compan(?:y|ies)|firms?|applicants?|clubs?|projects?|enterprises?)'
const LETS_BEYOND =
  /\bno (?:upper |set |fixed |overall )*(?:limit|maximum)\b(?! (?:number|of applications|on (?:how many|the number)))(?![^.;]*\bbut\b)|\b(?:twice|double|three times) (?:that|this|the) (?:amount|sum|limit|maximum|grant)|\b(?:apply|ask|bid|eligible|qualify) for (?:more|higher|larger)\b(?! than one)|\b(?:receive|get|have|offer|give|award|consider) (?:up to )?(?:more than (?:this|that)|larger|higher|bigger)\b|\bhigher (?:limit|maximum|ceiling|amount)/i
/** What lets in those whom a limit shuts out, wherever it stands, limit by limit. */
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
  COMPANY_SIZE: new RegExp(`\\b(?:larger|bigger|large) ${BODY}\\b${THEY_MAY}\\b(?:appl|eligible|consider|fund|support|exempt|join)`, 'i'),
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

type Limit = Pick<Finding, 'code' | 'parameter' | 'operator' | 'value'>

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

/** Who is older or richer takes no floor back, and who is newer no ceiling. */
function releaseOf(limit: Limit): RegExp | undefined {
  const { code, operator } = limit
  if (code === 'YEARS_TRADING') return isFloor(limit) ? RELEASES.YEARS_TRADING : undefined
  if (code === 'ESTABLISHED') return operator === 'not_after' ? RELEASES.YEARS_TRADING : undefined
  return isFloor(limit) && (code === 'AMOUNT_RANGE' || code === 'INCOME' || code === 'COMPANY_SIZE') ? undefined : RELEASES[code]
}

const BEYOND = /\b(?:more than|over|above|exceed\w*|larger|higher|longer|beyond|in excess of|older|bigger)\b/i
const BENEATH =
  /\b(?:less than|under|below|fewer|smaller|lower|newer|newly|new (?:business|organi[sz]ation|group|compan|charit|applicant)\w*|younger|start[- ]?ups?|without|not have|shorter)\b/i
/** "a business that has traded for longer": on the side of a floor that the floor leaves open. */
const isOnItsFarSide = (text: string, limit: Limit) => isFloor(limit) && BEYOND.test(text) && !BENEATH.test(text)

/** "(can be averaged over three years)": a bracket that says how a limit may be met otherwise. */
const STRETCHED = /^(?:this |it |which )?(?:can|may|could) (?!only\b|not\b)/i

/** Right behind a limit: "Newer businesses should contact us", "Extensions may be agreed", "Where there are fewer, explain why". */
const SOFTENS =
  /\b(?:start[- ]?ups|new (?:businesses|groups|organi[sz]ations|charities|clubs)|larger|newer|smaller|shorter|longer|older|younger|sole|single|cross-border|bigger|higher|others|those)\b[^.;]*\b(?:may|can|could|(?:will be|is|are) (?:also )?(?:considered|accepted|allowed|eligible)|should (?:contact|speak|talk))\b|\bneeds? neither\b|\bflexib\w+|\bextensions? (?:may|can|could|will)\b|^where (?:there (?:are|is)|this|that|you|it)\b[^.;]*\b(?:explain|tell us|contact|speak)\b|\bmay submit (?:one|more|up to)\b/i

/** "Where the area is deprived, 10% is required", right behind "at least 20%". */
function loosens(text: string, limit: Limit): boolean {
  if (typeof limit.value !== 'number' || !(PAID.has(limit.code) || limit.code === 'INCOME')) return false
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
      (other) => !other.isHeading && other.start > unit.end && other.start - unit.end <= 3 && SOFTENS.test(other.text) && !shutsOut(other),
    )
  )
    return true
  if (code === 'REGION') return false
  if (units.some((other) => other.start > unit.end && other.start - unit.end <= 3 && loosens(other.text, limit))) return true
  if (ABOUT_THE_APPLICANT.has(code) && units.some((other) => other.start !== unit.start && HEARS_ANYBODY.test(other.text))) return true
  if (code === 'AMOUNT_RANGE' && isFloor(limit) && units.some(({ text }) => GIVES_LESS.test(text))) return true
  const released = releaseOf(limit)
  if (
    released !== undefined &&
    units.some(
      (other) =>
        other.start !== unit.start && !other.isHeading && other.mood !== 'none_of' && !shutsOut(other) && released.test(other.text),
    )
  )
    return true
  const topic = OF_GOVERNANCE[limit.parameter] ?? TOPICS[code]
  return units.some((other) => {
    if (other.start === unit.start || other.isHeading || isOnItsFarSide(other.text, limit)) return false
    if (!TAKES_BACK.test(other.text) && !(ABOUT_THE_APPLICANT.has(code) && MAY_LACK.test(other.text))) return false
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
