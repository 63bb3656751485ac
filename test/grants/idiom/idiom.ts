/**
 * Invented pages in the English of UK funders with what of each binds every applicant (`=>`) and
 * what may be read as well (`~>`). A page belongs to the half that its hash says: one was there to
 * write the reader with, the other is only measured, and only as a whole.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readText } from 'ukintel-grant-reader'
import { CODES } from 'ukintel-grant-reader/criterion'
import type { ParameterName } from 'ukintel-grant-reader/parameters'
import { READER_VERSION } from 'ukintel-grant-reader/version'
import { sha256Hex } from '../../../src/platform/hash.ts'
import type { GoldText, Label } from '../../corpus/grants-truth/gold.ts'
import { measureText, totalsOf } from '../../corpus/grants-truth/measure.ts'

type Half = 'write' | 'measure'

const FILES = ['community', 'business', 'national'] as const
const read = (name: string) => readFileSync(join(import.meta.dirname, `${name}.txt`), 'utf8')

export function readIdiom(half: Half): GoldText[] {
  return FILES.flatMap(pagesOf).filter(({ sha256 }) => halfOf(sha256) === half)
}

/** Sentences and layouts that were only written to write the reader with. */
export const readSentences = (): GoldText[] => pagesOf('sentences')

/** Sentences that sound like a limit and are none. */
export const readTraps = (): string[] => read('traps').trim().split('\n')

const pagesOf = (kind: string) =>
  read(kind)
    .split(/^---\n/m)
    .map((page, index) => goldOf(page, `${kind}-${index + 1}`))

/** Returns the figures of the pages that were not written with, as docs/rules publishes them. */
export function idiomTable(): string[] {
  const outcomes = readIdiom('measure').map((page) => measureText(page, readText))
  const { texts, right, found, recalled, expected } = totalsOf(outcomes)
  const share = (part: number, whole: number) =>
    `${(part / whole).toFixed(2)} (${part} of ${whole})`
  return [
    `| Invented pages | ${READER_VERSION} |`,
    '| --- | --- |',
    `| pages | ${texts} |`,
    `| sure findings that are right (precision) | ${share(right.sure, found.sure)} |`,
    `| stated limits that are found and sure (recall) | ${share(recalled.sure, expected)} |`,
    `| pages with a wrong sure finding | ${outcomes.filter(({ wrong }) => wrong.length > 0).length} |`,
  ]
}

/**
 * One in two was kept back at first; half of those were read later, when what they gave had not
 * moved at all.
 */
const halfOf = (hash: string): Half =>
  Number.parseInt(hash[0]!, 16) % 2 === 1 && Number.parseInt(hash[1]!, 16) % 2 === 1
    ? 'measure'
    : 'write'

function goldOf(page: string, id: string): GoldText {
  const lines = page.trimEnd().split('\n')
  const text = lines.filter((line) => !/^[=~]> /.test(line)).join('\n')
  return {
    id,
    text,
    sha256: sha256Hex(text),
    criteria: lines.flatMap(labelOf),
    traps: [],
    cases: [],
  }
}

function labelOf(line: string): Label[] {
  const [, mark, parameter, operator, words] = /^([=~])> (\w+) (\w+) (.+)$/.exec(line) ?? []
  if (!mark || !parameter || !operator || !words) return []
  const code = Object.entries(CODES).find(([, names]) =>
    (names as readonly ParameterName[]).includes(parameter as ParameterName),
  )![0]
  return [
    {
      code,
      parameter,
      operator,
      value: valueIn(operator, words),
      start: 0,
      end: 0,
      ...(mark === '~' ? { optional: true } : {}),
    },
  ]
}

function valueIn(operator: string, words: string): unknown {
  if (operator === 'one_of' || operator === 'none_of') return words.split(' ')
  if (operator === 'is') return words === 'true'
  if (operator === 'between') {
    const [min, max] = words.split(' ').map(Number)
    return { min, max }
  }
  return /^[\d.]+$/.test(words) ? Number(words) : words
}
