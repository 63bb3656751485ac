import { expect, test } from 'vitest'
import { withoutPersons } from './raw-release.ts'

const RELEASE = {
  ocid: 'ocds-h6vhtk-0a0001',
  id: '000001-2026',
  date: '2026-11-02T09:00:00+00:00',
  tag: ['award'],
  buyer: { id: 'b', name: 'Exampleton Council' },
  parties: [
    {
      id: 'b',
      roles: ['buyer'],
      name: 'Exampleton Council',
      contactPoint: { name: 'Robin Sandbox', email: 'robin@exampleton.example' },
      additionalContactPoints: [{ name: 'Alex Sandbox' }],
    },
    {
      id: 's1',
      roles: ['supplier'],
      name: 'Example Gardens Limited',
      identifier: { scheme: 'GB-PPON', id: 'PBBB-1111-AAAA', legalName: 'Robin Sandbox' },
      address: { streetAddress: '1 Mill Lane' },
      control: { description: 'SANDBOX, Robin\nDirector\nDate of birth\nMay 1970' },
    },
    {
      id: 's2',
      roles: ['supplier'],
      name: 'Robin Sandbox',
      identifier: { scheme: 'GB-PPON', id: 'PAAA-1111-AAAA', legalName: 'Robin Sandbox' },
      address: { streetAddress: '2 Mill Lane' },
      details: { scale: 'sme', url: 'https://robin.example' },
    },
  ],
  tender: {
    id: '01632 960001 A',
    title: 'Grounds &amp; gardens',
    description: '<p>Write to robin&#64;exampleton.example or ring 01632 960001.</p>',
    submissionMethodDetails: 'robin@exampleton.example',
    bidOpening: { date: '2026-12-01T12:00:00Z', description: 'Robin Sandbox opens the box' },
    documents: [{ id: '01632960001', url: 'https://docs.example/01632960001' }],
    lots: [{ id: '1', contactPoint: { telephone: '01632 960001' }, title: 'Ring Mrs A Sandbox' }],
  },
  awards: [
    {
      id: '1',
      date: '2026-10-01T00:00:00+01:00',
      suppliers: [
        { id: 's1', name: 'Example Gardens Limited' },
        { id: 's2', name: 'Robin Sandbox' },
      ],
    },
  ],
  bids: { details: [{ tenderers: [{ id: 's3', name: 'Kim Sandbox' }] }] },
  contracts: [
    {
      id: '1',
      amendments: [{ suppliersAdded: [{ id: 's4', name: 'Lee Sandbox' }] }],
      subcontracting: { subcontracts: [{ mainContractors: [{ id: 's5', name: 'Jo Sandbox' }] }] },
    },
  ],
}

test('no contact point, contact data or name of a person is left, and all else is as it came', () => {
  const reduced = withoutPersons(RELEASE) as typeof RELEASE
  expect(JSON.stringify(reduced)).not.toMatch(/sandbox|robin|2 Mill|960001\.|contactPoint/i)
  expect(reduced.parties).toEqual([
    { id: 'b', roles: ['buyer'], name: 'Exampleton Council' },
    {
      id: 's1',
      roles: ['supplier'],
      name: 'Example Gardens Limited',
      address: { streetAddress: '1 Mill Lane' },
      identifier: { scheme: 'GB-PPON', id: 'PBBB-1111-AAAA' },
    },
    {
      id: 's2',
      roles: ['supplier'],
      identifier: { scheme: 'GB-PPON', id: 'PAAA-1111-AAAA' },
      details: { scale: 'sme' },
    },
  ])
  expect(reduced.awards[0]).toEqual({
    ...RELEASE.awards[0],
    suppliers: [{ id: 's1', name: 'Example Gardens Limited' }, { id: 's2' }],
  })
  expect(reduced.tender.id).toBe(RELEASE.tender.id)
  expect(reduced.tender.bidOpening).toEqual({ date: '2026-12-01T12:00:00Z' })
  expect(reduced.tender.title).toBe('Grounds &amp; gardens')
  expect(reduced.tender.documents).toEqual(RELEASE.tender.documents)
  expect(reduced.tender.description).toBe('Write to [contact removed] or ring [contact removed].')
})

test('a reduced release stays the same', () => {
  const once = withoutPersons(RELEASE)
  expect(withoutPersons(once)).toEqual(once)
})
