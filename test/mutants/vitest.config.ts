/** The project's tests over one mutant, named by MUTANT. */
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { applied, mutants, ROOT } from './mutants.ts'

const mutant = mutants().find(({ id }) => id === process.env.MUTANT)
if (!mutant) throw new Error(`there is no mutant ${process.env.MUTANT}`)
const path = join(ROOT, mutant.file)

export default defineConfig({
  root: ROOT,
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform: (code, id) => (id.split('?')[0] === path ? applied(mutant, code) : null),
    },
  ],
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: 'threads',
    maxWorkers: 1,
    bail: 1,
    // Files that share their modules fail by themselves.
    isolate: true,
  },
})
