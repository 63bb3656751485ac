/** Sums: what the grant pays, what the project costs, what the applicant earns. */

import { createFinding, type FoundCriterion, type Rule } from './build.ts'
import type { Operator } from './criterion.ts'
import { MONEY, parseMoney } from './figures.ts'
import {
  ABOUT_SOME,
  AVAILABLE_IN_ALL,
  AWARD,
  AWARD_NEAR,
  BY_THE_UNIT,
  BYGONE,
  COSTS,
  COSTS_FIRST,
  DEFINES_A_SIZE,
  FOR_A_THING,
  FOR_ONE_BAND,
  FROM_SUM,
  FURTHER,
  INCOME,
  MANY_TO_ONE,
  NAMES_THE_AWARD,
  NO_SENTENCE,
  NOT_INCOME,
  OF_AN_AWARD,
  OF_PROJECTS,
  OF_THE_GRANT,
  OF_YOUR_PROJECT,
  OPEN_TO_THOSE,
  OR_ANOTHER_SUM,
  OTHER_COSTS,
  OVERALL,
  OWN_SUM,
  PAYS,
  PER_UNIT,
  POT,
  RATE,
  REQUESTS_OVER,
  SETS_UP,
  SHARE_OF_COSTS,
  SHUT_BY_INCOME,
  SOME_MAY_HAVE,
  SUM,
  SUM_AT_MOST,
  THOSE_MAY_APPLY,
  TO_ONE,
  UP_TO_SUM,
  WAS_HAD,
} from './phrases/money.ts'
import { REFUSES } from './phrases/requirement-words.ts'
import { words, wordsWith } from './phrases/words.ts'
import { invertBound, isExclusion, withoutDenial } from './polarity.ts'
import { demands } from './requirement-words.ts'
import { splitClauses } from './split-clauses.ts'
import type { Unit } from './units.ts'

type Subject = 'AMOUNT_RANGE' | 'PROJECT_COST' | 'INCOME'
const PARAMETER = {
  AMOUNT_RANGE: 'amount_needed',
  PROJECT_COST: 'project_cost',
  INCOME: 'annual_income',
} as const
const COST_THEN_SUM = words`\b(?:costs?|value|budget|invest(?:ment)?|spend)\b[^.;£]{0,70}£`
const LARGEST_UNSAID = 50_000
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
  [UP_TO_SUM, 'at_most'],
  [SUM_AT_MOST, 'at_most'],
  [FROM_SUM, 'at_least'],
  [new RegExp(`${SUM}(?<!,)\\s*(?:(?:or|and) (?:more|above|over)|minimum\\b)`, 'i'), 'at_least'],
  [
    new RegExp(
      `(?:more than|over|above|greater than|exceed(?:s|ing)?|in excess of)\\s*${SUM}`,
      'i',
    ),
    'more_than',
  ],
]

const AMOUNTS_HEADING = words`
  \b(?:grants?|awards?|funding|how much|(?:maximum|minimum|most|least) [^?]*(?:apply|request|
  bid))\b`

/** Returns the subject of the sentence's sums; `null` if it is a pot, a fee or unknown. */
function findSubject(unit: Unit): Subject | null {
  const context = unit.list
    ? `${unit.list.lead} ${unit.text}`
    : `${AMOUNTS_HEADING.test(unit.heading) ? `${unit.heading} ` : ''}${unit.text}`
  if (INCOME.test(unit.text))
    return NOT_INCOME.test(unit.text.replace(/\bper cent\b/g, '')) ? null : 'INCOME'
  if (OWN_SUM.test(unit.text)) return null
  if (COSTS_FIRST.test(unit.text)) return 'PROJECT_COST'
  if (OTHER_COSTS.test(unit.text)) return null
  // "up to £5,000 of the project's costs" is the award: only what stands behind the cost is the
  // cost's.
  const apart = unit.text.replace(SHARE_OF_COSTS, ' ')
  if (COSTS.test(apart) && !PAYS.test(unit.text) && COST_THEN_SUM.test(apart)) return 'PROJECT_COST'
  if (POT.test(unit.text) || WAS_HAD.test(unit.text)) return null
  if (/\bcost\w*\b[^.;]{0,30}£/i.test(apart) && !PAYS.test(unit.text)) return null
  return AWARD.test(context) && unit.mood !== 'none_of' ? 'AMOUNT_RANGE' : null
}

const TOPIC: Record<Subject, RegExp> = {
  AMOUNT_RANGE: OF_AN_AWARD,
  PROJECT_COST: words`\bcosts?\b|\bprojects?\b`,
  INCOME: words`\b(?:income|turnover)\b`,
}

const BOOKS = words`\bbalance sheet\b|\btwo (?:or more )?of\b`
const INCOME_IN_FIGURES = new RegExp(
  `\\b(?:income|turnover)\\b[^.;\\n]{0,60}${MONEY}|${MONEY}[^.;\\n]{0,40}\\b(?:income|turnover)\\b`,
  'i',
)

const ABOUT_THE_PAST = words`\b(?:priorit\w+|awarded|supported|funded|had|were|was)\b`

/** Whether every sum that is said of income elsewhere is one of the limit's own. */
function repeatsRange(rest: string, { min, max }: { min: number; max: number }): boolean {
  return [
    ...rest
      .replace(/[^.\n]+/g, (clause) => (ABOUT_THE_PAST.test(clause) ? '' : clause))
      .matchAll(new RegExp(INCOME_IN_FIGURES.source.replace('{0,60}', '{0,60}?'), 'gi')),
  ].every(([figure]) =>
    [...figure.matchAll(new RegExp(MONEY, 'gi'))].every(
      ([sum]) => parseMoney(sum) === min || parseMoney(sum) === max,
    ),
  )
}

const HAS_VERB = words`\b(?:may|can|could|will|should|must|need|require|eligible|apply)\b`
const BEYOND = words`\b(?:over|above|more than|greater than|exceed(?:s|ing)?|in excess of)\s*$`
/**
 * Returns whether another sentence on the same subject has a sum beyond the limit: then the limit
 * does not bind all.
 */
function isSumExceeded(
  found: FoundCriterion,
  subject: Subject,
  unit: Unit,
  whole: string,
): boolean {
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
      const sum = parseMoney(match[0])
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
/** "You can apply if your income does not exceed £75,000" */
const STAYS_BELOW = words`\b(?:does|do) not exceed\b|\b(?:apply|eligible)\b[^.;]*\bif\b`
const CANNOT = words`\b(?:not|cannot|can['’]t|only)\b`

const paysEach = (whole: string) =>
  whole
    .split(/\n|(?<=[.!?])\s+/)
    .some((sentence) => MANY_TO_ONE.test(sentence) && !CANNOT.test(sentence))

const DASHED_RANGE = wordsWith('g')`
  (£\d[\d,]*)(\s?[-–]\s?)(?=\d[\d,]{2,}(?![\d,]*\s?(?:%|years?|months?)))`

/** "£1000-3000" and "from £1,000 (the minimum) to £25,000" as other ranges are written. */
const asRange = (text: string) =>
  text.replace(/ \(the (?:minimum|maximum)\)/gi, '').replace(DASHED_RANGE, '$1$2£')

export const sums: Rule = (unit, { text: whole }) =>
  (unit.mood === 'none_of' ? [unit.text] : splitClauses(unit.text))
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
      found.doubt === undefined && isSumExceeded(found, found.code as Subject, unit, whole)
        ? { ...found, doubt: 'contradiction' }
        : found,
    )
const MAY_APPLY = words`
  \b(?:apply|eligible|ineligible|considered|accepted|funded|supported|excluded|bid)\b`

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
    return createFinding('AMOUNT_RANGE', 'amount_needed', 'at_most', parseMoney(sum[1]!))
  return /\b(?:minimum|min|least|smallest)\b/i.test(unit.heading)
    ? createFinding('AMOUNT_RANGE', 'amount_needed', 'at_least', parseMoney(sum[1]!))
    : null
}

const SHARE_OF_SOME = new RegExp(
  `(?:%|per\\s?cent)[^.;£]*\\bfor (?:\\w+ ){0,2}?(?:grants?|awards?|projects?)\\b[^.;£]*${MONEY}`,
  'i',
)

/** "In 2024, most had an income of less than £250k" */
const PAST_INCOME = words`
  (?<!\bhave )(?<!\bhas )\bhad an? (?:\w+ )?(?:income|turnover)\b|^in (?:19|20)\d\d\b`
/** "(organisations with an income of less than £250k may be prioritised)" limits nothing. */
const PREFERENCE = wordsWith('gi')`\([^)]*\bpriorit\w+[^)]*\)`

/**
 * "…, which means a minimum spend of £12,500", "…, which can be used towards running costs": what
 * follows from the sum, or what it may buy.
 */
const WHAT_FOLLOWS = words`
  \bi\.e\.,? .*$|, which (?:means (?:that )?(?:an?|the|your)\b|(?:can|may) be used)[^.;]*`

const INCOME_LABEL = words`
  ^(?:annual |total )?(?:income|turnover)(?: (?:limit|ceiling|cap|threshold))?\s*:`

function read(sentence: Unit): FoundCriterion[] {
  const over = sentence.mood === 'none_of' ? REQUESTS_OVER.exec(sentence.text) : null
  if (over) return [createFinding('AMOUNT_RANGE', 'amount_needed', 'at_most', parseMoney(over[1]!))]
  const unit = {
    ...sentence,
    text: sentence.text.replace(PREFERENCE, '').replace(WHAT_FOLLOWS, ''),
  }
  const subject = findSubject(unit)
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
    return operator ? [createFinding(subject, parameter, operator, parseMoney(changed[2]!))] : []
  }
  const doubt = doubtAboutSums(unit, subject)
  if (doubt) return readSums(unit, subject).map((each) => ({ ...each, doubt }))
  const alone = subject === 'AMOUNT_RANGE' ? underItsHeading(unit) : null
  if (alone) return [alone]
  const found = readSums(unit, subject)
  // "either £5,000 or £10,000", two ceilings in one sentence: no rule can say which applies to
  // whom.
  const ceilings = found.filter(
    ({ operator }) => operator === 'at_most' || operator === 'less_than',
  )
  const floors = found.filter(({ operator }) => operator === 'at_least' || operator === 'more_than')
  if (
    ceilings.length > 1 ||
    floors.length > 1 ||
    ceilings.some(({ value }) => hasOneBeyond(unit.text, value as number)) ||
    floors.some(({ value }) => hasOneBelow(unit.text, value as number))
  )
    return found.map((each) => ({ ...each, doubt: 'part' }))
  // What an applicant earns, or a project costs, decides only where it is demanded or refused; "we
  // fund charities of up to" is a habit.
  if (
    subject !== 'AMOUNT_RANGE' &&
    !demands(unit) &&
    !REFUSES.test(unit.text) &&
    !isExclusion(unit) &&
    !STAYS_BELOW.test(unit.text) &&
    (!(
      subject === 'PROJECT_COST'
        ? /\bbetween\b|\bthan\b|\bmaximum\b|\bup to\b/i
        : /\bbetween\b|\bthan\b|^(?:the )?maximum\b/i
    ).test(unit.text) ||
      NO_SENTENCE.test(unit.text)) &&
    !OPEN_TO_THOSE.test(unit.text) &&
    !THOSE_MAY_APPLY.test(unit.text) &&
    !INCOME_LABEL.test(unit.text)
  )
    return found.map((each) => ({ ...each, doubt: 'soft' }))
  return found.map(overall)
}

const NO_PERIOD = wordsWith('gi')`
  \b(?:per|each) (?:applicant|organi[sz]ation)\b|\b(?:last\w*|within)(?: \w+)? a year\b`

/**
 * Returns why the sums of a sentence may limit only part of the awards; `null` if nothing says so.
 */
function doubtAboutSums({ text, list }: Unit, subject: Subject): 'quantity' | 'part' | null {
  if (subject !== 'AMOUNT_RANGE') {
    // "5% of the cost of projects under £1m" describes some projects and requires nothing.
    const aboutSome = subject === 'PROJECT_COST' ? OF_PROJECTS : FOR_ONE_BAND
    return aboutSome.test(text) && !MAY_APPLY.test(text) ? 'part' : null
  }
  const withoutPeriods = text.replace(NO_PERIOD, '')
  if (RATE.test(withoutPeriods) || BYGONE.test(text)) return 'quantity'
  const isPart =
    SOME_MAY_HAVE.test(text) ||
    ABOUT_SOME.test(text) ||
    FOR_A_THING.test(text) ||
    // "35% for grants to SMEs up to £100,000" says which grants have that share.
    SHARE_OF_SOME.test(text) ||
    // "Coach hire up to £500" among what may be bought is the most for one thing.
    (list?.mood === 'plain' && !NAMES_THE_AWARD.test(text))
  return isPart ? 'part' : null
}

/** "£10,000 (revenue) or £50,000 (capital)": the sentence goes on to a sum beyond its ceiling. */
function hasOneBeyond(text: string, ceiling: number): boolean {
  return [...text.matchAll(OR_ANOTHER_SUM)].some(([, sum]) => parseMoney(sum!) > ceiling)
}

/** "The minimum is £9,000 for houses or £4,000 for sheds": another sort has a lower one. */
function hasOneBelow(text: string, floor: number): boolean {
  return [...text.matchAll(new RegExp(`\\bor (${MONEY})[^.;]{0,40}? for\\b`, 'gi'))].some(
    ([, sum]) => parseMoney(sum!) < floor,
  )
}

function readSums(unit: Unit, subject: Subject): FoundCriterion[] {
  const parameter = PARAMETER[subject]
  const found: FoundCriterion[] = []
  const range = RANGE.exec(unit.text)
  if (range && !isRate(unit.text, range) && unit.mood !== 'none_of') {
    const [min, max] = [parseMoney(range[1]!), parseMoney(range[2]!)]
    const rest = unit.text.replace(range[0], ' ')
    const alone = !new RegExp(MONEY, 'i').test(rest)
    if (min >= max) return []
    const between = createFinding(subject, parameter, 'between', { min, max })
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
      const value = parseMoney(match[1]!)
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
        createFinding(
          subject,
          parameter,
          excluded,
          value,
          threshold
            ? 'quantity'
            : isShut && FURTHER.test(text.slice(match.index + match[0].length))
              ? 'part'
              : undefined,
        ),
      )
    }
  }
  return found
}

const SPENT = words`
    \b(?:spend(?:ing)?|expenditure|costs?|investment|budget|turnover|income) (?:of|is|being|
    must be)\s*$`

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
