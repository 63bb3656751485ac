/** Sums that are not read. */
import { type PhraseTables, pattern } from './table.ts'

const POUNDS = String.raw`(?:£|\bGBP)\s?`
const SCALES = 'thousand|million|billion|mn|bn|k|m'

export const FIGURES_PHRASES = {
  /**
   * A sum of which a reader may understand less or more than is meant: `£25, 000`, `£2.000`,
   * `£7½k`, `£1/2 million`, `£10'000`, `£3,25k`, `£1.2 mill`.
   */
  TORN_SUM: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a comma with a blank, or a point, in place of a comma',
        phrase: pattern`
          ${POUNDS}\d{1,3}(?:,\d{3})*
          (?:, \d{3}\b(?!\s?%)|\.\d{3}\b(?!\s?(?:${SCALES})\b))`,
        like: ['The maximum grant is £2.000.', 'The maximum grant is GBP 2.000.'],
        unlike: ['£ 55,555, 555%', 'The maximum grant is.000.'],
      },
      {
        meaning: 'a point in place of a comma, before the currency',
        phrase: pattern`\b\d{1,3}\.\d{3}\s(?:pounds|GBP)\b`,
        like: ['The maximum grant is 10.000 GBP.'],
        unlike: ['The maximum grant is 10.00 GBP.', 'The maximum grant is 10,000 GBP.'],
      },
      {
        meaning: 'a blank after groups with commas',
        phrase: pattern`${POUNDS}\d{1,3}(?:,\d{3})+[ \u00a0\u202f]\d{3}\b`,
        like: ['You can apply for up to £1,500 000.'],
        unlike: ['You can apply for up to 000.'],
      },
      {
        meaning: 'groups of another size than three digits',
        phrase: pattern`${POUNDS}(?:\d[\d,]*,(?:\d{1,2}(?!\d)|\d{4})|\d{4,},\d{3}\b)`,
        like: ['Grants of up to £3,25k are available.', 'Up to £5,0000.', 'Up to £1000,000.'],
        unlike: ['Grants of up to £3,250 are available.', 'For £3, 25 places are offered.'],
      },
      {
        meaning: 'a fraction as one character, or in words',
        phrase: pattern`
          ${POUNDS}(?:(?:\d[\d,]*)?\s?[¼-¾⅐-⅞]|
          \d+\s\d/\d|\d+\sand\s(?:a|one|three)\s(?:half|quarters?)\b)`,
        like: [
          'Grants of up to £7½k are available.',
          'Grants of up to £½ million are available.',
          'Grants of up to £1 1/2 million are available.',
          'Grants of up to £2 and a half million are available.',
        ],
        unlike: ['Grants of up to £7,000, or ½ of the cost, are available.', '£2 and a booklet'],
      },
      {
        meaning: 'a letter or mark between or after the digits that is no scale',
        phrase: pattern`
          ${POUNDS}\d[\d,]*(?:\.\d+)?(?:['’_·/]\d|(?!(?:${SCALES})\b)[a-z])`,
        like: ["Grants of up to £10'000 are available.", 'Up to £1m5.', 'Up to £1/2 million.'],
        unlike: ["The £10'er.", 'Up to £10k.', 'Up to £10 000.', 'Up to £1.5m.', '£5/month'],
      },
      {
        meaning: 'a scale that is not read',
        phrase: pattern`
          ${POUNDS}\d[\d,.]*(?:\s?-\s?(?:${SCALES})\b|
          [\s-]{0,2}(?:hundred|grand|mill?|mio|mm|trillion|lakhs?|dozen)\b)`,
        like: [
          'Grants of up to £1.2 mill are available.',
          'Up to £5 hundred.',
          'Up to £2-million.',
        ],
        unlike: ['Grants of up to £500 million are available.', 'We give £5 milk tokens.'],
      },
    ],
  },
} satisfies PhraseTables
