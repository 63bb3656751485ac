/**
 * The grant index as one answer reads it: a generation, its source, and what is not as it should
 * be.
 */

import {
  buildDegradation,
  type Degradation,
  findDegradation,
  type Progress,
  refusal,
} from '../background/source.ts'
import type { Source } from '../contract/envelope.ts'
import { instant } from '../platform/clock.ts'
import { ServiceError } from '../platform/errors.ts'
import type { Assembly } from './assemble.ts'
import type { GrantGeneration, IndexedGrant } from './index/generation.ts'
import { FIND_A_GRANT } from './source.ts'
import type { Unread } from './unread.ts'

export interface Snapshot {
  generation: GrantGeneration
  sources: readonly Source[]
  /** Problems of the whole listing. */
  degradations: readonly Degradation[]
  /** Also of the advert that the answer is about. */
  about(grant: IndexedGrant): readonly Degradation[]
  /** Also of the adverts that a search gives, and of those that it could not look at. */
  among(grants: readonly IndexedGrant[]): readonly Degradation[]
  /**
   * Throws if an unknown id may be a grant that could not be read. @throws ServiceError
   * UPSTREAM_UNAVAILABLE
   */
  mustNotBeUnread(id: string): void
}

/** @throws ServiceError UPSTREAM_UNAVAILABLE when there is nothing fit to be served */
export function createSnapshot(
  assembly: Assembly | null,
  progress: Progress,
  listUrl: string,
  nowMs: number,
): Snapshot {
  const { name, windowMs, askAgainSeconds } = FIND_A_GRANT
  const refused = refusal(FIND_A_GRANT, assembly === null ? null : progress.lastSuccessMs, nowMs)
  if (refused) throw refused
  const { generation, unread } = assembly!
  const whole = findDegradation(FIND_A_GRANT, progress, nowMs)
  const degradations = whole ? [whole] : []

  // Within its window the copy of an advert is as good as fresh, like that of a source.
  const listOutdated = (grant: IndexedGrant) => {
    const trouble = unread.get(grant.facts.id)
    return trouble && (trouble.copyMs === null || nowMs - trouble.copyMs > windowMs)
      ? [trouble]
      : []
  }
  const absent = [...unread.values()].filter(({ isStored }) => !isStored)
  const buildUnreadDegradation = (troubles: readonly Unread[]) => {
    const known = troubles.map(({ copyMs }) => copyMs).filter((copyMs) => copyMs !== null)
    const { slug, reason } = troubles[0]!
    const who =
      troubles.length === 1
        ? `the advert ${slug ?? 'without an id'}`
        : `${troubles.length} adverts, ${slug ?? 'one without an id'} among them,`
    return buildDegradation(name, {
      kind: 'failed',
      reason: `${who} could not be read (${reason})`,
      copyMs: known.length > 0 ? Math.min(...known) : null,
    })
  }

  return {
    generation,
    sources: [{ name, fetched: instant(generation.fetchedMs), url: listUrl }],
    degradations,
    about(grant) {
      const troubles = listOutdated(grant)
      return troubles.length === 0
        ? degradations
        : [...degradations, buildUnreadDegradation(troubles)]
    },
    among(grants) {
      const troubles = grants.flatMap(listOutdated)
      return [
        ...degradations,
        ...(troubles.length > 0 ? [buildUnreadDegradation(troubles)] : []),
        ...(absent.length > 0 ? [buildUnreadDegradation(absent)] : []),
      ]
    },
    mustNotBeUnread(id) {
      const trouble = unread.get(id)
      if (!trouble) return
      throw new ServiceError(
        'UPSTREAM_UNAVAILABLE',
        `The advert of grant "${id}" is on the listing but could not be read: ${trouble.reason}.`,
        {
          hint: 'Nothing was charged. The service requests it again within the hour; GET /v1/health names it.',
          retryAfterSeconds: askAgainSeconds,
        },
      )
    },
  }
}
