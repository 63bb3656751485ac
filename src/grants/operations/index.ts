import type { FreeOperation, PaidOperation } from '../../contract/operation.ts'
import { grantEligibility, grantEligibilityAsSpecified } from './eligibility.ts'
import { grantEligibilityReading } from './eligibility-reading.ts'
import { grantsMatch } from './match.ts'
import { grantsSearch } from './search.ts'
import type { GrantsDeps } from './shared/deps.ts'
import { grantText } from './text.ts'

/** @param extras whether answers carry what goes beyond the specification */
export function grantsOperations(extras: boolean): readonly PaidOperation<GrantsDeps>[] {
  const specified = [grantsSearch(extras), grantsMatch]
  return extras
    ? [...specified, grantEligibility, grantEligibilityReading]
    : [...specified, grantEligibilityAsSpecified]
}

/** Ours, beyond the specification. */
export const freeGrantsOperations: readonly FreeOperation<GrantsDeps>[] = [grantText]
