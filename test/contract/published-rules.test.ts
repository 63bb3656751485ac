/** Every published version of the rules says for ever what it said when it was published. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inWords } from '../../src/contract/input.ts'
import { publishRules, type RulesVersion, rulesVersionInput } from '../../src/contract/rules.ts'
import {
  ACCOUNTS_GOLDEN,
  ELIGIBILITY_GOLDEN,
  FIT_GOLDEN,
  type Golden,
  readGolden,
  VERDICT_GOLDEN,
} from '../support/golden.ts'

const ROOT = join(import.meta.dirname, '../..')

keepsItsWord(VERDICT_GOLDEN)
keepsItsWord(FIT_GOLDEN)
keepsItsWord(ELIGIBILITY_GOLDEN)
keepsItsWord(ACCOUNTS_GOLDEN)

function keepsItsWord<Version extends RulesVersion, Case extends { name: string }>(
  golden: Golden<Version, Case>,
): void {
  const { rules, wing } = golden
  const idOf = ({ version }: { version: string }) => `${rules.subject}-${version}`

  describe.each(rules.versions)(`${rules.subject} $version`, (version) => {
    const held = readGolden(golden, version)

    test('judges every case of its golden file as it did, to the byte', () => {
      expect(held.length).toBeGreaterThan(0)
      for (const each of held)
        expect(JSON.stringify(golden.judge(version, each)), each.name).toBe(JSON.stringify(each))
    })

    test('takes the facts of every case by its schema', () => {
      for (const facts of held.flatMap((each) => golden.facts(each)))
        expect(version.facts.safeParse(facts).error).toBeUndefined()
    })
  })

  test(`${rules.subject}: the worked example of pages is what every version says of facts that fit its schema`, () => {
    for (const version of rules.versions) {
      const { date, facts } = rules.example
      expect(version.facts.safeParse(facts).error).toBeUndefined()
      const { result } = rules.replay(version, facts, date)
      const page = readFileSync(join(ROOT, `docs/rules/${idOf(version)}.md`), 'utf8')
      const example = page.slice(page.indexOf('## A worked example'))
      const printed = [...example.matchAll(/```json\n([\s\S]*?)```/g)]
      expect(printed.map(([, json]) => JSON.parse(json!))).toEqual([
        { rules_version: version.version, date, facts },
        JSON.parse(JSON.stringify(result)),
      ])
    }
  })

  test(`${rules.subject}: an input takes the number of a version, alone or after the subject, and lists all where it is another`, () => {
    const input = rulesVersionInput(rules)
    for (const version of rules.versions) {
      expect(input.parse(version.version)).toBe(version.version)
      expect(input.parse(idOf(version))).toBe(version.version)
      expect(rules.findVersion(idOf(version))).toBe(version)
      expect(
        JSON.stringify(rules.replay(version, rules.example.facts, rules.example.date)),
      ).not.toContain(idOf(version))
    }
    expect(input.parse(undefined)).toBeUndefined()
    for (const other of [
      '9.9.9',
      'weather-1.0.0',
      `${rules.subject}-${rules.subject}-1.0.0`,
      '',
      1,
    ]) {
      const refused = input.safeParse(other, { error: inWords, reportInput: true })
      for (const { version } of rules.versions)
        expect(refused.error?.issues[0]?.message).toContain(version)
    }
  })

  test(`${rules.subject}: folders, golden files and pages are of the published versions, and the other way round`, () => {
    const published = rules.versions.map(idOf).sort()
    const named = (folder: string, ending = '') =>
      readdirSync(join(ROOT, folder))
        .filter((name) => name.startsWith(`${rules.subject}-`) && name.endsWith(ending))
        .map((name) => name.slice(0, name.length - ending.length))
        .sort()
    expect(named(`src/${wing}/rules`).map((name) => name.replace(/\.ts$/, ''))).toEqual(published)
    expect(named(`src/${wing}/rules/golden`, '.jsonl')).toEqual(published)
    expect(named('docs/rules', '.md')).toEqual(published)
  })
}

test('a list with two of one version, or without the current one, is refused', () => {
  const { versions, example } = VERDICT_GOLDEN.rules
  const [version] = versions
  expect(() =>
    publishRules('verdict', {
      versions: [version!, version!],
      current: '1.0.0',
      judge: () => ({}),
      example,
    }),
  ).toThrow('one of each')
  expect(() =>
    publishRules('verdict', { versions: [version!], current: '9.0.0', judge: () => ({}), example }),
  ).toThrow('one of each')
})
