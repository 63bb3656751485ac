import { z } from 'zod'
import { envelopeSchema, type Verdict } from '../contract/envelope.ts'
import { flagSchema, noFields } from '../contract/input.ts'
import { defineFree } from '../contract/operation.ts'
import type { FreeDeps } from './deps.ts'

const query = z.strictObject({
  wing: z
    .enum(['company', 'tenders', 'grants'], 'expected company, tenders or grants')
    .default('company')
    .meta({
      description:
        'Family of the sample: a company verdict, a tender dossier or a grant eligibility',
      example: 'company',
    }),
})

/** Result of any operation, because the subject of the sample changes daily. */
const resultOfAny: z.ZodType<object | null> = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe('As the sampled operation answers; null where it does')
const verdictOfAny: z.ZodType<Verdict> = z
  .looseObject({
    score: z
      .int()
      .nullable()
      .describe('0 to 100, as the sampled operation judges; null where it judges nothing'),
    band: z.string().nullable().describe('Band of the score; null where nothing is judged'),
    flags: z.array(flagSchema).describe('What the sampled operation found; empty when nothing'),
  })
  .describe('As the sampled operation judges')

export const preview = defineFree<FreeDeps>()({
  id: 'preview',
  method: 'GET',
  path: '/v1/preview',
  family: 'free',
  limit: 'free',
  title: 'A free real sample of the day',
  notFor: 'a subject of your choice',
  summary:
    'A real, freshly computed answer in the identical envelope: a company verdict, a tender dossier or a grant eligibility verdict.',
  params: noFields,
  query,
  body: null,
  result: envelopeSchema({
    query: z.record(z.string(), z.unknown()),
    result: resultOfAny,
    verdict: verdictOfAny,
    priceUsdc: '0',
  }),
  example: {
    summary: 'The company verdict of the day',
    input: { wing: 'company' },
    result: {
      query: { number: '00000000', detail: null },
      result: { name: 'EXAMPLE PLC', company_number: '00000000' },
      verdict: { score: 100, band: 'low_risk', flags: [] },
      confidence: 'high',
      as_of: '2026-11-20T20:25:31Z',
      sources: [],
      attribution:
        'Contains public sector information licensed under the Open Government Licence v3.0.',
      notice: 'Information, not advice.',
      cost: { amount: '0', currency: 'USDC' },
    },
  },
  respond: ({ wing }, deps, { nowMs, signal }) => deps.sample(wing, nowMs, signal),
})
