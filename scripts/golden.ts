/**
 * Adds the cases that the golden files of the published rules do not hold yet; `node
 * scripts/golden.ts`. Never rewrites one that they hold.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RulesVersion } from '../src/contract/rules.ts'
import { ACCOUNTS_GOLDEN, VERDICT_GOLDEN } from '../test/company/golden.ts'
import { ELIGIBILITY_GOLDEN } from '../test/grants/golden.ts'
import { type Golden, goldenFile, readGolden } from '../test/support/golden.ts'
import { FIT_GOLDEN } from '../test/tenders/golden.ts'

async function extend<Version extends RulesVersion, Case extends { name: string }>(
  golden: Golden<Version, Case>,
): Promise<void> {
  for (const version of golden.rules.versions) {
    const path = goldenFile(golden.wing, golden.rules.subject, version.version)
    const held = readGolden(golden, version)
    const added = (await golden.make(version)).filter(
      ({ name }) => !held.some((each) => each.name === name),
    )
    const file = join(import.meta.dirname, '..', path)
    mkdirSync(dirname(file), { recursive: true })
    // One line a case, so that a difference shows which.
    writeFileSync(file, [...held, ...added].map((each) => `${JSON.stringify(each)}\n`).join(''))
    process.stdout.write(`${path}: ${held.length} cases kept, ${added.length} added\n`)
  }
}

await extend(VERDICT_GOLDEN)
await extend(FIT_GOLDEN)
await extend(ELIGIBILITY_GOLDEN)
await extend(ACCOUNTS_GOLDEN)
