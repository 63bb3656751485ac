import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'sandbox/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Chains, databases and crash tests each start processes of their own; two workers keep a two-core machine responsive.
    maxWorkers: 2,
    reporters: ['default', './scripts/plain-summary.ts'],
  },
})
