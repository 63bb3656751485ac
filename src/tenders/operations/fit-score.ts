import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { createReversedError } from '../../contract/found.ts'
import { civilDate, noFields } from '../../contract/input.ts'
import { definePaid } from '../../contract/operation.ts'
import { findJudgedFacts, rulesVersionField, rulesVersionInput } from '../../contract/rules.ts'
import { cleanLine } from '../../platform/text.ts'
import { regionFilter, stageFilter } from '../index/filter.ts'
import { type FitRequest, scoreFitInTurns } from '../index/fit.ts'
import { filterMask } from '../model/regions.ts'
import { fitBlock } from '../rules/block.ts'
import { OF } from '../rules/fit-1.0.0/factors.ts'
import { FIT } from '../rules/published.ts'
import type { Factor } from '../rules/version.ts'
import { freshnessOfAll, type TendersDeps } from './shared/deps.ts'
import { EXAMPLE_BRIEF } from './shared/examples.ts'
import {
  briefShape,
  fitFlagsSchema,
  noticeBrief,
  noticeSourceSchema,
  TENDERS_ATTRIBUTION,
  unreadFlag,
} from './shared/shapes.ts'

const MAX_MATCHES = 10
const MAX_LIST = 20

/** Text on one line within bounds that are counted after cleaning. */
const line = (min: number, max: number) =>
  z
    .string()
    .transform((text) => cleanLine(text) ?? '')
    .refine(
      (text) => text.length >= min && text.length <= max,
      `expected ${min} to ${max} characters`,
    )
    .meta({ override: { type: 'string', minLength: min, maxLength: max } })

const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .max(MAX_LIST, `expected at most ${MAX_LIST} entries`)
    .default([] as never)

const integer = (min: number, max: number) =>
  z
    .int(`expected an integer from ${min} to ${max}`)
    .min(min, `expected an integer from ${min} to ${max}`)
    .max(max, `expected an integer from ${min} to ${max}`)

const MAX_VALUE = 1e15

const value = (description: string, example: number) =>
  integer(0, MAX_VALUE)
    .nullable()
    .default(null)
    .meta({ override: { type: ['integer', 'null'], minimum: 0 }, description, example })

const isSet = (description: string) =>
  z.boolean('expected true or false').default(false).meta({ description })

const body = z.strictObject({
  description: line(10, 2000)
    .optional()
    .meta({
      override: { type: 'string', minLength: 10, maxLength: 2000 },
      description: 'Its activities; or give keywords',
      example: 'We look after parks, cemeteries and school grounds.',
    }),
  keywords: list(line(2, 60)).meta({
    description: 'Words to find in notices',
    example: ['grounds maintenance', 'grass cutting'],
  }),
  exclude_keywords: list(line(2, 60)).meta({
    description: 'Words that cap the score',
    example: ['artificial pitch'],
  }),
  cpv: list(z.string().regex(/^[0-9]{2,8}$/, 'expected a CPV prefix of 2 to 8 digits')).meta({
    description: 'CPV prefixes of 2 to 8 digits',
    example: ['77310000'],
  }),
  regions: list(regionFilter).meta({
    description: 'Areas of work; none: anywhere',
    example: ['scotland', 'north-east'],
  }),
  remote: isSet('It can work remotely'),
  value_min: value('Least value, whole GBP', 20_000),
  value_max: value('Most value, whole GBP', 400_000),
  certifications: list(line(2, 80)).meta({
    description: 'Held, such as ISO 14001',
    example: ['ISO 14001'],
  }),
  past_buyers: list(line(2, 160)).meta({
    description: 'Earlier buyers by name',
    example: ['Exampleton Council'],
  }),
  sme: isSet('Small or medium-sized'),
  min_working_days: integer(0, 60).default(10).meta({ description: 'Working days for a bid' }),
  deadline_after: civilDate('Due from, or undated')
    .nullable()
    .default(null)
    .meta({
      override: { type: ['string', 'null'], format: 'date' },
      description: 'Due from, or undated',
      example: '2026-12-31',
    }),
  stage: stageFilter
    .nullable()
    .default('tender')
    .meta({
      override: { type: ['string', 'null'], enum: ['tender', 'planning', null] },
      description: 'Stage of the notice; null: both',
    }),
  limit: integer(1, MAX_MATCHES)
    .default(MAX_MATCHES)
    .meta({ description: 'How many matches, 1-10' }),
  rules_version: rulesVersionInput(FIT).meta({
    description: `Rules; default ${FIT.current.version}`,
  }),
  facts: isSet('Adds facts for POST /v1/rules/fit/replay'),
})

const score = z.int().min(0).max(100)
const band = z.enum(['strong', 'possible', 'weak'])
const of = (factor: Factor) => z.literal(OF[factor])
const points = (factor: Factor) => z.int().min(0).max(OF[factor])

const fitSchema = z.strictObject({
  score: score.describe('The factors summed, never above a cap; by the published fit rules'),
  band: band.describe('Band of the score by the same rules'),
  factors: z
    .strictObject({
      relevance: points('relevance').describe('Points for CPV codes and keywords in common'),
      of: of('relevance').describe('Most points of relevance'),
      value_fit: points('value').describe(
        'Points for a value within value_min and value_max; half when unstated',
      ),
      of_v: of('value').describe('Most points of value_fit'),
      geography: points('geography').describe(
        'Points for a place of delivery among regions; half when unstated',
      ),
      of_g: of('geography').describe('Most points of geography'),
      timeline: points('timeline').describe(
        'Points for the working days left to bid; half when no deadline is stated',
      ),
      of_t: of('timeline').describe('Most points of timeline'),
      buyer_history: points('history').describe(
        'Points for what this buyer bought before; half when nothing is known',
      ),
      of_b: of('history').describe('Most points of buyer_history'),
    })
    .describe('What the score is made of'),
  flags: fitFlagsSchema.describe(
    'Caps that applied and factors that could not be judged; empty when none',
  ),
  rules_version: rulesVersionField(FIT).describe('Published version of the rules that scored'),
  facts: findJudgedFacts(FIT, 'Only with facts=true: ').optional(),
})

const matchSchema = z.strictObject({
  ...briefShape,
  source: noticeSourceSchema,
  fit: fitSchema.describe('How well it fits the profile'),
  emphasise: z
    .string()
    .nullable()
    .describe(
      'What a bid should stress, made by rule from what matched; null below the best three',
    ),
})

const EXAMPLE_FIT = {
  score: 83,
  band: 'strong',
  factors: {
    relevance: 36,
    of: 40,
    value_fit: 20,
    of_v: 20,
    geography: 15,
    of_g: 15,
    timeline: 7,
    of_t: 15,
    buyer_history: 5,
    of_b: 10,
  },
  flags: [
    {
      code: 'BUYER_HISTORY_NONE',
      detail:
        'no comparable award by Exampleton Council is known from the last 36 months; half of 10 given',
    },
  ],
  rules_version: FIT.current.version,
}

export const tendersFitScore = definePaid<TendersDeps>()({
  id: 'tenders_fit_score',
  method: 'POST',
  path: '/v1/tenders/fit-score',
  family: 'wing-2',
  priceUsdc: '0.20',
  title: 'Score live UK tenders against a supplier profile',
  notFor: 'plain keyword search: tenders_search is cheaper',
  summary: 'Score live UK tenders 0-100 against a supplier profile. The best 10, with reasons.',
  params: noFields,
  query: noFields,
  body,
  criterion: (input) => {
    if (input.description === undefined && input.keywords.length === 0 && input.cpv.length === 0) {
      return {
        code: 'CRITERIA_REQUIRED',
        absent: true,
        detail: 'description is required unless keywords or cpv is given',
        field: 'description',
        in: 'body',
        hint: 'Say what the supplier does in description, or list keywords or cpv prefixes.',
      }
    }
    const isReversed =
      input.value_min !== null && input.value_max !== null && input.value_min > input.value_max
    return isReversed
      ? createReversedError('value_min', 'value_min is above value_max', 'body')
      : null
  },
  result: z.strictObject({
    considered: z.int().min(0).describe('Live notices that were scored'),
    matches: z
      .array(matchSchema)
      .max(MAX_MATCHES)
      .describe('Best score first, then the soonest due'),
  }),
  verdict: z.strictObject({
    score: score.nullable().describe('Of the best match; null when nothing matched'),
    band: band.nullable().describe('Of the best match; null when nothing matched'),
    flags: fitFlagsSchema.describe('Of the best match, or NO_MATCH with what to leave out'),
    narrative: z.null().describe('Always null'),
  }),
  listing: {
    fields: [
      'description',
      'keywords',
      'exclude_keywords',
      'cpv',
      'regions',
      'value_min',
      'value_max',
      'certifications',
      'stage',
      'limit',
    ],
  },
  attribution: TENDERS_ATTRIBUTION,
  example: {
    summary: 'A grounds maintenance firm in Scotland',
    listed: [
      'result.considered',
      'result.matches.title',
      'result.matches.fit.score',
      'result.matches.fit.band',
      'result.matches.emphasise',
    ],
    input: {
      keywords: ['grounds maintenance'],
      cpv: ['77310000'],
      regions: ['scotland'],
      value_max: 400_000,
    },
    result: {
      considered: 1,
      matches: [
        {
          ...EXAMPLE_BRIEF,
          fit: EXAMPLE_FIT,
          emphasise: 'Lead with "grounds maintenance": the title asks for it.',
        },
      ],
    },
    verdict: {
      score: EXAMPLE_FIT.score,
      band: EXAMPLE_FIT.band,
      flags: EXAMPLE_FIT.flags,
      narrative: null,
    },
  },
  freshness: (_, { index }, { nowMs }) => freshnessOfAll(index, nowMs),
  async answer(input, { index, holidays }, { nowMs, today }) {
    const request: FitRequest = {
      description: input.description ?? null,
      keywords: input.keywords,
      excludeKeywords: input.exclude_keywords,
      cpv: input.cpv,
      regions: filterMask(input.regions),
      remote: input.remote,
      valueMin: input.value_min,
      valueMax: input.value_max,
      certifications: input.certifications,
      pastBuyers: input.past_buyers,
      sme: input.sme,
      minWorkingDays: input.min_working_days,
      deadlineAfter: input.deadline_after,
      stage: input.stage,
      limit: input.limit,
    }
    const rules = FIT.select(input.rules_version)
    const { considered, best: found } = await scoreFitInTurns(
      nextTurn,
      index.searchable(),
      request,
      { nowMs, today, holidays: holidays() },
      rules,
    )
    const texts = await index.notices(found.map(({ entry }) => entry.key))
    const answered = found.flatMap(({ entry, describe }) => {
      const notice = texts.get(entry.key)
      if (notice === undefined) return []
      const { fit, flags, facts, emphasise } = describe(notice)
      return [
        {
          ...noticeBrief(notice, { nowMs, today }),
          fit: { ...fitBlock(rules, fit, flags), ...(input.facts === true ? { facts } : {}) },
          emphasise,
        },
      ]
    })
    const best = answered[0]?.fit
    return {
      result: { considered, matches: answered },
      verdict: best
        ? {
            score: best.score,
            band: best.band,
            flags: [...best.flags, ...unreadFlag(texts.values())],
            narrative: null,
          }
        : {
            score: null,
            band: null,
            flags: [
              {
                code: 'NO_MATCH',
                detail: `${broaden(request, considered)}. ${index.coverageText()}.`,
              },
            ],
            narrative: null,
          },
      ...index.origins(nowMs),
      judgedBy: `fit ${rules.version}`,
    }
  },
})

function broaden(request: FitRequest, considered: number): string {
  const steps = [
    request.keywords.length > 0
      ? 'use more general keywords'
      : 'list keywords as buyers write them',
    request.cpv.length === 0
      ? 'add cpv prefixes of two to four digits'
      : 'shorten the cpv prefixes',
    request.stage !== null ? 'set stage to null to include early engagement' : null,
    request.deadlineAfter !== null ? 'leave out deadline_after' : null,
  ].filter((step) => step !== null)
  return `none of ${considered} live notices is relevant; to broaden: ${steps.join('; ')}`
}
