/** Invented releases in every shape that the two portals really publish, defects included. */
import { rememberLast } from '../remember-last.ts'
import { monthlyReleases } from './by-month.ts'
import { contractReleases } from './contracts.ts'
import type { PublishedRelease } from './published.ts'
import { BUYERS, type SandboxBuyer, SUBJECTS, type Subject } from './subjects.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** London time with its offset, as both portals write it. */
function stamp(ms: number): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('Europe/London')
  return `${zoned.toPlainDateTime().toString({ smallestUnit: 'second' })}${zoned.offset === '+00:00' ? 'Z' : zoned.offset}`
}

function day(ms: number): string {
  return stamp(ms).slice(0, 10)
}

/** A reproducible number in [0, 1) for anything that is named. */
function chance(...parts: (string | number)[]): number {
  let hash = 2166136261
  for (const char of parts.join('|')) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619)
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507)
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

function hex(number: number): string {
  return number.toString(16).padStart(6, '0')
}

function guid(seed: string): string {
  const part = (length: number, salt: string) =>
    Array.from({ length }, (_, index) =>
      Math.floor(chance(seed, salt, index) * 16).toString(16),
    ).join('')
  return `${part(8, 'a')}-${part(4, 'b')}-${part(4, 'c')}-${part(4, 'd')}-${part(12, 'e')}`
}

export interface NoticeSpec {
  number: number
  subject: Subject
  buyer: SandboxBuyer
  publishedMs: number
  deadlineMs: number
}

function party(spec: NoticeSpec, id: string, scheme: boolean) {
  return {
    name: spec.buyer.name,
    id,
    identifier: scheme
      ? { scheme: 'GB-PPON', id: spec.buyer.ppon }
      : { legalName: spec.buyer.name },
    address: {
      streetAddress: '1 Sandbox Street',
      locality: 'Exampleton',
      postalCode: spec.buyer.postcode,
      country: 'GB',
      countryName: 'United Kingdom',
      region: spec.buyer.nuts,
    },
    contactPoint: {
      name: 'Robin Sandbox',
      email: 'robin.sandbox@example.org',
      telephone: '+44 1632 960123',
    },
    roles: ['buyer'],
    details: { url: 'https://buyer.example.org/' },
  }
}

const ftsId = (number: number, year: number) => `${String(number).padStart(6, '0')}-${year}`
const ftsOcid = (number: number) => `ocds-h6vhtk-${hex(number)}`
const yearOf = (ms: number) => Number(day(ms).slice(0, 4))
const cpv = (id: string) => ({ scheme: 'CPV', id, description: 'See the CPV 2008 vocabulary' })
const money = (amount: number) => ({
  amount,
  amountGross: Math.round(amount * 1.2),
  currency: 'GBP',
})

type Raw = Record<string, unknown>

/**
 * A Procurement Act notice: no tender.classification, codes on the items, type on the notice's own
 * document.
 */
export function actRelease(
  spec: NoticeSpec,
  type: string,
  tag: readonly string[],
  change: (release: Raw) => Raw = (release) => release,
): PublishedRelease {
  const { number, subject, buyer, publishedMs, deadlineMs } = spec
  const id = ftsId(number, yearOf(publishedMs))
  const buyerId = `GB-PPON-${buyer.ppon}`
  const start = deadlineMs + 60 * DAY_MS
  const notice = {
    id,
    noticeType: type,
    description: `${type} on the sandbox portal`,
    url: `https://www.find-tender.service.gov.uk/Notice/${id}`,
    datePublished: stamp(publishedMs),
    format: 'text/html',
  }
  const planning = ['UK1', 'UK2', 'UK3', 'UK13'].includes(type)
  const lots = (subject.lots ?? ['']).map((title, index, all) => ({
    id: String(index + 1),
    ...(title ? { title, description: `${title}. ${subject.scope}` } : {}),
    status: 'active',
    value: money(Math.round(subject.valueGbp / all.length)),
    contractPeriod: { startDate: stamp(start), endDate: stamp(start + 1095 * DAY_MS) },
    suitability: { sme: chance(number, 'sme') < 0.6 },
  }))
  const release: Raw = {
    ocid: ftsOcid(number),
    id,
    tag,
    date: stamp(publishedMs),
    initiationType: 'tender',
    parties: [party(spec, buyerId, true)],
    buyer: { id: buyerId, name: buyer.name },
    ...(planning
      ? { planning: { documents: [{ ...notice, documentType: 'plannedProcurementNotice' }] } }
      : {}),
    tender: {
      id: ftsOcid(number),
      legalBasis: {
        id: '2023/54',
        scheme: 'UKPGA',
        uri: 'https://www.legislation.gov.uk/ukpga/2023/54/contents',
      },
      title: subject.title,
      description: `${subject.scope} Enquiries to robin.sandbox@example.org or 01632 960123.`,
      status: planning ? 'planned' : 'active',
      items: [
        {
          id: '1',
          additionalClassifications: subject.cpv.map(cpv),
          deliveryAddresses: [{ region: buyer.nuts, country: 'GB', countryName: 'United Kingdom' }],
          relatedLot: '1',
        },
      ],
      value: money(subject.valueGbp),
      procurementMethod: 'open',
      procurementMethodDetails: 'Open procedure',
      mainProcurementCategory: subject.category,
      aboveThreshold: true,
      submissionMethodDetails: `https://bids.example.org/${id}`,
      submissionTerms: { electronicSubmissionPolicy: 'allowed' },
      ...(planning
        ? { communication: { futureNoticeDate: stamp(deadlineMs) } }
        : {
            tenderPeriod: { endDate: stamp(deadlineMs) },
            enquiryPeriod: { endDate: stamp(deadlineMs - 10 * DAY_MS) },
          }),
      lots,
      documents: planning
        ? []
        : [
            {
              id: `A-${number}`,
              documentType: 'biddingDocuments',
              url: `https://www.find-tender.service.gov.uk/Notice/Attachment/A-${number}`,
              format: 'application/pdf',
            },
            {
              id: 'conflictOfInterest',
              documentType: 'conflictOfInterest',
              description: 'Not published',
            },
            { ...notice, documentType: 'tenderNotice' },
          ],
    },
    language: 'en',
  }
  return published('find-a-tender', publishedMs, change(release))
}

/**
 * A legacy notice under the 2015 regulations: classification, limits without number (`1e9999`), a
 * deadline without an hour at times.
 */
function legacyRelease(spec: NoticeSpec): PublishedRelease {
  const { number, subject, buyer, publishedMs, deadlineMs } = spec
  const id = ftsId(number, yearOf(publishedMs))
  const release: Raw = {
    ocid: ftsOcid(number),
    id,
    date: stamp(publishedMs),
    tag: ['tender'],
    initiationType: 'tender',
    tender: {
      id: `SBX${number}`,
      legalBasis: { id: '32014L0024', scheme: 'CELEX' },
      title: subject.title.replaceAll(' and ', ' &amp; '),
      status: 'active',
      classification: cpv(subject.cpv[0]!),
      mainProcurementCategory: subject.category,
      description: `<p>${subject.scope}</p>`,
      value: { amount: subject.valueGbp, currency: 'GBP' },
      lotDetails: { maximumLotsBidPerSupplier: '@@1e9999@@' },
      lots: [
        {
          id: '1',
          description: subject.scope,
          value: { amount: subject.valueGbp, currency: 'GBP' },
          contractPeriod: { durationInDays: 720 },
          hasRenewal: true,
          status: 'active',
        },
      ],
      items: [
        {
          id: '1',
          additionalClassifications: subject.cpv.map(cpv),
          deliveryAddresses: [{ region: buyer.nuts }],
          relatedLot: '1',
        },
      ],
      submissionMethod: ['electronicSubmission'],
      submissionMethodDetails: 'https://portal.example.org/',
      procurementMethod: 'selective',
      procurementMethodDetails: 'Restricted procedure',
      tenderPeriod: { endDate: number % 3 === 0 ? day(deadlineMs) : stamp(deadlineMs) },
      selectionCriteria: {
        criteria: [
          {
            type: 'economic',
            description:
              "Employer's liability insurance of £5 million and public liability insurance of £10 million.",
            appliesTo: ['supplier'],
          },
        ],
      },
      ...(subject.lots
        ? {
            techniques: {
              hasFrameworkAgreement: true,
              frameworkAgreement: { maximumParticipants: 5 },
            },
          }
        : {}),
      bidOpening: { date: stamp(deadlineMs), description: 'Robin Sandbox, Procurement Officer' },
    },
    parties: [party(spec, `GB-FTS-${100_000 + number}`, false)],
    buyer: { id: `GB-FTS-${100_000 + number}`, name: buyer.name },
    language: 'en',
  }
  return published('find-a-tender', publishedMs, release)
}

/**
 * Contracts Finder: its own ids, regions as a name, a postcode or a list of countries; no lots, no
 * submission address.
 */
function contractsFinderRelease(spec: NoticeSpec, tag: string): PublishedRelease {
  const { number, subject, buyer, publishedMs, deadlineMs } = spec
  const noticeGuid = guid(`notice${number}`)
  const ocid = `ocds-b5fd17-${guid(`process${number}`)}`
  const place = number % 4
  const everywhere = [
    'British Oversea Territories',
    'Channel Islands',
    'Europe',
    'Isle of Man',
    'Rest of the World',
    'United Kingdom',
  ].map((countryName) => ({ countryName }))
  const page = {
    id: '1',
    documentType: tag === 'planning' ? 'marketEngagementNotice' : 'tenderNotice',
    description: 'Opportunity notice on Contracts Finder',
    url: `https://www.contractsfinder.service.gov.uk/Notice/${noticeGuid}`,
    datePublished: stamp(publishedMs),
    format: 'text/html',
    language: 'en',
  }
  const release: Raw = {
    ocid,
    id: `${noticeGuid}-${700_000 + number}`,
    language: 'en',
    date: stamp(publishedMs),
    tag: [tag],
    initiationType: 'tender',
    ...(tag === 'planning'
      ? {
          planning: {
            milestones: [
              {
                id: '1',
                title: 'Engagement end date',
                type: 'engagement',
                dueDate: stamp(deadlineMs),
              },
            ],
            documents: [page],
          },
        }
      : {}),
    tender: {
      id: `CF-${number}-SBX`,
      title: subject.title,
      description: `${subject.scope} See https://portal.example.org/opportunity/${number} for the documents.`,
      ...(tag === 'planning' ? {} : { datePublished: stamp(publishedMs) }),
      status: tag === 'planning' ? 'planning' : tag.startsWith('award') ? 'complete' : 'active',
      classification: cpv(subject.cpv[0]!),
      additionalClassifications: subject.cpv.slice(1).map(cpv),
      items: [
        {
          id: '1',
          deliveryAddresses:
            place === 0
              ? [{ postalCode: buyer.postcode }, ...everywhere]
              : place === 1
                ? [{ postalCode: buyer.postcode }]
                : [{ region: buyer.cfRegion, countryName: 'United Kingdom' }],
        },
      ],
      ...(number % 5 === 0
        ? { minValue: { amount: Math.round(subject.valueGbp / 2), currency: 'GBP' } }
        : {}),
      value: { amount: number % 7 === 0 ? 0 : subject.valueGbp, currency: 'GBP' },
      procurementMethod: 'open',
      procurementMethodDetails: 'Open procedure (below threshold)',
      ...(tag === 'planning' ? {} : { tenderPeriod: { endDate: stamp(deadlineMs) } }),
      contractPeriod: {
        startDate: stamp(deadlineMs + 30 * DAY_MS),
        endDate: stamp(deadlineMs + 760 * DAY_MS),
      },
      suitability: { sme: true, vcse: number % 2 === 0 },
      mainProcurementCategory: subject.category,
      ...(tag === 'planning' ? {} : { documents: [page] }),
    },
    parties: [
      {
        ...party(spec, `GB-CFS-${200_000 + number}`, false),
        identifier: { legalName: buyer.name },
      },
    ],
    buyer: { id: `GB-CFS-${200_000 + number}`, name: buyer.name },
    ...(tag.startsWith('award') ? { awards: awardsOf(spec, ocid) } : {}),
  }
  return published('contracts-finder', publishedMs, release)
}

/** UK5, UK6 and UK7: suppliers are parties, their size is in details.scale. */
function awardRelease(spec: NoticeSpec, type: string, processNumber: number): PublishedRelease {
  return actRelease(spec, type, ['award', 'contract'], (release) => {
    const { tender, ...rest } = release as { tender: Raw } & Raw
    const { documents: _documents, tenderPeriod: _tenderPeriod, ...otherFields } = tender
    const ocid = ftsOcid(processNumber)
    const notice = {
      id: String(release.id),
      documentType: 'awardNotice',
      noticeType: type,
      url: `https://www.find-tender.service.gov.uk/Notice/${release.id}`,
      format: 'text/html',
    }
    const supplier = SUPPLIERS[Math.floor(chance(spec.number, 'supplier') * SUPPLIERS.length)]!
    return {
      ...rest,
      ocid,
      parties: [
        ...(rest.parties as Raw[]),
        {
          id: supplier.id,
          name: supplier.name,
          roles: ['supplier'],
          details: { scale: supplier.scale, vcse: false },
        },
      ],
      tender: { ...otherFields, id: ocid, status: 'complete' },
      awards: awardsOf(spec, ocid).map((award) => ({
        ...award,
        documents: [notice],
        suppliers: [{ id: supplier.id, name: supplier.name }],
      })),
      contracts: [
        {
          id: '1',
          awardID: `${ocid}-1`,
          status: 'pending',
          documents: type === 'UK7' ? [{ ...notice, documentType: 'contractNotice' }] : [],
        },
      ],
    }
  })
}

const SUPPLIERS = Array.from({ length: 24 }, (_, index) => ({
  id: `GB-PPON-PS${String(index).padStart(2, '0')}-2222-SSSS`,
  name: `Sandbox Supplier ${String.fromCharCode(65 + index)} Limited`,
  scale: index % 3 === 0 ? 'large' : 'sme',
}))

function awardsOf({ number, subject, publishedMs }: NoticeSpec, ocid: string): Raw[] {
  const supplier = SUPPLIERS[Math.floor(chance(number, 'supplier') * SUPPLIERS.length)]!
  return [
    {
      id: `${ocid}-1`,
      status: 'active',
      date: stamp(publishedMs - 5 * DAY_MS),
      datePublished: stamp(publishedMs),
      value: { amount: subject.valueGbp, currency: 'GBP' },
      items: [{ id: '1', additionalClassifications: subject.cpv.map(cpv) }],
      suppliers: [{ id: supplier.id, name: supplier.name }],
    },
  ]
}

/** A delta: only what changed, no items, no lots. */
function deadlineUpdate(
  original: NoticeSpec,
  updateNumber: number,
  publishedMs: number,
  deadlineMs: number,
): PublishedRelease {
  const id = ftsId(updateNumber, yearOf(publishedMs))
  return published('find-a-tender', publishedMs, {
    ocid: ftsOcid(original.number),
    id,
    tag: ['tenderUpdate'],
    date: stamp(publishedMs),
    initiationType: 'tender',
    buyer: { id: `GB-PPON-${original.buyer.ppon}`, name: original.buyer.name },
    tender: {
      id: ftsOcid(original.number),
      tenderPeriod: { endDate: stamp(deadlineMs) },
      documents: [
        {
          id,
          documentType: 'tenderNotice',
          noticeType: 'UK4',
          url: `https://www.find-tender.service.gov.uk/Notice/${id}`,
          datePublished: stamp(publishedMs),
          format: 'text/html',
        },
      ],
    },
    language: 'en',
  })
}

function published(
  portal: PublishedRelease['portal'],
  publishedMs: number,
  release: Raw,
): PublishedRelease {
  const json = JSON.stringify(release).replaceAll('"@@1e9999@@"', '1e9999')
  return { portal, publishedMs, ocid: String(release.ocid), id: String(release.id), json }
}

/** The third working hour and later of a day so many days ago. */
function publicationTime(nowMs: number, daysAgo: number, slot: number): number {
  const midnight = Math.floor(nowMs / DAY_MS) * DAY_MS - daysAgo * DAY_MS
  return Math.min(midnight + 9 * HOUR_MS + slot * 97_000, nowMs - HOUR_MS - slot * 1000)
}

/** Every shape at least once, for a world whose clock is at `nowMs`. */
export const sandboxReleases = rememberLast((nowMs: number): readonly PublishedRelease[] => {
  const all: PublishedRelease[] = []
  const spec = (
    number: number,
    subjectIndex: number,
    buyerIndex: number,
    daysAgo: number,
    daysLeft: number,
  ): NoticeSpec => ({
    number,
    subject: SUBJECTS[subjectIndex % SUBJECTS.length]!,
    buyer: BUYERS[buyerIndex % BUYERS.length]!,
    publishedMs: publicationTime(nowMs, daysAgo, number % 200),
    deadlineMs: Math.floor(nowMs / DAY_MS) * DAY_MS + daysLeft * DAY_MS + 12 * HOUR_MS,
  })
  SUBJECTS.forEach((_, index) => {
    const number = 1000 + index * 10
    all.push(
      actRelease(spec(number, index, index, 1 + (index % 9), 9 + (index % 40)), 'UK4', ['tender']),
    )
    all.push(legacyRelease(spec(number + 1, index, index + 5, 2 + (index % 8), 12 + (index % 33))))
    all.push(
      contractsFinderRelease(
        spec(number + 2, index, index + 9, 1 + (index % 10), 7 + (index % 28)),
        index % 11 === 0 ? 'tenderAmendment' : 'tender',
      ),
    )
    if (index % 4 === 0)
      all.push(
        actRelease(
          spec(number + 3, index, index + 2, 3 + (index % 6), 80),
          ['UK1', 'UK2', 'UK3', 'UK13'][(index / 4) % 4]!,
          ['planning'],
        ),
      )
    if (index % 6 === 0)
      all.push(contractsFinderRelease(spec(number + 4, index, index + 3, 4, 40), 'planning'))
    // What the same buyers bought before: history.
    all.push(
      awardRelease(
        spec(number + 5, index, index, 5, -60),
        index % 3 === 0 ? 'UK7' : 'UK6',
        number + 5,
      ),
    )
    if (index % 2 === 0)
      all.push(
        contractsFinderRelease(
          spec(number + 6, index, index, 6, -70),
          index % 8 === 0 ? 'awardUpdate' : 'award',
        ),
      )
  })
  all.push(...specialCases(spec, nowMs))
  all.push(...contractReleases(nowMs))
  all.push(...monthlyReleases(spec(1100, 10, 10, 2, 19), nowMs))
  return all.sort((a, b) => b.publishedMs - a.publishedMs || (a.id < b.id ? -1 : 1))
})

type SpecOf = (
  number: number,
  subjectIndex: number,
  buyerIndex: number,
  daysAgo: number,
  daysLeft: number,
) => NoticeSpec

function specialCases(spec: SpecOf, nowMs: number): PublishedRelease[] {
  const extended = spec(9001, 0, 10, 6, 3)
  const cancelled = spec(9003, 12, 6, 6, 20)
  const awarded = spec(9005, 16, 2, 7, 15)
  const twice = spec(9007, 29, 15, 2, 21)
  const shared = spec(9010, 10, 0, 4, 30)
  const tagged = (number: number, type: string, tag: readonly string[]) =>
    actRelease(spec(number, number, number, 3, 25), type, tag)
  return [
    // A deadline moved by a delta.
    actRelease(extended, 'UK4', ['tender']),
    deadlineUpdate(extended, 9002, publicationTime(nowMs, 1, 3), extended.deadlineMs + 14 * DAY_MS),
    // Cancelled by UK12.
    actRelease(cancelled, 'UK4', ['tender']),
    actRelease(
      { ...cancelled, number: 9003, publishedMs: publicationTime(nowMs, 2, 4) },
      'UK12',
      ['tenderCancellation'],
      (release) => ({
        ...release,
        id: ftsId(9004, yearOf(nowMs)),
      }),
    ),
    // Awarded on the same process.
    actRelease(awarded, 'UK4', ['tender']),
    awardRelease(
      { ...awarded, number: 9006, publishedMs: publicationTime(nowMs, 1, 5) },
      'UK6',
      9005,
    ),
    // The same tender twice, minutes apart, and a third time on the other portal under the buyer's
    // reference.
    legacyRelease(twice),
    legacyRelease({ ...twice, number: 9008, publishedMs: twice.publishedMs + 420_000 }),
    contractsFinderRelease({ ...twice, number: 9009 }, 'tender'),
    // One ocid, two buyers: a utilities' qualification system.
    actRelease(shared, 'UK4', ['tender']),
    actRelease(
      { ...shared, buyer: BUYERS[4]!, publishedMs: shared.publishedMs + 60_000 },
      'UK4',
      ['tender'],
      (release) => ({
        ...release,
        id: ftsId(9011, yearOf(nowMs)),
      }),
    ),
    // A direct award that looks like an opportunity, and types that open nothing.
    awardRelease(spec(9012, 41, 7, 3, -10), 'UK5', 9012),
    tagged(9013, 'UK8', ['implementation']),
    tagged(9014, 'UK9', ['implementation']),
    tagged(9015, 'UK10', ['contractAmendment']),
    tagged(9016, 'UK11', ['contractTermination']),
    tagged(9017, 'UK14', ['planning']),
    tagged(9018, 'UK15', ['award', 'contract']),
    tagged(9019, 'UK16', ['planning']),
    actRelease(spec(9020, 9020, 9020, 3, 25), 'UK17', ['implementation'], (release) => ({
      ...release,
      paymentsCompliance: PAYMENTS,
    })),
    // No codes, no value, no place; a gross value of nothing; tenders by e-mail only.
    actRelease(spec(9021, 45, 15, 2, 18), 'UK4', ['tender'], (release) => {
      const tender = release.tender as Raw
      return {
        ...release,
        tender: {
          ...tender,
          items: [{ id: '1' }],
          lots: [],
          value: { amountGross: 0, currency: 'GBP' },
          submissionMethodDetails: 'robin.sandbox@example.org',
        },
      }
    }),
    // An ocid without its end, and a number with leading zeros: JSON that must be repaired.
    published('contracts-finder', publicationTime(nowMs, 3, 9), {
      ...(JSON.parse(contractsFinderRelease(spec(9022, 50, 1, 3, 20), 'tender').json) as Raw),
      ocid: 'ocds-b5fd17-',
    }),
    withLeadingZeros(actRelease(spec(9023, 53, 8, 2, 22), 'UK4', ['tender'])),
  ]
}

/** Invented payment record of a buyer over half a year: no real one was recorded. */
const PAYMENTS = {
  reportingPeriod: { startDate: '2026-01-01', endDate: '2026-06-30' },
  paidWithin30Days: 93.4,
  paidWithin31To60Days: 4.6,
  paidAfterMoreThan60Days: 2,
  averageDaysToPay: 18,
}

function withLeadingZeros(release: PublishedRelease): PublishedRelease {
  return {
    ...release,
    json: release.json.replace(
      '"aboveThreshold":true',
      '"aboveThreshold":true,"participationFee": 000',
    ),
  }
}
