/**
 * Find a Tender numbers the notices of a year in sequence, `012345-2026`: what was never listed
 * leaves a gap.
 */

export interface Numbering {
  /** Numbers between the first and the last of the notices looked at. */
  spanned: number
  /** Number of these that are unknown. */
  missing: number
  /** Some of the missing, ascending. */
  examples: readonly string[]
}

const NUMBERED = /^(\d{6})-(\d{4})$/
/**
 * A number may be given long before its notice appears: the outermost of a hundred say nothing
 * about where a week begins and ends.
 */
const OUTERMOST = 0.01
const EXAMPLES = 5

/**
 * Counts the gaps among `recent` ids, year by year; `known` are ids of whatever date. Ids of
 * another form are passed over.
 */
export function checkNumbering(recent: readonly string[], known: Iterable<string>): Numbering {
  const knownNumbers = new Set(known)
  const years = Map.groupBy(
    recent.flatMap((id) => {
      const [, number, year] = NUMBERED.exec(id) ?? []
      return number && year ? [{ number: Number(number), year }] : []
    }),
    ({ year }) => year,
  )
  const missing: string[] = []
  let spanned = 0
  for (const [year, ids] of [...years].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const numbers = ids.map(({ number }) => number).sort((a, b) => a - b)
    const cut = Math.floor(numbers.length * OUTERMOST)
    const first = numbers[cut]!
    const last = numbers[numbers.length - 1 - cut]!
    spanned += last - first + 1
    for (let number = first; number <= last; number += 1) {
      const id = `${String(number).padStart(6, '0')}-${year}`
      if (!knownNumbers.has(id)) missing.push(id)
    }
  }
  return { spanned, missing: missing.length, examples: missing.slice(0, EXAMPLES) }
}
