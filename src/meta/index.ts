import type { FreeOperation } from '../contract/operation.ts'
import type { FreeDeps } from './deps.ts'
import { feedback } from './feedback.ts'
import { health } from './health.ts'
import { preview } from './preview.ts'
import { rulesReplay } from './rules-replay.ts'

export const freeOperations: readonly FreeOperation<FreeDeps>[] = [
  health,
  preview,
  feedback,
  rulesReplay,
]
