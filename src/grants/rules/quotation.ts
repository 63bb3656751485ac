/**
 * Versions before 1.2.0 know no certainty: a limit that is not sure is a quotation that only its
 * reader can judge.
 */
import { type Criterion, certaintyOf, meetsParameter } from 'ukintel-grant-reader/criterion'

export function asQuotation(limit: Criterion): Criterion {
  const { certainty: _, refuses, ...criterion } = limit
  if (certaintyOf(limit) === 'sure' || criterion.code === 'OTHER') return criterion
  return {
    ...criterion,
    code: 'OTHER',
    parameter: meetsParameter(criterion.requirement),
    operator: 'is',
    value: refuses !== true,
    unit: null,
  }
}
