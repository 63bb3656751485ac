/** Finding a company on a register that can be searched by name only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SandboxFirm } from '../../../sandbox/fca/firms.ts'
import { codes, HOURS, type Rig, startRig } from '../../../test/company/rig.ts'
import { retryImmediately } from '../../../test/support/immediate-retries.ts'

retryImmediately()

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ fca: true })
})
afterAll(() => rig.stop())

const check = async (number: string) => (await rig.ask('company_fca', number)).result.fca

describe('outcomes', () => {
  it('200: matches by padded company number and rejects a near namesake', async () => {
    expect(await check('99000031')).toEqual({
      checked: true,
      regulated: true,
      frn: '990031',
      firm_name: 'Beacon Insurance Brokers Limited',
      status: 'Authorised',
      permissions_summary:
        '2 permissions: Assisting in the administration and performance of a contract of insurance; Dealing in investments as agent',
      warnings: [],
      note: 'Matched by company number; status since 2018-08-31. Not every firm listed is authorised: read status.',
    })
    expect(await check('00990037')).toMatchObject({
      frn: '990037',
      permissions_summary: expect.stringMatching(/^23 permissions: /),
    })
  })

  it('200: is not regulated if no candidate carries the number', async () => {
    expect(await check('99000030')).toMatchObject({ checked: true, regulated: false, frn: null })
    const verdict = await rig.ask('company_verdict', '99000030')
    expect(verdict.verdict).toMatchObject({ score: 80, band: 'low_risk' })
    expect(verdict.verdict.flags).toEqual([
      { code: 'FS_SIC_NOT_FCA', detail: 'SIC 64999, no match on the FCA register' },
    ])
    expect(verdict.attribution).toMatch(/FCA Financial Services Register/)
  })

  it('200: leaves the outcome open for a namesake without a company number', async () => {
    expect(await check('99000033')).toMatchObject({
      checked: true,
      regulated: null,
      note: expect.stringMatching(/990033 has the same name/),
    })
    expect(codes(await rig.ask('company_verdict', '99000033'))).toEqual([])
  })

  it('200: warns of sub-status, notices and requirements in words, without links or entities', async () => {
    expect((await check('99000032')).warnings).toEqual([
      'Sub-status: In Administration',
      'CAUTION: See fca.example about this firm’s payments.',
      'Requirement OP-0990032: No new customers.',
    ])
    const { verdict } = await rig.ask('company_verdict', '99000032')
    expect(verdict.flags).toEqual([
      { code: 'FCA_WARNING', detail: 'FRN 990032: Sub-status: In Administration' },
    ])
    expect(verdict.fca.note).toMatch(/status since 2004-09-01/)
  })

  it('200: searches a previous name second, and no third name', async () => {
    rig.fca.forget()
    expect(await check('99000035')).toMatchObject({
      frn: '990035',
      status: 'Appointed representative',
    })
    expect(rig.fca.calls.filter((path) => path.startsWith('/Search'))).toEqual([
      '/Search?q=RENAMED%20WEALTH&type=firm',
      '/Search?q=COBBLESTONE%20ADVISERS&type=firm',
    ])
  })

  it('200: concludes nothing from a name that cannot be searched', async () => {
    rig.fca.forget()
    expect(await check('99000087')).toMatchObject({ checked: true, regulated: null })
    expect(rig.fca.calls).toEqual([])
    await check('99000038')
    expect(rig.fca.calls[0]).toBe('/Search?q=THE%20HERONS%20NEST%20AND%20PARTNERS&type=firm')
  })
})

it('200: caches a match for seven days and a miss for one', async () => {
  await check('99000031')
  await check('99000030')
  rig.fca.forget()
  rig.clock.advance(24 * HOURS)
  await check('99000031')
  await check('99000030')
  expect(rig.fca.calls).toEqual([])
  rig.clock.advance(1)
  await check('99000030')
  expect(rig.fca.calls.length).toBeGreaterThan(0)
  rig.fca.forget()
  rig.clock.advance(6 * 24 * HOURS - 1)
  await check('99000031')
  expect(rig.fca.calls).toEqual([])
  rig.clock.advance(1)
  await check('99000031')
  expect(rig.fca.calls.length).toBeGreaterThan(0)
})

describe('several entries for one company', () => {
  const NAME = 'Beacon Insurance Brokers Limited'
  const NUMBER = '99000031'
  /** A firm's record; without a number the search lists it without a reference number. */
  const entry = (
    frn: string | null,
    name: string,
    {
      number = NUMBER,
      status = 'Authorised',
      listed,
    }: { number?: string | null; status?: string; listed?: string } = {},
  ): SandboxFirm => ({
    frn: frn ?? '',
    record: {
      'Organisation Name': name,
      ...(frn === null ? {} : { FRN: frn }),
      Status: status,
      ...(number === null ? {} : { 'Companies House Number': number }),
      'Exceptional Info Details': [],
    },
    searchNames: [name],
    postcode: 'EX1 1AA',
    ...(listed === undefined ? {} : { searchStatus: listed }),
    permissions: {},
    requirements: [],
  })

  async function checkAmong(firms: readonly SandboxFirm[]) {
    const one = await startRig({ fca: true, firms })
    try {
      const { fca } = (await one.ask('company_fca', NUMBER)).result
      const searches = one.fca.calls.filter((path) => path.startsWith('/Search')).length
      const records = one.fca.calls.filter((path) => /^\/Firm\/\d+$/.test(path)).length
      return { fca, searches, records, verdict: (await one.ask('company_verdict', NUMBER)).verdict }
    } finally {
      await one.stop()
    }
  }
  const others = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      entry(String(700_000 + index), `Beacon Insurance ${index} Limited`, {
        number: `11${100_000 + index}`,
      }),
    )

  const FORMER = entry('1021037', NAME, {
    status: 'No longer registered as an Appointed Representative',
  })
  const CURRENT = entry('1044052', NAME)

  it.each([
    ['first', [CURRENT, FORMER]],
    ['last', [FORMER, CURRENT]],
    [
      'under a longer name',
      [FORMER, { ...CURRENT, searchNames: ['Beacon Insurance Brokers (UK) Limited'] }],
    ],
  ])('200: shows the current record, which the register lists %s', async (_where, firms) => {
    const { fca, verdict } = await checkAmong(firms)
    expect(fca).toMatchObject({
      regulated: true,
      frn: '1044052',
      status: 'Authorised',
      warnings: [],
    })
    expect(verdict).toMatchObject({ score: 100, flags: [] })
  })

  it('200: shows an ended record if there is no other', async () => {
    const { fca, verdict } = await checkAmong([FORMER, ...others(3)])
    expect(fca).toMatchObject({
      frn: '1021037',
      warnings: ['Status: No longer registered as an Appointed Representative'],
    })
    expect(verdict.flags).toMatchObject([{ code: 'FCA_WARNING' }])
  })

  it('200: shows a record that refers to other pages with the status of the search', async () => {
    const refers = { status: 'See full details' }
    expect(
      (await checkAmong([entry('1021037', NAME, { ...refers, listed: 'Registered' })])).fca,
    ).toMatchObject({
      status: 'Registered',
      warnings: [],
    })
    expect(
      (await checkAmong([entry('1021037', NAME, { ...refers, listed: 'No longer authorised' })]))
        .fca.warnings,
    ).toHaveLength(1)
    expect((await checkAmong([entry('1021037', NAME, refers)])).fca).toMatchObject({
      status: 'See full details',
      warnings: [],
    })
  })

  it('200: is uncertain about a clone of the exact name, unless the company itself is found', async () => {
    const clone = entry(null, `${NAME} (Clone of FCA authorised firm)`, {
      number: null,
      listed: 'Unauthorised',
    })
    const { fca, verdict } = await checkAmong([clone])
    expect(fca).toMatchObject({
      checked: true,
      regulated: null,
      note: 'No conclusion: the register lists the same name without a reference number, Unauthorised.',
    })
    expect(verdict.flags).toEqual([])
    expect((await checkAmong([clone, CURRENT])).fca).toMatchObject({ frn: '1044052', warnings: [] })
    expect(
      (
        await checkAmong([
          entry(null, 'Beacon Insurance Sellers (Clone of FCA authorised firm)', { number: null }),
        ])
      ).fca.regulated,
    ).toBe(false)
  })

  it('200: reads two further pages of the search, and the same names first', async () => {
    expect(await checkAmong([...others(20), CURRENT])).toMatchObject({
      fca: { frn: '1044052' },
      searches: 2,
      records: 1,
    })
    expect(await checkAmong([...others(40), CURRENT])).toMatchObject({
      fca: { frn: '1044052' },
      searches: 3,
    })
  })

  it('200: concludes nothing from pages that were not read', async () => {
    const { fca, verdict, searches, records } = await checkAmong([...others(60), CURRENT])
    expect(fca).toMatchObject({
      regulated: null,
      note: 'No conclusion: the search has more pages than were read.',
    })
    expect(verdict).toMatchObject({ score: 100, flags: [] })
    expect([searches, records]).toEqual([3, 5])
    expect((await checkAmong(others(60))).fca.regulated).toBe(false)
  })
})
