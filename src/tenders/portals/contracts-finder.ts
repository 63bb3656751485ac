import { londonWallTimeMs } from '../../platform/london.ts'
import {
  codes,
  day,
  firstDay,
  flag,
  instant,
  latest,
  listAt,
  money,
  number,
} from '../model/fields.ts'
import { asText } from '../model/json.ts'
import { COMMON, documents, type Layout, labels } from './layout.ts'
import type { Portal } from './portal.ts'

const CPV = ['tender.classification', 'tender.additionalClassifications[]'] as const

/** It has neither lots nor contracts nor a field for the address to bid at. */
const LAYOUT: Layout = {
  facts: {
    ...COMMON,
    minValue: money('tender.minValue'),
    cpv: codes(...CPV),
    cpvLabels: labels(...CPV),
    awardStart: firstDay('awards[].contractPeriod.startDate'),
    awardEnd: latest('awards[].contractPeriod.endDate'),
    documents: documents('tender.documents[]', 'planning.documents[]'),
    contractStart: day('tender.contractPeriod.startDate'),
    contractEnd: day('tender.contractPeriod.endDate'),
    durationDays: number('tender.contractPeriod.durationInDays'),
    sme: flag('tender.suitability.sme'),
    publishedMs: instant('tender.datePublished'),
  },
  award: {
    value: money('award.value'),
    decided: day('award.date'),
    publishedMs: instant('award.datePublished'),
    starts: day('award.contractPeriod.startDate'),
    ends: latest('award.contractPeriod.endDate'),
  },
  bids: listAt(),
}

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
    attempts: 4,
    path: ([from, to]) =>
      `/Published/Notices/OCDS/Search?limit=${PAGE_SIZE}&publishedFrom=${instantText(from)}&publishedTo=${instantText(to)}`,
    fullAt: PAGE_SIZE,
    shortestMs: 2000,
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
  layoutOf: () => LAYOUT,
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
