import { z } from 'zod'
import { noFields } from '../contract/input.ts'
import { defineFree } from '../contract/operation.ts'
import type { FreeDeps } from './deps.ts'

const upstream = z.looseObject({
  status: z.enum(['ok', 'stale', 'failing', 'not_consulted', 'not_configured', 'waiting']),
  last_success: z.iso.datetime().nullable(),
  age_seconds: z.int().nullable(),
  fresh_for_seconds: z.int().nullable(),
})

export const health = defineFree<FreeDeps>()({
  id: 'health',
  method: 'GET',
  path: '/v1/health',
  family: 'free',
  limit: 'free',
  title: 'Health of the service and its sources',
  notFor: 'the health of a company',
  summary: 'Whether the service and each source behind it work, how old their data is, and what the operator warns of.',
  params: noFields,
  query: noFields,
  body: null,
  result: z.strictObject({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    network: z.string(),
    upstreams: z.record(z.string(), upstream),
    rules_version: z.string(),
    warnings: z.array(z.string()),
  }),
  example: {
    summary: 'A healthy service',
    input: {},
    result: {
      status: 'ok',
      version: '0.1.0',
      network: 'eip155:84532',
      upstreams: {
        companies_house: { status: 'ok', last_success: '2026-11-20T20:25:31Z', age_seconds: 12, fresh_for_seconds: 21588 },
      },
      rules_version: '1.0.0',
      warnings: [],
    },
  },
  respond: (_input, deps, { nowMs }) => deps.health(nowMs),
})
