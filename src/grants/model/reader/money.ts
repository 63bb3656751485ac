/** Sums: what the grant pays, what the project costs, what the applicant earns. */
import type { Operator } from '../criterion.ts'
import { MONEY, moneyOf } from '../figures.ts'
import { type FoundCriterion, finding, type Rule } from './build.ts'
import { invertBound, isExclusion, withoutDenial } from './polarity.ts'
import { demands, REFUSES } from './requirement-words.ts'
import { clausesOf } from './split-clauses.ts'
import type { Unit } from './units.ts'

type Subject = 'AMOUNT_RANGE' | 'PROJECT_COST' | 'INCOME'
const PARAMETER = {
  AMOUNT_RANGE: 'amount_needed',
  PROJECT_COST: 'project_cost',
  INCOME: 'annual_income',
} as const

const INCOME =
  /\b(?:annual|yearly|total|gross|your|an?|with|organisational|organisation['’]s|of) (?:\w+ )?(?:incomes?|turnovers?)\b|\bannual revenue\b|^(?:incomes?|turnovers?)\b|\bturn(?:s|ing)? over\b|\b(?:incomes?|turnovers?) (?:of|is|must|under|over|below|above|less|between|up to|exceed)/i
/** Another figure of an applicant's books than last year's income. */
const NOT_INCOME =
  /\b(?:balance sheet|assets?|reserves?|averag\w*|drop|loss|fall|decrease|reduc\w+|increase|each of|last (?:two|three|\d) years|rateable|two or more|combined|net (?:profit|income)|household|personal|taxable|from (?:trading|grants)|(?:bar|rental|membership|hire|trading|unrestricted|investment) income|per cent|%|any one|project)\b/i
const COSTS =
  /^an? (?:maximum|minimum) (?:total )?(?:project )?(?:value|costs?)\b|\b(?:projects?['’]?s? (?:total )?(?:eligible )?costs?|total (?:eligible )?(?:project )?costs?|eligible (?:project )?costs?|(?:total|overall|whole|full) costs? of (?:the|your|any) (?:project|works?|scheme)|projects? costing|(?:total|overall) project budget|(?:total|overall) budget (?:for|of) (?:the|your|any) project|projects? with a total (?:value|cost|budget)|(?:total|minimum|maximum|overall) project (?:value|budget|size)|(?<!\b(?:can|may|could|typically|usually) )(?:total )?costs? (?:of|between|from)|(?:projects?|works?) (?:must|should|can|will|may|cannot|may not|must not|should not|needs? to|ha(?:s|ve) to) cost|(?:planning|plan|intend|intending|have|need) to (?:spend|invest)(?=[^.;]*£[^.;]*\bprojects?\b)|^projects? (?:of |worth |costing )?(?:over|above|more than)(?= £[^.;]*\b(?:not (?:be )?(?:considered|eligible|funded|supported)|cannot))|full economic costs?|(?:total )?(?:size|value) of (?:the|your|each|any) projects?|total (?:project )?investment|(?:total|minimum|min\.?|maximum|max\.?) (?:project )?spend)\b/i
const AWARD =
  /\b(?:grants?|awards?|awarded|funding|fund|apply(?: to (?:us|the \w+))? for|bids?|applications?(?: to (?:us|the \w+)(?: (?:may|can|must|should) be)?)? for|(?:sum|amount) (?:asked|applied) for|requests?(?:ed)?|receive|offer(?:ed|ing|s)?|you can get|support of|(?:financial )?assistance|available|can seek|limit of|per project|vouchers?|provides?|gives?|pays?|contributes?|covers?|claim|you could get|contribution from (?:us|(?:the )?(?:funders?|council|trust|foundation|fund|programme|scheme))|ask(?:ing|s)?(?: us)? for|(?:most|least) (?:that )?(?:anyone|anybody|you|an? \w+|each \w+|one \w+) (?:can|may|could)|(?:ceiling|cap|upper limit)(?=[^.;]*\b(?:each|per|any|one|an?) (?:applica|organi|project|grant|award))|largest grant|(?:project|applicant|organi[sz]ation|group) (?:can|may|will) (?:receive|have|get)|applications? (?:should|must|can|may|cannot|will)(?: not)? (?:be for|exceed)|(?:applied for|requested))\b|^(?:the )?(?:amounts?|value|how much|award size|maximum|minimum)\b/i
const COST_THEN_SUM = /\b(?:costs?|value|budget|invest(?:ment)?|spend)\b[^.;£]{0,70}£/i
/** A cost in a sentence about what is paid towards it. */
const PAYS =
  /\b(?:grants?|awards?|awarded|funding) (?:of|between|from|up to|are|is|will|for)\b|\b(?:awarded|off|towards|cover(?:s|ed|ing)?|contribut\w+)\b|(?:%|per\s?cent|\b(?:half|thirds?|quarters?)) of (?:the |your |all |any |eligible |total |project |capital )*(?:costs?|expenditure)\b[^.;]{0,20}(?:up to|max|capped|limit)/i
/** Sums that are no limit of one award: the whole fund, fees, another funder's ceiling. */
const POT =
  /\b(?:share of|allocat\w*|invest(?:ing|ment|s)? (?:of|up to)|will (?:be )?invest(?:ed)?|(?:has been|have been|is|are|was|being) made available|fees?|deposits?|insurance|indemnity|turnovers?|incomes?|rateable|subsid(?:y|ies)|de minimis|state aid|minimal financial|cumulative|public support|balance|reserves|salar(?:y|ies)|wages?|quotes?|quotations?|tender|invoices?|fundrais\w*|raised|loans?|equity|prize|worth of|value of (?:the )?(?:fund|scheme|programme)|in total|(?:has|have) been (?:awarded|allocated|granted|given)|over (?:the )?(?:\w+ )?(?:years|period)|since|previous(?:ly)?|so far|last year|allowance|rent|mortgage|debt|savings|bonus|additional|extra|top[- ]up|uplift|deduct\w*|first £|remaining|annual budget)\b|\b(?:total|overall|funding|annual|programme|indicative|entire|our) (?:fund|budget|pot|amount available|funding (?:pot|available))\b|\b(?:fund|pot|budget|programme|scheme) (?:of|worth|totalling)\b|(?:million|billion|£\d[\d,.]*\s?(?:m|bn))\b[^.;]{0,25}?\b(?:fund|programme|scheme|pot|budget|investment|competition)\b|\bevery\b|\bexample\b/i
/** Money that "is available" is the fund's, where no grant, applicant or project is named that may have it. */
const AVAILABLE_IN_ALL =
  /\b(?:funding|fund|money|investment|pot|budget|total)\b[^.;]{0,40}\b(?:available|up to|of)\b|\bavailable\b[^.;]{0,30}\bfunding\b/i
const TO_ONE =
  /\b(?:grants?|awards?|apply for|bids?|per (?:project|applicant|organi[sz]ation|business|application|group|award)|each|you (?:can|could|may)|request\w*|applicants?|individual projects?|maximum|minimum)\b/i
const LARGEST_UNSAID = 50_000

/** "£350 per socket" is a rate; per project, applicant or organisation it is the award. */
const PER_UNIT =
  /^\s?\/\s?[a-z]|^[^.;]{0,20}?\b(?:per|for (?:each|every)|a(?= (?:year|month|week|day|head|person|place|night|hectare|tree|metre|unit|home|room|visit))|each|every)\s+(?!(?:cent|project|applica\w+|organi[sz]ation|business|company|award|grant|bid|round|scheme|theme(?= (?:per|for each)\b)|undertaking|enterprise|group|club|charity|maximum|total|minimum)\b)[a-z]/i
/** A rate by unit needs no sum next to it: "per retail unit will be awarded". */
const RATE =
  /\b(?:in (?:any )?(?:two|three|four|five|\d+)(?: consecutive)? years|in (?:any|one|a|each|the same) (?:one |single |given |financial |calendar |rolling |\d+[- ]month )*(?:year|period)|a year|annually|yearly|annual (?:awards?|grants?)|over (?:two|three|four|five|\d) years)\b|\b(?:each|per) (?:year|annum|month|week|hectare|property|unit|pupil|person|head|socket|chargepoint|vehicle|place|participant|child|school|site|premises|building)\b/i

/** "45p a mile", "for each tree": the sentence pays by the unit, whatever its ceiling. */
const BY_THE_UNIT =
  /\d\s?p\b|\b(?:per|for (?:each|every))\s+(?!(?:cent|project|applica\w+|organi[sz]ation|business|company|award|grant|bid|round|scheme|theme(?= (?:per|for each)\b)|undertaking|enterprise|group|club|charity|maximum|total|minimum|council|authority|school|trust|institution|household|annum|year)\b)[a-z]/i
/** Past awards are no limit of current ones. */
const BYGONE =
  /\branged\b|\b(?:have|has) (?:\w+ )?(?:made|awarded|given|paid)\b|\b(?:awarded|made|gave|received|paid|funded|granted|were|was)\b[^.;]*\b(?:in|during|since) (?:19|20)\d\d\b|\b(?:in|during|since) (?:19|20)\d\d\b[^.;]*\b(?:awarded|made|gave|received|paid|funded|granted|were|was)\b/i
/**
 * "Applications for up to £1,000 are fast-tracked" is about some; "grants of up to £1,000 are
 * available" is about all.
 */
const ABOUT_SOME = new RegExp(
  `^(?:\\w+ ){0,3}?(?:grants?|applications?|requests?|bids?|awards?|projects?)\\b(?:\\s(?!(?:is|are|will|can|must)\\b)[\\w'’-]+){0,6}?\\s${MONEY}[^.;:,]{0,30}?\\s(?:are|is|will be|can be|may be|should be|will|need)\\s+(?!(?:now |currently |also |only |being |all |not |be )*(?:available|offered|made|awarded|given|provided|considered|accepted|applied|requested|on offer|possible|invited|welcome|open|paid|funded|supported|eligible|ineligible|rejected|excluded|up for|up to|what|the)\\b)[a-z]`,
  'i',
)
/** "Groups without a bank account can only apply for up to £500", "emergency grants". */
const SOME_MAY_HAVE =
  /^(?:(?:any|all|those|other|smaller|larger|new) )*(?:groups|organi[sz]ations|applicants|charities|businesses|projects|clubs|schools|companies|councils|individuals|those) (?:without|with|that|who|which|whose|having|under|over|in(?! (?:the )?(?:UK|United Kingdom|England|Scotland|Wales|Great Britain|Northern Ireland)\b)|not|working|led|based|applying)\b[^.;£]{0,80}\b(?:can|may|will|could|should|are|is)\b|^(?:emergency|urgent|travel|access|start[- ]?up|follow[- ]on|continuation|renewal|top[- ]up) (?:grants?|awards?|funding)\b/i
/** "The most for a vehicle is", "Grants for parish councils are capped at": one thing's or one kind's maximum. */
const FOR_A_THING = new RegExp(
  `\\b(?:max(?:imum)?|most|limit|cap|grants?|awards?|funding)\\b[^.;:£]{0,25}?\\bfor (?!(?:(?:this|the|an?|any|each|every|all|your|one|eligible|single|individual|successful|community|up) )*(?:grants?|awards?|projects?|applications?|applicants?|organi[sz]ations?|groups?|funding|schemes?|rounds?|fund|bids?|programmes?|work|activit\\w+|to|between|from|a maximum|a minimum|any amount|anything)\\b)(?:\\w+ ){1,4}?(?:is|are|of|will be|can be|may be|could be|can|go|goes|capped|limited)[^.;:£]{0,25}${MONEY}`,
  'i',
)

/** "Up to £500 of your grant" limits what is done with it. */
const OF_THE_GRANT =
  /^\s*(?:of|from(?! (?:the|this|our) (?:\w+ )?fund\b)|out of) (?:the|your|each|any|this|that|our|their) (?:\w+ )?(?:grant|award|budget|fund|pot|money|funding|total|allocation)\b|^ (?:worth )?of (?:eligible |actual )?(?:works?|expenditure|invoices)\b/i

const SUM = `(${MONEY})`
const RANGE = new RegExp(
  `(?:between|from|of)?\\s*${SUM}\\s*(?:and|to|-|–|—|up to(?: a maximum of)?|rising to)\\s*${SUM}`,
  'i',
)
const CHANGED = new RegExp(
  `(?:reduced|lowered|raised|increased|changed|cut) from\\s*${SUM}\\s*to\\s*${SUM}`,
  'i',
)
const BOUNDS: readonly [RegExp, Operator][] = [
  [
    new RegExp(
      `(?<!\\bno |\\bnot )(?:less than|below|under|fewer than|lower than|not? (?:reach|include)\\w*)\\s*${SUM}`,
      'i',
    ),
    'less_than',
  ],
  [
    new RegExp(
      `(?:no(?:t)? more than|no(?:t)? (?:greater|higher) than|(?:not|never) exceed(?:ing)?|cannot exceed|up to(?: (?:a|the) (?:maximum|value|total|sum|limit|maximum value|total value) of)?|\\bmax(?:imum)?\\.?:? (?:[\\w'’:/()-]+ ){0,11}?(?:of|is|was|value of|will be|[:–-])?|capped at(?: a maximum of)?|(?:limit|ceiling|cap)(?: (?:[\\w'’-]+ ){0,6}?(?:of|is|at)|(?=\\s*:))|\\bor less than|limited to|tops? out at|(?:most|largest|highest)(?: [^.;£]{0,40}?(?:is|of))?)\\s*:?\\s*${SUM}`,
      'i',
    ),
    'at_most',
  ],
  [
    new RegExp(
      `${SUM}(?<!,)\\s*(?:or (?:less|below|under|lower)|at (?:the )?most\\b|max(?:imum)?\\b|is the (?:largest|most|maximum|highest|biggest|upper)\\b)`,
      'i',
    ),
    'at_most',
  ],
  [
    new RegExp(
      `(?:no(?:t)? less than|at least|\\bmin(?:imum)?\\.?:? (?:[\\w'’:/()-]+ ){0,11}?(?:of|is|was|being|value of|will be|[:–-])?|(?:smallest|least|lowest) [^.;£]{0,40}?(?:is|of)|start(?:ing|s)? (?:at|from))\\s*:?\\s*${SUM}`,
      'i',
    ),
    'at_least',
  ],
  [new RegExp(`${SUM}(?<!,)\\s*(?:(?:or|and) (?:more|above|over)|minimum\\b)`, 'i'), 'at_least'],
  [
    new RegExp(
      `(?:more than|over|above|greater than|exceed(?:s|ing)?|in excess of)\\s*${SUM}`,
      'i',
    ),
    'more_than',
  ],
]
const OVERALL =
  /\b(?:the |our )?(?:maximum|minimum|max|min)\.? (?:[\w-]+ ){0,2}?(?:grant|award|amount|funding|bid|request)\b|\b(?:grants?|awards?) (?:are|is|will be) (?:capped|limited)\b/i

/** "Your project's total eligible costs must be", "have total costs": whatever strands there are. */
const OF_YOUR_PROJECT =
  /^(?:your|the) project['’]s (?:total |full |overall )?(?:eligible )?(?:project )?costs?\b|^your total (?:eligible )?(?:project )?costs\b|^have (?:a )?total (?:eligible )?(?:project )?costs?\b|\bfull economic cost (?:\(FEC\) )?of your \w+ (?:can|must)\b/i

/** "Able to contribute a minimum of £2,500 to match fund the grant": the applicant's own money. */
const OWN_SUM =
  /\b(?:able to contribute|(?:you|applicants?|they|businesses) (?:must|will|need to|should|have to) (?:contribute|provide|invest|raise|match))\b[^.;]*£|£[^.;]{0,20}\b(?:to match[- ]fund|of (?:your|their) own)\b/i

/** "Project costs should be up to £20,000 and awards never exceed half": the first sum is the costs'. */
const COSTS_FIRST =
  /^(?:(?:the|your|total|overall|eligible|full|all) )*(?:project |scheme )(?:value|budget|costs?) (?:must|should|can|cannot|may|needs? to|has to|have to|will)\b[^.;£]{0,40}£/i

/** "has received funding of up to £24,000": past funding is no offer. */
const WAS_HAD =
  /\b(?:has|have|had) (?:not )?(?:already |previously )?(?:received|had|benefited|claimed|been (?:awarded|given|paid))\b[^.;]*£/i

/** Costs of salaries, a year or a subcontractor are not those of the project. */
const OTHER_COSTS =
  /\b(?:sub-?contractors?|partners?|collaborators?|access|salary|staff|running|core|annual|management|overhead|travel)['’]?s?['’]? (?:\w+ )?costs?\b/i

/** "70% of the cost of the works, capped at £900,000": the cost is what the share is of. */
const SHARE_OF_COSTS =
  /(?:\d\s?(?:%|per\s?cent)|\b(?:half|thirds?|quarters?)) of (?:the |your |all |any |eligible |total |overall |project |capital )*(?:costs?|expenditure)\b(?: of [^,.;£]*)?/gi

/** Returns the subject of the sentence's sums; `null` if it is a pot, a fee or unknown. */
function subjectOf(unit: Unit): Subject | null {
  const context = unit.list
    ? `${unit.list.lead} ${unit.text}`
    : `${/\b(?:grants?|awards?|funding|how much|(?:maximum|minimum|most|least) [^?]*(?:apply|request|bid))\b/i.test(unit.heading) ? `${unit.heading} ` : ''}${unit.text}`
  if (INCOME.test(unit.text))
    return NOT_INCOME.test(unit.text.replace(/\bper cent\b/g, '')) ? null : 'INCOME'
  if (OWN_SUM.test(unit.text)) return null
  if (COSTS_FIRST.test(unit.text)) return 'PROJECT_COST'
  if (OTHER_COSTS.test(unit.text)) return null
  // "up to £5,000 of the project's costs" is the award: only what stands behind the cost is the cost's.
  const apart = unit.text.replace(SHARE_OF_COSTS, ' ')
  if (COSTS.test(apart) && !PAYS.test(unit.text) && COST_THEN_SUM.test(apart)) return 'PROJECT_COST'
  if (POT.test(unit.text) || WAS_HAD.test(unit.text)) return null
  if (/\bcost\w*\b[^.;]{0,30}£/i.test(apart) && !PAYS.test(unit.text)) return null
  return AWARD.test(context) && unit.mood !== 'none_of' ? 'AMOUNT_RANGE' : null
}

const TOPIC: Record<Subject, RegExp> = {
  AMOUNT_RANGE:
    /\bup to £|\b(?:can|could|may) (?:get|receive|have|claim|be offered)\b|\b(?:grants?|awards?|apply(?:ing)? for|applications? (?:for|of|over)|requests?|bids?)\b/i,
  PROJECT_COST: /\bcosts?\b|\bprojects?\b/i,
  INCOME: /\b(?:income|turnover)\b/i,
}

const BOOKS = /\bbalance sheet\b|\btwo (?:or more )?of\b/i
const INCOME_IN_FIGURES = new RegExp(
  `\\b(?:income|turnover)\\b[^.;\\n]{0,60}${MONEY}|${MONEY}[^.;\\n]{0,40}\\b(?:income|turnover)\\b`,
  'i',
)

const ABOUT_THE_PAST = /\b(?:priorit\w+|awarded|supported|funded|had|were|was)\b/i

/** Whether every sum that is said of income elsewhere is one of the limit's own. */
function repeatsRange(rest: string, { min, max }: { min: number; max: number }): boolean {
  return [
    ...rest
      .replace(/[^.\n]+/g, (clause) => (ABOUT_THE_PAST.test(clause) ? '' : clause))
      .matchAll(new RegExp(INCOME_IN_FIGURES.source.replace('{0,60}', '{0,60}?'), 'gi')),
  ].every(([said]) =>
    [...said.matchAll(new RegExp(MONEY, 'gi'))].every(
      ([sum]) => moneyOf(sum) === min || moneyOf(sum) === max,
    ),
  )
}

/** The fund's own beginning. */
const SETS_UP =
  /\b(?:to (?:establish|set up|launch|create)|(?:has|have|was|were|been) (?:announced|launched|established|set up)|announces|launches)\b/i

const HAS_VERB = /\b(?:may|can|could|will|should|must|need|require|eligible|apply)\b/i
const BEYOND = /\b(?:over|above|more than|greater than|exceed(?:s|ing)?|in excess of)\s*$/i
const SHUT_BY_INCOME =
  /\b(?:income|turnover)\b[^.;]*\b(?:cannot apply|can['’]t apply|may not apply|(?:is|are) (?:not eligible|ineligible)|will not be (?:considered|funded))(?: (?:for|to) (?:this|the|our|an?|any) (?:grants?|fund|scheme|programme|funding))?\s*[.;]?$/i
/**
 * Returns whether another sentence on the same subject has a sum beyond the limit: then the limit
 * does not bind all.
 */
function isOutdone(found: FoundCriterion, subject: Subject, unit: Unit, whole: string): boolean {
  const value =
    typeof found.value === 'number'
      ? { min: found.value, max: found.value }
      : (found.value as { min: number; max: number })
  const isCeiling = found.operator !== 'at_least' && found.operator !== 'more_than'
  const rest = `${whole.slice(0, unit.start)}\n${whole.slice(unit.end)}`
  // An income with figures in two places is one of several bands, or differs from last year's
  // income. An income that excludes still excludes, whatever is required below it.
  if (subject === 'INCOME' && isCeiling && SHUT_BY_INCOME.test(unit.text)) return false
  if (
    subject === 'INCOME' &&
    (BOOKS.test(rest) || (INCOME_IN_FIGURES.test(rest) && !repeatsRange(rest, value)))
  )
    return true
  return rest.split(/\n|(?<=[.!?])\s+(?=[A-Z0-9£])/).some((sentence) => {
    if (
      !/[£\d]/.test(sentence) ||
      !TOPIC[subject].test(sentence) ||
      (subject === 'AMOUNT_RANGE' && SETS_UP.test(sentence))
    )
      return false
    if (
      subject === 'AMOUNT_RANGE' &&
      (POT.test(sentence) ||
        AVAILABLE_IN_ALL.test(sentence) ||
        COSTS.test(sentence) ||
        /\b(?:cost|spend\b)/i.test(sentence))
    )
      return false
    if (subject !== 'INCOME' && INCOME.test(sentence)) return false
    if (
      subject === 'PROJECT_COST' &&
      !/\bcost|\bprojects? (?:over|above|of|up to|worth)/i.test(sentence)
    )
      return false
    return [...sentence.matchAll(new RegExp(MONEY, 'gi'))].some((match) => {
      if (PER_UNIT.test(sentence.slice(match.index + match[0].length))) return false
      const sum = moneyOf(match[0])
      // "Grants over £1,000 …" next to "up to £1,000": another tier starts where this one ends.
      if (
        isCeiling &&
        sum === value.max &&
        BEYOND.test(sentence.slice(0, match.index)) &&
        HAS_VERB.test(sentence) &&
        !REFUSES.test(sentence)
      )
        return true
      return isCeiling ? sum > value.max : subject === 'INCOME' && sum < value.min
    })
  })
}

/** "up to 200 grants a year": the sum is that of each grant. */
const MANY_TO_ONE =
  /\b(?:receive|have|get|claim|apply for|given|up to|maximum of) (?:up to |a maximum of )?(?:\d+|two|three|four|five|six|ten|several|multiple|more than one|further|additional) (?:\w+ )?(?:grants|vouchers|awards|sockets|chargepoints)\b/i
const CANNOT = /\b(?:not|cannot|can['’]t|only)\b/i

const paysEach = (whole: string) =>
  whole
    .split(/\n|(?<=[.!?])\s+/)
    .some((sentence) => MANY_TO_ONE.test(sentence) && !CANNOT.test(sentence))

/** "£1000-3000" and "from £1,000 (the minimum) to £25,000" as other ranges are written. */
const asRange = (text: string) =>
  text
    .replace(/ \(the (?:minimum|maximum)\)/gi, '')
    .replace(/(£\d[\d,]*)(\s?[-–]\s?)(?=\d[\d,]{2,}(?![\d,]*\s?(?:%|years?|months?)))/g, '$1$2£')

export const sums: Rule = (unit, { text: whole }) =>
  (unit.mood === 'none_of' ? [unit.text] : clausesOf(unit.text))
    .flatMap((text) => read({ ...unit, text: asRange(text) }))
    .map(
      (found): FoundCriterion =>
        found.code === 'AMOUNT_RANGE' && (BY_THE_UNIT.test(unit.text) || paysEach(whole))
          ? { ...found, doubt: 'quantity' }
          : found.code === 'AMOUNT_RANGE' &&
              found.operator === 'at_most' &&
              hasOneBeyond(unit.text, found.value as number)
            ? { ...found, doubt: 'part' }
            : found,
    )
    .map((found) =>
      found.doubt === undefined && isOutdone(found, found.code as Subject, unit, whole)
        ? { ...found, doubt: 'contradiction' }
        : found,
    )

/** "Charities with an income over £25,000 must be registered" is about some and excludes none. */
const FOR_ONE_BAND =
  /\b(?:with|whose|having|that|which|who)\b[^.;]*£[^.;]*?\b(?:must|should|needs?|have to|has to|required|asked|expected|sends?|provides?|completes?|(?:can|may|will) (?!apply|not|be (?:considered|eligible|funded)))/i
const OF_PROJECTS = new RegExp(
  `\\b(?:of|for|on|in|with) (?:\\w+ )?(?:projects?|works?|schemes?) (?:(?:that|which) (?:are|cost) |with (?:\\w+ ){0,2}costs? )?(?:under|over|above|below|of|up to|costing|worth|between|less|more)[^.;]{0,20}${MONEY}`,
  'i',
)
const MAY_APPLY =
  /\b(?:apply|eligible|ineligible|considered|accepted|funded|supported|excluded|bid)\b/i

/** "The programme is open to charities with an income of under £1m" closes the circle. */
const OPEN_TO_THOSE =
  /^(?:(?:the|our|this|these) (?!(?:small|main|large|core|micro|larger|smaller|medium|project|capital)\b)(?:\w+ ){0,3}?(?:grants?|fund|funding|scheme|programme|competition|grants programme)|applications?|applications (?:are|will be)|it|we) (?:is|are|can) (?:only )?(?:open|available|accepted|restricted|limited|accept applications)\b[^.;£]*\b(?:to|from)\b[^.;£]*\b(?:with|whose|having)\b/i

/** "Any SME with a turnover of under £10m may apply" */
const THOSE_MAY_APPLY =
  /^(?:any|all|only|existing|eligible|[A-Z][\w-]+) [^.;£]{0,60}\b(?:with|whose|having)\b[^.;]*\b(?:income|turnover)\b[^.;]*\b(?:(?:can|may) (?:apply|bid)|(?:is|are) eligible(?: to apply)?)(?: for (?:this|the|our|an?|any) (?:grants?|fund|scheme|programme|funding))?\s*[.;]?$/i
/**
 * "Organisations with a turnover of less than £50,000" alone does not say whether it includes or
 * excludes.
 */
const NO_SENTENCE =
  /^(?!.*\b(?:to|from|is|are|be|must|can|may|will|should|cannot|not|has|have|need|needs|only|open)\b)(?:any |all )?(?:[\w-]+ ){0,3}?(?:organi[sz]ations?|charities|groups|businesses|companies|applicants|projects) (?:with|whose|having)\b/i
/** "Requests over £5,000 that come without two quotes will not be considered" refuses some of them. */
const FURTHER =
  /\b(?:without|unless|that|which|who|where|not accompanied|no evidence|not (?:have|show|include|provide)|more than one|second)\b/i

const ONLY_A_SUM = new RegExp(
  `^${SUM}(?: per (?:project|applica\\w+|organi[sz]ation|grant|award|group))?\\.?$`,
  'i',
)

/** "Maximum grant" over "£5,000". */
function underItsHeading(unit: Unit): FoundCriterion | null {
  const sum = ONLY_A_SUM.exec(unit.text)
  if (
    !sum ||
    unit.list !== null ||
    !/\b(?:grants?|awards?|apply|amount|funding|request|bid)\b/i.test(unit.heading)
  )
    return null
  if (/\b(?:maximum|max|most|upper|largest)\b/i.test(unit.heading))
    return finding('AMOUNT_RANGE', 'amount_needed', 'at_most', moneyOf(sum[1]!))
  return /\b(?:minimum|min|least|smallest)\b/i.test(unit.heading)
    ? finding('AMOUNT_RANGE', 'amount_needed', 'at_least', moneyOf(sum[1]!))
    : null
}

const SHARE_OF_SOME = new RegExp(
  `(?:%|per\\s?cent)[^.;£]*\\bfor (?:\\w+ ){0,2}?(?:grants?|awards?|projects?)\\b[^.;£]*${MONEY}`,
  'i',
)
const NAMES_THE_AWARD =
  /^(?:up to|between|from|a? ?(?:max(?:imum)?|min(?:imum)?)|£)|\b(?:grants?|awards?|funding|fund|apply|applications?|bids?|requests?|you can|per (?:project|organi[sz]ation|application))\b/i

/** "In 2024, most had an income of less than £250k" */
const PAST_INCOME =
  /(?<!\bhave )(?<!\bhas )\bhad an? (?:\w+ )?(?:income|turnover)\b|^in (?:19|20)\d\d\b/i
/** "An SME is a company which employs fewer than 250 people and has a turnover under £44m", or a balance sheet that it leaves out. */
const DEFINES_A_SIZE =
  /\b(?:SMEs?|(?:micro|small|medium)[\w -]{0,20}(?:business|enterprise|compan)\w*)\)? (?:is|are|means?|includes?|must)\b|\bdefin(?:ed|ition)\b/i
/** "(organisations with an income of less than £250k may be prioritised)" limits nothing. */
const PREFERENCE = /\([^)]*\bpriorit\w+[^)]*\)/gi

/** "…, which means a minimum spend of £12,500", "…, which can be used towards running costs": what follows from the sum, or what it may buy. */
const WHAT_FOLLOWS =
  /\bi\.e\.,? .*$|, which (?:means (?:that )?(?:an?|the|your)\b|(?:can|may) be used)[^.;]*/i

function read(sentence: Unit): FoundCriterion[] {
  const over = sentence.mood === 'none_of' ? REQUESTS_OVER.exec(sentence.text) : null
  if (over) return [finding('AMOUNT_RANGE', 'amount_needed', 'at_most', moneyOf(over[1]!))]
  const unit = {
    ...sentence,
    text: sentence.text.replace(PREFERENCE, '').replace(WHAT_FOLLOWS, ''),
  }
  const subject = subjectOf(unit)
  if (
    subject === null ||
    (subject === 'INCOME' && (PAST_INCOME.test(unit.text) || DEFINES_A_SIZE.test(unit.text)))
  )
    return []
  const parameter = PARAMETER[subject]
  const overall = (found: FoundCriterion): FoundCriterion =>
    (subject === 'AMOUNT_RANGE' && OVERALL.test(unit.text)) ||
    (subject === 'PROJECT_COST' &&
      OF_YOUR_PROJECT.test(unit.text) &&
      !/\b(?:strand|stream|stage|phase|lot|tier)\b/i.test(unit.text))
      ? { ...found, isOverall: true }
      : found
  const changed = CHANGED.exec(unit.text)
  if (changed) {
    const operator = /minimum|smallest|lowest/i.test(unit.text)
      ? 'at_least'
      : /maximum|largest|highest/i.test(unit.text)
        ? 'at_most'
        : null
    return operator ? [finding(subject, parameter, operator, moneyOf(changed[2]!))] : []
  }
  if (
    subject === 'AMOUNT_RANGE' &&
    RATE.test(
      unit.text.replace(
        /\b(?:per|each) (?:applicant|organi[sz]ation)\b|\b(?:last\w*|within)(?: \w+)? a year\b/gi,
        '',
      ),
    )
  ) {
    return sumsOf(unit, subject).map((each) => ({ ...each, doubt: 'quantity' }))
  }
  // "5% of the cost of projects under £1m" describes some projects and requires nothing.
  if (subject === 'PROJECT_COST' && OF_PROJECTS.test(unit.text) && !MAY_APPLY.test(unit.text))
    return sumsOf(unit, subject).map((each) => ({ ...each, doubt: 'part' }))
  if (subject === 'AMOUNT_RANGE' && BYGONE.test(unit.text))
    return sumsOf(unit, subject).map((each) => ({ ...each, doubt: 'quantity' }))
  if (subject === 'AMOUNT_RANGE' && SOME_MAY_HAVE.test(unit.text))
    return sumsOf(unit, subject).map((each) => ({ ...each, doubt: 'part' }))
  if (subject === 'AMOUNT_RANGE' && (ABOUT_SOME.test(unit.text) || FOR_A_THING.test(unit.text)))
    return sumsOf(unit, subject).map((each) => ({ ...each, doubt: 'part' }))
  if (subject === 'INCOME' && FOR_ONE_BAND.test(unit.text) && !MAY_APPLY.test(unit.text))
    return sumsOf(unit, subject).map((each) => ({ ...each, doubt: 'part' }))
  // "35% for grants to SMEs up to £100,000" says which grants have that share.
  if (subject === 'AMOUNT_RANGE' && SHARE_OF_SOME.test(unit.text))
    return sumsOf(unit, subject).map((each) => ({ ...each, doubt: 'part' }))
  // "Coach hire up to £500" among what may be bought is the most for one thing.
  if (subject === 'AMOUNT_RANGE' && unit.list?.mood === 'plain' && !NAMES_THE_AWARD.test(unit.text))
    return sumsOf(unit, subject).map((each) => ({ ...each, doubt: 'part' }))
  const alone = subject === 'AMOUNT_RANGE' ? underItsHeading(unit) : null
  if (alone) return [alone]
  const found = sumsOf(unit, subject)
  // "either £5,000 or £10,000", two ceilings in one sentence: no rule can say which applies to
  // whom.
  const ceilings = found.filter(
    ({ operator }) => operator === 'at_most' || operator === 'less_than',
  )
  const floors = found.filter(({ operator }) => operator === 'at_least' || operator === 'more_than')
  if (ceilings.some(({ value }) => hasOneBeyond(unit.text, value as number)))
    return found.map((each) => ({ ...each, doubt: 'part' }))
  if (floors.some(({ value }) => hasOneBelow(unit.text, value as number)))
    return found.map((each) => ({ ...each, doubt: 'part' }))
  if (ceilings.length > 1 || floors.length > 1)
    return found.map((each) => ({ ...each, doubt: 'part' }))
  // What an applicant earns, or a project costs, decides only where it is demanded or refused; "we fund charities of up to" is a habit.
  if (
    subject !== 'AMOUNT_RANGE' &&
    !demands(unit) &&
    !REFUSES.test(unit.text) &&
    !isExclusion(unit) &&
    (!(
      subject === 'PROJECT_COST'
        ? /\bbetween\b|\bthan\b|\bmaximum\b|\bup to\b/i
        : /\bbetween\b|\bthan\b|^(?:the )?maximum\b/i
    ).test(unit.text) ||
      NO_SENTENCE.test(unit.text)) &&
    !OPEN_TO_THOSE.test(unit.text) &&
    !THOSE_MAY_APPLY.test(unit.text) &&
    !/^(?:annual |total )?(?:income|turnover)(?: (?:limit|ceiling|cap|threshold))?\s*:/i.test(
      unit.text,
    )
  )
    return found.map((each) => ({ ...each, doubt: 'soft' }))
  return found.map(overall)
}

/** "£10,000 (revenue) or £50,000 (capital)": the sentence goes on to a sum beyond its ceiling. */
function hasOneBeyond(text: string, ceiling: number): boolean {
  return [
    ...text.matchAll(
      new RegExp(
        `(?:\\bor|\\bbut|/|;|,|\\band|\\()\\s*(?:(?!(?:costs?|costing|total|projects?|fund|budget|income|turnover|worth|pot|match)\\b)[\\w-]+ ){0,5}?(${MONEY})`,
        'gi',
      ),
    ),
  ].some(([, sum]) => moneyOf(sum!) > ceiling)
}

/** "The minimum is £9,000 for houses or £4,000 for sheds": another sort has a lower one. */
function hasOneBelow(text: string, floor: number): boolean {
  return [...text.matchAll(new RegExp(`\\bor (${MONEY})[^.;]{0,40}? for\\b`, 'gi'))].some(
    ([, sum]) => moneyOf(sum!) < floor,
  )
}

/** "Requests for amounts over £25,000", in a list of what is not funded. */
const REQUESTS_OVER = new RegExp(
  `^(?:requests?|applications?|grants?|awards?|bids?)(?: (?:for|of|amounts?|sums?|grants?|funding|an?))* (?:over|above|more than|in excess of|exceeding|greater than) ${SUM}\\.?$`,
  'i',
)

function sumsOf(unit: Unit, subject: Subject): FoundCriterion[] {
  const parameter = PARAMETER[subject]
  const found: FoundCriterion[] = []
  const range = RANGE.exec(unit.text)
  if (range && !isRate(unit.text, range) && unit.mood !== 'none_of') {
    const [min, max] = [moneyOf(range[1]!), moneyOf(range[2]!)]
    const rest = unit.text.replace(range[0], ' ')
    const alone = !new RegExp(MONEY, 'i').test(rest)
    if (min >= max) return []
    const between = finding(subject, parameter, 'between', { min, max })
    return [alone ? between : { ...between, doubt: 'part' }]
  }
  const text = withoutDenial(unit.text, subject === 'AMOUNT_RANGE' ? 'grants' : 'anything')
    // "not less than £500 or more than £5,000" denies both.
    .replace(new RegExp(`(no less than\\s*${MONEY},? (?:n?or|and) )more than`, 'gi'), '$1   up to')
  for (const [pattern, operator] of BOUNDS) {
    for (const match of text.matchAll(new RegExp(pattern.source, 'gi'))) {
      if ((subject !== 'INCOME' && isRate(unit.text, match)) || !isNear(subject, unit, match))
        continue
      // "a spend of at least £10,000 to have the whole grant"
      if (subject === 'AMOUNT_RANGE' && SPENT.test(text.slice(0, match.index))) continue
      const value = moneyOf(match[1]!)
      if (found.some((other) => other.value === value)) continue
      if (
        subject === 'AMOUNT_RANGE' &&
        value > LARGEST_UNSAID &&
        (AVAILABLE_IN_ALL.test(text) || /\bavailable\b/i.test(text)) &&
        !TO_ONE.test(text)
      )
        continue
      const isShut = isExclusion({ ...unit, text }, match.index)
      const excluded = invertBound(operator, isShut)
      if (!excluded) continue
      // "apply for more than £10,000" is a threshold, not a demand for large grants.
      const threshold =
        subject === 'AMOUNT_RANGE' && (excluded === 'more_than' || excluded === 'less_than')
      found.push(
        finding(
          subject,
          parameter,
          excluded,
          value,
          threshold || (isShut && FURTHER.test(text.slice(match.index + match[0].length)))
            ? 'part'
            : undefined,
        ),
      )
    }
  }
  return found
}

const SPENT =
  /\b(?:spend(?:ing)?|expenditure|costs?|investment|budget|turnover|income) (?:of|is|being|must be)\s*$/i
const AWARD_NEAR =
  /\b(?:seek|per (?:project|applicant|organi[sz]ation|group|application)|eligible for)\b|\bapplications? (?:should|must|can|may|cannot|will) not exceed|\b(?:grants?|awards?|awarded|funding|fund|funds|apply(?:ing)? for|applications? (?:for|of|over|under|(?:should|must|can|may) be for)|ask(?:ing|s)?(?: us)? for|bids?|requests?|requested|receive|offer(?:ed|ing|s)?|get|support|vouchers?|pay|pays|gives?|contributes?|covers?|claim|value|how much|maximum|minimum|available|provides?|most we|amounts?)\b/i

/**
 * Returns whether the sum of an award is next to a word for the award, or under a heading about
 * amounts.
 */
function isNear(subject: Subject, unit: Unit, match: RegExpMatchArray): boolean {
  if (subject !== 'AMOUNT_RANGE') return true
  const around = unit.text.slice(
    Math.max(0, match.index! - 120),
    match.index! + match[0].length + 40,
  )
  return AWARD_NEAR.test(around) || AWARD_NEAR.test(unit.list?.lead ?? unit.heading)
}

/** Whether the last sum of the match is a rate by the unit. */
function isRate(text: string, match: RegExpExecArray | RegExpMatchArray): boolean {
  const sum = match[2] ?? match[1]!
  const end = match.index! + match[0].lastIndexOf(sum) + sum.length
  return PER_UNIT.test(text.slice(end)) || OF_THE_GRANT.test(text.slice(end))
}
