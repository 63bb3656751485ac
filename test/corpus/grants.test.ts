/**
 * Real eligibility texts through the rule-based reader, against criteria that were read from them
 * by hand. `grants-gold.json` holds the texts by name and hash, and their criteria by code, value
 * and place. The texts are not in this repository.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { readText } from 'ukintel-grant-reader'
import type { Criterion } from 'ukintel-grant-reader/criterion'
import { describe, expect, test } from 'vitest'
import { readGrantText } from '../../sandbox/grant-listing/careful-reader.ts'
import { plainText } from '../../src/grants/model/detail.ts'
import { parseProposal } from '../../src/grants/model/model-reader.ts'
import { acceptProposal } from '../../src/grants/model/proposal.ts'
import { flattenRichText } from '../../src/grants/model/rich-text.ts'
import { sha256Hex } from '../../src/platform/hash.ts'
import gold from './grants-gold.json' with { type: 'json' }
import { recordedData } from './recorded.ts'

const { present, folder } = recordedData('grants')

interface GoldCriterion {
  code: string
  parameter?: string
  operator?: string
  value?: unknown
  start: number
  end: number
}

/** Recorded texts by name: `texts/<line>` and `ifs/<section>/<number>`. */
function recordedTexts(): Map<string, string> {
  const texts = new Map<string, string>()
  readFileSync(join(folder, 'real_eligibility_texts.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .forEach((line, index) => {
      texts.set(`texts/${index}`, (JSON.parse(line) as { text: string }).text)
    })
  const groups = parse(readFileSync(join(folder, 'ifs_public-content-groups.csv')), {
    columns: true,
  }) as {
    Section: string
    Content: string
  }[]
  groups
    .filter(({ Section }) => Section === 'ELIGIBILITY')
    .forEach(({ Content }, index) => void texts.set(`ifs/ELIGIBILITY/${index}`, Content))
  return texts
}

function isSame(found: Criterion, label: GoldCriterion): boolean {
  return (
    found.code === label.code &&
    found.parameter === label.parameter &&
    found.operator === label.operator &&
    JSON.stringify(found.value) === JSON.stringify(label.value) &&
    found.span!.start < label.end &&
    label.start < found.span!.end
  )
}

describe.skipIf(!present)('recorded eligibility texts', () => {
  const texts = present ? recordedTexts() : new Map<string, string>()
  const texted = (gold as { text: string; sha256: string; criteria: GoldCriterion[] }[]).map(
    (entry) => ({
      ...entry,
      source: plainText(texts.get(entry.text) ?? ''),
    }),
  )

  test('are the ones that were read by hand', () => {
    for (const { source, sha256 } of texted) expect(sha256Hex(source.text)).toBe(sha256)
  })

  test('are read with one finding that differs, which is wrong only by what a label says of research organisations', () => {
    const missed: string[] = []
    const wrong: string[] = []
    let wantedLimits = 0
    let unquoted = 0
    for (const { text, source, criteria } of texted) {
      const found = readText(source)
      const judged = found.filter(({ code, certainty }) => code !== 'OTHER' && !certainty)
      const wanted = criteria.filter(({ code }) => code !== 'OTHER')
      wantedLimits += wanted.length
      for (const each of judged)
        if (!wanted.some((other) => isSame(each, other)))
          wrong.push(`${text} ${each.code} ${JSON.stringify(each.value)}`)
      for (const each of wanted)
        if (!judged.some((other) => isSame(other, each)))
          missed.push(`${text} ${each.code} ${JSON.stringify(each.value)}`)
      unquoted += criteria.filter(
        (each) => !found.some(({ span }) => span!.start < each.end && each.start < span!.end),
      ).length
    }
    expect(wrong).toEqual(['texts/3 ORG_TYPE ["business"]'])
    expect(missed.length, missed.join('; ')).toBeLessThan(wantedLimits * 0.4)
    expect(unquoted).toBeLessThan(8)
  })

  test('every quote is an exact span', () => {
    for (const [, text] of texts)
      for (const { requirement, span } of readText(plainText(text)))
        expect(text.slice(span!.start, span!.end)).toBe(requirement)
  })

  test('a model that reads the same texts carefully passes the door', () => {
    for (const { source } of texted) {
      const reading = acceptProposal(
        source,
        parseProposal(readGrantText({ text: source.text }))!,
        readText(source),
        { byModel: true },
      )
      expect(reading).toMatchObject({ accepted: true })
    }
  })

  test('a recorded rich-text document flattens to lines without a tag, an entity or a double space', () => {
    const page = JSON.parse(
      readFileSync(join(folder, 'richtext-terms-and-conditions.json'), 'utf8'),
    ) as { fields: { body: unknown } }
    const lines = flattenRichText(page.fields.body).split('\n')
    expect(lines).toHaveLength(69)
    expect(lines.filter((each) => each.startsWith('• '))).toHaveLength(25)
    expect(lines.join('\n')).not.toMatch(/<[a-z]|&[a-z]+;| {2}|\u00a0/)
  })
})
