/** Reads one release: repair, validation, then the fields by the table of its kind. */

import { either } from '../../platform/patterns.ts'
import { bidLink } from '../model/bid-links.ts'
import { readBuyer } from '../model/buyer.ts'
import { readInstant } from '../model/dates.ts'
import { listAt, readFields } from '../model/fields.ts'
import { asObject, asText, type JsonObject } from '../model/json.ts'
import { type Effect, OCID, type ReadRelease, type Release } from '../model/release.ts'
import { repairText } from '../model/repair-text.ts'
import { NOTICE_TYPES } from './act.ts'
import { readAwards } from './awards.ts'
import type { Portal } from './portal.ts'

const MAX_ID_CHARS = 200

/** One release of a package, or the reason why it cannot be used. */
export function readRelease(portal: Portal, raw: unknown): ReadRelease {
  const source = asObject(repairText(portal.quirks, raw))
  const identity = source && portal.identify(source)
  const refuse = (reason: string): ReadRelease => ({
    ok: false,
    reason,
    releaseId: identity?.releaseId.slice(0, MAX_ID_CHARS) ?? null,
  })
  if (!source) return refuse('a release is not an object')
  if (!identity) return refuse('the release has no id')
  if (identity.releaseId.length > MAX_ID_CHARS) return refuse('the id of the release is too long')
  const ocid = asText(source.ocid)
  if (!ocid || ocid.length > MAX_ID_CHARS || !OCID.test(ocid))
    return refuse('the ocid does not have the form of its publisher')
  const ms = readInstant(source.date)
  if (ms === null) return refuse('the release has no date')
  const tags = Array.isArray(source.tag) ? source.tag.filter((tag) => typeof tag === 'string') : []
  if (tags.length === 0) return refuse('the release has no tag')
  const noticeTypes = listNoticeTypes(source)
  const layout = portal.layoutOf(source, noticeTypes)
  const submissionUrl = findSubmissionUrl(portal, source, layout.bids(source))
  const release = {
    portal: portal.id,
    id: identity.releaseId,
    noticeId: identity.noticeId,
    ocid,
    ms,
    tags,
    noticeTypes,
    buyer: readBuyer(source),
    facts: {
      ...readFields(layout.facts, source),
      ...(submissionUrl === null ? {} : { submissionUrl }),
    },
  }
  const awards = readAwards(release, source, layout.award)
  return { ok: true, release: { ...describe(portal, release), awards } }
}

/** Completes a release that 0.2.0 stored. */
export function completeRelease(portal: Portal, stored: Release): Release {
  return { ...stored, ...describe(portal, stored) }
}

type Undescribed = Pick<
  Release,
  'portal' | 'id' | 'noticeId' | 'ocid' | 'ms' | 'tags' | 'noticeTypes' | 'buyer' | 'facts'
>

/** Adds what follows from the portal. */
function describe(portal: Portal, release: Undescribed): Omit<Release, 'awards'> {
  const { quirks } = portal
  return {
    ...release,
    noticeUrl: portal.noticePage(release.noticeId),
    effect: judgeEffect(release, quirks.closingTags),
    isWhole: quirks.listsWhole,
    bidsOnPage: quirks.bidsOnNoticePage,
    amountTax: quirks.amountTax,
  }
}

/** UK1 to UK17, named on the notice's own document; Procurement Act notices only. */
function listNoticeTypes(source: JsonObject): string[] {
  const types = listAt(
    'tender.documents[].noticeType',
    'planning.documents[].noticeType',
    'awards[].documents[].noticeType',
    'contracts[].documents[].noticeType',
  )(source)
  return [...new Set(types.flatMap((type) => asText(type)?.toUpperCase() ?? []))]
}

/** Returns the address for bids: stated, or among the links of the notice. */
function findSubmissionUrl(
  { quirks }: Portal,
  source: JsonObject,
  stated: readonly unknown[],
): string | null {
  return bidLink({
    stated,
    nearby: listAt('tender.documents[].url', 'planning.documents[].url')(source),
    texts: listAt('tender.description', 'tender.lots[].description', 'description')(source),
    ownHosts: quirks.ownHosts,
  })
}

/**
 * The Provider Selection Regime publishes intended awards as tender notices (2026-05, one of 21 on
 * Find a Tender), and a buyer wrote the winner into a tender notice (Contracts Finder, 2025).
 */
const IS_AWARDED = new RegExp(
  either(
    /\bthis (?:notice )?is (?:an? )?[^.]{0,80}\b(?:intended to award|intention to award) notice\b/,
    /\bthis (?:contract|tender) (?:is|has been) now awarded to\b/,
  ),
  'i',
)

/**
 * The tag of a cancellation counts, then the type of a Procurement Act notice, then the other tags.
 */
function judgeEffect(
  { tags, noticeTypes, facts }: Undescribed,
  closingTags: readonly string[],
): Effect {
  const has = (...names: readonly string[]) => tags.some((tag) => names.includes(tag))
  if (has('tenderCancellation', 'planningCancellation')) return 'cancelled'
  const type = Object.keys(NOTICE_TYPES).find((each) => noticeTypes.includes(each))
  if (type !== undefined) return NOTICE_TYPES[type]!
  if (tags.some((tag) => /^(award|contract|implementation)/.test(tag))) return 'awarded'
  if (has(...closingTags)) return 'closed'
  if (has('tender', 'tenderUpdate', 'tenderAmendment'))
    return IS_AWARDED.test(facts.description ?? '') ? 'awarded' : 'tender'
  return has('planning', 'planningUpdate') ? 'planning' : 'none'
}
