/** No reader of foreign text takes more than linear time, whatever the text says. */
import { describe, expect, test } from 'vitest'
import { flattenRichText } from '../../src/grants/model/rich-text.ts'
import { cleanText, registerLine } from '../../src/kernel/text.ts'
import { certificationsDemanded, insurancesMentioned } from '../../src/tenders/model/certifications.ts'
import { longText } from '../../src/tenders/model/clean.ts'
import { withoutContacts } from '../../src/tenders/model/contacts.ts'
import { ADVERSARIAL_TEXTS, growthOf, MAX_GROWTH } from '../support/growth.ts'

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  withoutContacts,
  longText,
  cleanText,
  registerLine,
  flattenRichText,
  certificationsDemanded: (text) => certificationsDemanded([`must hold ${text}`]),
  insurancesMentioned: (text) => insurancesMentioned([text]),
}

describe.each(Object.entries(READERS))('the time of %s grows with the text', (_, read) => {
  test.each(Object.entries(ADVERSARIAL_TEXTS))('of %s', async (_, textOf) => {
    const { factor, ms } = await growthOf(read, textOf)
    expect(factor, `CPU milliseconds: ${ms.join(', ')}`).toBeLessThan(MAX_GROWTH)
  })
})

test('a quadratic reader is found, and a linear one is not', async () => {
  const lengths = [2500, 5000, 10_000, 20_000]
  const blanks = ADVERSARIAL_TEXTS.blanks!
  expect((await growthOf((text) => /\s+$/.test(text), blanks, lengths)).factor).toBeGreaterThan(MAX_GROWTH)
  expect((await growthOf((text) => /(?<!\s)\s+$/.test(text), blanks, lengths)).factor).toBeLessThan(MAX_GROWTH)
})
