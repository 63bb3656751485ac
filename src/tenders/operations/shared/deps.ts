import type { Degradation } from '../../../background/source.ts'
import type { Source } from '../../../contract/envelope.ts'
import type { BankHolidays } from '../../../platform/bank-holidays.ts'
import type { ContractFilter } from '../../../store/contract-filter.ts'
import type { BuyerStore } from '../../../store/tender-buyers.ts'
import type { FoundContracts } from '../../../store/tender-contracts.ts'
import type { Relevance } from '../../../text-search/ranker.ts'
import type { ContractCriteria, CpvLabels } from '../../index/contract-query.ts'
import type { LiveIndex } from '../../index/live-index.ts'
import type { TenderIndex } from '../../index/tender-index.ts'
import type { Contract } from '../../model/contract.ts'
import type { Notice } from '../../model/notice.ts'

/** Dependencies of the tender operations. */
export interface TendersDeps {
  index: ServingIndex
  /** Awards and payment records of buyers. */
  buyers: BuyerStore
  contracts: ContractSearch
  /** The newest known bank holidays. */
  holidays(): BankHolidays
}

export type ContractsFound = Omit<FoundContracts, 'best'> & { best: Contract[] }

/** Contracts that match, and how many of them are close to the words; `null` without words. */
export type GradedContracts = ContractsFound & {
  foundByRelevance: Record<Relevance, number> | null
  relevanceOf(contract: Contract): Relevance | null
}

type Filter = Omit<ContractFilter, 'text'>

/**
 * The stored contracts. A register id also matches the buyer's names; words that say nothing find
 * none.
 */
export interface ContractSearch {
  labels: CpvLabels
  search(criteria: ContractCriteria, filter: Filter, limit: number): Promise<GradedContracts>
  /** Counts what a search would find, with the revision of the store. */
  count(
    criteria: ContractCriteria,
    filter: Filter,
  ): Promise<{ total: number | null; revision: number }>
  /**
   * Counts contracts of the same names that carry no number, where the supplier is a company
   * number.
   */
  countUnnumbered(criteria: ContractCriteria, filter: Filter): Promise<number>
  /** Reads the day of the first stored notice by name of the portal. */
  coverage(): Promise<ReadonlyMap<string, string>>
}

/** Sources of an answer, and their problems. */
export interface Origins {
  sources: Source[]
  degradations: Degradation[]
  attribution: string
}

/**
 * Freshness of an answer about all notices. @throws ServiceError UPSTREAM_UNAVAILABLE while it is
 * not sold
 */
export function freshnessOfAll(index: ServingIndex, nowMs: number): Origins {
  index.searchable()
  return index.origins(nowMs)
}

export interface ServingIndex extends Pick<TenderIndex, 'find' | 'notices'> {
  /**
   * The live notices: they change between turns of the event loop. @throws ServiceError
   * UPSTREAM_UNAVAILABLE before it was filled.
   */
  live(): LiveIndex
  /**
   * The same for questions about all notices. @throws ServiceError UPSTREAM_UNAVAILABLE while no
   * portal reaches back far enough.
   */
  searchable(): LiveIndex
  /** Since when each portal is held, for an answer that found nothing. */
  coverageText(): string
  /**
   * The portals that an answer about all notices rests on, and what is wrong with them, or missing,
   * at that moment.
   */
  origins(nowMs: number): Origins
  /** The same for one notice: its own portal, with the notice's page. */
  findOrigins(notice: Notice, nowMs: number): Origins
}
