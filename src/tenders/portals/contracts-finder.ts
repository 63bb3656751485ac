import { londonWallTimeMs } from '../../platform/london.ts'
import { asText } from '../model/json.ts'
import type { Portal } from './portal.ts'

const PAGE_SIZE = 100

/** The portal reads instants. */
function instantText(wallMs: number): string {
  const wall = new Date(wallMs).toISOString().slice(0, 19)
  return `${new Date(londonWallTimeMs(wall)).toISOString().slice(0, 19)}Z`
}

/** Notices below the thresholds, and processes that started under the regulations of 2015. */
export const CONTRACTS_FINDER = {
  id: 'contracts-finder',
  name: 'Contracts Finder',
  ocidPrefix: 'ocds-b5fd17-',
  operator: 'cabinet-office',
  urlVariable: 'CONTRACTS_FINDER_URL',
  url: 'https://www.contractsfinder.service.gov.uk',
  listing: {
    by: 'window',
    path: ([from, to]) =>
      `/Published/Notices/OCDS/Search?limit=${PAGE_SIZE}&publishedFrom=${instantText(from)}&publishedTo=${instantText(to)}`,
    fullAt: PAGE_SIZE,
  },
  // "Too many requests" is an HTML page with status 403 in the guide, and 429 in practice.
  throttleStatuses: [403],
  // The release id is the notice's GUID and a version; the ocid holds another GUID.
  identify(release) {
    const id = asText(release.id)
    return id === null
      ? null
      : {
          releaseId: id,
          noticeId: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(id)?.[0] ?? id,
        }
  },
  noticePage: (noticeId) =>
    `https://www.contractsfinder.service.gov.uk/Notice/${encodeURIComponent(noticeId)}`,
  quirks: {
    amountTax: null,
    // The portal's guide: tenderUpdate marks an opportunity that was closed.
    closingTags: ['tenderUpdate'],
    listsWhole: true,
    bidsOnNoticePage: true,
    ownHosts: ['contractsfinder.service.gov.uk'],
    zuluIsLondon: false,
  },
  credit: null,
  rank: 2,
} as const satisfies Portal
