/**
 * Provenance of an eligibility answer, and the text that its spans point into, over HTTP and MCP.
 */
import type { PaymentRequired } from '@x402/core/types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GrantListing, startGrantListing } from '../../sandbox/grant-listing/server.ts'
import { sha256Hex } from '../../src/platform/hash.ts'
import { headerOf, signedPayment } from '../support/payments.ts'
import { type Service, startService } from '../support/service.ts'
import { eventually } from '../support/world.ts'
import { advert } from './rig.ts'

const ADVERTS = [
  advert({
    slug: 'emoji-grant',
    eligibility: [
      '🌳 You must be a charity. Your annual income must be less than £250,000.',
      'If you are a company, you must have at least 3 directors.',
      'Farmers can apply for up to £5,000.',
      'You must have a bank account in the name of your organisation.',
    ],
  }),
]
const DECLARED = { annual_income: 300_000 }

let listing: GrantListing
let service: Service
const closers: (() => Promise<unknown>)[] = []

async function serve(): Promise<Service> {
  const started = await startService({
    domains: 'real',
    environment: {
      FIND_A_GRANT_URL: listing.url,
      INGEST: 'scheduled',
      GRANTS_INTERVAL_MS: '0',
    },
  })
  closers.push(() => started.stop())
  const listed = async () => {
    const health = (await (await fetch(`${started.url}/v1/health`)).json()) as {
      upstreams: { find_a_grant: { listed: number } }
    }
    return health.upstreams.find_a_grant.listed > 0
  }
  await eventually(listed)
  return started
}

async function bought(
  seller: Service,
  path: string,
): Promise<{ status: number; headers: Headers; text: string }> {
  const quote = (await (await fetch(`${seller.url}${path}`)).json()) as PaymentRequired
  const payment = await signedPayment(seller.buyer, quote.accepts[0]!)
  const reply = await fetch(`${seller.url}${path}`, {
    headers: { 'PAYMENT-SIGNATURE': headerOf(payment) },
  })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

beforeAll(async () => {
  listing = await startGrantListing({ nowMs: Date.now(), adverts: ADVERTS })
  service = await serve()
}, 60_000)
afterAll(async () => {
  for (const close of closers) await close()
  await listing.close()
})

const PATH = `/v1/grants/emoji-grant/eligibility?org_type=charity&region=england&declare=${encodeURIComponent(JSON.stringify(DECLARED))}`

describe('an eligibility answer', () => {
  test('says by which rules it was made and where in which text each quote stands, in code points', async () => {
    const { result } = JSON.parse((await bought(service, PATH)).text) as {
      result: {
        criteria: { code: string; requirement: string; detail: string }[]
        criteria_provenance: Record<string, unknown>
      }
    }
    const { rules_version, text_sha256, text_url, spans } = result.criteria_provenance as {
      rules_version: string
      text_sha256: string
      text_url: string
      spans: { index: number; start: number; length: number }[]
    }
    expect(rules_version).toBe('1.2.0')
    expect(text_url).toBe(`${service.url}/v1/grants/emoji-grant/text`)
    const given = (await (await fetch(text_url)).json()) as Record<string, string>
    expect(Object.keys(given)).toEqual(['id', 'text_sha256', 'fetched', 'text', 'source_url'])
    expect([given.text_sha256, sha256Hex(given.text!)]).toEqual([text_sha256, text_sha256])
    const characters = [...given.text!]
    expect(spans.length).toBeGreaterThan(2)
    for (const { index, start, length } of spans)
      expect(characters.slice(start, start + length).join('')).toBe(
        result.criteria[index]!.requirement,
      )
    for (const { detail } of result.criteria)
      expect(detail).toMatch(/^(?:declared \w+: .+; |not declared)/)
  })

  test('under rules 1.0.0 judges the criteria of the current reader, and its facts replay', async () => {
    interface Judged {
      result: {
        criteria: { code: string; requirement: string; detail: string }[]
        criteria_provenance: { rules_version: string; facts: { criteria: object[] } }
      }
    }
    const current = JSON.parse((await bought(service, PATH)).text) as Judged
    const former = JSON.parse((await bought(service, `${PATH}&rules_version=1.0.0`)).text) as Judged
    const quotes = ({ result }: Judged) => result.criteria.map(({ requirement }) => requirement)
    expect(quotes(former)).toEqual(quotes(current))
    expect(former.result.criteria.map(({ detail }) => detail).join('\n')).toContain(
      'declare amount_needed; ',
    )

    const { rules_version, facts } = former.result.criteria_provenance
    expect(rules_version).toBe('1.0.0')
    const members = (answer: Judged) =>
      new Set(answer.result.criteria_provenance.facts.criteria.flatMap((each) => Object.keys(each)))
    expect(members(current)).toContain('certainty')
    expect(members(current)).toContain('doubt')
    expect([members(former).has('certainty'), members(former).has('doubt')]).toEqual([false, false])
    const replay = await fetch(`${service.url}/v1/rules/eligibility/replay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ rules_version, date: '2026-11-20', facts }),
    })
    expect(await replay.json()).toMatchObject({ result: { criteria: former.result.criteria } })
  })
})
