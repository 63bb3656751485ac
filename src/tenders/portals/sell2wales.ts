import { FORMER } from './former.ts'
import type { Portal } from './portal.ts'
import { identifyByNotice, monthText, PROACTIS_QUIRKS } from './proactis.ts'

const ENGLISH = 2057

/** Welsh buyers, below the thresholds too. */
export const SELL2WALES = {
  id: 'sell2wales',
  name: 'Sell2Wales',
  ocidPrefix: 'ocds-kuma6s-',
  urlVariable: 'SELL2WALES_URL',
  url: 'https://api.sell2wales.gov.wales',
  listing: {
    by: 'month',
    attempts: 2,
    // As in Scotland; the site's own are 51 to 56, the last three of them subcontracts.
    types: [1, 2, 3, 4, 5, 6, 51, 52, 53, 54, 55, 56],
    // Others saw the locale itself answered 500; English is the default without it (reported in
    // 2026).
    paths: (month, type) => {
      const path = `/v1/Notices?dateFrom=${monthText(month)}&noticeType=${type}&outputType=0`
      return [`${path}&locale=${ENGLISH}`, path]
    },
  },
  throttleStatuses: [],
  identify: identifyByNotice,
  layoutOf: () => FORMER,
  noticePage: (noticeId) =>
    `https://www.sell2wales.gov.wales/search/show/search_view.aspx?ID=${encodeURIComponent(noticeId)}`,
  quirks: {
    ...PROACTIS_QUIRKS,
    ownHosts: ['www.sell2wales.gov.wales', 'api.sell2wales.gov.wales', 'www.sell2wales.gov.uk'],
  },
  rank: 1,
  credit: null,
} as const satisfies Portal
