/** Changes of companies since a cursor, for the given numbers. */
import { z } from 'zod'
import { buildDegradation } from '../background/source.ts'
import type { ChangeFeed } from '../contract/changes.ts'
import { toFeedChange } from '../contract/searched-changes.ts'
import { type Clock, instant } from '../platform/clock.ts'
import type { ServiceError } from '../platform/errors.ts'
import type { ChangeStore } from '../store/changes.ts'
import type { SeenCompanies } from '../store/company-seen.ts'
import type { BackgroundWatch } from './background-watch.ts'
import { SEEN_PARTS } from './change-recorder.ts'
import { COMPANY_WINDOW_MS } from './limits.ts'
import { normaliseCompanyNumber } from './model/number.ts'
import { COMPANIES_ATTRIBUTION } from './operations/shared/fields.ts'
import { COMPANIES_HOUSE } from './source.ts'
import { PUBLIC_SITE } from './source-status.ts'

const MOST_NUMBERS = 50
const EXAMPLE = 'For example numbers=00000006,SC000123.'

const numbers = z
  .string()
  .max(1000, 'expected at most 1000 characters')
  .transform((list, context) => {
    const read = list.split(',').map(normaliseCompanyNumber)
    const wrong = read.find((each) => !each.ok)
    if (wrong && !wrong.ok) {
      context.addIssue({
        code: 'custom',
        message: wrong.reason,
        params: { code: 'COMPANY_NUMBER_INVALID', hint: EXAMPLE },
      })
      return z.NEVER
    }
    // The same companies are the same question, in whatever order.
    return [...new Set(read.flatMap((each) => (each.ok ? [each.number] : [])))].sort().join(',')
  })
  .refine((list) => list.split(',').length <= MOST_NUMBERS, {
    error: `expected at most ${MOST_NUMBERS} company numbers`,
    params: {
      hint: `Watch the others with a separate call: at most ${MOST_NUMBERS} numbers, comma-separated, as numbers=00000006,SC000123.`,
    },
  })
  .optional()
  .meta({
    override: { type: 'string', maxLength: 1000 },
    description: `Up to ${MOST_NUMBERS} company numbers, by comma`,
  })

const parseNumbers = (input: Readonly<Record<string, unknown>>) =>
  (input.numbers as string).split(',')

export function companyChangeFeed(options: {
  changes: ChangeStore
  seenCompanies: SeenCompanies
  watch: BackgroundWatch
  clock: Clock
  unavailableReason: () => ServiceError | null
}): ChangeFeed {
  const { changes, seenCompanies, watch, clock, unavailableReason } = options
  return {
    subject: 'company',
    fields: { numbers },
    criterion: (input) =>
      input.numbers === undefined
        ? {
            code: 'CRITERIA_REQUIRED',
            absent: true,
            detail: 'numbers is required with subject=company',
            field: 'numbers',
            in: 'query',
            hint: 'Add numbers=<up to 50 company numbers, comma-separated>.',
          }
        : null,
    unavailableReason,
    async since(input, { after, upTo, limit }) {
      const rows = await changes.of('company', parseNumbers(input), {
        after,
        upTo,
        limit: limit + 1,
      })
      const reported = rows.slice(0, limit).map(toFeedChange)
      const more = rows.length > limit
      return {
        changes: reported,
        upTo: more ? reported.at(-1)!.position : Math.max(after, upTo),
        more,
      }
    },
    watch: (input, address) => watch.request(parseNumbers(input), address),
    async origins(input) {
      const wanted = parseNumbers(input)
      const seen = [...(await seenCompanies.of(wanted)).values()]
      const oldestMs = seen.length > 0 ? Math.min(...seen.map(({ seenMs }) => seenMs)) : null
      const whole = seen.filter(({ parts }) => parts === SEEN_PARTS.length).length
      const reason =
        whole < wanted.length
          ? `${wanted.length - whole} of ${wanted.length} companies not yet read in full`
          : 'it has not been looked at again within its window'
      const stale =
        whole < wanted.length || (oldestMs !== null && clock.nowMs() - oldestMs > COMPANY_WINDOW_MS)
      return {
        sources: [
          {
            name: COMPANIES_HOUSE,
            fetched: oldestMs === null ? null : instant(oldestMs),
            url: PUBLIC_SITE,
          },
        ],
        degradations: stale
          ? [buildDegradation(COMPANIES_HOUSE, { kind: 'stale', reason, copyMs: oldestMs })]
          : [],
        attribution: COMPANIES_ATTRIBUTION,
      }
    },
  }
}
