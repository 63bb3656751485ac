/** Tests of what is sold during the first fill, and of what its answers say. */
import { afterEach, describe, expect, test } from 'vitest'
import { createDepth } from '../../src/tenders/depth.ts'
import type { CoverageSpan } from '../../src/tenders/model/coverage.ts'
import { toStoredProgress, wallMs } from '../../src/tenders/portal-progress.ts'
import { CONTRACTS_FINDER } from '../../src/tenders/portals/contracts-finder.ts'
import { FIND_A_TENDER } from '../../src/tenders/portals/find-a-tender.ts'
import { createRig, RIG_NOW, type Rig } from './rig.ts'

const DAY = 86_400_000
const NOW = Date.parse(RIG_NOW)
const OPEN = 'ocds-h6vhtk-002329'

let rig: Rig | null = null
afterEach(async () => {
  await rig?.close()
  rig = null
})

const search = (each: Rig) => each.ask('tenders_search', { query: { q: 'maintenance' } })
const score = (each: Rig) => each.ask('tenders_fit_score', { body: { keywords: ['maintenance'] } })
const codes = (flags: readonly { code: string }[]) => flags.map(({ code }) => code)

describe('an index that does not reach back far enough', () => {
  test('refuses search, fit and changes, and sells the dossiers of notices that it holds', async () => {
    rig = await createRig({ backfillDays: 12, minDepthDays: 13 })
    const refused = {
      code: 'UPSTREAM_UNAVAILABLE',
      detail:
        'the tender index reaches back 12 of 13 days; search, fit and changes are sold from then on',
      retryAfterSeconds: 600,
    }
    await expect(search(rig)).rejects.toMatchObject(refused)
    await expect(score(rig)).rejects.toMatchObject(refused)
    expect(rig.wing.changes.unavailableReason()).toMatchObject(refused)
    expect(rig.wing.unavailableReason!('tenders_search')).toMatchObject(refused)
    expect(rig.wing.unavailableReason!('tenders_fit_score')).toMatchObject(refused)
    expect(rig.wing.health().upstreams.tender_index).toMatchObject({
      status: 'waiting',
      whole: true,
    })
    expect(rig.wing.unavailableReason!('tender_brief')).toBeNull()
    expect(rig.wing.unavailableReason!('tender_buyer')).toBeNull()
    const { result, verdict, confidence } = await rig.ask('tender_brief', {
      params: { ocid: OPEN },
    })
    expect([result.ocid, confidence, codes(verdict.flags)]).toEqual([OPEN, 'high', []])
  })

  test('sells as soon as one portal reaches back, and names the first day of each until all do', async () => {
    rig = await createRig({ look: false })
    rig.portals.breakDown('contracts-finder', true)
    await rig.wing.look()
    const partial = {
      code: 'INDEX_PARTIAL',
      detail:
        'not all of the last 12 days is held: Find a Tender is held since 2026-11-06, Contracts Finder is not held yet',
    }
    expect(rig.wing.health().upstreams.tender_index).toMatchObject({ status: 'ok', whole: false })
    const found = await search(rig)
    expect(found.verdict.flags).toContainEqual(partial)
    expect((await score(rig)).verdict.flags).toContainEqual(partial)
    const told = await rig.wing.changes.origins({}, rig.clock.nowMs())
    expect(told.degradations).toContainEqual({
      kind: 'partial',
      detail: partial.detail,
      flagged: true,
    })
    // A dossier is whole whatever else is missing.
    expect(
      codes((await rig.ask('tender_brief', { params: { ocid: OPEN } })).verdict.flags),
    ).not.toContain('INDEX_PARTIAL')
    rig.portals.breakDown('contracts-finder', false)
    rig.clock.advance(11 * 60_000)
    await rig.wing.look()
    const whole = await search(rig)
    expect([codes(whole.verdict.flags), whole.confidence]).toEqual([[], 'high'])
  })
})

describe('depth', () => {
  const day = (daysAgo: number) => wallMs(NOW) - daysAgo * DAY
  const stateOf = (covered: readonly CoverageSpan[], silent: readonly CoverageSpan[] = []) => ({
    lastSuccessMs: NOW,
    lastAttemptMs: NOW,
    failure: null,
    detail: toStoredProgress({
      covered,
      reduced: [],
      recheckedOn: null,
      numbering: null,
      unanswered: silent.map((span) => ({ span, lists: ['all'], all: true })),
    }),
  })
  const depth = (first: ReturnType<typeof stateOf>, second = stateOf([[day(90), day(0)]])) =>
    createDepth(
      [
        { portal: FIND_A_TENDER, state: first },
        { portal: CONTRACTS_FINDER, state: second },
      ],
      { minDepthDays: 30, backfillDays: 90 },
    )

  test('one portal at the depth is enough to sell, to the millisecond', () => {
    const nothing = stateOf([])
    const short = stateOf([[day(30) + 1, day(0)]])
    expect(depth(short, nothing).refusal(NOW)?.detail).toContain('reaches back 29 of 30 days')
    expect(depth(short, nothing).refusal(NOW + 1)).toBeNull()
    expect(depth(nothing, nothing).refusal(NOW)?.detail).toContain('reaches back 0 of 30 days')
  })

  test('confidence is medium at most until every portal holds all of the backfill', () => {
    expect(depth(stateOf([[day(90), day(0)]])).degradation(NOW)).toBeNull()
    expect(depth(stateOf([[day(89), day(0)]])).degradation(NOW)).toMatchObject({
      kind: 'partial',
      flagged: true,
    })
  })

  test('what a portal did not answer at all is not held', () => {
    const inside = depth(stateOf([[day(90), day(0)]], [[day(50), day(40)]]))
    expect(inside.degradation(NOW)?.detail).toContain(
      'Find a Tender is held since 2026-08-20 without 2026-09-29 to 2026-10-09',
    )
    const oldest = depth(stateOf([[day(90), day(0)]], [[day(90), day(20)]]), stateOf([]))
    expect(oldest.refusal(NOW)?.detail).toContain('20 of 30 days')
  })
})
