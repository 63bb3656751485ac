/** How each portal answers, one entry a portal: where it is mounted and what it makes of a question. */
import type { ServerResponse } from 'node:http'
import { CONTRACTS_FINDER } from '../../src/tenders/portals/contracts-finder.ts'
import { FIND_A_TENDER } from '../../src/tenders/portals/find-a-tender.ts'
import type { Portal } from '../../src/tenders/portals/portal.ts'
import type { PublishedRelease } from './releases.ts'
import { answerWindow } from './windows.ts'

export interface PortalDialect {
  portal: Portal
  /** Before the paths of the portal, so that one server can be several hosts. */
  mount: string
  path: string
  answer(url: URL, published: readonly PublishedRelease[], response: ServerResponse): void
}

export const PORTAL_DIALECTS: readonly PortalDialect[] = [
  {
    portal: FIND_A_TENDER,
    mount: '',
    path: '/api/1.0/ocdsReleasePackages',
    // Reads London wall time without zone.
    answer: answerWindow({
      names: ['updatedFrom', 'updatedTo'],
      bound: (text) => Temporal.PlainDateTime.from(text.replace(/Z$/, '')).toZonedDateTime('Europe/London').epochMilliseconds,
      latin: false,
    }),
  },
  {
    portal: CONTRACTS_FINDER,
    mount: '',
    path: '/Published/Notices/OCDS/Search',
    // Reads instants; its bytes are not always UTF-8.
    answer: answerWindow({ names: ['publishedFrom', 'publishedTo'], bound: Date.parse, latin: true }),
  },
]
