/**
 * Golden files: what a published version of the rules makes of fixed facts, one case a line, one
 * file a version. A case that is written stays as it is, for a published version never changes:
 * `node scripts/golden.ts` adds cases and never rewrites one.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PublishedRules, RulesVersion } from '../../src/contract/rules.ts'

const ROOT = join(import.meta.dirname, '../..')

/** How the cases of one subject are made, and judged again. */
export interface Golden<Version extends RulesVersion, Case extends { name: string }> {
  rules: PublishedRules<Version>
  /** Of the wing that judges. */
  wing: 'company' | 'tenders' | 'grants'
  make(rules: Version): Promise<Case[]>
  /** The case as the rules say now. */
  judge(rules: Version, facts: Case): Promise<Case>
  /** What the version's schema of facts must take. */
  facts(facts: Case): unknown[]
}

/** Relative to the root of the project. */
export function goldenFile(wing: string, subject: string, version: string): string {
  return `src/${wing}/rules/golden/${subject}-${version}.jsonl`
}

/** No cases where there is no file yet. */
export function readGolden<Version extends RulesVersion, Case extends { name: string }>(
  golden: Golden<Version, Case>,
  version: Version,
): Case[] {
  const file = join(ROOT, goldenFile(golden.wing, golden.rules.subject, version.version))
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Case)
}
