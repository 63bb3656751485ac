/** Phrases that narrow, soften or deny a limit. */
import { MONEY } from '../figures.ts'
import { cased, words, wordsWith } from './words.ts'

/** Words about what is usual require nothing. */
export const SOFT = words`
  \b(?:
  # most grants
  most (?:of|grants?|awards?|applications?|projects?|organi[sz]ations?)|
  # usually or often
  majority|tends?|rarely|seldom|commonly|normally|generally|usually|typical(?:ly)?|
  particularly|especially|in particular|keen|ideally|prefer(?:ence|red|ably)?|unlikely|
  likely|priorit\w+|primarily|predominantly|mainly|mostly|in most cases|often|approximately|
  roughly|around|about (?=£|\d)|on average|averag\w+|suggest\w*|recommend\w*|encourag\w+|
  welcome to|wherever possible|where possible|as a guide|guideline|
  # aims to award
  aims? to (?=award|give|offer|make|pay|provide)|
  # would like, or expects
  would like|looking for|expects?|
  # expected to start
  expected to (?:start|begin|commence|finish|end|last|run|take place|
    be (?:completed?|delivered|spent|finished|done))|
  # at discretion, or aimed at
  anticipate|target(?:ed|ing)? at|aimed at|at (?:the|our|its|their) discretion|
  subject to the discretion|not limited to|case[- ]by[- ]case|indicative|might|
  interested in|favou?r\w*|desirable|helps? (?:us )?if|scores? (?:higher|better|more)
  )\b`

export const CONDITION = words`
  \b(?:
  # if or depending on
  if|whether|depend(?:s|ing|ent)? (?:up)?on|in some cases|
  # in certain cases
  in (?:certain|some) (?:cases|circumstances)|
  # where you …
  where (?:you|the|there|an?|this|your|required|needed|eligible|applicable|appropriate|
    relevant|it|we|applicants|projects|necessary|no|costs?|grants?)|
  # when you …
  when (?:you|the|there|an?|applying|seeking|your|we|it)|
  # provided that
  provided (?:that|you|the|it|they|your)|as long as|so long as|in which case|
  (?<!\band )otherwise|
  # subject to a condition
  subject to (?!availab|an? (?:minimum|maximum)|the terms|terms|funding|approval|budget|
    status|assessment)|
  # until, once or for those
  until|for those|in the case of|in the event|should you|were you|once|some of
  )\b`

/**
 * A condition that only names the applicant or what all do: "you can apply if you're a business",
 * "if your application is successful".
 */
export const HARMLESS_CONDITION = wordsWith('gi')`
  # can apply if
  \b(?:can|may|could|eligible to|able to|only) (?:only )?
  (?:apply|bid)\b[^.;,]{0,80}?\b(?:only )?
  if (?=(?:you(?:['’]re| are| have)?|your \w+|it|they|the applicant)\b)|
  # only if
  \bonly if (?=you)|
  # eligible if
  \b(?:you['’]re|you are|is) eligible if (?=you)|
  # apply once
  \bapply (?:only )?once\b|\bonce only\b|
  # if successful
  \bif (?:you are |they are |your application is |)
  (?:successful|awarded|selected|approved|you want to apply|you wish to apply|applying)\b|
  # where there is one
  \bwhere there (?:is|are) (?:one|any)\b`

/** "You are eligible if you are a charity" says who may apply. */
export const WHO_IS_MEANT = wordsWith('gi')`
  # yes, if
  ^yes\s?[,–—-]? (?:but )?(?:only )?if (?=you)|
  # eligible if
  \b(?:are|is|be|you['’]re) eligible\b[^.;,]{0,30}? (?:only )?
  if (?=(?:you(?:['’]re| are)|your \w+ is)\b)`

/** Others than the applicant. */
export const OF_OTHERS = words`
  # to work with
  ^to (?:collaborate|partner|join|work with)\b|
  # partners
  ^(?:(?:any|all|each|the|our|your|project|non-UK|international|every) )*
  (?:partners?|partner (?:organi[sz]ations|charities|groups|businesses|bodies)|co-?leads?|
    collaborators?|sub-?contractors?|contractors?|suppliers?|installers?|participants?|
    beneficiar(?:y|ies)|third part(?:y|ies)|hosts?|employees?|staff|volunteers|
    trustees (?=must|should|need|have to|are required|of (?:your|the applicant))|directors|
    referees?|signator(?:y|ies)|guarantors?|members|learners|pupils|students|attendees|
    delegates|consultants?|chargepoints?|vehicles?|equipment|buildings?|propert(?:y|ies)|
    premises|quotes?|quotations?|invoices?|receipts?)\b`

/** "For capital works …", "Under strand 2 …", "In Wales …", before anything is said of it. */
export const PART_BEFORE = words`
  ^(?:(?:and|but|however|also|or),? )?(?:
  # for or under a part
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
    \s(?=the (?:grant|maximum|minimum)\b|you\b|we\b|applicants\b|at least\b|up to\b|\d+%))|
  # a strand with a number
  (?:strand|tier|level|stream|option|phase|band|lot|category|theme|route|part|round|stage|
    pot|pathway|scenario|type|step|measure|item|element|component)
  s? (?:\d+|[A-Z]\d?|one|two|three|four|[ivx]+)\b
  )`

export const LABEL = words`
  # "Small grants: up to £500", "Kick-start – £1,000": a name, then its sum
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
  \s*\??\s*[:–—|-]`

/**
 * "Grants of up to £750 can cover …", "Applications of £751+ also require": the sum is the
 * subject's tier.
 */
export const TIER = words`
  # grants of a sum
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
    may (?!be (?:awarded|made|given|offered|available|provided|paid))|please)\b|
  # for projects over a sum
  ^(?:for|on|if)\s+(?:\w+ ){0,3}?
  (?:grants?|applications?|requests?|projects?|awards?|costs?|bids?|amounts?|items?|
    anything|sums?)
  \s+(?:\w+ ){0,3}?${MONEY}|
  # a range of sums
  ^${MONEY}\s*(?:\+|(?:[-–—]|to|and)\s*${MONEY}(?=[^a-z]*[a-z]))|
  # a sum with a plus
  ${MONEY}\s?\+`

export const ON_A_TIER = words`
  # "20% is required for grants above £10,000"
  \b(?:for|on|to|with|in|of) (?:(?:all|any|larger|smaller|the|each) )?
  (?:grants?|awards?|applications?|projects?|requests?|bids?) (?:of |over |above |under |
    below |up to |between |worth |greater |more |less |exceeding |costing |with )
  [^.;]{0,30}?${MONEY}`

/** "… for individuals", "… for capital works", "… if you are a school": said behind the sum. */
export const PART_BEHIND = words`
  (?:${MONEY}|\d\s?(?:%|per cent))[^.;:£%]{0,40}?\b(?:for|to|towards|on|by)\s+
  (?:the |each |any |all )?(?:cost of )?(?:
  # for capital or training
  capital|revenue|equipment|training|feasibility|professional fees|running costs|core costs|
  travel|salar|staff|marketing|consultanc|single|joint|multi|collaborative|large|small|
  medium|micro|first|second|new |existing |younger|older|people|children|
  # any one thing
  any one (?!grant|award|project|organi|applica|bid)|
  # of one size
  one[- ]off|larger|smaller
  )`

export const COSTS_BEHIND = words`
  ${MONEY}[^.;:£%]{0,40}?\b(?:for|towards|on)\s+(?:the |each |any |all )?(?:cost of )?(?:
  # for capital or training
  capital|revenue|equipment|training|feasibility|professional fees|running costs|core costs|
  travel|salar|staff|marketing|consultanc|single|joint|multi|collaborative|large|small|
  medium|micro|first|second|new |existing |younger|older|any one|larger|smaller|individuals|
  sole traders|(?:the )?self[- ]employed
  )`

/** "be pre-revenue or have a turnover below £85,000": another way to qualify. */
export const OR_ELSE = words`
  # as can others
  \bas (?:can|may)\b|
  # or have something else
  \bor (?:else |alternatively |can |must |will |should |either )?
  (?:have|has|having|are|is|be|been|with|who|that|which|your?|they|it|if|able|show\w*|
    demonstrat\w+|provid\w+|employ\w*|hold\w*|turnover|
    an? (?:annual |yearly )?(?:income|turnover|balance)|an? (?:partner|parent|host|sponsor)\b|
    (?:less|fewer|more) than|(?:under|over|up to|at least)(?= [£\d]))\b`

/** "Whichever you choose, you must", "under either grant": said of every offer that there is. */
export const OF_EVERY_OFFER = words`
  # both are …
  ^(?:both|all|each|either) (?:of (?:them|these) )?
  (?:requires?|needs?|must|are|is|will|can)\b|
  # whichever you choose
  \b(?:whichever|in (?:each|every|all|both|either) cases?|
    under (?:any|either|both|all|each|every) (?:of )?(?:the |our |these )?
    (?:grants?|schemes?|programmes?|funds?|strands?|tiers?|levels?)|
    (?:for|to|of|in) (?:all|both|each|every) (?:of (?:the|our|these) )?(?:\w+ )?
    (?:grants?|schemes?|programmes?|funds?|strands?|tiers?|levels?|awards?|rounds?)
  )\b`

export const IF_BEFORE = words`
  # "If you apply for trees in a woodland, the trees must:"
  ^(?:if|where|when) (?!
    (?:you|they) (?:want|wish|would like|plan|intend|hope|are looking) to apply\b|
    you(?:['’]re| are) (?:applying|eligible|interested)|(?:you|they|your \w+)(?: \w+)?\s*:?$)`

export const FOR_SOME_APPLICANTS = words`
  # for new or larger applicants
  \b(?:for|to) (?:(?:all|any|the|our|some) )?
  (?:new|existing|larger?|smaller|single|joint|individual|first[- ]time|returning|repeat|
    some|certain|members|partners?|partnerships|feasibility|consorti\w+|sole
  )\b(?! (?:projects? (?:that|which)|of)\b)
  [^.;,£%]{0,30}[.;]?$`

export const IN_A_ROUND = words`
  \b(?:for|in|during) the (?:
  # in the first round
  (?:first|second|third|next|final|initial) (?:round|phase|stage|year)|
  # in a named round
  (?!same\b|current\b|previous\b|last\b|relevant\b)(?:[\w-]+ ){1,2}?round
  )\b`

export const UNDER_A_STRAND = words`
  # under a strand
  \b(?:under|within|through) (?:the|our|an?) (?!same\b|this\b)(?:[\w-]+ ){1,3}?
  (?:strand|stream|tier|element|route|lot|pathway)\b`

export const SUM_FOR_EACH = words`
  # a sum for each unit
  ${MONEY} (?:towards|for|per|on) (?:an?|each|every) (?!
    (?:[\w-]+ )?
    (?:projects?|applica\w+|bids?|organi[sz]ation|group|business|compan(?:y|ies)|undertaking|
      charity|club|event|activity|school|grants?|awards?|single|minimum|maximum|period|year)\b
  )
  [a-z]`

export const SIZED_PROJECTS = words`
  # grants and projects of one size
  ^(?:larger?|small(?:er)?|medium|major|main|mini|micro|capital|revenue|single|joint|new|
    existing|individual|group|partnership|consortium) (?:[\w-]+ ){0,3}?
  (?:projects?|grants?|awards?|applications?|applicants?|bids?|organi[sz]ations?)\s*[:–—]\s`

/** "or another amount that we agree", "or else explain why not" */
export const OR_OTHERWISE = words`
  # or another amount
  \bor (?:
    (?:another|any other|some other) (?:amount|sum|date|day|figure|level|period|time|rate|
      share|number|limit)|
    a (?:higher|lower|different|larger|smaller|longer|shorter|later) \w+)\b|
  # or explain why not
  \bor (?:else )?(?:explain|tell us|say|show) why\b`

/** "You need not …", "there is no minimum": words that look like a limit and deny it. */
export const DENIED = words`
  # does not need
  \b(?:do(?:es)?|need|is|are|will|would) not (?:need|require[d]?|have to|necessar\w+|
    exclude|prevent|affect|mean|matter|preclude|prejudice|stop|limited|restricted|
    a requirement|mandatory|compulsory|essential|be required|expected)\b|
  # don't need
  \b(?:don['’]t|doesn['’]t|needn['’]t) (?:need|require|have to|matter|exclude)\b|
  # no minimum
  \bno (?:upper |lower |set |fixed |minimum |maximum |formal |legal |strict )*
  (?:limits?|minimum|maximum|requirements?|need|restrictions?|obligation|match)\b|
  # not only, or not required
  \bnot (?:only|just|limited|restricted|necessarily|required|essential|a requirement)\b|
  # rather than
  \brather than\b|\binstead of\b|
  # any amount
  \bany (?:amount|age|level|value)\b(?! (?:of )?(?:up to|between|from|below|not exceeding))|
  # not registered
  \bnot (?:a )?(?:legal|registered|formal)\b`

export const SOME_OF_SEVERAL = words`
  # "at least 2 out of these 3", "any two of the three": one of them may fail
  \b(?:at least |any |either )?(?:one|two|three|\d) (?:or more )?(?:out )?
  of (?:these|those|the(?: following)?) (?:two|three|four|five|six|\d)\b`

export const OF_PLACES = cased`
  # "… on 11 March 2020 (Stoke, Stafford and Cannock)": said of those places
  \((?:in |only |for )*
  (?:[A-Z][a-z]+(?:[ -](?:[A-Z][a-z]+|on|upon|under|and|of|the)){0,4}, )+
  (?:[A-Z][a-z]+[ -]?|and |on |upon )+(?:only)?\)`

export const OF_THOSE = words`
  # "Those limited by guarantee can apply if …"
  ^(?:those|some|others|only one (?:organi[sz]ation|partner|member)
  )\b(?! (?:who|that|which)?\s*(?:apply|applying|wish))`

/** "This stage is by invitation", "applications for our three-year awards are by invitation" */
export const INVITED_TO_A_PART = words`
  \b(?:
  # this stage is by invitation
  stage|phase|strand|round two|
  # larger awards are by invitation
  (?:larger?|small(?:er)?|main|major|capital|revenue|strategic|multi-year|[\w]+-year|
    follow-on|continuation) (?:\w+ )?
  (?:grants?|awards?|funding|applications?)
  )\b[^.;]*\binvit`

export const UNLESS_OFFERED = wordsWith('gi')`
  # unless or until an offer
  \b(?:unless|until) (?:you|we|the|an?|your)\b[^.;,]*\b(?:offer|agree\w*|approv\w+|
    confirm\w*|award\w*|letter|told|heard|decision)\b`

/** "(not for public bodies)", "(new groups may give a forecast)": an exemption in brackets. */
export const LETS_OFF = words`
  \([^)]*\b(?:
  # not required
  not (?:for|required|needed|necessary|applicable|if)|
  # new bodies
  new(?:er|ly)? \w+|
  # may or can
  (?:may|can|should) (?!be (?:up to|between))|
  # exempt or unless
  exempt\w*|unless|except|only (?:for|if|where)|do(?:es)? not (?:need|apply|have)|
  # or an equivalent
  or (?:an? )?(?:\w+ )?
  (?:equivalent|similar|alternative|forecast|letter|statement|projection)
  )[^)]*\)`

export const REQUIRES_FOR_SOME_SUMS = words`
  # "Businesses applying for over £1,000 must provide match funding"
  ^[^.;£]{0,60}\b(?:applying|asking|bidding|requesting|applications?|
    (?<!\b(?:can|may|could) )requests?|bids?)\b[^.;£]{0,30}\b(?:over|above|more than|up to|
    under|below|less than|exceeding|between) £`

export const LEAD_IF = words`
  # ends with if
  \b(?:apply |eligible )?if\s*:?$|
  # if you …
  \b(?:apply |eligible )?if (?:you|your|the|it|they|an?)\b[^:]*:?$|
  # can apply if
  \b(?:may|can|could) (?:only )?apply if\s*:?$`

export const OTHER_RATE = words`
  # another rate or amount
  \b(?:reduced|higher|lower|enhanced|increased|additional|extra|further|second) (?:rate|
    grant|award|amount|level|maximum|limit|funding|intervention)\b`
