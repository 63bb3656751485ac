/**
 * Common parts of portals by one vendor: lists by month and type, releases without an id, times
 * with a wrong zone.
 */
import { asObjects, asText, type JsonObject } from '../model/json.ts'
import type { Identity, Quirks } from './portal.ts'

/** The notice's own document names it: `APR352786`, `FEB497921`. */
const NOTICE = /Notice$/

/**
 * Identifies a release by its notice. 45 of 45 recorded releases of Public Contracts Scotland have
 * no `id` (2019-04), and the `id` of Sell2Wales does not name the notice (2025-02). The notice's
 * number leads to its page and, with the ocid, distinguishes the releases of a process.
 */
export function identifyByNotice(release: JsonObject): Identity | null {
  const ocid = asText(release.ocid)
  const parts = [
    release.tender,
    release.planning,
    ...asObjects(release.awards),
    ...asObjects(release.contracts),
  ]
  const documents = parts.flatMap((part) => asObjects((part as JsonObject | undefined)?.documents))
  const noticeId = asText(
    documents.find((document) => NOTICE.test(asText(document.documentType) ?? ''))?.id,
  )
  const releaseId = asText(release.id) ?? (ocid && noticeId ? `${ocid}-${noticeId}` : null)
  if (releaseId === null) return null
  return { releaseId, noticeId: noticeId ?? releaseId }
}

export const PROACTIS_QUIRKS: Omit<Quirks, 'ownHosts'> = {
  amountTax: null,
  closingTags: [],
  listsWhole: false,
  bidsOnNoticePage: true,
  // Texts with "12:00 noon" have 12:00:00Z in May 2019 and April 2025, when London is an hour ahead
  // of Z.
  zuluIsLondon: true,
}

/** `2026-11` as the portals read it. */
export function monthText(month: string): string {
  const [year, number] = month.split('-')
  return `${number}-${year}`
}
