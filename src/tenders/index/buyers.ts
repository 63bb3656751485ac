/** Finds the buyers that a supplier names. */
import { normaliseName } from '../model/buyer.ts'

/** Least words of a name that may be a part of another one. */
const LEAST_WORDS = 2

/**
 * Returns the names that equal a given one, or of which one is a part of the other as whole words,
 * with at least two words; `null` if none is given.
 * `names` as `normaliseName` makes them.
 */
export function findNames(
  names: Iterable<string>,
  given: readonly string[],
): ReadonlySet<string> | null {
  const wanted = [...new Set(given.map(normaliseName))].filter((name) => name !== '')
  if (wanted.length === 0) return null
  const found = new Set<string>()
  for (const name of names)
    if (wanted.some((each) => each === name || isPart(each, name) || isPart(name, each)))
      found.add(name)
  return found
}

function isPart(part: string, name: string): boolean {
  return (
    part.length < name.length &&
    ` ${name} `.includes(` ${part} `) &&
    part.split(' ').length >= LEAST_WORDS
  )
}
