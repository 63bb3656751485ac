/** Register calls of each answer. */
import { afterEach, describe, expect, it } from 'vitest'
import { HOURS, type Rig, startRig } from './rig.ts'

let rig: Rig
afterEach(() => rig.stop())

const resources = () => rig.register.calls.map((call) => call.resource).sort()

describe('a cold verdict', () => {
  it.each([
    ['99000001', ['officers', 'profile']],
    ['99000040', ['charges', 'officers', 'profile']],
    ['99000043', ['insolvency', 'officers', 'profile']],
    ['99000050', ['charges', 'insolvency', 'officers', 'profile']],
    ['99000044', ['officers', 'profile']],
    ['99000025', ['officers', 'officers', 'profile']],
  ])('of %s calls %j and nothing else', async (number, expected) => {
    rig = await startRig()
    await rig.ask('company_verdict', number)
    expect(resources()).toEqual(expected)
  })

  it('costs one more for detail=full, and nothing within the next six hours', async () => {
    rig = await startRig()
    await rig.ask('company_verdict', '99000050', { detail: 'full' })
    expect(resources()).toEqual(['charges', 'filing-history', 'insolvency', 'officers', 'profile'])
    rig.register.forget()
    rig.clock.advance(6 * HOURS)
    await rig.ask('company_verdict', '99000050', { detail: 'full' })
    await rig.ask('company_profile', '99000050')
    await rig.ask('company_fca', '99000050')
    expect(rig.register.calls).toEqual([])
    rig.clock.advance(1)
    await rig.ask('company_verdict', '99000050')
    expect(resources()).toEqual(['charges', 'insolvency', 'officers', 'profile'])
  })

  it('makes one set for a hundred simultaneous requests of all kinds', async () => {
    rig = await startRig()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        rig.ask(index % 3 === 0 ? 'company_profile' : 'company_verdict', '99000050'),
      ),
    )
    expect(resources()).toEqual(['charges', 'insolvency', 'officers', 'profile'])
    expect(new Set(answers.map((answer) => JSON.stringify(answer.result))).size).toBe(1)
  })

  it('reads officers in pages of a hundred, with the key as user name and no password', async () => {
    rig = await startRig()
    const answer = await rig.ask('company_verdict', '99000025')
    expect(
      rig.register.calls.filter((call) => call.resource === 'officers').map((call) => call.path),
    ).toEqual([
      '/company/99000025/officers?items_per_page=100&start_index=0',
      '/company/99000025/officers?items_per_page=100&start_index=100',
    ])
    expect(answer.result.officers).toEqual({ active: 1, total: 136, resigned_last_12m: 0 })
  })
})

it('a profile costs two calls, a regulator check one, a search one', async () => {
  rig = await startRig()
  await rig.ask('company_profile', '99000040')
  expect(resources()).toEqual(['officers', 'profile'])
  rig.register.forget()
  await rig.ask('company_fca', '99000001')
  expect(resources()).toEqual(['profile'])
  rig.register.forget()
  await rig.search({ q: 'limited', limit: '1' })
  await rig.search({ q: ' LIMITED ', limit: '3' })
  expect(resources()).toEqual(['search'])
  expect(rig.register.calls[0]?.path).not.toMatch(/items_per_page=1(&|$)/)
})

it('an unknown number costs one call in ten minutes', async () => {
  rig = await startRig()
  const ask = () => rig.ask('company_verdict', '99999999')
  await expect(ask()).rejects.toMatchObject({ code: 'SUBJECT_NOT_FOUND' })
  await expect(ask()).rejects.toMatchObject({ code: 'SUBJECT_NOT_FOUND' })
  await expect(rig.ask('company_fca', '99999999')).rejects.toMatchObject({
    code: 'SUBJECT_NOT_FOUND',
  })
  expect(resources()).toEqual(['profile'])
  rig.clock.advance(10 * 60_000 + 1)
  await expect(ask()).rejects.toMatchObject({ code: 'SUBJECT_NOT_FOUND' })
  expect(resources()).toEqual(['profile', 'profile'])
})

it('a number that the register would answer with a server error is never sent', async () => {
  rig = await startRig()
  for (const number of [
    '123456789',
    '12345',
    'SC12345',
    'SC1234567',
    'IP29406R',
    '../officers',
    '',
  ]) {
    await expect(rig.ask('company_verdict', number)).rejects.toMatchObject({
      code: 'COMPANY_NUMBER_INVALID',
      status: 400,
    })
  }
  expect(rig.register.calls).toEqual([])
})
