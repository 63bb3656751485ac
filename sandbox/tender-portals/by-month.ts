/**
 * Invented releases of the monthly portals, and their answers, with the recorded shapes and
 * defects.
 */
import type { ServerResponse } from 'node:http'
import type { Portal } from '../../src/tenders/portals/portal.ts'
import { PUBLIC_CONTRACTS_SCOTLAND } from '../../src/tenders/portals/public-contracts-scotland.ts'
import { SELL2WALES } from '../../src/tenders/portals/sell2wales.ts'
import { json } from './json.ts'
import type { PublishedRelease } from './published.ts'
import { SUBJECTS, type Subject } from './subjects.ts'

const DAY_MS = 86_400_000
const CONTRACT = 2
const AWARD = 3
const SITE_INVITATION = 51
const SITE_CONTRACT = 102

interface MonthlyBuyer {
  name: string
  nuts: string
  postcode: string
}

export interface MonthlySpec {
  portal: Portal
  /** Number of the process. */
  number: number
  subject: Subject
  /** The first is the buyer, the others buy with it. */
  buyers: readonly MonthlyBuyer[]
  publishedMs: number
  deadlineMs: number
  /** Type of notice, which is also its list. */
  type?: number
}

/** The clock of London with a Z that does not belong there, as both portals write it. */
function wallWithZ(ms: number): string {
  return `${Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('Europe/London').toPlainDateTime().toString({ smallestUnit: 'second' })}Z`
}

const midnight = (ms: number) => `${wallWithZ(ms).slice(0, 10)}T00:00:00Z`

/**
 * Lines and tabs as both portals publish them: the letters of `\r\n` and `\t` without their
 * strokes.
 */
const spoilt = (text: string) => text.replaceAll('\n', 'rn ').replaceAll('\t', 't')

export function monthlyRelease(spec: MonthlySpec): PublishedRelease {
  const { portal, number, subject, buyers, publishedMs, deadlineMs, type = CONTRACT } = spec
  const scotland = portal.ocidPrefix === 'ocds-r6ebe6-'
  const ocid = `${portal.ocidPrefix}${String(number).padStart(scotland ? 10 : 6, '0')}`
  const noticeId = `NOV${number}`
  const awarded = type === AWARD
  const description = spoilt(`${subject.scope}\nOffers state:\n-\tHow it is done\n-\tWhat it costs`)
  const host = new URL(portal.noticePage(noticeId)).origin
  const notice = {
    id: noticeId,
    documentType: awarded ? 'awardNotice' : 'contractNotice',
    title: subject.title,
    description,
    url: portal.noticePage(noticeId),
    format: 'text/html',
  }
  const release = {
    ...(scotland ? {} : { id: `${ocid}-release-${number}` }),
    ocid,
    date: midnight(publishedMs),
    tag: awarded ? ['award', 'contract'] : ['tender'],
    initiationType: 'tender',
    parties: buyers.map(({ name, nuts, postcode }, index) => ({
      name,
      id: `org-${index + 1}`,
      identifier: { legalName: name },
      address: {
        streetAddress: '1 Sandbox Street',
        locality: 'Exampleton',
        region: nuts,
        postalCode: postcode,
      },
      contactPoint: {
        name: 'Robin Sandbox',
        email: 'robin.sandbox@example.org',
        telephone: '+44 1632 960123',
        url: host,
      },
      roles: ['buyer'],
      details: { url: 'https://buyer.example.org/' },
    })),
    buyer: { name: buyers[0]!.name, id: 'org-1' },
    tender: {
      id: `SBX-${number}`,
      title: subject.title,
      description,
      status: awarded ? 'complete' : 'active',
      items: [
        {
          id: '1',
          additionalClassifications: subject.cpv.map((id) => ({ id, scheme: 'CPV' })),
          deliveryLocation: { description: 'Exampleton' },
          deliveryAddresses: buyers.map(({ nuts }) => ({ region: nuts })),
          relatedLot: '1',
        },
      ],
      value: { amount: subject.valueGbp, currency: 'GBP' },
      procurementMethod: 'open',
      procurementMethodDetails: 'Open procedure',
      mainProcurementCategory: subject.category,
      submissionMethod: ['electronicSubmission'],
      submissionMethodDetails: `https://bids.example.org/${number}`,
      tenderPeriod: { endDate: wallWithZ(deadlineMs) },
      documents: [notice],
      lots: [
        {
          id: '1',
          description,
          status: 'active',
          awardCriteria: {
            criteria: [
              { type: 'quality', name: 'Quality', description: '60' },
              { type: 'price', description: '40' },
            ],
          },
          hasOptions: false,
          hasRenewal: true,
          renewal: { description: 'One further year' },
          contractPeriod: { durationInDays: 1080 },
        },
      ],
      classification: { id: subject.cpv[0], scheme: 'CPV' },
      legalBasis: { id: '32014L0024', scheme: 'CELEX' },
    },
    ...(awarded
      ? {
          awards: [
            {
              id: '1',
              status: 'active',
              date: midnight(publishedMs),
              suppliers: [{ id: 'org-9', name: 'Sandbox Supplier A Limited' }],
            },
          ],
        }
      : {}),
    language: 'EN',
    links: [{ rel: 'canonical', href: `${portal.url}/v1/Notice?id=${ocid}` }],
  }
  return { portal: portal.id, publishedMs, ocid, id: noticeId, json: JSON.stringify(release), type }
}

/**
 * A list of one month and type. Lists without a release have no `releases`; `unwell` ones are
 * answered 500.
 */
export function answerMonth(portal: Portal, locale: string | null) {
  return (
    url: URL,
    published: readonly PublishedRelease[],
    response: ServerResponse,
    unwell: ReadonlySet<string>,
  ): void => {
    const month = url.searchParams.get('dateFrom') ?? ''
    const type = url.searchParams.get('noticeType') ?? '2'
    const [, number, year] = /^(\d\d)-(\d{4})$/.exec(month) ?? []
    const requestedLocale = url.searchParams.get('locale')
    if (
      number === undefined ||
      url.searchParams.get('outputType') !== '0' ||
      (requestedLocale !== null && requestedLocale !== locale)
    ) {
      json(response, 400, { Message: 'The request is invalid.' })
      return
    }
    const lists = [month, `${month} ${type}`, ...(requestedLocale === null ? [] : ['locale'])]
    if (lists.some((list) => unwell.has(`${portal.id} ${list}`))) {
      json(response, 500, {
        Message: 'An error has occurred.',
        ExceptionMessage: 'Error converting data type nvarchar to float.',
      })
      return
    }
    const releases = published.filter(
      (each) =>
        String(each.type) === type && wallWithZ(each.publishedMs).startsWith(`${year}-${number}`),
    )
    const head = {
      uri: `https://sandbox.example.org${url.pathname}${url.search}`,
      publishedDate: new Date().toISOString(),
      publisher: { name: portal.name },
      license: 'http://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
    }
    json(
      response,
      200,
      releases.length === 0
        ? head
        : { ...head, releases: releases.map((each) => JSON.parse(each.json) as object) },
    )
  }
}

/** A few of either portal; `twice` is on Find a Tender too, under another ocid. */
export function monthlyReleases(
  twice: Pick<MonthlySpec, 'subject' | 'publishedMs' | 'deadlineMs'> & { buyer: MonthlyBuyer },
  nowMs: number,
): PublishedRelease[] {
  const glen: MonthlyBuyer = { name: 'Strathglen Council', nuts: 'UKM75', postcode: 'G99 2LL' }
  const valley: MonthlyBuyer = {
    name: 'Cyngor Dyffryn Council',
    nuts: 'UKL22',
    postcode: 'CF99 1KK',
  }
  const moor: MonthlyBuyer = {
    name: 'Kirkmoor Housing Association',
    nuts: 'UKM82',
    postcode: 'ML99 5PP',
  }
  const at = (daysAgo: number, daysLeft: number) => ({
    publishedMs: nowMs - daysAgo * DAY_MS,
    deadlineMs: nowMs + daysLeft * DAY_MS,
  })
  const portals = { scotland: PUBLIC_CONTRACTS_SCOTLAND, wales: SELL2WALES }
  return [
    ...SUBJECTS.slice(20, 26).map((subject, index) =>
      monthlyRelease({
        portal: portals.scotland,
        number: 900_001 + index,
        subject,
        buyers: index % 2 ? [glen] : [moor, glen],
        ...at(2 + index, 20 + index),
        type: index % 2 ? CONTRACT : SITE_CONTRACT,
      }),
    ),
    ...SUBJECTS.slice(26, 32).map((subject, index) =>
      monthlyRelease({
        portal: portals.wales,
        number: 190_001 + index,
        subject,
        buyers: [valley],
        ...at(3 + index, 18 + index),
        type: index % 2 ? CONTRACT : SITE_INVITATION,
      }),
    ),
    monthlyRelease({
      portal: portals.scotland,
      number: 900_020,
      subject: SUBJECTS[22]!,
      buyers: [glen],
      ...at(4, -20),
      type: AWARD,
    }),
    monthlyRelease({ ...twice, portal: portals.scotland, number: 900_030, buyers: [twice.buyer] }),
  ]
}
