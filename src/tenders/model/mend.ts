/** What a portal's answers say wrongly in every field, put right before anything is read. */
import type { Quirks } from '../portals/portal.ts'

/** Fields of running text; names of people and places stay as they are. */
const PROSE = new Set(['title', 'description', 'minimum', 'performanceTerms'])

/**
 * Words that truly end in "rn", all others in a portal's prose are words before a line break. Of these "torn" is left out: it was "to" and a
 * break in 9 of 9 places (Public Contracts Scotland 2019-04, Sell2Wales 2025-02), as "worn" was itself in 5 of 5.
 */
const ENDS_IN_RN = new Set(
  (
    'acorn adjourn adorn auburn barn bairn born burn cadarn cairn churn cistern concern corn darn discern downturn earn eastern fern ' +
    'forlorn govern haearn heartburn horn intern lantern learn lectern llanbadarn lochearn longhorn malvern modern mourn nairn newborn ' +
    'northeastern northern northwestern outworn overturn padarn pattern popcorn postmodern relearn return saturn scorn severn shorn sojourn ' +
    'southeastern southern southwestern spurn stern stillborn strathearn stubborn sweetcorn sworn tafarn tarn tavern tern thorn turn unborn ' +
    'unicorn unlearn upturn urn warn western worn wyvern yarn yearn'
  ).split(' '),
)

/** Places: Blackburn, Kinghorn, Hawthorn. Hardly a word that a line ends with ends in "bu" or "ho" but "who". */
const PLACE = /(?:burn|[^w]horn)$/i

/** A word, or anything else that is no space, before a break; the break stands before a space, a capital or nothing. */
const BREAK = /(\p{L}*)rn(?=\s|$|\p{Lu}\p{Ll})/gu

/** A tab, before a capital: after a mark of a list, or where no word begins with "t" and a capital within. */
const TAB = /(?<=[-–•.)])t(?=\p{Lu})|(?<![\p{L}\d])t{1,2}(?=\p{Lu}\p{Ll}{2})/gu

/** Line breaks and tabs for the letters that the portal leaves of `\r\n` and `\t`. */
export function withBreaks(text: string): string {
  // A text that has real ones was not spoilt.
  if (/[\r\n\t]/.test(text)) return text
  return text
    .replace(BREAK, (whole: string, word: string) => {
      const known = ENDS_IN_RN.has(whole.toLowerCase()) || PLACE.test(whole)
      return known && !/\p{Lu}$/u.test(word) ? whole : `${word}\n`
    })
    .replace(TAB, '\t')
}

/** `2026-05-01T12:00:00Z` without its Z. */
function withoutZulu(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) ? text.slice(0, -1) : text
}

/** The same release, as the portal should have published it. */
export function mended(quirks: Pick<Quirks, 'zuluIsLondon' | 'breaksAreLetters'>, raw: unknown): unknown {
  if (!quirks.zuluIsLondon && !quirks.breaksAreLetters) return raw
  const mend = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') {
      const text = quirks.zuluIsLondon ? withoutZulu(value) : value
      return quirks.breaksAreLetters && PROSE.has(key) ? withBreaks(text) : text
    }
    if (Array.isArray(value)) return value.map((member) => mend(member, key))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mend(member, name)]))
  }
  return mend(raw, '')
}
