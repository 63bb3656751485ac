import { FORMER } from './former.ts'
import type { Portal } from './portal.ts'
import { identifyByNotice, monthText, PROACTIS_QUIRKS } from './proactis.ts'

/** Scottish buyers, below the thresholds too. */
export const PUBLIC_CONTRACTS_SCOTLAND = {
  id: 'public-contracts-scotland',
  name: 'Public Contracts Scotland',
  ocidPrefix: 'ocds-r6ebe6-',
  urlVariable: 'PUBLIC_CONTRACTS_SCOTLAND_URL',
  url: 'https://api.publiccontractsscotland.gov.uk',
  listing: {
    by: 'month',
    attempts: 2,
    // Forms of the regulations of 2015 (prior information, contract, award; then the same for
    // utilities), and the site's own four.
    types: [1, 2, 3, 4, 5, 6, 101, 102, 103, 104],
    paths: (month, type) => [
      `/v1/Notices?dateFrom=${monthText(month)}&noticeType=${type}&outputType=0`,
    ],
  },
  throttleStatuses: [],
  identify: identifyByNotice,
  layoutOf: () => FORMER,
  noticePage: (noticeId) =>
    `https://www.publiccontractsscotland.gov.uk/search/show/search_view.aspx?ID=${encodeURIComponent(noticeId)}`,
  quirks: {
    ...PROACTIS_QUIRKS,
    ownHosts: ['www.publiccontractsscotland.gov.uk', 'api.publiccontractsscotland.gov.uk'],
  },
  rank: 1,
  credit: null,
} as const satisfies Portal
