/** Phrases for the parts of an offer. */
import { KIND } from './limit-subject.ts'
import { cased, words, wordsWith } from './words.ts'

/**
 * "eligible for grants for small investments", "can apply for the higher rate": not for the grant
 * as such.
 */
export const ELIGIBLE_FOR_A_PART = cased`
  # eligible for a larger grant
  \b(?:eligible|qualif(?:y|ies)|apply) for (?:an? |the |our )?
  (?:larger?|bigger|higher|further|additional|second|main|major|smaller?|small|core|extra
  ) (?:\w+ )?
  (?:grants?|awards?|amounts?|sums?|rates?|funding)\b|
  # eligible for some purpose
  \b(?:eligible|qualify|apply) for (?!
    (?:this|the (?:grant|fund|scheme|programme|competition|funding|award)|
      an? (?:(?!(?:small|larger?|smaller|main|major|micro|mini|core|second|further)\b)\w+ ){0,3}
      (?:grant|award|share|maximum|minimum|contribution)|
      funding|grants?(?! (?:for|of|under|to))|our|support|up to|between|£|\d|any|one|it\b|is\b|
      are\b|will\b|per\b|[A-Z])
  )`

export const BY_ITS_NAME = words`
  # "apply for the Green Farms grants": the offer's own name
  \b(?:eligible|qualify|apply) for the (?!
    (?:larger?|bigger|higher|further|additional|second|main|major|smaller?|small|core|extra|
      full|maximum|top)\b
  )
  (?:[\w’'-]+ ){1,5}?(?:grants?|fund|scheme|programme|award|competition)\b`

export const WITH_ITS_SUM = words`
  # "apply for capital grants of up to": the offer for every applicant
  \bapply for (?!
    (?:larger?|bigger|higher|further|additional|second|main|major|smaller?|small|core|extra)\b
  )
  (?:[\w’'-]+ ){1,2}?
  (?:grants?|funding|awards?|assistance|vouchers?) (?:of|between|from|worth|up to)\b`

/** A heading that names a part of the offer. */
export const PART_HEADING = words`
  ^(?:
  # a strand with a number
  (?:strand|tier|level|stream|option|phase|band|lot|category|theme|route|part|pot|pathway|
    type) (?:\d+|[A-Z]\b|one|two|three|[ivx]+\b)|
  # a kind of grant
  (?:micro|small|medium|large|larger|major|community|capital|revenue|project|starter|
    start-up|seed|growth|core|main|mini|quick|fast[- ]track|individual|group|emergency|
    development|feasibility|digital|green|business|innovation|research)\b[^?]*\b(?:grants?|
    awards?|fund|programme|strand|stream|scheme|vouchers?|business|businesses|loans?)$|
  # for applicants of a kind
  (?:for |if you(?:['’]re| are) (?:an? )?)
  (?:individuals?|businesses|companies|charities|schools|groups|landlords|organisations|
    sole traders|clubs|partners|tenants)|
  # applicants of a kind
  (?:individuals?|businesses|companies|charities|schools|landlords|sole traders|clubs|
    partners|partnerships|consortia|micro business|small business|medium business)$|
  # guidance for applicants of a kind
  \b(?:eligibility|criteria|guidance|information|rules|support|help|grants?|funding) for (?:
    individuals?|businesses|companies|charities|schools|community groups|landlords|tenants|
    sole traders|clubs|partners)$|
  # state aid, definitions or examples
  state aid|subsidy|definitions?|glossary|what is an? |frequently|example|case stud|
  previous|past|
  # other grants
  other (?:\w+ )?(?:grants|funding|funds|support|schemes|programmes)
  )`

/** "Small Grants Fund: …", "Strand 2 (£5,000)": the names of offers. */
export const OFFER_LINE = wordsWith('gim')`
  ^(?:[•◦*–-]\s*)?(
  # a fund's name
  (?:[A-Z][\w&’'/-]*|and|of|for|the|&)
  (?: (?:[\w&’'/-]+)){0,4}? (?:grants?|funds?|awards?|schemes?|programmes?|vouchers?|
    strands?|streams?|tiers?|loans?)|
  # a strand with a number
  (?:strand|tier|level|stream|option|lot|category|theme|route|part|phase|pathway|band) (?:
    \d|[A-Z]\b|one|two|three|[ivx]+\b)
  )(?: \(?(?:up to |from |between )?£?[\d,]*\)?)?\s*(?:$|[:–—|]|\s-\s)`

/** Headings about the whole offer, whatever is below them. */
export const NEUTRAL_HEADING = words`
  # words about the whole offer
  \b(?:how much|amounts?|funding|eligib\w+|who|what|when|where|why|how|criteria|apply|
    applying|applications?|applicants?|summary|overview|about|introduction|background|contact|
    deadlines?|dates?|costs?|exclusions?|excluded|further|notes?|maximum|minimum|match|value|
    levels?|budgets?|details|scope|objectives?|aims?|key|durations?|length|income|turnover|
    size of|rates?|priorities|outcomes|guidance|rules|terms|conditions|requirements|
    information|description|size|your project|your application|type|decisions?|process|
    timetable|important|available|offer|need to know)\b|
  # a question
  \?$`

/**
 * "Applying as a business", "Community groups", "If you are a school": a section for one kind of
 * applicant, where another has its own.
 */
export const OF_A_KIND_HEADING = words`
  # Applying as a business
  ^(?:
    (?:applying|eligibility|criteria|guidance|rules|grants|funding|information|requirements
    ) )?
  (?:(?:as|for|if you(?:['’]re| are)) )?(?:an? |all |any )?
  (?:${KIND}|(?:community )?groups?|organi[sz]ations?|non-profits?|
    voluntary organi[sz]ations?)
  \s*[:?]?$`

/** "There are two types of grants", "for both types of grant". */
export const NAMES_OFFERS = words`
  # kinds of grants
  \b(?:two|three|four|five|several|both|different) (?:\w+ )?
  (?:types|kinds|levels|tiers|strands|streams|sizes) of (?:grants?|awards?|funding|support|
    help)\b|
  # several strands
  \b(?:two|three|four) (?:grant )?
  (?:strands|streams|tiers|grant (?:schemes|programmes|levels))\b`

export const NO_NAME = cased`
  ^(?:
  # begins like a sentence
  the |our |maximum |minimum |total |about |this |who |how |what |eligible |size |length |
  amount|income |types? of|number |value |levels? |durations? |purpose |use |dates? |
  terms? |range |apply|your 
  )`

export const SIZED = words`
  # a grant of one size
  ^(?:(?:there (?:are|is)|we (?:also )?(?:offer|give|make|award|have|provide)) )?
  (?:(?:the|our|these|an?) )?
  (small(?:er)?|large(?:r)?|medium|major|main|micro|mini|revenue|capital|core|project|
    equipment|event|training|feasibility|individual|group|development|start[- ]?up|seed|
    starter|growth|strategic|flagship|standard|emergency|travel|pilot|follow[- ]on) (?:\w+ )?
  (?:grants?|awards?|applications?|projects?|funding)\b`

export const SIZES = wordsWith('gi')`
  \b(
  # a size of grant
  small(?:er)?|larger?|medium|major|main|micro|mini|revenue|capital|core|project|equipment|
  event|training|feasibility|individual|group|development|start[- ]?up|seed|starter|growth|
  strategic|flagship|standard|emergency|travel|pilot|follow[- ]on
  )(?=(?: (?:and|or) \w+)? (?:\w+ )?(?:grants?|awards?|applications?|projects?|funding)\b)`

export const THEME = wordsWith('gm')`
  ^(?:
  # a bullet
  [•◦*–-] ?|
  # a name
  (?!
    (?:How|What|Who|When|Where|Why|Amounts?|Funding|Grants?|Value|Awards?|Max\w*|Min\w*|Total|
      Budget|Size|Note|Eligib\w*|Duration|Length|Time\w*|Term|Criteria|Opportunity|Scheme|
      Purpose|Range|Level)\b
  )
  )[A-Z][^:.£%]{2,40}: (?:grants?|funding|support|awards?|vouchers?|loans?|up to|for)\b`
