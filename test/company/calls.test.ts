/** Register calls of several operations. */
import { afterEach, expect, it } from 'vitest'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
afterEach(() => rig.stop())

const resources = () => rig.register.calls.map((call) => call.resource).sort()

it('a hundred simultaneous profiles and verdicts cost one set of calls', async () => {
  rig = await startRig()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      rig.ask(index % 3 === 0 ? 'company_profile' : 'company_verdict', '99000050'),
    ),
  )
  expect(resources()).toEqual(['charges', 'insolvency', 'officers', 'profile'])
  const profiles = answers.map(({ result: { evidence: _, ...profile } }) => profile)
  expect(new Set(profiles.map((profile) => JSON.stringify(profile))).size).toBe(1)
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
