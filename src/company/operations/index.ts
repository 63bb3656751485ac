import { companyAccounts } from './accounts.ts'
import { companyFca } from './fca.ts'
import { companyProfileOperation } from './profile.ts'
import { companyScreen } from './screen.ts'
import { companySearch } from './search.ts'
import { companyVerdict } from './verdict.ts'

/**
 * In the order of the specification's price table.
 * @param extras whether answers carry what goes beyond the specification
 */
export function companyOperations(extras: boolean) {
  return [
    companySearch,
    companyProfileOperation(extras),
    companyVerdict(extras),
    companyFca,
    ...(extras ? [companyScreen, companyAccounts] : []),
  ]
}
