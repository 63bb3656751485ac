import { asObject, asText } from '../model/json.ts'
import { checkNumbering } from '../model/numbering.ts'
import { ACT, PLAN, PLANS } from './act.ts'
import { FORMER } from './former.ts'
import type { Portal } from './portal.ts'

const PAGE_SIZE = 100

/**
 * Wall time of London in milliseconds as if it were UTC, as the portal reads it: 19 characters, no
 * zone.
 */
function wallText(wallMs: number): string {
  return new Date(wallMs).toISOString().slice(0, 19)
}

/** The central digital platform: every notice above the thresholds, updates as deltas. */
export const FIND_A_TENDER = {
  id: 'find-a-tender',
  name: 'Find a Tender',
  ocidPrefix: 'ocds-h6vhtk-',
  operator: 'cabinet-office',
  urlVariable: 'FIND_A_TENDER_URL',
  url: 'https://www.find-tender.service.gov.uk',
  listing: {
    by: 'window',
    attempts: 4,
    // `stages` is not used: it hides Procurement Act notices. Cursors neither: they lose rows.
    path: ([from, to]) =>
      `/api/1.0/ocdsReleasePackages?limit=${PAGE_SIZE}&updatedFrom=${wallText(from)}&updatedTo=${wallText(to)}`,
    fullAt: PAGE_SIZE,
    shortestMs: 2000,
  },
  throttleStatuses: [],
  identify(release) {
    const id = asText(release.id)
    return id === null ? null : { releaseId: id, noticeId: id }
  },
  // All of 1,626 releases have a legal basis (2026-08). One without is read as the Act's.
  layoutOf({ tender }, types) {
    const scheme = asObject(asObject(tender)?.legalBasis)?.scheme
    if (scheme === 'CELEX') return FORMER
    return types.some((type) => PLANS.has(type)) ? PLAN : ACT
  },
  noticePage: (noticeId) =>
    `https://www.find-tender.service.gov.uk/Notice/${encodeURIComponent(noticeId)}`,
  quirks: {
    amountTax: 'excluded',
    closingTags: [],
    listsWhole: false,
    bidsOnNoticePage: false,
    ownHosts: ['find-tender.service.gov.uk'],
    zuluIsLondon: false,
  },
  credit:
    'Find a Tender notices are based on TED XML schema, (c) European Union, https://ted.europa.eu, 1998-2020.',
  rank: 0,
  numbering: checkNumbering,
} as const satisfies Portal
