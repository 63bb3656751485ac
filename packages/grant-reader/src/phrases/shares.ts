/** Phrases for shares of costs. */
import { PERCENT } from '../figures.ts'
import { pattern, words, wordsWith } from './words.ts'

export const SHARE = pattern`(${PERCENT})`

export const UP_TO = words`
  (?:
  # up to a share
  up to(?: a maximum of)?|as much as|get back|reimburses?|
  # maximum share
  \bmax(?:imum)?\.?:? (?:[\w-]+ ){0,7}?(?:of|is|[:–-])?|
  # no more than, or capped at
  at most|no(?:t)? (?:be )?more than|cannot exceed|not exceed(?:ing)?|capped at|limited to|
  covers?|fund(?:s|ed)?|pays?|available is for|
  # rate of the grant
  rate(?: of (?:grant|support|funding|aid) is| of| is|\s?:)|
  # funded at a rate
  funded at|grants? (?:of|for|at)|provides?|rate (?:of|is)|contributes?
  )\s*(?:the first )?:?\s*${SHARE}`

export const OFF = words`
  # a share off or of the costs
  ${SHARE}\s*(?:off|towards|of)\s*(?:the |your |their |all )?
  (?:total |eligible |project |capital |net )*
  (?:costs?|price|expenditure|purchase|investment)`

export const OWN = words`
  (?:
  # at least, or remaining
  at least|min(?:imum)? (?:[\w-]+ ){0,4}?(?:of)?|no(?:t)? less than|remaining|put(?:s)? in|
  # contributes a share
  contribut\w+(?: of| has to be| must be| should be| is)?|
  # provides a share
  provide|bring|raise|match(?: funding)?(?: of)?|find|fund|min
  )\s*(?:at least |a minimum of |the remaining |the other )?${SHARE}`

export const OWN_MONEY = words`
  \b(?:
  # you must provide
  (?:you|applicants?|organi[sz]ations?|grantees?|business(?:es)?|recipients?|clubs?|
    charities|groups?|schools?|companies|farmers?)
  [^.;]{0,20} (?:must|needs?|have|has|required)
  (?: to)? (?:provide|find|raise|meet|pay|bring|cover|fund) (?:at least |a minimum of |
    the remaining |the other )?
  \d+|
  # business contribution
  (?:you|applicants?|organi[sz]ations?|grantees?|business(?:es)?|recipients?|clubs?|
    charities|groups?|schools?|companies|farmers?)\b[^.;]{0,60} contribut
  \w+|
  # contribution or match funding
  contribution|match(?:ed)?[ -]fund\w*|matched|(?:your|their) own|
  own (?:funds?|money|resources)|
  # other sources
  (?:an)?other (?:sources?|funding|funders)|
  # sources other than the grant
  sources? other than|partnership funding|yourself|yourselves|
  # puts in a share
  put(?:s)? in (?=(?:at least |a minimum of )?\d)|
  # remaining, or a match
  remaining|elsewhere|co-?fund\w*|(?<=% (?:cash )?)match
  )\b`

export const OF_COSTS = words`
  \b(?:
  # costs, match or contribution
  come from|subsidy|contributions?|match|costs?|expenditure|project|purchase|price|spend|
  installation|works?|capital|total|FEC|funding|grants?|intervention|investment|rate|
  support|put(?:s)? in|yourself|own money|elsewhere
  )\b`

/** Shares of something else. */
export const ELSE = words`
  # a share of ownership or overheads
  (?:%|per\s?cent)\s(?:\(?[\w'’]+\)?\s){0,5}?
  (?:owned|ownership|shares?(?:holding)?|income|turnover|profits?|interest|VAT|tax|energy|
    emissions?|carbon|members?|beneficiar\w+|residents|pupils|people|score|scoring|marks|
    weight\w*|payment|paid (?:up ?front|in advance|on)|instal\w*ments?|advance|retention|
    retained|overheads?|indirect|management|admin\w*|contingency|efficien\w+|deprived|votes?|
    employees|time|staff|reduction|split|budget)\b|
  # in kind, or contingency
  \b(?:split|in[- ]kind (?:up|to|of|contributions? up)|contingenc\w+|overheads?|paid in|
    instal\w*ments?|score[ds]?|rateable|raised|secured|
    (?<!have |must be )in place(?! (?:at least|a minimum)\b)|instalments?)\b|
  # for every pound
  \bfor every (?:£|pound)`

export const OF_OTHER_COSTS = words`
  # "20 per cent of their annual running costs": not of the project's
  (?:%|per\s?cent)\s(?:of )?(?:(?:the|your|their|its|any|all|total|eligible) )*
  (?:annual|running|operating|staff\w*|salary|wage|service|core|revenue|marketing|training|
    professional|administrati\w+|overhead|management|maintenance|monthly|yearly|energy|travel|
    rent\w*|advertising) (?:\w+ )?
  (?:costs?|expenditure|expenses|budget|bills?)\b`

export const OF_THE_GRANT = words`
  # A share of the grant is no share of the costs
  (?:%|per\s?cent)\s(?:\w+ ){0,2}?of (?:the|your|any|each|our|this|their) (?:\w+ )?
  (?:grant|award|funding|budget|fund|allocation|programme)\b`

export const ABOUT_FUNDING = words`
  \b(?:
  # words about funding
  grants?|fund(?:s|ed|ing)?|cover\w*|costs?|intervention|rates?|offered|pays?|contribut\w+|
  support\w*|receive|up to
  )\b`

export const HALF = wordsWith('gi')`
  # "up to half of the total cost"
  \b(?:one[- ])?half (?:of )?
  (?=
    (?:the|your|its|their|all|total|eligible|project) [^.;]*\b(?:costs?|price|expenditure|
      bill|budget)\b|
    what your project costs\b)`

export const THREE_QUARTERS = wordsWith('gi')`
  # three quarters of the costs
  \bthree[- ]quarters of (?=
    (?:the|your|its|their|all|total|eligible|project) [^.;]*\b(?:costs?|price|expenditure|
      bill|budget)\b
  )`

export const A_QUARTER = wordsWith('gi')`
  # a quarter of the costs
  \b(?:a|one)
  [- ]quarter of (?=
    (?:the|your|its|their|all|total|eligible|project) [^.;]*\b(?:costs?|price|expenditure|
      bill|budget)\b
  )`

/** "At least 60% of the project costs must be paid for with money from private sources" */
export const PAID_BY_OTHERS = words`
  # "At least 60% of the project costs must be paid for with money from private sources"
  (?:at least|a minimum of|no less than) ${SHARE} of (?:the |your |all )?
  (?:total |eligible |overall |project |capital )*
  (?:costs?|expenditure|budget|funding) (?:must|needs? to|has to|have to|should|
    will need to|is required to|are to|is to) (?:
    be (?:paid|met|covered|funded|found|financed|provided)|come)\b[^.;]*?\b(?:private|own|
    other|match|elsewhere|non-public|you|applicants?)\b`

export const FROM_OWN = words`
  # "25% of the cost must come from your own funds"
  ${SHARE} of (?:the |your |all )?(?:[\w-]+ ){0,3}?
  (?:costs?|budget|expenditure) (?:must|has to|have to|needs? to|will have to) (?:come|
    be (?:found|met|paid|raised))\b[^.;]*?\b(?:own|other|elsewhere|you|applicants?)\b`

export const PAYS_ITSELF = words`
  # "Private money, such as a loan, must pay for at least 60% of the costs"
  \b(?:private|own|other|match|non-public|partnership) (?:\w+ )?
  (?:money|funds?|funding|sources?|finance|contributions?)\b[^.;]{0,50}?\b(?:must|needs? to|
    has to|have to|should) (?:pay|cover|meet|fund|provide|find)
  (?: for)? (?:at least|a minimum of|no less than) ${SHARE}`

/**
 * "a revenue element which should not exceed 10%": a part of the budget. "50% of capital costs and
 * all of the cost of activities": of one sort of cost.
 */
export const OF_ONE_PART = words`
  # a part of the budget
  \b(?:revenue|capital|admin\w*|overheads?|contingency|management|marketing|training|
    staff(?:ing)?) (?:elements?|part|component|share)\b[^.;%]*
  %|
  # a share, and all of another cost
  %[^.;%]*\band (?:all|the whole|the full)\b`

/** A kind of cost: other costs of the same project may have another share. */
export const OF_A_COST_KIND = words`
  # capital items, staff costs
  %(?![^.;%]*\b(?:eligible|total|project) capital)[^.;%]{0,40}?\b(?:capital|revenue|equipment|
    staff\w*|salary|training|marketing|consultancy|professional|feasibility|design|software|
    labour|running|core) (?:items?|costs?|expenditure|equipment|purchases?|fees|elements?|
    spend\w*)\b|
  # the cost of equipment
  %[^.;%]{0,30}?\bcosts? of (?:any |the |new |your |all )*(?:equipment|machinery|capital items|
    training|staff(?:ing)?|salaries|marketing|consultan\w+)\b`

/** "The grant can provide up to 50% match funding": the funder's share, whatever it is called. */
export const GIVEN = words`
  # The grant can provide up to 50% match funding
  \b(?:grants?|fund|scheme|programme|we|council) (?:(?:can|will|may|could) )?
  (?:provide|offer|give|contribute|cover|pay|fund|match)s? (?:up to |a maximum of )?${SHARE}`

export const OF_THE_FUNDER = wordsWith('gi')`
  # a contribution from the fund
  \bcontribution from the (?:fund|scheme|programme|council|trust|grant)\b|
  # our contribution
  \b(?:our|maximum|
    (?:the )?(?:[\w-]+ )?(?:council|trust|fund|foundation|scheme|programme|grant)(?:['’]s)?
  ) contribution\b`
