/** The parts of an offer: strands, tiers and sizes by their names and headings, and whether a text has several. */
import { MONEY } from '../figures.ts'
import { KIND } from './limit-subject.ts'
import { tierLines, type Unit } from './units.ts'

/** Caches a property of the whole text, which is needed for each found criterion. */
function ofText<T>(find: (whole: string) => T): (whole: string) => T {
  let cached: { whole: string; found: T } | null = null
  return (whole) => {
    if (cached?.whole !== whole) cached = { whole, found: find(whole) }
    return cached.found
  }
}

/** "eligible for grants for small investments", "can apply for the higher rate": not for the grant as such. */
export const ELIGIBLE_FOR_A_PART =
  /\b(?:eligible|qualif(?:y|ies)|apply) for (?:an? |the |our )?(?:larger?|bigger|higher|further|additional|second|main|major|smaller?|small|core|extra) (?:\w+ )?(?:grants?|awards?|amounts?|sums?|rates?|funding)\b|\b(?:eligible|qualify|apply) for (?!(?:this|the (?:grant|fund|scheme|programme|competition|funding|award)|an? (?:(?!(?:small|larger?|smaller|main|major|micro|mini|core|second|further)\b)\w+ ){0,3}(?:grant|award|share|maximum|minimum|contribution)|funding|grants?(?! (?:for|of|under|to))|our|support|up to|between|£|\d|any|one|it\b|is\b|are\b|will\b|per\b|[A-Z]))/

/** "apply for the Green Farms grants": the offer's own name. */
export const BY_ITS_NAME =
  /\b(?:eligible|qualify|apply) for the (?!(?:larger?|bigger|higher|further|additional|second|main|major|smaller?|small|core|extra|full|maximum|top)\b)(?:[\w’'-]+ ){1,5}?(?:grants?|fund|scheme|programme|award|competition)\b/i

/** "apply for capital grants of up to": the offer for every applicant. */
export const WITH_ITS_SUM =
  /\bapply for (?!(?:larger?|bigger|higher|further|additional|second|main|major|smaller?|small|core|extra)\b)(?:[\w’'-]+ ){1,2}?(?:grants?|funding|awards?|assistance|vouchers?) (?:of|between|from|worth|up to)\b/i

/** A heading that names a part of the offer. */
export const PART_HEADING =
  /^(?:(?:strand|tier|level|stream|option|phase|band|lot|category|theme|route|part|pot|pathway|type) (?:\d+|[A-Z]\b|one|two|three|[ivx]+\b)|(?:micro|small|medium|large|larger|major|community|capital|revenue|project|starter|start-up|seed|growth|core|main|mini|quick|fast[- ]track|individual|group|emergency|development|feasibility|digital|green|business|innovation|research)\b[^?]*\b(?:grants?|awards?|fund|programme|strand|stream|scheme|vouchers?|business|businesses|loans?)$|(?:for |if you(?:['’]re| are) (?:an? )?)(?:individuals?|businesses|companies|charities|schools|groups|landlords|organisations|sole traders|clubs|partners|tenants)|(?:individuals?|businesses|companies|charities|schools|landlords|sole traders|clubs|partners|partnerships|consortia|micro business|small business|medium business)$|\b(?:eligibility|criteria|guidance|information|rules|support|help|grants?|funding) for (?:individuals?|businesses|companies|charities|schools|community groups|landlords|tenants|sole traders|clubs|partners)$|state aid|subsidy|definitions?|glossary|what is an? |frequently|example|case stud|previous|past|other (?:\w+ )?(?:grants|funding|funds|support|schemes|programmes))/i

/** "Small Grants Fund: …", "Strand 2 (£5,000)": the names of offers. */
const OFFER_LINE =
  /^(?:[•◦*–-]\s*)?((?:[A-Z][\w&’'/-]*|and|of|for|the|&)(?: (?:[\w&’'/-]+)){0,4}? (?:grants?|funds?|awards?|schemes?|programmes?|vouchers?|strands?|streams?|tiers?|loans?)|(?:strand|tier|level|stream|option|lot|category|theme|route|part|phase|pathway|band) (?:\d|[A-Z]\b|one|two|three|[ivx]+\b))(?: \(?(?:up to |from |between )?£?[\d,]*\)?)?\s*(?:$|[:–—|]|\s-\s)/gim

/** Headings about the whole offer, whatever is below them. */
const NEUTRAL_HEADING =
  /\b(?:how much|amounts?|funding|eligib\w+|who|what|when|where|why|how|criteria|apply|applying|applications?|applicants?|summary|overview|about|introduction|background|contact|deadlines?|dates?|costs?|exclusions?|excluded|further|notes?|maximum|minimum|match|value|levels?|budgets?|details|scope|objectives?|aims?|key|durations?|length|income|turnover|size of|rates?|priorities|outcomes|guidance|rules|terms|conditions|requirements|information|description|size|your project|your application|type|decisions?|process|timetable|important|available|offer|need to know)\b|\?$/i

const SHORT_LINE = /^(?![•*–-]\s)[A-Z][^£%.;:!]{2,60}$/

/**
 * Returns whether a heading is the page's name, such as "Small Grants Programme", without another
 * part of an offer below it.
 */
export function isTitle(heading: string, whole: string): boolean {
  const [first, ...rest] = whole.trim().split('\n')
  return (
    first === heading &&
    !rest.some(
      (line) =>
        PART_HEADING.test(line) ||
        (SHORT_LINE.test(line) && /\b(?:grants?|fund|awards?|strand|programme)$/i.test(line)),
    )
  )
}

/** "Applying as a business", "Community groups", "If you are a school": a section for one kind of applicant, where another has its own. */
const OF_A_KIND_HEADING = new RegExp(
  `^(?:(?:applying|eligibility|criteria|guidance|rules|grants|funding|information|requirements) )?(?:(?:as|for|if you(?:['’]re| are)) )?(?:an? |all |any )?(?:${KIND}|(?:community )?groups?|organi[sz]ations?|non-profits?|voluntary organi[sz]ations?)\\s*[:?]?$`,
  'i',
)

export const kindHeadings = ofText((whole): ReadonlySet<string> => {
  const found = new Set(
    whole.split('\n').filter((line) => line.length <= 50 && OF_A_KIND_HEADING.test(line.trim())),
  )
  return found.size > 1 ? found : new Set()
})

/** Behind the first of several such headings, whatever heading stands between. */
export function isBehindAKindHeading(unit: Unit, whole: string): boolean {
  return [...kindHeadings(whole)].some((heading) => {
    const at = whole.indexOf(heading)
    return at >= 0 && at < unit.start
  })
}

/**
 * Returns whether a heading, such as "Who can apply", is repeated for several offers: each is about
 * one of them.
 */
export function isRepeated(heading: string, whole: string): boolean {
  const at = whole
    .split('\n')
    .flatMap((line, index) => (line.trim().toLowerCase() === heading.toLowerCase() ? [index] : []))
  return at.some((index, nth) => nth > 0 && index - at[nth - 1]! > 1)
}

const OF_ONE_SIZE =
  /^(?:small(?:er)?|larger?|medium|major|minor|micro|mini) (?!business|compan|enterprise)/i

/** Headings with separate sums below them: the names of several offers. */
export const offersByHeading = ofText((whole): Set<string> => {
  const sums = new Map<string, string>()
  let heading: string | null = null
  const lines = whole.trim().split('\n')
  const title = lines[0]
  for (const line of lines) {
    if (SHORT_LINE.test(line) && !/\b(?:must|can|will|is|are|have|has)\b/.test(line))
      // What was so before names no offer.
      heading =
        (NEUTRAL_HEADING.test(line) && !OF_ONE_SIZE.test(line)) ||
        /^if you (?:applied|have)\b/i.test(line)
          ? null
          : line
    else if (heading !== null && !sums.has(heading)) {
      const sum = new RegExp(MONEY, 'i').exec(line)
      if (sum) sums.set(heading, sum[0])
    }
  }
  // The page's own name is no part of its offer.
  if (title !== undefined) sums.delete(title)
  return new Set(sums.values()).size > 1 ? new Set(sums.keys()) : new Set()
})

export const tiersOf = ofText((whole) => tierLines(whole.split('\n').map((line) => line.trim())))

/** "There are two types of grants", "for both types of grant". */
const NAMES_OFFERS =
  /\b(?:two|three|four|five|several|both|different) (?:\w+ )?(?:types|kinds|levels|tiers|strands|streams|sizes) of (?:grants?|awards?|funding|support|help)\b|\b(?:two|three|four) (?:grant )?(?:strands|streams|tiers|grant (?:schemes|programmes|levels))\b/i

export const hasSeveralOffers = ofText((whole): boolean => {
  if (NAMES_OFFERS.test(whole) || offersByHeading(whole).size > 1 || tiersOf(whole).size > 1)
    return true
  const names = new Set(
    [...whole.matchAll(OFFER_LINE)].map(([, name]) => name!.toLowerCase().replace(/s$/, '')),
  )
  return (
    [...names].filter(
      (name) =>
        !/\b(?:we|you|i|do|does|not|can|will|cannot|who|what|how)\b/.test(name) &&
        !/^(?:the |our |maximum |minimum |total |about |this |who |how |what |eligible |size |length |amount|income |types? of|number |value |levels? |durations? |purpose |use |dates? |terms? |range |apply|your )/.test(
          name,
        ),
    ).length > 1
  )
})

const SIZED =
  /^(?:(?:there (?:are|is)|we (?:also )?(?:offer|give|make|award|have|provide)) )?(?:(?:the|our|these|an?) )?(small(?:er)?|large(?:r)?|medium|major|main|micro|mini|revenue|capital|core|project|equipment|event|training|feasibility|individual|group|development|start[- ]?up|seed|starter|growth|strategic|flagship|standard|emergency|travel|pilot|follow[- ]on) (?:\w+ )?(?:grants?|awards?|applications?|projects?|funding)\b/i

const SIZES =
  /\b(small(?:er)?|larger?|medium|major|main|micro|mini|revenue|capital|core|project|equipment|event|training|feasibility|individual|group|development|start[- ]?up|seed|starter|growth|strategic|flagship|standard|emergency|travel|pilot|follow[- ]on)(?=(?: (?:and|or) \w+)? (?:\w+ )?(?:grants?|awards?|applications?|projects?|funding)\b)/gi

/** Returns whether two names differ by the same property: large and small, capital and revenue. */
const isOfTheSort = (own: string, other: string) => BY_SIZE.test(own) === BY_SIZE.test(other)

const BY_SIZE = /^(?:smal|larg|medi|majo|main|micr|mini)/

/** "Large awards are for up to five years", where the text knows small ones as well. */
export function ofASize(text: string, whole: string): boolean {
  const own = SIZED.exec(text)?.[1]?.toLowerCase().slice(0, 4)
  if (own === 'reve' || own === 'capi')
    return (own === 'reve' ? /\bcapital\b/i : /\brevenue\b/i).test(whole)
  return (
    own !== undefined &&
    // The page's title names the offer that all of it speaks of.
    !new RegExp(`\\b${own}`, 'i').test(whole.trim().split('\n')[0]!) &&
    [...whole.matchAll(SIZES)].some(
      ([, size]) =>
        size!.toLowerCase().slice(0, 4) !== own && isOfTheSort(own, size!.toLowerCase()),
    )
  )
}

/** "To apply for a small grant you must:", where there are large ones, or "for the higher rate". */
export function leadsIntoAPart(lead: string, whole: string): boolean {
  if (!ELIGIBLE_FOR_A_PART.test(lead.replace(BY_ITS_NAME, '').replace(WITH_ITS_SUM, '')))
    return false
  const own = new RegExp(SIZES.source, 'i').exec(lead)?.[1]?.toLowerCase().slice(0, 4)
  return (
    own === undefined ||
    [...whole.matchAll(SIZES)].some(
      ([, size]) =>
        size!.toLowerCase().slice(0, 4) !== own && isOfTheSort(own, size!.toLowerCase()),
    )
  )
}

const THEME =
  /^(?:[•◦*–-] ?|(?!(?:How|What|Who|When|Where|Why|Amounts?|Funding|Grants?|Value|Awards?|Max\w*|Min\w*|Total|Budget|Size|Note|Eligib\w*|Duration|Length|Time\w*|Term|Criteria|Opportunity|Scheme|Purpose|Range|Level)\b))[A-Z][^:.£%]{2,40}: (?:grants?|funding|support|awards?|vouchers?|loans?|up to|for)\b/gm

/**
 * Returns whether an item has a theme: "• Start Up: grants for … Applicants must …" next to "•
 * Resilience: grants for …". All of the item is about its theme.
 */
export function ofATheme(unit: Unit, whole: string): boolean {
  const themes = [...whole.matchAll(THEME)]
  return (
    themes.length > 1 &&
    themes.some(({ index }) => {
      const end = whole.indexOf('\n', index)
      return index <= unit.start && unit.start < (end === -1 ? whole.length : end)
    })
  )
}
