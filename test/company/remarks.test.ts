/**
 * Facts at full depth beyond the rules: identity verification as counts, unjudged rules, remarks of
 * the register.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countIdentity, identityState, readIdentity } from '../../src/company/model/identity.ts'
import { addDays } from '../../src/platform/london.ts'
import { type Rig, startRig, TODAY } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(() => rig.stop())

const full = (id: string, number: string) => rig.ask(id, number, { detail: 'full' })

describe('at full depth', () => {
  it('counts identity verification of current directing officers only', async () => {
    for (const id of ['company_profile', 'company_verdict']) {
      const { result } = await full(id, '99000120')
      expect(result.officers_identity).toEqual({ verified: 2, due: 1, overdue: 1, not_told: 2 })
    }
    expect((await full('company_verdict', 'OC990121')).result.officers_identity).toEqual({
      verified: 1,
      due: 1,
      overdue: 0,
      not_told: 0,
    })
  })

  it.each([
    ['99000001', []],
    ['99000122', ['OFFICE_UNDELIVERABLE', 'OFFICE_DISPUTED']],
    ['99000123', ['ANNOTATION', 'ANNOTATION']],
    ['IP990124', ['PARTIAL_DATA', 'NO_STATUS']],
    ['99000125', ['PREVIOUS_NAMES']],
  ])('%s is remarked upon with %j, at an unchanged score', async (number, expected) => {
    const { result, verdict } = await full('company_verdict', number)
    expect(result.register_notes.map(({ code }: { code: string }) => code)).toEqual(expected)
    expect([verdict.score, verdict.flags]).toEqual([100, []])
    expect((await full('company_profile', number)).result.register_notes).toEqual(
      result.register_notes,
    )
  })

  it('keeps three dates of an officer’s verification, and nothing of agents', () => {
    const kept = JSON.stringify([...rig.documents])
    expect(kept).toContain('verifiedFrom')
    expect(kept).not.toMatch(/agents|institute|identity_verified_on/i)
  })
})

describe('the state of one verification', () => {
  const day = fc.integer({ min: -800, max: 800 }).map((days) => addDays(TODAY, days))
  const maybe = fc.option(day, { nil: undefined })
  const details = fc.record({
    start: maybe,
    end: fc.oneof(maybe, fc.constant('9999-12-31')),
    due: maybe,
    verified: maybe,
  })

  it('follows the rule whatever dates meet', () => {
    fc.assert(
      fc.property(details, ({ start, end, due, verified }) => {
        const facts = readIdentity({
          identity_verification_details: {
            appointment_verification_start_on: start,
            appointment_verification_end_on: end,
            appointment_verification_statement_due_on: due,
            identity_verified_on: verified,
          },
        })
        const inPlace = start !== undefined && (end === undefined || end > TODAY)
        const expected = inPlace
          ? 'verified'
          : due === undefined
            ? 'not_told'
            : due >= TODAY
              ? 'due'
              : 'overdue'
        expect(identityState(facts, TODAY)).toBe(expected)
      }),
    )
  })

  it('counts every active director exactly once, and a due date alone is never verified', () => {
    const one = fc.record({
      role: fc.constantFrom('director', 'llp-member', 'secretary'),
      resigned: fc.option(day),
      due: fc.option(day),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), (list) => {
        const counts = countIdentity(
          {
            officers: list.map(({ role, resigned }) => ({ role, appointed: null, resigned })),
            identity: list.map(({ due }) =>
              due === null ? null : { verifiedFrom: null, verifiedUntil: null, dueOn: due },
            ),
          },
          'active',
          TODAY,
        )
        const active = list.filter(
          ({ role, resigned }) => role !== 'secretary' && (resigned === null || resigned > TODAY),
        )
        expect(counts.verified).toBe(0)
        expect(counts.due + counts.overdue + counts.not_told).toBe(active.length)
      }),
    )
  })

  it.each([undefined, null, 'yes', [], { appointment_verification_start_on: 'soon' }])(
    'details of %j tell nothing',
    (details) => {
      expect(identityState(readIdentity({ identity_verification_details: details }), TODAY)).toBe(
        'not_told',
      )
    },
  )
})
