import type { FreeOperation, PaidOperation } from '../../contract/operation.ts'
import { grantEligibility } from './eligibility.ts'
import { grantEligibilityReading } from './eligibility-reading.ts'
import { grantsMatch } from './match.ts'
import { grantsSearch } from './search.ts'
import type { GrantsDeps } from './shared/deps.ts'
import { grantText } from './text.ts'

export const grantsOperations: readonly PaidOperation<GrantsDeps>[] = [
  grantsSearch,
  grantsMatch,
  grantEligibility,
  grantEligibilityReading,
]

export const freeGrantsOperations: readonly FreeOperation<GrantsDeps>[] = [grantText]
