/**
 * Searches the stored contracts, and remembers counts for unpaid quotes as long as nothing changes.
 */

import { londonDate } from '../platform/london.ts'
import { createLruMap } from '../platform/lru-map.ts'
import type { ContractFilter, TextQuery } from '../store/contract-filter.ts'
import type { ContractStore } from '../store/tender-contracts.ts'
import type { TenderStore } from '../store/tenders.ts'
import {
  type ContractCriteria,
  contractQuery,
  createCpvLabels,
  isRegisterId,
  withoutNumbers,
} from './index/contract-query.ts'
import { type Contract, companyNumber } from './model/contract.ts'
import { idTerm } from './model/contract-terms.ts'
import type { ContractSearch, ContractsFound } from './operations/shared/deps.ts'
import { getPortal, PORTALS } from './portals/index.ts'

const REMEMBERED = 500
/**
 * An unpaid quote counts no search of words that more contracts have: it would cost more than the
 * quote.
 */
const MOST_COUNTED = 5000
/** Contracts that are looked through for the names of a company. */
const LOOKED_THROUGH = 2000

const NOTHING = { total: 0, best: [], totals: [], excluded: { value: 0, dates: 0 } }

const contractKey = ({ ocid, awardId }: Contract) => `${ocid}|${awardId}`

export function createContractSearch(
  store: ContractStore,
  revisionOf: TenderStore['revision'],
): ContractSearch {
  const labels = createCpvLabels()
  const counts = createLruMap<{ revision: number; total: number | null }>(REMEMBERED)
  const buyers = createLruMap<{ revision: number; names: readonly string[] }>(REMEMBERED)

  type Filter = Omit<ContractFilter, 'text'>

  async function find(
    text: TextQuery | null,
    filter: Filter,
    limit: number,
  ): Promise<ContractsFound> {
    if (text === null) return NOTHING
    const found = await store.search({ ...filter, text }, limit)
    return { ...found, best: found.best.map((json) => JSON.parse(json) as Contract) }
  }

  /** Names under which the contracts of a company name it. */
  async function findNames(number: string, text: TextQuery): Promise<string[]> {
    const names = (await store.texts(text, LOOKED_THROUGH)).flatMap((json) => {
      const { suppliers, numbers } = JSON.parse(json) as Contract
      return suppliers.filter((_, index) => numbers[index] === number)
    })
    return [...new Set(names)]
  }

  /**
   * Names of the buyers that have a register id: notices of the former regime name them without it.
   */
  async function findBuyerNames(id: string): Promise<readonly string[]> {
    const revision = await revisionOf()
    const known = buyers.get(id)
    if (known?.revision === revision) return known.names
    const texts = await store.texts({ phrase: [idTerm(id)] }, LOOKED_THROUGH)
    const found = texts.map((json) => JSON.parse(json) as Contract)
    // A notice of several buyers does not say whose the id is.
    const names = [...new Set(found.flatMap((each) => (each.otherBuyers ? [] : [each.buyer])))]
    buyers.set(id, { revision, names })
    return names
  }

  async function query(criteria: ContractCriteria) {
    const { buyer } = criteria
    const names = buyer !== undefined && isRegisterId(buyer) ? await findBuyerNames(buyer) : []
    return contractQuery({ ...criteria, buyerNames: names }, labels)
  }

  /**
   * Finds the close ones in the same order: those among the first of all are among the first of the
   * close.
   */
  async function findClose(
    criteria: ContractCriteria,
    all: { text: TextQuery | null; found: ContractsFound },
    filter: Filter,
    limit: number,
  ): Promise<ContractsFound> {
    const text = await query({ ...criteria, min_relevance: 'close' })
    // Where no label is known, all are close.
    const isSame = JSON.stringify(text) === JSON.stringify(all.text)
    return isSame || all.found.total === 0 ? all.found : find(text, filter, limit)
  }

  return {
    labels,

    async search(criteria, filter, limit) {
      const text = await query(criteria)
      const found = await find(text, filter, limit)
      if (criteria.q === undefined)
        return { ...found, foundByRelevance: null, relevanceOf: () => null }
      const close = await findClose(criteria, { text, found }, filter, limit)
      const isClose = new Set(close.best.map(contractKey))
      return {
        ...found,
        foundByRelevance: { close: close.total, related: found.total - close.total, loose: 0 },
        relevanceOf: (contract) => (isClose.has(contractKey(contract)) ? 'close' : 'related'),
      }
    },

    async count(criteria, filter) {
      const text = await query(criteria)
      const revision = await revisionOf()
      const question = JSON.stringify([text, filter])
      const known = counts.get(question)
      if (known?.revision === revision) return known
      const isCheap = text === null || (await store.isAtMost(text, MOST_COUNTED))
      const total = isCheap ? (await find(text, filter, 0)).total : null
      const found = { revision, total }
      counts.set(question, found)
      return found
    },

    async countUnnumbered(criteria, filter) {
      const number = companyNumber(criteria.supplier ?? '')
      if (number === null) return 0
      const names = await findNames(number, contractQuery({ supplier: number }, labels)!)
      if (names.length === 0) return 0
      const { supplier: _, ...others } = criteria
      const rest = await query(others)
      if (rest === null) return 0
      return (await find({ all: [...rest.all, withoutNumbers(names)] }, filter, 0)).total
    },

    async coverage() {
      const first = await store.firstReleases(PORTALS.map(({ id }) => id))
      return new Map(
        [...first]
          .map(([id, ms]): [string, string] => [getPortal(id).name, londonDate(ms)])
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      )
    },
  }
}
