/**
 * Many companies in one answer: the count of a quote, the content of a row, register calls, and
 * priority.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { company } from '../../../sandbox/companies-house/companies.ts'
import { type Rig, startRig, TODAY, turnedTimers } from '../../../test/company/rig.ts'
import { retryImmediately } from '../../../test/support/immediate-retries.ts'
import { UnitsChanged } from '../../contract/operation.ts'

retryImmediately()

let rig: Rig
afterEach(() => rig.stop())

const SOUND = '99000001'
const LATE = '99000003'
const FALLEN = '99000050'
const BROKER = '99000031'
const NOBODY = '99999999'

const resources = () => rig.register.calls.map((call) => call.resource).sort()
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => String(98_000_000 + index))
const register = (count: number) => ({
  companies: many(count).map((number) =>
    company(TODAY, { number, profile: { company_name: `ROW ${number} LIMITED` } }),
  ),
})

describe('a row', () => {
  it('200: is exactly the verdict of the company alone, for every company of the register', async () => {
    rig = await startRig()
    const numbers = rig.register.companies
      .map((each) => each.number)
      .filter((each) => /^([A-Z]{2})?\d+$/.test(each))
    expect(numbers.length).toBeGreaterThan(60)
    for (let at = 0; at < numbers.length; at += 50) {
      const some = numbers.slice(at, at + 50)
      const { rows, judged } = (await rig.screen(some)).result
      expect(judged).toBe(some.length)
      for (const row of rows) {
        const alone = await rig.ask('company_verdict', row.number, { detail: 'full' })
        const { score, band, flags } = alone.verdict
        expect(row).toEqual({
          number: row.number,
          status: 'judged',
          name: alone.result.name,
          score,
          band,
          flags,
          evidence: alone.result.evidence,
        })
      }
    }
  })

  it('200: is judged with the regulator, as the company alone is', async () => {
    rig = await startRig({ fca: true })
    const { result, attribution, sources } = await rig.screen([BROKER, '99000033'])
    for (const row of result.rows) {
      const { score, band, flags } = (
        await rig.ask('company_verdict', row.number, { detail: 'full' })
      ).verdict
      expect(row).toMatchObject({ score, band, flags })
    }
    expect(attribution).toContain('FCA')
    expect(sources.map(({ name, url }) => [name, url])).toEqual([
      ['Companies House', null],
      ['FCA Financial Services Register', null],
    ])
  })

  it('200: carries the flags of an unavailable part, and the answer reports it', async () => {
    rig = await startRig()
    rig.register.break('error', ['officers'])
    const { result, verdict, confidence } = await rig.screen([SOUND, LATE])
    expect(
      result.rows.map((row: { flags: { code: string }[] }) => row.flags.map(({ code }) => code)),
    ).toEqual([['OFFICERS_UNAVAILABLE'], ['ACCOUNTS_OVERDUE', 'OFFICERS_UNAVAILABLE']])
    expect([confidence, verdict.flags]).toEqual([
      'low',
      [
        {
          code: 'SOURCE_FAILED',
          detail: '2 of 2 rows: a source failed, as the row or its flags say',
        },
      ],
    ])
  })

  it('200: comes in the requested order, once for each company in any spelling', async () => {
    rig = await startRig()
    const { result, query, cost } = await rig.screen([LATE, ` ${SOUND} `, LATE, 'sc990001'])
    expect(result.rows.map((row: { number: string }) => row.number)).toEqual([
      LATE,
      SOUND,
      'SC990001',
    ])
    expect([query, cost.amount]).toEqual([{ numbers: [LATE, SOUND, 'SC990001'] }, '0.30'])
  })
})

describe('a quote', () => {
  it('402: sends no request, and treats unknown companies as reachable', async () => {
    rig = await startRig()
    expect(await rig.quote([SOUND, LATE, NOBODY])).toBe(3)
    expect(rig.register.calls).toEqual([])
  })

  it('402: leaves out companies that the register recently lacked, without a new request, and marks them', async () => {
    rig = await startRig()
    await expect(rig.screen([SOUND, NOBODY])).rejects.toThrow(UnitsChanged)
    expect(await rig.quote([SOUND, NOBODY])).toBe(1)
    rig.register.forget()
    const { result, cost, confidence } = await rig.screen([SOUND, NOBODY])
    expect(result).toMatchObject({ judged: 1, not_found: 1, unavailable: 0 })
    expect(result.rows[1]).toEqual({
      number: NOBODY,
      status: 'not_found',
      name: null,
      score: null,
      band: null,
      flags: [],
      evidence: null,
    })
    expect([cost.amount, confidence]).toEqual(['0.10', 'high'])
    expect(rig.register.calls.filter(({ path }) => path.includes(NOBODY))).toEqual([])
  })

  it('402: costs one call a row where it does not hold, not the rest of each', async () => {
    rig = await startRig()
    await expect(rig.screen([FALLEN, SOUND, NOBODY])).rejects.toThrow(UnitsChanged)
    expect(resources()).toEqual(['profile', 'profile', 'profile'])
  })

  it('404 and 503: of unregistered companies is 404, of unreachable ones 503', async () => {
    rig = await startRig()
    await expect(rig.screen([NOBODY])).rejects.toThrow(UnitsChanged)
    await expect(rig.quote([NOBODY])).rejects.toMatchObject({ code: 'SUBJECT_NOT_FOUND' })
    rig.register.break('error')
    await expect(rig.screen([SOUND])).rejects.toThrow(UnitsChanged)
    await expect(rig.quote([SOUND])).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      retryAfterSeconds: 30,
    })
    await expect(rig.quote([SOUND, NOBODY])).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  })

  it('402: leaves a failed row out for half a minute, so that the quote can be paid', async () => {
    rig = await startRig()
    await rig.ask('company_verdict', LATE)
    rig.register.break('error', ['profile'])
    await expect(rig.screen([SOUND, LATE])).rejects.toThrow(UnitsChanged)
    rig.register.heal()
    expect(await rig.quote([SOUND, LATE])).toBe(1)
    const { result, confidence } = await rig.screen([SOUND, LATE])
    expect(
      result.rows.map(({ number, status }: { number: string; status: string }) => [number, status]),
    ).toEqual([
      [SOUND, 'unavailable'],
      [LATE, 'judged'],
    ])
    expect([confidence, result.judged, result.unavailable]).toEqual(['low', 1, 1])
    rig.clock.advance(30_000)
    expect(await rig.quote([SOUND, LATE])).toBe(2)
    expect((await rig.screen([SOUND, LATE])).result.judged).toBe(2)
  })

  it('402: counts a row whose screen ran out of time: that says nothing of the row to other callers', async () => {
    const timers = turnedTimers()
    rig = await startRig({ timers })
    rig.register.break('slow')
    const late = expect(rig.screen([SOUND, LATE])).rejects.toThrow(UnitsChanged)
    await expect.poll(() => rig.register.calls.length).toBe(2)
    timers.pass(9000)
    await late
    expect(await rig.quote([SOUND, LATE])).toBe(2)
    rig.register.heal()
  })

  it('402: counts copies while the register is away', async () => {
    rig = await startRig()
    await rig.screen([SOUND, LATE])
    rig.clock.advance(7 * 3_600_000)
    rig.register.break('down')
    expect(await rig.quote([SOUND, LATE])).toBe(2)
    const { confidence, result } = await rig.screen([SOUND, LATE])
    expect([confidence, result.judged]).toEqual(['low', 2])
  })

  it('402: counts no more cold companies than the regulator can check in time', async () => {
    rig = await startRig({ fca: true, register: register(30) })
    expect(await rig.quote(many(30))).toBe(20)
  })
})

describe('the register’s budget', () => {
  it('200: is half of it for rows of many: what is beyond is not quoted, single verdicts still have the other half', async () => {
    rig = await startRig({ register: register(60), settings: { companiesHouseCallsPer5Min: 60 } })
    // Five calls a row, of thirty.
    expect(await rig.quote(many(50))).toBe(6)
    const { result } = await rig.screen(many(50))
    expect([result.judged, result.unavailable]).toEqual([6, 44])
    expect(rig.register.calls.length).toBe(12)
    // What is left of the half goes to the next screens, and then it is over.
    for (const number of many(60).slice(50)) await rig.screen([number]).catch(() => {})
    expect(rig.register.calls.length).toBeLessThanOrEqual(30)
    await expect(rig.quote(['98000049'])).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    for (const number of many(28).slice(20)) await rig.ask('company_verdict', number)
  })

  it('200: is partly reserved for earlier buyers, and quoted so to each payer', async () => {
    rig = await startRig({ register: register(60), settings: { companiesHouseCallsPer5Min: 60 } })
    // Of sixty calls fifteen are for those who have bought before.
    for (const number of many(60).slice(40)) await rig.ask('company_verdict', number)
    expect(rig.register.calls.length).toBe(40)
    expect(await rig.quote(many(9))).toBe(1)
    // And five of those are the share of one of them.
    rig.proven = true
    expect(await rig.quote(many(9))).toBe(2)
  })

  it('200: is used for few rows at a time: a single verdict overtakes a cold screen', async () => {
    rig = await startRig({ register: { ...register(60), slowMs: 15 }, proven: true })
    rig.register.break('slow')
    const order: string[] = []
    const screen = rig.screen(many(50)).then(() => order.push('screen'))
    const other = rig.screen(many(55).slice(50)).then(() => order.push('short screen'))
    await rig.ask('company_verdict', '98000059').then(() => order.push('verdict'))
    await Promise.all([screen, other])
    expect(order).toEqual(['verdict', 'short screen', 'screen'])
  })

  it('200: is not called for stored rows: they do not wait, although others wait for a register that hangs', async () => {
    rig = await startRig({ register: register(60) })
    await rig.screen(many(10))
    rig.register.break('slow')
    const cold = rig.screen(many(60).slice(10)).catch(() => {})
    expect((await rig.screen(many(10))).result.judged).toBe(10)
    expect(await Promise.race([cold.then(() => 'over'), 'hangs'])).toBe('hangs')
  })
})

it('400: takes fifty numbers and no more, and names the one that is none', async () => {
  rig = await startRig({ register: register(60) })
  const refused = (numbers: unknown) => expect(rig.screen(numbers as string[])).rejects
  expect((await rig.screen(many(50))).result.judged).toBe(50)
  await refused(many(51)).toMatchObject({
    code: 'VALIDATION',
    errors: [{ field: 'numbers', in: 'body' }],
  })
  await refused([]).toMatchObject({
    code: 'VALIDATION',
    errors: [{ field: 'numbers', in: 'body' }],
  })
  await refused([SOUND, 'ABC']).toMatchObject({
    code: 'COMPANY_NUMBER_INVALID',
    errors: [{ field: 'numbers.1', in: 'body' }],
  })
  await refused([SOUND, 7]).toMatchObject({
    code: 'VALIDATION',
    errors: [{ field: 'numbers.1', in: 'body' }],
  })
})
