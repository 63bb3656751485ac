/** Every phrase finds its examples and not their neighbours, and no text of them makes the reader slow. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { growthOf, MAX_GROWTH } from '../../../../test/support/growth.ts'
import { plainText } from '../detail.ts'
import { readText } from '../reader/reader.ts'
import { compileTable, type PhraseTable, type PhraseTables, pattern } from './table.ts'

const MODEL = join(import.meta.dirname, '..')
const MODULES = globSync('phrases/*.ts', { cwd: MODEL }).filter(
  (path) => !/\.test\.ts$|\/table\.ts$/.test(path),
)

/** Longest regular expression, and longest line of a longer one, in characters. */
const LONGEST_PIECE = 120

const isTable = (value: PhraseTable | PhraseTables): value is PhraseTable => 'phrases' in value

/** The tables of a module by their names. */
async function tablesOf(path: string): Promise<[string, PhraseTable][]> {
  const exports: Record<string, string | PhraseTable | PhraseTables> = await import(
    join(MODEL, path)
  )
  return Object.entries(exports).flatMap(([name, value]) =>
    typeof value === 'string'
      ? []
      : isTable(value)
        ? [[name, value] as [string, PhraseTable]]
        : Object.entries(value),
  )
}

const modules = await Promise.all(
  MODULES.sort().map(async (path) => ({ path, tables: await tablesOf(path) })),
)
const phrases = modules.flatMap(({ path, tables }) =>
  tables.flatMap(([name, table]) =>
    table.phrases.map((phrase) => ({
      name: `${basename(path, '.ts')} ${name}: ${phrase.meaning}`,
      phrase,
      found: compileTable({
        ...table,
        flags: table.flags.replace('g', ''),
        phrases: [phrase],
      }),
    })),
  ),
)

describe('a phrase finds its examples', () => {
  test.each(phrases)('$name', ({ phrase, found }) => {
    expect(phrase.like).not.toEqual([])
    expect(phrase.like.filter((text) => !found.test(text))).toEqual([])
    expect(phrase.unlike.filter((text) => found.test(text))).toEqual([])
  })
})

describe('the reader takes linear time for texts made of the examples', () => {
  test.each(modules)('of $path', async ({ tables }) => {
    const examples = tables.flatMap(([, table]) =>
      table.phrases.flatMap(({ like, unlike }) => [...like, ...unlike]),
    )
    const sentence = examples.map((text) => text.replace(/[.:;?!\s]+$/, '')).join(' ')
    const { factor, ms } = await growthOf(
      (text) => readText(plainText(text)),
      (length) => sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length),
    )
    expect(factor, `CPU milliseconds: ${ms.join(', ')}`).toBeLessThan(MAX_GROWTH)
  })
})

test('a pattern of several lines is that of one line', () => {
  expect(pattern`
    \b(?:charity|
      school )\b`).toBe(String.raw`\b(?:charity|school )\b`)
})

test.each(
  globSync('{phrases,reader}/*.ts', { cwd: MODEL }).filter((path) => !/\.test\./.test(path)),
)('no pattern of %s is longer than 120 characters in one piece', (path) => {
  const file = ts.createSourceFile(
    path,
    readFileSync(join(MODEL, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const long: string[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isRegularExpressionLiteral(node) ||
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      long.push(
        ...node
          .getText(file)
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line.length > LONGEST_PIECE && /\(\?|\\b/.test(line)),
      )
    ts.forEachChild(node, visit)
  }
  visit(file)
  expect(long).toEqual([])
})
