/** Versions before 1.2.0 know no certainty: a doubted limit is a quotation that only its reader can judge. */
import { type Criterion, meetsParameter } from '../model/criterion.ts'

export function asQuotation({ certainty: _, refuses, ...criterion }: Criterion): Criterion {
  if (criterion.doubt === undefined || criterion.code === 'OTHER') return criterion
  return {
    ...criterion,
    code: 'OTHER',
    parameter: meetsParameter(criterion.requirement),
    operator: 'is',
    value: refuses !== true,
    unit: null,
  }
}
