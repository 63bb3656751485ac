/** Serves the index to operations, with the sources of each answer. */

import { findDegradation, refusal } from '../background/source.ts'
import type { Source } from '../contract/envelope.ts'
import { type Clock, instant } from '../platform/clock.ts'
import { ServiceError } from '../platform/errors.ts'
import type { Depth } from './depth.ts'
import type { LiveIndex } from './index/live-index.ts'
import type { TenderIndex } from './index/tender-index.ts'
import type { ServingIndex } from './operations/shared/deps.ts'
import { buildAttribution } from './operations/shared/shapes.ts'
import type { PortalStates } from './portal-status.ts'
import { type ConfiguredPortal, getPortal } from './portals/index.ts'
import type { Portal } from './portals/portal.ts'
import { buildSource } from './source.ts'

export interface ServingParts {
  portals: readonly ConfiguredPortal[]
  tenderIndex: TenderIndex
  states: PortalStates
  /** Depth of the index that is served. */
  depth(): Depth
  clock: Clock
}

const ASK_AGAIN_SECONDS = 5

function createFillingError(): ServiceError {
  return new ServiceError(
    'UPSTREAM_UNAVAILABLE',
    'the tender index is being filled from the store',
    {
      hint: 'Nothing was charged. Ask again in a few seconds.',
      retryAfterSeconds: ASK_AGAIN_SECONDS,
    },
  )
}

export function createServing({
  portals,
  tenderIndex,
  states,
  depth,
  clock,
}: ServingParts): ServingIndex {
  const configured = portals.map(({ portal }) => portal)
  const attribution = buildAttribution(configured)
  const wrongWith = (portal: Portal, nowMs: number) =>
    findDegradation(buildSource(portal), states.of(portal), nowMs) ?? []

  function answerSource(portal: Portal, url: string): Source {
    const { lastSuccessMs } = states.of(portal)
    return {
      name: portal.name,
      fetched: lastSuccessMs === null ? null : instant(lastSuccessMs),
      url,
    }
  }

  function live(): LiveIndex {
    const current = tenderIndex.current()
    const successes = configured
      .map((portal) => states.of(portal).lastSuccessMs)
      .filter((successMs) => successMs !== null)
    // The newest portal counts, the others' notices are marked. An index of imported awards alone
    // has nothing to search.
    const newestMs = successes.length === 0 ? null : Math.max(...successes)
    const refused = refusal(buildSource(configured[0]!), newestMs, clock.nowMs())
    if (refused) throw refused
    if (current === null) throw createFillingError()
    return current
  }

  return {
    live,
    find: tenderIndex.find,
    notices: tenderIndex.notices,
    searchable() {
      const found = live()
      const refused = depth().refusal(clock.nowMs())
      if (refused) throw refused
      return found
    },
    coverageText: () => depth().coverageText(),
    origins: (nowMs) => ({
      sources: portals.map(({ portal, url }) => answerSource(portal, url)),
      degradations: [
        ...configured.flatMap((portal) => wrongWith(portal, nowMs)),
        ...[depth().degradation(nowMs) ?? []].flat(),
      ],
      attribution,
    }),
    findOrigins(notice, nowMs) {
      const portal = getPortal(notice.portal)
      return {
        sources: [answerSource(portal, notice.noticeUrl)],
        degradations: [wrongWith(portal, nowMs)].flat(),
        attribution,
      }
    },
  }
}
