/**
 * The reader on invented pages: nothing wrong on those it was written with, and the published
 * figures on those that were kept back.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readText } from 'ukintel-grant-reader'
import { describe, expect, test } from 'vitest'
import { limitsOf } from '../../packages/grant-reader/test/decided.ts'
import type { GoldText } from '../corpus/grants-truth/gold.ts'
import { measureText, totalsOf } from '../corpus/grants-truth/measure.ts'
import { idiomTable, readIdiom, readSentences, readTraps } from './idiom/idiom.ts'

const outcomesOf = (pages: readonly GoldText[]) => pages.map((page) => measureText(page, readText))

test.each(readSentences().map((page) => [page.text, page] as const))(
  'says what binds everybody: %s',
  (_, page) => {
    const [{ wrong, missed }] = outcomesOf([page]) as [ReturnType<typeof measureText>]
    expect({ wrong, missed }).toEqual({ wrong: [], missed: [] })
  },
)

test.each(readTraps())('binds nobody, or only some: %s', (sentence) => {
  expect(limitsOf(sentence)).toEqual([])
})

describe('invented pages', () => {
  test('that the reader was written with are read without a wrong finding', () => {
    const outcomes = outcomesOf(readIdiom('write'))
    expect(outcomes.flatMap(({ wrong }) => wrong)).toEqual([])
    const { recalled, expected } = totalsOf(outcomes)
    expect(recalled.sure / expected).toBeGreaterThan(0.9)
  })

  test('that were kept back give the table that the contributors’ page publishes', () => {
    const page = readFileSync(
      join(import.meta.dirname, '../../docs/contributors/grant-reader.md'),
      'utf8',
    )
    for (const row of idiomTable()) expect(page).toContain(row)
  })
})
