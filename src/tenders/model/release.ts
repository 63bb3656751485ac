/**
 * The stored part of one release: fields that answers need, cleaned, from their place by regime and
 * portal. No contact data.
 */
import { londonDate } from '../../platform/london.ts'
import { isOutOfReason } from '../../platform/reason.ts'
import { cleanLine } from '../../platform/text.ts'
import type { Portal } from '../portals/portal.ts'
import { bidLink } from './bid-links.ts'
import { type Buyer, normaliseName, readBuyer } from './buyer.ts'
import { longText, safeLine } from './clean.ts'
import { type Contract, dayOfAward, supplierKey } from './contract.ts'
import { type Correction, readCorrections } from './corrections.ts'
import { cpvCodes, cpvLabels } from './cpv.ts'
import { type ReadDate, readCivilDate, readDeadline, readInstant } from './dates.ts'
import { detectFramework } from './frameworks.ts'
import { asNumber, asObject, asObjects, asText, type JsonObject } from './json.ts'
import type { Money } from './money.ts'
import { type BuyerPayments, readPayments } from './payments.ts'
import { type DeliveryAddress, deliveryPlace } from './regions.ts'
import { repairText } from './repair-text.ts'
import { findSupplier } from './suppliers.ts'
import { readTerms, type StatedTerms } from './terms.ts'

/** The pattern of both publishers; the local part is compared without regard to case. */
export const OCID = /^ocds-[a-z0-9]{6}-[A-Za-z0-9][A-Za-z0-9-]{0,80}$/

export interface Item {
  id: string
  cpv: string[]
  addresses: DeliveryAddress[]
}

export interface Lot {
  id: string
  title?: string
  description?: string
  status?: string
  value?: Money
  contractStart?: string
  contractEnd?: string
  durationDays?: number
  sme?: boolean
  terms?: StatedTerms
}

export interface TenderDocument {
  id: string
  url: string
  type?: string
  title?: string
  format?: string
  publishedMs?: number
}

/** Absent means: not stated in this release. A later release overrides what it states and nothing else. */
export interface Facts {
  title?: string
  description?: string
  /** Text under "additional information", outside of the tender. */
  additional?: string
  /** The buyer's own reference. */
  reference?: string
  status?: string
  regime?: 'act' | 'legacy'
  method?: string
  value?: Money
  minValue?: Money
  cpv?: string[]
  /** Labels of all codes of the release that have one. */
  cpvLabels?: Record<string, string>
  items?: Item[]
  awardCpv?: string[]
  /** Addresses of what was awarded, for notices of a contract without a tender. */
  awardAddresses?: DeliveryAddress[]
  awardStart?: string
  awardEnd?: string
  terms?: StatedTerms
  /** ocids or references of processes that this one follows. */
  predecessors?: string[]
  /** ocid of the same opportunity on the portal that published it first. */
  canonical?: string
  /** How the buyer paid in a period. */
  payments?: BuyerPayments
  lots?: Lot[]
  documents?: TenderDocument[]
  submissionUrl?: string
  deadline?: ReadDate
  /** Estimate of a planned procurement, which is no deadline. */
  deadlineEstimate?: ReadDate
  /** Corrections in words of the deadline (section IV.2.2). */
  corrections?: Correction[]
  /** The deadline is from a correction in words. */
  deadlineCorrected?: boolean
  /** A later correction of the deadline could not be read. */
  correctionUnread?: boolean
  /** Requests to participate (two-stage procedures) are due before tenders and are the deadline that counts. */
  interestDeadline?: ReadDate
  enquiryMs?: number
  futureNotice?: string
  engagementEnds?: string
  contractStart?: string
  contractEnd?: string
  durationDays?: number
  sme?: boolean
  framework?: boolean
  dynamicMarket?: boolean
  requirements?: string[]
  /** First publication of the current stage, if the portal states it. */
  publishedMs?: number
}

export interface Award {
  key: string
  awardedOn: string
  divisions: string[]
  suppliers: { key: string; sme: boolean | null }[]
  contract: Contract
}

/**
 * Data that is read from a release. A new member, or a new meaning of one, raises `READER` in
 * `tenders/reading.ts`.
 */
export interface Release {
  /** Id of a portal of `portals/`. */
  portal: string
  id: string
  /** Identifier of the portal's page for the notice. */
  noticeId: string
  ocid: string
  ms: number
  tags: string[]
  noticeTypes: string[]
  buyer: Buyer | null
  facts: Facts
  awards: Award[]
}

export type ReadRelease =
  | { ok: true; release: Release }
  | { ok: false; reason: string; releaseId: string | null }

/** One release of a package, or the reason why it cannot be used. */
export function readRelease(portal: Portal, raw: unknown): ReadRelease {
  const source = asObject(repairText(portal.quirks, raw))
  const identity = source && portal.identify(source)
  const refuse = (reason: string): ReadRelease => ({
    ok: false,
    reason,
    releaseId: identity?.releaseId.slice(0, 200) ?? null,
  })
  if (!source) return refuse('a release is not an object')
  if (!identity) return refuse('the release has no id')
  const ocid = asText(source.ocid)
  if (!ocid || !OCID.test(ocid)) return refuse('the ocid does not have the form of its publisher')
  const ms = readInstant(source.date)
  if (ms === null) return refuse('the release has no date')
  const tags = Array.isArray(source.tag) ? source.tag.filter((tag) => typeof tag === 'string') : []
  if (tags.length === 0) return refuse('the release has no tag')
  const tender = asObject(source.tender) ?? {}
  const planning = asObject(source.planning) ?? {}
  const awards = asObjects(source.awards)
  const buyer = readBuyer(source)
  const types = noticeTypes(tender, planning, awards, asObjects(source.contracts))
  const release = {
    portal: portal.id,
    id: identity.releaseId,
    noticeId: identity.noticeId,
    ocid,
    ms,
    tags,
    noticeTypes: types,
    buyer,
    facts: readFacts(portal, source, types),
  }
  return { ok: true, release: { ...release, awards: readAwards(release, source) } }
}

/** UK1 to UK17, named on the notice's own document; Procurement Act notices only. */
function noticeTypes(
  tender: JsonObject,
  planning: JsonObject,
  awards: readonly JsonObject[],
  contracts: readonly JsonObject[],
): string[] {
  const documents = [tender, planning, ...awards, ...contracts].flatMap((part) =>
    asObjects(part.documents),
  )
  return [
    ...new Set(
      documents
        .map((document) => asText(document.noticeType)?.toUpperCase())
        .filter((type) => type !== undefined),
    ),
  ]
}

/** Notices of what is planned: pipeline, preliminary engagement, planned procurement. */
const PLANS = new Set(['UK1', 'UK2', 'UK3'])

function readFacts(portal: Portal, source: JsonObject, types: readonly string[]): Facts {
  const tender = asObject(source.tender) ?? {}
  const planning = asObject(source.planning) ?? {}
  const awards = asObjects(source.awards)
  const contracts = asObjects(source.contracts)
  const legal = asObject(tender.legalBasis)
  const techniques = asObject(tender.techniques)
  const method = safeLine(tender.procurementMethodDetails)
  const period = readPeriod(tender.contractPeriod)
  const communication = asObject(tender.communication)
  const documents = [...asObjects(tender.documents), ...asObjects(planning.documents)]
  const lotTechnique = (name: string) =>
    asObjects(tender.lots).some((lot) => asObject(lot.techniques)?.[name])
  const due = readDeadline(asObject(tender.tenderPeriod)?.endDate)
  const interest = readDeadline(tender.expressionOfInterestDeadline)
  const isPlan = types.some((type) => PLANS.has(type))
  return withoutAbsent({
    title: safeLine(tender.title),
    description: longText(tender.description),
    additional: longText(source.description),
    reference: cleanLine(tender.id),
    status: asText(tender.status),
    regime: legal ? (legal.scheme === 'UKPGA' ? 'act' : 'legacy') : null,
    method,
    value: readMoney(tender.value),
    minValue: readMoney(tender.minValue),
    cpv: nonEmpty(
      cpvCodes([tender.classification, ...asObjects(tender.additionalClassifications)]),
    ),
    cpvLabels: readLabels(tender, awards),
    items: nonEmpty(asObjects(tender.items).map(readItem)),
    terms: readTerms(tender),
    ...readAwarded(awards, contracts),
    predecessors: nonEmpty(readPredecessors(source)),
    payments: readPayments(source),
    awardCpv: nonEmpty(
      awards.flatMap((award) => asObjects(award.items).flatMap((item) => readItem(item, 0).cpv)),
    ),
    lots: nonEmpty(asObjects(tender.lots).map(readLot)),
    documents: nonEmpty(documents.map(readDocument).filter((document) => document !== null)),
    submissionUrl: submissionUrl(portal, source, tender, documents),
    deadline: isPlan ? null : due,
    interestDeadline: isPlan ? null : interest,
    deadlineEstimate: isPlan ? (interest ?? due) : null,
    corrections: nonEmpty(readCorrections(tender)),
    canonical: canonicalOcid(source),
    enquiryMs: readDeadline(asObject(tender.enquiryPeriod)?.endDate)?.ms ?? null,
    futureNotice: readCivilDate(communication?.futureNoticeDate),
    engagementEnds: asObjects(planning.milestones)
      .filter((milestone) => milestone.type === 'engagement')
      .map((milestone) => readCivilDate(milestone.dueDate))
      .find((date) => date !== null),
    contractStart: period.start,
    contractEnd: period.end,
    durationDays: period.days,
    sme: asBoolean(asObject(tender.suitability)?.sme),
    framework:
      asBoolean(techniques?.hasFrameworkAgreement) ??
      (techniques?.frameworkAgreement || lotTechnique('frameworkAgreement') ? true : null),
    dynamicMarket:
      asBoolean(techniques?.hasDynamicPurchasingSystem) ??
      (techniques?.dynamicPurchasingSystem || lotTechnique('dynamicPurchasingSystem')
        ? true
        : null),
    requirements: nonEmpty(readRequirements(tender)),
    publishedMs: readInstant(tender.datePublished),
  })
}

function readLabels(
  tender: JsonObject,
  awards: readonly JsonObject[],
): Record<string, string> | null {
  const items = [...asObjects(tender.items), ...awards.flatMap((award) => asObjects(award.items))]
  const classified = [tender, ...items].flatMap((part) => [
    part.classification,
    ...asObjects(part.additionalClassifications),
  ])
  const labels = [...cpvLabels(classified)].filter(([, label]) => label !== '')
  return labels.length === 0 ? null : Object.fromEntries(labels)
}

function readItem(item: JsonObject, index: number): Item {
  return {
    id: asText(item.id) ?? `#${index}`,
    cpv: cpvCodes([item.classification, ...asObjects(item.additionalClassifications)]),
    addresses: asObjects(item.deliveryAddresses).map((address) =>
      withoutAbsent({
        region: asText(address.region),
        postalCode: asText(address.postalCode),
        countryName: asText(address.countryName) ?? asText(address.country),
      }),
    ),
  }
}

/** Place and dates of what was awarded. */
function readAwarded(awards: readonly JsonObject[], contracts: readonly JsonObject[]) {
  const periods = [
    ...awards.map((award) => readPeriod(award.contractPeriod)),
    ...contracts.map((contract) => readPeriod(contract.period)),
  ]
  const addresses = [...awards, ...contracts].flatMap((part) =>
    asObjects(part.items).flatMap((item) => readItem(item, 0).addresses),
  )
  return {
    awardAddresses: nonEmpty(addresses),
    awardStart: periods.map(({ start }) => start).find((date) => date !== null),
    awardEnd: periods.map(({ end }) => end).findLast((date) => date !== null),
  }
}

/** Relationships of OCDS under which a process follows another. */
const FOLLOWS = new Set(['prior', 'renewalProcess', 'replacementProcess', 'subContract'])

function readPredecessors(source: JsonObject): string[] {
  return asObjects(source.relatedProcesses)
    .filter(
      (related) =>
        Array.isArray(related.relationship) &&
        related.relationship.some((each) => FOLLOWS.has(String(each))),
    )
    .map((related) => asText(related.identifier))
    .filter((identifier) => identifier !== null)
}

/** Find a Tender links 3 % of its releases to their process on Public Contracts Scotland (2026-08). */
function canonicalOcid(source: JsonObject): string | null {
  const href = asObjects(source.links).find(({ rel }) => rel === 'canonical')?.href
  const ocid = /ocds-[a-z0-9]{6}-[A-Za-z0-9-]{1,81}/i.exec(asText(href) ?? '')?.[0].toLowerCase()
  return ocid === undefined || ocid === String(source.ocid).toLowerCase() ? null : ocid
}

function readLot(lot: JsonObject, index: number): Lot {
  const period = readPeriod(lot.contractPeriod)
  return withoutAbsent({
    id: cleanLine(lot.id) ?? String(index + 1),
    title: safeLine(lot.title),
    description: longText(lot.description),
    status: cleanLine(lot.status),
    value: readMoney(lot.value),
    contractStart: period.start,
    contractEnd: period.end,
    durationDays: period.days,
    sme: asBoolean(asObject(lot.suitability)?.sme),
    terms: readTerms(lot),
  })
}

function readDocument(document: JsonObject, index: number): TenderDocument | null {
  const url = httpUrl(asText(document.url))
  if (!url) return null
  const title = safeLine(document.title) ?? safeLine(document.description)
  return withoutAbsent({
    id: cleanLine(document.id) ?? `#${index}`,
    url,
    type: cleanLine(document.documentType),
    title: title && !/^n\/?a\.?$/i.test(title) ? title : null,
    format: cleanLine(document.format),
    publishedMs: readInstant(document.datePublished),
  })
}

/** Placeholders of 0 and 1 are not stated. 16 % of the Act's tenders state a value with VAT alone (2026-08). */
function readMoney(value: unknown): Money | null {
  const money = asObject(value)
  const read = (name: string) => {
    const amount = asNumber(money?.[name])
    return amount === null || amount <= 1 ? null : Math.round(amount)
  }
  const [amount, gross] = [read('amount'), read('amountGross')]
  const currency = asText(money?.currency)?.toUpperCase() ?? 'GBP'
  if (amount !== null) return { amount, currency }
  return gross === null ? null : { amount: gross, currency, tax: 'included' }
}

function readPeriod(value: unknown): {
  start: string | null
  end: string | null
  days: number | null
} {
  const period = asObject(value)
  return {
    start: readCivilDate(period?.startDate),
    end: readCivilDate(period?.endDate),
    days: asNumber(period?.durationInDays),
  }
}

/** The http(s) address that a field is, without user names. */
function httpUrl(text: string | null): string | null {
  const found = /^\s*(https?:\/\/\S+)/i.exec(text ?? '')?.[1]
  if (!found) return null
  try {
    const url = new URL(found)
    return url.username || url.password || found.includes('@') || !url.hostname.includes('.')
      ? null
      : found
  } catch {
    return null
  }
}

/** Returns the address for bids: stated, or among the links of the notice. */
function submissionUrl(
  portal: Portal,
  source: JsonObject,
  tender: JsonObject,
  documents: readonly JsonObject[],
): string | null {
  return bidLink({
    stated: [tender.submissionMethodDetails, asObject(tender.communication)?.atypicalToolUrl],
    nearby: documents.map((document) => document.url),
    texts: [
      tender.description,
      ...asObjects(tender.lots).map((lot) => lot.description),
      source.description,
    ],
    ownHosts: portal.quirks.ownHosts,
  })
}

/** Selection criteria and other stated conditions, in the notice's words. */
function readRequirements(tender: JsonObject): string[] {
  const criteria = asObjects(asObject(tender.selectionCriteria)?.criteria)
  const texts = criteria.flatMap((criterion) => [
    longText(criterion.description),
    longText(criterion.minimum),
  ])
  const terms = asObject(tender.contractTerms)
  return [...texts, longText(terms?.performanceTerms)].filter(
    (text) => text !== null && text.length > 3,
  ) as string[]
}

/** Notices of dynamic markets, whose members are listed as awards. */
const MARKETS = new Set(['UK13', 'UK14', 'UK15', 'UK16'])
/** Notices of what became of a contract. */
const CHANGES = new Set(['UK8', 'UK9', 'UK10', 'UK11'])
const CHANGE_TAG = /^(?:contractAmendment|contractTermination|implementation)/

/** Reads each award with its contracts. A notice of a running contract may name its award by id alone. */
function readAwards(release: Omit<Release, 'awards'>, source: JsonObject): Award[] {
  const { ocid, buyer, noticeTypes: types } = release
  if (buyer === null || types.some((type) => MARKETS.has(type))) return []
  const parties = new Map(asObjects(source.parties).map((party) => [party.id, party]))
  const stated = asObjects(source.awards)
  const contracts = asObjects(source.contracts)
  const named = [...new Set(contracts.map(({ awardID }) => awardID))].filter(
    (id) => asText(id) !== null,
  )
  const awards = stated.length > 0 ? stated : named.map((id): JsonObject => ({ id }))
  const counts = new Map<string, number>()
  return awards.flatMap((award, index) => {
    const status = asText(award.status) ?? ''
    const id = asText(award.id) ?? String(index)
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    if (status === 'unsuccessful') return []
    const own = ownContracts(award, count - 1, awards, contracts)
    const suppliers = status === 'cancelled' ? [] : asObjects(award.suppliers)
    const awardId = count === 1 ? id : `${id}~${count}`
    const contract = {
      ...readContract(release, source, award, own),
      ...listShownSuppliers(suppliers, parties),
      ...listAddedSuppliers(own, parties),
      awardId,
      buyer: buyer.name,
      buyerIds: buyer.ids ?? [],
      ...(buyer.others ? { otherBuyers: buyer.others } : {}),
    }
    const findScale = (supplier: JsonObject) =>
      asText(asObject(parties.get(supplier.id)?.details)?.scale) ??
      asText(asObject(supplier.details)?.scale)
    return {
      key: `${ocid.toLowerCase()}|${awardId}`,
      awardedOn: contract.awarded,
      divisions: [...new Set(contract.cpv.map((code) => code.slice(0, 2)))],
      suppliers: suppliers.map((supplier) => ({
        // A supplier may be a person: only a fingerprint of the name is stored.
        key: supplierKey(normaliseName(asText(supplier.name) ?? String(supplier.id))),
        sme: parseSme(findScale(supplier)),
      })),
      contract: { ...contract, cpv: contract.cpv.slice(0, MOST_CODES) },
    }
  })
}

/** Returns the contracts of an award. Where several awards have its id, they go by their order, or by their lots. */
function ownContracts(
  award: JsonObject,
  place: number,
  awards: readonly JsonObject[],
  contracts: readonly JsonObject[],
): readonly JsonObject[] {
  const own = contracts.filter(({ awardID }) => awardID === award.id)
  const namesakes = awards.filter(({ id }) => id === award.id)
  if (namesakes.length < 2) return own
  if (own.length === namesakes.length) return [own[place]!]
  const lots = listLots(award)
  return own.filter((contract) => listLots(contract).some((lot) => lots.includes(lot)))
}

const listLots = ({ relatedLots }: JsonObject) =>
  Array.isArray(relatedLots) ? relatedLots.map(String) : []

/** Suppliers that a change notice adds, and those that leave. */
function listAddedSuppliers(
  contracts: readonly JsonObject[],
  parties: ReadonlyMap<unknown, JsonObject>,
): Pick<Contract, 'added' | 'removed'> {
  const listed = contracts.flatMap(listAmendments).flatMap((each) => asObjects(each.suppliersAdded))
  const added = listShownSuppliers(listed, parties)
  const left = [...parties.values()].filter(
    ({ roles }) => Array.isArray(roles) && roles.includes('removedSupplier'),
  )
  const removed = listShownSuppliers(left, parties).suppliers
  return {
    ...(added.suppliers.length > 0 ? { added } : {}),
    ...(removed.length > 0 ? { removed } : {}),
  }
}

/** Changes of a contract that a notice announces, the last one last. */
function listAmendments(contract: JsonObject): JsonObject[] {
  return [...asObjects(contract.amendments), ...asObjects(contract.proposedAmendments)].sort(
    (a, b) => (readInstant(a.date) ?? 0) - (readInstant(b.date) ?? 0),
  )
}

const MOST_CODES = 10

function readContract(
  { ocid, ms, portal, noticeId, tags, noticeTypes: types, facts }: Omit<Release, 'awards'>,
  source: JsonObject,
  award: JsonObject,
  contracts: readonly JsonObject[],
) {
  const items = [award, ...contracts].flatMap((part) => asObjects(part.items).map(readItem))
  const tendered = facts.items ?? []
  const own = items.flatMap((item) => item.cpv)
  const codes =
    own.length > 0 ? own : [...(facts.cpv ?? []), ...tendered.flatMap((item) => item.cpv)]
  const place = deliveryPlace(items.flatMap((item) => item.addresses))
  const lots = findLots(facts.lots ?? [], award, contracts)
  const isChange =
    types.some((type) => CHANGES.has(type)) || tags.some((tag) => CHANGE_TAG.test(tag))
  const end = readEnd(award, contracts, lots, facts)
  const published = londonDate(ms)
  const days = readDays(award, contracts, isChange ? null : published, published)
  return {
    ocid,
    title: safeLine(award.title) ?? facts.title ?? null,
    ...readContractValue(
      award,
      contracts,
      findEstimate(facts, lots, asObjects(source.awards).length),
    ),
    ceiling: detectFramework(facts) !== null,
    ...days,
    awarded: dayOfAward(days) ?? londonDate(readInstant(award.datePublished) ?? ms),
    isChange,
    // The period of a change begins with the change.
    starts: isChange ? null : readStart(award, contracts, lots, facts),
    ...end,
    cpv: [...new Set(codes)],
    regions: place.regions || deliveryPlace(tendered.flatMap((item) => item.addresses)).regions,
    portal,
    noticeId,
    ...readState(award, contracts, tags, types),
  }
}

function readStart(
  award: JsonObject,
  contracts: readonly JsonObject[],
  lots: readonly Lot[],
  facts: Facts,
): string | null {
  const periods = [...contracts.map(({ period }) => period), award.contractPeriod]
  return (
    periods.map((period) => readPeriod(period).start).find((date) => date !== null) ??
    lots.map((lot) => lot.contractStart).find((date) => date !== undefined) ??
    facts.contractStart ??
    null
  )
}

function readEnd(
  award: JsonObject,
  contracts: readonly JsonObject[],
  lots: readonly Lot[],
  facts: Facts,
): Pick<Contract, 'contractEnd' | 'latestEnd'> {
  const changed = contracts.flatMap((contract) => {
    const periods = listAmendments(contract).map(({ period }) => period)
    return periods.findLast((period) => readPeriod(period).end !== null) ?? []
  })
  const stated = changed.length > 0 ? changed : contracts.map(({ period }) => period)
  const periods = [...stated, award.contractPeriod]
  const contractEnd =
    findLast(stated.map((period) => readPeriod(period).end)) ??
    readPeriod(award.contractPeriod).end ??
    findLast(lots.map((lot) => lot.contractEnd)) ??
    facts.contractEnd ??
    null
  const latest = findLast([
    ...periods.map((period) => readCivilDate(asObject(period)?.maxExtentDate)),
    ...lots.map((lot) => lot.terms?.maxEnd),
    facts.terms?.maxEnd,
  ])
  return {
    contractEnd,
    latestEnd: latest !== null && contractEnd !== null && latest > contractEnd ? latest : null,
  }
}

/** A day of award or signature after its publication is set aside. */
function readDays(
  award: JsonObject,
  contracts: readonly JsonObject[],
  announced: string | null,
  published: string,
): Pick<Contract, 'awardDate' | 'signed' | 'announced' | 'setAside'> {
  const awardDate = readCivilDate(award.date)
  const signed = contracts
    .map(({ dateSigned }) => readCivilDate(dateSigned))
    .filter((day) => day !== null)
  const reasonable = (day: string | null) => (isOutOfReason(day, published) ? null : day)
  const isAside = [awardDate, ...signed].some((day) => isOutOfReason(day, published))
  return {
    awardDate: reasonable(awardDate),
    signed: signed.filter((day) => !isOutOfReason(day, published)).sort()[0] ?? null,
    announced,
    ...(isAside ? { setAside: true } : {}),
  }
}

function readContractValue(
  award: JsonObject,
  contracts: readonly JsonObject[],
  estimate: Money | null,
): Pick<Contract, 'value' | 'estimated' | 'final'> {
  const only = contracts.length === 1 ? contracts[0]! : {}
  const final = readMoney(asObject(only.implementation)?.finalValue)
  const changed = listAmendments(only).map(({ value }) => readMoney(value))
  const stated =
    final ??
    changed.findLast((value) => value !== null) ??
    readMoney(only.value) ??
    readMoney(award.value)
  return {
    value: stated ?? estimate,
    estimated: stated === null && estimate !== null,
    ...(final === null ? {} : { final: true }),
  }
}

/** Reasons of a termination notice for an end as agreed. */
const COMPLETED = /complete|expir/i

function readState(
  award: JsonObject,
  contracts: readonly JsonObject[],
  tags: readonly string[],
  types: readonly string[],
): Pick<Contract, 'state' | 'actualEnd' | 'pending'> {
  const allAre = (...statuses: string[]) =>
    contracts.length > 0 &&
    contracts.every(({ status }) => statuses.includes((asText(status) ?? '').toLowerCase()))
  const isEnded = tags.includes('contractTermination') || types.includes('UK11')
  const reasons = contracts.flatMap((each) => asObjects(each.terminationRationaleClassifications))
  const isComplete =
    allAre('complete', 'completed') ||
    (reasons.length > 0 && reasons.every(({ id }) => COMPLETED.test(asText(id) ?? '')))
  const isWithdrawn = award.status === 'cancelled' || allAre('cancelled')
  const isSigned = contracts.some(
    ({ dateSigned, status }) => readCivilDate(dateSigned) !== null || status === 'active',
  )
  return {
    state: isWithdrawn
      ? 'withdrawn'
      : isEnded || allAre('terminated') || isComplete
        ? isComplete
          ? 'completed'
          : 'terminated'
        : null,
    actualEnd: findLast(
      contracts.map((each) => readCivilDate(asObject(each.implementation)?.endDate)),
    ),
    ...(award.status === 'pending' && !isSigned ? { pending: true } : {}),
  }
}

/** Returns the lots of an award. An award that names none has all lots if they end together, and otherwise none. */
function findLots(
  lots: readonly Lot[],
  award: JsonObject,
  contracts: readonly JsonObject[],
): readonly Lot[] {
  const related = [award, ...contracts].flatMap(listLots)
  if (related.length > 0) return lots.filter((lot) => related.includes(lot.id))
  return new Set(lots.map((lot) => lot.contractEnd)).size === 1 ? lots : []
}

/** Value that the tender states for what was awarded: of its lots, or of the whole if there is one award. */
function findEstimate({ value, lots: all = [] }: Facts, lots: readonly Lot[], awards: number) {
  if (lots.length === 1 && lots[0]!.value !== undefined && (all.length > 1 || awards === 1))
    return lots[0]!.value
  return awards === 1 && all.length <= 1 ? (value ?? null) : null
}

function findLast(dates: readonly (string | null | undefined)[]): string | null {
  return (
    dates
      .filter((date) => date != null)
      .sort()
      .at(-1) ?? null
  )
}

/** Names and company numbers of the suppliers that are organisations. */
function listShownSuppliers(
  suppliers: readonly JsonObject[],
  parties: ReadonlyMap<unknown, JsonObject>,
): Pick<Contract, 'suppliers' | 'numbers'> {
  const shown = suppliers.flatMap(
    (supplier) => findSupplier(supplier, parties.get(supplier.id)) ?? [],
  )
  return {
    suppliers: shown.map(({ name }) => name),
    numbers: shown.map(({ number }) => number),
  }
}

function parseSme(scale: string | null): boolean | null {
  if (scale === null) return null
  if (scale === 'large') return false
  return ['sme', 'micro', 'small', 'medium'].includes(scale) ? true : null
}

function asBoolean(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

function nonEmpty<T>(list: T[]): T[] | null {
  return list.length > 0 ? list : null
}

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], null | undefined> }

/** Drops what is null or undefined: in a release "absent" must not override. */
function withoutAbsent<T extends object>(
  value: T,
): Present<T> & {
  [Key in keyof T as null extends T[Key] ? never : undefined extends T[Key] ? never : Key]: T[Key]
} {
  return Object.fromEntries(
    Object.entries(value).filter(([, member]) => member !== null && member !== undefined),
  ) as never
}
