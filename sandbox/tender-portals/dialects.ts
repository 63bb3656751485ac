/**
 * How each portal answers, one entry a portal: where it is mounted and what it makes of a question.
 */
import type { ServerResponse } from 'node:http'
import { CONTRACTS_FINDER } from '../../src/tenders/portals/contracts-finder.ts'
import { FIND_A_TENDER } from '../../src/tenders/portals/find-a-tender.ts'
import type { Portal } from '../../src/tenders/portals/portal.ts'
import { PUBLIC_CONTRACTS_SCOTLAND } from '../../src/tenders/portals/public-contracts-scotland.ts'
import { SELL2WALES } from '../../src/tenders/portals/sell2wales.ts'
import { answerMonth } from './by-month.ts'
import type { PublishedRelease } from './releases.ts'
import { answerWindow } from './windows.ts'

export interface PortalDialect {
  portal: Portal
  /** Before the paths of the portal, so that one server can be several hosts. */
  mount: string
  path: string
  /** `unwell`: lists that are answered 500, as `sell2wales 11-2026` or `sell2wales 11-2026 2`. */
  answer(
    url: URL,
    published: readonly PublishedRelease[],
    response: ServerResponse,
    unwell: ReadonlySet<string>,
  ): void
}

export const PORTAL_DIALECTS: readonly PortalDialect[] = [
  {
    portal: FIND_A_TENDER,
    mount: '',
    path: '/api/1.0/ocdsReleasePackages',
    // Reads London wall time without zone.
    answer: answerWindow({
      names: ['updatedFrom', 'updatedTo'],
      bound: (text) =>
        Temporal.PlainDateTime.from(text.replace(/Z$/, '')).toZonedDateTime('Europe/London')
          .epochMilliseconds,
      latin: false,
    }),
  },
  {
    portal: CONTRACTS_FINDER,
    mount: '',
    path: '/Published/Notices/OCDS/Search',
    // Reads instants; its bytes are not always UTF-8.
    answer: answerWindow({
      names: ['publishedFrom', 'publishedTo'],
      bound: Date.parse,
      latin: true,
    }),
  },
  {
    portal: PUBLIC_CONTRACTS_SCOTLAND,
    mount: '/public-contracts-scotland',
    path: '/v1/Notices',
    answer: answerMonth(PUBLIC_CONTRACTS_SCOTLAND, null),
  },
  {
    portal: SELL2WALES,
    mount: '/sell2wales',
    path: '/v1/Notices',
    answer: answerMonth(SELL2WALES, '2057'),
  },
]
