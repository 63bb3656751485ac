/** Funder names: their normalised forms for comparison, and their slugs. */

const LEGAL_FORMS = new Set(['limited', 'ltd', 'plc', 'llp', 'cio', 'incorporated', 'inc'])

/**
 * The name without case, accents, punctuation, "the" and legal form, `&` read as "and". Empty when
 * no letter or digit is left.
 */
export function nameKey(name: string): string {
  return nameWords(name).join(' ')
}

/** Returns a name without case and accents. "Guy's", "Queens'": an apostrophe is part of a word. */
function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/['’ʼ`´]/g, '')
}

/** The words of `nameKey`. */
export function nameWords(name: string): string[] {
  const folded = fold(name)
    .replace(/ß/g, 'ss')
    .replace(/ø/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const words = folded === '' ? [] : folded.split(' ')
  const significant = words.filter((word) => word !== 'the')
  while (significant.length > 1 && LEGAL_FORMS.has(significant.at(-1)!)) significant.pop()
  return significant.length > 0 ? significant : words
}

/** Words that many funders' names contain: they make no two names similar. */
const COMMON_WORDS = new Set(
  'and association board bureau centre charitable charities charity co committee community company corporation council department endowment for foundation foundations fund funders funding funds giving grant grants group in institute ministry national network of office organisation programme scheme service society trust trustees trusts uk united kingdom'.split(
    ' ',
  ),
)

/** Returns the words that identify a name; empty if all are common. */
export function pickTellingWords(words: readonly string[]): string[] {
  return words.filter((word) => !COMMON_WORDS.has(word))
}

/**
 * `The Esmée Fairbairn Foundation` to `the-esmee-fairbairn-foundation`; empty for a name without
 * Latin letters or digits.
 */
export function toSlug(name: string, maxLength = 100): string {
  return fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, maxLength)
    .replace(/(?<!-)-+$/, '')
}
