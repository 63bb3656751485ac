import pino from 'pino'

/** The log that rooms are handed. One line an event, JSON, on standard error. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Secrets and payment signatures never reach a line, whatever is logged. */
const REDACTED = ['*.signature', '*.authorization', '*.apiKey', '*.privateKey', '*.token', 'headers["payment-signature"]']

export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: REDACTED }, pino.destination({ fd: 2, sync: false }))
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
