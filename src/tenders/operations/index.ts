import type { PaidOperation } from '../../contract/operation.ts'
import { tenderBrief } from './brief.ts'
import { tenderBuyer } from './buyer.ts'
import { contractsSearch } from './contracts.ts'
import { tendersFitScore } from './fit-score.ts'
import { tendersSearch } from './search.ts'
import type { TendersDeps } from './shared/deps.ts'

export const tenderOperations: readonly PaidOperation<TendersDeps>[] = [
  tendersSearch,
  tendersFitScore,
  tenderBrief,
  tenderBuyer,
  contractsSearch,
]
