/** Where the fields of a release are. Each kind of release has one table, and reads no other. */
import { cpvLabels } from '../model/cpv.ts'
import {
  address,
  code,
  codes,
  day,
  deadline,
  each,
  type Fields,
  flag,
  instant,
  line,
  listAt,
  money,
  number,
  plain,
  type Read,
  text,
} from '../model/fields.ts'
import { asObjects, asText, type JsonObject } from '../model/json.ts'
import type { Money } from '../model/money.ts'
import type { DeliveryAddress } from '../model/regions.ts'
import type { Facts, Item, Lot, TenderDocument } from '../model/release.ts'
import { readTerms } from '../model/terms.ts'

export interface Layout {
  /** Fields of the release. */
  facts: Fields<Facts>
  /** Fields of one award and its contracts, in an `AwardSource`. */
  award: Fields<AwardFacts>
  /** Fields for the address to bid at. */
  bids: (source: JsonObject) => unknown[]
}

/** One award with its contracts; `only` is the contract if there is one. */
export type AwardSource = {
  award: JsonObject
  contracts: readonly JsonObject[]
  only: JsonObject
  /** Announced changes of that contract, the last one last. */
  changes: readonly JsonObject[]
  /** Periods of the contracts; changed ones go before. */
  periods: readonly unknown[]
}

export interface AwardFacts {
  title?: string
  items?: Item[]
  value?: Money
  final?: Money
  decided?: string
  signed?: string[]
  publishedMs?: number
  starts?: string
  ends?: string
  maxEnds?: string[]
  actualEnd?: string
  /** Why the contract was terminated. */
  reasons?: unknown[]
}

export const ADDRESS: Fields<DeliveryAddress> = {
  region: code('region'),
  postalCode: code('postalCode'),
  countryName: code('countryName', 'country'),
}

export function readItem(item: JsonObject, index: number): Item {
  return {
    id: asText(item.id) ?? `#${index}`,
    cpv: codes('classification', 'additionalClassifications[]')(item),
    addresses: each(ADDRESS, 'deliveryAddresses[]')(item),
  }
}

export const LOT: Fields<Lot> = {
  id: (lot, index) => plain('id')(lot, index) ?? String(index + 1),
  title: line('title'),
  description: text('description'),
  status: plain('status'),
  value: money('value'),
  contractStart: day('contractPeriod.startDate'),
  contractEnd: day('contractPeriod.endDate'),
  durationDays: number('contractPeriod.durationInDays'),
  terms: readTerms,
}

const DOCUMENT: Fields<TenderDocument> = {
  id: (document, index) => plain('id')(document, index) ?? `#${index}`,
  url: address('url'),
  type: plain('documentType'),
  title: (document, index) => {
    const title = line('title', 'description')(document, index)
    return title && !/^n\/?a\.?$/i.test(title) ? title : null
  },
  format: plain('format'),
  publishedMs: instant('datePublished'),
}

/** Returns the documents that have an address, numbered in the order of all. */
export const documents =
  (...places: string[]) =>
  (source: JsonObject) =>
    each(DOCUMENT, ...places)(source).filter(({ url }) => url !== undefined)

/** Returns the labels of CPV codes; empty ones are left out. */
export const labels =
  (...places: string[]): Read<Record<string, string>> =>
  (source) => {
    const found = [...cpvLabels(listAt(...places)(source))].filter(([, label]) => label !== '')
    return found.length === 0 ? null : Object.fromEntries(found)
  }

/** Relationships of OCDS under which a process follows another. */
const FOLLOWS = new Set(['prior', 'renewalProcess', 'replacementProcess', 'subContract'])

/** Fields that every layout has in one place. */
export const COMMON: Fields<Facts> = {
  title: line('tender.title'),
  description: text('tender.description'),
  reference: plain('tender.id'),
  status: code('tender.status'),
  method: line('tender.procurementMethodDetails'),
  value: money('tender.value'),
  items: each(readItem, 'tender.items[]'),
  deadline: deadline('tender.tenderPeriod.endDate'),
  futureNotice: day('tender.communication.futureNoticeDate'),
  engagementEnds: day('planning.milestones[type=engagement].dueDate'),
  predecessors: ({ relatedProcesses }) =>
    asObjects(relatedProcesses)
      .filter(({ relationship }) => [relationship].flat().some((name) => FOLLOWS.has(String(name))))
      .flatMap(({ identifier }) => asText(identifier) ?? []),
}

/** Techniques as the notices of Find a Tender and of the portals that follow it state them. */
export const TECHNIQUES: Fields<Facts> = {
  framework: flag(
    'tender.techniques.hasFrameworkAgreement',
    'tender.techniques.frameworkAgreement',
    'tender.lots[].techniques.frameworkAgreement',
  ),
  dynamicMarket: flag(
    'tender.techniques.hasDynamicPurchasingSystem',
    'tender.techniques.dynamicPurchasingSystem',
    'tender.lots[].techniques.dynamicPurchasingSystem',
  ),
  // Dynamic markets state their period here, too.
  frameworkEnd: day('tender.techniques.frameworkAgreement.period.endDate'),
}
