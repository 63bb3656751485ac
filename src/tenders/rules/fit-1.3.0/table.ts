import type { RuleTable } from '../../../contract/rules.ts'
import { TABLE as TABLE_1_2_0 } from '../fit-1.2.0/table.ts'
import { BEST_CODE_SHARE, SPECIFIC_DIGITS, UNSPECIFIC_CAP } from './fit.ts'

const DIVIDED = `${BEST_CODE_SHARE} of the points of all codes are those of the best code; the rest is divided equally among the code groups (three digits) of the notice, each with the points of its own best code`

const CHANGED: Readonly<Record<string, (fires: string) => string>> = {
  relevance: (fires) =>
    fires
      .replace('codes after the third on a notice count by 0.75', DIVIDED)
      .replace('codes after the third on a notice count by 0.75', 'divided alike'),
  value_fit: (fires) =>
    fires.replace('value without VAT', 'value, without VAT or, where no other is stated, with it'),
}

const rules = TABLE_1_2_0.rules.map((rule) => ({
  ...rule,
  fires: CHANGED[rule.code]?.(rule.fires) ?? rule.fires,
}))

/** The table of 1.2.0 with the changes of this version. */
export const TABLE: RuleTable = {
  ...TABLE_1_2_0,
  rules: [
    ...rules,
    {
      code: 'CAP_UNSPECIFIC',
      effect: { cap: UNSPECIFIC_CAP },
      fires: `Neither the title nor a lot’s title has a word of the profile, and no CPV code is shared to ${SPECIFIC_DIGITS} digits: not "strong".`,
    },
    {
      code: 'VALUE_WITH_TAX',
      effect: null,
      fires: 'The notice or a lot states only a value with VAT; it is compared as it is.',
    },
    {
      code: 'DEADLINE_CORRECTED',
      effect: null,
      fires: 'The deadline is from a correction in words.',
    },
  ],
}
