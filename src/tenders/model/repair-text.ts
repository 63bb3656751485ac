/** Repairs defects that a release has in every field, before it is read. */
/** Fields of running text; names of people and places stay as they are. */
const PROSE = new Set(['title', 'description', 'minimum', 'performanceTerms'])

/**
 * Words that truly end in "rn"; all others in a spoilt release are words before a line break. Of
 * these "torn" is left out: it was "to" and a break in 9 of 9 places (Public Contracts Scotland
 * 2019-04, Sell2Wales 2025-02), as "worn" was itself in 5 of 5.
 */
const ENDS_IN_RN = new Set(
  (
    'acorn adjourn adorn auburn barn bairn born burn cadarn cairn churn cistern concern corn darn discern downturn earn eastern fern ' +
    'forlorn govern haearn heartburn horn intern kentigern lantern learn lectern llanbadarn lochearn longhorn malvern modern mourn nairn ' +
    'northeastern northern northwestern outworn overturn padarn pattern popcorn postmodern relearn return saturn scorn severn shorn sojourn ' +
    'southeastern southern southwestern spurn stern strathearn sweetcorn sworn tafarn tarn tavern tern thorn turn  ' +
    'unicorn unlearn upturn urn warn western worn wyvern yarn yearn'
  ).split(' '),
)

/**
 * Places: Blackburn, Fulbourn, Kinghorn, Hawthorn. Hardly a word that a line ends with ends in "bu"
 * or "ho" but "who".
 */
const PLACE = /(?:bourn|burn|[^w]horn|born)$/i

/** One break or several, where what follows is a space, a capital or nothing. */
const BREAKS = /(?:rn)+/g
const BEHIND_BREAKS = /^(?:\s|$|\p{Lu}\p{Ll})/u
/** The letters of a word at the end of a text. */
const LAST_WORD = /(?<!\p{L})\p{L}*$/u

/**
 * A tab, before a capital: after a mark of a list, or where no word begins with "t" and a capital
 * within.
 */
const TAB = /(?<=[-–•.)])t(?=\p{Lu})|(?<![\p{L}\d])t{1,2}(?=\p{Lu}\p{Ll}{2})/gu

/** Matches where no word can end so: after a stop, a figure or nothing, or doubled. */
const SIGN = /(?:(?<!\p{L})|rn)rn(?=\s|$|\p{Lu}\p{Ll})|[-–•.)]t(?=\p{Lu}\p{Ll})/u

/**
 * Line breaks and tabs for the letters that are left of `\r\n` and `\t`, in a text of which it is
 * known that they were lost.
 */
export function withBreaks(text: string): string {
  // A text that has real ones was not spoilt.
  if (/[\r\n\t]/.test(text)) return text
  let from = 0
  return text
    .replace(BREAKS, (breaks: string, at: number) => {
      const end = at + breaks.length
      if (!BEHIND_BREAKS.test(text.slice(end, end + 2))) return breaks
      const word = LAST_WORD.exec(text.slice(from, at))?.[0] ?? ''
      from = end
      const one = `${word}rn`
      const known = (ENDS_IN_RN.has(one.toLowerCase()) || PLACE.test(one)) && !/\p{Lu}$/u.test(word)
      return (known ? 'rn' : '') + '\n'.repeat(breaks.length / 2 - (known ? 1 : 0))
    })
    .replace(TAB, '\t')
}

/**
 * `2026-05-01T12:00:00Z` without its Z. A release's own `date` has no hour: midnight there is the
 * day, wherever.
 */
function withoutZulu(text: string, key: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) &&
    !(key === 'date' && text.endsWith('T00:00:00Z'))
    ? text.slice(0, -1)
    : text
}

/**
 * The same release, as it should have been published. Buyers' systems lose the strokes of `\r\n` on
 * the way to a portal: "Lift Maintenancern Portable Appliance Testingrn" in 40 of 45 recorded
 * releases of Public Contracts Scotland (2019-04), 41 of 44 of Sell2Wales (2025-02) and 16 of 100
 * of Contracts Finder (2025). One place that no word explains shows that all of a release went that
 * way.
 */
export function repairText({ zuluIsLondon }: { zuluIsLondon: boolean }, raw: unknown): unknown {
  const spoilt = someProse(raw, '', (text) => SIGN.test(text))
  if (!zuluIsLondon && !spoilt) return raw
  const repair = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') {
      const text = zuluIsLondon ? withoutZulu(value, key) : value
      return spoilt && PROSE.has(key) ? withBreaks(text) : text
    }
    if (Array.isArray(value)) return value.map((member) => repair(member, key))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, repair(member, name)]),
    )
  }
  return repair(raw, '')
}

function someProse(value: unknown, key: string, isSo: (text: string) => boolean): boolean {
  if (typeof value === 'string') return PROSE.has(key) && isSo(value)
  if (Array.isArray(value)) return value.some((member) => someProse(member, key, isSo))
  if (value === null || typeof value !== 'object') return false
  return Object.entries(value).some(([name, member]) => someProse(member, name, isSo))
}
