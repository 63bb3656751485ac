/** Phrases for sums of awards, costs and incomes. */
import { MONEY } from '../figures.ts'
import { pattern, words, wordsWith } from './words.ts'

export const SUM = pattern`(${MONEY})`

export const INCOME = words`
  # annual income
  \b(?:annual|yearly|total|gross|your|an?|with|organisational|organisation['’]s|of) (?:
    \w+ )?
  (?:incomes?|turnovers?)\b|
  # revenue, or turns over
  \bannual revenue\b|^(?:incomes?|turnovers?)\b|\bturn(?:s|ing)? over\b|
  # income of a sum
  \b(?:incomes?|turnovers?) (?:of|is|must|under|over|below|above|less|between|up to|exceed)`

/** Another figure of an applicant's books than last year's income. */
export const NOT_INCOME = words`
  \b(?:
  # reserves, averages or changes
  balance sheet|assets?|reserves?|averag\w*|drop|loss|fall|decrease|reduc\w+|increase|
  each of|last (?:two|three|\d) years|rateable|two or more|combined|net (?:profit|income)|
  household|personal|taxable|from (?:trading|grants)|
  # income from one source
  (?:bar|rental|membership|hire|trading|unrestricted|investment) income|
  # shares and projects
  per cent|%|any one|project
  )\b`

export const COSTS = words`
  # the project's value
  ^an? (?:maximum|minimum) (?:total )?(?:project )?(?:value|costs?)\b|
  # the project's costs
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
  )\b`

export const AWARD = words`
  # grants and requests
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
    (?:applied for|requested))\b|
  # how much, as a heading
  ^(?:the )?(?:amounts?|value|how much|award size|maximum|minimum)\b`

/** A cost in a sentence about what is paid towards it. */
export const PAYS = words`
  # grants of or up to
  \b(?:grants?|awards?|awarded|funding) (?:of|between|from|up to|are|is|will|for)\b|
  # paid towards
  \b(?:awarded|off|towards|cover(?:s|ed|ing)?|contribut\w+)\b|
  # a share of the costs
  (?:%|per\s?cent|\b(?:half|thirds?|quarters?)) of (?:the |your |all |any |eligible |total |
    project |capital )*
  (?:costs?|expenditure)\b[^.;]{0,20}(?:up to|max|capped|limit)`

/** Sums that are no limit of one award: the whole fund, fees, another funder's ceiling. */
export const POT = words`
  # shares, allocations and investments
  \b(?:share of|allocat\w*|invest(?:ing|ment|s)? (?:of|up to)|will (?:be )?invest(?:ed)?|
    (?:has been|have been|is|are|was|being) made available|fees?|deposits?|insurance|
    indemnity|turnovers?|incomes?|rateable|subsid(?:y|ies)|de minimis|state aid|
    minimal financial|cumulative|public support|balance|reserves|salar(?:y|ies)|wages?|
    quotes?|quotations?|tender|invoices?|fundrais\w*|raised|loans?|equity|prize|worth of|
    value of (?:the )?(?:fund|scheme|programme)|in total|
    (?:has|have) been (?:awarded|allocated|granted|given)|
    over (?:the )?(?:\w+ )?(?:years|period)|since|previous(?:ly)?|so far|last year|allowance|
    rent|mortgage|debt|savings|bonus|additional|extra|top[- ]up|uplift|deduct\w*|first £|
    remaining|annual budget)\b|
  # the total budget
  \b(?:total|overall|funding|annual|programme|indicative|entire|our) (?:fund|budget|pot|
    amount available|funding (?:pot|available))\b|
  # a fund of a sum
  \b(?:fund|pot|budget|programme|scheme) (?:of|worth|totalling)\b|
  # millions of funding
  (?:million|billion|£\d[\d,.]*\s?(?:m|bn))\b[^.;]{0,25}?\b(?:fund|programme|scheme|pot|
    budget|investment|competition)\b|
  # examples
  \bevery\b|\bexample\b`

/**
 * Money that "is available" is the fund's, where no grant, applicant or project is named that may
 * have it.
 */
export const AVAILABLE_IN_ALL = words`
  # money that is available
  \b(?:funding|fund|money|investment|pot|budget|total)\b[^.;]{0,40}\b(?:available|up to|of
  )\b|
  # available funding
  \bavailable\b[^.;]{0,30}\bfunding\b`

export const TO_ONE = words`
  \b(?:
  # a grant or a bid
  grants?|awards?|apply for|bids?|
  # per project or applicant
  per (?:project|applicant|organi[sz]ation|business|application|group|award)|
  # each, or a maximum
  each|you (?:can|could|may)|request\w*|applicants?|individual projects?|maximum|minimum
  )\b`

/** "£350 per socket" is a rate; per project, applicant or organisation it is the award. */
export const PER_UNIT = words`
  # a slash and a unit
  ^\s?\/\s?[a-z]|
  # per unit
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
  [a-z]`

/** A rate by unit needs no sum next to it: "per retail unit will be awarded". */
export const RATE = words`
  # a year, or several years
  \b(?:in (?:any )?(?:two|three|four|five|\d+)(?: consecutive)? years|
    in (?:any|one|a|each|the same) (?:one |single |given |financial |calendar |rolling |
      \d+[- ]month )*
    (?:year|period)|
    a year|annually|yearly|annual (?:awards?|grants?)|over (?:two|three|four|five|\d) years)\b|
  # per unit
  \b(?:each|per) (?:year|annum|month|week|hectare|property|unit|pupil|person|head|socket|
    chargepoint|vehicle|place|participant|child|school|site|premises|building)\b`

/** "45p a mile", "for each tree": the sentence pays by the unit, whatever its ceiling. */
export const BY_THE_UNIT = words`
  # pence
  \d\s?p\b|
  # for each unit
  \b(?:per|for (?:each|every))\s+
  (?!
    (?:cent|project|applica\w+|organi[sz]ation|business|company|award|grant|bid|round|scheme|
      theme(?= (?:per|for each)\b)|undertaking|enterprise|group|club|charity|maximum|total|
      minimum|council|authority|school|trust|institution|household|annum|year)\b
  )
  [a-z]`

/** Past awards are no limit of current ones. */
export const BYGONE = words`
  # ranged
  \branged\b|
  # has awarded
  \b(?:have|has) (?:\w+ )?(?:made|awarded|given|paid)\b|
  # awarded in a year
  \b(?:awarded|made|gave|received|paid|funded|granted|were|was)\b[^.;]*\b(?:in|during|since
  ) (?:19|20)
  \d\d\b|
  # in a year, awarded
  \b(?:in|during|since) (?:19|20)\d
  \d\b[^.;]*\b(?:awarded|made|gave|received|paid|funded|granted|were|was)\b`

/**
 * "Applications for up to £1,000 are fast-tracked" is about some; "grants of up to £1,000 are
 * available" is about all.
 */
export const ABOUT_SOME = words`
  # a condition on applications of some sums
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
  [a-z]`

/** "Groups without a bank account can only apply for up to £500", "emergency grants". */
export const SOME_MAY_HAVE = words`
  # groups without something can
  ^(?:(?:any|all|those|other|smaller|larger|new) )*
  (?:groups|organi[sz]ations|applicants|charities|businesses|projects|clubs|schools|
    companies|councils|individuals|those) (?:without|with|that|who|which|whose|having|under|
    over|
    in
    (?! (?:the )?(?:UK|United Kingdom|England|Scotland|Wales|Great Britain|Northern Ireland)\b
    )|
    not|working|led|based|applying)\b[^.;£]{0,80}\b(?:can|may|will|could|should|are|is)\b|
  # emergency and travel grants
  ^(?:emergency|urgent|travel|access|start[- ]?up|follow[- ]on|continuation|renewal|
    top[- ]up) (?:grants?|awards?|funding)\b`

/**
 * "The most for a vehicle is", "Grants for parish councils are capped at": one thing's or one
 * kind's maximum.
 */
export const FOR_A_THING = words`
  # The most for a vehicle is
  \b(?:max(?:imum)?|most|limit|cap|grants?|awards?|funding)\b[^.;:£]{0,25}?\bfor (?!
    (?:
      (?:this|the|an?|any|each|every|all|your|one|eligible|single|individual|successful|
        community|up) )*
    (?:grants?|awards?|projects?|applications?|applicants?|organi[sz]ations?|groups?|funding|
      schemes?|rounds?|fund|bids?|programmes?|work|activit\w+|to|between|from|a maximum|
      a minimum|any amount|anything)\b
  )
  (?:\w+ ){1,4}?(?:is|are|of|will be|can be|may be|could be|can|go|goes|capped|limited)
  [^.;:£]{0,25}${MONEY}`

/** "Up to £500 of your grant" limits what is done with it. */
export const OF_THE_GRANT = words`
  # of your grant
  ^\s*
  (?:of|from(?! (?:the|this|our) (?:\w+ )?fund\b)|out of) (?:the|your|each|any|this|that|
    our|their) (?:\w+ )?
  (?:grant|award|budget|fund|pot|money|funding|total|allocation)\b|
  # of the works
  ^ (?:worth )?of (?:eligible |actual )?(?:works?|expenditure|invoices)\b`

export const UP_TO_SUM = words`
  (?:
  # no more than
  no(?:t)? more than|no(?:t)? (?:greater|higher|larger|bigger) than|(?:not|never) exceed(?:ing)?|
  cannot exceed|
  # up to
  up to(?: (?:a|the) (?:maximum|value|total|sum|limit|maximum value|total value) of)?|
  # maximum
  \bmax(?:imum)?\.?:? (?:[\w'’:/()-]+ ){0,11}?(?:of|is|was|value of|will be|[:–-])?|
  # capped at
  capped at(?: a maximum of)?|
  # a limit or a cap of
  (?:limit|ceiling|cap)(?: (?:[\w'’-]+ ){0,6}?(?:of|is|at)|(?=\s*:))|
  # limited to
  \bor less than|limited to|tops? out at|
  # the most is
  (?:most|largest|highest)(?: [^.;£]{0,40}?(?:is|of))?
  )\s*:?\s*${SUM}`

export const SUM_AT_MOST = words`
  ${SUM}(?<!,)\s*(?:
  # or less, or a maximum
  or (?:less|below|under|lower)|at (?:the )?most\b|max(?:imum)?\b|
  # is the largest
  is the (?:largest|most|maximum|highest|biggest|upper)\b
  )`

export const FROM_SUM = words`
  (?:
  # at least
  no(?:t)? less than|at least|
  # minimum
  \bmin(?:imum)?\.?:? (?:[\w'’:/()-]+ ){0,11}?(?:of|is|was|being|value of|will be|[:–-])?|
  # the smallest is
  (?:smallest|least|lowest) [^.;£]{0,40}?(?:is|of)|
  # starts from
  start(?:ing|s)? (?:at|from)
  )\s*:?\s*${SUM}`

export const OVERALL = words`
  # the maximum grant
  \b(?:the |our )?(?:maximum|minimum|max|min)\.? (?:[\w-]+ ){0,2}?
  (?:grant|award|amount|funding|bid|request)\b|
  # grants are capped
  \b(?:grants?|awards?) (?:are|is|will be) (?:capped|limited)\b`

/**
 * "Your project's total eligible costs must be", "have total costs": whatever strands there are.
 */
export const OF_YOUR_PROJECT = words`
  # your project's costs
  ^(?:your|the) project['’]s (?:total |full |overall )?(?:eligible )?(?:project )?costs?\b|
  # your total costs
  ^your total (?:eligible )?(?:project )?costs\b|
  # have total costs
  ^have (?:a )?total (?:eligible )?(?:project )?costs?\b|
  # the full economic cost
  \bfull economic cost (?:\(FEC\) )?of your \w+ (?:can|must)\b`

/** "Able to contribute a minimum of £2,500 to match fund the grant": the applicant's own money. */
export const OWN_SUM = words`
  # able to contribute
  \b(?:able to contribute|
    (?:you|applicants?|they|businesses) (?:must|will|need to|should|have to) (?:contribute|
      provide|invest|raise|match)
  )\b[^.;]*
  £|
  # match funding of a sum
  £[^.;]{0,20}\b(?:to match[- ]fund|of (?:your|their) own)\b`

/**
 * "Project costs should be up to £20,000 and awards never exceed half": the first sum is the
 * costs'.
 */
export const COSTS_FIRST = words`
  # Project costs should be up to £20,000 and awards never exceed half
  ^(?:(?:the|your|total|overall|eligible|full|all) )*(?:project |scheme )
  (?:value|budget|costs?) (?:must|should|can|cannot|may|needs? to|has to|have to|will
  )\b[^.;£]{0,40}
  £`

export const WAS_HAD = words`
  # "has received funding of up to £24,000": past funding is no offer
  \b(?:has|have|had) (?:not )?(?:already |previously )?
  (?:received|had|benefited|claimed|been (?:awarded|given|paid))\b[^.;]*£`

export const OTHER_COSTS = words`
  \b(?:
  # Costs of salaries, a year or a subcontractor are not those of the project
  sub-?contractors?|partners?|collaborators?|access|salary|staff|running|core|annual|
  management|overhead|travel
  )['’]?s?['’]? (?:\w+ )?costs?\b`

/** "70% of the cost of the works, capped at £900,000": the cost is what the share is of. */
export const SHARE_OF_COSTS = wordsWith('gi')`
  # 70% of the cost of the works, capped at £900,000
  (?:\d\s?(?:%|per\s?cent)|\b(?:half|thirds?|quarters?)) of (?:the |your |all |any |
    eligible |total |overall |project |capital )*
  (?:costs?|expenditure)\b(?: of [^,.;£]*)?`

export const OF_AN_AWARD = words`
  # up to a sum
  \bup to £|
  # can receive
  \b(?:can|could|may) (?:get|receive|have|claim|be offered)\b|
  # grants and requests
  \b(?:grants?|awards?|apply(?:ing)? for|applications? (?:for|of|over)|requests?|bids?)\b`

/** The fund's own beginning. */
export const SETS_UP = words`
  \b(?:
  # to set up
  to (?:establish|set up|launch|create)|
  # was set up
  (?:has|have|was|were|been) (?:announced|launched|established|set up)|
  # announces
  announces|launches
  )\b`

export const SHUT_BY_INCOME = words`
  # income, then a refusal
  \b(?:income|turnover)\b[^.;]*\b(?:cannot apply|can['’]t apply|may not apply|
    (?:is|are) (?:not eligible|ineligible)|will not be (?:considered|funded))
  (?: (?:for|to) (?:this|the|our|an?|any) (?:grants?|fund|scheme|programme|funding))?\s*
  [.;]?$`

export const MANY_TO_ONE = words`
  # "up to 200 grants a year": the sum is that of each grant
  \b(?:receive|have|get|claim|apply for|given|up to|maximum of) (?:up to |a maximum of )?
  (?:\d+|two|three|four|five|six|ten|several|multiple|more than one|further|additional) (?:
    \w+ )?
  (?:grants|vouchers|awards|sockets|chargepoints)\b`

/** "Charities with an income over £25,000 must be registered" is about some and excludes none. */
export const FOR_ONE_BAND = words`
  \b(?:with|whose|having|that|which|who)\b[^.;]*£[^.;]*?\b(?:
  # a requirement
  must|should|needs?|have to|has to|required|asked|expected|sends?|provides?|completes?|
  # may do something
  (?:can|may|will) (?!apply|not|be (?:considered|eligible|funded))
  )`

export const OF_PROJECTS = words`
  # projects of a sum
  \b(?:of|for|on|in|with) (?:\w+ )?
  (?:projects?|works?|schemes?) (?:(?:that|which) (?:are|cost) |with (?:\w+ ){0,2}costs? )?
  (?:under|over|above|below|of|up to|costing|worth|between|less|more)[^.;]{0,20}${MONEY}`

export const OPEN_TO_THOSE = words`
  # "The programme is open to charities with an income of under £1m" closes the circle
  ^(?:
    (?:the|our|this|these) (?!
      (?:small|main|large|core|micro|larger|smaller|medium|project|capital)\b)
    (?:\w+ ){0,3}?(?:grants?|fund|funding|scheme|programme|competition|grants programme)|
    applications?|applications (?:are|will be)|it|we) (?:is|are|can) (?:only )?
  (?:open|available|accepted|restricted|limited|accept applications)\b[^.;£]*\b(?:to|from
  )\b[^.;£]*\b(?:with|whose|having)\b`

export const THOSE_MAY_APPLY = words`
  # "Any SME with a turnover of under £10m may apply"
  ^(?:any|all|only|existing|eligible|[A-Z][\w-]+) [^.;£]{0,60}\b(?:with|whose|having
  )\b[^.;]*\b(?:income|turnover)\b[^.;]*\b(?:(?:can|may) (?:apply|bid)|
    (?:is|are) eligible(?: to apply)?)
  (?: for (?:this|the|our|an?|any) (?:grants?|fund|scheme|programme|funding))?\s*[.;]?$`

/**
 * "Organisations with a turnover of less than £50,000" alone does not say whether it includes or
 * excludes.
 */
export const NO_SENTENCE = words`
  # Organisations with a turnover of less than £50,000
  ^(?!
    .*\b(?:to|from|is|are|be|must|can|may|will|should|cannot|not|has|have|need|needs|only|open
    )\b
  )
  (?:any |all )?(?:[\w-]+ ){0,3}?
  (?:organi[sz]ations?|charities|groups|businesses|companies|applicants|projects) (?:with|
    whose|having)\b`

/**
 * "Requests over £5,000 that come without two quotes will not be considered" refuses some of them.
 */
export const FURTHER = words`
  \b(?:
  # "Requests over £5,000 that come without two quotes will not be considered" refuses some of them
  without|unless|that|which|who|where|not accompanied|no evidence|
  not (?:have|show|include|provide)|more than one|second
  )\b`

export const NAMES_THE_AWARD = words`
  # a limit or a sum, first
  ^(?:up to|between|from|a? ?(?:max(?:imum)?|min(?:imum)?)|£)|
  # grants and bids
  \b(?:grants?|awards?|funding|fund|apply|applications?|bids?|requests?|you can|
    per (?:project|organi[sz]ation|application))\b`

/**
 * "An SME is a company which employs fewer than 250 people and has a turnover under £44m", or a
 * balance sheet that it leaves out.
 */
export const DEFINES_A_SIZE = words`
  # an SME is …
  \b(?:SMEs?|(?:micro|small|medium)[\w -]{0,20}(?:business|enterprise|compan)\w*)
  \)? (?:is|are|means?|includes?|must)\b|
  # defined
  \bdefin(?:ed|ition)\b`

export const OR_ANOTHER_SUM = wordsWith('gi')`
  (?:\bor|\bbut|/|;|,|\band|\()\s*(?:
  # words before another sum
  (?!(?:costs?|costing|total|projects?|fund|budget|income|turnover|worth|pot|match)\b)
  [\w-]+ 
  ){0,5}?(${MONEY})`

export const REQUESTS_OVER = words`
  # "Requests for amounts over £25,000", in a list of what is not funded
  ^(?:requests?|applications?|grants?|awards?|bids?)
  (?: (?:for|of|amounts?|sums?|grants?|funding|an?))* (?:over|above|more than|in excess of|
    exceeding|greater than) ${SUM}
  \.?$`

export const AWARD_NEAR = words`
  # per project, or eligible for
  \b(?:seek|per (?:project|applicant|organi[sz]ation|group|application)|eligible for)\b|
  # applications cannot exceed
  \bapplications? (?:should|must|can|may|cannot|will) not exceed|
  # grants and requests
  \b(?:grants?|awards?|awarded|funding|fund|funds|apply(?:ing)? for|
    applications? (?:for|of|over|under|(?:should|must|can|may) be for)|
    ask(?:ing|s)?(?: us)? for|bids?|requests?|requested|receive|offer(?:ed|ing|s)?|get|
    support|vouchers?|pay|pays|gives?|contributes?|covers?|claim|value|how much|maximum|
    minimum|available|provides?|most we|amounts?)\b`
