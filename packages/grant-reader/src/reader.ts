/**
 * The rule-based reader of eligibility texts (README.md). One wrong sure limit hides a grant, so
 * only a limit on every applicant is sure. A limit is likely or doubtful, with the reason, if it is
 * conditional, usual, on a part only, or contradicted elsewhere.
 */

import { governance, land, partners, registration, size } from './applicant.ts'
import { kindsIn, kindsMentioned } from './applicant-kinds.ts'
import { ELSEWHERE, who, whoList } from './applicant-type-rule.ts'
import { namesOthers } from './audience.ts'
import { boundUnits } from './bounds.ts'
import { type Context, type FoundCriterion, quote, type Rule, unread } from './build.ts'
import { contradictory } from './consistency.ts'
import {
  type Criterion,
  type CriterionCode,
  type DurationRow,
  lowerCertainty,
  type Operator,
} from './criterion.ts'
import { hasDoubtfulSum, MONEY, PERCENT, parseMoney, parsePercent } from './figures.ts'
import { applications, invitation, notStarted, priorFunding } from './history.ts'
import { NATIONS, ORG_TYPES, type OrgType } from './kinds.ts'
import { isInUnknownWords } from './known-words.ts'
import { ofAKind, withoutFunder } from './limit-subject.ts'
import { sums } from './money.ts'
import { OF_A_KIND } from './phrases/limit-subject.ts'
import {
  AS_PARTNER,
  BEARS_ON_OTHERS,
  BENEFICIARIES,
  COUNCIL,
  ELSEWHERE_IN_UK,
  IF_REFUSED,
  LETS_IN,
  NAMES_APPLICANTS,
  NO_APPLICANT,
  OF_SOME,
  OPEN_TO_OTHERS,
  REFUSED_IF,
  REQUIREMENT,
  SENT_AWAY,
  TURNED,
} from './phrases/reader.ts'
import { REFUSES } from './phrases/requirement-words.ts'
import { words, wordsWith } from './phrases/words.ts'
import { isOneOfSeveral, nationOfThePage, nationsNamed, where } from './region-rule.ts'
import { isRetracted, retracts } from './retractions.ts'
import { findDoubt } from './scope.ts'
import { shares } from './shares.ts'
import { type SourceText, toSourceText } from './source-text.ts'
import { splitClauses } from './split-clauses.ts'
import { dates, duration, parseDuration, readEstablishedDate, years } from './times.ts'
import type { List, Unit } from './units.ts'

const RULES: readonly Rule[] = [
  who,
  where,
  sums,
  shares,
  years,
  readEstablishedDate,
  size,
  registration,
  governance,
  partners,
  land,
  duration,
  dates,
  applications,
  priorFunding,
  notStarted,
  invitation,
]
/**
 * Words without which a rule finds nothing; looking for them costs less than the rule's own
 * patterns do.
 */
const TRIGGERS = new Map<Rule, RegExp>([
  [who, NAMES_APPLICANTS],
  [
    where,
    words`
      UK|United Kingdom|Britain|England|Scotland|Wales|Northern Ireland|English|Scottish|
      Welsh|London|North|South|East|West|Yorkshire`,
  ],
  [sums, /£|GBP|pounds/i],
  [shares, words`%|per\s?cent|half`],
  [years, /month|year/i],
  [readEstablishedDate, /\d/],
  [size, words`employ|staff|FTE|people|person|workers|micro|small|medium|SME`],
  [registration, words`regist|number|SBI|single business`],
  [
    governance,
    words`constitut|account|committee|trustee|director|board|govern|rules|people|member|document`,
  ],
  [partners, words`partner|collaborat|consorti|SME|other|joint`],
  [land, words`hectare|\bha\b|\dha\b`],
  [duration, /month|year/i],
  [dates, /\d/],
  [applications, /appl|bid|proposal/i],
  [invitation, /invit|unsolicited/i],
])

/**
 * Sums, shares and dates mean the same wherever they stand; who may apply is only taken from the
 * eligibility tab.
 */
const ANYWHERE: readonly Rule[] = [sums, shares, duration, dates]

/** A line that stands alone above unrelated text. */
const APPLIES_TO = words`^applies to (?:England|Scotland|Wales|Northern Ireland)$`

interface LocatedCriterion {
  finding: FoundCriterion
  span: { start: number; end: number; mood: Unit['mood'] }
}

/**
 * Reads the criteria of a text, in the order in which it states them.
 * @param given a text, or its parts; a text without parts states who may apply throughout
 */
export function readText(given: string | SourceText): Criterion[] {
  const source = typeof given === 'string' ? toSourceText(given) : given
  const { text, units, lists, groups, decides } = boundUnits(source)
  if (!decides) return quoteAll(source, units)
  const context: Context = { text, lists }
  const settled = new Set<Unit>()
  let found: LocatedCriterion[] = readTables(units, settled)
  const open = groups.filter(isOnEligibility).map((group) => {
    const item = units.find(({ start }) => start === group.start)
    return unread(source.text, { ...group, mood: item?.mood ?? 'plain' }, group.doubt)
  })
  for (const list of lists) {
    if (list.mood !== 'any_of' || list.items[0]?.section !== 'grantEligibilityTab') continue
    // Alternatives are one requirement: kinds of applicants where every item is one, otherwise a
    // reader's as a whole.
    const kinds = whoList(list)
    const lead = units.find((unit) => unit.start === list.start)
    const doubt = kinds?.doubt ?? (lead ? findDoubt(lead, 'ORG_TYPE', text) : null)
    if (kinds)
      found.push({ finding: doubt ? { ...kinds, doubt } : kinds, span: { ...list, mood: 'plain' } })
    else open.push(unread(source.text, { ...list, mood: 'plain' }, 'alternative'))
  }
  for (const unit of units) {
    if (settled.has(unit) || unit.nested || (unit.isHeading && !APPLIES_TO.test(unit.text)))
      continue
    const eligibility = unit.section === 'grantEligibilityTab'
    const rules = !eligibility
      ? ANYWHERE
      : unit.introduces && !demandsItself(unit, lists)
        ? leadRules(unit, lists)
        : RULES
    const findings =
      readRefusedIf(unit, rules, context, units) ?? findCriteria(unit, rules, context, units)
    // Doubts of an item with a list below it are quoted with that list.
    const leads = groups.some(({ start }) => start === unit.start)
    for (const finding of findings)
      if (!leads || !finding.doubt) found.push({ finding, span: unit })
    const isAlternative = unit.mood === 'any_of' && unit.list?.items.includes(unit) === true
    if (
      findings.length === 0 &&
      eligibility &&
      !leads &&
      !unit.introduces &&
      !isAlternative &&
      isRequirement(unit)
    )
      open.push(unread(source.text, unit))
  }
  mergeApplicants(found)
  for (const each of found) {
    if (each.finding.parameter !== 'region' || each.finding.doubt) continue
    if (otherNationNamed(each, units)) each.finding = { ...each.finding, doubt: 'contradiction' }
  }
  for (const each of found)
    if (each.finding.code === 'COMPANY_SIZE' && !each.finding.doubt && isOfBusinesses(each, units))
      each.finding = { ...each.finding, doubt: 'part' }
  found = found.filter((each) => !isNarrowedElsewhere(each, found, units))
  if (!found.some(({ finding }) => finding.code === 'REGION')) {
    // Returns whether words are about one item and the list below it, not the page.
    const isOfAnItem = (unit: Unit) =>
      unit.nested || isOneOfSeveral(unit) || groups.some(({ start }) => start === unit.start)
    const page = units.some((unit) => isOfAnItem(unit) && nationsNamed(unit.text).length > 0)
      ? null
      : nationOfThePage(units)
    if (page !== null) found.push({ finding: page.finding, span: page.unit })
  }
  extendApplicants(found, units)
  return distinct([...grade(found, source.text), ...open])
    .filter((each, _, all) => !isLooser(each, all))
    .sort((a, b) => a.span!.start - b.span!.start || a.span!.end - b.span!.end)
}

/**
 * Returns every requirement of a text that is too long for the rules, so that none of them decides.
 */
function quoteAll(source: SourceText, units: readonly Unit[]): Criterion[] {
  return distinct(
    units
      .filter((unit) => isOnEligibility(unit) && isRequirement(unit))
      .map((unit) => unread(source.text, unit)),
  )
}

const isOnEligibility = ({ section }: { section: Unit['section'] }) =>
  section === 'grantEligibilityTab'

const isOnWho = ({ finding }: LocatedCriterion, operator: 'one_of' | 'none_of') =>
  finding.code === 'ORG_TYPE' && finding.operator === operator

/**
 * Extends a list of applicants by those that other sentences include. A list binds no applicant if
 * any applicant may be included.
 */
function extendApplicants(found: readonly LocatedCriterion[], units: readonly Unit[]): void {
  const shut = found.filter((each) => isOnWho(each, 'none_of') && !each.finding.doubt)
  const shutOut = new Set(shut.flatMap(({ finding }) => finding.value as OrgType[]))
  const read = found
    .filter((each) => isOnWho(each, 'one_of') || shut.includes(each))
    .map(({ span }) => span)
  // What was read as a list, or as a refusal, is not read once more, word by word.
  const others = units.filter(
    (unit) =>
      !shut.some(({ span }) => span === unit && !UNLESS.test(unit.text)) &&
      !read.some((span) => unit.list !== null && unit.list.start === span.start),
  )
  const all = found.filter((each) => isOnWho(each, 'one_of'))
  for (const each of all) {
    if (each.finding.doubt) continue
    const listed = each.finding.value as readonly OrgType[]
    const isOpen = all.some(
      ({ finding: { opens, value } }) => opens && !isLess(value as OrgType[], listed),
    )
    const included = isOpen ? null : findIncludedElsewhere(listed, each.span, others)
    const value = ORG_TYPES.filter(
      (type) => listed.includes(type) || (included?.has(type) && !shutOut.has(type)),
    )
    if (included !== null && value.length === listed.length) continue
    const isSure =
      value.length <= MOST_KINDS &&
      value.every((type) => listed.includes(type) || included?.get(type))
    each.finding =
      included !== null && isSure
        ? { ...each.finding, value }
        : { ...each.finding, doubt: 'contradiction' }
  }
}

const isLess = (some: readonly OrgType[], all: readonly OrgType[]) =>
  some.length < all.length && some.every((type) => all.includes(type))

/** "Charities can apply. Schools are also eligible.": applicants of both sentences are included. */
function mergeApplicants(found: LocatedCriterion[]): void {
  const admitted = found.filter(
    ({ finding }) =>
      finding.code === 'ORG_TYPE' &&
      finding.operator === 'one_of' &&
      (finding.doubt === undefined || finding.adds),
  )
  if (
    !admitted.some(({ finding }) => finding.doubt === undefined) ||
    !admitted.some(({ finding }) => finding.adds)
  )
    return
  const all = new Set(admitted.flatMap(({ finding }) => finding.value as readonly OrgType[]))
  const value = ORG_TYPES.filter((type) => all.has(type))
  for (const each of admitted) {
    const { doubt: _doubt, adds: _adds, ...finding } = each.finding
    each.finding = { ...finding, value }
  }
}
/** "So can schools", "their trading companies can apply too", "this includes parish councils". */
const LETS_IN_PLAINLY = words`
    ^so (?:can|may) \w|\b(?:can|may) apply (?:too|as well)\b|\bmeans\b|\bincludes\b|
    \bwe will also consider\b`
/** A charity may be a company too. */
const COMPANY = wordsWith('gi')`\b(?<!private |limited )compan(?:y|ies)\b`
const IF_YOU_ARE = words`
    ^(?:if (?:you(?:['’]re| are)|your organi[sz]ation is|applying as) (?:an? )?|as an? )
    [^,.;:]{3,60}`

/**
 * Returns the kinds of applicants that other sentences add to a list, and whether that is certain;
 * `null` if any applicant may be included. On 293 unseen pages, kinds with a requirement were
 * included 10 times of 11, kinds named otherwise 12 times of 23.
 */
function findIncludedElsewhere(
  listed: readonly OrgType[],
  span: LocatedCriterion['span'],
  units: readonly Unit[],
): Map<OrgType, boolean> | null {
  const included = new Map<OrgType, boolean>()
  for (const unit of units) {
    if (unit.end > span.start && unit.start < span.end) continue
    // Partners are no applicants.
    if (AS_PARTNER.test(unit.text)) continue
    // "Charities should use the ordinary scheme instead" sends them away.
    const isRefused =
      unit.mood === 'none_of' ||
      REFUSES.test(unit.text) ||
      CANNOT_LEAD.test(unit.text) ||
      SENT_AWAY.test(unit.text)
    // "charities, unless they apply through a company": some of them may.
    const admitted =
      isRefused &&
      (CANNOT_LEAD.test(unit.text) || !UNLESS.test(unit.text) || LED_BY.test(unit.text))
        ? findRefusedInPart(unit, listed)
        : findAdmitted(unit, listed)
    if (admitted === null) return null
    for (const kind of admitted.kinds)
      if (!listed.includes(kind)) included.set(kind, admitted.isSure || included.get(kind) === true)
  }
  return included
}

const VOLUNTARY: readonly OrgType[] = ['charity', 'community_group']

interface LetIn {
  kinds: readonly OrgType[]
  /**
   * Whether they have a requirement or an explicit permission; otherwise they are only mentioned.
   */
  isSure: boolean
}
const NO_KINDS: LetIn = { kinds: [], isSure: false }

/**
 * "Charities that earn nothing", among those who cannot apply: others of the kind may. "Companies
 * that pay dividends" are what companies are.
 */
function findRefusedInPart(unit: Unit, listed: readonly OrgType[]): LetIn {
  if (VOLUNTARY.some((type) => listed.includes(type))) return NO_KINDS
  const some =
    unit.mood === 'none_of' && unit.section === 'grantEligibilityTab'
      ? OF_SOME.exec(unit.text)?.[1]
      : undefined
  return some === undefined
    ? NO_KINDS
    : { kinds: kindsIn(some).types.filter((type) => VOLUNTARY.includes(type)), isSure: true }
}

/** Returns the applicants that a sentence may add to the listed ones; `null` for any applicant. */
function findAdmitted(unit: Unit, listed: readonly OrgType[]): LetIn | null {
  // A kind of applicant alone in a list, or next to one of its legal forms, may apply, too.
  if (
    unit.list !== null &&
    unit.mood !== 'all_of' &&
    unit.section === 'grantEligibilityTab' &&
    unit.text.length <= 90 &&
    !BEARS_ON_OTHERS.test(unit.list.lead)
  ) {
    const { types, isWhole } = kindsIn(withoutFunder(unit.text).replace(/\([^)]*\)/g, ' '))
    if (isWhole && types.length > 0) return { kinds: types, isSure: false }
  }
  if (/\bnot (?:an )?exhaustive\b/i.test(unit.text)) return null
  // "Groups can apply for up to £500" includes every group.
  if (
    !listed.includes('charity') &&
    !listed.includes('community_group') &&
    ANY_GROUP.test(unit.text)
  )
    return null
  if (LETS_IN.test(unit.text) && !HOW_MANY.test(unit.text) && OPEN_TO_OTHERS.test(unit.text))
    return null
  // Kinds with a requirement may apply: "Schools should …", "If you are a school, …".
  const required =
    OF_A_KIND.exec(withoutFunder(unit.text).replace(/\bpartnerships?\b/gi, ' '))?.[0] ??
    IF_YOU_ARE.exec(unit.text)?.[0]
  const mentioned = findMentioned(unit)
  if (required !== undefined)
    return {
      kinds: [...kindsMentioned(required.replace(COMPANY, ' '), true), ...mentioned],
      isSure: true,
    }
  // If a kind outside the list is mentioned otherwise, neither the list nor the kind is certain.
  return LETS_IN.test(unit.text) || mentioned.every((kind) => listed.includes(kind))
    ? { kinds: mentioned, isSure: LETS_IN_PLAINLY.test(unit.text) }
    : null
}

/** A list of nearly all kinds certainly excludes none. */
const MOST_KINDS = 5
const ANY_GROUP = words`
    ^(?:the |all )?(?:groups|organi[sz]ations)\b[^.;]{0,60}\b(?:can|may|applying|(?:are|
    is) eligible)\b`
/** "the start-up of new projects" names no business. */
const START_UP = wordsWith('gi')`\bstart[- ]?up (?!business|compan|enterprise|firm)`
/** "Local authorities have been allocated money": those who give. */
/** "Only one application will be accepted from any organisation" */
const HOW_MANY = words`
    \b(?:only|no more than|more than|maximum of|limited to) (?:one|two|three|a single|\d)\b|
    \bone application\b`
const GIVERS = words`
  \b(?:has|have) (?:been (?:allocated|awarded|given)|secured|received)\b[^.;]*\bfund`
/** "… unless in a partnership led by a charity": the charity applies. */
const LED_BY = words`\b(?:unless|except)\b.*\b(?:partner\w*|consorti\w+|led by)\b`
const UNLESS = words`\b(?:on (?:their|its|your) own|alone|unless|except (?:where|if|when|for))\b`
const APPLY = words`
  \b(?:apply|eligible|open to|available to|applications?|applicants?|bid|funded|considered)\b`
const CANNOT_LEAD = words`\b(?:cannot|can['’]t|can not|may not) (?:lead|be (?:the |a )?lead)\b`
const MENTIONED = new WeakMap<Unit, readonly OrgType[]>()

/** The kinds of applicants that a unit names, looked for once. */
function findMentioned(unit: Unit): readonly OrgType[] {
  const before = MENTIONED.get(unit)
  if (before !== undefined) return before
  const statement = withoutFunder(unit.text.replace(COUNCIL, ' '))
    .replace(START_UP, ' ')
    .replace(NO_APPLICANT, ' ')
    // A sole trader is a business.
    .replace(
      /\b(?:sole traders?|self[- ]employed(?: people| individuals| persons)?|freelancers?)\b/gi,
      'businesses',
    )
  // A company may be a charity's form, unless the sentence lets companies in.
  const known =
    GIVERS.test(statement) || ELSEWHERE.test(statement)
      ? []
      : [
          ...kindsMentioned(
            LETS_IN.test(statement)
              ? APPLY.test(statement)
                ? statement
                : statement.replace(COMPANY, ' ')
              : statement.replace(COMPANY, ' ').replace(BENEFICIARIES, ' '),
            true,
          ),
        ]
  MENTIONED.set(unit, known)
  return known
}
const FOR_A_KIND = words`
  ^(?:if (?:you(?:['’]re| are)|applying as) |for |as )?(?:an? |all |any |our )?`

/**
 * A heading for some applicants, such as "Small businesses" or "If you are a school", where others
 * are named as well.
 */
function isUnderAKind(
  { heading, start, end }: Unit,
  code: CriterionCode,
  units: readonly Unit[],
): boolean {
  if (heading === '' || code === 'ORG_TYPE' || code === 'REGION') return false
  const kind = heading.replace(FOR_A_KIND, '').replace(/[:?.]$/, '')
  return (
    kindsIn(kind).isWhole &&
    kindsIn(kind).types.length > 0 &&
    namesOthers(
      kind,
      units.filter((unit) => unit.mood !== 'none_of' && (unit.end < start || unit.start > end)),
    )
  )
}
/** A size is that of businesses, where kinds behind it, or another line, admit other applicants. */
function isOfBusinesses({ span }: LocatedCriterion, units: readonly Unit[]): boolean {
  const isOther = (kind: OrgType) => kind !== 'business' && kind !== 'individual'
  return units.some((unit) => {
    if (unit.mood === 'none_of' || REFUSES.test(unit.text) || AS_PARTNER.test(unit.text))
      return false
    if (unit.end > span.start && unit.start < span.end)
      return [...kindsMentioned(unit.text.replace(/^\D*\d*/, ''), true)].some(isOther)
    return (
      unit.section === 'grantEligibilityTab' &&
      findMentioned(unit).some(isOther) &&
      (LETS_IN.test(unit.text) || kindsIn(withoutFunder(unit.text)).isWhole)
    )
  })
}
/**
 * Whether another sentence speaks of a nation that the limit leaves out, without shutting it out.
 */
function otherNationNamed({ finding, span }: LocatedCriterion, units: readonly Unit[]): boolean {
  const listed = finding.value as readonly string[]
  return units.some(
    (unit) =>
      (listed.length < 4 && ELSEWHERE_IN_UK.test(unit.text)) ||
      (unit.mood !== 'none_of' &&
        !REFUSES.test(unit.text) &&
        !(unit.end > span.start && unit.start < span.end) &&
        nationsNamed(unit.text).some((nation) => !listed.includes(nation))),
  )
}

/**
 * "Organisations outside the UK" on a page about a nation: the four nations exclude no UK applicant
 * and may not be the actual limit.
 */
function isNarrowedElsewhere(
  { finding }: LocatedCriterion,
  found: readonly LocatedCriterion[],
  units: readonly Unit[],
): boolean {
  if (finding.code !== 'REGION' || (finding.value as readonly string[]).length < NATIONS.length)
    return false
  const isNarrower = ({ finding: { code, value, doubt } }: LocatedCriterion) =>
    code === 'REGION' && doubt === undefined && (value as readonly string[]).length < NATIONS.length
  if (found.some(isNarrower)) return true
  return units.some((unit) => nationsNamed(unit.text).length > 0)
}

/** Returns the limits with their quotation and certainty, which each doubt lowers. */
function grade(found: readonly LocatedCriterion[], text: string): Criterion[] {
  const clash = contradictory(found.map(({ finding }) => finding))
  // "Schools can apply too" admits further applicants and excludes none.
  return found
    .filter(({ finding }) => !finding.adds)
    .map(({ finding, span }) => {
      const words = text.slice(span.start, span.end)
      // The value of such a sum is not known.
      if (hasDoubtfulSum(words)) return unread(text, span, 'quantity')
      return [
        finding.doubt,
        clash.has(finding) ? ('contradiction' as const) : null,
        isInUnknownWords(finding.code, words) ? ('words' as const) : null,
      ].reduce(lowerCertainty, quote(finding, text, span))
    })
}

/** "You cannot apply if your …": the condition is the demand, turned round. */
function readRefusedIf(
  unit: Unit,
  rules: readonly Rule[],
  context: Context,
  units: readonly Unit[],
): FoundCriterion[] | null {
  const match =
    unit.mood === 'plain' ? (REFUSED_IF.exec(unit.text) ?? IF_REFUSED.exec(unit.text)) : null
  if (!match || /\buntil\b/i.test(unit.text)) return null
  const list = {
    lead: 'You cannot apply if:',
    mood: 'none_of' as const,
    isWho: false,
    start: unit.start,
    end: unit.end,
    items: [],
  }
  return findCriteria(
    { ...unit, text: `${match[1]}${match[2]}`, mood: 'none_of', list },
    rules,
    context,
    units,
  )
}

/** The range of all awards, with the phrase about what it depends on. */
const DEPENDING = words`,? ?\(?\bdepend(?:ing|ent)? (?:up)?on\b[^.;)]*\)?`
const PREFERENCE = wordsWith('gi')`\([^)]*\bpriorit\w+[^)]*\)`

/**
 * Returns the criteria that the rules find in a sentence. A doubt applies if the clause of the
 * criterion has it, whatever else the sentence says.
 */
function findCriteria(
  sentence: Unit,
  rules: readonly Rule[],
  context: Context,
  units: readonly Unit[],
): FoundCriterion[] {
  const clauses =
    sentence.mood === 'none_of'
      ? []
      : splitClauses(sentence.text).map((text) => ({ ...sentence, text }))
  const turned = TURNED.exec(sentence.text)?.[1]
  return rules.flatMap((rule) => {
    if (TRIGGERS.get(rule)?.test(sentence.text) === false) return []
    return rule(sentence, context).map((each) => {
      if (
        turned !== undefined &&
        rule({ ...sentence, text: turned }, context).some((found) => sayTheSame(found, each))
      )
        return each.doubt ? each : { ...each, doubt: 'exception' as const }
      const whole = withDoubt(each, sentence, context, units)
      if (clauses.length < 2) return whole
      const saying = clauses.flatMap((clause) =>
        rule(clause, context)
          .filter((other) => sayTheSame(other, each))
          .map((found) => ({ clause, found })),
      )[0]
      if (saying === undefined) {
        const ofSome =
          whole.doubt === undefined &&
          clauses.some((clause) => findDoubt(clause, each.code, context.text) === 'part')
        return ofSome ? { ...whole, doubt: 'part' as const } : whole
      }
      const isAnswered = clauses.some(
        (other) =>
          other !== saying.clause &&
          (retracts(other.text, each) ||
            goesBeyond(other.text, each) ||
            rule(other, context).some(
              (found) => found.parameter === each.parameter && !sayTheSame(found, each),
            )),
      )
      const others = clauses.filter((clause) => clause !== saying.clause)
      if (whole.doubt === undefined)
        return others.some(({ text }) => retracts(text, each))
          ? { ...whole, doubt: 'exception' as const }
          : whole
      return isAnswered ? whole : withDoubt(saying.found, saying.clause, context, units)
    })
  })
}

/** "The maximum is £10,000 but we can go to £12,000"; "charities may apply, and so may schools". */
function goesBeyond(clause: string, { code, operator, value }: FoundCriterion): boolean {
  if (code === 'ORG_TYPE')
    return [...kindsMentioned(clause)].some((kind) => !(value as readonly string[]).includes(kind))
  if (operator === 'at_least' || operator === 'more_than' || ABOUT_OTHER_SUMS.test(clause))
    return false
  const most =
    typeof value === 'number'
      ? value
      : operator === 'between'
        ? (value as { max: number }).max
        : Number.POSITIVE_INFINITY
  const [figure, read] =
    code === 'FUNDING_INTENSITY' ? [PERCENT, parsePercent] : [MONEY, parseMoney]
  return [...clause.matchAll(new RegExp(figure, 'gi'))].some(([sum]) => read(sum) > most)
}

const ABOUT_OTHER_SUMS = words`
  \b(?:costs?|costing|total|projects?|budget|incomes?|turnover|worth|pot|match)\b`

const sayTheSame = (a: FoundCriterion, b: FoundCriterion) =>
  a.parameter === b.parameter &&
  a.operator === b.operator &&
  JSON.stringify(a.value) === JSON.stringify(b.value)

/** Returns the criterion with the reason why it does not bind all, if there is one. */
function withDoubt(
  found: FoundCriterion,
  sentence: Unit,
  context: Context,
  units: readonly Unit[],
): FoundCriterion {
  if (found.doubt) return found
  const { code, operator } = found
  const unit = {
    ...sentence,
    text: (operator === 'between' ? sentence.text.replace(DEPENDING, '') : sentence.text).replace(
      PREFERENCE,
      '',
    ),
  }
  const statement = found.clause === undefined ? unit : { ...unit, text: found.clause }
  const ofSome =
    (isUnderAKind(unit, code, units) ? 'part' : null) ??
    findDoubt(statement, code, context.text, found.isOverall) ??
    (ofAKind(unit, code, units) ? 'part' : null)
  // Prohibitions of started work and limits on applications were about all on each of sixteen
  // labelled pages that stated them for one offer or thing.
  const isOfAll = ofSome === 'part' && (code === 'NO_RETROSPECTIVE' || code === 'MAX_APPLICATIONS')
  const doubt = (isOfAll ? null : ofSome) ?? (isRetracted(unit, found, units) ? 'exception' : null)
  return doubt === null ? found : { ...found, doubt }
}

/**
 * "Duration between 6 and 18 months: costs between £25,000 and £500,000." said at least twice is a
 * table, not two limits.
 */
function readTables(units: readonly Unit[], settled: Set<Unit>): LocatedCriterion[] {
  const range = new RegExp(`between\\s+(${MONEY})\\s+and\\s+(${MONEY})`, 'i')
  const found: LocatedCriterion[] = []
  let run: { unit: Unit; row: DurationRow }[] = []
  const close = () => {
    // Lengths that overlap are those of several offers, not of one table.
    const isTable = run.every(
      ({ row }, index) => index === 0 || row.min_months > run[index - 1]!.row.max_months,
    )
    if (run.length >= 2 && isTable) {
      const span = { start: run[0]!.unit.start, end: run.at(-1)!.unit.end, mood: 'plain' as const }
      const rows = run.map(({ row }) => row)
      const costs = /\bcosts?\b/i.test(run[0]!.unit.text)
      const months = {
        min: Math.min(...rows.map((row) => row.min_months)),
        max: Math.max(...rows.map((row) => row.max_months)),
      }
      found.push({
        finding: {
          code: costs ? 'PROJECT_COST' : 'AMOUNT_RANGE',
          parameter: costs ? 'project_cost' : 'amount_needed',
          operator: 'between_by_duration',
          value: rows,
        },
        span,
      })
      found.push({
        finding: {
          code: 'PROJECT_DURATION',
          parameter: 'duration_months',
          operator: 'between',
          value: months,
        },
        span,
      })
      const last = run.at(-1)!.unit
      for (const each of found.slice(-2))
        if (isRetracted(last, each.finding, units))
          each.finding = { ...each.finding, doubt: 'exception' }
      for (const { unit } of run) settled.add(unit)
    }
    run = []
  }
  for (const unit of units) {
    const length = parseDuration(unit)
    const money = range.exec(unit.text)
    if (length && money) {
      const [min, max] = [parseMoney(money[1]!), parseMoney(money[2]!)]
      run.push({ unit, row: { min_months: length.min, max_months: length.max, min, max } })
    } else close()
  }
  close()
  return found
}

const isKind = (text: string) => {
  const { types, isWhole } = kindsIn(withoutFunder(text).replace(/\([^)]*\)/g, ' '))
  return isWhole && types.length > 0
}

const IS_EITHER = words`\b(?:either|(?:is|are|be)(?: (?:one|any)\b[^:]*)?)\s*:?\s*$`

/** "Grants are available to voluntary groups that:" says who may apply, where its items do not. */
function leadRules(unit: Unit, lists: readonly List[]): readonly Rule[] {
  // An item with a list of its items is a requirement: "Have a constitution, which states:".
  if (unit.list !== null && unit.mood === 'all_of') return RULES
  const list = lists.find(({ start }) => start === unit.start)
  const isChoice = list?.mood === 'any_of' && IS_EITHER.test(list.lead)
  const names =
    list === undefined || list.isWho || isChoice || list.items.some(({ text }) => isKind(text))
  return names ? [...ANYWHERE, where] : [...ANYWHERE, where, who]
}

/**
 * "The grant is open to businesses that employ ten people or fewer and meet these conditions:" says
 * something before its items do.
 */
function demandsItself(unit: Unit, lists: readonly List[]): boolean {
  return lists.some(({ start, mood, isWho }) => start === unit.start && mood === 'all_of' && !isWho)
}

const CONTACT_IF = words`\b(?:if|whether) you (?:are|want)\b.*\b(?:contact|email|call)\b`

function isRequirement(unit: Unit): boolean {
  if (/\?\s*$/.test(unit.text) || (unit.list === null && unit.text.length < 12)) return false
  // A choice between two options requires neither.
  if (/\balone or (?:in|with)\b/i.test(unit.text)) return false
  if (CONTACT_IF.test(unit.text)) return false
  return (
    unit.mood === 'all_of' ||
    unit.mood === 'none_of' ||
    REQUIREMENT.test(unit.text) ||
    /\bonly\b/i.test(unit.list?.lead ?? '')
  )
}

/** "under £8m" next to "more than £8m cannot": the looser of the two adds nothing. */
const LOOSER: Partial<Record<Operator, Operator>> = { at_most: 'less_than', at_least: 'more_than' }
const isLooser = (a: Criterion, all: readonly Criterion[]) =>
  LOOSER[a.operator] !== undefined &&
  all.some(
    (b) =>
      b.parameter === a.parameter &&
      b.operator === LOOSER[a.operator] &&
      b.value === a.value &&
      (!b.certainty || a.certainty),
  )

/** Removes repetitions of a limit or quotation. The first place stays. */
function distinct(criteria: readonly Criterion[]): Criterion[] {
  const first = new Map<string, Criterion>()
  for (const each of criteria) {
    const key = `${each.code} ${each.parameter} ${each.operator} ${JSON.stringify(each.value)}`
    const before = first.get(key)
    if (!before || (before.certainty && !each.certainty)) first.set(key, each)
  }
  return [...first.values()]
}
