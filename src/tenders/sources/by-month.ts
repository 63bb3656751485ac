import { newestMonth } from '../model/coverage.ts'
import type { ListedByMonth } from '../portals/portal.ts'
import { readPackage } from './package.ts'
import { type Ask, type Asker, EMPTY_PAGE, type Refused, type UnansweredList } from './page.ts'

const DAY_MS = 86_400_000
const MONTH_MS = 31 * DAY_MS
/** On the first days of a month hardly anything is listed yet. */
const SETTLED_MS = 4 * DAY_MS
/** A type that is in every month. */
const CONTRACT_NOTICES = 2

/**
 * Every type of notice of every month that a span touches. Some lists are answered 500 ("Error
 * converting data type") for months on end, and a month without notices of a type is a package
 * without `releases` (both reported of the two portals, 2026): neither stops the rest.
 */
export function askByMonth(upstream: string, listing: ListedByMonth): Asker {
  async function list(
    month: string,
    type: number,
    ask: Ask,
  ): Promise<readonly unknown[] | Refused> {
    let defect: string | null = null
    for (const path of listing.paths(month, type)) {
      const body = await ask(path)
      if (!Buffer.isBuffer(body)) {
        defect = body.defect ?? defect
        continue
      }
      const read = readPackage(upstream, body)
      if (read) return Array.isArray(read.releases) ? read.releases : []
    }
    return { defect }
  }

  return {
    newest: newestMonth,
    async listPublished(span, ask) {
      const releases: unknown[] = []
      const unanswered: UnansweredList[] = []
      const months = listMonths(span)
      for (const month of months) {
        for (const type of listing.types) {
          const found = await list(month, type, ask)
          if ('defect' in found)
            unanswered.push({ list: `notices of type ${type} of ${month}`, defect: found.defect })
          else releases.push(...found)
        }
      }
      const isSilent = unanswered.length === months.length * listing.types.length
      return { ...EMPTY_PAGE, releases, unanswered, isSilent }
    },
    async sample(nowMs, ask) {
      const settledMs = nowMs - SETTLED_MS
      const unanswered: UnansweredList[] = []
      for (const month of listMonths([settledMs - MONTH_MS, settledMs]).slice(0, 2)) {
        for (const type of new Set([CONTRACT_NOTICES, ...listing.types])) {
          const found = await list(month, type, ask)
          if (!('defect' in found)) return { ...EMPTY_PAGE, releases: found, unanswered }
          unanswered.push({ list: `notices of type ${type} of ${month}`, defect: found.defect })
        }
      }
      return { ...EMPTY_PAGE, unanswered, isSilent: true }
    },
  }
}

function listMonths([from, to]: readonly [number, number]): string[] {
  const months: string[] = []
  for (let end = to; end > from; ) {
    const [start] = newestMonth([from, end])
    months.push(new Date(start).toISOString().slice(0, 7))
    end = start
  }
  return months
}
