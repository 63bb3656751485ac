/** Phrases for kinds of applicants. */
import { type PhraseTables, pattern } from './table.ts'

export const APPLICANT_KINDS_PHRASES = {
  /** Words that include every applicant. */
  ANYBODY: {
    flags: 'i',
    phrases: [
      {
        meaning: 'any body without a kind',
        phrase: pattern`
          ^(?:
            (?:any|all|other|eligible|lead|UK|registered|legal(?:ly)?|constituted|incorporated|
              formal(?:ly)?|established|appropriate|relevant|based|types?|of|kinds?|type|an?|the|single|
              [A-Z]\w+-based) )*
          (?:organi[sz]ations?|applicants?|entit(?:y|ies)|bod(?:y|ies)|everyone|anyone|anybody|
            groups|those|people|projects?|institutions?)
          (?: else| at all)?$`,
        like: ['Lead applicant'],
        unlike: ['Lead'],
      },
    ],
  },
  /** Bodies of any legal form. Next to kinds named by their form they add none. */
  OF_ANY_FORM: {
    flags: 'i',
    before: pattern`(?:^|\s)(?:`,
    after: pattern`)$`,
    phrases: [
      {
        meaning: 'housing associations',
        phrase: pattern`
          (?:registered )?(?:housing (?:associations?|providers?)|providers? of social housing)`,
        like: ['housing associations'],
        unlike: ['housing'],
      },
      {
        meaning: 'museums and libraries',
        phrase: pattern`
          (?:museums?|galleries|gallery|libraries|library|theatres?|archives?)
          (?: (?:and|or|&) (?:museums?|galleries|libraries|theatres?|archives))?`,
        like: ['museums and galleries'],
        unlike: ['museums and'],
      },
      {
        meaning: 'sports associations',
        phrase: pattern`(?:county |local |national )?(?:\w+ )?(?:football |sports? )associations?`,
        like: ['county sports associations'],
        unlike: ['county sports'],
      },
      {
        meaning: 'registered landlords and societies',
        phrase: pattern`registered (?:social landlords?|societies)`,
        like: ['registered social landlords'],
        unlike: ['social landlords'],
      },
      {
        meaning: 'friendly societies',
        phrase: pattern`friendly societies`,
        like: ['friendly societies'],
        unlike: ['friendly'],
      },
      {
        meaning: 'governing bodies of sports',
        phrase: pattern`(?:national )?governing bod(?:y|ies)(?: of sports?)?`,
        like: ['national governing bodies'],
        unlike: ['national bodies'],
      },
      {
        meaning: 'trusts and foundations',
        phrase: pattern`
          user associations?|management committees?|trusts?|foundations?|heritage bodies|
          leisure trusts?`,
        like: ['leisure trusts'],
        unlike: ['leisure'],
      },
      {
        meaning: 'village halls',
        phrase: pattern`(?:village|community|church) (?:halls?|centres?|hubs?)`,
        like: ['village halls'],
        unlike: ['halls'],
      },
    ],
  },
  /** Words that narrow the kind before them. */
  POSTMODIFIER: {
    flags: 'i',
    before: pattern`\s(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'begins a modifier',
        phrase: pattern`
          as (?:defined|set out|described)|with|that|which|who|whose|where|when|having|operating|
          working|located|based|situated|trading|registered|affiliated|accredited|established|
          serving|delivering|providing|supporting|helping|offering|growing|producing|making|
          managing|undertaking|carrying|planning|intending|aiming|representing|looking|applying|
          subject|wishing|wanting|hoping|able|willing|starting|seeking|interested|employing|engaged|
          meeting|responsible|acting|in|within|across|throughout|from|to|for|under|
          of(?! the following)|on|at|by|as long as|listed|run|led|owned|involved|whether|concerned|
          running|already|currently|aged|living|resident`,
        like: ['groups that work locally'],
        unlike: ['groups work locally'],
      },
    ],
  },
  /** Adjectives that share the head of the next phrase: "micro, small and medium-sized enterprises". */
  SHARED: {
    flags: 'i',
    before: pattern`
      ^(?:
        (?:an?|the|any|all|other|both|either|properly|fully|formally|UK|local|registered|constituted|
          unincorporated|eligible|existing) )*
      (?:`,
    after: pattern`)$`,
    phrases: [
      {
        meaning: 'an adjective that shares a head',
        phrase: pattern`
          (?:lower|upper|single|two)[- ]tier|micro|small|medium(?:[- ]sized)?|sized|large|new|
          existing|start[- ]?up|start|voluntary|community|charitable|public|private|social|local|
          national|regional|statutory|commercial|not[- ]for[- ]profit|non[- ]profit|academic|
          educational|town|parish|county|district|borough|unitary|city|primary|secondary|further|
          higher|independent|self[- ]help|faith|non[- ]governmental|unregistered|registered|
          incorporated|unincorporated|constituted|rural|urban|industrial|limited|tenants|residents|
          benevolent|philanthropic`,
        like: ['small'],
        unlike: [],
      },
    ],
  },
  /**
   * Words that may follow a noun without a modifier: "schools may", "charities that". "school
   * uniforms" and "business cases" are no applicants.
   */
  STANDS_ALONE: {
    flags: 'i',
    before: pattern`^(?!-\w)\s*(?:`,
    after: pattern`)`,
    phrases: [
      {
        meaning: 'the end, or punctuation',
        phrase: pattern`$|[^\w\s]`,
        like: [', schools'],
        unlike: ['-a a'],
      },
      {
        meaning: 'a word that continues a sentence',
        phrase: pattern`
          (?:and|or|as|if|that|which|who|whose|where|when|with|without|in|from|for|to|of|on|at|by|
            under|within|across|through|is|are|was|were|be|has|have|had|must|should|shall|need|needs|
            can|cannot|may|might|will|would|do|does|did|only|also|too|both|all|each|either|alike|
            themselves|such|including|includes?|mentioned|not|than|then|unless|except|currently|
            already|run|led|owned|apply|applies|qualify|receive|get|want|wish|bid|benefit|count|join|
            work|based|[a-z]{3,}ing)\b`,
        like: ['may apply'],
        unlike: [],
      },
    ],
  },
  OF_VOLUNTARY_SECTOR: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'voluntary sector',
        phrase: pattern`
          voluntary|community|charitable|benevolent|philanthropic|not[- ]for[- ]profit|
          non[- ]profit|unincorporated|self[- ]help`,
        like: ['community group', 'not-for-profit'],
        unlike: ['group'],
      },
    ],
  },
  PLACES: {
    flags: 'g',
    phrases: [
      {
        meaning: 'several nations',
        phrase: pattern`
          \b(?:England|Scotland|Wales|Northern Ireland)
          (?:(?:,? (?:and|or|&) |, )(?:England|Scotland|Wales|Northern Ireland))+\b`,
        like: ['England, Scotland and Wales'],
        unlike: [],
      },
    ],
  },
  BEFORE_EXAMPLES: {
    flags: 'gi',
    phrases: [
      {
        meaning: 'introduces examples',
        phrase: pattern`
          ,? (?:(?:and|which|that) )?(?:(?:can|may|will) )?(?:also )?
          (?:include(?: but not limited to)?|includes|including(?: but not limited to)?|such as|
            for example|namely)\b`,
        like: ['charities, such as museums'],
        unlike: ['charities, as museums'],
      },
    ],
  },
  BODIES_THAT_ARE: {
    flags: 'gi',
    phrases: [
      {
        meaning: 'a body that is of a kind',
        phrase: pattern`
          \b(?:(?:any|all) )?(?:(?!and\b|or\b)[\w-]+ )??
          (?:organi[sz]ations?|groups?|bodies|applicants?|church(?:es)?|clubs?|anyone|those) (?:
            that|which|who) (?:is|are) (?:either )?
          (?:an? )?(?=[a-z])(?!(?:[\w-]+ )?members?\b)`,
        like: ['any organisation that is a charity or a club'],
        unlike: ['any that is a charity or a club'],
      },
    ],
  },
  WITH_CHARITABLE_AIMS: {
    flags: 'gi',
    phrases: [
      {
        meaning: 'has charitable purposes',
        phrase: pattern`
          \borgani[sz]ations? (?:with|that ha(?:ve|s)|established for|set up for) (?:an? )?
          (?:[\w-]+ ){0,2}?charitable (?:purposes?|aims?|objects?|objectives?|status)\b`,
        like: ['organisations with charitable aims'],
        unlike: ['with charitable aims'],
      },
    ],
  },
  FURTHER_REQUIREMENT: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b.*$`,
    phrases: [
      {
        meaning: 'or will …',
        phrase: pattern`or (?:will|would)`,
        like: ['or will be one'],
        unlike: ['or be one'],
      },
      {
        meaning: 'and must …',
        phrase: pattern`
          (?:and|but) (?:must|have|has|be|is|are|should|need|operate|meet|can|been|employ|hold|who|
            that|which|whose|with)`,
        like: ['and must employ staff'],
        unlike: ['must employ staff'],
      },
      {
        meaning: 'and all groups must …',
        phrase: pattern`and (?:all|any|each|your|the) \w+ (?:must|should|needs?|will)`,
        like: ['and your group must be local'],
        unlike: ['and your must be local'],
      },
    ],
  },
  RUN_FOR_PROFIT: {
    flags: 'gi',
    phrases: [
      {
        meaning: '"organisations established to make profit", "businesses run for private gain"',
        phrase: pattern`
          \b(?:organi[sz]ations?|businesses|compan(?:y|ies)|enterprises|groups|bodies) (?:
            (?:that|which|who) )?
          (?:(?:are )?(?:run|operat\w+|established|set up|exist\w*|trad\w+|work\w*) )?
          (?:solely |purely |primarily )?(?:for|to make|to generate|mak(?:e|ing)|generating) (?:a )?
          (?:private |commercial |personal )?(?:profits?|gain)\b`,
        like: ['companies making a profit'],
        unlike: ['making a profit'],
      },
    ],
  },
  ONE_PERSON: {
    flags: 'gi',
    before: pattern`\bindividual (?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: '"individual athletes": persons who apply for themselves',
        phrase: pattern`
          applicants?|people|persons?|students?|pupils?|artists?|athletes?|musicians?|performers?|
          writers?|researchers?|players?|learners?|children|adults`,
        like: ['individual athletes', 'individual applicants'],
        unlike: ['athletes'],
      },
    ],
  },
  FOR_PROFIT_BODY: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a body that trades for profit',
        phrase: pattern`
          ^(?:
            (?:for[- ]profit|private|commercial|profit[- ]making|trading)(?: sector)?
            (?: (?:and|or|\/) )?
          )+ ?
          (?:entit(?:y|ies)|ventures?|concerns?|operators?|bodies|businesses|companies|enterprises?|
            organi[sz]ations?)$`,
        like: ['private businesses'],
        unlike: ['private'],
      },
    ],
  },
  PLAIN_BUSINESS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a business without a kind',
        phrase: pattern`
          ^(?:(?:for[- ]profit|private|commercial|profit[- ]making|trading|private[- ]sector) )*
          (?:sector )?(?:limited |business )?
          (?:business(?:es)?|compan(?:y|ies)|enterprises?|firms?|
            bodies(?<=(?:profit|private|commercial|making|trading) (?:sector )?\w+)|
            organi[sz]ations(?<=(?:profit|private|commercial|making|sector) (?:sector )?\w+)|ventures?
          )$`,
        like: ['Limited Company'],
        unlike: ['Limited'],
      },
    ],
  },
  PLAIN_COUNCIL: {
    flags: 'i',
    before: pattern`^(?:`,
    after: pattern`)$`,
    phrases: [
      {
        meaning: 'local authorities',
        phrase: pattern`local authorit(?:y|ies)`,
        like: ['Local authority'],
        unlike: ['Local'],
      },
      {
        meaning: 'councils',
        phrase: pattern`(?:(?:local|county|district|borough|city|parish|town) )*councils?`,
        like: ['Parish councils'],
        unlike: ['Parish'],
      },
      {
        meaning: 'local government',
        phrase: pattern`local government(?: bodies)?`,
        like: ['local government'],
        unlike: ['local'],
      },
    ],
  },
  GIVEN_TO: {
    flags: 'i',
    phrases: [
      {
        meaning: 'grants to an applicant',
        phrase: pattern`
          ^(?:(?:grants?|funding|awards?|donations|payments|support|applications?) )?
          (?:(?:made )?direct(?:ly)? )?(?:by|from|to|for|any|an?) `,
        like: ['grants to charities'],
        unlike: ['grants charities'],
      },
    ],
  },
} satisfies PhraseTables
