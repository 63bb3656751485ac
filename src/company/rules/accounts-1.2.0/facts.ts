/** Facts of accounts rules 1.2.0: those of 1.1.0, and whose figures the periods have. */
import { z } from 'zod'
import { accountsFacts as accountsFacts110 } from '../accounts-1.1.0/facts.ts'
import type { AccountsFacts } from '../version.ts'

export const accountsFacts: z.ZodType<AccountsFacts> = accountsFacts110.extend({
  scope: z
    .enum(['group', 'company'])
    .nullable()
    .optional()
    .meta({ description: 'Whose figures the periods have; null or absent if it is not known' }),
})
