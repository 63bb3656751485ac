/** Selections of facts that earlier versions judge: each judges what its schema had. */
import { meant } from './fit-1.2.0/fit.ts'
import type { JudgedFacts } from './version.ts'

/**
 * Selects the facts of 1.2.0: a value with VAT is no value, and the best share of all codes counts.
 */
export function selectFor120({ profile, notice, history, remarks }: JudgedFacts): JudgedFacts {
  const { cpvShares = [], keywordInLotTitle, lotValuesWithTaxGbp, valueWithTax, ...stated } = notice
  const { deadlineCorrected, ...others } = remarks
  const valueGbp = valueWithTax === true ? null : notice.valueGbp
  const lotValuesGbp = valueGbp === null ? notice.lotValuesGbp : []
  return {
    profile,
    notice: { ...stated, valueGbp, lotValuesGbp, cpvMeant: meant(cpvShares) },
    history,
    remarks: others,
  }
}

/** Selects the facts of 1.0.0 and 1.1.0, which do not judge what words mean. */
export function selectFor100(facts: JudgedFacts): JudgedFacts {
  const { notice, ...others } = selectFor120(facts)
  const { cpvMeant, ...stated } = notice
  return { ...others, notice: stated }
}
