import type { RuleTable } from '../../../contract/rules.ts'
import { TABLE as TABLE_1_0_0 } from '../fit-1.0.0/table.ts'
import { CAPS } from './fit.ts'

const CHANGED: Readonly<Record<string, string>> = {
  relevance:
    'CPV part of 24: the longest common prefix of a notice code and a profile prefix, two digits 10, three 16, four 20, five and more 24; a whole prefix covered counts 20 for two digits, 21 for three, 23 for four, 24 from five on; codes after the third on a notice count by 0.75. Keyword part of 16: stemmed phrases, in the title 1, in description or a lot 0.5, a synonym half of that, full at a sum of 2. A description instead of keywords: known phrases and trades 1, other pairs of words 0.6, other single words 0.1; what means the same counts once. Without CPV codes to compare keywords decide alone.',
  value_fit:
    'The tender’s value without VAT, else the lot or the sum of lots that fits best. Inside the profile’s band full; outside it falls with the logarithm of the ratio to nothing at five times. A framework or dynamic market is not judged: its value is a ceiling. No band in the profile: full.',
  VALUE_NOT_STATED:
    'The notice states no value in GBP, or only the ceiling of a framework; half is given.',
}

const rules = TABLE_1_0_0.rules.map((rule) => ({
  ...rule,
  fires: CHANGED[rule.code] ?? rule.fires,
}))
const last = rules.findLastIndex(({ code }) => code === 'CAP_RELEVANCE')

/** The table of 1.0.0 with what this version changes. */
export const TABLE: RuleTable = {
  ...TABLE_1_0_0,
  rules: [
    ...rules.slice(0, last + 1),
    {
      code: 'CAP_RELEVANCE',
      effect: { cap: CAPS.CAP_RELEVANCE_STRONG },
      fires: 'Relevance from 16 to 23: not "strong".',
    },
    ...rules.slice(last + 1),
  ],
}
