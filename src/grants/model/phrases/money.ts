/** Phrases for sums of awards, costs and incomes. */
import { MONEY } from '../figures.ts'
import { type PhraseTables, pattern } from './table.ts'

export const SUM = pattern`(${MONEY})`

export const MONEY_PHRASES = {
  INCOME: {
    flags: 'i',
    phrases: [
      {
        meaning: 'annual income',
        phrase: pattern`
          \b(?:annual|yearly|total|gross|your|an?|with|organisational|organisation['’]s|of) (?:
            \w+ )?
          (?:incomes?|turnovers?)\b`,
        like: ['with an income under £50,000'],
        unlike: ['with an under £50,000'],
      },
      {
        meaning: 'revenue, or turns over',
        phrase: pattern`\bannual revenue\b|^(?:incomes?|turnovers?)\b|\bturn(?:s|ing)? over\b`,
        like: ['Income below £5,000.'],
        unlike: ['below £5,000.'],
      },
      {
        meaning: 'income of a sum',
        phrase: pattern`
          \b(?:incomes?|turnovers?) (?:of|is|must|under|over|below|above|less|between|up to|exceed)`,
        like: ['Income below £5,000.'],
        unlike: ['below £5,000.'],
      },
    ],
  },
  /** Another figure of an applicant's books than last year's income. */
  NOT_INCOME: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'reserves, averages or changes',
        phrase: pattern`
          balance sheet|assets?|reserves?|averag\w*|drop|loss|fall|decrease|reduc\w+|increase|
          each of|last (?:two|three|\d) years|rateable|two or more|combined|net (?:profit|income)|
          household|personal|taxable|from (?:trading|grants)`,
        like: ['balance sheet'],
        unlike: ['sheet'],
      },
      {
        meaning: 'income from one source',
        phrase: pattern`(?:bar|rental|membership|hire|trading|unrestricted|investment) income`,
        like: ['Clubs with a bar income of more than £50,000 are not eligible.'],
        unlike: ['Clubs with a bar of more than £50,000 are not eligible.'],
      },
      {
        meaning: 'shares and projects',
        phrase: pattern`per cent|%|any one|project`,
        like: ['per cent'],
        unlike: ['per'],
      },
    ],
  },
  COSTS: {
    flags: 'i',
    phrases: [
      {
        meaning: "the project's value",
        phrase: pattern`^an? (?:maximum|minimum) (?:total )?(?:project )?(?:value|costs?)\b`,
        like: ['a minimum project value'],
        unlike: ['a project value'],
      },
      {
        meaning: "the project's costs",
        phrase: pattern`
          \b(?:projects?['’]?s? (?:total )?(?:eligible )?costs?|
            total (?:eligible )?(?:project )?costs?|eligible (?:project )?costs?|
            (?:total|overall|whole|full) costs? of (?:the|your|any) (?:project|works?|scheme)|
            projects? costing|(?:total|overall) project budget|
            (?:total|overall) budget (?:for|of) (?:the|your|any) project|
            projects? with a total (?:value|cost|budget)|
            (?:total|minimum|maximum|overall) project (?:value|budget|size)|
            (?<!\b(?:can|may|could|typically|usually) )(?:total )?costs? (?:of|between|from)|
            (?:projects?|works?) (?:must|should|can|will|may|cannot|may not|must not|should not|
              needs? to|ha(?:s|ve) to) cost|
            (?:planning|plan|intend|intending|have|need) to (?:spend|invest)
            (?=[^.;]*£[^.;]*\bprojects?\b)|
            ^projects? (?:of |worth |costing )?(?:over|above|more than)
            (?= £[^.;]*\b(?:not (?:be )?(?:considered|eligible|funded|supported)|cannot))|
            full economic costs?|(?:total )?(?:size|value) of (?:the|your|each|any) projects?|
            total (?:project )?investment|(?:total|minimum|min\.?|maximum|max\.?) (?:project )?spend
          )\b`,
        like: ['have total costs'],
        unlike: ['typically cost between', 'have costs'],
      },
    ],
  },
  AWARD: {
    flags: 'i',
    phrases: [
      {
        meaning: 'grants and requests',
        phrase: pattern`
          \b(?:grants?|awards?|awarded|funding|fund|apply(?: to (?:us|the \w+))? for|bids?|
            applications?(?: to (?:us|the \w+)(?: (?:may|can|must|should) be)?)? for|
            (?:sum|amount) (?:asked|applied) for|requests?(?:ed)?|receive|offer(?:ed|ing|s)?|
            you can get|support of|(?:financial )?assistance|available|can seek|limit of|per project|
            vouchers?|provides?|gives?|pays?|contributes?|covers?|claim|you could get|
            contribution from (?:us|
              (?:the )?(?:funders?|council|trust|foundation|fund|programme|scheme))|
            ask(?:ing|s)?(?: us)? for|
            (?:most|least) (?:that )?
            (?:anyone|anybody|you|an? \w+|each \w+|one \w+) (?:can|may|could)|
            (?:ceiling|cap|upper limit)
            (?=[^.;]*\b(?:each|per|any|one|an?) (?:applica|organi|project|grant|award))|
            largest grant|
            (?:project|applicant|organi[sz]ation|group) (?:can|may|will) (?:receive|have|get)|
            applications? (?:should|must|can|may|cannot|will)(?: not)? (?:be for|exceed)|
            (?:applied for|requested))\b`,
        like: ['Small grants'],
        unlike: ['Small'],
      },
      {
        meaning: 'how much, as a heading',
        phrase: pattern`^(?:the )?(?:amounts?|value|how much|award size|maximum|minimum)\b`,
        like: ['Maximum grant'],
        unlike: ['grant'],
      },
    ],
  },
  /** A cost in a sentence about what is paid towards it. */
  PAYS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'grants of or up to',
        phrase: pattern`
          \b(?:grants?|awards?|awarded|funding) (?:of|between|from|up to|are|is|will|for)\b`,
        like: ['Grants up to £10,000'],
        unlike: ['up to £10,000'],
      },
      {
        meaning: 'paid towards',
        phrase: pattern`\b(?:awarded|off|towards|cover(?:s|ed|ing)?|contribut\w+)\b`,
        like: ['Farm Slurry Covers'],
        unlike: ['Farm Slurry'],
      },
      {
        meaning: 'a share of the costs',
        phrase: pattern`
          (?:%|per\s?cent|\b(?:half|thirds?|quarters?)) of (?:the |your |all |any |eligible |total |
            project |capital )*
          (?:costs?|expenditure)\b[^.;]{0,20}(?:up to|max|capped|limit)`,
        like: ['Up to 80% of costs, capped at £10,000.'],
        unlike: ['Up to 80% of capped at £10,000.'],
      },
    ],
  },
  /** Sums that are no limit of one award: the whole fund, fees, another funder's ceiling. */
  POT: {
    flags: 'i',
    phrases: [
      {
        meaning: 'shares, allocations and investments',
        phrase: pattern`
          \b(?:share of|allocat\w*|invest(?:ing|ment|s)? (?:of|up to)|will (?:be )?invest(?:ed)?|
            (?:has been|have been|is|are|was|being) made available|fees?|deposits?|insurance|
            indemnity|turnovers?|incomes?|rateable|subsid(?:y|ies)|de minimis|state aid|
            minimal financial|cumulative|public support|balance|reserves|salar(?:y|ies)|wages?|
            quotes?|quotations?|tender|invoices?|fundrais\w*|raised|loans?|equity|prize|worth of|
            value of (?:the )?(?:fund|scheme|programme)|in total|
            (?:has|have) been (?:awarded|allocated|granted|given)|
            over (?:the )?(?:\w+ )?(?:years|period)|since|previous(?:ly)?|so far|last year|allowance|
            rent|mortgage|debt|savings|bonus|additional|extra|top[- ]up|uplift|deduct\w*|first £|
            remaining|annual budget)\b`,
        like: ['The fund will invest up to'],
        unlike: ['The fund will up to'],
      },
      {
        meaning: 'the total budget',
        phrase: pattern`
          \b(?:total|overall|funding|annual|programme|indicative|entire|our) (?:fund|budget|pot|
            amount available|funding (?:pot|available))\b`,
        like: ['fund has a total budget of £300,000 and'],
        unlike: ['fund has a total of £300,000 and'],
      },
      {
        meaning: 'a fund of a sum',
        phrase: pattern`\b(?:fund|pot|budget|programme|scheme) (?:of|worth|totalling)\b`,
        like: ['A fund worth £5 million'],
        unlike: ['A sum worth £5 million'],
      },
      {
        meaning: 'millions of funding',
        phrase: pattern`
          (?:million|billion|£\d[\d,.]*\s?(?:m|bn))\b[^.;]{0,25}?\b(?:fund|programme|scheme|pot|
            budget|investment|competition)\b`,
        like: [
          'The Harbour Fund provides £2.6 billion of funding for local investment across England.',
        ],
        unlike: ['The Harbour Fund provides £2.6 billion of funding for local across England.'],
      },
      {
        meaning: 'examples',
        phrase: pattern`\bevery\b|\bexample\b`,
        like: ['Example Funder'],
        unlike: ['Funder'],
      },
    ],
  },
  /** Money that "is available" is the fund's, where no grant, applicant or project is named that may have it. */
  AVAILABLE_IN_ALL: {
    flags: 'i',
    phrases: [
      {
        meaning: 'money that is available',
        phrase: pattern`
          \b(?:funding|fund|money|investment|pot|budget|total)\b[^.;]{0,40}\b(?:available|up to|of
          )\b`,
        like: ['We fund 50% of costs.'],
        unlike: ['We 50% of costs.'],
      },
      {
        meaning: 'available funding',
        phrase: pattern`\bavailable\b[^.;]{0,30}\bfunding\b`,
        like: ['available funding'],
        unlike: ['funding'],
      },
    ],
  },
  TO_ONE: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'a grant or a bid',
        phrase: pattern`grants?|awards?|apply for|bids?`,
        like: ['Small grants', 'apply for'],
        unlike: ['Small'],
      },
      {
        meaning: 'per project or applicant',
        phrase: pattern`
          per (?:project|applicant|organi[sz]ation|business|application|group|award)`,
        like: ['Maximum per applicant: £4,000'],
        unlike: ['Maximum per : £4,000'],
      },
      {
        meaning: 'each, or a maximum',
        phrase: pattern`
          each|you (?:can|could|may)|request\w*|applicants?|individual projects?|maximum|minimum`,
        like: ['for each tree', 'individual projects'],
        unlike: ['for tree'],
      },
    ],
  },
  /** "£350 per socket" is a rate; per project, applicant or organisation it is the award. */
  PER_UNIT: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a slash and a unit',
        phrase: pattern`^\s?\/\s?[a-z]`,
        like: ['/head'],
        unlike: [],
      },
      {
        meaning: 'per unit',
        phrase: pattern`
          ^[^.;]{0,20}?\b(?:per|for (?:each|every)|
            a
            (?= (?:year|month|week|day|head|person|place|night|hectare|tree|metre|unit|home|room|visit
              )
            )|
            each|every)
          \s+
          (?!
            (?:cent|project|applica\w+|organi[sz]ation|business|company|award|grant|bid|round|scheme|
              theme(?= (?:per|for each)\b)|undertaking|enterprise|group|club|charity|maximum|total|
              minimum)\b
          )
          [a-z]`,
        like: ['per socket'],
        unlike: ['for each applicanewb', 'socket'],
      },
    ],
  },
  /** A rate by unit needs no sum next to it: "per retail unit will be awarded". */
  RATE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a year, or several years',
        phrase: pattern`
          \b(?:in (?:any )?(?:two|three|four|five|\d+)(?: consecutive)? years|
            in (?:any|one|a|each|the same) (?:one |single |given |financial |calendar |rolling |
              \d+[- ]month )*
            (?:year|period)|
            a year|annually|yearly|annual (?:awards?|grants?)|over (?:two|three|four|five|\d) years)\b`,
        like: ['up to 200 grants a year'],
        unlike: ['up to 200 grants a'],
      },
      {
        meaning: 'per unit',
        phrase: pattern`
          \b(?:each|per) (?:year|annum|month|week|hectare|property|unit|pupil|person|head|socket|
            chargepoint|vehicle|place|participant|child|school|site|premises|building)\b`,
        like: ['£350 per socket'],
        unlike: ['£350 per'],
      },
    ],
  },
  /** "45p a mile", "for each tree": the sentence pays by the unit, whatever its ceiling. */
  BY_THE_UNIT: {
    flags: 'i',
    phrases: [
      {
        meaning: 'pence',
        phrase: pattern`\d\s?p\b`,
        like: ['The grant is paid at 45p per mile up to £500.'],
        unlike: ['The grant is paid at 4 per mile up to £500.'],
      },
      {
        meaning: 'for each unit',
        phrase: pattern`
          \b(?:per|for (?:each|every))\s+
          (?!
            (?:cent|project|applica\w+|organi[sz]ation|business|company|award|grant|bid|round|scheme|
              theme(?= (?:per|for each)\b)|undertaking|enterprise|group|club|charity|maximum|total|
              minimum|council|authority|school|trust|institution|household|annum|year)\b
          )
          [a-z]`,
        like: ['for each tree'],
        unlike: ['for every applicaotherb', 'for tree'],
      },
    ],
  },
  /** Past awards are no limit of current ones. */
  BYGONE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'ranged',
        phrase: pattern`\branged\b`,
        like: ['Grants awarded in 2025 ranged from £500 to £9,000.'],
        unlike: ['Grants awarded in 2025 from £500 to £9,000.'],
      },
      {
        meaning: 'has awarded',
        phrase: pattern`\b(?:have|has) (?:\w+ )?(?:made|awarded|given|paid)\b`,
        like: ['We have awarded more than £2 million since 2001.'],
        unlike: ['We have more than £2 million since 2001.'],
      },
      {
        meaning: 'awarded in a year',
        phrase: pattern`
          \b(?:awarded|made|gave|received|paid|funded|granted|were|was)\b[^.;]*\b(?:in|during|since
          ) (?:19|20)
          \d\d\b`,
        like: ['We have awarded more than £2 million since 2001.'],
        unlike: ['We have more than £2 million since 2001.'],
      },
      {
        meaning: 'in a year, awarded',
        phrase: pattern`
          \b(?:in|during|since) (?:19|20)\d
          \d\b[^.;]*\b(?:awarded|made|gave|received|paid|funded|granted|were|was)\b`,
        like: ['In 2024 we gave grants of between £500 and £3,000.'],
        unlike: ['In we gave grants of between £500 and £3,000.'],
      },
    ],
  },
  /**
   * "Applications for up to £1,000 are fast-tracked" is about some; "grants of up to £1,000 are
   * available" is about all.
   */
  ABOUT_SOME: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a condition on applications of some sums',
        phrase: pattern`
          ^(?:\w+ ){0,3}?
          (?:grants?|applications?|requests?|bids?|awards?|projects?)\b(?:
            \s(?!(?:is|are|will|can|must)\b)[\w'’-]+){0,6}?
          \s${MONEY}[^.;:,]{0,30}?\s(?:are|is|will be|can be|may be|should be|will|need)\s+
          (?!
            (?:now |currently |also |only |being |all |not |be )*
            (?:available|offered|made|awarded|given|provided|considered|accepted|applied|requested|
              on offer|possible|invited|welcome|open|paid|funded|supported|eligible|ineligible|rejected|
              excluded|up for|up to|what|the)\b
          )
          [a-z]`,
        like: ['Requests over £5,000 need two quotes.'],
        unlike: ['over £5,000 need two quotes.'],
      },
    ],
  },
  /** "Groups without a bank account can only apply for up to £500", "emergency grants". */
  SOME_MAY_HAVE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'groups without something can',
        phrase: pattern`
          ^(?:(?:any|all|those|other|smaller|larger|new) )*
          (?:groups|organi[sz]ations|applicants|charities|businesses|projects|clubs|schools|
            companies|councils|individuals|those) (?:without|with|that|who|which|whose|having|under|
            over|
            in
            (?! (?:the )?(?:UK|United Kingdom|England|Scotland|Wales|Great Britain|Northern Ireland)\b
            )|
            not|working|led|based|applying)\b[^.;£]{0,80}\b(?:can|may|will|could|should|are|is)\b`,
        like: ['Groups without a bank account can'],
        unlike: ['organisations in Northern Ireland will', 'Groups a bank account can'],
      },
      {
        meaning: 'emergency and travel grants',
        phrase: pattern`
          ^(?:emergency|urgent|travel|access|start[- ]?up|follow[- ]on|continuation|renewal|
            top[- ]up) (?:grants?|awards?|funding)\b`,
        like: ['emergency grants'],
        unlike: ['grants'],
      },
    ],
  },
  /** "The most for a vehicle is", "Grants for parish councils are capped at": one thing's or one kind's maximum. */
  FOR_A_THING: {
    flags: 'i',
    phrases: [
      {
        meaning: 'The most for a vehicle is',
        phrase: pattern`
          \b(?:max(?:imum)?|most|limit|cap|grants?|awards?|funding)\b[^.;:£]{0,25}?\bfor (?!
            (?:
              (?:this|the|an?|any|each|every|all|your|one|eligible|single|individual|successful|
                community|up) )*
            (?:grants?|awards?|projects?|applications?|applicants?|organi[sz]ations?|groups?|funding|
              schemes?|rounds?|fund|bids?|programmes?|work|activit\w+|to|between|from|a maximum|
              a minimum|any amount|anything)\b
          )
          (?:\w+ ){1,4}?(?:is|are|of|will be|can be|may be|could be|can|go|goes|capped|limited)
          [^.;:£]{0,25}${MONEY}`,
        like: ['The most you can have for travel is £300.'],
        unlike: [
          'most for successful activitsmalllocal is £55 555',
          'The most you can have for is £300.',
        ],
      },
    ],
  },
  /** "Up to £500 of your grant" limits what is done with it. */
  OF_THE_GRANT: {
    flags: 'i',
    phrases: [
      {
        meaning: 'of your grant',
        phrase: pattern`
          ^\s*
          (?:of|from(?! (?:the|this|our) (?:\w+ )?fund\b)|out of) (?:the|your|each|any|this|that|
            our|their) (?:\w+ )?
          (?:grant|award|budget|fund|pot|money|funding|total|allocation)\b`,
        like: ['of your grant'],
        unlike: ['from the local fund that grant', 'of your'],
      },
      {
        meaning: 'of the works',
        phrase: pattern`^ (?:worth )?of (?:eligible |actual )?(?:works?|expenditure|invoices)\b`,
        like: [' of eligible works'],
        unlike: ['of works'],
      },
    ],
  },
  UP_TO_SUM: {
    flags: 'i',
    before: pattern`(?:`,
    after: pattern`)\s*:?\s*${SUM}`,
    phrases: [
      {
        meaning: 'no more than',
        phrase: pattern`
          no(?:t)? more than|no(?:t)? (?:greater|higher) than|(?:not|never) exceed(?:ing)?|
          cannot exceed`,
        like: ['Awards do not exceed £2,000.', 'cannot exceed GBP 55 555million'],
        unlike: ['Awards do not £2,000.'],
      },
      {
        meaning: 'up to',
        phrase: pattern`
          up to(?: (?:a|the) (?:maximum|value|total|sum|limit|maximum value|total value) of)?`,
        like: ['Up to £5,000'],
        unlike: ['Up to'],
      },
      {
        meaning: 'maximum',
        phrase: pattern`
          \bmax(?:imum)?\.?:? (?:[\w'’:/()-]+ ){0,11}?(?:of|is|was|value of|will be|[:–-])?`,
        like: ['Max award: £10k'],
        unlike: ['Max award:'],
      },
      {
        meaning: 'capped at',
        phrase: pattern`capped at(?: a maximum of)?`,
        like: ['Awards are capped at £7,500.'],
        unlike: ['Awards are at £7,500.'],
      },
      {
        meaning: 'a limit or a cap of',
        phrase: pattern`(?:limit|ceiling|cap)(?: (?:[\w'’-]+ ){0,6}?(?:of|is|at)|(?=\s*:))`,
        like: ['The ceiling for each item is £500.'],
        unlike: ['The for each item is £500.'],
      },
      {
        meaning: 'limited to',
        phrase: pattern`\bor less than|limited to|tops? out at`,
        like: ['The grant is limited to £250.'],
        unlike: ['The grant is to £250.'],
      },
      {
        meaning: 'the most is',
        phrase: pattern`(?:most|largest|highest)(?: [^.;£]{0,40}?(?:is|of))?`,
        like: ['The most is £5,000'],
        unlike: ['The most is'],
      },
    ],
  },
  SUM_AT_MOST: {
    flags: 'i',
    before: pattern`${SUM}(?<!,)\s*(?:`,
    after: pattern`)`,
    phrases: [
      {
        meaning: 'or less, or a maximum',
        phrase: pattern`or (?:less|below|under|lower)|at (?:the )?most\b|max(?:imum)?\b`,
        like: ['Grant: £2,000 maximum'],
        unlike: ['Grant: £2,000'],
      },
      {
        meaning: 'is the largest',
        phrase: pattern`is the (?:largest|most|maximum|highest|biggest|upper)\b`,
        like: ['£30,000 is the largest grant that can be made.'],
        unlike: ['is the largest grant that can be made.'],
      },
    ],
  },
  FROM_SUM: {
    flags: 'i',
    before: pattern`(?:`,
    after: pattern`)\s*:?\s*${SUM}`,
    phrases: [
      {
        meaning: 'at least',
        phrase: pattern`no(?:t)? less than|at least`,
        like: ['You must ask for at least £10,000.'],
        unlike: ['You must ask for at least.'],
      },
      {
        meaning: 'minimum',
        phrase: pattern`
          \bmin(?:imum)?\.?:? (?:[\w'’:/()-]+ ){0,11}?(?:of|is|was|being|value of|will be|[:–-])?`,
        like: ['Minimum award: £1,000'],
        unlike: ['award: £1,000'],
      },
      {
        meaning: 'the smallest is',
        phrase: pattern`(?:smallest|least|lowest) [^.;£]{0,40}?(?:is|of)`,
        like: ['The smallest grant we make is £250.'],
        unlike: ['The grant we make is £250.'],
      },
      {
        meaning: 'starts from',
        phrase: pattern`start(?:ing|s)? (?:at|from)`,
        like: ['Grants start from £500.'],
        unlike: ['Grants from £500.'],
      },
    ],
  },
  OVERALL: {
    flags: 'i',
    phrases: [
      {
        meaning: 'the maximum grant',
        phrase: pattern`
          \b(?:the |our )?(?:maximum|minimum|max|min)\.? (?:[\w-]+ ){0,2}?
          (?:grant|award|amount|funding|bid|request)\b`,
        like: ['Maximum grant'],
        unlike: ['grant'],
      },
      {
        meaning: 'grants are capped',
        phrase: pattern`\b(?:grants?|awards?) (?:are|is|will be) (?:capped|limited)\b`,
        like: ['Awards are capped at £7,500.'],
        unlike: ['are capped at £7,500.'],
      },
    ],
  },
  /** "Your project's total eligible costs must be", "have total costs": whatever strands there are. */
  OF_YOUR_PROJECT: {
    flags: 'i',
    phrases: [
      {
        meaning: "your project's costs",
        phrase: pattern`
          ^(?:your|the) project['’]s (?:total |full |overall )?(?:eligible )?(?:project )?costs?\b`,
        like: ["Your project's total eligible costs must be"],
        unlike: ['Your total eligible costs must be'],
      },
      {
        meaning: 'your total costs',
        phrase: pattern`^your total (?:eligible )?(?:project )?costs\b`,
        like: ['your total project costs'],
        unlike: ['your project costs'],
      },
      {
        meaning: 'have total costs',
        phrase: pattern`^have (?:a )?total (?:eligible )?(?:project )?costs?\b`,
        like: ['have total costs'],
        unlike: ['have costs'],
      },
      {
        meaning: 'the full economic cost',
        phrase: pattern`\bfull economic cost (?:\(FEC\) )?of your \w+ (?:can|must)\b`,
        like: ['The full economic cost of your project can be up to £625,000.'],
        unlike: ['The full cost of your project can be up to £625,000.'],
      },
    ],
  },
  /** "Able to contribute a minimum of £2,500 to match fund the grant": the applicant's own money. */
  OWN_SUM: {
    flags: 'i',
    phrases: [
      {
        meaning: 'able to contribute',
        phrase: pattern`
          \b(?:able to contribute|
            (?:you|applicants?|they|businesses) (?:must|will|need to|should|have to) (?:contribute|
              provide|invest|raise|match)
          )\b[^.;]*
          £`,
        like: ['Able to contribute a minimum of £2,500 to match fund the grant'],
        unlike: ['Able to a minimum of £2,500 to match fund the grant'],
      },
      {
        meaning: 'match funding of a sum',
        phrase: pattern`£[^.;]{0,20}\b(?:to match[- ]fund|of (?:your|their) own)\b`,
        like: ['Able to contribute a minimum of £2,500 to match fund the grant'],
        unlike: ['Able to contribute a minimum of to match fund the grant'],
      },
    ],
  },
  /** "Project costs should be up to £20,000 and awards never exceed half": the first sum is the costs'. */
  COSTS_FIRST: {
    flags: 'i',
    phrases: [
      {
        meaning: 'Project costs should be up to £20,000 and awards never exceed half',
        phrase: pattern`
          ^(?:(?:the|your|total|overall|eligible|full|all) )*(?:project |scheme )
          (?:value|budget|costs?) (?:must|should|can|cannot|may|needs? to|has to|have to|will
          )\b[^.;£]{0,40}
          £`,
        like: ['Project costs must be below £60,000.'],
        unlike: ['costs must be below £60,000.'],
      },
    ],
  },
  WAS_HAD: {
    flags: 'i',
    phrases: [
      {
        meaning: '"has received funding of up to £24,000": past funding is no offer',
        phrase: pattern`
          \b(?:has|have|had) (?:not )?(?:already |previously )?
          (?:received|had|benefited|claimed|been (?:awarded|given|paid))\b[^.;]*£`,
        like: ['has received funding of up to £24,000'],
        unlike: ['has funding of up to £24,000'],
      },
    ],
  },
  OTHER_COSTS: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)['’]?s?['’]? (?:\w+ )?costs?\b`,
    phrases: [
      {
        meaning: 'Costs of salaries, a year or a subcontractor are not those of the project',
        phrase: pattern`
          sub-?contractors?|partners?|collaborators?|access|salary|staff|running|core|annual|
          management|overhead|travel`,
        like: ['general running costs', 'management main cost'],
        unlike: ['general costs'],
      },
    ],
  },
  /** "70% of the cost of the works, capped at £900,000": the cost is what the share is of. */
  SHARE_OF_COSTS: {
    flags: 'gi',
    phrases: [
      {
        meaning: '70% of the cost of the works, capped at £900,000',
        phrase: pattern`
          (?:\d\s?(?:%|per\s?cent)|\b(?:half|thirds?|quarters?)) of (?:the |your |all |any |
            eligible |total |overall |project |capital )*
          (?:costs?|expenditure)\b(?: of [^,.;£]*)?`,
        like: ['We fund 50% of costs.'],
        unlike: ['We fund 50% of.'],
      },
    ],
  },
  OF_AN_AWARD: {
    flags: 'i',
    phrases: [
      {
        meaning: 'up to a sum',
        phrase: pattern`\bup to £`,
        like: ['Up to £5,000'],
        unlike: ['to £5,000'],
      },
      {
        meaning: 'can receive',
        phrase: pattern`\b(?:can|could|may) (?:get|receive|have|claim|be offered)\b`,
        like: ['Individuals can get up to £300.'],
        unlike: ['Individuals get up to £300.'],
      },
      {
        meaning: 'grants and requests',
        phrase: pattern`
          \b(?:grants?|awards?|apply(?:ing)? for|applications? (?:for|of|over)|requests?|bids?)\b`,
        like: ['Small grants'],
        unlike: ['Small'],
      },
    ],
  },
  /** The fund's own beginning. */
  SETS_UP: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'to set up',
        phrase: pattern`to (?:establish|set up|launch|create)`,
        like: [
          'Applicants must have a written approved constitution, or need support to create one.',
        ],
        unlike: ['Applicants must have a written approved constitution, or need support to one.'],
      },
      {
        meaning: 'was set up',
        phrase: pattern`(?:has|have|was|were|been) (?:announced|launched|established|set up)`,
        like: ['• have been established before 1 January 2024'],
        unlike: ['• have been before 1 January 2024'],
      },
      {
        meaning: 'announces',
        phrase: pattern`announces|launches`,
        like: ['announces'],
        unlike: [],
      },
    ],
  },
  SHUT_BY_INCOME: {
    flags: 'i',
    phrases: [
      {
        meaning: 'income, then a refusal',
        phrase: pattern`
          \b(?:income|turnover)\b[^.;]*\b(?:cannot apply|can['’]t apply|may not apply|
            (?:is|are) (?:not eligible|ineligible)|will not be (?:considered|funded))
          (?: (?:for|to) (?:this|the|our|an?|any) (?:grants?|fund|scheme|programme|funding))?\s*
          [.;]?$`,
        like: ['with an income over £1m cannot apply'],
        unlike: ['with an over £1m cannot apply'],
      },
    ],
  },
  MANY_TO_ONE: {
    flags: 'i',
    phrases: [
      {
        meaning: '"up to 200 grants a year": the sum is that of each grant',
        phrase: pattern`
          \b(?:receive|have|get|claim|apply for|given|up to|maximum of) (?:up to |a maximum of )?
          (?:\d+|two|three|four|five|six|ten|several|multiple|more than one|further|additional) (?:
            \w+ )?
          (?:grants|vouchers|awards|sockets|chargepoints)\b`,
        like: ['up to 200 grants a year'],
        unlike: ['up to 200 a year'],
      },
    ],
  },
  /** "Charities with an income over £25,000 must be registered" is about some and excludes none. */
  FOR_ONE_BAND: {
    flags: 'i',
    before: pattern`\b(?:with|whose|having|that|which|who)\b[^.;]*£[^.;]*?\b(?:`,
    after: pattern`)`,
    phrases: [
      {
        meaning: 'a requirement',
        phrase: pattern`
          must|should|needs?|have to|has to|required|asked|expected|sends?|provides?|completes?`,
        like: ['Projects that cost more than £20,000 need match funding.', 'which £ expected'],
        unlike: ['Projects that cost more than need match funding.'],
      },
      {
        meaning: 'may do something',
        phrase: pattern`(?:can|may|will) (?!apply|not|be (?:considered|eligible|funded))`,
        like: ['Charities that turn over less than £10,000 can use the short form.'],
        unlike: [
          'whose £ may be considered',
          'Charities that turn over less than can use the short form.',
        ],
      },
    ],
  },
  OF_PROJECTS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'projects of a sum',
        phrase: pattern`
          \b(?:of|for|on|in|with) (?:\w+ )?
          (?:projects?|works?|schemes?) (?:(?:that|which) (?:are|cost) |with (?:\w+ ){0,2}costs? )?
          (?:under|over|above|below|of|up to|costing|worth|between|less|more)[^.;]{0,20}${MONEY}`,
        like: ['5% of the cost of projects under £1m'],
        unlike: ['5% of the cost of under £1m'],
      },
    ],
  },
  OPEN_TO_THOSE: {
    flags: 'i',
    phrases: [
      {
        meaning:
          '"The programme is open to charities with an income of under £1m" closes the circle',
        phrase: pattern`
          ^(?:
            (?:the|our|this|these) (?!
              (?:small|main|large|core|micro|larger|smaller|medium|project|capital)\b)
            (?:\w+ ){0,3}?(?:grants?|fund|funding|scheme|programme|competition|grants programme)|
            applications?|applications (?:are|will be)|it|we) (?:is|are|can) (?:only )?
          (?:open|available|accepted|restricted|limited|accept applications)\b[^.;£]*\b(?:to|from
          )\b[^.;£]*\b(?:with|whose|having)\b`,
        like: ['It is open to all businesses in Wales with up to 49 employees.'],
        unlike: ['It is to all businesses in Wales with up to 49 employees.'],
      },
    ],
  },
  THOSE_MAY_APPLY: {
    flags: 'i',
    phrases: [
      {
        meaning: '"Any SME with a turnover of under £10m may apply"',
        phrase: pattern`
          ^(?:any|all|only|existing|eligible|[A-Z][\w-]+) [^.;£]{0,60}\b(?:with|whose|having
          )\b[^.;]*\b(?:income|turnover)\b[^.;]*\b(?:(?:can|may) (?:apply|bid)|
            (?:is|are) eligible(?: to apply)?)
          (?: for (?:this|the|our|an?|any) (?:grants?|fund|scheme|programme|funding))?\s*[.;]?$`,
        like: ['Any SME with a turnover of under £10m may apply'],
        unlike: ['Any SME with a of under £10m may apply'],
      },
    ],
  },
  /**
   * "Organisations with a turnover of less than £50,000" alone does not say whether it includes or
   * excludes.
   */
  NO_SENTENCE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'Organisations with a turnover of less than £50,000',
        phrase: pattern`
          ^(?!
            .*\b(?:to|from|is|are|be|must|can|may|will|should|cannot|not|has|have|need|needs|only|open
            )\b
          )
          (?:any |all )?(?:[\w-]+ ){0,3}?
          (?:organi[sz]ations?|charities|groups|businesses|companies|applicants|projects) (?:with|
            whose|having)\b`,
        like: ['Charities with no accounts.'],
        unlike: ['with no accounts.'],
      },
    ],
  },
  /** "Requests over £5,000 that come without two quotes will not be considered" refuses some of them. */
  FURTHER: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning:
          '"Requests over £5,000 that come without two quotes will not be considered" refuses some of them',
        phrase: pattern`
          without|unless|that|which|who|where|not accompanied|no evidence|
          not (?:have|show|include|provide)|more than one|second`,
        like: ['which do not', 'more than one'],
        unlike: ['do not'],
      },
    ],
  },
  NAMES_THE_AWARD: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a limit or a sum, first',
        phrase: pattern`^(?:up to|between|from|a? ?(?:max(?:imum)?|min(?:imum)?)|£)`,
        like: ['Up to £5,000'],
        unlike: ['to £5,000'],
      },
      {
        meaning: 'grants and bids',
        phrase: pattern`
          \b(?:grants?|awards?|funding|fund|apply|applications?|bids?|requests?|you can|
            per (?:project|organi[sz]ation|application))\b`,
        like: ['Small grants'],
        unlike: ['Small'],
      },
    ],
  },
  /** "An SME is a company which employs fewer than 250 people and has a turnover under £44m", or a balance sheet that it leaves out. */
  DEFINES_A_SIZE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'an SME is …',
        phrase: pattern`
          \b(?:SMEs?|(?:micro|small|medium)[\w -]{0,20}(?:business|enterprise|compan)\w*)
          \)? (?:is|are|means?|includes?|must)\b`,
        like: ['Micro businesses must have fewer than 10 employees.'],
        unlike: ['Micro must have fewer than 10 employees.'],
      },
      {
        meaning: 'defined',
        phrase: pattern`\bdefin(?:ed|ition)\b`,
        like: ['exempt charities as defined in the Charities'],
        unlike: ['exempt charities as in the Charities'],
      },
    ],
  },
  OR_ANOTHER_SUM: {
    flags: 'gi',
    before: pattern`(?:\bor|\bbut|/|;|,|\band|\()\s*(?:`,
    after: pattern`){0,5}?(${MONEY})`,
    phrases: [
      {
        meaning: 'words before another sum',
        phrase: pattern`
          (?!(?:costs?|costing|total|projects?|fund|budget|income|turnover|worth|pot|match)\b)
          [\w-]+ `,
        like: ['or £5,000'],
        unlike: ['£5,000'],
      },
    ],
  },
  REQUESTS_OVER: {
    flags: 'i',
    phrases: [
      {
        meaning: '"Requests for amounts over £25,000", in a list of what is not funded',
        phrase: pattern`
          ^(?:requests?|applications?|grants?|awards?|bids?)
          (?: (?:for|of|amounts?|sums?|grants?|funding|an?))* (?:over|above|more than|in excess of|
            exceeding|greater than) ${SUM}
          \.?$`,
        like: ['Grants over £1,000'],
        unlike: ['over £1,000'],
      },
    ],
  },
  AWARD_NEAR: {
    flags: 'i',
    phrases: [
      {
        meaning: 'per project, or eligible for',
        phrase: pattern`
          \b(?:seek|per (?:project|applicant|organi[sz]ation|group|application)|eligible for)\b`,
        like: ['Maximum per applicant: £4,000'],
        unlike: ['Maximum per : £4,000'],
      },
      {
        meaning: 'applications cannot exceed',
        phrase: pattern`\bapplications? (?:should|must|can|may|cannot|will) not exceed`,
        like: ['Single applications must not exceed £4,000.'],
        unlike: ['Single must not exceed £4,000.'],
      },
      {
        meaning: 'grants and requests',
        phrase: pattern`
          \b(?:grants?|awards?|awarded|funding|fund|funds|apply(?:ing)? for|
            applications? (?:for|of|over|under|(?:should|must|can|may) be for)|
            ask(?:ing|s)?(?: us)? for|bids?|requests?|requested|receive|offer(?:ed|ing|s)?|get|
            support|vouchers?|pay|pays|gives?|contributes?|covers?|claim|value|how much|maximum|
            minimum|available|provides?|most we|amounts?)\b`,
        like: ['Small grants'],
        unlike: ['Small'],
      },
    ],
  },
} satisfies PhraseTables
