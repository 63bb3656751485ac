/** Register calls of several operations. */
import { afterEach, expect, it } from 'vitest'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
afterEach(() => rig.stop())

const resources = () => rig.register.calls.map((call) => call.resource).sort()

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
