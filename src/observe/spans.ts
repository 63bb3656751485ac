/**
 * Spans of a call and of what it waits for. Without a tracer no call has a span, and the functions
 * here only do the work that they are given.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

type Attributes = Readonly<Record<string, string | number | boolean>>

export interface Span {
  readonly traceId: string
  /** Begins a span of something that this one waits for. */
  child(name: string, attributes?: Attributes): Span
  set(attributes: Attributes): void
  /**
   * Returns the header that continues the trace; none for a host that the operator did not list.
   */
  headersFor(url: string): Readonly<Record<string, string>>
  /** @param error what the work threw, if it failed */
  end(error?: unknown): void
}

export interface Tracer {
  /**
   * Begins the span of a call; `null` if its trace is not sampled.
   * @param caller the caller's traceparent, which becomes a link
   */
  begin(name: string, caller: string | null): Span | null
  /** Returns the name of a payer in traces. */
  hashPayer(payer: string): string
}

const active = new AsyncLocalStorage<Span>()

/** Returns the span of the work that runs now. */
export const activeSpan = (): Span | undefined => active.getStore()

/** Runs the work as that of a span, and ends the span with it. */
export function runInSpan<T>(span: Span, work: () => T): T {
  let result: T
  try {
    result = active.run(span, work)
  } catch (error) {
    span.end(error)
    throw error
  }
  if (result instanceof Promise)
    result.then(
      () => span.end(),
      (error: unknown) => span.end(error),
    )
  else span.end()
  return result
}

/** Runs work of a call in a span of its own. Work outside of a traced call has none. */
export function inSpan<T>(
  name: string | (() => string),
  work: () => T,
  attributes?: Attributes,
): T {
  const span = active.getStore()
  if (span === undefined) return work()
  return runInSpan(span.child(typeof name === 'string' ? name : name(), attributes), work)
}

const NO_HEADERS: Readonly<Record<string, string>> = {}

/** Returns the headers that continue the trace of the current call at that address. */
export const traceHeaders = (url: string): Readonly<Record<string, string>> =>
  active.getStore()?.headersFor(url) ?? NO_HEADERS

/** Returns what a statement does, without its values: `select claims`. */
export function describeStatement(sql: string): string {
  const verb = /^\s*(\w+)/.exec(sql)?.[1] ?? 'statement'
  const table = /\b(?:from|into|update|table)\s+"?(\w+)/i.exec(sql)?.[1]
  return `store ${verb.toLowerCase()}${table === undefined ? '' : ` ${table}`}`
}
