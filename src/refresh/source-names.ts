/** What people call the sources that health and metrics know by labels, and their states. */
import type { SourceHealth } from './health.ts'

const NAMES: Readonly<Record<string, string>> = {
  companies_house: 'Companies House',
  companies_house_bulk: 'Companies House, monthly file',
  fca_register: 'FCA register',
  language_model: 'Language model (for narratives)',
  find_a_tender: 'Find a Tender',
  contracts_finder: 'Contracts Finder',
  public_contracts_scotland: 'Public Contracts Scotland',
  sell2wales: 'Sell2Wales',
  tender_index: 'Tender index (made here)',
  bank_holidays: 'GOV.UK bank holidays',
  find_a_grant: 'Find a grant',
  threesixty_giving: '360Giving',
}

const STATES: Readonly<Record<SourceHealth['status'], string>> = {
  ok: 'works',
  stale: 'late',
  failing: 'does not answer',
  waiting: 'first read is running',
  not_configured: 'not set up here',
  not_consulted: 'not asked here',
}

export const sourceName = (label: string): string => NAMES[label] ?? label.replaceAll('_', ' ')

/** Asked when a caller wants something of them, and not before. */
const ON_DEMAND = ['companies_house', 'fca_register', 'language_model']

export const isUnasked = (label: string, status: SourceHealth['status']): boolean => status === 'waiting' && ON_DEMAND.includes(label)

export const sourceState = (label: string, status: SourceHealth['status']): string =>
  isUnasked(label, status) ? 'not asked yet' : STATES[status]
