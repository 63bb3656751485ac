/**
 * Judges the cases of golden files that have no judgement yet, and writes the file of a version
 * that has none from the facts of the version before. Rewrites no judged case.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RulesVersion } from '../src/contract/rules.ts'
import {
  ACCOUNTS_GOLDEN,
  ELIGIBILITY_GOLDEN,
  FIT_GOLDEN,
  type Golden,
  goldenFile,
  readGolden,
  VERDICT_GOLDEN,
} from '../test/support/golden.ts'

function complete<Version extends RulesVersion, Case extends { name: string }>(
  golden: Golden<Version, Case>,
): void {
  const { rules, wing } = golden
  for (const [index, version] of rules.versions.entries()) {
    const path = goldenFile(wing, rules.subject, version.version)
    const held = readGolden(golden, version)
    const before = rules.versions[index - 1]
    const cases =
      held.length > 0 || before === undefined
        ? held.map((each) => (golden.isJudged(each) ? each : golden.judge(version, each)))
        : readGolden(golden, before).map((each) => golden.judge(version, each))
    const file = join(import.meta.dirname, '..', path)
    mkdirSync(dirname(file), { recursive: true })
    // One line a case, so that a difference shows which.
    writeFileSync(file, cases.map((each) => `${JSON.stringify(each)}\n`).join(''))
    const kept = held.filter(golden.isJudged).length
    process.stdout.write(`${path}: ${kept} cases kept, ${cases.length - kept} judged\n`)
  }
}

complete(VERDICT_GOLDEN)
complete(FIT_GOLDEN)
complete(ELIGIBILITY_GOLDEN)
complete(ACCOUNTS_GOLDEN)
