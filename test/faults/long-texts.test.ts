/** No reader of foreign text takes more than linear time, whatever the text says. */

import { readText } from 'ukintel-grant-reader'
import { expect, test } from 'vitest'
import { orgTypesOfLabels } from '../../src/grants/model/applicants.ts'
import { readClosing, readOpening } from '../../src/grants/model/dates.ts'
import { plainText } from '../../src/grants/model/detail.ts'
import { type ListItem, readListItem } from '../../src/grants/model/listing.ts'
import { parseProposal } from '../../src/grants/model/model-reader.ts'
import { placesOfLabels } from '../../src/grants/model/places.ts'
import { acceptProposal } from '../../src/grants/model/proposal.ts'
import { flattenRichText } from '../../src/grants/model/rich-text.ts'
import { findBuildId, parseEmbeddedProps } from '../../src/grants/sources/page-data.ts'
import { forbids } from '../../src/grants/sources/robots.ts'
import { acceptNarrative } from '../../src/language/narrative.ts'
import { createLog } from '../../src/observe/log.ts'
import { withoutContacts } from '../../src/platform/contacts.ts'
import { cleanText, registerLine } from '../../src/platform/text.ts'
import {
  certificationsDemanded,
  insurancesMentioned,
} from '../../src/tenders/model/certifications.ts'
import { longText } from '../../src/tenders/model/clean.ts'
import { ADVERSARIAL_TEXTS, growthOf, growthSuite, MAX_GROWTH } from '../support/growth.ts'

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  withoutContacts,
  longText,
  cleanText,
  registerLine,
  flattenRichText,
  certificationsDemanded: (text) => certificationsDemanded([`must hold ${text}`]),
  insurancesMentioned: (text) => insurancesMentioned([text]),
  'the log': (text) =>
    createLog('info', { write() {} }).info({ text, err: new Error(text) }, 'said'),
  narrative: (text) => [
    acceptNarrative(text, { text }, null),
    acceptNarrative(text.slice(0, 20), { text }, text),
  ],
  'grants: labels': (text) => [orgTypesOfLabels([text]), placesOfLabels([text])],
  'grants: dates': (text) => [readOpening(text), readClosing(text)],
  'grants: list item': (text) => readListItem(listItemOf(text)),
  'grants: page': (text) => [findBuildId(text), parseEmbeddedProps(text)],
  'grants: robots': (text) => forbids(text, 'ukintel', '/grants'),
}

const listItemOf = (text: string): ListItem => ({
  ...({
    id: 'a',
    label: 'a',
    grantName: text,
    grantFunder: text,
    grantShortDescription: text,
  } as unknown as ListItem),
  grantApplicantType: [text],
  grantLocation: [text],
  grantTotalAwardDisplay: text,
  grantTotalAwardAmount: 1,
})

/**
 * Readers of eligibility texts: the rules, and the check of a model's reading that quotes the whole
 * text.
 */
const TEXT_READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'grants: text': (text) => readText(plainText(text)),
  'grants: proposal': (quote) => {
    const criterion = {
      code: 'INCOME',
      parameter: 'annual_income',
      operator: 'at_least',
      value: 1,
      quote,
    }
    const proposal = parseProposal(JSON.stringify({ criteria: [criterion], notes: [] }))!
    return acceptProposal(plainText(quote), proposal, [], { byModel: true })
  },
}

const repeated =
  (piece: string, begin = '') =>
  (length: number) =>
    begin + piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
const numbered = (pieceOf: (index: number) => string) => (length: number) =>
  Array.from({ length: Math.ceil(length / pieceOf(1).length) }, (_, index) => pieceOf(index))
    .join('')
    .slice(0, length)

/** Eligibility texts that make a reader of sentences, lists and limits slow. */
const ELIGIBILITY_TEXTS: Readonly<Record<string, (length: number) => string>> = {
  'lists within lists': repeated(
    '• groups that are:\n◦ charities\n◦ schools\n',
    'We will not fund:\n',
  ),
  'items after one introduction': repeated(
    '\n• charities with an income of up to £5,000',
    'You cannot apply if you are:',
  ),
  'one list of who may apply after another': numbered(
    (index) => `You can apply if you are one of:\n• a charity\n• council ${index}\n`,
  ),
  'sentences that let in': repeated('Charities can apply. Schools are also eligible. '),
  'limits that are taken back': repeated(
    'Your income must be under £5,000.\nGrants of up to £900 are available, unless you are a school.\n',
  ),
  'limits in one paragraph': numbered(
    (index) =>
      `Your group must have an annual income of less than £${index + 1},000 and be based in Wales. `,
  ),
  'shares in one paragraph': numbered(
    (index) =>
      `The grant covers up to ${(index % 90) + 1}% of the eligible costs of your project. `,
  ),
  'clauses of one sentence': repeated(
    'you must be a charity and you must have a constitution but you may apply ',
  ),
  'alternatives of one sentence': repeated('charities or schools or councils, '),
  'cells of one row': repeated('charities | '),
  'rows of a table': repeated(
    'Duration between 6 and 18 months: costs between £25,000 and £500,000.\n',
  ),
  headings: repeated('Who can apply\nSmall grants\n'),
  tiers: repeated('Grants of up to £1,000\nLevel 2: £2,001 to £10,000\n'),
  'brackets with conditions': repeated('(if not (turnover '),
}

growthSuite(READERS)
growthSuite(TEXT_READERS, { ...ADVERSARIAL_TEXTS, ...ELIGIBILITY_TEXTS })

test('a quadratic reader is found, and a linear one is not', async () => {
  const how = { lengths: [2500, 5000, 10_000], rounds: 3 }
  const blanks = ADVERSARIAL_TEXTS.blanks!
  expect((await growthOf((text) => /\s+$/.test(text), blanks, how)).factor).toBeGreaterThan(
    MAX_GROWTH,
  )
  expect((await growthOf((text) => /(?<!\s)\s+$/.test(text), blanks, how)).factor).toBeLessThan(
    MAX_GROWTH,
  )
})
