import type { Memo } from '../../../kernel/memo.ts'
import type { Narrator } from '../../../language/narrative.ts'
import type { Patience } from '../../../refresh/patience.ts'
import type { Register } from '../../register.ts'
import type { Regulator } from '../../regulator.ts'
import type { JudgedCompany, VerdictAnswer } from './judged.ts'

/** What the company operations stand on. */
export interface CompanyDeps {
  register: Register
  regulator: Regulator
  narrator: Narrator
  /** Begun once per request and handed to whatever it reads. */
  patience(): Patience
  /** The newest judgement of each company and depth, and its answer with the newest narrative: `npm run bench -- work` says what they spare. */
  judgements: Memo<JudgedCompany>
  answers: Memo<VerdictAnswer>
}
