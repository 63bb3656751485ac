/** How the CPU time of a reader grows with the length of its text. */
import { describe, expect, test } from 'vitest'

const LENGTHS = [10_000, 20_000, 40_000, 80_000] as const
/**
 * Growth per doubling at and above which a reader is no longer linear: linear is 2, quadratic 4.
 */
export const MAX_GROWTH = 3
/**
 * Below this the clock, which may tick every 4 ms, and the collector decide. A quadratic reader of
 * 80,000 characters takes far longer.
 */
const FLOOR_MS = 14
/** A doubling reaches `MAX_GROWTH` only if its longer text takes so long. */
const TELLING_MS = MAX_GROWTH * FLOOR_MS
const ROUNDS = 12
/** No further length is tried after one that took so long. */
const LONG_MS = 1000

interface Growth {
  /** Factor of the worst doubling. */
  factor: number
  /** CPU milliseconds of each length, the least of the rounds. */
  ms: number[]
}

/**
 * Measures a reader on texts of 10,000 to 80,000 characters, for several rounds, of which each
 * length takes its least. It stops early as soon as the growth is linear, so that a busy machine
 * costs rounds and not the result. The first round begins with the longest text and ends before
 * texts that take too little time to matter.
 */
export async function growthOf(
  read: (text: string) => unknown,
  textOf: (length: number) => string,
  { lengths = LENGTHS, rounds = ROUNDS }: { lengths?: readonly number[]; rounds?: number } = {},
): Promise<Growth> {
  const texts = lengths.map(textOf)
  const ms = lengths.map(() => Number.POSITIVE_INFINITY)
  const measure = async (index: number) => {
    ms[index] = Math.min(ms[index]!, await cpuMs(() => read(texts[index]!)))
    return ms[index]!
  }
  const factorFrom = (first: number) => {
    const measured = ms.slice(first, texts.length).map((time) => Math.max(FLOOR_MS, time))
    return Math.max(1, ...measured.slice(1).map((time, index) => time / measured[index]!))
  }

  let factor = Number.POSITIVE_INFINITY
  // The first reading compiles the reader. One that is slow already must not get the longest text.
  if ((await measure(0)) < TELLING_MS) {
    ms[0] = Number.POSITIVE_INFINITY
    let first = texts.length - 1
    while ((await measure(first)) >= TELLING_MS && first > 0) first -= 1
    factor = factorFrom(first)
  }
  for (let round = 0; round < rounds && factor >= MAX_GROWTH; round += 1) {
    for (const index of texts.keys()) {
      if ((await measure(index)) > LONG_MS) texts.length = index + 1
    }
    factor = factorFrom(0)
  }
  const measured = ms.slice(0, texts.length).filter(Number.isFinite)
  return { factor, ms: measured.map((time) => Math.round(time * 10) / 10) }
}

async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await run()
  return process.threadCpuUsage(before).user / 1000
}

type Readers = Readonly<Record<string, (text: string) => unknown>>
type Texts = Readonly<Record<string, (length: number) => string>>

/** Tests that each reader takes linear time for each kind of text. */
export function growthSuite(
  readers: Readers,
  texts: Texts = ADVERSARIAL_TEXTS,
  lengths: readonly number[] = LENGTHS,
): void {
  describe.each(Object.entries(readers))('the time of %s grows with the text', (_, read) => {
    test.each(Object.entries(texts))('of %s', async (_, textOf) => {
      const { factor, ms } = await growthOf(read, textOf, { lengths })
      expect(factor, `CPU milliseconds: ${ms.join(', ')}`).toBeLessThan(MAX_GROWTH)
    })
  })
}

const repeated =
  (piece: string, begin = '', end = 'x') =>
  (length: number): string =>
    begin + piece.repeat(Math.ceil(length / piece.length)).slice(0, length) + end

/**
 * Texts that make a careless reader slow, by what they repeat. Each is given the length that it
 * shall have.
 */
export const ADVERSARIAL_TEXTS: Texts = {
  'one long word': repeated('a'),
  'one long line of words': repeated('grant for local people '),
  blanks: repeated(' '),
  'blanks after "you must"': repeated(' ', 'you must', 'be a charity'),
  tabs: repeated('\t'),
  newlines: repeated('\n'),
  digits: repeated('0'),
  'digits in groups': repeated('01632 960 '),
  'thousands without an end': repeated('1,000,'),
  'limits separated by ";"': repeated('up to £5,000; '),
  'limits separated by ";" without blanks': repeated('no more than 250 employees;'),
  'near matches of a limit': repeated('must have an income of less than '),
  'near matches of a place': repeated('based in the north of '),
  'nested lists': (length) =>
    '<ul><li>a '.repeat(Math.ceil(length / 20)) + '</li></ul>'.repeat(Math.ceil(length / 20)),
  'nested brackets': (length) =>
    '('.repeat(Math.ceil(length / 2)) + ')'.repeat(Math.ceil(length / 2)),
  'open brackets': repeated('((0'),
  'open square brackets': repeated('[a](b'),
  'open tags': repeated('<a'),
  'open comments': repeated('<!-- '),
  quotes: repeated('"\\'),
  entities: repeated('&amp;'),
  'entities without an end': repeated('&#x41'),
  'list items': repeated('- you must be a charity\n'),
  'short lines': repeated('a\n'),
  dots: repeated('.'),
  commas: repeated(', '),
  dashes: repeated('-'),
  slashes: repeated('/'),
  'local parts of mail': repeated('a.'),
  'mail addresses without an end': repeated('a@b'),
  pluses: repeated('+44 (0)'),
  'labels of numbers': repeated('Tel/fax no. '),
  'labels of names': repeated('Contact: Mr A '),
  'care of': repeated('c/o '),
  'words with accents': repeated('éàü '),
  capitals: repeated('A B C '),
  links: repeated('https://example.org/a '),
  'links without an end': repeated('https://'),
  dates: repeated('1 January 2026 to '),
}
