/** Phrases for shares of costs. */
import { PERCENT } from '../figures.ts'
import { type PhraseTables, pattern } from './table.ts'

export const SHARE = pattern`(${PERCENT})`

export const SHARES_PHRASES = {
  UP_TO: {
    flags: 'i',
    before: pattern`(?:`,
    after: pattern`)\s*(?:the first )?:?\s*${SHARE}`,
    phrases: [
      {
        meaning: 'up to a share',
        phrase: pattern`up to(?: a maximum of)?|as much as|get back|reimburses?`,
        like: ['they can cost up to 30%', 'up to a maximum of the first : 5.55per cent'],
        unlike: ['they can cost up to'],
      },
      {
        meaning: 'maximum share',
        phrase: pattern`\bmax(?:imum)?\.?:? (?:[\w-]+ ){0,7}?(?:of|is|[:–-])?`,
        like: ['Max 50% grant.'],
        unlike: ['50% grant.'],
      },
      {
        meaning: 'no more than, or capped at',
        phrase: pattern`
          at most|no(?:t)? (?:be )?more than|cannot exceed|not exceed(?:ing)?|capped at|limited to|
          covers?|fund(?:s|ed)?|pays?|available is for`,
        like: ['We fund 50% of costs.', 'available is for the first :5per cent'],
        unlike: ['We 50% of costs.'],
      },
      {
        meaning: 'rate of the grant',
        phrase: pattern`rate(?: of (?:grant|support|funding|aid) is| of| is|\s?:)`,
        like: ['Grant rate: 50%'],
        unlike: ['Grant : 50%'],
      },
      {
        meaning: 'funded at a rate',
        phrase: pattern`funded at|grants? (?:of|for|at)|provides?|rate (?:of|is)|contributes?`,
        like: ['The grant rate is 40%.', 'funded at the first 5.55 per cent'],
        unlike: ['The grant is 40%.'],
      },
    ],
  },
  OFF: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a share off or of the costs',
        phrase: pattern`
          ${SHARE}\s*(?:off|towards|of)\s*(?:the |your |their |all )?
          (?:total |eligible |project |capital |net )*
          (?:costs?|price|expenditure|purchase|investment)`,
        like: ['We fund 50% of costs.'],
        unlike: ['We fund 50% of.'],
      },
    ],
  },
  OWN: {
    flags: 'i',
    before: pattern`(?:`,
    after: pattern`)\s*(?:at least |a minimum of |the remaining |the other )?${SHARE}`,
    phrases: [
      {
        meaning: 'at least, or remaining',
        phrase: pattern`
          at least|min(?:imum)? (?:[\w-]+ ){0,4}?(?:of)?|no(?:t)? less than|remaining|put(?:s)? in`,
        like: ['at least 20%', 'no less than the other 5 percent'],
        unlike: ['at 20%'],
      },
      {
        meaning: 'contributes a share',
        phrase: pattern`contribut\w+(?: of| has to be| must be| should be| is)?`,
        like: ['You must contribute 10% in cash.'],
        unlike: ['You must 10% in cash.'],
      },
      {
        meaning: 'provides a share',
        phrase: pattern`provide|bring|raise|match(?: funding)?(?: of)?|find|fund|min`,
        like: ['We fund 50% of costs.', 'match funding the remaining 5,%'],
        unlike: ['We 50% of costs.'],
      },
    ],
  },
  OWN_MONEY: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'you must provide',
        phrase: pattern`
          (?:you|applicants?|organi[sz]ations?|grantees?|business(?:es)?|recipients?|clubs?|
            charities|groups?|schools?|companies|farmers?)
          [^.;]{0,20} (?:must|needs?|have|has|required)
          (?: to)? (?:provide|find|raise|meet|pay|bring|cover|fund) (?:at least |a minimum of |
            the remaining |the other )?
          \d+`,
        like: ['You must provide 50% match funding.'],
        unlike: ['You must 50% match funding.'],
      },
      {
        meaning: 'business contribution',
        phrase: pattern`
          (?:you|applicants?|organi[sz]ations?|grantees?|business(?:es)?|recipients?|clubs?|
            charities|groups?|schools?|companies|farmers?)\b[^.;]{0,60} contribut
          \w+`,
        like: ['Business contribution: min 50%'],
        unlike: ['Business : min 50%'],
      },
      {
        meaning: 'contribution or match funding',
        phrase: pattern`
          contribution|match(?:ed)?[ -]fund\w*|matched|(?:your|their) own|
          own (?:funds?|money|resources)`,
        like: ['Match funding: 30%', 'contribution'],
        unlike: ['Match : 30%'],
      },
      {
        meaning: 'other sources',
        phrase: pattern`(?:an)?other (?:sources?|funding|funders)`,
        like: ['A minimum of 10% must come from another source.'],
        unlike: ['A minimum of 10% must come from source.'],
      },
      {
        meaning: 'sources other than the grant',
        phrase: pattern`sources? other than|partnership funding|yourself|yourselves`,
        like: ['You find the other 30% yourself.', 'partnership funding'],
        unlike: ['You find the other 30%.'],
      },
      {
        meaning: 'puts in a share',
        phrase: pattern`put(?:s)? in (?=(?:at least |a minimum of )?\d)`,
        like: ['Applicants put in at least 20%.'],
        unlike: ['Applicants in at least 20%.'],
      },
      {
        meaning: 'remaining, or a match',
        phrase: pattern`remaining|elsewhere|co-?fund\w*|(?<=% (?:cash )?)match`,
        like: ['A 50% match is required.', 'remaining'],
        unlike: ['A 50% is required.'],
      },
    ],
  },
  OF_COSTS: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'costs, match or contribution',
        phrase: pattern`
          come from|subsidy|contributions?|match|costs?|expenditure|project|purchase|price|spend|
          installation|works?|capital|total|FEC|funding|grants?|intervention|investment|rate|
          support|put(?:s)? in|yourself|own money|elsewhere`,
        like: ['Small grants', 'intervention'],
        unlike: ['Small'],
      },
    ],
  },
  /** Shares of something else. */
  ELSE: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a share of ownership or overheads',
        phrase: pattern`
          (?:%|per\s?cent)\s(?:\(?[\w'’]+\)?\s){0,5}?
          (?:owned|ownership|shares?(?:holding)?|income|turnover|profits?|interest|VAT|tax|energy|
            emissions?|carbon|members?|beneficiar\w+|residents|pupils|people|score|scoring|marks|
            weight\w*|payment|paid (?:up ?front|in advance|on)|instal\w*ments?|advance|retention|
            retained|overheads?|indirect|management|admin\w*|contingency|efficien\w+|deprived|votes?|
            employees|time|staff|reduction|split|budget)\b`,
        like: ['and up to 15% towards overheads.'],
        unlike: ['and up to 15% towards.'],
      },
      {
        meaning: 'in kind, or contingency',
        phrase: pattern`
          \b(?:split|in[- ]kind (?:up|to|of|contributions? up)|contingenc\w+|overheads?|paid in|
            instal\w*ments?|score[ds]?|rateable|raised|secured|
            (?<!have |must be )in place(?! (?:at least|a minimum)\b)|instalments?)\b`,
        like: ['Match can be in kind up to 50%.'],
        unlike: ['must be in place', 'Match can be in up to 50%.'],
      },
      {
        meaning: 'for every pound',
        phrase: pattern`\bfor every (?:£|pound)`,
        like: ['for every £1'],
        unlike: ['for £1'],
      },
    ],
  },
  OF_OTHER_COSTS: {
    flags: 'i',
    phrases: [
      {
        meaning: '"20 per cent of their annual running costs": not of the project\'s',
        phrase: pattern`
          (?:%|per\s?cent)\s(?:of )?(?:(?:the|your|their|its|any|all|total|eligible) )*
          (?:annual|running|operating|staff\w*|salary|wage|service|core|revenue|marketing|training|
            professional|administrati\w+|overhead|management|maintenance|monthly|yearly|energy|travel|
            rent\w*|advertising) (?:\w+ )?
          (?:costs?|expenditure|expenses|budget|bills?)\b`,
        like: ['20 per cent of their annual running costs'],
        unlike: ['20 per cent of their annual running'],
      },
    ],
  },
  OF_THE_GRANT: {
    flags: 'i',
    phrases: [
      {
        meaning: 'A share of the grant is no share of the costs',
        phrase: pattern`
          (?:%|per\s?cent)\s(?:\w+ ){0,2}?of (?:the|your|any|each|our|this|their) (?:\w+ )?
          (?:grant|award|funding|budget|fund|allocation|programme)\b`,
        like: ['Up to 20% of the budget may go on capital.'],
        unlike: ['Up to 20% of the may go on capital.'],
      },
    ],
  },
  ABOUT_FUNDING: {
    flags: 'i',
    before: pattern`\b(?:`,
    after: pattern`)\b`,
    phrases: [
      {
        meaning: 'words about funding',
        phrase: pattern`
          grants?|fund(?:s|ed|ing)?|cover\w*|costs?|intervention|rates?|offered|pays?|contribut\w+|
          support\w*|receive|up to`,
        like: ['Small grants', 'intervention'],
        unlike: ['Small'],
      },
    ],
  },
  HALF: {
    flags: 'gi',
    phrases: [
      {
        meaning: '"up to half of the total cost"',
        phrase: pattern`
          \b(?:one[- ])?half (?:of )?
          (?=
            (?:the|your|its|their|all|total|eligible|project) [^.;]*\b(?:costs?|price|expenditure|
              bill|budget)\b|
            what your project costs\b)`,
        like: ['We pay half of the cost.'],
        unlike: ['We pay of the cost.'],
      },
    ],
  },
  THREE_QUARTERS: {
    flags: 'gi',
    phrases: [
      {
        meaning: 'three quarters of the costs',
        phrase: pattern`
          \bthree[- ]quarters of (?=
            (?:the|your|its|their|all|total|eligible|project) [^.;]*\b(?:costs?|price|expenditure|
              bill|budget)\b
          )`,
        like: ['We will pay up to three quarters of the cost, to a maximum of £6,000.'],
        unlike: ['We will pay up to three of the cost, to a maximum of £6,000.'],
      },
    ],
  },
  A_QUARTER: {
    flags: 'gi',
    phrases: [
      {
        meaning: 'a quarter of the costs',
        phrase: pattern`
          \b(?:a|one)
          [- ]quarter of (?=
            (?:the|your|its|their|all|total|eligible|project) [^.;]*\b(?:costs?|price|expenditure|
              bill|budget)\b
          )`,
        like: ['find at least a quarter of the costs; at least'],
        unlike: ['find at least a of the costs; at least'],
      },
    ],
  },
  /** "At least 60% of the project costs must be paid for with money from private sources" */
  PAID_BY_OTHERS: {
    flags: 'i',
    phrases: [
      {
        meaning:
          '"At least 60% of the project costs must be paid for with money from private sources"',
        phrase: pattern`
          (?:at least|a minimum of|no less than) ${SHARE} of (?:the |your |all )?
          (?:total |eligible |overall |project |capital )*
          (?:costs?|expenditure|budget|funding) (?:must|needs? to|has to|have to|should|
            will need to|is required to|are to|is to) (?:
            be (?:paid|met|covered|funded|found|financed|provided)|come)\b[^.;]*?\b(?:private|own|
            other|match|elsewhere|non-public|you|applicants?)\b`,
        like: ['At least 10% of the total cost must come from your own funds or other sources.'],
        unlike: ['At 10% of the total cost must come from your own funds or other sources.'],
      },
    ],
  },
  FROM_OWN: {
    flags: 'i',
    phrases: [
      {
        meaning: '"25% of the cost must come from your own funds"',
        phrase: pattern`
          ${SHARE} of (?:the |your |all )?(?:[\w-]+ ){0,3}?
          (?:costs?|budget|expenditure) (?:must|has to|have to|needs? to|will have to) (?:come|
            be (?:found|met|paid|raised))\b[^.;]*?\b(?:own|other|elsewhere|you|applicants?)\b`,
        like: ['25% of the cost must come from your own funds'],
        unlike: ['25% of the must come from your own funds'],
      },
    ],
  },
  PAYS_ITSELF: {
    flags: 'i',
    phrases: [
      {
        meaning: '"Private money, such as a loan, must pay for at least 60% of the costs"',
        phrase: pattern`
          \b(?:private|own|other|match|non-public|partnership) (?:\w+ )?
          (?:money|funds?|funding|sources?|finance|contributions?)\b[^.;]{0,50}?\b(?:must|needs? to|
            has to|have to|should) (?:pay|cover|meet|fund|provide|find)
          (?: for)? (?:at least|a minimum of|no less than) ${SHARE}`,
        like: ['Private money, such as a loan, must pay for at least 60% of the costs'],
        unlike: ['money, such as a loan, must pay for at least 60% of the costs'],
      },
    ],
  },
  /** "a revenue element which should not exceed 10%": a part of the budget. "50% of capital costs and all of the cost of activities": of one sort of cost. */
  OF_ONE_PART: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a part of the budget',
        phrase: pattern`
          \b(?:revenue|capital|admin\w*|overheads?|contingency|management|marketing|training|
            staff(?:ing)?) (?:elements?|part|component|share)\b[^.;%]*
          %`,
        like: ['a revenue element which should not exceed 10%'],
        unlike: ['a element which should not exceed 10%'],
      },
      {
        meaning: 'a share, and all of another cost',
        phrase: pattern`%[^.;%]*\band (?:all|the whole|the full)\b`,
        like: ['50% of capital costs and all of the cost of activities'],
        unlike: ['50% of capital costs all of the cost of activities'],
      },
    ],
  },
  /** "The grant can provide up to 50% match funding": the funder's share, whatever it is called. */
  GIVEN: {
    flags: 'i',
    phrases: [
      {
        meaning: 'The grant can provide up to 50% match funding',
        phrase: pattern`
          \b(?:grants?|fund|scheme|programme|we|council) (?:(?:can|will|may|could) )?
          (?:provide|offer|give|contribute|cover|pay|fund|match)s? (?:up to |a maximum of )?${SHARE}`,
        like: ['We fund 50% of costs.'],
        unlike: ['We 50% of costs.'],
      },
    ],
  },
  OF_THE_FUNDER: {
    flags: 'gi',
    phrases: [
      {
        meaning: 'a contribution from the fund',
        phrase: pattern`\bcontribution from the (?:fund|scheme|programme|council|trust|grant)\b`,
        like: ['The contribution from the fund is up to 90% of the total cost.'],
        unlike: ['The from the fund is up to 90% of the total cost.'],
      },
      {
        meaning: 'our contribution',
        phrase: pattern`
          \b(?:our|maximum|
            (?:the )?(?:[\w-]+ )?(?:council|trust|fund|foundation|scheme|programme|grant)(?:['’]s)?
          ) contribution\b`,
        like: [
          'Grant support is based on actual costs with a maximum contribution of 40 per cent.',
        ],
        unlike: ['Grant support is based on actual costs with a maximum of 40 per cent.'],
      },
    ],
  },
} satisfies PhraseTables
