/** Profiles over the sandbox's register: remarks at full depth, and refusals. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Rig, startRig } from '../../../test/company/rig.ts'
import { retryImmediately } from '../../../test/support/immediate-retries.ts'
import { reduceProfile } from '../model/reduce.ts'
import { readNoteFacts, registerNotes } from '../model/register-notes.ts'

retryImmediately()

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.stop())

const full = (number: string) => rig.ask('company_profile', number, { detail: 'full' })
const PROFILE = reduceProfile('99000001', {})
const REMARKS = readNoteFacts({})

describe('at full depth', () => {
  it('200: remarks what the register adds to a status, and when a company ended, even if it is active', async () => {
    const notes = async (number: string) => (await full(number)).result.register_notes
    expect(await notes('99000055')).toEqual([
      {
        code: 'CEASED',
        detail: expect.stringMatching(
          /^the register gives \d{4}-\d{2}-\d{2} as the date of cessation$/,
        ),
      },
    ])
    const struck = rig.register.companies.find(
      ({ profile }) => profile.company_status_detail === 'active-proposal-to-strike-off',
    )!
    expect(await notes(struck.number)).toEqual([
      {
        code: 'STATUS_DETAIL',
        detail: 'the register adds to the status: active proposal to strike off',
      },
    ])
    expect(
      registerNotes({ ...PROFILE, status: 'active', ceased: '2020-05-01' }, REMARKS),
    ).toMatchObject([{ code: 'CEASED' }])
    expect(
      registerNotes(
        { ...PROFILE, status: 'active', statusDetail: 'By order of Jane Roe' },
        REMARKS,
      ),
    ).toEqual([])
  })

  it('200: has null for a filing history that the register does not hold', async () => {
    const without = rig.register.companies.find(({ filingStatus }) =>
      filingStatus.startsWith('filing-history-not-available'),
    )!
    for (let asked = 0; asked < 2; asked += 1) {
      const answer = await full(without.number)
      expect([answer.result.filing_history, answer.confidence]).toEqual([null, 'high'])
    }
  })

  it('200: lists a filing dated after today last, without the date, and says so', async () => {
    const company = rig.register.companies.find(({ number }) => number === '99000020')!
    const before = [...company.filings]
    const [newest] = before
    Object.assign(company, { filings: [{ ...newest, date: '3025-06-30' }, ...before] })
    try {
      const { result } = await full('99000020')
      const dates = result.filing_history.map(({ date }: { date: string | null }) => date)
      expect(dates).not.toContain('3025-06-30')
      expect([dates[0], dates.at(-1)]).toEqual([newest!.date, null])
      expect(result.register_notes).toContainEqual({
        code: 'DATES_SET_ASIDE',
        detail: expect.stringMatching(/^1 of the filings shown is dated after today/),
      })
    } finally {
      Object.assign(company, { filings: before })
    }
  })

  it('200: counts all previous names, beyond the few that rules read', async () => {
    const { result } = await full('99000125')
    expect(result.register_notes[0].detail).toBe(
      '6 previous names since 2012-05-14, last changed 2024-05-14',
    )
  })

  it('200: shows an annotation by its type, never by words that may name a person', async () => {
    const { result } = await full('99000123')
    expect(result.register_notes[0].detail).toContain('section 1002A')
    expect(JSON.stringify(result)).not.toMatch(/marigold/i)
    expect(JSON.stringify([...rig.documents])).not.toMatch(/marigold|hers/i)
  })
})

it('400: refuses a malformed number and an unknown depth, and sends no request', async () => {
  rig.register.forget()
  const ask = (number: string, detail?: string) =>
    expect(rig.ask('company_profile', number, detail ? { detail } : {})).rejects
  await ask('12345').toMatchObject({ code: 'COMPANY_NUMBER_INVALID', status: 400 })
  await ask('99000001', 'most').toMatchObject({
    code: 'VALIDATION',
    errors: [{ field: 'detail', in: 'query' }],
  })
  expect(rig.register.calls).toEqual([])
})
