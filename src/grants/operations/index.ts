import type { PaidOperation } from '../../contract/operation.ts'
import type { GrantsDeps } from './deps.ts'
import { grantEligibility } from './eligibility.ts'
import { grantsMatch } from './match.ts'
import { grantsSearch } from './search.ts'

export const grantsOperations: readonly PaidOperation<GrantsDeps>[] = [grantsSearch, grantsMatch, grantEligibility]
