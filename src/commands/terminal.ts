/**
 * Plain words on a terminal. Answers go to standard output, everything about them to standard
 * error.
 */
import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** Colour only where the stream is a terminal that wants it. */
export const paint = (
  style: Style,
  text: string,
  stream: NodeJS.WriteStream = process.stdout,
): string => styleText(style, text, { stream })

export const print = (text = ''): void => void process.stdout.write(`${text}\n`)
export const note = (text: string): void => void process.stderr.write(`${text}\n`)

/** Columns padded to their widest cell, two spaces apart; the last is left as it is. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths =
    rows[0]?.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index]!)))
      .join('  '),
  )
}

/** `"0.1"` as people write money: `0.10`; further digits stay. */
export function usd(amount: string): string {
  const [whole, fraction = ''] = amount.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/** A caller's mistake, printed in one line without a stack. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

const HANDED_ON_MS = 1000

/**
 * Resolves with the signal of the first Ctrl-C or termination request; a second one ends the
 * process immediately.
 */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let startedMs: number | null = null
    const stop = (signal: NodeJS.Signals) => {
      // npm hands on what the whole group was sent as well: the same word twice.
      if (startedMs !== null && performance.now() - startedMs > HANDED_ON_MS) process.exit(130)
      startedMs ??= performance.now()
      resolve(signal)
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
}
