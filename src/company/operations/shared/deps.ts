import type { ReadTimeouts } from '../../../background/read-timeouts.ts'
import type { Narrator } from '../../../language/narrative.ts'
import type { Memo } from '../../../platform/memo.ts'
import type { Judging, VerdictAnswer } from './judged.ts'
import type { Screening } from './screening.ts'

/** What the company operations stand on. */
export interface CompanyDeps extends Judging {
  narrator: Narrator
  /** Begun once per request and handed to whatever it reads. */
  patience(): ReadTimeouts
  /** The answer of each judgement with the newest narrative: `npm run bench -- work` says what both spare. */
  answers: Memo<VerdictAnswer>
  screening: Screening
}
