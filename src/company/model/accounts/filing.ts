/** A filing of accounts as it is stored for ever: its figures, or the reason why it has none. */
import { z } from 'zod'
import { FIGURE_KEYS } from './concepts.ts'
import type { FiledAccounts } from './figures.ts'

export const MAX_FILING_BYTES = 20 * 1024 * 1024

export interface FilingContent {
  format: 'ixbrl' | 'xbrl' | 'pdf'
  status: 'read' | 'not_machine_readable' | 'unreadable'
  /** `null` unless the filing, or a fact of it, cannot be read. */
  reason: string | null
  /** `null` unless it was read. */
  accounts: FiledAccounts | null
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

export function readContent(accounts: FiledAccounts): FilingContent {
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
