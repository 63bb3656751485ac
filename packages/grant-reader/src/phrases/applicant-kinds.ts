/** Phrases for kinds of applicants. */
import { words, wordsWith } from './words.ts'

/** Words that include every applicant. */
export const ANYBODY = words`
  # any body without a kind
  ^(?:
    (?:any|all|other|eligible|lead|UK|registered|legal(?:ly)?|constituted|incorporated|
      formal(?:ly)?|established|appropriate|relevant|based|types?|of|kinds?|type|an?|the|single|
      [A-Z]\w+-based) )*
  (?:organi[sz]ations?|applicants?|entit(?:y|ies)|bod(?:y|ies)|everyone|anyone|anybody|
    groups|those|people|projects?|institutions?)
  (?: else| at all)?$`

/** Bodies of any legal form. Next to kinds named by their form they add none. */
export const OF_ANY_FORM = words`
  (?:^|\s)(?:
  # housing associations
  (?:registered )?(?:housing (?:associations?|providers?)|providers? of social housing)|
  # museums and libraries
  (?:museums?|galleries|gallery|libraries|library|theatres?|archives?)
  (?: (?:and|or|&) (?:museums?|galleries|libraries|theatres?|archives))?|
  # sports associations
  (?:county |local |national )?(?:\w+ )?(?:football |sports? )associations?|
  # registered landlords and societies
  registered (?:social landlords?|societies)|
  # friendly societies
  friendly societies|
  # governing bodies of sports
  (?:national )?governing bod(?:y|ies)(?: of sports?)?|
  # trusts and foundations
  user associations?|management committees?|trusts?|foundations?|heritage bodies|
  leisure trusts?|
  # village halls
  (?:village|community|church) (?:halls?|centres?|hubs?)
  )$`

/** Words that narrow the kind before them. */
export const POSTMODIFIER = words`
  \s(?:
  # begins a modifier
  as (?:defined|set out|described)|with|that|which|who|whose|where|when|having|operating|
  working|located|based|situated|trading|registered|affiliated|accredited|established|
  serving|delivering|providing|supporting|helping|offering|growing|producing|making|
  managing|undertaking|carrying|planning|intending|aiming|representing|looking|applying|
  subject|wishing|wanting|hoping|able|willing|starting|seeking|interested|employing|engaged|
  meeting|responsible|acting|in|within|across|throughout|from|to|for|under|
  of(?! the following)|on|at|by|as long as|listed|run|led|owned|involved|whether|concerned|
  running|already|currently|aged|living|resident
  )\b`

/**
 * Adjectives that share the head of the next phrase: "micro, small and medium-sized enterprises".
 */
export const SHARED = words`
  ^(?:
    (?:an?|the|any|all|other|both|either|properly|fully|formally|UK|local|registered|constituted|
      unincorporated|eligible|existing) )*
  (?:
  # an adjective that shares a head
  (?:lower|upper|single|two)[- ]tier|micro|small|medium(?:[- ]sized)?|sized|large|new|
  existing|start[- ]?up|start|voluntary|community|charitable|public|private|social|local|
  national|regional|statutory|commercial|not[- ]for[- ]profit|non[- ]profit|academic|
  educational|town|parish|county|district|borough|unitary|city|primary|secondary|further|
  higher|independent|self[- ]help|faith|non[- ]governmental|unregistered|registered|
  incorporated|unincorporated|constituted|rural|urban|industrial|limited|tenants|residents|
  benevolent|philanthropic
  )$`

/**
 * Words that may follow a noun without a modifier: "schools may", "charities that". "school
 * uniforms" and "business cases" are no applicants.
 */
export const STANDS_ALONE = words`
  ^(?!-\w)\s*(?:
  # the end, or punctuation
  $|[^\w\s]|
  # a word that continues a sentence
  (?:and|or|as|if|that|which|who|whose|where|when|with|without|in|from|for|to|of|on|at|by|
    under|within|across|through|is|are|was|were|be|has|have|had|must|should|shall|need|needs|
    can|cannot|may|might|will|would|do|does|did|only|also|too|both|all|each|either|alike|
    themselves|such|including|includes?|mentioned|not|than|then|unless|except|currently|
    already|run|led|owned|apply|applies|qualify|receive|get|want|wish|bid|benefit|count|join|
    work|based|[a-z]{3,}ing)\b
  )`

export const OF_VOLUNTARY_SECTOR = words`
  \b(?:
  # voluntary sector
  voluntary|community|charitable|benevolent|philanthropic|not[- ]for[- ]profit|
  non[- ]profit|unincorporated|self[- ]help
  )\b`

export const PLACES = wordsWith('g')`
  # several nations
  \b(?:England|Scotland|Wales|Northern Ireland)
  (?:(?:,? (?:and|or|&) |, )(?:England|Scotland|Wales|Northern Ireland))+\b`

export const BEFORE_EXAMPLES = wordsWith('gi')`
  # introduces examples
  ,? (?:(?:and|which|that) )?(?:(?:can|may|will) )?(?:also )?
  (?:include(?: but not limited to)?|includes|including(?: but not limited to)?|such as|
    for example|namely)\b`

export const BODIES_THAT_ARE = wordsWith('gi')`
  # a body that is of a kind
  \b(?:(?:any|all) )?(?:(?!and\b|or\b)[\w-]+ )??
  (?:organi[sz]ations?|groups?|bodies|applicants?|church(?:es)?|clubs?|anyone|those) (?:
    that|which|who) (?:is|are) (?:either )?
  (?:an? )?(?=[a-z])(?!(?:[\w-]+ )?members?\b)`

export const WITH_CHARITABLE_AIMS = wordsWith('gi')`
  # has charitable purposes
  \borgani[sz]ations? (?:with|that ha(?:ve|s)|established for|set up for) (?:an? )?
  (?:[\w-]+ ){0,2}?charitable (?:purposes?|aims?|objects?|objectives?|status)\b`

export const FURTHER_REQUIREMENT = words`
  \b(?:
  # or will …
  or (?:will|would)|
  # and must …
  (?:and|but) (?:must|have|has|be|is|are|should|need|operate|meet|can|been|employ|hold|who|
    that|which|whose|with)|
  # and all groups must …
  and (?:all|any|each|your|the) \w+ (?:must|should|needs?|will)
  )\b.*$`

export const RUN_FOR_PROFIT = wordsWith('gi')`
  # "organisations established to make profit", "businesses run for private gain"
  \b(?:organi[sz]ations?|businesses|compan(?:y|ies)|enterprises|groups|bodies) (?:
    (?:that|which|who) )?
  (?:(?:are )?(?:run|operat\w+|established|set up|exist\w*|trad\w+|work\w*) )?
  (?:solely |purely |primarily )?(?:for|to make|to generate|mak(?:e|ing)|generating) (?:a )?
  (?:private |commercial |personal )?(?:profits?|gain)\b`

export const ONE_PERSON = wordsWith('gi')`
  \bindividual (?:
  # "individual athletes": persons who apply for themselves
  applicants?|people|persons?|students?|pupils?|artists?|athletes?|musicians?|performers?|
  writers?|researchers?|players?|learners?|children|adults
  )\b`

export const FOR_PROFIT_BODY = words`
  # a body that trades for profit
  ^(?:
    (?:for[- ]profit|private|commercial|profit[- ]making|trading)(?: sector)?
    (?: (?:and|or|\/) )?
  )+ ?
  (?:entit(?:y|ies)|ventures?|concerns?|operators?|bodies|businesses|companies|enterprises?|
    organi[sz]ations?)$`

export const PLAIN_BUSINESS = words`
  # a business without a kind
  ^(?:(?:for[- ]profit|private|commercial|profit[- ]making|trading|private[- ]sector) )*
  (?:sector )?(?:limited |business )?
  (?:business(?:es)?|compan(?:y|ies)|enterprises?|firms?|
    bodies(?<=(?:profit|private|commercial|making|trading) (?:sector )?\w+)|
    organi[sz]ations(?<=(?:profit|private|commercial|making|sector) (?:sector )?\w+)|ventures?
  )$`

export const PLAIN_COUNCIL = words`
  ^(?:
  # local authorities
  local authorit(?:y|ies)|
  # councils
  (?:(?:local|county|district|borough|city|parish|town) )*councils?|
  # local government
  local government(?: bodies)?
  )$`

export const GIVEN_TO = words`
  # grants to an applicant
  ^(?:(?:grants?|funding|awards?|donations|payments|support|applications?) )?
  (?:(?:made )?direct(?:ly)? )?(?:by|from|to|for|any|an?) `
