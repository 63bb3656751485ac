import type { PaidOperation } from '../../contract/operation.ts'
import { funderDossier } from './funder-dossier.ts'
import type { FunderDeps } from './shared/deps.ts'

export const funderOperations: readonly PaidOperation<FunderDeps>[] = [funderDossier]
