/**
 * Real eligibility texts through the rule-based reader, against criteria that were read from them by hand (`grants-gold.json`: text by
 * name and hash, criteria by code, value and place; the texts are not in this repository). The table in docs/rules is what this prints.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { readGrantText } from '../../sandbox/grant-listing/careful-reader.ts'
import { plainText } from '../../src/grants/model/detail.ts'
import { proposalOf } from '../../src/grants/model/model-reader.ts'
import { acceptProposal } from '../../src/grants/model/proposal.ts'
import { readText as readTextNow } from '../../src/grants/model/reader/reader.ts'
import { readText } from '../../src/grants/model/reader-1.0.0/reader.ts'
import { flattenRichText } from '../../src/grants/model/rich-text.ts'
import { sha256Hex } from '../../src/kernel/hash.ts'
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

/** By name: `texts/<line>` and `ifs/<section>/<number>`. */
function recordedTexts(): Map<string, string> {
  const texts = new Map<string, string>()
  readFileSync(join(folder, 'real_eligibility_texts.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .forEach((line, index) => {
      texts.set(`texts/${index}`, (JSON.parse(line) as { text: string }).text)
    })
  const groups = parse(readFileSync(join(folder, 'ifs_public-content-groups.csv')), { columns: true }) as {
    Section: string
    Content: string
  }[]
  groups
    .filter(({ Section }) => Section === 'ELIGIBILITY')
    .forEach(({ Content }, index) => void texts.set(`ifs/ELIGIBILITY/${index}`, Content))
  return texts
}

interface Score {
  found: number
  right: number
  expected: number
}

describe.skipIf(!present)('recorded eligibility texts', () => {
  const texts = present ? recordedTexts() : new Map<string, string>()
  const texted = (gold as { text: string; sha256: string; criteria: GoldCriterion[] }[]).map((entry) => ({
    ...entry,
    source: plainText(texts.get(entry.text) ?? ''),
  }))

  test('are the ones that were read by hand', () => {
    for (const { source, sha256 } of texted) expect(sha256Hex(source.text)).toBe(sha256)
  })

  const scores = new Map<string, Score>()
  const missed: string[] = []
  const wrong: string[] = []
  let requirements = 0
  let quoted = 0
  for (const { text, source, criteria } of texted) {
    const found = readText(source)
    const judged = found.filter(({ code }) => code !== 'OTHER')
    const wanted = criteria.filter(({ code }) => code !== 'OTHER')
    const same = (a: (typeof found)[number], b: GoldCriterion) =>
      a.code === b.code &&
      a.parameter === b.parameter &&
      a.operator === b.operator &&
      JSON.stringify(a.value) === JSON.stringify(b.value) &&
      a.span!.start < b.end &&
      b.start < a.span!.end
    for (const each of [...judged, ...wanted]) if (!scores.has(each.code)) scores.set(each.code, { found: 0, right: 0, expected: 0 })
    for (const each of judged) {
      const score = scores.get(each.code)!
      score.found += 1
      if (wanted.some((other) => same(each, other))) score.right += 1
      else wrong.push(`${text} ${each.code} ${JSON.stringify(each.value)}`)
    }
    for (const each of wanted) {
      scores.get(each.code)!.expected += 1
      if (!judged.some((other) => same(other, each))) missed.push(`${text} ${each.code} ${JSON.stringify(each.value)}`)
    }
    for (const each of criteria) {
      requirements += 1
      if (found.some(({ span }) => span!.start < each.end && each.start < span!.end)) quoted += 1
    }
  }
  const total = [...scores.values()].reduce(
    (sum, score) => ({ found: sum.found + score.found, right: sum.right + score.right, expected: sum.expected + score.expected }),
    { found: 0, right: 0, expected: 0 },
  )

  test('give the accuracy table that the rules page publishes', () => {
    const line = (name: string, { found, right, expected }: Score) =>
      `| ${name} | ${expected} | ${found} | ${right} | ${found === 0 ? '–' : (right / found).toFixed(2)} | ${expected === 0 ? '–' : (right / expected).toFixed(2)} |`
    const table = [...scores].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, score]) => line(name, score))
    const page = readFileSync(join(import.meta.dirname, '../../docs/rules/eligibility-1.0.0.md'), 'utf8')
    for (const row of [...table, line('all', total)])
      expect(page, `${row}\nmissed: ${missed.join('; ')}\nwrong: ${wrong.join('; ')}`).toContain(row)
    expect(page).toContain(`${quoted} of ${requirements} requirements`)
  })

  test('a wrong reading hides a grant, so precision comes first', () => {
    expect(wrong).toEqual([])
    expect(total.right / total.expected).toBeGreaterThan(0.85)
  })

  test('every quote is an exact span', () => {
    for (const [, text] of texts)
      for (const { requirement, span } of readText(plainText(text))) expect(text.slice(span!.start, span!.end)).toBe(requirement)
  })

  test('a model that reads the same texts carefully passes the door', () => {
    for (const { source } of texted) {
      const reading = acceptProposal(source, proposalOf(readGrantText({ text: source.text }))!, readTextNow(source), { inScope: true })
      expect(reading).toMatchObject({ accepted: true })
    }
  })

  test('a recorded rich-text document flattens to lines without a tag, an entity or a double space', () => {
    const page = JSON.parse(readFileSync(join(folder, 'richtext-terms-and-conditions.json'), 'utf8')) as { fields: { body: unknown } }
    const lines = flattenRichText(page.fields.body).split('\n')
    expect(lines).toHaveLength(69)
    expect(lines.filter((each) => each.startsWith('• '))).toHaveLength(25)
    expect(lines.join('\n')).not.toMatch(/<[a-z]|&[a-z]+;| {2}|\u00a0/)
  })
})
