import type { ReadTimeouts } from '../../../background/read-timeouts.ts'
import type { Narrator } from '../../../language/narrative.ts'
import type { Memo } from '../../../platform/memo.ts'
import type { AccountsReader } from '../../accounts.ts'
import type { PaymentPractices } from '../../payment-practices.ts'
import type { Judging, VerdictAnswer } from './judged.ts'
import type { Screening } from './screening.ts'

/** Dependencies of the company operations. */
export interface CompanyDeps extends Judging {
  narrator: Narrator
  accounts: AccountsReader
  paymentPractices: PaymentPractices['of']
  /** Creates the time budget of one request, shared by all its reads. */
  createTimeouts(): ReadTimeouts
  /**
   * The answer of each judgement with the newest narrative: `npm run bench -- work` says what both
   * spare.
   */
  answers: Memo<VerdictAnswer>
  screening: Screening
}
