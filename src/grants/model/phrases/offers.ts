/** Phrases for the parts of an offer. */
import { KIND } from './limit-subject.ts'
import { type PhraseTables, pattern } from './table.ts'

export const OFFERS_PHRASES = {
  /** "eligible for grants for small investments", "can apply for the higher rate": not for the grant as such. */
  ELIGIBLE_FOR_A_PART: {
    flags: '',
    phrases: [
      {
        meaning: 'eligible for a larger grant',
        phrase: pattern`
          \b(?:eligible|qualif(?:y|ies)|apply) for (?:an? |the |our )?
          (?:larger?|bigger|higher|further|additional|second|main|major|smaller?|small|core|extra
          ) (?:\w+ )?
          (?:grants?|awards?|amounts?|sums?|rates?|funding)\b`,
        like: ['can apply for the higher rate'],
        unlike: ['can apply for the rate'],
      },
      {
        meaning: 'eligible for some purpose',
        phrase: pattern`
          \b(?:eligible|qualify|apply) for (?!
            (?:this|the (?:grant|fund|scheme|programme|competition|funding|award)|
              an? (?:(?!(?:small|larger?|smaller|main|major|micro|mini|core|second|further)\b)\w+ ){0,3}
              (?:grant|award|share|maximum|minimum|contribution)|
              funding|grants?(?! (?:for|of|under|to))|our|support|up to|between|£|\d|any|one|it\b|is\b|
              are\b|will\b|per\b|[A-Z])
          )`,
        like: ['apply for more than £10,000'],
        unlike: ['eligible for the competition', 'for more than £10,000'],
      },
    ],
  },
  BY_ITS_NAME: {
    flags: 'i',
    phrases: [
      {
        meaning: '"apply for the Green Farms grants": the offer\'s own name',
        phrase: pattern`
          \b(?:eligible|qualify|apply) for the (?!
            (?:larger?|bigger|higher|further|additional|second|main|major|smaller?|small|core|extra|
              full|maximum|top)\b
          )
          (?:[\w’'-]+ ){1,5}?(?:grants?|fund|scheme|programme|award|competition)\b`,
        like: ['apply for the Green Farms grants'],
        unlike: ['apply for the Green Farms'],
      },
    ],
  },
  WITH_ITS_SUM: {
    flags: 'i',
    phrases: [
      {
        meaning: '"apply for capital grants of up to": the offer for every applicant',
        phrase: pattern`
          \bapply for (?!
            (?:larger?|bigger|higher|further|additional|second|main|major|smaller?|small|core|extra)\b
          )
          (?:[\w’'-]+ ){1,2}?
          (?:grants?|funding|awards?|assistance|vouchers?) (?:of|between|from|worth|up to)\b`,
        like: ['apply for capital grants of up to'],
        unlike: ['apply for grants of up to'],
      },
    ],
  },
  /** A heading that names a part of the offer. */
  PART_HEADING: {
    flags: 'i',
    before: pattern`^(?:`,
    after: pattern`)`,
    phrases: [
      {
        meaning: 'a strand with a number',
        phrase: pattern`
          (?:strand|tier|level|stream|option|phase|band|lot|category|theme|route|part|pot|pathway|
            type) (?:\d+|[A-Z]\b|one|two|three|[ivx]+\b)`,
        like: ['Theme A: Skills'],
        unlike: ['A: Skills'],
      },
      {
        meaning: 'a kind of grant',
        phrase: pattern`
          (?:micro|small|medium|large|larger|major|community|capital|revenue|project|starter|
            start-up|seed|growth|core|main|mini|quick|fast[- ]track|individual|group|emergency|
            development|feasibility|digital|green|business|innovation|research)\b[^?]*\b(?:grants?|
            awards?|fund|programme|strand|stream|scheme|vouchers?|business|businesses|loans?)$`,
        like: ['Small grants'],
        unlike: ['Small'],
      },
      {
        meaning: 'for applicants of a kind',
        phrase: pattern`
          (?:for |if you(?:['’]re| are) (?:an? )?)
          (?:individuals?|businesses|companies|charities|schools|groups|landlords|organisations|
            sole traders|clubs|partners|tenants)`,
        like: ['For businesses'],
        unlike: ['For'],
      },
      {
        meaning: 'applicants of a kind',
        phrase: pattern`
          (?:individuals?|businesses|companies|charities|schools|landlords|sole traders|clubs|
            partners|partnerships|consortia|micro business|small business|medium business)$`,
        like: ['medium business'],
        unlike: ['medium'],
      },
      {
        meaning: 'guidance for applicants of a kind',
        phrase: pattern`
          \b(?:eligibility|criteria|guidance|information|rules|support|help|grants?|funding) for (?:
            individuals?|businesses|companies|charities|schools|community groups|landlords|tenants|
            sole traders|clubs|partners)$`,
        like: ['criteria for community groups'],
        unlike: ['criteria for groups'],
      },
      {
        meaning: 'state aid, definitions or examples',
        phrase: pattern`
          state aid|subsidy|definitions?|glossary|what is an? |frequently|example|case stud|
          previous|past`,
        like: ['Previous grants'],
        unlike: ['grants'],
      },
      {
        meaning: 'other grants',
        phrase: pattern`other (?:\w+ )?(?:grants|funding|funds|support|schemes|programmes)`,
        like: ['Other local schemes'],
        unlike: ['Other local'],
      },
    ],
  },
  /** "Small Grants Fund: …", "Strand 2 (£5,000)": the names of offers. */
  OFFER_LINE: {
    flags: 'gim',
    before: pattern`^(?:[•◦*–-]\s*)?(`,
    after: pattern`)(?: \(?(?:up to |from |between )?£?[\d,]*\)?)?\s*(?:$|[:–—|]|\s-\s)`,
    phrases: [
      {
        meaning: "a fund's name",
        phrase: pattern`
          (?:[A-Z][\w&’'/-]*|and|of|for|the|&)
          (?: (?:[\w&’'/-]+)){0,4}? (?:grants?|funds?|awards?|schemes?|programmes?|vouchers?|
            strands?|streams?|tiers?|loans?)`,
        like: ['Small grants'],
        unlike: ['Small'],
      },
      {
        meaning: 'a strand with a number',
        phrase: pattern`
          (?:strand|tier|level|stream|option|lot|category|theme|route|part|phase|pathway|band) (?:
            \d|[A-Z]\b|one|two|three|[ivx]+\b)`,
        like: ['Theme A: Skills'],
        unlike: ['A: Skills'],
      },
    ],
  },
  /** Headings about the whole offer, whatever is below them. */
  NEUTRAL_HEADING: {
    flags: 'i',
    phrases: [
      {
        meaning: 'words about the whole offer',
        phrase: pattern`
          \b(?:how much|amounts?|funding|eligib\w+|who|what|when|where|why|how|criteria|apply|
            applying|applications?|applicants?|summary|overview|about|introduction|background|contact|
            deadlines?|dates?|costs?|exclusions?|excluded|further|notes?|maximum|minimum|match|value|
            levels?|budgets?|details|scope|objectives?|aims?|key|durations?|length|income|turnover|
            size of|rates?|priorities|outcomes|guidance|rules|terms|conditions|requirements|
            information|description|size|your project|your application|type|decisions?|process|
            timetable|important|available|offer|need to know)\b`,
        like: ['Can I apply?'],
        unlike: ['Can I ?'],
      },
      {
        meaning: 'a question',
        phrase: pattern`\?$`,
        like: ['Can I apply?'],
        unlike: [],
      },
    ],
  },
  /** "Applying as a business", "Community groups", "If you are a school": a section for one kind of applicant, where another has its own. */
  OF_A_KIND_HEADING: {
    flags: 'i',
    phrases: [
      {
        meaning: 'Applying as a business',
        phrase: pattern`
          ^(?:
            (?:applying|eligibility|criteria|guidance|rules|grants|funding|information|requirements
            ) )?
          (?:(?:as|for|if you(?:['’]re| are)) )?(?:an? |all |any )?
          (?:${KIND}|(?:community )?groups?|organi[sz]ations?|non-profits?|
            voluntary organi[sz]ations?)
          \s*[:?]?$`,
        like: ['New businesses'],
        unlike: ['New'],
      },
    ],
  },
  /** "There are two types of grants", "for both types of grant". */
  NAMES_OFFERS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'kinds of grants',
        phrase: pattern`
          \b(?:two|three|four|five|several|both|different) (?:\w+ )?
          (?:types|kinds|levels|tiers|strands|streams|sizes) of (?:grants?|awards?|funding|support|
            help)\b`,
        like: ['Two kinds of help'],
        unlike: ['Two of help'],
      },
      {
        meaning: 'several strands',
        phrase: pattern`
          \b(?:two|three|four) (?:grant )?
          (?:strands|streams|tiers|grant (?:schemes|programmes|levels))\b`,
        like: ['There are two strands.'],
        unlike: ['There are two.'],
      },
    ],
  },
  NO_NAME: {
    flags: '',
    before: pattern`^(?:`,
    after: pattern`)`,
    phrases: [
      {
        meaning: 'begins like a sentence',
        phrase: pattern`
          the |our |maximum |minimum |total |about |this |who |how |what |eligible |size |length |
          amount|income |types? of|number |value |levels? |durations? |purpose |use |dates? |
          terms? |range |apply|your `,
        like: ['what was given', 'types of'],
        unlike: ['was given'],
      },
    ],
  },
  SIZED: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a grant of one size',
        phrase: pattern`
          ^(?:(?:there (?:are|is)|we (?:also )?(?:offer|give|make|award|have|provide)) )?
          (?:(?:the|our|these|an?) )?
          (small(?:er)?|large(?:r)?|medium|major|main|micro|mini|revenue|capital|core|project|
            equipment|event|training|feasibility|individual|group|development|start[- ]?up|seed|
            starter|growth|strategic|flagship|standard|emergency|travel|pilot|follow[- ]on) (?:\w+ )?
          (?:grants?|awards?|applications?|projects?|funding)\b`,
        like: ['Small grants'],
        unlike: ['Small'],
      },
    ],
  },
  SIZES: {
    flags: 'gi',
    before: pattern`\b(`,
    after: pattern`
      )(?=(?: (?:and|or) \w+)? (?:\w+ )?(?:grants?|awards?|applications?|projects?|funding)\b)`,
    phrases: [
      {
        meaning: 'a size of grant',
        phrase: pattern`
          small(?:er)?|larger?|medium|major|main|micro|mini|revenue|capital|core|project|equipment|
          event|training|feasibility|individual|group|development|start[- ]?up|seed|starter|growth|
          strategic|flagship|standard|emergency|travel|pilot|follow[- ]on`,
        like: ['Small grants', 'feasibility grants'],
        unlike: ['grants'],
      },
    ],
  },
  THEME: {
    flags: 'gm',
    before: pattern`^(?:`,
    after: pattern`
      )[A-Z][^:.£%]{2,40}: (?:grants?|funding|support|awards?|vouchers?|loans?|up to|for)\b`,
    phrases: [
      {
        meaning: 'a bullet',
        phrase: pattern`[•◦*–-] ?`,
        like: ['• Begin: grants for new firms.'],
        unlike: ['• : grants for new firms.'],
      },
      {
        meaning: 'a name',
        phrase: pattern`
          (?!
            (?:How|What|Who|When|Where|Why|Amounts?|Funding|Grants?|Value|Awards?|Max\w*|Min\w*|Total|
              Budget|Size|Note|Eligib\w*|Duration|Length|Time\w*|Term|Criteria|Opportunity|Scheme|
              Purpose|Range|Level)\b
          )`,
        like: ['Small grants: up to £500'],
        unlike: ['EligibnewBthe local people: funding', 'grants: up to £500'],
      },
    ],
  },
} satisfies PhraseTables
