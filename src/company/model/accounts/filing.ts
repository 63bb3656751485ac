/** A filing of accounts as it is stored for ever: its figures, or the reason why it has none. */
import type { FiledAccounts } from 'ukintel-ixbrl'
import { FIGURE_KEYS } from 'ukintel-ixbrl/concepts'
import { z } from 'zod'
import { findFiledNumber } from '../../../platform/company-number.ts'
import { type CivilDate, daysBetween } from '../../../platform/london.ts'

export const MAX_FILING_BYTES = 20 * 1024 * 1024

/** Accounts without the numbers that the filing states, which are compared once. */
export type ReadAccounts = Omit<FiledAccounts, 'companyNumbers'>

export interface FilingContent {
  format: 'ixbrl' | 'xbrl' | 'pdf'
  status: 'read' | 'not_machine_readable' | 'unreadable'
  /** `null` unless the filing, or a fact of it, cannot be read. */
  reason: string | null
  /** `null` unless it was read. */
  accounts: ReadAccounts | null
}

const text = z.string().nullable()

const figure = z.strictObject({
  value: text,
  status: z.enum(['stated', 'derived', 'conflict']),
  source: z.strictObject({
    concept: z.string(),
    context: z.string(),
    decimals: text,
    scale: z.int(),
    sign: z.literal('-').nullable(),
    raw: z.string(),
  }),
  conflict: z.string().optional(),
})

const period = z.strictObject({
  scope: z.enum(['group', 'company']),
  start: z.iso.date().nullable(),
  end: z.iso.date(),
  months: z.int().nullable(),
  currency: text,
  figures: z.partialRecord(z.enum(FIGURE_KEYS), figure),
})

export const filingContent: z.ZodType<FilingContent> = z.strictObject({
  format: z.enum(['ixbrl', 'xbrl', 'pdf']),
  status: z.enum(['read', 'not_machine_readable', 'unreadable']),
  reason: text,
  accounts: z
    .strictObject({
      format: z.enum(['ixbrl', 'xbrl']),
      dormant: z.boolean().nullable(),
      periods: z.array(period),
      faults: z.array(z.string()),
    })
    .nullable(),
})

export const PDF_ONLY: FilingContent = {
  format: 'pdf',
  status: 'not_machine_readable',
  reason: 'the register has this filing as PDF alone',
  accounts: null,
}

/** The machine may have been busy, so it is no fact of the filing. */
export const TOO_COSTLY: FilingContent = unreadable(
  'the file takes more time or memory to read than it may',
)

export function unreadable(reason: string): FilingContent {
  return { format: 'ixbrl', status: 'unreadable', reason, accounts: null }
}

export function readContent(
  { companyNumbers, ...accounts }: FiledAccounts,
  companyNumber: string,
): FilingContent {
  const other = findOtherNumber(companyNumbers, companyNumber)
  if (other !== null) return unreadable(`the filing states the number of another company, ${other}`)
  const { format, periods, faults } = accounts
  const hasFigure = periods.some(({ figures }) =>
    Object.values(figures).some(({ value }) => value !== null),
  )
  if (periods.length === 0 || (!hasFigure && faults.length > 0))
    return {
      ...unreadable(faults[0] ?? 'the file states no figure of a known taxonomy'),
      format,
    }
  const reason = faults.length === 0 ? null : `facts without a value: ${faults.join('; ')}`
  return { format, status: 'read', reason, accounts }
}

/**
 * Returns the number of another company that a filing states; `null` if it states the company's
 * own, that number without its prefix, or no readable number.
 */
function findOtherNumber(stated: readonly string[], companyNumber: string): string | null {
  const numbers = stated.flatMap((text) => {
    const bare = text.replaceAll(/[^A-Za-z0-9]/g, '')
    if (!/\d{5}/.test(bare)) return []
    // Eight characters of no known form are another number all the same.
    return findFiledNumber(bare) ?? (bare.length === 8 ? bare.toUpperCase() : [])
  })
  const digits = companyNumber.replace(/^[A-Z]+/, '').padStart(8, '0')
  const isOwn = numbers.includes(companyNumber) || numbers.includes(digits)
  return isOwn ? null : (numbers[0] ?? null)
}

/** Accounts may be made up to a week before or after their reference date. */
const OTHER_DAYS = 7

/**
 * The content of a filing whose figures are all of days before the one to which the register says
 * that it is made up: their contexts have the dates of another year, so they are of no known day.
 */
export function believePeriods(content: FilingContent, madeUpTo: CivilDate | null): FilingContent {
  const newest = content.accounts?.periods
    .map(({ end }) => end)
    .sort()
    .at(-1)
  if (newest === undefined || madeUpTo === null) return content
  return daysBetween(newest, madeUpTo) > OTHER_DAYS
    ? {
        ...unreadable(`made up to ${madeUpTo}, and its newest figures are dated ${newest}`),
        format: content.format,
      }
    : content
}
