/** A vitest reporter that ends every run with one plain line: `N passed, N failed, N skipped`. */
import type { TestModule } from 'vitest/node'

export default class PlainSummary {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed' || state === 'failed' || state === 'skipped') counts[state] += 1
      }
      if (module.errors().length > 0) counts.failed += 1
    }
    process.stdout.write(
      `\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
    )
  }
}
