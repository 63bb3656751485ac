/** Schemas, judgement and answer that both eligibility operations share. */
import { z } from 'zod'
import type { Basis } from '../../../contract/freshness.ts'
import { londonDate } from '../../../platform/london.ts'
import { funderNames } from '../../index/funder.ts'
import type { Resolved } from '../../index/generation.ts'
import { buildQuestion } from '../../index/question.ts'
import { isRolling } from '../../model/dates.ts'
import type { Declared } from '../../model/parameters.ts'
import { ELIGIBILITY } from '../../rules/published.ts'
import type { EligibilityFinding, EligibilityJudgement } from '../../rules/version.ts'
import type { GrantsDeps } from './deps.ts'
import { EXAMPLE_GRANT, EXAMPLE_JUDGEMENT } from './examples.ts'
import {
  createUnknownGrantError,
  flagSchema,
  GRANTS_ATTRIBUTION,
  grantSchema,
  grantView,
  judgedCriterionSchema,
  missingSchema,
} from './fields.ts'
import { fundingSchema, indicativeFunding, placeFunding } from './funding.ts'
import { buildProvenance, provenanceSchema } from './provenance.ts'

export const eligibilityResult = z.strictObject({
  grant: grantSchema
    .pick({ name: true, funder: true, window: true, amounts: true, source_url: true })
    .describe('The grant, from the official listing'),
  criteria: z
    .array(judgedCriterionSchema)
    .describe('Each criterion judged by what was declared; empty when none could be read'),
  missing: z
    .array(missingSchema)
    .describe('What to declare to settle the rest; empty when nothing'),
  failed: z
    .array(flagSchema)
    .describe('Criteria that fail, or that the window is closed; empty when none'),
  indicative_funding: fundingSchema
    .nullable()
    .describe('What an award may come to; null when ineligible'),
  criteria_provenance: provenanceSchema.describe('Where the criteria were read, and how'),
})

export const eligibilityVerdict = z.strictObject({
  score: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe(
      'Percent of criteria that are met, at most 49 when ineligible and 79 while uncertain; null without criteria',
    ),
  band: z
    .enum(['eligible', 'uncertain', 'ineligible'])
    .describe(
      'By the published eligibility rules; uncertain: something is not declared or the criteria are not complete',
    ),
  flags: z
    .array(flagSchema)
    .describe('What to know of this judgement, then sources that failed; empty when nothing'),
})

const { name, funder, window, amounts, source_url } = EXAMPLE_GRANT
const { criteria, missing, ...verdict } = EXAMPLE_JUDGEMENT

const EXAMPLE_TRACE = {
  rules_version: '1.2.0',
  text_sha256: '5b1f2c5d0a6e4f7c8b9a0d1e2f3a4b5c6d7e8f9a0b1c2d3e4f5a6b7c8d9e0f1a',
  text_url: 'https://intel.example/v1/grants/village-halls-warm-roof-fund/text',
  spans: [{ index: 1, start: 0, length: 46 }],
  certainty: [{ index: 1, certainty: 'sure', reason: null }],
  facts: {
    criteria: EXAMPLE_GRANT.criteria_parsed.map((criterion, index) => ({
      ...criterion,
      span: index === 1 ? { start: 0, end: 46 } : null,
      certainty: 'sure',
    })),
    complete: false,
    window: { state: 'open', detail: 'open' },
    declared: { org_type: 'charity', region: 'england' },
  },
}

export const ELIGIBILITY_EXAMPLE = {
  result: {
    grant: { name, funder, window, amounts, source_url },
    criteria,
    missing,
    failed: [],
    indicative_funding: {
      min: 5000,
      max: 50000,
      currency: 'GBP',
      basis: 'listing',
      note: 'as the listing states it: From £5,000 to £50,000',
      funder_context: null,
    },
    criteria_provenance: {
      source: 'listing',
      complete: false,
      parsed_at: '2026-11-20T04:10:00Z',
      eligibility_text_available: true,
      ...EXAMPLE_TRACE,
    },
  },
  verdict: { score: verdict.score, band: verdict.band, flags: verdict.flags },
}

interface Applicant {
  declared: ReadonlyMap<string, Declared>
  rulesVersion: string | undefined
}

/** Resolves one grant. @throws ServiceError */
export function resolveGrant(id: string, { index }: GrantsDeps, nowMs: number) {
  const snapshot = index(nowMs)
  const resolved = snapshot.generation.resolve(id)
  if (!resolved) {
    snapshot.mustNotBeUnread(id)
    throw createUnknownGrantError(id)
  }
  return { ...resolved, snapshot }
}

/** Judges a resolved grant. `grant` may have other criteria than the index has. */
export function judgeGrant(
  { snapshot, grant, readvertisedFrom }: ReturnType<typeof resolveGrant>,
  { declared, rulesVersion }: Applicant,
  { awardHistory, awardOrigins }: GrantsDeps,
  nowMs: number,
) {
  const rules = ELIGIBILITY.select(rulesVersion)
  const question = buildQuestion(grant, rules, declared, nowMs)
  const judgement = rules.judge(question)
  const funding = judgement.band === 'ineligible' ? null : indicativeFunding(grant, declared)
  const needsHistory = funding !== null && typeof declared.get('amount_needed') === 'number'
  const history =
    needsHistory && grant.facts.funder !== null
      ? awardHistory(funderNames(grant.facts.funder), nowMs)
      : null
  return {
    grant,
    readvertisedFrom,
    declared,
    rules,
    question,
    judgement,
    funding,
    history,
    basis: buildBasis({ snapshot, grant }, awardOrigins, nowMs),
  }
}

type JudgedEligibility = ReturnType<typeof judgeGrant>

/**
 * Returns the basis of an answer about one grant. It depends on the sources and the grant only, so
 * a quote shows nothing of the judgement.
 */
export function findEligibilityBasis(id: string, deps: GrantsDeps, nowMs: number): Basis {
  return buildBasis(resolveGrant(id, deps, nowMs), deps.awardOrigins, nowMs)
}

function buildBasis(
  { snapshot, grant }: Pick<ReturnType<typeof resolveGrant>, 'snapshot' | 'grant'>,
  awardOrigins: GrantsDeps['awardOrigins'],
  nowMs: number,
): Basis {
  const awards = awardOrigins(nowMs)
  return {
    sources: [...snapshot.sources, ...awards.sources],
    degradations: [...snapshot.about(grant), ...awards.degradations],
  }
}

export function buildAnswer(judged: JudgedEligibility, { textUrl }: GrantsDeps, nowMs: number) {
  const { grant, declared, rules, question, judgement, funding, history } = judged
  const { name, funder, window, amounts, source_url } = grantView(grant, nowMs)
  return {
    result: {
      grant: { name, funder, window, amounts, source_url },
      criteria: judgement.criteria,
      missing: judgement.missing,
      failed: judgement.failed,
      indicative_funding: funding === null ? null : placeFunding(funding, history, declared),
      criteria_provenance: buildProvenance(grant, { rules, question, textUrl }),
    },
    verdict: buildVerdict(judgement, judged, nowMs),
    ...judged.basis,
    judgedBy: `eligibility ${rules.version}`,
    ...(history === null ? {} : { attribution: `${GRANTS_ATTRIBUTION} ${history.attribution}` }),
  }
}

/** The rules' flags, then what the listing itself leaves unclear. */
function buildVerdict(
  { score, band, flags }: EligibilityJudgement,
  { grant, readvertisedFrom }: Resolved,
  nowMs: number,
) {
  const notes: EligibilityFinding[] = []
  const { dates, places, unknownApplicants } = grant.facts
  const unknown = [...unknownApplicants, ...places.unknown]
  if (readvertisedFrom) {
    notes.push({
      code: 'READVERTISED',
      detail: `${readvertisedFrom.facts.id} is off the listing; this is the same scheme as advertised now: ${grant.facts.id}`,
    })
  }
  if (dates.opens === null || dates.closes === null)
    notes.push({ code: 'WINDOW_NOT_STATED', detail: 'the listing does not state both dates' })
  else if (isRolling(dates, londonDate(nowMs)))
    notes.push({
      code: 'WINDOW_ROLLING',
      detail: `the stated closing ${dates.closes.date} stands for a rolling window`,
    })
  if (unknown.length > 0)
    notes.push({
      code: 'LISTING_VALUE_UNKNOWN',
      detail: `not taken into account: ${unknown.join(', ')}`,
    })
  return { score, band, flags: [...flags, ...notes] }
}
