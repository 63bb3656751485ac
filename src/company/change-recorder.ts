/**
 * Every copy of a profile or an officer list that this service makes is compared with the one
 * before it: what differs is recorded.
 */

import type { Log } from '../observe/log.ts'
import type { Clock } from '../platform/clock.ts'
import { londonDate } from '../platform/london.ts'
import { createLruMap } from '../platform/lru-map.ts'
import type { NewChange } from '../store/changes.ts'
import type { SeenCompanies } from '../store/company-seen.ts'
import type { OfficerFacts, ProfileFacts } from './model/facts.ts'
import {
  companyChanges,
  type TrackedOfficers,
  type TrackedProfile,
  toTrackedOfficers,
  toTrackedProfile,
} from './model/tracked-fields.ts'
import { PUBLIC_SITE } from './source-status.ts'

export interface SeenParts {
  profile: { value: ProfileFacts; fetchedMs: number }
  /** `null` if not requested or not available. */
  officers: { value: readonly OfficerFacts[]; fetchedMs: number } | null
}

/** Never rejects: an answer does not depend on it, and the next look finds what was missed. */
export type ChangeRecorder = (parts: SeenParts) => Promise<void>

export const SEEN_PARTS = ['profile', 'officers'] as const

export function createChangeRecorder({
  seenCompanies,
  clock,
  log,
}: {
  seenCompanies: SeenCompanies
  clock: Clock
  log: Log
}): ChangeRecorder {
  /** Copies that were looked at: most requests are answered from one of those. */
  const known = createLruMap<number>(20_000)

  async function record(
    part: (typeof SEEN_PARTS)[number],
    number: string,
    seenMs: number,
    look: () => TrackedProfile | TrackedOfficers,
  ): Promise<void> {
    const key = `${part} ${number}`
    if ((known.get(key) ?? 0) >= seenMs) return
    const seen = look()
    const changes = (before: string, after: string) =>
      buildRows(number, JSON.parse(before) as typeof seen, JSON.parse(after) as typeof seen)
    await seenCompanies.see(
      { number, part, seenMs, state: JSON.stringify(seen) },
      clock.nowMs(),
      changes,
    )
    known.set(key, seenMs)
  }

  return async ({ profile: { value: profile, fetchedMs }, officers }) => {
    const { number } = profile
    try {
      await record('profile', number, fetchedMs, () => toTrackedProfile(profile))
      if (officers)
        await record('officers', number, officers.fetchedMs, () =>
          toTrackedOfficers(profile, officers.value, londonDate(officers.fetchedMs)),
        )
    } catch (error) {
      log.warn(
        { err: error },
        'what was seen of a company could not be compared with what was before',
      )
    }
  }
}

function buildRows(
  number: string,
  before: TrackedProfile | TrackedOfficers,
  after: TrackedProfile | TrackedOfficers,
): NewChange[] {
  return companyChanges(before, after).map(({ kind, fields }) => {
    const detail = {
      title: after.name ?? number,
      party: null,
      url: `${PUBLIC_SITE}/company/${number}`,
      fields,
    }
    return { kind, id: number, detail: JSON.stringify(detail), before: null, after: null }
  })
}
