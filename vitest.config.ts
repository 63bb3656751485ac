import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

// Workers and the programs that tests start find their modules compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/**
 * Short rounds of the long proofs, repeated kills, waits of real processes, installed packages, the
 * demo, the run book, generated calls of every operation, and what buyers run, on each of their
 * Nodes.
 */
const PROOFS = [
  'test/crash/**/*.test.ts',
  'test/e2e/{demo,examples,published,silent-chain}.test.ts',
  'test/operator/{first-day,image,run-book}.test.ts',
  'test/package/**/*.test.ts',
  'test/prove/{fuzz,monitor,processes}.test.ts',
]

/**
 * Tests that need a process of their own: a browser's worlds, and modules that stay replaced. All
 * others run one after the other in one process: loading the sources costs more than most of them.
 */
const APART = ['test/pages/**/*.test.ts', 'test/tenders/first-boot.test.ts']

const project = (
  name: string,
  { isolate, include, without }: { isolate: boolean; include: string[]; without: string[] },
) => ({
  extends: true as const,
  test: { name, isolate, include, exclude: [...configDefaults.exclude, ...without] },
})

export default defineConfig({
  test: {
    globalSetup: ['test/support/run.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Node loads the sources itself, as the service does.
    experimental: { viteModuleRunner: false },
    // Chains, databases and killed services run in more processes, for which workers often wait.
    maxWorkers: Math.ceil(availableParallelism() / 2) + 2,
    reporters: ['default', './scripts/plain-summary.ts'],
    projects: [
      project('together', {
        isolate: false,
        include: ['{src,sandbox,test,packages/*/src}/**/*.test.ts'],
        without: [...PROOFS, ...APART],
      }),
      project('apart', { isolate: true, include: APART, without: [] }),
      project('proofs', { isolate: true, include: PROOFS, without: [] }),
    ],
  },
})
