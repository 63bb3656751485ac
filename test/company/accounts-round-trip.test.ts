/**
 * Generated filings whose figures are known: every one is read as it was written, and none is read
 * that was not.
 */
import { readAccounts } from 'ukintel-ixbrl'
import { expect, it } from 'vitest'
import { randomOf } from '../prove/random.ts'
import { generateFiling } from '../support/generated-filings.ts'

const FILINGS = 2000

it(`reads ${FILINGS} generated filings of all taxonomies: none wrong, none invented`, () => {
  const random = randomOf(20_261_125)
  let figures = 0
  let conflicts = 0
  for (let index = 0; index < FILINGS; index += 1) {
    const { name, bytes, known, people } = generateFiling(random, index)
    const accounts = readAccounts(bytes)
    const read = new Map<string, string | null>()
    // Where some figures are named as the company's, all others are the group's.
    const shown = accounts.periods[0]!.scope
    for (const { end, figures } of accounts.periods.filter(({ scope }) => scope === shown))
      for (const [key, { value, status }] of Object.entries(figures))
        if (status !== 'derived') read.set(`${end} ${key}`, value)
    expect(Object.fromEntries([...read].sort()), name).toEqual(
      Object.fromEntries([...known].sort()),
    )
    expect(accounts.faults, name).toEqual([])
    const written = JSON.stringify(accounts)
    for (const person of people) expect(written).not.toContain(person)
    figures += known.size
    conflicts += [...known.values()].filter((value) => value === null).length
  }
  process.stderr.write(`${figures} figures, ${conflicts} of them contradictions\n`)
  expect(figures).toBeGreaterThan(20_000)
  expect(conflicts).toBeGreaterThan(200)
}, 60_000)
