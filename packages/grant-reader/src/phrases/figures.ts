/** Sums that are not read. */
import { words } from './words.ts'

const POUNDS = String.raw`(?:£|\bGBP)\s?`
const SCALES = 'thousand|million|billion|mn|bn|k|m'

/**
 * A sum of which a reader may understand less or more than is meant: `£25, 000`, `£2.000`,
 * `£7½k`, `£1/2 million`, `£10'000`, `£3,25k`, `£1.2 mill`.
 */
export const TORN_SUM = words`
  # a comma with a blank, or a point, in place of a comma
  ${POUNDS}\d{1,3}(?:,\d{3})*
  (?:, \d{3}\b(?!\s?%)|\.\d{3}\b(?!\s?(?:${SCALES})\b))|
  # a point in place of a comma, before the currency
  \b\d{1,3}\.\d{3}\s(?:pounds|GBP)\b|
  # a blank after groups with commas
  ${POUNDS}\d{1,3}(?:,\d{3})+[ \u00a0\u202f]\d{3}\b|
  # groups of another size than three digits
  ${POUNDS}(?:\d[\d,]*,(?:\d{1,2}(?!\d)|\d{4})|\d{4,},\d{3}\b)|
  # a fraction as one character, or in words
  ${POUNDS}(?:(?:\d[\d,]*)?\s?[¼-¾⅐-⅞]|
  \d+\s\d/\d|\d+\sand\s(?:a|one|three)\s(?:half|quarters?)\b)|
  # a letter or mark between or after the digits that is no scale
  ${POUNDS}\d[\d,]*(?:\.\d+)?(?:['’_·/]\d|(?!(?:${SCALES})\b)[a-z])|
  # a scale that is not read
  ${POUNDS}\d[\d,.]*(?:\s?-\s?(?:${SCALES})\b|
  [\s-]{0,2}(?:hundred|grand|mill?|mio|mm|trillion|lakhs?|dozen)\b)`
