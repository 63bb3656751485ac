/**
 * The same opportunity under several ocids: on several portals, or published twice on one. Find a
 * Tender links some of its releases to Public Contracts Scotland; all others are recognised by
 * their words. Notices are linked, never deleted; lists show one of them.
 */

import { normaliseName } from '../model/buyer.ts'
import { deadlineDate } from '../model/dates.ts'
import type { Stage } from '../model/merge.ts'
import type { Notice } from '../model/notice.ts'
import { getPortal } from '../portals/index.ts'

export type Linkable = Pick<
  Notice,
  | 'key'
  | 'ocid'
  | 'portal'
  | 'title'
  | 'buyer'
  | 'reference'
  | 'stage'
  | 'deadlineMs'
  | 'publishedMs'
  | 'canonical'
>

/** Words that two portals' titles of one tender may differ in. */
const TITLE_NOISE =
  /\b(provision|supply|delivery|services?|contracts?|tender|framework|agreement|procurement|of|for|and|the|to|a)\b/g

/** Key of the notice to show, by key of each notice that stands behind it. */
export function linkDuplicates(notices: readonly Linkable[]): Map<string, string> {
  const primaryOf = new Map<string, string>()
  for (const { buyer, meeting } of meetings(notices)) {
    const seen = new Map<string, Linkable>()
    for (const notice of meeting.sort(preferOne)) {
      const keys = linkKeys(notice, buyer)
      const primary = keys
        .map((key) => seen.get(key))
        .find((other) => other !== undefined && other.key !== notice.key)
      if (primary) primaryOf.set(notice.key, primary.key)
      for (const key of keys) if (!seen.has(key)) seen.set(key, primary ?? notice)
    }
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
 * Notices of one buyer, stage and day, where there are several: only these can be linked, so no
 * other's title is looked at.
 */
function meetings(notices: readonly Linkable[]): { buyer: string; meeting: Linkable[] }[] {
  type Day = string | null
  interface Desk {
    buyer: string
    firsts: Record<Stage, Map<Day, Linkable>>
    several: Record<Stage, Map<Day, Linkable[]>>
  }
  /** Desks by name as written; spellings of one name share a desk. */
  const bySpelling = new Map<string, Desk>()
  const byBuyer = new Map<string, Desk>()
  const found: { buyer: string; meeting: Linkable[] }[] = []
  const openDesk = (name: string): Desk => {
    const buyer = normaliseName(name)
    const maps = <T>() => ({ planning: new Map<Day, T>(), tender: new Map<Day, T>() })
    const desk = byBuyer.get(buyer) ?? {
      buyer,
      firsts: maps<Linkable>(),
      several: maps<Linkable[]>(),
    }
    byBuyer.set(buyer, desk)
    bySpelling.set(name, desk)
    return desk
  }
  for (const notice of notices) {
    const { buyer, firsts, several } = bySpelling.get(notice.buyer) ?? openDesk(notice.buyer)
    const day = dayOf(notice)
    const first = firsts[notice.stage].get(day)
    const meeting = several[notice.stage].get(day)
    if (!first) firsts[notice.stage].set(day, notice)
    else if (meeting) meeting.push(notice)
    else {
      const pair = [first, notice]
      several[notice.stage].set(day, pair)
      found.push({ buyer, meeting: pair })
    }
  }
  return found
}

function dayOf({ deadlineMs }: Linkable): string | null {
  return deadlineMs === null ? null : deadlineDate(deadlineMs)
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

/**
 * Equal key, same opportunity: the buyer's reference, or its title, with the buyer and the day of
 * the deadline.
 */
function linkKeys(notice: Linkable, buyer: string): string[] {
  const day = dayOf(notice)
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
    keys.push(`reference|${notice.stage}|${buyer}|${reference}|${day ?? title}`)
  }
  if (title.length >= 8 && (day !== null || notice.stage === 'planning'))
    keys.push(`title|${notice.stage}|${buyer}|${title}|${day}`)
  return keys
}

function titleKey(title: string): string {
  return normaliseName(title).replace(TITLE_NOISE, ' ').replace(/\s+/g, ' ').trim()
}
