import { z } from 'zod'
import { flagSchema, noFields } from '../contract/input.ts'
import { defineFree } from '../contract/operation.ts'
import type { FreeDeps } from './deps.ts'

const query = z.strictObject({
  wing: z
    .enum(['company', 'tenders', 'grants'], 'expected company, tenders or grants')
    .default('company')
    .meta({ description: 'Which family to sample', example: 'company' }),
})

export const preview = defineFree<FreeDeps, typeof noFields, typeof query, null>({
  id: 'preview',
  method: 'GET',
  path: '/v1/preview',
  family: 'free',
  limit: 'free',
  title: 'A free real sample of the day',
  notFor: 'a subject of your choice',
  summary: 'A real, freshly computed answer in the identical envelope: a company verdict, a tender dossier or a grant eligibility verdict.',
  params: noFields,
  query,
  body: null,
  result: z.strictObject({
    query: z.record(z.string(), z.unknown()),
    result: z.record(z.string(), z.unknown()).nullable(),
    verdict: z.looseObject({ score: z.int().nullable(), band: z.string().nullable(), flags: z.array(flagSchema) }),
    confidence: z.enum(['high', 'medium', 'low']),
    as_of: z.iso.datetime(),
    sources: z.array(z.strictObject({ name: z.string(), fetched: z.iso.datetime().nullable(), url: z.string().nullable() })),
    attribution: z.string(),
    notice: z.string(),
    cost: z.strictObject({ amount: z.literal('0'), currency: z.literal('USDC') }),
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
      attribution: 'Contains public sector information licensed under the Open Government Licence v3.0.',
      notice: 'Information, not advice.',
      cost: { amount: '0', currency: 'USDC' },
    },
  },
  respond: ({ wing }, deps, { nowMs, signal }) => deps.sample(wing, nowMs, signal),
})
