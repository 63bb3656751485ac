import type { PaidOperation } from '../../contract/operation.ts'
import { tenderBrief } from './brief.ts'
import { tenderBuyer } from './buyer.ts'
import { contractsSearch } from './contracts.ts'
import { tendersFitScore } from './fit-score.ts'
import { tendersSearch } from './search.ts'
import type { TendersDeps } from './shared/deps.ts'

/** `extras`: with what goes beyond the specification. */
export function tenderOperations(extras: boolean): readonly PaidOperation<TendersDeps>[] {
  return [
    tendersSearch(extras),
    tendersFitScore(extras),
    tenderBrief(extras),
    ...(extras ? [tenderBuyer, contractsSearch] : []),
  ]
}
