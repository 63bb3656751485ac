/** Generated filings whose figures are known: every one is read as it was written, and none is read that was not. */
import { expect, it } from 'vitest'
import { readAccounts } from '../../src/company/model/accounts/figures.ts'
import { randomOf } from '../prove/random.ts'
import { generateFiling } from '../support/generated-filings.ts'

const FILINGS = 2000

it(`reads ${FILINGS} generated filings of all taxonomies: none wrong, none invented`, () => {
  const random = randomOf(20_261_125)
  let figures = 0
  let conflicts = 0
  for (let index = 0; index < FILINGS; index += 1) {
    const { name, bytes, known, people } = generateFiling(random, index)
    const accounts = readAccounts(bytes, '01234567')
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
