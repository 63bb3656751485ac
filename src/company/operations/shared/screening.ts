/**
 * Screening of many companies. A quote counts stored rows and rows that the register could be
 * queried for now. A paid screen reads these rows, and nothing is sold if one of them fails. Rows
 * yield to requests for one company: few are read at the same time, in turns with other screens,
 * with at most half of the register's calls.
 */

import type { ReadTimeouts } from '../../../background/read-timeouts.ts'
import { UnitsChanged } from '../../../contract/operation.ts'
import { type Caller, currentCaller, giveBackCalls, runFor } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import { ServiceError } from '../../../platform/errors.ts'
import type { CivilDate } from '../../../platform/london.ts'
import { createLruMap } from '../../../platform/lru-map.ts'
import { createSemaphore } from '../../../platform/semaphore.ts'
import { CALLS_OF, UNAVAILABLE_MS } from '../../limits.ts'
import { type JudgedRow, type Judging, readJudged } from './judged.ts'

export type ScreenedRow =
  | { number: string; status: 'judged'; row: JudgedRow }
  | { number: string; status: 'not_found' | 'unavailable'; row: null }

export interface Screening {
  /**
   * Returns the number of rows that would be judged now, without a query. @throws ServiceError if
   * it is zero
   */
  quote(numbers: readonly string[]): Promise<number>
  /**
   * Every row that the quote of this moment counts, judged. @throws UnitsChanged when one of them
   * cannot be; ServiceError
   */
  rows(
    numbers: readonly string[],
    asking: { today: CivilDate; signal: AbortSignal },
  ): Promise<ScreenedRow[]>
}

/**
 * Concurrent rows of all screens. A row sends at most three concurrent requests, and the register
 * accepts sixteen.
 */
const ROWS_AT_ONCE = 4
/**
 * Rows of one screen if the regulator's register is queried: it accepts five requests a second, and
 * some companies need two.
 */
const CHECKS_A_SCREEN = 20

interface ScreeningOptions extends Judging {
  clock: Clock
  /** Time budget of one request for all its reads. */
  createTimeouts(): ReadTimeouts
  /** Creates the time budget of a screen for all its rows. */
  rowsWithin(): ReadTimeouts
}

type Plan = { number: string; outlook: 'held' | 'reachable' | 'not_found' | 'unavailable' }[]

export function createScreening(options: ScreeningOptions): Screening {
  const { register, regulator, clock, createTimeouts: begin, rowsWithin } = options
  const turns = createSemaphore(ROWS_AT_ONCE)
  /**
   * Numbers that could not be read lately, with the time until which that is believed. Of this
   * process alone: a payment for another replica's quote is refused before it is verified
   * (ROWS_CHANGED, nothing charged), since what is paid for is what this one judges, to the row.
   */
  const failed = createLruMap<number>(10_000)

  async function buildPlan(numbers: readonly string[]): Promise<Plan> {
    const known = await Promise.all(
      numbers.map(async (number) => ({
        number,
        profile: await register.knows(number),
        checked: await regulator.isCached(number),
      })),
    )
    let rows = Math.floor((await register.room()) / CALLS_OF.verdict)
    let checks = CHECKS_A_SCREEN
    return known.map(({ number, profile, checked }) => {
      if (profile === 'absent') return { number, outlook: 'not_found' }
      const spares = (profile === 'held' || rows > 0) && (checked || checks > 0)
      if (!spares || (failed.get(number) ?? 0) > clock.elapsedMs())
        return { number, outlook: 'unavailable' }
      if (profile !== 'held') rows -= 1
      if (!checked) checks -= 1
      return { number, outlook: profile === 'held' ? 'held' : 'reachable' }
    })
  }

  return {
    async quote(numbers) {
      const plan = await buildPlan(numbers)
      const count = plan.filter(isPlanned).length
      if (count === 0) throw createNothingToSellError(plan)
      return count
    },

    async rows(numbers, { today, signal }) {
      const plan = await buildPlan(numbers)
      const { hasRecentPurchase = false, buyer } = currentCaller() ?? {}
      const [time, timeouts] = [rowsWithin(), begin()]
      let isOver = false

      // One caller for each row: it reserves all calls that the row may need before the first of
      // them.
      const callers = new Map(
        numbers.map((number): [string, Caller] => [
          number,
          { hasRecentPurchase, buyer, isBatchRow: true, mayNeed: CALLS_OF.verdict },
        ]),
      )
      const callerOf = (number: string) => callers.get(number)!
      async function attempt<T>(
        number: string,
        work: () => Promise<T>,
      ): Promise<T | 'not_found' | 'unavailable'> {
        const made = turns(async () => {
          if (isOver) return 'unavailable'
          signal.throwIfAborted()
          return await runFor(callerOf(number), work)
        }).catch(rowTrouble)
        const row = await time
          .whileMissing(
            made.then(
              (value) => ({ value }),
              (error: unknown) => ({ error }),
            ),
          )
          .catch(() => {
            isOver = true
            return { value: 'unavailable' as const }
          })
        if ('error' in row) throw row.error
        // A screen that ran out of time says nothing of its rows: other callers may have them.
        if (row.value === 'unavailable' && !isOver)
          failed.set(number, clock.elapsedMs() + UNAVAILABLE_MS)
        return row.value
      }

      const judge = (number: string) =>
        readJudged(number, options, { today, timeouts, full: false })

      // Rows that need more requests wait until every company is known to exist: a wrong quote then
      // costs one register call a row.
      const reachable = plan.filter(({ outlook }) => outlook === 'reachable')
      try {
        const found = await inOrder(reachable, ({ number }) =>
          attempt(number, () => register.company(number, 'identity', { timeouts })),
        )
        if (found.some((each) => typeof each === 'string'))
          throw new UnitsChanged('not every row can be answered')

        const rows = await inOrder(plan, async ({ number, outlook }): Promise<ScreenedRow> => {
          if (outlook === 'not_found' || outlook === 'unavailable')
            return { number, status: outlook, row: null }
          const row =
            (await readFreshRow(() => judge(number))) ??
            (await attempt(number, async () => (await judge(number)).row))
          giveBackCalls(callerOf(number))
          return typeof row === 'string'
            ? { number, status: row, row: null }
            : { number, status: 'judged', row }
        })
        if (rows.some(({ status }, index) => isPlanned(plan[index]!) && status !== 'judged'))
          throw new UnitsChanged('not every row can be answered')
        return rows
      } finally {
        for (const caller of callers.values()) giveBackCalls(caller)
      }
    },
  }
}

const isPlanned = ({ outlook }: Plan[number]) => outlook === 'held' || outlook === 'reachable'

/** Returns the state of a row that failed alone. @throws any other error */
function rowTrouble(error: unknown): 'not_found' | 'unavailable' {
  if (error instanceof ServiceError && error.code === 'SUBJECT_NOT_FOUND') return 'not_found'
  if (error instanceof ServiceError && error.code === 'UPSTREAM_UNAVAILABLE') return 'unavailable'
  throw error
}

/**
 * Reads a row from fresh data without waiting; returns `null` if the register would have to be
 * queried.
 */
async function readFreshRow(judge: () => Promise<{ row: JudgedRow }>): Promise<JudgedRow | null> {
  try {
    const { row } = await runFor({ hasRecentPurchase: false, cacheOnly: true }, judge)
    return row.degradations.length === 0 ? row : null
  } catch {
    return null
  }
}

/**
 * Runs work for items concurrently as the semaphore allows, with one queued item for each screen,
 * so that screens take turns.
 */
async function inOrder<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  async function worker(): Promise<void> {
    while (next < items.length) {
      const index = next
      next += 1
      try {
        results[index] = await work(items[index]!)
      } catch (error) {
        next = items.length
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: ROWS_AT_ONCE }, worker))
  return results
}

function createNothingToSellError(plan: Plan): ServiceError {
  if (plan.every(({ outlook }) => outlook === 'not_found')) {
    return new ServiceError(
      'SUBJECT_NOT_FOUND',
      'The register of companies holds none of these companies.',
      {
        hint: 'Find the numbers with GET /v1/company/search.',
      },
    )
  }
  return new ServiceError(
    'UPSTREAM_UNAVAILABLE',
    'None of these companies can be judged just now.',
    {
      retryAfterSeconds: UNAVAILABLE_MS / 1000,
      hint: 'Repeat the request after the time in Retry-After; nothing was charged.',
    },
  )
}
