import { expect, it } from 'vitest'
import { company, sandboxCompanies } from './companies-house/companies.ts'
import { dayFields, fill, mergePatch, momentField } from './records.ts'
import { BUYERS, noticeRelease, SUBJECTS } from './tender-portals/releases.ts'

it('merges a patch: members replace, objects merge, null deletes, lists replace whole', () => {
  const target = { a: { b: 1, c: 2 }, list: [1, 2], gone: true }
  expect(mergePatch(target, { a: { c: 3 }, list: [null], gone: null })).toEqual({
    a: { b: 1, c: 3 },
    list: [null],
  })
  expect(mergePatch({ a: [1] }, { a: { b: null, c: 1 } })).toEqual({ a: { c: 1 } })
})

it.each([
  ['{{today}}', '2028-02-29'],
  ['{{today-12m}}', '2027-02-28'],
  ['{{today-12m+1d}}', '2027-03-01'],
  ['{{month-9m-1d}}', '2027-04-30'],
  ['{{today-1d DD}} {{today MM}}', '28 02'],
  ['{{at+4h time}}', '2028-07-01T17:30:00+01:00'],
  ['{{at hh:mm}}', '13:30'],
  ['{{null}}', null],
  ['{{list}}', [1]],
  ['of {{number}}', 'of 7'],
])('fills %s with %j', (text, value) => {
  const at = momentField(Date.parse('2028-07-01T12:30:00Z'))
  const fields = { ...dayFields('2028-02-29'), at, list: [1], number: 7 }
  expect(fill({ deep: [{ text }] }, fields)).toEqual({ deep: [{ text: value }] })
})

it('refuses a field that nothing fills', () => {
  expect(() => fill('{{tody}}', dayFields('2028-02-29'))).toThrow('no field {{tody}}')
})

it('builds a company of its number and its name', () => {
  const made = company('2026-11-28', { number: '99000900', profile: { company_name: 'NEW LTD' } })
  expect(made.profile).toMatchObject({ company_number: '99000900', company_status: 'active' })
  expect(JSON.stringify(made)).not.toContain('{{')
})

it('has each company once, and no field that is left', () => {
  const companies = sandboxCompanies('2026-11-28')
  expect(new Set(companies.map(({ number }) => number)).size).toBe(companies.length)
  expect(JSON.stringify(companies.map(({ accounts: _, ...each }) => each))).not.toContain('{{')
})

it('builds a notice of its title, buyer and days', () => {
  const release = noticeRelease({
    form: 'act',
    number: 1,
    subject: { ...SUBJECTS[0]!, title: 'Chairs' },
    buyer: BUYERS[0]!,
    publishedMs: Date.parse('2026-11-01T10:00:00Z'),
    deadlineMs: Date.parse('2026-12-01T12:00:00Z'),
    patch: { tender: { procurementMethod: null, participationFee: '@@000@@' } },
  })
  expect(release.json).toContain('"participationFee":000')
  expect(JSON.parse(release.json.replace(':000', ':0'))).toMatchObject({
    ocid: 'ocds-h6vhtk-000001',
    buyer: { name: BUYERS[0]!.name },
    tender: { title: 'Chairs', tenderPeriod: { endDate: '2026-12-01T12:00:00Z' } },
  })
  expect(release.json).not.toContain('procurementMethod"')
})
