/** The CPU time of readers of notices and pages grows with the length of the text, whatever it says. */
import { describe, expect, test } from 'vitest'
import { flattenRichText } from '../../src/grants/model/rich-text.ts'
import { cleanText, registerLine } from '../../src/kernel/text.ts'
import { certificationsDemanded, insurancesMentioned } from '../../src/tenders/model/certifications.ts'
import { longText } from '../../src/tenders/model/clean.ts'
import { withoutContacts } from '../../src/tenders/model/contacts.ts'

const LENGTHS = [10_000, 20_000, 40_000, 80_000]
const MAX_GROWTH = 2.6
/** Below this, the clock and the collector decide. */
const LEAST_MS = 3

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  withoutContacts,
  longText,
  cleanText,
  registerLine,
  flattenRichText,
  certificationsDemanded: (text) => certificationsDemanded([text]),
  insurancesMentioned: (text) => insurancesMentioned([text]),
}

const PIECES: Readonly<Record<string, string>> = {
  dots: '.',
  'local parts': 'a.',
  'addresses without an end': 'a@b',
  'one letter': 'a',
  digits: '0',
  'digits in groups': '01632 960 ',
  pluses: '+44 (0)',
  brackets: '((0',
  'labels of numbers': 'Tel/fax no. ',
  'labels of names': 'Contact: Mr A ',
  blanks: ' ',
  tags: '<a',
  entities: '&amp;',
  certifications: 'must hold iso 9001 or ',
  'certifications without a demand': 'iso 9001 ',
  limits: 'up to £5,000; ',
}

/** Returns the CPU milliseconds of this process, the least of three runs. */
function cpuMs(run: () => unknown): number {
  const runs = [1, 2, 3].map(() => {
    const before = process.cpuUsage()
    run()
    return process.cpuUsage(before).user / 1000
  })
  return Math.max(LEAST_MS, Math.min(...runs))
}

describe('the time of a reader grows with the text', () => {
  for (const [name, read] of Object.entries(READERS))
    test.each(Object.entries(PIECES))(`${name} of %s`, { retry: 2 }, (_, piece) => {
      const texts = LENGTHS.map((length) => `must${piece.repeat(Math.ceil(length / piece.length)).slice(0, length)}x`)
      const times = texts.map((text) => cpuMs(() => read(text)))
      const growth = times.slice(1).map((time, index) => time / times[index]!)
      growth.sort((a, b) => a - b)
      expect(growth[1], times.join(' ')).toBeLessThan(MAX_GROWTH)
      // Growth that the floor hides.
      expect(times.at(-1)!).toBeLessThan(500)
    })
})
