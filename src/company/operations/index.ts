import { companyAccounts } from './accounts.ts'
import { companyFca } from './fca.ts'
import { companyProfile } from './profile.ts'
import { companyScreen } from './screen.ts'
import { companySearch } from './search.ts'
import { companyVerdict } from './verdict.ts'

/** In the order of the specification's price table, then ours. */
export const companyOperations = [
  companySearch,
  companyProfile,
  companyVerdict,
  companyFca,
  companyScreen,
  companyAccounts,
]
