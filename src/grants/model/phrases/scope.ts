/** Phrases that narrow, soften or deny a limit. */
import { MONEY } from '../figures.ts'
import { type PhraseTables, pattern } from './table.ts'

export const SCOPE_PHRASES = {
  /** Words about what is usual require nothing. */
  SOFT: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'most grants',
        phrase: pattern`most (?:of|grants?|awards?|applications?|projects?|organi[sz]ations?)`,
        like: ['Most awards are around £5,000.'],
        unlike: ['Most are around £5,000.'],
      },
      {
        meaning: 'usually or often',
        phrase: pattern`
          majority|tends?|rarely|seldom|commonly|normally|generally|usually|typical(?:ly)?|
          particularly|especially|in particular|keen|ideally|prefer(?:ence|red|ably)?|unlikely|
          likely|priorit\w+|primarily|predominantly|mainly|mostly|in most cases|often|approximately|
          roughly|around|about (?=£|\d)|on average|averag\w+|suggest\w*|recommend\w*|encourag\w+|
          welcome to|wherever possible|where possible|as a guide|guideline`,
        like: ['in most cases', 'in particularly'],
        unlike: ['in most'],
      },
      {
        meaning: 'aims to award',
        phrase: pattern`aims? to (?=award|give|offer|make|pay|provide)`,
        like: ['We aim to award'],
        unlike: ['We to award'],
      },
      {
        meaning: 'would like, or expects',
        phrase: pattern`would like|looking for|expects?`,
        like: ['we expect most to'],
        unlike: ['we most to'],
      },
      {
        meaning: 'expected to start',
        phrase: pattern`
          expected to (?:start|begin|commence|finish|end|last|run|take place|
            be (?:completed?|delivered|spent|finished|done))`,
        like: ['Projects are expected to start by July 2027.'],
        unlike: ['Projects are to start by July 2027.'],
      },
      {
        meaning: 'at discretion, or aimed at',
        phrase: pattern`
          anticipate|target(?:ed|ing)? at|aimed at|at (?:the|our|its|their) discretion|
          subject to the discretion|not limited to|case[- ]by[- ]case|indicative|might|
          interested in|favou?r\w*|desirable|helps? (?:us )?if|scores? (?:higher|better|more)`,
        like: ['this is at our discretion', 'subject to the discretion'],
        unlike: ['this is at our'],
      },
    ],
  },
  CONDITION: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'if or depending on',
        phrase: pattern`if|whether|depend(?:s|ing|ent)? (?:up)?on|in some cases`,
        like: ['In some cases,', 'in some cases'],
        unlike: ['In some,'],
      },
      {
        meaning: 'in certain cases',
        phrase: pattern`in (?:certain|some) (?:cases|circumstances)`,
        like: ['In some cases,'],
        unlike: ['In some,'],
      },
      {
        meaning: 'where you …',
        phrase: pattern`
          where (?:you|the|there|an?|this|your|required|needed|eligible|applicable|appropriate|
            relevant|it|we|applicants|projects|necessary|no|costs?|grants?)`,
        like: ['where it began'],
        unlike: ['it began'],
      },
      {
        meaning: 'when you …',
        phrase: pattern`when (?:you|the|there|an?|applying|seeking|your|we|it)`,
        like: ['paid only when the project has started'],
        unlike: ['paid only the project has started'],
      },
      {
        meaning: 'provided that',
        phrase: pattern`
          provided (?:that|you|the|it|they|your)|as long as|so long as|in which case|
          (?<!\band )otherwise`,
        like: ['unless we agree otherwise', 'provided they'],
        unlike: ['and otherwise', 'unless we agree'],
      },
      {
        meaning: 'subject to a condition',
        phrase: pattern`
          subject to (?!availab|an? (?:minimum|maximum)|the terms|terms|funding|approval|budget|
            status|assessment)`,
        like: ['subject to grants'],
        unlike: ['subject to an maximum', 'to grants'],
      },
      {
        meaning: 'until, once or for those',
        phrase: pattern`
          until|for those|in the case of|in the event|should you|were you|once|some of`,
        like: ['once you have an offer', 'in the case of'],
        unlike: ['you have an offer'],
      },
    ],
  },
  /**
   * A condition that only names the applicant or what all do: "you can apply if you're a business",
   * "if your application is successful".
   */
  HARMLESS_CONDITION: {
    flags: 'gi',
    phrases: [
      {
        meaning: 'can apply if',
        phrase: pattern`
          \b(?:can|may|could|eligible to|able to|only) (?:only )?
          (?:apply|bid)\b[^.;,]{0,80}?\b(?:only )?
          if (?=(?:you(?:['’]re| are| have)?|your \w+|it|they|the applicant)\b)`,
        like: ["you can apply if you're a business"],
        unlike: ["you can if you're a business"],
      },
      {
        meaning: 'only if',
        phrase: pattern`\bonly if (?=you)`,
        like: ['only if you'],
        unlike: ['if you'],
      },
      {
        meaning: 'eligible if',
        phrase: pattern`\b(?:you['’]re|you are|is) eligible if (?=you)`,
        like: ['You are eligible if you are a charity'],
        unlike: ['You are if you are a charity'],
      },
      {
        meaning: 'apply once',
        phrase: pattern`\bapply (?:only )?once\b|\bonce only\b`,
        like: ['You can only apply once.'],
        unlike: ['You can only once.'],
      },
      {
        meaning: 'if successful',
        phrase: pattern`
          \bif (?:you are |they are |your application is |)
          (?:successful|awarded|selected|approved|you want to apply|you wish to apply|applying)\b`,
        like: ['if your application is successful'],
        unlike: ['if your is successful'],
      },
      {
        meaning: 'where there is one',
        phrase: pattern`\bwhere there (?:is|are) (?:one|any)\b`,
        like: ['where there is one'],
        unlike: ['there is one'],
      },
    ],
  },
  /** "You are eligible if you are a charity" says who may apply. */
  WHO_IS_MEANT: {
    flags: 'gi',
    phrases: [
      {
        meaning: 'yes, if',
        phrase: pattern`^yes\s?[,–—-]? (?:but )?(?:only )?if (?=you)`,
        like: ['Yes, if you are a registered charity.'],
        unlike: ['if you are a registered charity.'],
      },
      {
        meaning: 'eligible if',
        phrase: pattern`
          \b(?:are|is|be|you['’]re) eligible\b[^.;,]{0,30}? (?:only )?
          if (?=(?:you(?:['’]re| are)|your \w+ is)\b)`,
        like: ['You are eligible if you are a charity'],
        unlike: ['You are if you are a charity'],
      },
    ],
  },
  /** Others than the applicant. */
  OF_OTHERS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'to work with',
        phrase: pattern`^to (?:collaborate|partner|join|work with)\b`,
        like: ['To collaborate with the lead,'],
        unlike: ['To with the lead,'],
      },
      {
        meaning: 'partners',
        phrase: pattern`
          ^(?:(?:any|all|each|the|our|your|project|non-UK|international|every) )*
          (?:partners?|partner (?:organi[sz]ations|charities|groups|businesses|bodies)|co-?leads?|
            collaborators?|sub-?contractors?|contractors?|suppliers?|installers?|participants?|
            beneficiar(?:y|ies)|third part(?:y|ies)|hosts?|employees?|staff|volunteers|
            trustees (?=must|should|need|have to|are required|of (?:your|the applicant))|directors|
            referees?|signator(?:y|ies)|guarantors?|members|learners|pupils|students|attendees|
            delegates|consultants?|chargepoints?|vehicles?|equipment|buildings?|propert(?:y|ies)|
            premises|quotes?|quotations?|invoices?|receipts?)\b`,
        like: ['Project partners must'],
        unlike: ['Project must'],
      },
    ],
  },
  /** "For capital works …", "Under strand 2 …", "In Wales …", before anything is said of it. */
  PART_BEFORE: {
    flags: 'i',
    before: pattern`^(?:(?:and|but|however|also|or),? )?(?:`,
    after: pattern`)`,
    phrases: [
      {
        meaning: 'for or under a part',
        phrase: pattern`
          (?:for|under|within|in|on|through|via|with|as)\s+
          (?!
            (?:order|addition|general|total|all cases|most|this|
              (?:each|every|any one|all|any) (?:projects?|applica\w+|organi[sz]ations?|groups?|awards?|
                grants?)\b|
              the (?:uk|united kingdom|grant|scheme|fund|programme|competition|purposes?|application|
                project)\b|
              full|summary|fact|line|short|principle|your|our)
          )
          [^,:£%]{2,80}
          (?:,|:|
            \s(?=the (?:grant|maximum|minimum)\b|you\b|we\b|applicants\b|at least\b|up to\b|\d+%))`,
        like: ['For capital works,'],
        unlike: ['through all casesthe local people:', 'For capital'],
      },
      {
        meaning: 'a strand with a number',
        phrase: pattern`
          (?:strand|tier|level|stream|option|phase|band|lot|category|theme|route|part|round|stage|
            pot|pathway|scenario|type|step|measure|item|element|component)
          s? (?:\d+|[A-Z]\d?|one|two|three|four|[ivx]+)\b`,
        like: ['Theme A: Skills'],
        unlike: ['A: Skills'],
      },
    ],
  },
  LABEL: {
    flags: 'i',
    phrases: [
      {
        meaning: '"Small grants: up to £500", "Kick-start – £1,000": a name, then its sum',
        phrase: pattern`
          ^(?:the |our )?
          (?:maximum|minimum|max|min|total|grants?|awards?|funding|amounts?|eligibility|match|value|
            (?:annual |gross |yearly )?(?:income|turnover)|size|note|who|what|how|when|applicants?|
            available|intervention|support|project|level|offer|notes?|
            (?:grant |intervention |funding )?rate|limit|upper limit|lower limit|ceiling|
            (?:your |own |business |applicant )?contribution)
          (?:
            \s
            (?:grants?|awards?|funding|amounts?|value|notes?|size|range|available|levels?|rate|
              offered|contribution|costs?|of|per|application|applicant|organi[sz]ation|group|requested|
              request|awarded|intensity|duration|period|length|project|can|you|i|we|much|apply|for|is|
              are|get|on|offer|to|be)
          )*
          \s*\??\s*[:–—|-]`,
        like: ['Max award: £10k'],
        unlike: [],
      },
    ],
  },
  /**
   * "Grants of up to £750 can cover …", "Applications of £751+ also require": the sum is the
   * subject's tier.
   */
  TIER: {
    flags: 'i',
    phrases: [
      {
        meaning: 'grants of a sum',
        phrase: pattern`
          ^(?:(?:all|any|for|larger|smaller|large|small|other|single|please note|note) )*
          (?:grants?|applications?|projects?|requests?|bids?|awards?|claims?|costs?|purchases?|
            works?|items?|amounts?|sums?|funding|organisations?|applicants?|groups?
          )\b[^.;:]{0,25}?\b(?:of|for|over|under|above|below|up to|between|exceeding|costing|worth|
            less than|more than|greater than|with)\b[^.;:]{0,25}?
          ${MONEY}(?: or (?:more|less|over|under|above|below))?[^.;:,]{0,25}?\s
          (?:can (?:cover|receive|apply|be (?!made|awarded|given|offered|requested))|must|
            will (?:require|need|
              be (?:assessed|
                considered (?=by|at|under|in|on|as|separately|through|quarterly|monthly|every)|asked|
                required|paid|decided|subject)
            )|
            should|need|require|require[sd]?|have to|has to|also|
            are (?:required|assessed|considered|decided|subject|paid|asked|expected)|is required|
            may (?!be (?:awarded|made|given|offered|available|provided|paid))|please)\b`,
        like: ['Applications of £751+ also require'],
        unlike: ['of £751+ also require'],
      },
      {
        meaning: 'for projects over a sum',
        phrase: pattern`
          ^(?:for|on|if)\s+(?:\w+ ){0,3}?
          (?:grants?|applications?|requests?|projects?|awards?|costs?|bids?|amounts?|items?|
            anything|sums?)
          \s+(?:\w+ ){0,3}?${MONEY}`,
        like: ['For projects over £200,000 the cap is £75,000.'],
        unlike: ['For over £200,000 the cap is £75,000.'],
      },
      {
        meaning: 'a range of sums',
        phrase: pattern`^${MONEY}\s*(?:\+|(?:[-–—]|to|and)\s*${MONEY}(?=[^a-z]*[a-z]))`,
        like: ['£500 - £5,000 grants'],
        unlike: ['£500 - grants'],
      },
      {
        meaning: 'a sum with a plus',
        phrase: pattern`${MONEY}\s?\+`,
        like: ['Applications of £751+ also require'],
        unlike: ['Applications of + also require'],
      },
    ],
  },
  ON_A_TIER: {
    flags: 'i',
    phrases: [
      {
        meaning: '"20% is required for grants above £10,000"',
        phrase: pattern`
          \b(?:for|on|to|with|in|of) (?:(?:all|any|larger|smaller|the|each) )?
          (?:grants?|awards?|applications?|projects?|requests?|bids?) (?:of |over |above |under |
            below |up to |between |worth |greater |more |less |exceeding |costing |with )
          [^.;]{0,30}?${MONEY}`,
        like: ['5% of the cost of projects under £1m'],
        unlike: ['5% of the cost of under £1m'],
      },
    ],
  },
  /** "… for individuals", "… for capital works", "… if you are a school": said behind the sum. */
  PART_BEHIND: {
    flags: 'i',
    before: pattern`
      (?:${MONEY}|\d\s?(?:%|per cent))[^.;:£%]{0,40}?\b(?:for|to|towards|on|by)\s+
      (?:the |each |any |all )?(?:cost of )?(?:`,
    after: pattern`)`,
    phrases: [
      {
        meaning: 'for capital or training',
        phrase: pattern`
          capital|revenue|equipment|training|feasibility|professional fees|running costs|core costs|
          travel|salar|staff|marketing|consultanc|single|joint|multi|collaborative|large|small|
          medium|micro|first|second|new |existing |younger|older|people|children`,
        like: ['Up to £10,000 for feasibility studies', '5per cent towards all cost of existing '],
        unlike: ['Up to £10,000 for studies'],
      },
      {
        meaning: 'any one thing',
        phrase: pattern`any one (?!grant|award|project|organi|applica|bid)`,
        like: ['£500 for any one event'],
        unlike: ['for any one event'],
      },
      {
        meaning: 'of one size',
        phrase: pattern`one[- ]off|larger|smaller`,
        like: ['£500 for smaller events'],
        unlike: ['£500 for events'],
      },
    ],
  },
  COSTS_BEHIND: {
    flags: 'i',
    before: pattern`
      ${MONEY}[^.;:£%]{0,40}?\b(?:for|towards|on)\s+(?:the |each |any |all )?(?:cost of )?(?:`,
    after: pattern`)`,
    phrases: [
      {
        meaning: 'for capital or training',
        phrase: pattern`
          capital|revenue|equipment|training|feasibility|professional fees|running costs|core costs|
          travel|salar|staff|marketing|consultanc|single|joint|multi|collaborative|large|small|
          medium|micro|first|second|new |existing |younger|older|any one|larger|smaller|individuals|
          sole traders|(?:the )?self[- ]employed`,
        like: ['Up to £10,000 for feasibility studies', 'GBP 55 555 million towards collaborative'],
        unlike: ['Up to £10,000 for studies'],
      },
    ],
  },
  /** "be pre-revenue or have a turnover below £85,000": another way to qualify. */
  OR_ELSE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'as can others',
        phrase: pattern`\bas (?:can|may)\b`,
        like: ['SMEs can apply, as can charities and social enterprises.'],
        unlike: ['SMEs can apply, as charities and social enterprises.'],
      },
      {
        meaning: 'or have something else',
        phrase: pattern`
          \bor (?:else |alternatively |can |must |will |should |either )?
          (?:have|has|having|are|is|be|been|with|who|that|which|your?|they|it|if|able|show\w*|
            demonstrat\w+|provid\w+|employ\w*|hold\w*|turnover|
            an? (?:annual |yearly )?(?:income|turnover|balance)|an? (?:partner|parent|host|sponsor)\b|
            (?:less|fewer|more) than|(?:under|over|up to|at least)(?= [£\d]))\b`,
        like: ['or be an unincorporated group'],
        unlike: ['be an unincorporated group'],
      },
    ],
  },
  /** "Whichever you choose, you must", "under either grant": said of every offer that there is. */
  OF_EVERY_OFFER: {
    flags: 'i',
    phrases: [
      {
        meaning: 'both are …',
        phrase: pattern`
          ^(?:both|all|each|either) (?:of (?:them|these) )?
          (?:requires?|needs?|must|are|is|will|can)\b`,
        like: ['Both are open to charities.'],
        unlike: ['are open to charities.'],
      },
      {
        meaning: 'whichever you choose',
        phrase: pattern`
          \b(?:whichever|in (?:each|every|all|both|either) cases?|
            under (?:any|either|both|all|each|every) (?:of )?(?:the |our |these )?
            (?:grants?|schemes?|programmes?|funds?|strands?|tiers?|levels?)|
            (?:for|to|of|in) (?:all|both|each|every) (?:of (?:the|our|these) )?(?:\w+ )?
            (?:grants?|schemes?|programmes?|funds?|strands?|tiers?|levels?|awards?|rounds?)
          )\b`,
        like: ['under either grant'],
        unlike: ['under grant'],
      },
    ],
  },
  IF_BEFORE: {
    flags: 'i',
    phrases: [
      {
        meaning: '"If you apply for trees in a woodland, the trees must:"',
        phrase: pattern`
          ^(?:if|where|when) (?!
            (?:you|they) (?:want|wish|would like|plan|intend|hope|are looking) to apply\b|
            you(?:['’]re| are) (?:applying|eligible|interested)|(?:you|they|your \w+)(?: \w+)?\s*:?$)`,
        like: ['where it began'],
        unlike: ['where they would like to apply', 'it began'],
      },
    ],
  },
  FOR_SOME_APPLICANTS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'for new or larger applicants',
        phrase: pattern`
          \b(?:for|to) (?:(?:all|any|the|our|some) )?
          (?:new|existing|larger?|smaller|single|joint|individual|first[- ]time|returning|repeat|
            some|certain|members|partners?|partnerships|feasibility|consorti\w+|sole
          )\b(?! (?:projects? (?:that|which)|of)\b)
          [^.;,£%]{0,30}[.;]?$`,
        like: ['for new applicants'],
        unlike: ['for feasibility project which', 'new applicants'],
      },
    ],
  },
  IN_A_ROUND: {
    flags: 'i',
    before: pattern`\b(?:for|in|during) the (?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'in the first round',
        phrase: pattern`(?:first|second|third|next|final|initial) (?:round|phase|stage|year)`,
        like: ['in the second round'],
        unlike: ['in the round'],
      },
      {
        meaning: 'in a named round',
        phrase: pattern`(?!same\b|current\b|previous\b|last\b|relevant\b)(?:[\w-]+ ){1,2}?round`,
        like: ['in the second round'],
        unlike: ['in the round'],
      },
    ],
  },
  UNDER_A_STRAND: {
    flags: 'i',
    phrases: [
      {
        meaning: 'under a strand',
        phrase: pattern`
          \b(?:under|within|through) (?:the|our|an?) (?!same\b|this\b)(?:[\w-]+ ){1,3}?
          (?:strand|stream|tier|element|route|lot|pathway)\b`,
        like: ['under the development strand'],
        unlike: ['under the strand'],
      },
    ],
  },
  SUM_FOR_EACH: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a sum for each unit',
        phrase: pattern`
          ${MONEY} (?:towards|for|per|on) (?:an?|each|every) (?!
            (?:[\w-]+ )?
            (?:projects?|applica\w+|bids?|organi[sz]ation|group|business|compan(?:y|ies)|undertaking|
              charity|club|event|activity|school|grants?|awards?|single|minimum|maximum|period|year)\b
          )
          [a-z]`,
        like: ['£6,500 towards a chargepoint'],
        unlike: ['£6,500 a chargepoint'],
      },
    ],
  },
  SIZED_PROJECTS: {
    flags: 'i',
    phrases: [
      {
        meaning: 'grants and projects of one size',
        phrase: pattern`
          ^(?:larger?|small(?:er)?|medium|major|main|mini|micro|capital|revenue|single|joint|new|
            existing|individual|group|partnership|consortium) (?:[\w-]+ ){0,3}?
          (?:projects?|grants?|awards?|applications?|applicants?|bids?|organi[sz]ations?)\s*[:–—]\s`,
        like: ['Small grants: up to £500'],
        unlike: ['grants: up to £500'],
      },
    ],
  },
  /** "or another amount that we agree", "or else explain why not" */
  OR_OTHERWISE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'or another amount',
        phrase: pattern`
          \bor (?:
            (?:another|any other|some other) (?:amount|sum|date|day|figure|level|period|time|rate|
              share|number|limit)|
            a (?:higher|lower|different|larger|smaller|longer|shorter|later) \w+)\b`,
        like: ['or another amount that we agree'],
        unlike: ['or amount that we agree'],
      },
      {
        meaning: 'or explain why not',
        phrase: pattern`\bor (?:else )?(?:explain|tell us|say|show) why\b`,
        like: ['or else explain why not'],
        unlike: ['or else why not'],
      },
    ],
  },
  /** "You need not …", "there is no minimum": words that look like a limit and deny it. */
  DENIED: {
    flags: 'i',
    phrases: [
      {
        meaning: 'does not need',
        phrase: pattern`
          \b(?:do(?:es)?|need|is|are|will|would) not (?:need|require[d]?|have to|necessar\w+|
            exclude|prevent|affect|mean|matter|preclude|prejudice|stop|limited|restricted|
            a requirement|mandatory|compulsory|essential|be required|expected)\b`,
        like: ['Charities do not need to be.'],
        unlike: ['Charities do not to be.'],
      },
      {
        meaning: "don't need",
        phrase: pattern`
          \b(?:don['’]t|doesn['’]t|needn['’]t) (?:need|require|have to|matter|exclude)\b`,
        like: ["You don't need to have a constitution for grants under £500."],
        unlike: ['You need to have a constitution for grants under £500.'],
      },
      {
        meaning: 'no minimum',
        phrase: pattern`
          \bno (?:upper |lower |set |fixed |minimum |maximum |formal |legal |strict )*
          (?:limits?|minimum|maximum|requirements?|need|restrictions?|obligation|match)\b`,
        like: ['there is no minimum'],
        unlike: ['there is no'],
      },
      {
        meaning: 'not only, or not required',
        phrase: pattern`
          \bnot (?:only|just|limited|restricted|necessarily|required|essential|a requirement)\b`,
        like: ['Trading before 1 April 2026 is not required.'],
        unlike: ['Trading before 1 April 2026 is not.'],
      },
      {
        meaning: 'rather than',
        phrase: pattern`\brather than\b|\binstead of\b`,
        like: ['instead of'],
        unlike: ['instead'],
      },
      {
        meaning: 'any amount',
        phrase: pattern`
          \bany (?:amount|age|level|value)\b(?! (?:of )?(?:up to|between|from|below|not exceeding))`,
        like: ['any amount'],
        unlike: ['any amount of not exceeding', 'any'],
      },
      {
        meaning: 'not registered',
        phrase: pattern`\bnot (?:a )?(?:legal|registered|formal)\b`,
        like: ['Charities not registered with the Charity Commission must show HMRC recognition.'],
        unlike: ['Charities not with the Charity Commission must show HMRC recognition.'],
      },
    ],
  },
  SOME_OF_SEVERAL: {
    flags: 'i',
    phrases: [
      {
        meaning: '"at least 2 out of these 3", "any two of the three": one of them may fail',
        phrase: pattern`
          \b(?:at least |any |either )?(?:one|two|three|\d) (?:or more )?(?:out )?
          of (?:these|those|the(?: following)?) (?:two|three|four|five|six|\d)\b`,
        like: ['any two of the three'],
        unlike: ['any two of the'],
      },
    ],
  },
  OF_PLACES: {
    flags: '',
    phrases: [
      {
        meaning: '"… on 11 March 2020 (Stoke, Stafford and Cannock)": said of those places',
        phrase: pattern`
          \((?:in |only |for )*
          (?:[A-Z][a-z]+(?:[ -](?:[A-Z][a-z]+|on|upon|under|and|of|the)){0,4}, )+
          (?:[A-Z][a-z]+[ -]?|and |on |upon )+(?:only)?\)`,
        like: ['1 April 2020 (Northam, Easton Borough and Weston Vale).'],
        unlike: ['1 April 2020 ( Easton Borough and Weston Vale).'],
      },
    ],
  },
  OF_THOSE: {
    flags: 'i',
    phrases: [
      {
        meaning: '"Those limited by guarantee can apply if …"',
        phrase: pattern`
          ^(?:those|some|others|only one (?:organi[sz]ation|partner|member)
          )\b(?! (?:who|that|which)?\s*(?:apply|applying|wish))`,
        like: ['Others may ask for up to £50,000.'],
        unlike: ['only one organisation that apply', 'may ask for up to £50,000.'],
      },
    ],
  },
  /** "This stage is by invitation", "applications for our three-year awards are by invitation" */
  INVITED_TO_A_PART: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b[^.;]*\binvit`,
    phrases: [
      {
        meaning: 'this stage is by invitation',
        phrase: pattern`stage|phase|strand|round two`,
        like: ['This stage is by invitation', 'round two invited'],
        unlike: ['This is by invitation'],
      },
      {
        meaning: 'larger awards are by invitation',
        phrase: pattern`
          (?:larger?|small(?:er)?|main|major|capital|revenue|strategic|multi-year|[\w]+-year|
            follow-on|continuation) (?:\w+ )?
          (?:grants?|awards?|funding|applications?)`,
        like: ['Our three-year awards are by invitation only.'],
        unlike: ['Our awards are by invitation only.'],
      },
    ],
  },
  UNLESS_OFFERED: {
    flags: 'gi',
    phrases: [
      {
        meaning: 'unless or until an offer',
        phrase: pattern`
          \b(?:unless|until) (?:you|we|the|an?|your)\b[^.;,]*\b(?:offer|agree\w*|approv\w+|
            confirm\w*|award\w*|letter|told|heard|decision)\b`,
        like: ['unless we agree otherwise'],
        unlike: ['we agree otherwise'],
      },
    ],
  },
  /** "(not for public bodies)", "(new groups may give a forecast)": an exemption in brackets. */
  LETS_OFF: {
    flags: 'i',
    before: pattern`\([^)]*\b(?:`,
    after: pattern`)[^)]*\)`,
    phrases: [
      {
        meaning: 'not required',
        phrase: pattern`not (?:for|required|needed|necessary|applicable|if)`,
        like: ['(not for public bodies)'],
        unlike: ['(not public bodies)'],
      },
      {
        meaning: 'new bodies',
        phrase: pattern`new(?:er|ly)? \w+`,
        like: ['(new groups may give a forecast)'],
        unlike: ['( groups may give a forecast)'],
      },
      {
        meaning: 'may or can',
        phrase: pattern`(?:may|can|should) (?!be (?:up to|between))`,
        like: ['(new groups may give a forecast)'],
        unlike: ['( should be between )', '(new groups give a forecast)'],
      },
      {
        meaning: 'exempt or unless',
        phrase: pattern`
          exempt\w*|unless|except|only (?:for|if|where)|do(?:es)? not (?:need|apply|have)`,
        like: ['(except schools)', '( does not apply )'],
        unlike: ['( schools)'],
      },
      {
        meaning: 'or an equivalent',
        phrase: pattern`
          or (?:an? )?(?:\w+ )?
          (?:equivalent|similar|alternative|forecast|letter|statement|projection)`,
        like: ['(or an equivalent letter)'],
        unlike: ['( an equivalent letter)'],
      },
    ],
  },
  REQUIRES_FOR_SOME_SUMS: {
    flags: 'i',
    phrases: [
      {
        meaning: '"Businesses applying for over £1,000 must provide match funding"',
        phrase: pattern`
          ^[^.;£]{0,60}\b(?:applying|asking|bidding|requesting|applications?|
            (?<!\b(?:can|may|could) )requests?|bids?)\b[^.;£]{0,30}\b(?:over|above|more than|up to|
            under|below|less than|exceeding|between) £`,
        like: ['Requests for amounts over £25,000'],
        unlike: ['could request above £', 'for amounts over £25,000'],
      },
    ],
  },
  LEAD_IF: {
    flags: 'i',
    phrases: [
      {
        meaning: 'ends with if',
        phrase: pattern`\b(?:apply |eligible )?if\s*:?$`,
        like: ['cannot apply if'],
        unlike: ['cannot apply'],
      },
      {
        meaning: 'if you …',
        phrase: pattern`\b(?:apply |eligible )?if (?:you|your|the|it|they|an?)\b[^:]*:?$`,
        like: ['If you are a club'],
        unlike: ['If are a club'],
      },
      {
        meaning: 'can apply if',
        phrase: pattern`\b(?:may|can|could) (?:only )?apply if\s*:?$`,
        like: ['You can only apply if:'],
        unlike: ['You can only if:'],
      },
    ],
  },
  OTHER_RATE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'another rate or amount',
        phrase: pattern`
          \b(?:reduced|higher|lower|enhanced|increased|additional|extra|further|second) (?:rate|
            grant|award|amount|level|maximum|limit|funding|intervention)\b`,
        like: ['for the higher rate'],
        unlike: ['for the rate'],
      },
    ],
  },
} satisfies PhraseTables
