/**
 * Every table of phrases finds its examples and not their near misses, and no text of them makes
 * the reader slow.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { growthOf, MAX_GROWTH } from '../../../test/support/growth.ts'
import { pattern } from './phrases/words.ts'
import { readText } from './reader.ts'

const HERE = import.meta.dirname
const EXAMPLES = join(HERE, '../test/phrases.txt')

/** Longest regular expression, and longest line of a longer one, in characters. */
const LONGEST_PIECE = 120

/** Examples of a table: `+` is found, `-` is a near miss. */
const examples = readFileSync(EXAMPLES, 'utf8')
  .trim()
  .split(/\n(?=[a-z-]+ [A-Z_]+$)/m)
  .map((block) => {
    const [head, ...lines] = block.split('\n')
    const [module, table] = head!.split(' ') as [string, string]
    const marked = (mark: string) =>
      lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(2))
    return { module, table, like: marked('+ '), unlike: marked('- ') }
  })

const modules = new Map<string, Record<string, unknown>>()
for (const path of globSync('phrases/*.ts', { cwd: HERE }))
  modules.set(basename(path, '.ts'), await import(join(HERE, path)))

test.each(examples)('$module $table finds its examples', ({ module, table, like, unlike }) => {
  const patterns = [modules.get(module)![table] as RegExp | RegExp[]].flat()
  const isFound = (text: string) =>
    patterns.some(({ source, flags }) => new RegExp(source, flags.replace('g', '')).test(text))
  expect(like).not.toEqual([])
  expect(like.filter((text) => !isFound(text))).toEqual([])
  expect(unlike.filter(isFound)).toEqual([])
})

test('every table has examples', () => {
  const named = new Set(examples.map(({ module, table }) => `${module} ${table}`))
  const tables = [...modules].flatMap(([module, values]) =>
    Object.entries(values)
      .filter(([, value]) => [value].flat()[0] instanceof RegExp)
      .map(([table]) => `${module} ${table}`),
  )
  expect(tables.filter((table) => !named.has(table))).toEqual([])
})

describe('the reader takes linear time for texts made of the examples', () => {
  test.each([...Map.groupBy(examples, ({ module }) => module)])('of %s', async (_, tables) => {
    const texts = tables.flatMap(({ like, unlike }) => [...like, ...unlike])
    const sentence = texts.map((text) => text.replace(/[.:;?!\s]+$/, '')).join(' ')
    const { factor, ms } = await growthOf(
      (text) => readText(text),
      (length) => sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length),
    )
    expect(factor, `CPU milliseconds: ${ms.join(', ')}`).toBeLessThan(MAX_GROWTH)
  })
})

test('a pattern of several lines is that of one line, without its comments', () => {
  expect(pattern`
    # bodies
    \b(?:charity|
      school )\b`).toBe(String.raw`\b(?:charity|school )\b`)
})

test.each(globSync('{phrases/,}*.ts', { cwd: HERE }).filter((path) => !/\.test\./.test(path)))(
  'no pattern of %s is longer than 120 characters in one piece',
  (path) => {
    const file = ts.createSourceFile(
      path,
      readFileSync(join(HERE, path), 'utf8'),
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
  },
)
