import { fitFlags as fitFlags120 } from '../fit-1.2.0/flags.ts'
import type { Fit, FitFlag, JudgedFacts } from '../version.ts'
import { SPECIFIC_DIGITS, UNSPECIFIC_CAP } from './fit.ts'

/**
 * Returns the flags of 1.2.0, with the cap of this version, and what value and deadline rest on.
 */
export function fitFlags(fit: Fit, facts: JudgedFacts): FitFlag[] {
  const flags = fitFlags120(fit, facts)
  if (fit.caps.includes('CAP_UNSPECIFIC'))
    flags.unshift({
      code: 'CAP_UNSPECIFIC',
      detail: `neither a title nor a lot's title has a word of the profile, and no CPV code is shared to ${SPECIFIC_DIGITS} digits: score capped at ${UNSPECIFIC_CAP}`,
    })
  const { valueGbp, valueWithTax, lotValuesGbp, lotValuesWithTaxGbp = [] } = facts.notice
  const isTaxed = valueGbp === null ? lotValuesWithTaxGbp.length > 0 : valueWithTax === true
  if (isTaxed && !fit.unjudged.includes('value'))
    flags.push({
      code: 'VALUE_WITH_TAX',
      detail:
        valueGbp === null && lotValuesGbp.length > 0
          ? 'some lots state only a value with VAT, which is compared as it is'
          : 'the notice states only a value with VAT, which is compared as it is',
    })
  if (facts.remarks.deadlineCorrected === true)
    flags.push({
      code: 'DEADLINE_CORRECTED',
      detail: 'the deadline is from a correction in words',
    })
  return flags
}
