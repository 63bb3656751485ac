import { funderDossier } from './funder-dossier.ts'

export const funderOperations = [funderDossier]
