/** Awards of a release with their contracts. */
import { keyPart } from '../../platform/hash.ts'
import { londonDate } from '../../platform/london.ts'
import { isOutOfReason } from '../../platform/reason.ts'
import { normaliseName } from '../model/buyer.ts'
import { type Contract, dayOfAward, supplierKey } from '../model/contract.ts'
import { readInstant } from '../model/dates.ts'
import { type Fields, readFields } from '../model/fields.ts'
import { detectFramework } from '../model/frameworks.ts'
import { asObject, asObjects, asText, type JsonObject } from '../model/json.ts'
import { deliveryPlace } from '../model/regions.ts'
import type { Award, Facts, Lot, Release } from '../model/release.ts'
import { findSupplier } from '../model/suppliers.ts'
import { CHANGES, MARKETS } from './act.ts'
import type { AwardFacts, AwardSource } from './layout.ts'

const CHANGE_TAG = /^(?:contractAmendment|contractTermination|implementation)/

type Stated = Pick<
  Release,
  'portal' | 'ocid' | 'ms' | 'noticeId' | 'tags' | 'noticeTypes' | 'buyer' | 'facts'
>

/**
 * Reads each award with its contracts. A notice of a running contract may name its award by id
 * alone.
 */
export function readAwards(
  release: Stated,
  source: JsonObject,
  fields: Fields<AwardFacts>,
): Award[] {
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
    const awardId = keyPart(count === 1 ? id : `${id}~${count}`)
    const contract = {
      ...readContract(release, awards.length, toSource(award, own), fields),
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

/**
 * Returns the contracts of an award. Where several awards have its id, they go by their order, or
 * by their lots.
 */
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

/** Puts an award and its contracts together for the table of their fields. */
function toSource(award: JsonObject, contracts: readonly JsonObject[]): AwardSource {
  const only = contracts.length === 1 ? contracts[0]! : {}
  const changed = contracts.flatMap(
    (contract) =>
      listAmendments(contract)
        .map(({ period }) => asObject(period))
        .findLast((period) => readInstant(period?.endDate) !== null) ?? [],
  )
  return {
    award,
    contracts,
    only,
    changes: listAmendments(only),
    periods: changed.length > 0 ? changed : contracts.map(({ period }) => period),
  }
}

/** Of 875 awards three have more than ten, and one has 54 (2026-08). */
const MOST_CODES = 100

function readContract(
  { ocid, ms, portal, noticeId, tags, noticeTypes: types, facts }: Stated,
  awards: number,
  own: AwardSource,
  fields: Fields<AwardFacts>,
) {
  const stated = readFields(fields, own)
  const { items = [] } = stated
  const tendered = facts.items ?? []
  const codes = items.flatMap((item) => item.cpv)
  const place = deliveryPlace(items.flatMap((item) => item.addresses))
  const lots = findLots(facts.lots ?? [], own)
  const isChange =
    types.some((type) => CHANGES.has(type)) || tags.some((tag) => CHANGE_TAG.test(tag))
  const published = londonDate(ms)
  const days = readDays(stated, isChange ? null : published, published)
  const value = stated.final ?? stated.value ?? null
  const estimate = findEstimate(facts, lots, awards)
  return {
    ocid,
    title: stated.title ?? facts.title ?? null,
    value: value ?? estimate,
    estimated: value === null && estimate !== null,
    ...(stated.final ? { final: true } : {}),
    ceiling: detectFramework(facts) !== null,
    ...days,
    awarded: dayOfAward(days) ?? londonDate(stated.publishedMs ?? ms),
    isChange,
    // The period of a change begins with the change.
    starts: isChange
      ? null
      : (stated.starts ??
        lots.map((lot) => lot.contractStart).find((date) => date !== undefined) ??
        facts.contractStart ??
        null),
    ...findEnds(stated, lots, facts),
    cpv: [
      ...new Set(
        codes.length > 0 ? codes : [...(facts.cpv ?? []), ...tendered.flatMap((item) => item.cpv)],
      ),
    ],
    regions: place.regions || deliveryPlace(tendered.flatMap((item) => item.addresses)).regions,
    portal,
    noticeId,
    ...readState(own, stated, tags, types),
  }
}

function findEnds(
  { ends, maxEnds = [] }: AwardFacts,
  lots: readonly Lot[],
  facts: Facts,
): Pick<Contract, 'contractEnd' | 'latestEnd'> {
  const contractEnd =
    ends ?? findLast(lots.map((lot) => lot.contractEnd)) ?? facts.contractEnd ?? null
  const latest = findLast([...maxEnds, ...lots.map((lot) => lot.terms?.maxEnd)])
  return {
    contractEnd,
    latestEnd: latest !== null && contractEnd !== null && latest > contractEnd ? latest : null,
  }
}

/** A day of award or signature after its publication is set aside. */
function readDays(
  { decided, signed = [] }: AwardFacts,
  announced: string | null,
  published: string,
): Pick<Contract, 'awardDate' | 'signed' | 'announced' | 'setAside'> {
  const isAside = [decided ?? null, ...signed].some((day) => isOutOfReason(day, published))
  return {
    awardDate: decided === undefined || isOutOfReason(decided, published) ? null : decided,
    signed: signed.filter((day) => !isOutOfReason(day, published)).sort()[0] ?? null,
    announced,
    ...(isAside ? { setAside: true } : {}),
  }
}

/** Reasons of a termination notice for an end as agreed. */
const COMPLETED = /complete|expir/i

function readState(
  { award, contracts }: AwardSource,
  { reasons = [], signed = [], actualEnd }: AwardFacts,
  tags: readonly string[],
  types: readonly string[],
): Pick<Contract, 'state' | 'actualEnd' | 'pending'> {
  const allAre = (...statuses: string[]) =>
    contracts.length > 0 &&
    contracts.every(({ status }) => statuses.includes((asText(status) ?? '').toLowerCase()))
  const isEnded = tags.includes('contractTermination') || types.includes('UK11')
  const isComplete =
    allAre('complete', 'completed') ||
    (reasons.length > 0 && reasons.every((id) => COMPLETED.test(asText(id) ?? '')))
  const isWithdrawn = award.status === 'cancelled' || allAre('cancelled')
  const isSigned = signed.length > 0 || contracts.some(({ status }) => status === 'active')
  return {
    state: isWithdrawn
      ? 'withdrawn'
      : isEnded || allAre('terminated') || isComplete
        ? isComplete
          ? 'completed'
          : 'terminated'
        : null,
    actualEnd: actualEnd ?? null,
    ...(award.status === 'pending' && !isSigned ? { pending: true } : {}),
  }
}

/**
 * Returns the lots of an award. An award that names none has all lots if they end together, and
 * otherwise none.
 */
function findLots(lots: readonly Lot[], { award, contracts }: AwardSource): readonly Lot[] {
  const related = [award, ...contracts].flatMap(listLots)
  if (related.length > 0) return lots.filter((lot) => related.includes(lot.id))
  return new Set(lots.map((lot) => lot.contractEnd)).size === 1 ? lots : []
}

/**
 * Value that the tender states for what was awarded: of its lots, or of the whole if there is one
 * award.
 */
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
