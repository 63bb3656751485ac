import { companyFca } from './fca.ts'
import { companyProfileOperation } from './profile.ts'
import { companySearch } from './search.ts'
import { companyVerdict } from './verdict.ts'

/** In the order of the specification's price table. */
export const companyOperations = [companySearch, companyProfileOperation, companyVerdict, companyFca]
