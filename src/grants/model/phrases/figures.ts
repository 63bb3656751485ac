/** Sums that are not read. */
import { type PhraseTables, pattern } from './table.ts'

export const FIGURES_PHRASES = {
  /** A sum whose thousands are parted in a way that may mean less or more: `£25, 000`, `£2.000`, `£1,500 000`, or
   * with a fraction as one character: `£7½k`. */
  TORN_SUM: {
    flags: 'i',
    phrases: [
      {
        meaning: 'a comma with a blank, or a point, in place of a comma',
        phrase: pattern`
          £\s?\d{1,3}(?:,\d{3})*
          (?:, \d{3}\b(?!\s?%)|\.\d{3}\b(?!\s?(?:thousand|million|billion|mn|bn|k|m)\b))`,
        like: ['The maximum grant is £2.000.'],
        unlike: ['£ 55,555, 555%', 'The maximum grant is.000.'],
      },
      {
        meaning: 'a blank after groups with commas',
        phrase: pattern`£\s?\d{1,3}(?:,\d{3})+[ \u00a0\u202f]\d{3}\b`,
        like: ['You can apply for up to £1,500 000.'],
        unlike: ['You can apply for up to 000.'],
      },
      {
        meaning: 'a fraction as one character',
        phrase: pattern`£\s?(?:\d[\d,]*)?\s?[¼-¾⅐-⅞]`,
        like: ['Grants of up to £7½k are available.', 'Grants of up to £½ million are available.'],
        unlike: ['Grants of up to £7,000, or ½ of the cost, are available.'],
      },
    ],
  },
} satisfies PhraseTables
