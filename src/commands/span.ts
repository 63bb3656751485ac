import { type Command, Option } from 'commander'
import { addDays, isCivilDate, londonWallTimeMs } from '../platform/london.ts'
import type { ReportPeriod } from '../store/ledger/payment-report.ts'
import { CommandError } from './terminal.ts'

export interface SpanOptions {
  from?: string
  to?: string
}

/** Adds the options of a command for a span. */
export const withSpan = (command: Command) =>
  command
    .option('--from <day>', 'first day (2026-11-01, London) or instant (2026-11-01T09:00:00Z)')
    .option('--to <day>', 'last day, whole (2026-11-30, London), or instant before which')

/** Adds the options of a command that prints the rows of a span. */
export const withRows = (command: Command) =>
  withSpan(command)
    .addOption(new Option('--json', 'print a list of rows').conflicts('csv'))
    .option('--csv', 'print CSV')

/** Days are London's and count whole. @throws CommandError */
export function parseSpan({ from, to }: SpanOptions): ReportPeriod {
  const fromMs = from === undefined ? null : parseMoment('--from', from, from)
  const beforeMs =
    to === undefined ? null : parseMoment('--to', to, isCivilDate(to) ? addDays(to, 1) : to)
  if (fromMs !== null && beforeMs !== null && fromMs >= beforeMs)
    throw new CommandError(`--from ${from} is not before --to ${to}`)
  return { fromMs, beforeMs }
}

function parseMoment(option: string, given: string, text: string): number {
  if (isCivilDate(text)) return londonWallTimeMs(`${text}T00:00`)
  const atMs = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  if (Number.isNaN(atMs))
    throw new CommandError(
      `${option} is a day such as 2026-11-01 or an instant such as 2026-11-01T09:00:00Z, not ${given}`,
    )
  return atMs
}
