/**
 * Eligibility by the caller's own readings: which count, which of ours they replace, and what the
 * answer says of both.
 */
import * as fc from 'fast-check'
import { readText } from 'ukintel-grant-reader'
import type { Criterion } from 'ukintel-grant-reader/criterion'
import { READER_VERSION } from 'ukintel-grant-reader/version'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advert, codes, createRig, type Rig } from '../../../test/grants/rig.ts'
import { ServiceError } from '../../platform/errors.ts'
import { combineReadings } from '../model/caller-readings.ts'
import { plainText } from '../model/detail.ts'
import { ELIGIBILITY } from '../rules/published.ts'

const INCOME = 'Your annual income must be less than £250,000.'
const BANK = 'You must have a bank account in the name of your organisation.'
const CONTACT = 'Ask Mrs Jane Smith, jane.smith@example.org or 01632 960001, whether you may apply.'
const LINES = [
  '🌳 You must be a charity.',
  INCOME,
  BANK,
  'The project must finish by 31 March 2030.',
  CONTACT,
]
const ID = 'tree-grant'
const CHARITY = { org_type: 'charity', region: 'england' }

let rig: Rig
let text: string
beforeAll(async () => {
  rig = await createRig({
    adverts: [
      advert({ slug: ID, eligibility: LINES, short: `Trees. ${CONTACT}` }),
      advert({ slug: 'silent-grant', eligibility: null, summary: [], dates: [] }),
    ],
  })
  await rig.wing.refresh()
  text = rig.wing.deps.index(rig.clock.nowMs()).generation.resolve(ID)!.grant.text.text
}, 60_000)
afterAll(() => rig.close())

const income = (value: number, quote = INCOME) => ({
  code: 'INCOME',
  operator: 'less_than',
  value,
  quote,
})
const judge = (readings: readonly object[], more: object = {}) =>
  rig.judge(ID, { ...CHARITY, readings, ...more })

async function refusal(readings: readonly object[], id = ID): Promise<ServiceError> {
  const refused: unknown = await rig.judge(id, { readings }).catch((error: unknown) => error)
  if (!(refused instanceof ServiceError)) throw new Error('it was answered')
  return refused
}

type Judged = { code: string; requirement: string; pass: string; by: string }
const of = (answer: { result: { criteria: Judged[] } }, code: string) =>
  answer.result.criteria.filter((each) => each.code === code)

describe('a reading whose quote is in the text', () => {
  test('200: replaces ours of the same code where the quotes overlap, and is marked as the caller’s', async () => {
    const declare = { annual_income: 300_000 }
    const ours = await rig.eligibility(ID, { ...CHARITY, declare: JSON.stringify(declare) })
    expect(ours.verdict.band).toBe('ineligible')
    const part = 'income must be less than £250,000'
    const answer = await judge([income(350_000, part)], { declare })
    expect(of(answer as never, 'INCOME')).toEqual([
      {
        code: 'INCOME',
        requirement: part,
        pass: 'pass',
        detail: 'declared annual_income: 300000; less than 350000 GBP',
        by: 'caller',
      },
    ])
    expect(answer.verdict.band).toBe('uncertain')
    expect(answer.verdict.flags).toContainEqual({
      code: 'CALLER_READINGS',
      detail: `1 of ${ours.result.criteria.length} criteria as the caller read them, 1 of ours replaced; each quote is in the text, its meaning was not checked`,
    })
    const others = (criteria: Judged[]) => criteria.filter(({ code }) => code !== 'INCOME')
    expect(others(answer.result.criteria)).toEqual(
      others(ours.result.criteria).map((each) => ({ ...each, by: READER_VERSION })),
    )
  })

  test('200: replaces ours of the same words, whatever its code, and stands next to ours of another place', async () => {
    const answer = await judge([
      { code: 'OTHER', operator: 'is', value: true, quote: INCOME },
      income(9, BANK),
    ])
    expect(of(answer as never, 'INCOME').map(({ by }) => by)).toEqual(['caller'])
    expect(of(answer as never, 'OTHER').filter(({ by }) => by === 'caller')).toHaveLength(1)
  })

  test('200: decides as the caller says, by the same rules as ours', async () => {
    const declare = { has_bank_account: false, project_end: '2030-01-01' }
    const reading = { code: 'GOVERNANCE', operator: 'is', value: true, quote: BANK }
    expect((await judge([reading], { declare })).verdict.band).toBe('ineligible')
    const ends = {
      code: 'PROJECT_DATES',
      operator: 'not_after',
      value: '2029-12-31',
      quote: 'finish by 31 March 2030',
    }
    const { result } = await judge([ends], { declare: { project_end: '2030-01-01' } })
    expect(result.failed).toEqual([
      { code: 'PROJECT_DATES', detail: 'declared project_end: 2030-01-01; not after 2029-12-31' },
    ])
  })

  test('200: has its place in code points, and its facts replay', async () => {
    const answer = await judge([income(100)], { rules_version: '1.0.0' })
    const { spans, facts, rules_version } = answer.result.criteria_provenance
    const index = answer.result.criteria.findIndex(({ by }: Judged) => by === 'caller')
    const span = spans.find((each: { index: number }) => each.index === index)
    expect([...text].slice(span.start, span.start + span.length).join('')).toBe(INCOME)
    const rules = ELIGIBILITY.select(rules_version)
    const sent: unknown = rules.facts.parse(JSON.parse(JSON.stringify(facts)))
    const again = ELIGIBILITY.replay(rules, sent, '2026-11-20').result as {
      criteria: object[]
      score: number
    }
    expect(answer.result.criteria).toEqual(
      again.criteria.map((each, at) => ({ ...each, by: answer.result.criteria[at].by })),
    )
    expect(answer.verdict.score).toBe(again.score)
  })

  test('200: is quoted without the contact data of persons, as the text and every answer is', async () => {
    const quote =
      'Ask [contact removed], [contact removed] or [contact removed], whether you may apply.'
    expect(text).toContain(quote)
    const answer = await judge([{ code: 'OTHER', operator: 'is', value: true, quote }])
    expect(of(answer as never, 'OTHER').map(({ requirement }) => requirement)).toContain(quote)
    const answers = [answer, await rig.eligibility(ID, CHARITY), await rig.search({ q: 'trees' })]
    expect(JSON.stringify(answers)).not.toMatch(/jane\.smith|960001|Jane Smith/)
  })

  test('200: may name one of several facts of its code', async () => {
    const { result } = await judge([
      { code: 'GOVERNANCE', parameter: 'has_accounts', operator: 'is', value: true, quote: BANK },
    ])
    const facts = result.criteria_provenance.facts.criteria as Criterion[]
    expect(facts.map(({ parameter }) => parameter)).toContain('has_accounts')
    expect(facts.map(({ parameter }) => parameter)).not.toContain('has_bank_account')
  })
})

test('200: without readings the judgement is the one of our reading alone', async () => {
  const declare = { annual_income: 300_000 }
  const ours = await rig.eligibility(ID, { ...CHARITY, declare: JSON.stringify(declare) })
  const answer = await judge([], { declare })
  expect(answer.verdict).toEqual(ours.verdict)
  expect(codes(answer)).not.toContain('CALLER_READINGS')
  expect({
    ...answer.result,
    criteria: answer.result.criteria.map(({ by: _, ...each }: Judged) => each),
  }).toEqual(ours.result)
})

describe('a reading that does not count', () => {
  test.each<[string, object, string]>([
    ['a quote in other spelling', income(1, INCOME.toLowerCase()), 'readings.0.quote'],
    ['half a character', income(1, '\udf33'), 'readings.0.quote'],
    ['an unknown code', { ...income(1), code: 'WEALTH' }, 'readings.0.code'],
    [
      'an operator for another kind of fact',
      { ...income(1), operator: 'is' },
      'readings.0.operator',
    ],
    ['a value as text', { ...income(1), value: '250000' }, 'readings.0.value'],
    [
      'a range upside down',
      { ...income(1), operator: 'between', value: { min: 2, max: 1 } },
      'readings.0.value',
    ],
    [
      'an unknown kind of applicant',
      { code: 'ORG_TYPE', operator: 'one_of', value: ['wizard'], quote: INCOME },
      'readings.0.value',
    ],
    [
      'a day that is none',
      { code: 'SPEND_BY', operator: 'not_after', value: '2030-02-30', quote: INCOME },
      'readings.0.value',
    ],
    ['a fact of another code', { ...income(1), parameter: 'trustees' }, 'readings.0.parameter'],
    ['an unknown member', { ...income(1), note: 'x' }, 'readings.0.note'],
  ])('400: %s is refused with its place', async (_, reading, field) => {
    const { code, errors } = await refusal([reading])
    expect([code, errors.map((each) => [each.field, each.in])]).toEqual([
      'VALIDATION',
      [[field, 'body']],
    ])
  })

  test('400: refuses all that came with it; each false quote is named, none is repeated', async () => {
    const { errors, message, hint } = await refusal([
      income(1),
      income(1, 'Invented.'),
      income(2, 'Untrue.'),
    ])
    expect(errors.map(({ field }) => field)).toEqual(['readings.1.quote', 'readings.2.quote'])
    expect(JSON.stringify([errors, message])).not.toMatch(/Invented|Untrue/)
    expect(hint).toContain(`https://intel.example/v1/grants/${ID}/text`)
  })

  test('400: is every reading of a grant without a text, and more than 40', async () => {
    expect((await refusal([income(1)], 'silent-grant')).hint).toContain('has no text')
    const { errors } = await refusal(Array.from({ length: 41 }, () => income(1)))
    expect(errors.map(({ field }) => field)).toEqual(['readings'])
  })
})

describe('for any text, any reading', () => {
  test('200: replaces each of ours that some place of its quote overlaps, and no other', () => {
    const source = plainText([...LINES, ...LINES].join('\n'))
    const ours = readText(source)
    const place = fc.tuple(fc.nat(source.text.length - 1), fc.integer({ min: 1, max: 80 }))
    let kept = 0
    let replacedAll = 0
    fc.assert(
      fc.property(
        place,
        fc.constantFrom(...new Set(ours.map(({ code }) => code))),
        ([start, length], code) => {
          const quote = source.text.slice(start, start + length)
          fc.pre(quote.isWellFormed())
          const combined = combineReadings(source, ours, [{ ...readingOf(code), quote }])
          if ('unverified' in combined) throw new Error('it is in the text')
          const places: number[] = []
          for (
            let at = source.text.indexOf(quote);
            at >= 0;
            at = source.text.indexOf(quote, at + 1)
          )
            places.push(at)
          const isReplaced = (own: Criterion) =>
            places.some((at) => at < own.span!.end && own.span!.start < at + quote.length)
          const left = combined.criteria.filter((each) => !combined.callers.has(each))
          expect(left).toEqual(ours.filter((own) => !isReplaced(own)))
          expect(combined.replaced).toBe(ours.length - left.length)
          kept += left.length
          replacedAll += combined.replaced
        },
      ),
      { numRuns: 500 },
    )
    expect(Math.min(kept, replacedAll)).toBeGreaterThan(50)

    /** A reading that the code takes: one of ours has what it needs. */
    function readingOf(code: string) {
      const { operator, value } = ours.find((own) => own.code === code)!
      return { code, operator, value }
    }
  })
})

test('404: refuses an unknown grant', async () => {
  await expect(rig.judge('no-such-grant', { readings: [income(1)] })).rejects.toMatchObject({
    code: 'SUBJECT_NOT_FOUND',
    status: 404,
  })
})
