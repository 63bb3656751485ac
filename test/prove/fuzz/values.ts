/** Values that break readers: text, numbers, depth, names, paths and bytes. */
import type { Random } from '../random.ts'

/** Field names with a meaning in JavaScript or in other query languages, and unknown ones. */
export const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  'then',
  'q ',
  'Q',
  '',
  'limit[]',
  'a.b',
  '$where',
  'ключ',
]

const PIECES = [
  '\u0000',
  '\ud800',
  '\udc00x',
  '\u202e',
  'é'.normalize('NFD'),
  'ﷺ',
  '👩‍👩‍👧',
  'İ',
  'ß',
  '\u2028',
  '\ufeff',
  '%00',
  '%',
  '{}',
  '"',
  "'",
  '\\',
  '<script>',
  '$1',
  '../',
  'a',
  ' ',
  '\n',
  '\t',
  ';',
  '東京',
  '-',
  '0',
]
const NUMBERS = [1e308, -1e308, 2 ** 53, -(2 ** 53) - 1, 1e-320, -0, 0.1 + 0.2, 4294967296, 1e21]

/** Text of at most so many characters, of few pieces or of one that repeats. */
export function hostileText(random: Random, most: number): string {
  const length = 1 + random.below(most)
  if (random.chance(0.3)) return random.pick(PIECES).repeat(length).slice(0, length)
  let made = ''
  while (made.length < length) made += random.pick(PIECES)
  return made.slice(0, length)
}

export function hostileValue(random: Random): unknown {
  switch (random.below(8)) {
    case 0:
      return random.pick(NUMBERS)
    case 1:
      return deep(10 ** (1 + random.below(4)) / 2, random)
    case 2:
      return Array.from({ length: 1 + random.below(400) }, () => hostileText(random, 4))
    case 3:
      return Object.fromEntries(
        Array.from({ length: 1 + random.below(300) }, (_, at) => [
          `${random.pick(NAMES)}${at}`,
          at,
        ]),
      )
    case 4:
      return hostileText(random, 7000)
    case 5:
      return random.pick([null, true, '', [], {}, [[]], [null], { __proto__: null }])
    default:
      return hostileText(random, 60)
  }
}

function deep(depth: number, random: Random): unknown {
  let made: unknown = 1
  for (let at = 0; at < depth; at += 1) made = random.chance(0.5) ? [made] : { a: made }
  return made
}

/** One character more, less or other. */
export function nearMiss(given: string, random: Random): string {
  const at = random.below(given.length + 1)
  switch (random.below(4)) {
    case 0:
      return given.slice(0, at) + given.slice(at + 1)
    case 1:
      return `${given.slice(0, at)}${random.pick(PIECES)}${given.slice(at)}`
    case 2:
      return random.chance(0.5) ? given.toUpperCase() : `${given} `
    default:
      return given.slice(0, at) + given.slice(at, at + 1).repeat(2) + given.slice(at + 1)
  }
}

const TRICKS = [
  '//',
  '/./',
  '/../',
  '/%2e%2e/',
  '%2f',
  '%5c',
  '%00',
  '%E0%A4',
  '%',
  '%zz',
  ';x=1',
  '/',
  '#',
  '?',
  '??',
  '&',
  '=',
  '{number}',
  '%7Bnumber%7D',
  ':number',
  '~',
  '*',
  'é',
  '\u0080',
  'http://x/',
  '%C0%AF',
]

/** The target with a trick somewhere in it. It may no longer be valid HTTP. */
export function trickPath(target: string, random: Random): string {
  const at = random.below(target.length + 1)
  const times = random.chance(0.1) ? 1 + random.below(500) : 1
  const made = `${target.slice(0, at)}${random.pick(TRICKS).repeat(times)}${target.slice(at)}`
  return made.startsWith('/') ? made : `/${made}`
}

/** JSON that says something twice, too deep, too large, or is none. */
export function bentBody(body: string | Buffer, random: Random): string | Buffer {
  const json = body.toString()
  switch (random.below(8)) {
    case 0:
      return json.slice(0, random.below(json.length + 1))
    case 1:
      return json.replace(
        '{',
        `{"${random.pick(['q', 'number', 'item', '__proto__', 'message', 'id'])}":1,"${random.pick(['q', 'id'])}":2,`,
      )
    case 2:
      return json.replace(
        /:("[^"]*"|\d+)/,
        `:${random.pick(['1e999', '-1e999', '9'.repeat(400), '0.'.padEnd(400, '1'), '00', '+1', 'NaN', '"\\ud800"', '"\\u0000"'])}`,
      )
    case 3:
      return '['.repeat(1 + random.below(30_000))
    case 4: {
      const depth = 1 + random.below(7000)
      return `${'['.repeat(depth)}${']'.repeat(depth)}`
    }
    case 5:
      return Buffer.concat([
        Buffer.from(json.slice(0, -1)),
        Buffer.from([0xff, 0xc0, 0x80]),
        Buffer.from('}'),
      ])
    case 6:
      return `\ufeff${json}`
    default:
      return json.padEnd(json.length + random.below(80_000), ' ')
  }
}
