/**
 * The parts of an offer: strands, tiers and sizes by their names and headings, and whether a text
 * has several.
 */
import { MONEY } from './figures.ts'
import {
  BY_ITS_NAME,
  ELIGIBLE_FOR_A_PART,
  NAMES_OFFERS,
  NEUTRAL_HEADING,
  NO_NAME,
  OF_A_KIND_HEADING,
  OFFER_LINE,
  PART_HEADING,
  SIZED,
  SIZES,
  THEME,
  WITH_ITS_SUM,
} from './phrases/offers.ts'
import { cased, words } from './phrases/words.ts'
import { tierLines, type Unit } from './units.ts'

/** Caches a property of the whole text, which is needed for each found criterion. */
function ofText<T>(find: (whole: string) => T): (whole: string) => T {
  let cached: { whole: string; found: T } | null = null
  return (whole) => {
    if (cached?.whole !== whole) cached = { whole, found: find(whole) }
    return cached.found
  }
}

const SHORT_LINE = cased`^(?![•*–-]\s)[A-Z][^£%.;:!]{2,60}$`

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

const OF_ONE_SIZE = words`
  ^(?:small(?:er)?|larger?|medium|major|minor|micro|mini) (?!business|compan|enterprise)`

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
        !NO_NAME.test(name),
    ).length > 1
  )
})

/** Returns whether two names differ by the same property: large and small, capital and revenue. */
const isOfTheSort = (own: string, other: string) => BY_SIZE.test(own) === BY_SIZE.test(other)

const BY_SIZE = cased`^(?:smal|larg|medi|majo|main|micr|mini)`

/** Whether the text names another size of the same sort. */
function namesAnotherSize(own: string, whole: string): boolean {
  return [...whole.matchAll(SIZES)].some(
    ([, size]) => size!.toLowerCase().slice(0, 4) !== own && isOfTheSort(own, size!.toLowerCase()),
  )
}

/** "Large awards are for up to five years", where the text knows small ones as well. */
export function ofASize(text: string, whole: string): boolean {
  const own = SIZED.exec(text)?.[1]?.toLowerCase().slice(0, 4)
  if (own === 'reve' || own === 'capi')
    return (own === 'reve' ? /\bcapital\b/i : /\brevenue\b/i).test(whole)
  return (
    own !== undefined &&
    // The page's title names the offer that all of it speaks of.
    !new RegExp(`\\b${own}`, 'i').test(whole.trim().split('\n')[0]!) &&
    namesAnotherSize(own, whole)
  )
}

/** "To apply for a small grant you must:", where there are large ones, or "for the higher rate". */
export function leadsIntoAPart(lead: string, whole: string): boolean {
  if (!ELIGIBLE_FOR_A_PART.test(lead.replace(BY_ITS_NAME, '').replace(WITH_ITS_SUM, '')))
    return false
  const own = new RegExp(SIZES.source, 'i').exec(lead)?.[1]?.toLowerCase().slice(0, 4)
  return own === undefined || namesAnotherSize(own, whole)
}

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
