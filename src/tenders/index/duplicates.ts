/**
 * The same opportunity under several ocids: on several portals, or published twice on one. Find a
 * Tender links some of its releases to Public Contracts Scotland; all others are recognised by
 * their words. Notices are linked, never deleted; lists show one of them.
 */

import { normaliseName } from '../model/buyer.ts'
import type { Notice } from '../model/notice.ts'
import { getPortal } from '../portals/index.ts'

export type Linkable = Pick<
  Notice,
  | 'key'
  | 'ocid'
  | 'portal'
  | 'title'
  | 'reference'
  | 'stage'
  | 'deadlineMs'
  | 'publishedMs'
  | 'canonical'
>

/** Words that two portals' titles of one tender may differ in. */
const TITLE_NOISE =
  /\b(provision|supply|delivery|services?|contracts?|tender|framework|agreement|procurement|of|for|and|the|to|a)\b/g

/**
 * Key of the notice to show, by key of each notice that stands behind it. The notices are of one
 * buyer, stage and day: only these can be the same opportunity.
 */
export function linkDuplicates(meeting: readonly Linkable[]): Map<string, string> {
  const primaryOf = new Map<string, string>()
  const seen = new Map<string, Linkable>()
  for (const notice of meeting.toSorted(preferOne)) {
    const keys = linkKeys(notice)
    const primary = keys
      .map((key) => seen.get(key))
      .find((other) => other !== undefined && other.key !== notice.key)
    if (primary) primaryOf.set(notice.key, primary.key)
    for (const key of keys) if (!seen.has(key)) seen.set(key, primary ?? notice)
  }
  return primaryOf
}

/** Returns the id of the process that represents all processes that link to it. */
export const opportunityOf = ({ canonical, ocid }: Linkable) => canonical ?? ocid.toLowerCase()

/** The same for notices of one `opportunityOf`, whatever their names and days. */
export function linkStated(notices: readonly Linkable[]): Map<string, string> {
  const linked = notices.filter(({ canonical }) => canonical !== undefined)
  const targets = notices.filter(({ canonical }) => canonical === undefined)
  // An ocid that several buyers share names no opportunity.
  const [primary, ...others] = [...linked, ...(targets.length === 1 ? targets : [])].sort(preferOne)
  return new Map(
    linked.length === 0 || primary === undefined ? [] : others.map(({ key }) => [key, primary.key]),
  )
}

/**
 * The portal of the lowest rank first; on one portal the one published last, which corrects the
 * others.
 */
function preferOne(a: Linkable, b: Linkable): number {
  return (
    getPortal(a.portal).rank - getPortal(b.portal).rank ||
    b.publishedMs - a.publishedMs ||
    (a.key < b.key ? -1 : 1)
  )
}

/** Equal key, same opportunity: the buyer's reference, or its title. */
function linkKeys(notice: Linkable): string[] {
  const title = titleKey(notice.title)
  const keys: string[] = []
  const reference = notice.reference?.toLowerCase()
  // A bare number, a short text or the ocid itself is no reference; neither is one without a date
  // or title to agree with.
  if (
    reference &&
    reference.length >= 5 &&
    !/^\d+$/.test(reference) &&
    !reference.startsWith('ocds-') &&
    !/^round\b/.test(reference)
  ) {
    keys.push(`reference|${reference}|${notice.deadlineMs === null ? title : ''}`)
  }
  if (title.length >= 8 && (notice.deadlineMs !== null || notice.stage === 'planning'))
    keys.push(`title|${title}`)
  return keys
}

function titleKey(title: string): string {
  return normaliseName(title).replace(TITLE_NOISE, ' ').replace(/\s+/g, ' ').trim()
}
