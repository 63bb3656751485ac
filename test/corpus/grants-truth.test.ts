/**
 * The figures that docs/contributors publishes are those of texts that the reader was not written
 * with, and are what comes out today.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readText } from 'ukintel-grant-reader'
import { describe, expect, test } from 'vitest'
import { plainText } from '../../src/grants/model/detail.ts'
import { sha256Hex } from '../../src/platform/hash.ts'
import { readGold } from './grants-truth/gold.ts'
import { measureReader, readersOf, readerTable } from './grants-truth/readers.ts'
import { readTruth, truthTable } from './grants-truth/table.ts'
import { recordedData } from './recorded.ts'

const { folder } = recordedData('grants')
const apart = readGold(folder, 'apart')
const all = apart && [...readGold(folder, 'write')!, ...apart]
const page = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../docs/contributors', name), 'utf8')

describe.skipIf(all === null)('labelled eligibility texts', () => {
  test('are the ones that were labelled, in halves', () => {
    expect([all!.length, apart!.length]).toEqual([75, 38])
    for (const { text, sha256 } of all!) expect(sha256Hex(text)).toBe(sha256)
  })

  test('give the table that the contributor’s page publishes', () => {
    for (const row of truthTable(readTruth(folder)!)) expect(page('grant-reader.md')).toContain(row)
  })

  test('hold the reader to its aims', () => {
    const { caught, ineligible, wronged } = readTruth(folder)!['set apart']!
    expect(caught.sure / (caught.sure + wronged.sure)).toBeGreaterThanOrEqual(0.95)
    expect(caught.sure / ineligible).toBeGreaterThanOrEqual(0.55)
    expect((caught.sure + caught.likely + caught.doubtful) / ineligible).toBeGreaterThan(0.75)
    for (const { wrongQuotes } of Object.values(readTruth(folder)!)) expect(wrongQuotes).toBe(0)
  })

  test('wrong no applicant and catch nine ineligible in ten by the readings of a caller that makes no mistake', () => {
    const read = readersOf(all!)['caller, labels that bind']!
    for (const texts of [apart!, all!]) {
      const { counted, wronged, ineligible, caught } = measureReader(texts, read)
      expect([counted, wronged]).toEqual([texts.length, 0])
      expect(caught / ineligible).toBeGreaterThanOrEqual(0.9)
    }
  })

  test('give the table of other readers that the proof publishes', () => {
    for (const row of readerTable(apart!)) expect(page('measures.md')).toContain(row)
  })

  test('are quoted exactly, whatever is made of the words', () => {
    for (const { text } of all!)
      for (const { requirement, span } of readText(plainText(text)))
        expect(text.slice(span!.start, span!.end)).toBe(requirement)
  })
})
