/**
 * Facts in, the same judgement out: byte for byte, for every published version of every subject,
 * and a 400 for anything else.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS, VERDICT } from '../../src/company/rules/published.ts'
import type { PublishedRules } from '../../src/contract/rules.ts'
import { ELIGIBILITY } from '../../src/grants/rules/published.ts'
import { FIT } from '../../src/tenders/rules/published.ts'
import { days, factsOf } from '../support/facts.ts'
import { type Service, startService } from '../support/service.ts'

/** REPLAY_RUNS=10000 is the full proof. */
const RUNS = Number(process.env.REPLAY_RUNS ?? 150)

const published: readonly PublishedRules[] = [VERDICT, FIT, ELIGIBILITY, ACCOUNTS]
const versions = published.flatMap((rules) =>
  rules.versions.map((version) => ({ rules, version, id: `${rules.subject} ${version.version}` })),
)

/** The same value with the members of every object in another order. */
function reordered(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(reordered)
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reordered(member)]),
  )
}

function frozen<T>(value: T): T {
  if (value !== null && typeof value === 'object')
    for (const member of Object.values(Object.freeze(value))) frozen(member)
  return value
}

describe.each(versions)('$id', ({ rules, version }) => {
  test('judges generated facts alike before and after they travelled as JSON, in whatever order, and touches none', () => {
    fc.assert(
      fc.property(factsOf(version), days, (facts, date) => {
        const first = JSON.stringify(
          rules.replay(version, frozen(version.facts.parse(facts)), date),
        )
        const travelled = version.facts.parse(JSON.parse(JSON.stringify(reordered(facts))))
        expect(JSON.stringify(rules.replay(version, travelled, date))).toBe(first)
      }),
      { numRuns: RUNS },
    )
  }, 600_000)
})

describe('POST /v1/rules/{subject}/replay', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService({
      domains: 'real',
      environment: { RATE_LIMITS: 'free:100000,address:100000' },
    })
  })
  afterAll(async () => await service.stop())

  async function replay(subject: string, body: unknown) {
    const reply = await fetch(`${service.url}/v1/rules/${subject}/replay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: reply.status, text: await reply.text() }
  }

  test.each(versions)(
    '$id answers what the rules say, and no source is asked',
    async ({ rules, version }) => {
      for (const facts of fc.sample(factsOf(version), { numRuns: 12, seed: 7 })) {
        for (const rules_version of [version.version, `${rules.subject}-${version.version}`]) {
          const { status, text } = await replay(rules.subject, {
            rules_version,
            date: '2026-11-20',
            facts,
          })
          expect({ status, text }).toEqual({
            status: 200,
            text: JSON.stringify(rules.replay(version, version.facts.parse(facts), '2026-11-20')),
          })
        }
      }
    },
  )

  const good = {
    criteria: [],
    complete: false,
    window: { state: 'open', detail: 'open' },
    declared: {},
  }
  test.each<[string, unknown, string]>([
    [
      'a version that is not published',
      { rules_version: '9.9.9', date: '2026-11-20', facts: good },
      'rules_version',
    ],
    ['no facts', { rules_version: '1.1.0', date: '2026-11-20' }, 'facts'],
    [
      'facts with a member too many',
      { rules_version: '1.1.0', date: '2026-11-20', facts: { ...good, more: 1 } },
      'facts.more',
    ],
    [
      'a member deep inside that is at fault',
      {
        rules_version: '1.1.0',
        date: '2026-11-20',
        facts: { ...good, window: { state: 'ajar', detail: '' } },
      },
      'facts.window.state',
    ],
  ])('%s is 400 with the field', async (_, body, field) => {
    const { status, text } = await replay('eligibility', body)
    expect({ status, code: JSON.parse(text).code }).toEqual({ status: 400, code: 'VALIDATION' })
    expect((JSON.parse(text).errors as { field: string }[]).map((each) => each.field)).toContain(
      field,
    )
  })

  test('another subject is 400 with those that there are', async () => {
    const { status, text } = await replay('weather', {
      rules_version: '1.1.0',
      date: '2026-11-20',
      facts: good,
    })
    expect(status).toBe(400)
    expect(text).toContain('verdict, fit, eligibility')
  })

  test('facts larger than other bodies may be are taken, and 256 KiB is the most', async () => {
    const facts = (characters: number) => ({
      ...good,
      window: { state: 'open', detail: 'x'.repeat(characters) },
    })
    expect(
      (
        await replay('eligibility', {
          rules_version: '1.1.0',
          date: '2026-11-20',
          facts: facts(250_000),
        })
      ).status,
    ).toBe(200)
    expect(
      (
        await replay('eligibility', {
          rules_version: '1.1.0',
          date: '2026-11-20',
          facts: facts(265_000),
        })
      ).status,
    ).toBe(413)
  })
})
