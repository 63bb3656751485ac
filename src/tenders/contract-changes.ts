/**
 * Changes of contracts since a cursor. A change counts if a search would have found the contract
 * before or after it.
 */
import { distinctTexts, type OpenBlock } from '../background/change-blocks.ts'
import type { ChangeFeed } from '../contract/changes.ts'
import { createSearchedFeed } from '../contract/searched-changes.ts'
import type { ServiceError } from '../platform/errors.ts'
import { londonDate } from '../platform/london.ts'
import type { Change, ChangeStore } from '../store/changes.ts'
import { isFound, type SearchedContract } from '../store/contract-filter.ts'
import { type CpvLabels, contractQuery } from './index/contract-query.ts'
import {
  type ContractFilters,
  contractCriterion,
  contractFilter,
  contractFilters,
} from './operations/contracts.ts'
import type { ServingIndex } from './operations/shared/deps.ts'

export function contractChanges(options: {
  changes: ChangeStore
  index: ServingIndex
  labels: CpvLabels
  unavailableReason: () => ServiceError | null
}): ChangeFeed {
  const { changes, index, labels, unavailableReason } = options
  return createSearchedFeed<ContractFilters>({
    subject: 'contracts',
    changes,
    open: (block) => openBlock(block, labels),
    fields: contractFilters.shape,
    criterion: (input) => contractCriterion(toFilters(input)),
    question: toFilters,
    unavailableReason,
    async origins(_, nowMs) {
      index.live()
      return index.origins(nowMs)
    },
  })
}

/** The call has no default for a filter of one subject. */
const toFilters = (input: Readonly<Record<string, unknown>>) =>
  ({ ...input, status: input.status ?? 'running' }) as ContractFilters

function openBlock(changes: readonly Change[], labels: CpvLabels): OpenBlock<ContractFilters> {
  const { texts, sides } = distinctTexts<SearchedContract>(changes)
  return {
    judge(input) {
      const text = contractQuery(input, labels)
      return (place) => {
        if (text === null) return null
        const { kind, before, after } = sides[place]!
        const filter = { ...contractFilter(input, londonDate(changes[place]!.atMs)), text }
        const matches = (number: number | null) =>
          number !== null && isFound(texts[number]!, filter)
        return matches(after) || matches(before) ? kind : null
      }
    },
  }
}
