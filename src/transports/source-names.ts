/** Names of sources and states for people; health and metrics use labels. */

import type { SourceHealth } from '../background/health.ts'
import { BULK_SOURCE, PAYMENT_PRACTICES_SOURCE } from '../company/source.ts'
import { corpusSource } from '../funders/source.ts'
import { FIND_A_GRANT } from '../grants/source.ts'
import { PORTALS } from '../tenders/portals/index.ts'
import { BANK_HOLIDAYS, buildSource } from '../tenders/source.ts'

const DESCRIBED = [
  BULK_SOURCE,
  PAYMENT_PRACTICES_SOURCE,
  ...PORTALS.map(buildSource),
  BANK_HOLIDAYS,
  FIND_A_GRANT,
  corpusSource(1),
]

const NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(DESCRIBED.map(({ label, name }) => [label, name])),
  companies_house: 'Companies House',
  companies_house_documents: 'Companies House documents',
  fca_register: 'FCA register',
  language_model: 'Language model (for narratives)',
  tender_index: 'Tender index (made here)',
}

const STATES: Readonly<Record<SourceHealth['status'], string>> = {
  ok: 'works',
  stale: 'late',
  failing: 'does not answer',
  waiting: 'first read is running',
  not_configured: 'not set up here',
  not_consulted: 'not queried here',
}

export const sourceName = (label: string): string => NAMES[label] ?? label.replaceAll('_', ' ')

/** Sources that are queried only for a caller. */
const ON_DEMAND = ['companies_house', 'companies_house_documents', 'fca_register', 'language_model']

export const isUnasked = (label: string, status: SourceHealth['status']): boolean =>
  status === 'waiting' && ON_DEMAND.includes(label)

export const sourceState = (label: string, status: SourceHealth['status']): string =>
  isUnasked(label, status) ? 'not queried yet' : STATES[status]
