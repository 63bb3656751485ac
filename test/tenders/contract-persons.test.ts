/** Generated awards to persons: no name is in what is stored, found or reported. */
import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { FIND_A_TENDER } from '../../src/tenders/portals/find-a-tender.ts'
import { buildBatch, emptyPage, readInto } from '../../src/tenders/reading.ts'
import { randomOf } from '../prove/random.ts'

const NOW = Date.parse('2026-11-25T12:00:00Z')
const { pick, chance } = randomOf(20261126)
const GIVEN = ['Robin', 'Alex', 'Siân', 'J', 'Mary-Anne', 'Oluwaseun', 'R. J.', 'LESLIE', 'kim']
const FAMILY = ['Sandbox', "O'Sample", 'Baker-Quill', 'CARPENTER', 'Masonry', 'van Meadow', 'Parks']
const BEFORE = ['', '', 'Mr ', 'Ms ', 'Dr. ', 'Professor ', 'Sir ']
const AFTER = ['', '', ' KC', ' BSc', ' & Son', ' t/a Robin']
/** Registers of persons too, or numbers that no company has. */
const IDENTIFIERS = [
  undefined,
  { scheme: 'GB-PPON', id: 'PAAA-1111-AAAA' },
  { scheme: 'GB-COH', id: 'none' },
  { scheme: 'GB-COH', id: '00000000' },
  { scheme: 'GB-VAT', id: '458577871' },
]

function release(number: number) {
  const family = pick(FAMILY)
  const name = `${pick(BEFORE)}${pick(GIVEN)} ${family}${pick(AFTER)}`
  const identifier = pick(IDENTIFIERS)
  const id = `p${number}`
  const person = { id, name, ...(identifier ? { identifier } : {}) }
  const company = { id: 'c', name: 'Example Gardens Limited' }
  const suppliers = chance(0.5) ? [person] : [company, person]
  return {
    family,
    raw: {
      ocid: `ocds-h6vhtk-${String(number).padStart(6, '0')}`,
      id: `${String(number).padStart(6, '0')}-2026`,
      date: '2026-11-20T00:00:00Z',
      tag: ['award'],
      buyer: { name: 'Exampleton Council' },
      tender: { title: 'Grounds maintenance' },
      parties: chance(0.5) ? suppliers : [],
      awards: [{ id: '1', status: 'active', suppliers }],
    },
  }
}

test('of 1,000 awards to a person no name is stored, searchable or reported', () => {
  const leaks: string[] = []
  let withCompany = 0
  for (let number = 0; number < 1000; number += 1) {
    const { family, raw } = release(number)
    const page = emptyPage()
    readInto(page, FIND_A_TENDER, raw, NOW)
    const batch = buildBatch(page, null, NOW)
    const releases = page.releases.map(({ json }) => json)
    const [contract] = batch.contractsOf!(releases)
    const change = batch.record!.contract({ before: null, after: contract! })
    const stored = JSON.stringify([
      page,
      page.raws.map(({ bytes }) => inflateRawSync(bytes).toString()),
      batch.merge(releases),
      contract,
      change,
    ])
    if (change === null) throw new Error('nothing was recorded')
    if (stored.includes('Example Gardens')) withCompany += 1
    const words = family.toLowerCase().split(/[^a-z]+/)
    if (words.some((word) => word.length > 3 && stored.toLowerCase().includes(word)))
      leaks.push(JSON.stringify(raw.awards))
  }
  expect(leaks).toEqual([])
  expect(withCompany).toBeGreaterThan(400)
})
