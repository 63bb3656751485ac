/** The figures that docs/rules publishes are those of texts that the reader was not written with, and are what comes out today. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { plainText } from '../../src/grants/model/detail.ts'
import { readText } from '../../src/grants/model/reader/reader.ts'
import { sha256Hex } from '../../src/platform/hash.ts'
import { lyingModel, measureGate, sloppyModel } from './grants-truth/gate.ts'
import { dealOut, readGold } from './grants-truth/gold.ts'
import halves from './grants-truth/halves.json' with { type: 'json' }
import { measureReader, readersOf, readerTable } from './grants-truth/readers.ts'
import { measureRules, truthTable } from './grants-truth/table.ts'
import { recordedData } from './recorded.ts'

const { folder } = recordedData('grants')
const all = readGold(folder, null)
const measured = readGold(folder, 'measure') ?? []

describe.skipIf(all === null)('labelled eligibility texts', () => {
  test('are dealt out as was written down, and are the ones that were labelled', () => {
    expect(dealOut(all!)).toEqual(halves)
    for (const { text, sha256 } of all!) expect(sha256Hex(text)).toBe(sha256)
  })

  test('give the table that the rules page publishes', () => {
    const page = readFileSync(
      join(import.meta.dirname, '../../docs/rules/eligibility-1.1.0.md'),
      'utf8',
    )
    for (const row of truthTable(measureRules(measured))) expect(page).toContain(row)
  })

  test('hold the reader to what the rules page aims at, on every count', () => {
    const now = measureRules(measured)
    expect(now.precision).toBeGreaterThanOrEqual(0.95)
    expect(now.recall).toBeGreaterThanOrEqual(0.6)
    expect(now.wrongingTexts / now.texts).toBeLessThanOrEqual(1 / 50)
    expect(now.trapped / now.traps).toBeLessThan(0.03)
    expect(now.caught / now.ineligible).toBeGreaterThanOrEqual(0.5)
    expect(now.wrongQuotes).toBe(0)
  })

  test('a sloppy model and a lying one wrongly reject no applicant, and the page has their figures', () => {
    const page = readFileSync(
      join(import.meta.dirname, '../../docs/rules/eligibility-1.1.0.md'),
      'utf8',
    )
    for (const [name, model] of [
      ['sloppy', sloppyModel],
      ['lying', lyingModel],
    ] as const) {
      const { accepted, wronging } = measureGate(measured, model)
      expect(wronging, name).toBe(0)
      expect(page).toContain(`| ${name} | ${accepted} | ${wronging} |`)
    }
  })

  test('wrong no applicant and catch nine ineligible in ten by the readings of a caller that makes no mistake', () => {
    const read = readersOf(all!)['caller, labels that bind']!
    for (const texts of [measured, all!]) {
      const { counted, wronged, ineligible, caught } = measureReader(texts, read)
      expect([counted, wronged]).toEqual([texts.length, 0])
      expect(caught / ineligible).toBeGreaterThanOrEqual(0.9)
    }
  })

  test('give the table of other readers that the proof publishes, in which no model wrongs an applicant', () => {
    const page = readFileSync(
      join(import.meta.dirname, '../../docs/contributors/measures.md'),
      'utf8',
    )
    const readers = readersOf(measured)
    for (const row of readerTable(measured)) expect(page).toContain(row)
    for (const name of ['model, careful', 'model, sloppy', 'model, lying'])
      expect([name, measureReader(measured, readers[name]!).wronged]).toEqual([name, 0])
  })

  test('are quoted exactly, whatever is made of the words', () => {
    for (const { text } of all!)
      for (const { requirement, span } of readText(plainText(text)))
        expect(text.slice(span!.start, span!.end)).toBe(requirement)
  })
})
