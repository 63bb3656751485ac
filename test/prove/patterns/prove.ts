/** No pattern of the product may take more than linear time, whatever text it reads. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Proof } from '../parts.ts'
import { collectPatterns, type DynamicPattern, type Pattern } from './collect.ts'
import { judge, type Verdict } from './judge.ts'
import { BOUNDED, type Listed, UNJUDGED } from './listed.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

interface Report {
  judged: number
  linear: number
  /** One line for each pattern that fails. */
  failures: string[]
  /** One line for each superlinear or unjudged pattern that reads bounded text only. */
  bounded: string[]
}

export const patterns: Proof = async (given, print) => {
  const report = await judgePatterns(
    typeof given.under === 'string' ? given.under : '',
    given.short === true ? BOUNDED.map(({ path }) => path) : [],
  )
  if (report.judged === 0) throw new Error('There is no pattern under this path.')
  for (const line of report.failures) print(line)
  print(
    `${report.judged} patterns, ${report.linear} linear, ${UNJUDGED.length} listed with their test, ${report.bounded.length} on bounded text`,
  )
  print(`${report.failures.length} failures`)
  return report.failures.length === 0
}

async function judgePatterns(under: string, skipped: readonly string[]): Promise<Report> {
  const collected = await collectPatterns()
  const isJudged = ({ path }: { path: string }): boolean =>
    path.startsWith(under) && !skipped.some((start) => path.startsWith(start))
  const report: Report = { judged: 0, linear: 0, failures: [], bounded: [] }
  const used = new Set<Listed>()
  const verdicts = new Map<string, Verdict>()
  for (const pattern of collected.patterns.filter(isJudged)) {
    const key = `/${pattern.source}/${pattern.flags}`
    const verdict = verdicts.get(key) ?? judge(pattern)
    verdicts.set(key, verdict)
    report.judged += 1
    if (verdict.kind === 'linear') report.linear += 1
    else if (isListed(pattern, key, verdict, used)) continue
    else if (verdict.kind === 'superlinear')
      add(report, pattern, `superlinear on ${verdict.text}: ${key}`)
    else add(report, pattern, `cannot be judged (${verdict.why}) and is not listed: ${key}`)
  }
  for (const call of collected.dynamic.filter(isJudged)) {
    report.judged += 1
    if (!isListed(call, call.code, { kind: 'unjudged', why: '' }, used))
      add(report, call, `is built from arguments and is not listed: RegExp(${call.code})`)
  }
  for (const listed of UNJUDGED.filter(isJudged)) {
    const { path, part, because } = listed
    if (!used.has(listed))
      report.failures.push(`${path}: listed, but nothing there needs it: ${part}`)
    if ('test' in because && !existsSync(join(ROOT, because.test)))
      report.failures.push(`${path}: no such test: ${because.test}`)
  }
  for (const { path, test } of BOUNDED)
    if (!existsSync(join(ROOT, test))) report.failures.push(`${path}: no such test: ${test}`)
  return report
}

/** A pattern that is known to be superlinear may be listed only if no foreign text reaches it. */
function isListed(
  { path }: Pattern | DynamicPattern,
  text: string,
  { kind }: Verdict,
  used: Set<Listed>,
): boolean {
  const listed = UNJUDGED.find(
    (entry) =>
      entry.path === path &&
      text.includes(entry.part) &&
      (kind === 'unjudged' || 'noForeignText' in entry.because),
  )
  if (listed) used.add(listed)
  return listed !== undefined
}

function add(report: Report, { path, line }: Pattern | DynamicPattern, finding: string): void {
  const isBounded = BOUNDED.some((each) => path.startsWith(each.path))
  report[isBounded ? 'bounded' : 'failures'].push(`${path}:${line} ${finding}`)
}
