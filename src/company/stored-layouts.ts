/**
 * Layouts of what is stored of the registers' answers. A changed member of the facts changes its
 * schema; a changed meaning raises the version.
 */
import type { Layout } from '../background/stored-layout.ts'
import { type FilingContent, filingContent } from './model/accounts/filing.ts'
import {
  type AccountsListFacts,
  accountsList,
  type ChargesFacts,
  charges,
  type FilingListFacts,
  filingList,
  type InsolvencyFacts,
  insolvency,
  type OfficerListFacts,
  officerList,
  type RegisteredFacts,
  registered,
  type SearchFacts,
  type StandingFacts,
  search,
  standing,
} from './model/facts.ts'

export const PROFILE: Layout<RegisteredFacts> = {
  name: 'company:profile',
  version: 3,
  schema: registered,
}
export const OFFICERS: Layout<OfficerListFacts> = {
  name: 'company:officers',
  version: 3,
  schema: officerList,
}
export const CHARGES: Layout<ChargesFacts> = {
  name: 'company:charges',
  version: 1,
  schema: charges,
}
export const INSOLVENCY: Layout<InsolvencyFacts> = {
  name: 'company:insolvency',
  version: 1,
  schema: insolvency,
}
export const FILINGS: Layout<FilingListFacts> = {
  name: 'company:filing-history',
  version: 2,
  schema: filingList,
}
export const ACCOUNTS_LIST: Layout<AccountsListFacts> = {
  name: 'company:accounts-list',
  version: 1,
  schema: accountsList,
}
export const FILING: Layout<FilingContent> = {
  name: 'company:filing',
  version: 2,
  schema: filingContent,
}
export const SEARCH: Layout<SearchFacts> = {
  name: 'company:search',
  version: 2,
  schema: search,
}
export const FCA_STANDING: Layout<StandingFacts> = {
  name: 'company:fca',
  version: 2,
  schema: standing,
}
