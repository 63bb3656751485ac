import { fill, loadRecords, mergePatch, type Shape } from '../records.ts'

/** The first line is what all have. */
const [COMMON, ...PERSONS] = loadRecords('companies-house/persons.jsonl')

/** Returns the n-th invented person, as the register writes persons. */
export function createPerson(n: number): Shape {
  const person = PERSONS[n % PERSONS.length]
  return fill(mergePatch(COMMON, person) as Shape, { index: String(n) })
}

export const personName = (n: number): string => String(createPerson(n).name)
