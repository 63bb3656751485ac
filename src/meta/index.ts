import type { FreeOperation } from '../contract/operation.ts'
import type { FreeDeps } from './deps.ts'
import { feedback } from './feedback.ts'
import { health } from './health.ts'
import { preview } from './preview.ts'
import { rulesReplay } from './rules-replay.ts'

/** @param extras whether what goes beyond the specification is served */
export function freeOperations(extras: boolean): readonly FreeOperation<FreeDeps>[] {
  return [health, preview, feedback, ...(extras ? [rulesReplay] : [])]
}
