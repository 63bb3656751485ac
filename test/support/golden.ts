/**
 * Golden files: what a published version of the rules makes of fixed facts, one case a line, one
 * file a version. A judged case stays as it is, for a published version never changes. A new case
 * is a line with a name and facts, without a judgement: `node scripts/golden.ts` judges it. It also
 * writes the file of a new version, from the facts of the version before.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Criterion } from 'ukintel-grant-reader/criterion'
import { ACCOUNTS, VERDICT } from '../../src/company/rules/published.ts'
import type {
  AccountsFacts,
  AccountsRules,
  VerdictFacts,
  VerdictJudgement,
  VerdictRules,
} from '../../src/company/rules/version.ts'
import type { PublishedRules, RulesVersion } from '../../src/contract/rules.ts'
import type { Declared } from '../../src/grants/model/parameters.ts'
import { ELIGIBILITY } from '../../src/grants/rules/published.ts'
import type {
  EligibilityJudgement,
  EligibilityRules,
  Question,
} from '../../src/grants/rules/version.ts'
import type { BankHolidays } from '../../src/platform/bank-holidays.ts'
import { londonDate } from '../../src/platform/london.ts'
import { type FitRequest, scoreFit } from '../../src/tenders/index/fit.ts'
import type { Notice } from '../../src/tenders/model/notice.ts'
import { fitBand } from '../../src/tenders/rules/fit-1.0.0/fit.ts'
import { FIT } from '../../src/tenders/rules/published.ts'
import type { FitRules } from '../../src/tenders/rules/version.ts'
import { liveIndexOf, type SampleAward } from '../tenders/samples.ts'

const ROOT = join(import.meta.dirname, '../..')

/** How the cases of one subject are judged. */
export interface Golden<Version extends RulesVersion, Case extends { name: string }> {
  rules: PublishedRules<Version>
  /** Of the wing that judges. */
  wing: 'company' | 'tenders' | 'grants'
  /** The case as the rules say now. */
  judge(rules: Version, facts: Case): Case
  isJudged(facts: Case): boolean
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

/** Facts that are judged on several days. */
interface DatedCase<Facts> {
  name: string
  facts: Facts
  judgements?: VerdictJudgement[]
}

/** `days` are those of a case that is not judged yet. */
function goldenByDay<Facts>(
  rules: PublishedRules<RulesVersion & { judge(facts: Facts, day: string): VerdictJudgement }>,
  days: readonly string[],
): Golden<(typeof rules)['current'], DatedCase<Facts>> {
  return {
    rules,
    wing: 'company',
    judge: (version, { name, facts, judgements }) => ({
      name,
      facts,
      judgements: (judgements?.map(({ evaluation }) => evaluation.evaluated_on) ?? days).map(
        (day) => version.judge(facts, day),
      ),
    }),
    isJudged: ({ judgements }) => judgements !== undefined,
    facts: ({ facts }) => [facts],
  }
}

/** The day of the sandbox's companies, and a leap day on which much has fallen due. */
export const VERDICT_GOLDEN: Golden<VerdictRules, DatedCase<VerdictFacts>> = goldenByDay(VERDICT, [
  '2026-11-20',
  '2028-02-29',
])

/** Figures of 2025-12-31 are not old on the second day, and old on the third. */
export const ACCOUNTS_GOLDEN: Golden<AccountsRules, DatedCase<AccountsFacts>> = goldenByDay(
  ACCOUNTS,
  ['2026-11-20', '2027-09-30', '2027-10-01'],
)

interface EligibilityCase {
  name: string
  criteria: readonly Criterion[]
  questions: (Omit<Question, 'criteria' | 'declared'> & {
    declared: Record<string, Declared>
    judgement?: EligibilityJudgement
  })[]
}

export const ELIGIBILITY_GOLDEN: Golden<EligibilityRules, EligibilityCase> = {
  rules: ELIGIBILITY,
  wing: 'grants',
  judge: (rules, { name, criteria, questions }) => ({
    name,
    criteria,
    questions: questions.map((question) => ({
      ...question,
      judgement: rules.judge({
        ...question,
        criteria,
        declared: new Map(Object.entries(question.declared)),
      }),
    })),
  }),
  isJudged: ({ questions }) => questions.every(({ judgement }) => judgement !== undefined),
  facts: ({ criteria, questions }) =>
    questions.map(({ judgement: _, ...question }) => ({ criteria, ...question })),
}

interface FitCase {
  name: string
  nowMs: number
  request: FitRequest
  notice: Notice
  awards: SampleAward[]
  /** `null` without a match. */
  fit?: ReturnType<typeof scoreCase>
}

/** Fixed, so that a new year in the official table changes no case. */
const HOLIDAYS: BankHolidays = {
  'england-and-wales': new Set(['2026-12-25', '2026-12-28', '2027-01-01']),
  scotland: new Set(['2026-11-30', '2026-12-25', '2026-12-28', '2027-01-01', '2027-01-04']),
  'northern-ireland': new Set(['2026-12-25', '2026-12-28', '2027-01-01', '2027-03-17']),
}

function scoreCase(rules: FitRules, { nowMs, request, notice, awards }: Omit<FitCase, 'fit'>) {
  const moment = { nowMs, today: londonDate(nowMs), holidays: HOLIDAYS }
  const [best] = scoreFit(liveIndexOf([notice], awards, nowMs), request, moment, rules).best
  if (best === undefined) return null
  const { fit, flags, emphasise } = best.describe(notice)
  const { score, relevance, value, geography, timeline, history } = fit
  return {
    score,
    band: fitBand(score),
    relevance,
    value,
    geography,
    timeline,
    history,
    flags: flags.map(({ code, detail }) => ({ code, detail })),
    emphasise,
  }
}

export const FIT_GOLDEN: Golden<FitRules, FitCase> = {
  rules: FIT,
  wing: 'tenders',
  judge: (rules, facts) => ({ ...facts, fit: scoreCase(rules, facts) }),
  isJudged: ({ fit }) => fit !== undefined,
  // A case holds the notice itself; what the rules are given of it is held against their schema
  // beside the index.
  facts: () => [],
}
