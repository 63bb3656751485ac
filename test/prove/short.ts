/** The tests of the project `proofs` in `vitest.config.ts`, which `npm test` leaves out. */
import { spawnSync } from 'node:child_process'
import type { Proof } from './parts.ts'

export const short: Proof = async () =>
  spawnSync('npx', ['vitest', 'run', '--project', 'proofs'], { stdio: 'inherit' }).status === 0
