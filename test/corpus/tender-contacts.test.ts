/** Recorded notices: no mail address and no telephone number is left in running text. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { longText } from '../../src/tenders/model/clean.ts'
import { recordedData } from './recorded.ts'

const { present, folder } = recordedData('tenders')
const PORTALS = ['contracts-finder', 'find-a-tender', 'public-contracts-scotland', 'sell2wales']

const MAIL = /@[\w-]+\.\w/
/**
 * Ten or eleven digits from 0 and another digit, or ten to fifteen after "+"; numbers of notices
 * begin with 00.
 */
function numbersIn(text: string): string[] {
  const found = text.match(/(?<![\w.,£-])(?:\+\d|\(?0[1-9])[\d ().-]{7,16}\d/g) ?? []
  return found.filter((number) => {
    const count = number.replace(/\D/g, '').length
    return count >= 10 && count <= (number.startsWith('+') ? 15 : 11)
  })
}

function textsOf(path: string): string[] {
  const texts: string[] = []
  JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''), (key, value: unknown) => {
    if (typeof value === 'string' && value.includes(' ') && !/telephone|fax/i.test(key))
      texts.push(value)
    return value
  })
  return texts
}

describe.skipIf(!present)('contact data in recorded notices', () => {
  test.each(PORTALS)('none leaves in free text of %s', (portal) => {
    const texts = readdirSync(join(folder, portal)).flatMap((file) =>
      textsOf(join(folder, portal, file)),
    )
    expect(texts.length).toBeGreaterThan(0)
    const left = texts
      .map((text) => longText(text) ?? '')
      .filter((text) => MAIL.test(text) || numbersIn(text).length > 0)
    expect(left.length, 'texts with an address or a number').toBe(0)
  })
})
