import { NATIONS } from 'ukintel-grant-reader/kinds'
import { z } from 'zod'
import { matchedProject } from '../../contract/found.ts'
import { noFields, noVerdictSchema } from '../../contract/input.ts'
import { definePaid } from '../../contract/operation.ts'
import { cleanText } from '../../platform/text.ts'
import { orgType } from '../index/filter.ts'
import { type GrantMatch, matchGrants } from '../index/match.ts'
import { ELIGIBILITY } from '../rules/published.ts'
import { freshnessOfAll, type GrantsDeps } from './shared/deps.ts'
import { EXAMPLE_GRANT, EXAMPLE_JUDGEMENT } from './shared/examples.ts'
import {
  castDeclaredTexts,
  declareObject,
  factGivenTwice,
  flagSchema,
  GRANTS_ATTRIBUTION,
  grantSchema,
  grantView,
  judgedCriterionSchema,
  listDeclaredFacts,
  missingSchema,
} from './shared/fields.ts'

const text = (min: number, max: number) =>
  z
    .string()
    .transform(cleanText)
    .refine(
      (value) => value.length >= min && value.length <= max,
      `expected ${min} to ${max} characters`,
    )

const body = z.strictObject({
  description: text(10, 2000).meta({
    override: { type: 'string', minLength: 10, maxLength: 2000 },
    description: 'What the project is',
    example: 'Solar panels and insulation for a village hall that is used by a charity',
  }),
  keywords: z
    .array(text(2, 60).meta({ override: { type: 'string', minLength: 2, maxLength: 60 } }))
    .max(20)
    .default([])
    .meta({ description: 'Words that a fitting grant would use; count more than the description' }),
  org_type: orgType.nullable().default(null),
  region: z
    .enum(NATIONS)
    .nullable()
    .default(null)
    .meta({ description: 'Nation where the project takes place' }),
  amount_needed: z
    .int()
    .min(0)
    .nullable()
    .default(null)
    .meta({ description: 'Grant needed, in GBP' }),
  declare: declareObject.optional(),
  open_now: z
    .boolean()
    .default(true)
    .meta({ description: 'true: only grants open now; false also judges those that open later' }),
  limit: z.int().min(1).max(10).default(10).meta({ description: 'How many matches to return' }),
})

const matchSchema = z.strictObject({
  grant: grantSchema
    .pick({
      id: true,
      name: true,
      funder: true,
      amounts: true,
      window: true,
      summary: true,
      source_url: true,
    })
    .describe('The grant, from the official listing'),
  eligibility: z
    .strictObject({
      band: z
        .enum(['eligible', 'uncertain'])
        .describe('eligible: every criterion is known and met; uncertain: something is not known'),
      score: z
        .int()
        .min(0)
        .max(100)
        .nullable()
        .describe(
          'Percent of criteria that are met, at most 79 while uncertain; null without criteria',
        ),
      criteria: z
        .array(judgedCriterionSchema)
        .describe('Each criterion judged by what was declared; empty when none could be read'),
      missing: z
        .array(missingSchema)
        .describe('What to declare to settle the rest; empty when nothing'),
      flags: z.array(flagSchema).describe('What to know of this judgement; empty when nothing'),
    })
    .describe('By the published eligibility rules'),
  relevance: z
    .int()
    .min(1)
    .max(100)
    .describe('Percent of the project’s concepts that the grant names, by rarity'),
  ...matchedProject,
})

const { id, name, funder, amounts, window, summary, source_url } = EXAMPLE_GRANT

export const grantsMatch = definePaid<GrantsDeps>()({
  id: 'grants_match',
  method: 'POST',
  path: '/v1/grants/match',
  family: 'wing-3',
  priceUsdc: '0.15',
  title: 'Match a project to UK government grants',
  notFor: 'one known grant: grant_eligibility',
  summary:
    'Match a project profile to open UK government grants: relevant ones ranked eligible first, each with a pass or fail per criterion quoted from its own text and what is still to be declared; ineligible ones are counted, not returned.',
  params: noFields,
  query: noFields,
  body,
  castTexts: castDeclaredTexts,
  criterion: ({ org_type, region, amount_needed, declare }) =>
    factGivenTwice({ org_type, region, amount_needed }, declare, 'body'),
  result: z.strictObject({
    considered: z
      .int()
      .min(0)
      .meta({ description: 'Grants that have something in common with the project' }),
    matches: z
      .array(matchSchema)
      .max(10)
      .describe(
        'Eligible ones first, then uncertain ones by relevance, last those with a failure that is not sure',
      ),
    excluded: z
      .strictObject({
        ineligible: z.int().describe('A criterion fails on what was declared'),
        closed: z.int().describe('Not open, while open_now requires it'),
      })
      .describe('Considered grants that are no matches, counted'),
  }),
  verdict: noVerdictSchema,
  listing: {
    text: 'Match a project to open UK government grants: up to 10 fitting ones, each judged, with what to declare.',
  },
  attribution: GRANTS_ATTRIBUTION,
  example: {
    summary: 'Grants for a charity that insulates its hall',
    listed: [
      'result.considered',
      'result.matches.grant.name',
      'result.matches.eligibility.band',
      'result.matches.eligibility.missing.parameter',
      'result.matches.relevance',
    ],
    input: {
      description: 'Solar panels and insulation for a village hall that is used by a charity',
      org_type: 'charity',
      region: 'england',
      amount_needed: 20000,
    },
    result: {
      considered: 3,
      matches: [
        {
          grant: { id, name, funder, amounts, window, summary, source_url },
          eligibility: EXAMPLE_JUDGEMENT,
          relevance: 64,
          matched: { words: ['insulation', 'village', 'hall', 'charity'], relevance: 'close' },
        },
      ],
      excluded: { ineligible: 1, closed: 1 },
    },
  },
  freshness: (_, { index }, { nowMs }) => freshnessOfAll(index, nowMs),
  async answer(
    { description, keywords, org_type, region, amount_needed, declare, open_now, limit },
    { index },
    { nowMs },
  ) {
    const { generation, sources, among } = index(nowMs)
    const declared = listDeclaredFacts({ org_type, region, amount_needed }, declare)
    const { considered, matches, excluded } = matchGrants(
      generation,
      { description, keywords, declared, openNow: open_now, limit },
      nowMs,
    )
    const result = {
      considered,
      matches: matches.map((match) => matchView(match, nowMs)),
      excluded,
    }
    return {
      result,
      sources,
      degradations: among(matches.map(({ grant }) => grant)),
      judgedBy: `eligibility ${ELIGIBILITY.current.version}`,
    }
  },
})

function matchView({ grant, judgement, relevance, matched }: GrantMatch, nowMs: number) {
  const { id, name, funder, amounts, window, summary, source_url } = grantView(grant, nowMs)
  const { band, score, criteria, missing, flags } = judgement
  return {
    grant: { id, name, funder, amounts, window, summary, source_url },
    eligibility: { band, score, criteria, missing, flags },
    relevance,
    matched: { words: matched.words, relevance: matched.relevance },
  }
}
