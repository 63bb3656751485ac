/**
 * The newest known bank holidays: the official feed's, and the shipped table until it was read and
 * wherever it says nothing.
 */
import { z } from 'zod'
import type { SourceHealth } from '../background/health.ts'
import { buildHealth, describeFailure, type Progress } from '../background/source.ts'
import type { Layout } from '../background/stored-layout.ts'
import type { ServiceContext } from '../contract/domain.ts'
import { type BankHolidays, SHIPPED_HOLIDAYS } from '../platform/bank-holidays.ts'
import { errorMessage } from '../platform/errors.ts'
import { mergeHolidays, readHolidayFeed } from './model/calendar.ts'
import { BANK_HOLIDAYS } from './source.ts'
import { createHolidayFeed } from './sources/bank-holidays.ts'

export interface Holidays {
  current(): BankHolidays
  /**
   * Fetches the feed when its copy is past its window. Never rejects: the cache logs failures, and
   * the known dates stay.
   */
  read(): Promise<void>
  health(): SourceHealth
  /** Returns the warning for health; `null` while the feed answers. */
  warning(): string | null
  close(): Promise<void>
}

/** The feed as published; its reader validates it. */
const FEED: Layout<unknown> = { name: 'tenders:bank-holidays', version: 1, schema: z.unknown() }

export function createHolidays(
  { cache, clock, lifecycle, userAgent }: ServiceContext,
  url: string,
): Holidays {
  const feed = createHolidayFeed({ url, userAgent })
  let known: BankHolidays = SHIPPED_HOLIDAYS
  let progress: Progress = { lastSuccessMs: null, lastAttemptMs: null, failure: null }

  return {
    current: () => known,
    async read() {
      const lastAttemptMs = clock.nowMs()
      const fetch = () => feed.fetch(lifecycle.signal)
      try {
        const { value, fetchedMs, failure } = await cache.read({
          layout: FEED,
          id: 'all',
          windowMs: BANK_HOLIDAYS.windowMs,
          fetch,
          timeouts: null,
        })
        const read = readHolidayFeed(value)
        if (read) known = mergeHolidays(read, SHIPPED_HOLIDAYS)
        progress = { lastSuccessMs: fetchedMs, lastAttemptMs, failure }
      } catch (error) {
        progress = { ...progress, lastAttemptMs, failure: errorMessage(error) }
      }
    },
    health: () => buildHealth(BANK_HOLIDAYS, progress, clock.nowMs()),
    warning: () =>
      progress.failure === null
        ? null
        : `${BANK_HOLIDAYS.name}: ${describeFailure(BANK_HOLIDAYS.name, progress.failure)}; the shipped table is used`,
    close: () => feed.close(),
  }
}
