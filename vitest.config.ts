import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Chains, databases and crash tests each start processes of their own; two workers keep a two-core machine responsive.
    maxWorkers: 2,
  },
})
