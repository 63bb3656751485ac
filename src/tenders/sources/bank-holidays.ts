/** The official feed of bank holidays, requested weekly; the shipped table is the fallback. */
import { createUpstream, UpstreamError } from '../../upstream/http.ts'
import { createPace } from '../../upstream/pace.ts'
import { readHolidayFeed } from '../model/calendar.ts'
import { decodeText } from '../model/json.ts'
import { BANK_HOLIDAYS } from '../source.ts'

export interface HolidayFeed {
  /** The feed's JSON. @throws UpstreamError, or the signal's reason */
  fetch(signal: AbortSignal): Promise<unknown>
  close(): Promise<void>
}

export function createHolidayFeed(options: { url: string; userAgent: string }): HolidayFeed {
  const url = new URL(options.url)
  const upstream = createUpstream({
    name: BANK_HOLIDAYS.name,
    baseUrl: url.origin,
    userAgent: options.userAgent,
    pace: createPace({ calls: 1, perMs: 1000 }),
    timeoutMs: 10_000,
    maxBodyBytes: 4 * 1024 * 1024,
    retries: 2,
    maxRetryDelayMs: 5000,
    breaker: { failures: 10, coolDownMs: 60_000 },
  })
  return {
    async fetch(signal) {
      const { status, body } = await upstream.get(`${url.pathname}${url.search}`, { signal })
      const feed: unknown = status === 200 ? JSON.parse(decodeText(body)) : null
      if (readHolidayFeed(feed) === null)
        throw new UpstreamError(
          BANK_HOLIDAYS.name,
          'server_error',
          `answered ${status}, not the calendar`,
          { status },
        )
      return feed
    },
    close: () => upstream.close(),
  }
}
