/** One look at the lists of a portal that lists by month, for `ukintel doctor`: single lists may fail for good, not all of them. */
import type { AskedByMonth } from '../portals/portal.ts'

export interface ListsSeen {
  requested: number
  /** The first list that was answered; null: none was. */
  path: string | null
  /** How the last one was refused; null: none was. */
  refusal: string | null
}

export interface ListsExamination {
  asked: AskedByMonth
  nowMs: number
  /** How a list was refused; null: it was answered. @throws Error when nobody answers */
  ask(path: string, signal: AbortSignal): Promise<string | null>
}

const DAY_MS = 86_400_000
/** On the first days of a month hardly anything is listed yet. */
const SETTLED_MS = 4 * DAY_MS

/** Requests contract notices first: they are in every month. */
export function createListsExamination({ asked, nowMs, ask }: ListsExamination) {
  const [first = 1, second = first, ...others] = asked.types
  const types = [...new Set([second, first, ...others])]
  const monthOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 7)
  const newest = monthOf(nowMs - SETTLED_MS)
  const months = [newest, monthOf(Date.parse(`${newest}-01T00:00:00Z`) - DAY_MS)]
  return {
    async examine(signal: AbortSignal): Promise<ListsSeen> {
      let refusal: string | null = null
      let count = 0
      for (const path of months.flatMap((month) =>
        types.flatMap((type) => asked.paths(month, type)),
      )) {
        count += 1
        const refused = await ask(path, signal)
        if (refused === null) return { requested: count, path, refusal }
        refusal = refused
      }
      return { requested: count, path: null, refusal }
    },
  }
}
