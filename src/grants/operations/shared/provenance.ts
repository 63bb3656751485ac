/** Provenance of an eligibility verdict: reading, rules, and character positions in the text. */

import { CERTAINTIES, certaintyOf, reasonOf } from 'ukintel-grant-reader/criterion'
import { z } from 'zod'
import { instantOrNull, textOrNull } from '../../../contract/input.ts'
import { findJudgedFacts } from '../../../contract/rules.ts'
import { instant } from '../../../platform/clock.ts'
import type { IndexedGrant } from '../../index/generation.ts'
import { isComplete } from '../../index/question.ts'
import { ELIGIBILITY, toFacts } from '../../rules/published.ts'
import type { EligibilityRules, Question } from '../../rules/version.ts'

export const provenanceSchema = z.strictObject({
  source: z
    .enum(['seed', 'llm', 'listing'])
    .nullable()
    .describe(
      'Who read the criteria: seed: by hand; llm: a model, each quote checked; listing: by rule; null without criteria',
    ),
  complete: z
    .boolean()
    .describe('Whether they are all requirements of the text; only then can a verdict be eligible'),
  parsed_at: instantOrNull.describe('When they were read, UTC; null when they never were'),
  eligibility_text_available: z.boolean().describe('Whether the listing has an eligibility text'),
  rules_version: z.string().meta({ description: 'Version of the eligibility rules that judged' }),
  text_sha256: textOrNull.meta({
    description: 'SHA-256 of the text that the criteria quote, hex; null where there is none',
  }),
  text_url: textOrNull.meta({
    description: 'Where that text is, free of charge; null where there is none',
  }),
  spans: z
    .array(
      z.strictObject({
        index: z.int().min(0).describe('Position in criteria, from 0'),
        start: z.int().min(0).describe('First character, in code points from 0'),
        length: z.int().min(1).describe('Characters, in code points'),
      }),
    )
    .meta({
      description:
        'Place of each quoted criterion in the text, in code points; a criterion from a field of the listing has none',
    }),
  certainty: z
    .array(
      z.strictObject({
        index: z.int().min(0).describe('Position in criteria, from 0'),
        certainty: z
          .enum(CERTAINTIES)
          .describe('sure: failing it makes ineligible; likely, doubtful: check the sentence'),
        reason: textOrNull.describe(
          'Reason why it may not bind every applicant; null where it is sure',
        ),
      }),
    )
    .meta({
      description: 'How certain each quoted criterion is; readings of yours and curated ones: sure',
    }),
  facts: findJudgedFacts(ELIGIBILITY, ''),
})

export function buildProvenance(
  grant: IndexedGrant,
  {
    rules: { version },
    question,
    textUrl,
  }: { rules: EligibilityRules; question: Question; textUrl: (id: string) => string },
): z.output<typeof provenanceSchema> {
  const { text, sha256 } = grant.text
  const isThere = text !== ''
  const quoted = grant.criteria.flatMap((criterion, index) =>
    criterion.span === null ? [] : [{ index, criterion, span: criterion.span }],
  )
  return {
    source: grant.basis,
    complete: isComplete(grant),
    parsed_at: grant.parsedMs === null ? null : instant(grant.parsedMs),
    eligibility_text_available: grant.text.sections.some(
      ({ field }) => field === 'grantEligibilityTab',
    ),
    rules_version: version,
    text_sha256: isThere ? sha256 : null,
    text_url: isThere ? textUrl(grant.facts.id) : null,
    spans: quoted.map(({ index, span: { start, end } }) => ({
      index,
      start: codePoints(text.slice(0, start)),
      length: codePoints(text.slice(start, end)),
    })),
    certainty: quoted.map(({ index, criterion }) => ({
      index,
      certainty: certaintyOf(criterion),
      reason: reasonOf(criterion),
    })),
    facts: toFacts(question),
  }
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
