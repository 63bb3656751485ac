import { expect, it } from 'vitest'
import { CONTRACTS_FINDER } from '../../portals/contracts-finder.ts'
import { FIND_A_TENDER } from '../../portals/find-a-tender.ts'
import { buildAttribution } from './shapes.ts'

it('an attribution names the portals, the licence and what a portal wants to be credited', () => {
  const of = buildAttribution([CONTRACTS_FINDER])
  expect(of).toMatch(/Open Government Licence v3\.0.*, from Contracts Finder\.$/)
  const both = buildAttribution([FIND_A_TENDER, CONTRACTS_FINDER])
  expect(both).toContain('from Find a Tender and Contracts Finder.')
  expect(both.endsWith(FIND_A_TENDER.credit)).toBe(true)
})
