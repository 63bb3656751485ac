/** Finding a company on a register that can be searched by name only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codes, HOURS, type Rig, startRig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ fca: true })
})
afterAll(() => rig.stop())

const check = async (number: string) => (await rig.ask('company_fca', number)).result.fca

describe('outcomes', () => {
  it('matched: by padded company number, a near namesake disproved', async () => {
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
    expect(await check('00990037')).toMatchObject({ frn: '990037', permissions_summary: expect.stringMatching(/^23 permissions: /) })
  })

  it('not found: no hit, or every candidate carries another number', async () => {
    expect(await check('99000030')).toMatchObject({ checked: true, regulated: false, frn: null })
    const verdict = await rig.ask('company_verdict', '99000030')
    expect(verdict.verdict).toMatchObject({ score: 80, band: 'low_risk' })
    expect(verdict.verdict.flags).toEqual([{ code: 'FS_SIC_NOT_FCA', detail: 'SIC 64999, no match on the FCA register' }])
    expect(verdict.attribution).toMatch(/FCA Financial Services Register/)
  })

  it('ambiguous: a namesake without a company number', async () => {
    expect(await check('99000033')).toMatchObject({
      checked: true,
      regulated: null,
      note: expect.stringMatching(/990033 has the same name/),
    })
    expect(codes(await rig.ask('company_verdict', '99000033'))).toEqual([])
  })

  it('warnings: sub-status, notices and requirements in words, without links or entities', async () => {
    expect((await check('99000032')).warnings).toEqual([
      'Sub-status: In Administration',
      'CAUTION: See fca.example about this firm’s payments.',
      'Requirement OP-0990032: No new customers.',
    ])
    const { verdict } = await rig.ask('company_verdict', '99000032')
    expect(verdict.flags).toEqual([{ code: 'FCA_WARNING', detail: 'FRN 990032: Sub-status: In Administration' }])
    expect(verdict.fca.note).toMatch(/status since 2004-09-01/)
  })

  it('no longer authorised: on the register, with a warning', async () => {
    expect(await check('99000034')).toMatchObject({
      regulated: true,
      status: 'No longer authorised',
      permissions_summary: 'No permissions listed.',
      warnings: ['Status: No longer authorised'],
    })
  })

  it('a previous name is tried second, and no third', async () => {
    rig.fca.forget()
    expect(await check('99000035')).toMatchObject({ frn: '990035', status: 'Appointed representative' })
    expect(rig.fca.calls.filter((path) => path.startsWith('/Search'))).toEqual([
      '/Search?q=RENAMED%20WEALTH&type=firm',
      '/Search?q=COBBLESTONE%20ADVISERS&type=firm',
    ])
  })

  it('a name that cannot be searched is no proof', async () => {
    rig.fca.forget()
    expect(await check('99000087')).toMatchObject({ checked: true, regulated: null })
    expect(rig.fca.calls).toEqual([])
    await check('99000038')
    expect(rig.fca.calls[0]).toBe('/Search?q=THE%20HERONS%20NEST%20AND%20PARTNERS&type=firm')
  })
})

it('keeps a match for seven days and a miss for one', async () => {
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
