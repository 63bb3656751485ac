/**
 * Follows the recipe "add an endpoint" of AGENTS.md with an invented one: its description and its
 * line in a list, and nothing else.
 */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type App, createApp } from '../../src/app/compose.ts'
import { loadConfig } from '../../src/config.ts'
import { noFields, noVerdictSchema } from '../../src/contract/input.ts'
import { bindPaid, definePaid } from '../../src/contract/operation.ts'
import { createFolder } from '../support/folder.ts'

const params = z.strictObject({
  name: z.string().min(2).max(40).meta({ description: 'A lighthouse', example: 'skerry' }),
})

const lighthouse = definePaid<{ heightM: number }>()({
  id: 'lighthouse_height',
  method: 'GET',
  path: '/v1/lighthouse/{name}/height',
  family: 'wing-1',
  priceUsdc: '0.03',
  title: 'Height of a lighthouse',
  summary: 'How high one lighthouse is.',
  params,
  query: noFields,
  body: null,
  result: z.strictObject({ name: z.string(), height_m: z.number() }),
  verdict: noVerdictSchema,
  attribution: 'Nobody.',
  example: { summary: 'One', input: { name: 'skerry' }, result: { name: 'skerry', height_m: 48 } },
  answer: async ({ name }, { heightM }) => ({
    result: { name, height_m: heightM },
    sources: [],
    degradations: [],
  }),
})

let app: App
const folder = createFolder()
beforeAll(async () => {
  app = await createApp(
    loadConfig({
      X402_PAY_TO: '0x1111111111111111111111111111111111111111',
      DATA_DIR: folder,
      PORT: '0',
      PUBLIC_URL: 'http://127.0.0.1:0',
      X402_RPC_URL: '',
      INGEST: 'off',
      LOG_LEVEL: 'silent',
    }),
    {
      chain: null,
      domains: () => ({
        company: {
          operations: bindPaid([lighthouse], { heightM: 48 }),
          health: () => ({ upstreams: {}, warnings: [] }),
          listingNotes: {},
          previewSubjects: () => [],
          start() {},
        },
      }),
    },
  )
  await app.start()
})
afterAll(async () => {
  await app.stop()
})

it('is routed, checked and priced', async () => {
  const reply = await fetch(`${app.url}/v1/lighthouse/skerry/height`)
  expect([
    reply.status,
    ((await reply.json()) as { accepts: { amount: string }[] }).accepts[0]!.amount,
  ]).toEqual([402, '30000'])
  expect((await fetch(`${app.url}/v1/lighthouse/x/height`)).status).toBe(400)
})

it.each([
  '/openapi.json',
  '/llms.txt',
  '/llms-full.txt',
  '/.well-known/x402.json',
  '/.well-known/agent-card.json',
])('is told in %s', async (path) => {
  expect(await (await fetch(`${app.url}${path}`)).text()).toMatch(
    /lighthouse_height|\/v1\/lighthouse/,
  )
})
