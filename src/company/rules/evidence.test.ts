import { expect, it } from 'vitest'
import { findEvidence } from './evidence.ts'
import { VERDICT_EXAMPLE } from './example.ts'
import { VERDICT } from './published.ts'
import type { VerdictFacts } from './version.ts'

const TODAY = '2026-11-18'
const BASE = VERDICT_EXAMPLE.facts as VerdictFacts
type Profile = VerdictFacts['profile']

function evidence(profile: Partial<Profile>, more: Partial<VerdictFacts> = {}) {
  const facts = { ...BASE, ...more, profile: { ...BASE.profile, ...profile } }
  return findEvidence(facts, VERDICT.current.judge(facts, TODAY).evaluation)
}
const NO_ACCOUNTS = { ...BASE.profile.accounts, nextDue: null, lastMadeUpTo: null, lastType: null }
const NEVER_FILED = { ...BASE.profile.accounts, nextDue: '2027-06-30', lastMadeUpTo: null }

it('is full without a reason, whatever fired', () => {
  expect(evidence({})).toEqual({ level: 'full', reasons: [] })
})

it.each<[string, Partial<Profile>, Partial<VerdictFacts>, string]>([
  [
    'KIND_NOT_ON_REGISTER',
    { type: 'limited-partnership', number: 'LP012345', accounts: NO_ACCOUNTS },
    {},
    'the register holds no accounts of a company of type limited-partnership, nor who directs it',
  ],
  [
    'KIND_NOT_ON_REGISTER',
    { type: null, number: 'CE012345', accounts: NO_ACCOUNTS },
    {},
    'the register holds no accounts of a company of this kind, nor who directs it',
  ],
  [
    'NEW',
    { incorporated: '2025-11-19', accounts: NEVER_FILED },
    {},
    'incorporated 2025-11-19, no accounts filed yet',
  ],
  ['OFFICERS_UNAVAILABLE', {}, { officers: null }, 'the officer list could not be fetched'],
  [
    'DORMANT_WITH_CHARGE',
    { accounts: { ...BASE.profile.accounts, lastType: 'dormant' } },
    { charges: { outstanding: 1 } },
    'dormant accounts and 1 outstanding charge',
  ],
  [
    'LONG_OVERDUE',
    { accounts: { ...BASE.profile.accounts, nextDue: '2025-11-17' } },
    {},
    'accounts 366 days overdue',
  ],
])('is thin for %s', (code, profile, more, detail) => {
  expect(evidence(profile, more)).toEqual({ level: 'thin', reasons: [{ code, detail }] })
})

it.each<[string, Partial<Profile>, Partial<VerdictFacts>]>([
  ['a kind whose accounts the register holds', { type: 'oversea-company', number: 'FC012345' }, {}],
  ['a company of twelve months', { incorporated: '2025-11-18', accounts: NEVER_FILED }, {}],
  [
    'accounts 365 days overdue',
    { accounts: { ...BASE.profile.accounts, nextDue: '2025-11-18' } },
    {},
  ],
  [
    'dormant accounts without a charge',
    { accounts: { ...BASE.profile.accounts, lastType: 'dormant' } },
    { charges: { outstanding: 0 } },
  ],
])('is full for %s', (_, profile, more) => {
  expect(evidence(profile, more).level).toBe('full')
})
