/**
 * Facts at full depth beyond the rules: identity verification as counts, unjudged rules, remarks of
 * the register.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { remarkedCompanies } from '../../sandbox/companies-house/companies.ts'
import { countIdentity, identityState, readIdentity } from '../../src/company/model/identity.ts'
import { reduceProfile } from '../../src/company/model/reduce.ts'
import { readNoteFacts, registerNotes } from '../../src/company/model/register-notes.ts'
import { addDays } from '../../src/platform/london.ts'
import { codes, type Rig, startRig, TODAY } from './rig.ts'

let rig: Rig
let plain: Rig
beforeAll(async () => {
  rig = await startRig()
  plain = await startRig({ settings: { extras: false } })
})
afterAll(() => Promise.all([rig.stop(), plain.stop()]))

const full = (id: string, number: string, from = rig) => from.ask(id, number, { detail: 'full' })
const PROFILE = reduceProfile('99000001', {})
const REMARKS = readNoteFacts({})
const ADDED = ['officers_identity', 'register_notes']

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

  it('says null where there is no officer list', async () => {
    const down = await startRig()
    down.register.break('error', ['officers'])
    expect((await full('company_verdict', '99000120', down)).result.officers_identity).toBeNull()
    await down.stop()
  })

  it('a date passes while the copy is served: due becomes overdue on the day', async () => {
    const kept = await startRig({ documents: new Map(rig.documents) })
    kept.clock.set(Date.parse(`${addDays(TODAY, 1)}T00:30:00Z`))
    kept.register.break('error')
    const { result } = await full('company_verdict', '99000120', kept)
    expect(result.officers_identity).toEqual({ verified: 2, due: 0, overdue: 2, not_told: 2 })
    await kept.stop()
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

  it('says what the register adds to a status and when a company ended, also one that goes on', async () => {
    const notes = async (number: string) =>
      (await full('company_profile', number)).result.register_notes
    expect(await notes('99000055')).toEqual([
      {
        code: 'CEASED',
        detail: expect.stringMatching(
          /^the register gives \d{4}-\d{2}-\d{2} as the date of cessation$/,
        ),
      },
    ])
    const struck = rig.register.companies.find(
      ({ profile }) => profile.company_status_detail === 'active-proposal-to-strike-off',
    )!
    expect(await notes(struck.number)).toEqual([
      {
        code: 'STATUS_DETAIL',
        detail: 'the register adds to the status: active proposal to strike off',
      },
    ])
    expect(
      registerNotes({ ...PROFILE, status: 'active', ceased: '2020-05-01' }, REMARKS),
    ).toMatchObject([{ code: 'CEASED' }])
    expect(
      registerNotes(
        { ...PROFILE, status: 'active', statusDetail: 'By order of Jane Roe' },
        REMARKS,
      ),
    ).toEqual([])
  })

  it('a filing history that the register does not hold is null, not empty', async () => {
    const without = rig.register.companies.find(({ filingStatus }) =>
      filingStatus.startsWith('filing-history-not-available'),
    )!
    for (const each of [rig, plain]) {
      for (let asked = 0; asked < 2; asked += 1) {
        const answer = await full('company_profile', without.number, each)
        expect([answer.result.filing_history, answer.confidence]).toEqual([null, 'high'])
      }
    }
  })

  it('says how many former names since when, beyond the few that rules read', async () => {
    const { result } = await full('company_profile', '99000125')
    expect(result.register_notes[0].detail).toBe(
      '6 previous names since 2012-05-14, last changed 2024-05-14',
    )
  })

  it('shows an annotation by its type, never by words that may name a person', async () => {
    const { result } = await full('company_profile', '99000123')
    expect(result.register_notes[0].detail).toContain('section 1002A')
    expect(JSON.stringify(result)).not.toMatch(/marigold/i)
    expect(JSON.stringify([...rig.documents])).not.toMatch(/marigold|hers/i)
  })

  it('keeps three dates of an officer’s verification, and nothing of agents', () => {
    const kept = JSON.stringify([...rig.documents])
    expect(kept).toContain('verifiedFrom')
    expect(kept).not.toMatch(/agents|institute|identity_verified_on/i)
  })

  it('says how many rules were judged, and why the others were not', async () => {
    const { result } = await full('company_verdict', 'IP990124')
    const { judged, not_judged, rules } = result.evaluation
    expect(judged + not_judged.length).toBe(15)
    expect(rules).toHaveLength(15)
    const reasons = Object.fromEntries(
      not_judged.map(({ code, reason }: { code: string; reason: string }) => [code, reason]),
    )
    expect(reasons).toMatchObject({
      STATUS_DISSOLVED: 'the register gives no status',
      CONF_STATEMENT_OVERDUE:
        'numbers with IP file no confirmation statement; the dates in the register are frozen',
      NO_ACTIVE_DIRECTORS:
        'the register does not hold who directs a company of type registered-society-non-jurisdictional',
    })
    expect(judged).toBe(7)
  })

  it('an officer list that is missing leaves its rules unjudged for that reason', async () => {
    const down = await startRig()
    down.register.break('error', ['officers'])
    const { evaluation } = (await full('company_verdict', '99000001', down)).result
    const open = evaluation.not_judged.map(
      ({ code, reason }: { code: string; reason: string }) => `${code}: ${reason}`,
    )
    expect(open).toContain('OFFICER_CHURN: the officer list could not be fetched')
    await down.stop()
  })

  it('costs no call of the register more', async () => {
    const before = rig.register.calls.length
    await full('company_verdict', '99000002')
    expect(
      rig.register.calls
        .slice(before)
        .map(({ resource }) => resource)
        .sort(),
    ).toEqual(['filing-history', 'officers', 'profile'])
  })
})

describe('the rest stays as it is', () => {
  it('the default answer has none of it, with or without extras, byte for byte the same', async () => {
    for (const { number } of remarkedCompanies(TODAY)) {
      for (const id of ['company_profile', 'company_verdict']) {
        const [mine, theirs] = await Promise.all([rig.ask(id, number), plain.ask(id, number)])
        expect(JSON.stringify(mine.result)).toBe(JSON.stringify(theirs.result))
        expect(JSON.stringify(mine.verdict)).toBe(JSON.stringify(theirs.verdict))
        for (const key of [...ADDED, 'evaluation']) expect(mine.result).not.toHaveProperty(key)
      }
    }
  })

  it('without extras full depth is as specified, and the hash of what was judged is the same', async () => {
    const [mine, theirs] = await Promise.all([
      full('company_verdict', '99000120'),
      full('company_verdict', '99000120', plain),
    ])
    for (const key of ADDED) expect(theirs.result).not.toHaveProperty(key)
    expect(Object.keys(theirs.result.evaluation)).toEqual([
      'rules_version',
      'evaluated_on',
      'inputs_hash',
      'rules',
    ])
    expect(mine.result.evaluation.inputs_hash).toBe(theirs.result.evaluation.inputs_hash)
    expect(Object.keys(mine.result)).toEqual([...Object.keys(theirs.result), ...ADDED])
    expect(codes(mine)).toEqual(codes(theirs))
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
