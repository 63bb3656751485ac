import pino, { type LoggerOptions } from 'pino'
import { activeSpan } from './spans.ts'

/** The log of the service: one line of JSON for each event, on standard error. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Without a minimal length it could not be flushed. */
const openStandardError = () => pino.destination({ fd: 2, sync: false, minLength: 1 })
let standardError: ReturnType<typeof openStandardError> | undefined

/** Waits until the lines of this process are written, in their order. */
export async function flushLog(): Promise<void> {
  await new Promise<void>((resolve) => {
    if (standardError) standardError.flush(() => resolve())
    else resolve()
  })
}

/** `destination` is for tests; the service writes to standard error. */
export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    mixin() {
      const span = activeSpan()
      return span === undefined ? {} : { traceId: span.traceId }
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: (fields) => withoutSecrets(fields, MAX_DEPTH) as Record<string, unknown> },
    serializers: { err: (error: unknown) => error },
  }
  if (!destination) standardError ??= openStandardError()
  return pino(options, destination ?? standardError)
}

const MAX_DEPTH = 6
const REDACTED = '[Redacted]'
/**
 * Members that hold a secret or a payment's signature, at any depth and in errors of any library.
 */
const SECRET_NAME =
  /signature|authorization|api[-_]?key|auth[-_]?key|private[-_]?key|secret|password|cookie|token$/i
/**
 * A signature in hex, a payment header in base64, a password in an address: where they stand in a
 * text.
 */
const SECRET_TEXT =
  /0x[0-9a-fA-F]{130,}|eyJ[A-Za-z0-9+/_=-]{100,}|(?<=:\/\/[^\s/@:]*:)[^\s/@]+(?=@)/g

function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.replace(SECRET_TEXT, REDACTED)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return '[…]'
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, depth - 1))
  if (value instanceof Date || value instanceof Uint8Array || value instanceof URL)
    return withoutSecrets(String(value), 0)
  const described =
    value instanceof Error
      ? {
          ...value,
          type: value.name,
          message: value.message,
          stack: value.stack,
          cause: value.cause,
        }
      : value
  const defined = Object.entries(described).filter(([, member]) => member !== undefined)
  return Object.fromEntries(
    defined.map(([name, member]) => [
      name,
      SECRET_NAME.test(name) ? REDACTED : withoutSecrets(member, depth - 1),
    ]),
  )
}

/** Returns a log whose lines have these fields, too. */
export function logWith(log: Log, shared: object): Log {
  return {
    debug: (fields, message) => log.debug({ ...shared, ...fields }, message),
    info: (fields, message) => log.info({ ...shared, ...fields }, message),
    warn: (fields, message) => log.warn({ ...shared, ...fields }, message),
    error: (fields, message) => log.error({ ...shared, ...fields }, message),
  }
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
