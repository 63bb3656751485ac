import type { Narrator } from '../../language/narrative.ts'
import type { Register } from '../register.ts'
import type { Regulator } from '../regulator.ts'

/** What the company operations stand on. */
export interface CompanyDeps {
  register: Register
  regulator: Regulator
  narrator: Narrator
}
