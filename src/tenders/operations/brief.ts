import { z } from 'zod'
import { NO_VERDICT } from '../../contract/envelope.ts'
import {
  dateOrNull,
  instantOrNull,
  noFields,
  noVerdictSchema,
  textOrNull,
} from '../../contract/input.ts'
import { definePaid } from '../../contract/operation.ts'
import { CALENDARS } from '../../platform/bank-holidays.ts'
import { instant } from '../../platform/clock.ts'
import { countWorkingDays } from '../../platform/london.ts'
import { chooseCalendar } from '../model/calendar.ts'
import { deadlineDate } from '../model/dates.ts'
import { isLive, lapsesOn, type Notice } from '../model/notice.ts'
import type { ContractTerms } from '../model/notice-terms.ts'
import { longDate, momentText, requirementsDigest } from '../model/summary.ts'
import { getPortal } from '../portals/index.ts'
import type { TendersDeps } from './shared/deps.ts'
import { EXAMPLE_DOSSIER } from './shared/examples.ts'
import { getNotice, ocidParams } from './shared/one-notice.ts'
import {
  briefFields,
  briefShape,
  daysRemaining,
  showValue,
  TENDERS_ATTRIBUTION,
  unreadFlag,
  valueSchema,
} from './shared/shapes.ts'

const LICENCE = 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/'

const termsShape = {
  award_criteria: z
    .array(
      z.strictObject({
        name: textOrNull.describe('Null where the notice names none'),
        type: textOrNull.describe('price, cost or quality; null where not stated'),
        weight_pct: z
          .number()
          .min(0)
          .max(100)
          .nullable()
          .describe('Percent; null where the stated numbers are no shares of one whole'),
      }),
    )
    .nullable()
    .describe('What bids are judged by; null where the notice does not say'),
  options: textOrNull.describe(
    'What the buyer may ask for in addition, in its words; null where not stated',
  ),
  renewal: z
    .strictObject({
      text: textOrNull.describe("In the notice's words; null where it has none"),
      max_end: dateOrNull.describe('Latest end that renewals may lead to; null where not stated'),
    })
    .nullable()
    .describe('How the contract may be renewed; null where it may not, or the notice does not say'),
  framework: z
    .strictObject({
      kind: z.enum(['framework', 'dynamic_market']).describe('Which of the two'),
      ceiling: z
        .int()
        .nullable()
        .describe(
          'The most that all call-offs may come to, whole currency units, with VAT where the value is; null where not stated',
        ),
      currency: z.string().describe('ISO 4217'),
      period_end: dateOrNull.describe('Last day for call-offs; null where not stated'),
    })
    .nullable()
    .describe('Null for an ordinary contract'),
}

const lotSchema = z.strictObject({
  id: z.string().describe("The notice's own"),
  title: textOrNull.describe('Null where the notice gives none'),
  description: textOrNull.describe('Plain text; null where the notice gives none'),
  value: valueSchema,
  status: textOrNull.describe(
    'active, cancelled and so on, as the notice says; null where it does not',
  ),
  contract_start: dateOrNull.describe('First day of the contract; null where not stated'),
  contract_end: dateOrNull.describe('Last day without renewals; null where not stated'),
  sme_suitable: z
    .boolean()
    .nullable()
    .describe(
      'Whether the buyer calls it suitable for small enterprises; null where it does not say',
    ),
  ...termsShape,
})

const documentSchema = z.strictObject({
  id: z.string().describe("The notice's own"),
  title: textOrNull.describe('Null where the notice gives none'),
  type: textOrNull.describe(
    'Kind of document in the words of the standard, such as biddingDocuments; null where not stated',
  ),
  format: textOrNull.describe('Media type; null where not stated'),
  url: z.string().describe("At its publisher's; not kept here"),
  published: instantOrNull.describe('UTC; null where not stated'),
})

const timelineSchema = z.strictObject({
  published: z.iso.datetime().describe('First publication, UTC'),
  updated: z.iso.datetime().describe('Last change on the portal, UTC'),
  enquiry_deadline: instantOrNull.describe(
    'Until when questions are answered, UTC; null where not stated',
  ),
  deadline: instantOrNull.describe('When tenders are due, UTC; null where none is stated'),
  days_remaining: daysRemaining,
  working_days_remaining: z
    .int()
    .min(0)
    .nullable()
    .describe('The same without weekends and bank holidays of calendar; null likewise'),
  contract_start: dateOrNull.describe('First day of the contract; null where not stated'),
  contract_end: dateOrNull.describe('Last day without renewals; null where not stated'),
  calendar: z.enum(CALENDARS).describe('Whose bank holidays are skipped'),
  engagement_ends: dateOrNull.describe('Last day of early engagement; null where not stated'),
  contract_max_end: dateOrNull.describe(
    'Latest end that renewals may lead to; null where not stated',
  ),
  contract: z
    .strictObject(termsShape)
    .nullable()
    .describe('Terms of a notice without lots; null where lots have their own'),
  deadline_estimate: instantOrNull.describe(
    'When tenders of a planned procurement may be due, UTC; null where not stated',
  ),
  deadline_basis: z
    .enum(['stated', 'corrected'])
    .nullable()
    .describe('corrected: from a correction in words; null without a deadline'),
})

const sourceSchema = z.strictObject({
  name: z.string().describe('Portal that published the notice'),
  notice_url: z.string().describe('The notice on that portal'),
  notice_id: z.string().describe("The portal's number of the notice"),
  release_id: z.string().describe('Its last release that was read'),
  fetched: instantOrNull.describe('When the portal was last read, UTC; null when it never was'),
  licence: z.string().describe('Address of the licence'),
  also_published_as: z
    .array(
      z.strictObject({
        ocid: z.string().describe('Contracting-process id of that notice'),
        name: z.string().describe('Portal that published it'),
        notice_url: z.string().describe('That notice on its portal'),
      }),
    )
    .describe('Other notices of the same opportunity; empty when none is known'),
})

/**
 * Deadlines of questions, codes of the tender on the bidding site and the like stand in the
 * additional information alone.
 */
function wholeText({ description, additional }: Notice): string | null {
  return additional === undefined
    ? description
    : [description, `Additional information: ${additional}`]
        .filter((text) => text !== null)
        .join('\n\n')
}

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
  params: ocidParams,
  query: noFields,
  body: null,
  result: z.strictObject({
    ...briefShape,
    description: textOrNull.describe(
      'The whole text, plain, and below it the additional information; null where the notice gives none',
    ),
    lots: z.array(lotSchema).describe('Parts that may be bid for; empty for a notice without lots'),
    documents: z
      .array(documentSchema)
      .describe('Links to what the buyer published with it; empty when nothing'),
    submission_url: textOrNull.describe('Where to bid, http or https; null where not stated'),
    timeline: timelineSchema.describe('Dates in order, and what is left of them'),
    source: sourceSchema.describe('Where the notice is, and under which licence'),
  }),
  verdict: noVerdictSchema,
  attribution: TENDERS_ATTRIBUTION,
  example: {
    summary: 'The dossier of a tender found by search',
    listed: [
      'result.ocid',
      'result.title',
      'result.buyer',
      'result.value.amount',
      'result.timeline.working_days_remaining',
      'result.documents.title',
    ],
    input: { ocid: EXAMPLE_DOSSIER.ocid },
    result: EXAMPLE_DOSSIER,
  },
  async freshness({ ocid }, { index }, { nowMs }) {
    index.live()
    return index.findOrigins((await getNotice(index, ocid, nowMs)).notice, nowMs)
  },
  async answer({ ocid }, { index, holidays }, { nowMs, today }) {
    const { alsoPublished: othersOf } = index.live()
    const { notice, others } = await getNotice(index, ocid, nowMs)
    const alsoPublished = othersOf(notice, others)
    const live = isLive(notice, nowMs)
    const calendar = chooseCalendar(notice.regions)
    const fields = briefFields(notice, { nowMs, today }, requirementsDigest(notice))
    const origins = index.findOrigins(notice, nowMs)
    const flags = listFlags(notice, live)
    return {
      result: {
        ...fields,
        description: wholeText(notice),
        lots: buildLots(notice),
        documents: notice.documents,
        submission_url: notice.submissionUrl,
        timeline: {
          published: fields.published,
          updated: instant(notice.updatedMs),
          enquiry_deadline: notice.enquiryMs === null ? null : instant(notice.enquiryMs),
          deadline: fields.deadline,
          days_remaining: fields.days_remaining,
          working_days_remaining:
            fields.days_remaining !== null && notice.deadlineMs !== null
              ? countWorkingDays(today, deadlineDate(notice.deadlineMs), holidays()[calendar])
              : null,
          contract_start: notice.contractStart,
          contract_end: notice.contractEnd,
          calendar,
          engagement_ends: notice.engagementEnds,
          contract_max_end: notice.terms?.maxEnd ?? null,
          contract: notice.lots.length > 0 ? null : (notice.terms?.contract ?? NO_TERMS),
          deadline_estimate:
            notice.deadlineEstimateMs === undefined ? null : instant(notice.deadlineEstimateMs),
          deadline_basis:
            notice.deadlineMs === null
              ? null
              : notice.deadlineCorrected
                ? ('corrected' as const)
                : ('stated' as const),
        },
        source: {
          name: getPortal(notice.portal).name,
          notice_url: notice.noticeUrl,
          notice_id: notice.noticeId,
          release_id: notice.releaseId,
          fetched: origins.sources[0]?.fetched ?? null,
          licence: LICENCE,
          also_published_as: alsoPublished,
        },
      },
      ...(flags.length > 0 ? { verdict: { ...NO_VERDICT, flags } } : {}),
      ...origins,
    }
  },
})

const NO_TERMS: ContractTerms = {
  award_criteria: null,
  options: null,
  renewal: null,
  framework: null,
}

function buildLots(notice: Notice) {
  const { lots, terms } = notice
  return lots.map((lot, index) => ({
    ...lot,
    value: showValue(notice, lot.value),
    ...(terms?.lots[index] ?? NO_TERMS),
  }))
}

const CLOSED_BECAUSE = {
  cancelled: 'the buyer cancelled it',
  awarded: 'an award or contract has been published',
  closed: 'the buyer closed it',
} as const

function listFlags(notice: Notice, live: boolean): { code: string; detail: string }[] {
  const flags: { code: string; detail: string }[] = []
  if (!live) {
    flags.push({
      code: 'TENDER_CLOSED',
      detail: notice.closedBy === null ? explainPass(notice) : CLOSED_BECAUSE[notice.closedBy],
    })
  }
  if (notice.deadlinePrecision === 'date') {
    flags.push({
      code: 'DEADLINE_DATE_ONLY',
      detail: 'the notice states a day without an hour; the end of that day in London is shown',
    })
  }
  return [...flags, ...unreadFlag([notice])]
}

function explainPass(notice: Notice): string {
  if (notice.deadlineMs !== null)
    return `its deadline passed: ${momentText(notice.deadlineMs, notice.deadlinePrecision)}`
  const lapsed = notice.stage === 'planning' ? lapsesOn(notice) : null
  return lapsed === null
    ? 'it has not been updated for a year'
    : `its engagement ended, or no tender followed by ${longDate(lapsed)}`
}
