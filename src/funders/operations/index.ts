import type { PaidOperation } from '../../contract/operation.ts'
import { funderDossier, funderDossierAsSpecified } from './funder-dossier.ts'
import type { FunderDeps } from './shared/deps.ts'

/** @param extras whether answers carry what goes beyond the specification */
export function funderOperations(extras: boolean): readonly PaidOperation<FunderDeps>[] {
  return [extras ? funderDossier : funderDossierAsSpecified]
}
