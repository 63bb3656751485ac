/** The shapes of tender answers and how notices are put into them. */
import { z } from 'zod'
import { flagSchema, instantOrNull, textOrNull } from '../../../contract/input.ts'
import { instant } from '../../../platform/clock.ts'
import { type CivilDate, daysBetween } from '../../../platform/london.ts'
import { stageFilter } from '../../index/filter.ts'
import { deadlineDate } from '../../model/dates.ts'
import { taxOf } from '../../model/money.ts'
import { isLive, type Notice, type NoticeValue } from '../../model/notice.ts'
import { regionText } from '../../model/regions.ts'
import { briefSummary } from '../../model/summary.ts'
import { CONTRACTS_FINDER } from '../../portals/contracts-finder.ts'
import { FIND_A_TENDER } from '../../portals/find-a-tender.ts'
import { getPortal } from '../../portals/index.ts'
import type { Portal } from '../../portals/portal.ts'

/** Returns the attribution of answers from these portals. */
export function buildAttribution(portals: readonly Portal[]): string {
  const names = portals.map(({ name }) => name)
  const all =
    names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join()
  const licence =
    'the Open Government Licence v3.0 (https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/)'
  const credits = portals.map(({ credit }) => credit).filter((credit) => credit !== null)
  return [
    `Contains public sector information licensed under ${licence}, from ${all}.`,
    ...credits,
  ].join(' ')
}

/** Attribution of the specification's portals. Answers from other portals carry their own. */
export const TENDERS_ATTRIBUTION = buildAttribution([FIND_A_TENDER, CONTRACTS_FINDER])

export const daysRemaining = z
  .int()
  .min(0)
  .nullable()
  .describe(
    'Calendar days in London until then, 0 is today; null without a deadline or once closed',
  )

export const taxSchema = z
  .enum(['excluded', 'included'])
  .nullable()
  .describe('Whether VAT is in it; null where the portal does not say')

export const valueSchema = z
  .strictObject({
    amount: z
      .int()
      .nullable()
      .describe('Stated value, whole currency units; null where only bounds are stated'),
    currency: z.string().describe('ISO 4217'),
    min: z.int().nullable().describe('Lower bound, in the same units; null where not stated'),
    max: z.int().nullable().describe('Upper bound, in the same units; null where not stated'),
    basis: z
      .enum(['tender', 'lots', 'minimum', 'ceiling'])
      .describe(
        'What states it: the tender, its lots summed, or a minimum alone; ceiling: the most that all call-offs of a framework or dynamic market may come to',
      ),
    tax: taxSchema,
  })
  .nullable()
  .meta({
    description: 'Estimated contract value as the notice states it; null where it states none',
  })

export const briefShape = {
  ocid: z.string().describe('Contracting-process id: what the other tender operations ask for'),
  title: z.string().describe("The notice's own"),
  buyer: z.string().describe('Name of the buying organisation'),
  value: valueSchema,
  stage: stageFilter.describe('tender: an open competition; planning: early engagement'),
  published: z.iso.datetime().describe('When the portal first published it, UTC'),
  deadline: instantOrNull.describe('When tenders are due, UTC; null where none is stated'),
  days_remaining: daysRemaining,
  region: textOrNull.describe(
    'Place of delivery: a slug, several joined by commas, england or uk; null where none is stated',
  ),
  cpv: z.array(z.string()).nullable().describe('CPV codes of 8 digits; null where none are stated'),
  summary: z.string().describe("One paragraph made by rule from the notice's own words"),
}

export const noticeSourceSchema = z
  .strictObject({
    name: z.string().describe('Portal that published the notice'),
    notice_url: z.string().describe('The notice on that portal'),
  })
  .describe('Where the notice is')

export const briefSchema = z.strictObject({ ...briefShape, source: noticeSourceSchema })

export const fitFlagsSchema = z.array(flagSchema)

export interface Moment {
  nowMs: number
  today: CivilDate
}

/** The fields that the brief and the dossier share, in the contract's order. */
export function briefFields(notice: Notice, { nowMs, today }: Moment, summary: string) {
  const { deadlineMs } = notice
  return {
    ocid: notice.ocid,
    title: notice.title,
    buyer: notice.buyer,
    value: showValue(notice, notice.value),
    stage: notice.stage,
    published: instant(notice.publishedMs),
    deadline: deadlineMs === null ? null : instant(deadlineMs),
    days_remaining:
      deadlineMs === null || notice.correctionUnread || !isLive(notice, nowMs)
        ? null
        : daysBetween(today, deadlineDate(deadlineMs)),
    region: regionText(notice.regions),
    cpv: notice.cpv,
    summary,
  }
}

/** A value of a notice, or of one of its lots, as answers show it. */
export function showValue({ portal, framework }: Notice, value: NoticeValue | null) {
  if (value === null) return null
  const { amount, currency, min, max, basis } = value
  return {
    amount,
    currency,
    min,
    max,
    basis: framework && basis !== 'minimum' ? ('ceiling' as const) : basis,
    tax: taxOf(value, getPortal(portal).quirks.amountTax),
  }
}

/** Flag about tenders of an answer whose corrected deadline could not be read. */
export function unreadFlag(notices: Iterable<Notice>): { code: string; detail: string }[] {
  const unread = [...notices].filter(({ correctionUnread }) => correctionUnread)
  if (unread.length === 0) return []
  const detail = `a correction of the deadline could not be read, see the notice: ${unread.map(({ ocid }) => ocid).join(', ')}`
  return [{ code: 'CORRECTION_UNREAD', detail }]
}

export function noticeBrief(notice: Notice, moment: Moment) {
  return {
    ...briefFields(notice, moment, briefSummary(notice)),
    source: { name: getPortal(notice.portal).name, notice_url: notice.noticeUrl },
  }
}
