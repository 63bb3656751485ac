import { z } from 'zod'
import { noFields } from '../contract/input.ts'
import { defineFree } from '../contract/operation.ts'
import type { FreeDeps } from './deps.ts'

const upstream = z.looseObject({
  status: z
    .enum(['ok', 'stale', 'failing', 'not_consulted', 'not_configured', 'waiting'])
    .describe(
      'ok; stale: past its window; failing: the last attempt failed; not_consulted: by policy; not_configured; waiting: never requested yet',
    ),
  last_success: z.iso
    .datetime()
    .nullable()
    .describe('When it last answered, UTC; null when it never did'),
  age_seconds: z.int().nullable().describe('Seconds since then; null when it never did'),
  fresh_for_seconds: z
    .int()
    .nullable()
    .describe('Seconds until its data is past its window; null when there is none'),
})

export const health = defineFree<FreeDeps>()({
  id: 'health',
  method: 'GET',
  path: '/v1/health',
  family: 'free',
  limit: 'free',
  title: 'Health of the service and its sources',
  notFor: 'the health of a company',
  summary:
    'Whether the service and each source behind it work, how old their data is, and what the operator warns of.',
  params: noFields,
  query: noFields,
  body: null,
  result: z.strictObject({
    status: z
      .enum(['ok', 'degraded'])
      .describe('degraded: a source is stale or failing, or payments cannot be taken'),
    version: z.string().describe('Version of the service'),
    network: z.string().describe('CAIP-2 chain on which payments are taken'),
    upstreams: z.record(z.string(), upstream).describe('Each source by its name'),
    rules_version: z.string().describe('Current version of the company verdict rules'),
    warnings: z
      .array(z.string())
      .describe('What callers should know before they pay; empty when nothing'),
  }),
  example: {
    summary: 'A healthy service',
    input: {},
    result: {
      status: 'ok',
      version: '0.2.0',
      network: 'eip155:84532',
      upstreams: {
        companies_house: {
          status: 'ok',
          last_success: '2026-11-20T20:25:31Z',
          age_seconds: 12,
          fresh_for_seconds: 21588,
        },
      },
      rules_version: '1.0.0',
      warnings: [],
    },
  },
  respond: (_input, deps, { nowMs }) => deps.health(nowMs),
})
