/**
 * Scoring rules as they are published. Each version of a subject is a folder of its domain's
 * `rules/`, named `{subject}-{version}`, and a line in `rules/published.ts` there; it is never
 * edited and never taken away. `/v1/rules`, the pages in `docs/rules` and the input
 * `rules_version` are made from that list.
 */
import { z } from 'zod'
import { canonicalJson, sha256Hex } from '../platform/hash.ts'
import type { CivilDate } from '../platform/london.ts'

export type RuleEffect =
  | { points: number }
  /** The score never exceeds it while the rule fires. */
  | { cap: number }
  /** The most that this part adds. */
  | { of: number }
  | { band: string }
  /** Explains a judgement and decides nothing. */
  | null

/** The rules in words and numbers, the numbers from the tables that the code applies. */
export interface RuleTable {
  title: string
  /** Operation ids. */
  applies_to: readonly string[]
  /** In the order in which they are done. */
  procedure: readonly string[]
  rules: readonly { code: string; effect: RuleEffect; fires: string }[]
  /** Best first; `from` and `to` null where the band does not follow from the score. */
  bands: readonly { band: string; from: number | null; to: number | null }[]
  /** Cases that the table leaves undecided, and how they are read. */
  readings?: readonly { question: string; answer: string }[]
}

export const SUBJECTS = ['verdict', 'fit', 'eligibility', 'accounts'] as const
type Subject = (typeof SUBJECTS)[number]

/**
 * Members that every version of every subject has. A domain adds the functions that its index and
 * operations call.
 */
export interface RulesVersion {
  /**
   * The number alone, as answers carry it in `rules_version`. Inputs also take it after the
   * subject's name: see `bareVersion`.
   */
  version: `${number}.${number}.${number}`
  table: RuleTable
  /**
   * Facts that are judged. A judgement is a function of these and of one civil date in London.
   * Answers carry them, replay takes them.
   */
  facts: z.ZodType
}

/** Judgement of facts that fit their schema, in the form of answers. */
type Judge<Version> = (rules: Version, facts: unknown, date: CivilDate) => object

/** A judgement made again. */
export interface Replayed {
  /** Bare: `1.1.0`. */
  rules_version: string
  date: CivilDate
  /** Hash of the facts, as `inputsHash` computes it. */
  inputs_hash: string
  result: object
}

/** An invented subject, judged where the rules are explained. */
export interface WorkedExample {
  about: string
  date: CivilDate
  /** They fit the schema of every version. */
  facts: unknown
}

export interface PublishedRules<Version extends RulesVersion = RulesVersion> {
  subject: Subject
  /** Oldest first. */
  versions: readonly Version[]
  current: Version
  example: WorkedExample
  /** Returns the requested version, or the current one if none is requested. */
  select(version: string | undefined): Version
  /** Returns the version of that number; undefined if it is not published. */
  findVersion(version: string): Version | undefined
  /** Judges again. `facts` fit the schema of this version. */
  replay(rules: Version, facts: unknown, date: CivilDate): Replayed
}

/** The first 16 hex digits of the SHA-256 of the facts as canonical JSON. */
function inputsHash(facts: unknown): string {
  return sha256Hex(canonicalJson(facts)).slice(0, 16)
}

/** @throws Error when `current` is not among them, or two share a version */
export function publishRules<Version extends RulesVersion>(
  subject: Subject,
  {
    versions,
    current,
    judge,
    example,
  }: {
    versions: readonly Version[]
    current: Version['version']
    judge: Judge<Version>
    example: WorkedExample
  },
): PublishedRules<Version> {
  const byVersion = new Map<string, Version>(versions.map((each) => [each.version, each]))
  const serving = byVersion.get(current)
  if (!serving || byVersion.size !== versions.length)
    throw new Error(`the published ${subject} rules are not one of each version`)
  return {
    subject,
    versions,
    current: serving,
    example,
    select(version) {
      if (version === undefined) return serving
      const requested = byVersion.get(version)
      // Inputs name published versions only: `rulesVersionInput`.
      if (!requested) throw new Error(`${subject} rules ${version} are not published`)
      return requested
    },
    findVersion: (version) => byVersion.get(bareVersion(subject, version)),
    replay: (rules, facts, date) => ({
      rules_version: rules.version,
      date,
      inputs_hash: inputsHash(facts),
      result: judge(rules, facts, date),
    }),
  }
}

/**
 * Returns the number alone. Answers of 0.1.0 named the first version of fit and eligibility
 * `fit-1.0.0` and `eligibility-1.0.0`.
 */
export function bareVersion(subject: Subject, version: string): string {
  return version.startsWith(`${subject}-`) ? version.slice(subject.length + 1) : version
}

/** The input `rules_version`: absent for the rules that are current on the day of the answer. */
export function rulesVersionInput({ subject, versions, current }: PublishedRules) {
  const bare = (value: unknown) => (typeof value === 'string' ? bareVersion(subject, value) : value)
  return z
    .preprocess(bare, z.enum(versions.map((each) => each.version)))
    .optional()
    .meta({
      description: `Version of the ${subject} rules; default ${current.version}`,
    })
}

/**
 * Schema of the judged facts, as answers carry them and replay takes them. Documents refer to it
 * instead of repeating it.
 */
export function findJudgedFacts({ subject, versions }: PublishedRules, when: string) {
  // Pinned versions judge facts of their own schema.
  return z.union(versions.map(({ facts }) => facts)).meta({
    override: { type: 'object' },
    description: `${when}What was judged, by the schema at GET /v1/rules/${subject}/{version}; POST /v1/rules/${subject}/replay judges it again`,
  })
}

/** The field `rules_version` of answers. */
export function rulesVersionField({ versions }: PublishedRules) {
  return z.enum(versions.map((each): string => each.version))
}
