import { z } from 'zod'
import { NO_VERDICT } from '../../contract/envelope.ts'
import { dateOrNull, instantOrNull, noFields, noVerdictSchema, textOrNull } from '../../contract/input.ts'
import { definePaid } from '../../contract/operation.ts'
import { instant } from '../../kernel/clock.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { londonDate, workingDaysBetween } from '../../kernel/london.ts'
import { CALENDARS } from '../model/bank-holidays.ts'
import { calendarOf } from '../model/calendar.ts'
import { isLive, type Notice } from '../model/notice.ts'
import { OCID } from '../model/release.ts'
import { longDate, requirementsDigest } from '../model/summary.ts'
import { portalOf } from '../portals/index.ts'
import type { TendersDeps } from './shared/deps.ts'
import { EXAMPLE_DOSSIER } from './shared/examples.ts'
import { briefFields, briefShape, TENDERS_ATTRIBUTION, valueSchema } from './shared/shapes.ts'

const LICENCE = 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/'

const params = z.strictObject({
  ocid: z
    .string()
    .regex(OCID, 'expected a contracting-process id such as ocds-h6vhtk-0a1b2c')
    .meta({ description: 'Contracting-process id exactly as returned by tender search', example: 'ocds-h6vhtk-0a1b2c' }),
})

const lotSchema = z.strictObject({
  id: z.string(),
  title: textOrNull,
  description: textOrNull,
  value: valueSchema,
  status: textOrNull,
  contract_start: dateOrNull,
  contract_end: dateOrNull,
  sme_suitable: z.boolean().nullable(),
})

const documentSchema = z.strictObject({
  id: z.string(),
  title: textOrNull,
  type: textOrNull,
  format: textOrNull,
  url: z.string(),
  published: instantOrNull,
})

const timelineSchema = z.strictObject({
  published: z.iso.datetime(),
  updated: z.iso.datetime(),
  enquiry_deadline: instantOrNull,
  deadline: instantOrNull,
  days_remaining: z.int().min(0).nullable(),
  working_days_remaining: z.int().min(0).nullable(),
  contract_start: dateOrNull,
  contract_end: dateOrNull,
  calendar: z.enum(CALENDARS),
})

const sourceSchema = z.strictObject({
  name: z.string(),
  notice_url: z.string(),
  notice_id: z.string(),
  release_id: z.string(),
  fetched: instantOrNull,
  licence: z.string(),
  also_published_as: z.array(z.strictObject({ ocid: z.string(), name: z.string(), notice_url: z.string() })),
})

export const tenderBrief = definePaid<TendersDeps>()({
  id: 'tender_brief',
  method: 'GET',
  path: '/v1/tenders/{ocid}/brief',
  family: 'wing-2',
  priceUsdc: '0.10',
  title: 'Dossier on one UK tender',
  notFor: 'finding tenders: tenders_search gives the ocid',
  summary:
    'Full dossier on one UK public-sector tender: value, lots, documents, where to bid, parsed requirements and a timeline with the working days that are left.',
  params,
  query: noFields,
  body: null,
  result: z.strictObject({
    ...briefShape,
    description: textOrNull,
    lots: z.array(lotSchema),
    documents: z.array(documentSchema),
    submission_url: textOrNull,
    timeline: timelineSchema,
    source: sourceSchema,
  }),
  verdict: noVerdictSchema,
  attribution: TENDERS_ATTRIBUTION,
  example: { summary: 'The dossier of a tender found by search', input: { ocid: EXAMPLE_DOSSIER.ocid }, result: EXAMPLE_DOSSIER },
  async answer({ ocid }, { index, holidays }, { nowMs, today }) {
    const generation = index.generation()
    const notice = generation.find(ocid, nowMs)
    if (!notice) {
      throw new ServiceError('SUBJECT_NOT_FOUND', `no tender ${ocid} is in the index`, {
        errors: [{ field: 'ocid', in: 'path', message: 'not a known contracting process' }],
        hint: 'Use an ocid of GET /v1/tenders/search; notices are kept for 24 months after they close.',
      })
    }
    const live = isLive(notice, nowMs)
    const calendar = calendarOf(notice.regions)
    const fields = briefFields(notice, nowMs, today, requirementsDigest(notice))
    const standing = index.standingOf(notice, nowMs)
    const flags = flagsOf(notice, live)
    return {
      result: {
        ...fields,
        description: notice.description,
        lots: notice.lots,
        documents: notice.documents,
        submission_url: notice.submissionUrl,
        timeline: {
          published: fields.published,
          updated: instant(notice.updatedMs),
          enquiry_deadline: notice.enquiryMs === null ? null : instant(notice.enquiryMs),
          deadline: fields.deadline,
          days_remaining: fields.days_remaining,
          working_days_remaining:
            live && notice.deadlineMs !== null ? workingDaysBetween(today, londonDate(notice.deadlineMs), holidays()[calendar]) : null,
          contract_start: notice.contractStart,
          contract_end: notice.contractEnd,
          calendar,
        },
        source: {
          name: portalOf(notice.portal).name,
          notice_url: notice.noticeUrl,
          notice_id: notice.noticeId,
          release_id: notice.releaseId,
          fetched: standing.sources[0]?.fetched ?? null,
          licence: LICENCE,
          also_published_as: generation.alsoPublished(notice.key),
        },
      },
      ...(flags.length > 0 ? { verdict: { ...NO_VERDICT, flags } } : {}),
      ...standing,
    }
  },
})

const CLOSED_BECAUSE = {
  cancelled: 'the buyer cancelled it',
  awarded: 'an award or contract has been published',
  closed: 'the buyer closed it',
} as const

function flagsOf(notice: Notice, live: boolean): { code: string; detail: string }[] {
  const flags: { code: string; detail: string }[] = []
  if (!live) {
    const passed =
      notice.deadlineMs === null
        ? 'it has not been updated for a year'
        : `its deadline passed on ${longDate(londonDate(notice.deadlineMs))}`
    flags.push({ code: 'TENDER_CLOSED', detail: notice.closedBy === null ? passed : CLOSED_BECAUSE[notice.closedBy] })
  }
  if (notice.deadlinePrecision === 'date') {
    flags.push({ code: 'DEADLINE_DATE_ONLY', detail: 'the notice states a day without an hour; the end of that day in London is shown' })
  }
  return flags
}
