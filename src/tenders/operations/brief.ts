import { z } from 'zod'
import { NO_VERDICT } from '../../contract/envelope.ts'
import { dateOrNull, instantOrNull, noFields, noVerdictSchema, textOrNull } from '../../contract/input.ts'
import { definePaid } from '../../contract/operation.ts'
import { instant } from '../../kernel/clock.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { workingDaysBetween } from '../../kernel/london.ts'
import { CALENDARS } from '../model/bank-holidays.ts'
import { calendarOf } from '../model/calendar.ts'
import { deadlineDate } from '../model/dates.ts'
import { isLive, lapsesOn, type Notice } from '../model/notice.ts'
import type { ContractTerms } from '../model/notice-terms.ts'
import { OCID } from '../model/release.ts'
import { longDate, momentText, requirementsDigest } from '../model/summary.ts'
import { portalOf } from '../portals/index.ts'
import type { TendersDeps } from './shared/deps.ts'
import { EXAMPLE_DOSSIER, exampleDossier } from './shared/examples.ts'
import { briefFields, briefShape, extraShape, TENDERS_ATTRIBUTION, valueSchema } from './shared/shapes.ts'

const LICENCE = 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/'

const params = z.strictObject({
  ocid: z
    .string()
    .regex(OCID, 'expected a contracting-process id such as ocds-h6vhtk-0a1b2c')
    .meta({ description: 'Contracting-process id exactly as returned by tender search', example: 'ocds-h6vhtk-0a1b2c' }),
})

const termsShape = {
  award_criteria: z
    .array(z.strictObject({ name: textOrNull, type: textOrNull, weight_pct: z.number().min(0).max(100).nullable() }))
    .nullable()
    .meta({ description: 'weight_pct is null where the stated numbers are no shares of one whole' }),
  options: textOrNull,
  renewal: z.strictObject({ text: textOrNull, max_end: dateOrNull }).nullable(),
  framework: z
    .strictObject({
      kind: z.enum(['framework', 'dynamic_market']),
      ceiling: z.int().nullable(),
      currency: z.string(),
      period_end: dateOrNull,
    })
    .nullable(),
}

const lotSchema = (extras: boolean) =>
  z.strictObject({
    id: z.string(),
    title: textOrNull,
    description: textOrNull,
    value: valueSchema(extras),
    status: textOrNull,
    contract_start: dateOrNull,
    contract_end: dateOrNull,
    sme_suitable: z.boolean().nullable(),
    ...extraShape(extras, termsShape),
  })

const documentSchema = z.strictObject({
  id: z.string(),
  title: textOrNull,
  type: textOrNull,
  format: textOrNull,
  url: z.string(),
  published: instantOrNull,
})

const timelineSchema = (extras: boolean) =>
  z.strictObject({
    published: z.iso.datetime(),
    updated: z.iso.datetime(),
    enquiry_deadline: instantOrNull,
    deadline: instantOrNull,
    days_remaining: z.int().min(0).nullable(),
    working_days_remaining: z.int().min(0).nullable(),
    contract_start: dateOrNull,
    contract_end: dateOrNull,
    calendar: z.enum(CALENDARS),
    ...extraShape(extras, {
      engagement_ends: dateOrNull,
      contract_max_end: dateOrNull.meta({ description: 'The latest end that renewals may lead to, where stated' }),
      contract: z.strictObject(termsShape).nullable().meta({ description: 'The same terms of a notice without lots' }),
    }),
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

export const tenderBrief = (extras: boolean) =>
  definePaid<TendersDeps>()({
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
      ...briefShape(extras),
      description: textOrNull,
      lots: z.array(lotSchema(extras)),
      documents: z.array(documentSchema),
      submission_url: textOrNull,
      timeline: timelineSchema(extras),
      source: sourceSchema,
    }),
    verdict: noVerdictSchema,
    attribution: TENDERS_ATTRIBUTION,
    example: { summary: 'The dossier of a tender found by search', input: { ocid: EXAMPLE_DOSSIER.ocid }, result: exampleDossier(extras) },
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
      const fields = briefFields(notice, { nowMs, today }, requirementsDigest(notice), extras)
      const standing = index.standingOf(notice, nowMs)
      const flags = flagsOf(notice, live)
      return {
        result: {
          ...fields,
          description: notice.description,
          lots: lotsOf(notice, extras),
          documents: notice.documents,
          submission_url: notice.submissionUrl,
          timeline: {
            published: fields.published,
            updated: instant(notice.updatedMs),
            enquiry_deadline: notice.enquiryMs === null ? null : instant(notice.enquiryMs),
            deadline: fields.deadline,
            days_remaining: fields.days_remaining,
            working_days_remaining:
              live && notice.deadlineMs !== null ? workingDaysBetween(today, deadlineDate(notice.deadlineMs), holidays()[calendar]) : null,
            contract_start: notice.contractStart,
            contract_end: notice.contractEnd,
            calendar,
            ...(extras
              ? {
                  engagement_ends: notice.engagementEnds,
                  contract_max_end: notice.terms?.maxEnd ?? null,
                  contract: notice.lots.length > 0 ? null : (notice.terms?.contract ?? NO_TERMS),
                }
              : {}),
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

const NO_TERMS: ContractTerms = { award_criteria: null, options: null, renewal: null, framework: null }

function lotsOf({ lots, terms, framework }: Notice, extras: boolean) {
  if (!extras) return lots
  return lots.map((lot, index) => ({
    ...lot,
    value: lot.value && framework ? { ...lot.value, basis: 'ceiling' as const } : lot.value,
    ...(terms?.lots[index] ?? NO_TERMS),
  }))
}

const CLOSED_BECAUSE = {
  cancelled: 'the buyer cancelled it',
  awarded: 'an award or contract has been published',
  closed: 'the buyer closed it',
} as const

function flagsOf(notice: Notice, live: boolean): { code: string; detail: string }[] {
  const flags: { code: string; detail: string }[] = []
  if (!live) {
    flags.push({ code: 'TENDER_CLOSED', detail: notice.closedBy === null ? passedBecause(notice) : CLOSED_BECAUSE[notice.closedBy] })
  }
  if (notice.deadlinePrecision === 'date') {
    flags.push({ code: 'DEADLINE_DATE_ONLY', detail: 'the notice states a day without an hour; the end of that day in London is shown' })
  }
  return flags
}

function passedBecause(notice: Notice): string {
  if (notice.deadlineMs !== null) return `its deadline passed: ${momentText(notice.deadlineMs, notice.deadlinePrecision)}`
  const lapsed = notice.stage === 'planning' ? lapsesOn(notice) : null
  return lapsed === null ? 'it has not been updated for a year' : `its engagement ended, or no tender followed by ${longDate(lapsed)}`
}
