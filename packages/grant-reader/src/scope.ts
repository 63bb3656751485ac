/**
 * Whether words bind every applicant and the whole application. Words with a condition, an
 * exception or an alternative, about what is usual, or about a strand, a tier, a kind of applicant
 * or a kind of cost do not. A wrong limit hides a grant from a legitimate applicant.
 */
import { kindsIn } from './applicant-kinds.ts'
import type { CriterionCode, Doubt } from './criterion.ts'
import { ABOUT_THE_APPLICANT, OF_ONE_OFFER, PAID } from './criterion-groups.ts'
import { DATE, MONEY } from './figures.ts'
import {
  hasSeveralOffers,
  isBehindAKindHeading,
  isRepeated,
  isTitle,
  kindHeadings,
  leadsIntoAPart,
  ofASize,
  ofATheme,
  offersByHeading,
  tiersOf,
} from './offers.ts'
import { KIND } from './phrases/limit-subject.ts'
import { BY_ITS_NAME, ELIGIBLE_FOR_A_PART, PART_HEADING, WITH_ITS_SUM } from './phrases/offers.ts'
import { NEXT_ENDS } from './phrases/region-rule.ts'
import { EXCEPTION } from './phrases/retractions.ts'
import {
  CONDITION,
  COSTS_BEHIND,
  DENIED,
  FOR_SOME_APPLICANTS,
  HARMLESS_CONDITION,
  IF_BEFORE,
  IN_A_ROUND,
  INVITED_TO_A_PART,
  LABEL,
  LEAD_IF,
  LETS_OFF,
  OF_EVERY_OFFER,
  OF_OTHERS,
  OF_PLACES,
  OF_THOSE,
  ON_A_TIER,
  OR_ELSE,
  OR_OTHERWISE,
  OTHER_RATE,
  PART_BEFORE,
  PART_BEHIND,
  REQUIRES_FOR_SOME_SUMS,
  SIZED_PROJECTS,
  SOFT,
  SOME_OF_SEVERAL,
  SUM_FOR_EACH,
  TIER,
  UNDER_A_STRAND,
  UNLESS_OFFERED,
  WHO_IS_MEANT,
} from './phrases/scope.ts'
import { cased, pattern, words, wordsWith } from './phrases/words.ts'
import { isExclusion } from './polarity.ts'
import type { Unit } from './units.ts'

/** "Work must not start until you have our offer" says no more than that. */
const UNTIL_OFFERED = words`
    \b(?:until|before|unless and until|when|where|if) (?:you|your|the|their|an?|we|our|it|
    they|there)\b[^.;]*\.?$`

/** "It cannot start until 1 May": the day is the limit. */
const UNTIL_A_DAY = new RegExp(`\\buntil (?:the )?(?=${DATE})`, 'i')

/**
 * "(a group need not be a charity)" next to applicants retracts nothing; "(except schools)" does.
 */
const ASIDE = wordsWith('gi')`\((?![^)]*\b(?:except|excluding|other than|unless|apart)\b)[^)]*\)`

/** A condition after the applicants: those without a condition still cannot apply. */
const NARROWING_TAIL = words`
  ,? (?:as long as|so long as|provided(?: that)?|providing (?=that|you|they|it)|subject to) .*$`

const NAMED_PART = cased`
  ^(?:[A-Za-z][\w&’'/-]*(?: [\w&’'/-]+){0,4}?)\s*(?:\([^)]*\))?\s*(?:[:–—|]|\s-\s)`

/** "To be eligible for the start-up strand you must:" */
const OF_A_STRAND = words`
  \b(?:the|our|each|an?) (?:[\w-]+ ){0,3}?(?:strand|stream|tier|lot|pathway|track)\b(?! record)`

/**
 * Phrases that narrow the end of a sentence: "for new applicants", "in the second round", "under
 * the development strand".
 */
const NARROWED_BEHIND: readonly RegExp[] = [
  FOR_SOME_APPLICANTS,
  IN_A_ROUND,
  UNDER_A_STRAND,
  words`\b(?:in|under|for) (?:strand|stream|tier|lot|stage|phase) (?:\d|[A-Z]\b|one|two|three)`,
  words`\b(?:and|or|but) (?:up to )?(?:more|higher|less|lower|longer|later|\d+ ?%) for\b`,
  words`\bin (?:England|Scotland|Wales|Northern Ireland) only\b|\([^()]* only\)`,
  // "£6,500 towards a chargepoint": for each of what is bought.
  SUM_FOR_EACH,
  SIZED_PROJECTS,
]

/** "when funds allow" */
const AS_FUNDS_ALLOW = words`
    \b(?:when|if|where|while|as) (?:our )?(?:funds?|funding|money|budgets?|
    resources) (?:allow|permit)s?\b`

/** "Businesses with a turnover over £85,000 must be registered for VAT." */
const OF_A_BAND = new RegExp(
  `^[^.;:]{3,60}?\\b(?:with|whose|having|earning)\\b[^.;:,]*${MONEY}[^.;:]*?\\b(?:must|should|needs?|have to|required)\\b`,
  'i',
)

const WHETHER_OR = words`,? whether (?:an? |it is |they are )?[^.;]+? or [^,.;]+`
const IF_LEAD = words`\b(?:only )?if(?: (?:you|your \w+|it|they))?\s*:$`
const LASTS_ABOUT = words`
  \blast\w* (?:for )?(?:around|about|approximately|typically) [\w-]+(?: (?:months?|years?))?`
const VAT_ASIDE = wordsWith('gi')`
  \(?\b(?:excluding|exclusive of|excl?\.?|including|inclusive of|incl\.?|net of|
  plus) (?:\w+ )?VAT\b\)?`

/**
 * Returns the words of a unit without neutral ones, and the text after "before you hear from us",
 * which may retract it.
 */
function collectWords(unit: Unit, code: CriterionCode): { text: string; unfinished: string } {
  const own =
    code === 'ORG_TYPE' || code === 'REGION'
      ? unit.text
          .replace(WHO_IS_MEANT, '')
          .replace(WHETHER_OR, '')
          .replace(code === 'ORG_TYPE' ? ASIDE : /$^/, '')
          .replace(
            code === 'ORG_TYPE' && unit.mood === 'none_of'
              ? /\bor (?:an? )?(?:items?|projects?|activit\w+)\b.*$/i
              : /$^/,
            '',
          )
          .replace(code === 'ORG_TYPE' ? NARROWING_TAIL : /$^/, '')
          .replace(unit.introduces ? /,? except(?: for)?\s*:$/i : /$^/, '')
          .replace(code === 'ORG_TYPE' ? /,? rather than [^.;]*$/i : /$^/, '')
      : unit.text
  const text = (
    code === 'NO_RETROSPECTIVE'
      ? own.replace(UNTIL_OFFERED, '')
      : code === 'PROJECT_DATES'
        ? own.replace(UNTIL_A_DAY, '')
        : own
  )
    .replace(/\b(?:e\.g\.|for example|for instance),? .*$/i, '')
    .replace(HARMLESS_CONDITION, '')
    .replace(unit.introduces ? IF_LEAD : /$^/, '')
    .replace(/\b(?:intended|open|available|designed) (?:for|to) those\b/gi, '')
    // What it is for is no wish.
    .replace(
      code === 'ORG_TYPE' || code === 'REGION'
        ? /$^/
        : /\b(?:available|offered|given|awarded|provided|intended|designed) to encourage\b/i,
      '',
    )
    // Words about how long do not soften how much.
    .replace(code === 'AMOUNT_RANGE' ? LASTS_ABOUT : /$^/, '')
    .replace(/\((?:where|if|as) (?:applicable|appropriate|relevant|necessary)\)/gi, '')
    .replace(VAT_ASIDE, '')
  const unfinished =
    code === 'NO_RETROSPECTIVE'
      ? own.replace(/\bunless and until\b/gi, 'until').replace(UNLESS_OFFERED, '')
      : ''
  return { text, unfinished }
}

const AN_ANSWER = words`^yes\b\s*[,–—-]`

/** "apply only if we invited you" */
const ONLY_IF = words`\bonly (?:apply )?(?:if|when|where|once)\b`

/** "For example, the organic options require three hectares" */
const FOR_EXAMPLE = words`^(?:for (?:example|instance)|e\.g\.)`

const OF_SUMS = new Set<CriterionCode>(['AMOUNT_RANGE', 'PROJECT_COST', 'INCOME'])

/** A sentence about the offer above it. */
const THIS_IS_FOR = words`^(?:this|it) (?:\w+ )?is (?:only )?for\b`

const HELPS_IF = words`
  \b(?:helps? (?:us )?if|scores? (?:higher|better|more) if|more likely)\b`

/**
 * Returns why the words of `unit` do not bind all, by its sentence, its list and its heading;
 * `null` without a reason.
 */
export function findDoubt(
  unit: Unit,
  code: CriterionCode,
  whole: string,
  isOverall = false,
): Doubt | null {
  if (unit.nested) return 'part'
  const { text, unfinished } = collectWords(unit, code)
  const introduction = unit.list?.lead ?? ''
  const lead = introduction
    .replace(unit.mood === 'none_of' ? /,? except(?: for)?\s*:$/i : /$^/, '')
    .replace(HARMLESS_CONDITION, '')
    .replace(LEAD_IF, '')
  const matches = (pattern: RegExp) =>
    pattern.test(text) ||
    pattern.test(lead.replace(/\bpriority (?:groups?|areas?|themes?)\b/gi, ''))
  if (FOR_EXAMPLE.test(unit.text) || (!OF_SUMS.has(code) && REQUIRES_FOR_SOME_SUMS.test(unit.text)))
    return 'part'
  if (
    matches(EXCEPTION) ||
    EXCEPTION.test(unfinished) ||
    DENIED.test(text) ||
    (unit.list?.mood === 'plain' && DENIED.test(lead))
  )
    return 'exception'
  const ofEvery = OF_EVERY_OFFER.test(text) || OF_EVERY_OFFER.test(introduction)
  if (
    OF_ONE_OFFER.has(code) &&
    !isOverall &&
    !ofEvery &&
    (((PAID.has(code) || THIS_IS_FOR.test(unit.text)) && hasSeveralOffers(whole)) ||
      isBehindAKindHeading(unit, whole))
  )
    return 'part'
  // "Eligible applicants must:" under each of several offers.
  if (
    unit.list !== null &&
    unit.list.lead.length > 12 &&
    /\bmust\b/i.test(unit.list.lead) &&
    whole.split(unit.list.lead).length > 2
  )
    return 'part'
  if (OF_ONE_OFFER.has(code) && !isOverall && ofASize(text, whole)) return 'part'
  if (OR_OTHERWISE.test(text)) return 'exception'
  if (code !== 'ORG_TYPE' && LETS_OFF.test(unit.text)) return 'exception'
  // "Yes, but only by invitation": what it is said of is the question's.
  if (code !== 'ORG_TYPE' && AN_ANSWER.test(unit.text)) return 'condition'
  if (AS_FUNDS_ALLOW.test(text)) return 'condition'
  if (
    !ofEvery &&
    code !== 'ORG_TYPE' &&
    code !== 'REGION' &&
    code !== 'MAX_APPLICATIONS' &&
    NARROWED_BEHIND.some((pattern) => pattern.test(text))
  )
    return 'part'
  if (code === 'INVITE_ONLY')
    return CONDITION.test(text.replace(ONLY_IF, ''))
      ? 'condition'
      : INVITED_TO_A_PART.test(text)
        ? 'part'
        : null
  if (matches(SOFT) || HELPS_IF.test(introduction)) return 'soft'
  // An exclusion list's "if" introduces the items; every other one is a condition.
  if (
    CONDITION.test(text) ||
    (CONDITION.test(lead) && unit.list?.mood !== 'none_of') ||
    (IF_BEFORE.test(introduction) && !/\bto (?:apply|be eligible|qualify)\b/i.test(introduction))
  )
    return 'condition'
  if (unit.list?.mood === 'any_of' && !unit.list.isWho) return 'alternative'
  if (code !== 'ORG_TYPE' && matches(SOME_OF_SEVERAL)) return 'alternative'
  if (!isOverall && ofATheme(unit, whole)) return 'part'
  if (/[;,]?\s+or$/i.test(text) || /^(?:or|either)\b/i.test(text)) return 'alternative'
  if (ABOUT_THE_APPLICANT.has(code) && OR_ELSE.test(text) && !isExclusion(unit))
    return 'alternative'
  if (ABOUT_THE_APPLICANT.has(code) && !isExclusion(unit) && isOfOneKind(unit)) return 'part'
  return isAboutSome(unit, code, whole, { text, lead, ofEvery }) ? 'part' : null
}

const ANY_KIND = pattern`
  (?:${KIND}|NHS trusts?|colleges?|(?:housing|voluntary|research|public|local|umbrella|sports|residents['’]?|community)
    [ ](?:associations?|organi[sz]ations?|bod(?:y|ies)|authorit(?:y|ies)|groups?))`
/** "Charities with an income below £1 million and schools": what follows the kind. */
const LIMITED_KIND = words`
  \b${ANY_KIND} (?=(?:with|that|which|who|whose|having|established|registered)\b)`
const STARTS_WITH_KIND = words`^(?:an? |the |any |all )?${ANY_KIND}\b`
/** "that work with schools and clubs", "and support colleges" */
const WHAT_THEY_DO = words`
  \b(?:that|who|which|and) (?:work|support|help|serve|run|benefit)\w*\b.*$`
const SEPARATOR = wordsWith('i')`(?:,? (?:and|or|as well as|&|/) |[,;] (?:and |or )?)`

/** Whether a limit of the words is one of several kinds of applicants, of which others follow. */
function isOfOneKind({ list, text, mood }: Unit): boolean {
  const isKind = (part: string) => kindsIn(part.replace(NEXT_ENDS, '')).isWhole
  if (mood === 'any_of' && list?.isWho && STARTS_WITH_KIND.test(text))
    return list.items.some((item) => item.text !== text && isKind(item.text))
  const limited = LIMITED_KIND.exec(text)
  if (limited === null) return false
  const kinds = text.slice(limited.index).replace(WHAT_THEY_DO, '').split(SEPARATOR)
  return kinds.slice(1).some(isKind)
}

/** "Charities | Must be registered in England.": a table's row. */
const OF_A_CELL = new RegExp(`^(?:an? |the |all )?${KIND}(?: [^|]{0,30})?\\| `, 'i')

const PREMISES_FIRST = words`
  ^(?:(?:your|the|any|all) )*(?:propert(?:y|ies)|premises|buildings?)\b`

/**
 * Returns whether the subject, the heading or a modifier narrows it to some applicants or a part.
 */
function isAboutSome(
  unit: Unit,
  code: CriterionCode,
  whole: string,
  { text, lead, ofEvery }: { text: string; lead: string; ofEvery: boolean },
): boolean {
  if (
    (OF_OTHERS.test(text) && !(code === 'REGION' && PREMISES_FIRST.test(text))) ||
    (unit.list !== null && OF_OTHERS.test(unit.list.lead))
  )
    return true
  if (
    !ofEvery &&
    ((PART_HEADING.test(unit.heading) && !isTitle(unit.heading, whole)) ||
      (unit.heading !== '' &&
        (offersByHeading(whole).has(unit.heading) ||
          tiersOf(whole).has(unit.heading) ||
          kindHeadings(whole).has(unit.heading) ||
          isRepeated(unit.heading, whole))))
  )
    return true
  if (
    ELIGIBLE_FOR_A_PART.test(text.replace(BY_ITS_NAME, '').replace(WITH_ITS_SUM, '')) ||
    leadsIntoAPart(lead, whole)
  )
    return true
  if (
    !ofEvery &&
    (OF_A_STRAND.test(lead) || (ABOUT_THE_APPLICANT.has(code) && OF_A_STRAND.test(text)))
  )
    return true
  if (code !== 'ORG_TYPE' && OF_A_CELL.test(text)) return true
  if (code === 'ORG_TYPE' || code === 'REGION') return false
  if (OF_PLACES.test(text) || OF_THOSE.test(text)) return true
  if (ABOUT_THE_APPLICANT.has(code) && code !== 'INCOME' && OF_A_BAND.test(text)) return true
  if (
    PART_BEFORE.test(text) ||
    (unit.list !== null &&
      PART_BEFORE.test(unit.list.lead) &&
      !/^for (?:all|this|the)\b/i.test(unit.list.lead))
  )
    return true
  if (
    code !== 'AMOUNT_RANGE' &&
    code !== 'PROJECT_COST' &&
    code !== 'INCOME' &&
    ON_A_TIER.test(text)
  )
    return true
  if (TIER.test(text) || (unit.list !== null && TIER.test(unit.list.lead))) return true
  if (unit.list === null || unit.list.mood === 'plain') {
    if (
      NAMED_PART.test(text) &&
      !LABEL.test(text) &&
      !/^[^:–—|]*\b(?:must|should|will|can|may|need)\b/i.test(text) &&
      /[£%]/.test(text)
    )
      return true
  }
  if (OTHER_RATE.test(text)) return true
  // "for capital projects", where nothing else is paid for.
  if (
    /\bfor (?:\w+ )?capital\b(?! only)/i.test(text) &&
    !/\b(?:revenue|running costs?|core costs?)\b/i.test(whole)
  )
    return false
  return (
    code !== 'INCOME' &&
    PART_BEHIND.test(text) &&
    (COSTS_BEHIND.test(text) || otherSums(unit, whole))
  )
}

/**
 * Whether the text speaks of other sums, so that what is said of some applicants may be one of
 * several amounts.
 */
function otherSums(unit: Unit, whole: string): boolean {
  const rest = `${whole.slice(0, unit.start)} ${whole.slice(unit.end)}`
  return [...rest.matchAll(new RegExp(MONEY, 'gi'))].some(
    ([sum]) => !/million|bn|billion|\dm\b/i.test(sum) && !unit.text.includes(sum),
  )
}
