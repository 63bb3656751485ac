/** Reads raw fields and validates them as the input of an operation. */
import { z } from 'zod'
import { readFields, readInput } from '../contract/input.ts'
import type { CriterionError, Description } from '../contract/operation.ts'
import { type FieldError, ServiceError } from '../platform/errors.ts'
import { findPrototypeKey } from '../platform/json.ts'
import { nearest } from '../platform/text.ts'
import { checkBody } from './body-bounds.ts'
import { listDefaults, nonDefaultFields } from './fingerprint.ts'

/** Fields as a transport delivers them. */
export interface RawInput {
  params: Readonly<Record<string, string>>
  /** In the order and number in which they came. */
  query: readonly (readonly [name: string, value: string])[]
  /**
   * Reads it as JSON, undefined when there was none. No getter: V8 keeps what each closes over
   * until a major collection (Node 26.10, 2026-11-22).
   */
  body?: () => unknown
  /** Size of the body as it arrived; left out if it came within a message of another protocol. */
  bodyBytes?: number
  /**
   * True if a payment came with it: a known one may have an input that only the release before
   * accepted.
   */
  withPayment?: boolean
}

export type Validated =
  | {
      ok: true
      /** For the handler. */
      input: Record<string, unknown>
      /** For the envelope: every field of the operation, null where it was not given. */
      echo: Record<string, unknown>
      /** For the fingerprint: the fields that say something. */
      nonDefault: () => Record<string, unknown>
      /**
       * Error for a caller whose payment the ledger does not know; `null` if every caller may send
       * this input.
       */
      narrowed: ServiceError | null
    }
  | {
      ok: false
      /**
       * Something required is missing and nothing present is wrong: an unpaid caller is quoted a
       * price.
       */
      absent: boolean
      error: ServiceError
    }

type FieldLocation = FieldError['in']

/** Findings that are reported one by one; those after them are counted. */
const MAX_FINDINGS = 20

interface Findings {
  list: FieldProblem[]
  /** Findings after the first `MAX_FINDINGS`. */
  omitted: number
}

/** Stands where a decoder met bytes that are not UTF-8. */
const REPLACEMENT = '\uFFFD'

/** Adds a finding. `describe` is only called while there is room, because suggestions cost time. */
function add(findings: Findings, describe: () => FieldProblem): void {
  if (findings.list.length < MAX_FINDINGS) findings.list.push(describe())
  else findings.omitted += 1
}

interface FieldProblem {
  error: FieldError
  absent: boolean
  code: 'VALIDATION' | 'COMPANY_NUMBER_INVALID' | 'CRITERIA_REQUIRED'
  hint: string | null
}

/**
 * `{number}`, `%7Bnumber%7D` (decoded by the transport) and `:number`: directories probe with the
 * template itself.
 */
function isLiteralTemplate(name: string, value: string): boolean {
  // Every form of a template begins with one of these.
  if (!'{:%'.includes(value.charAt(0))) return false
  return (
    value === `{${name}}` ||
    value === `:${name}` ||
    value.toLowerCase() === `%7b${name.toLowerCase()}%7d`
  )
}

export type InputReader = (raw: RawInput) => Validated

export function inputReader(operation: Description): InputReader {
  const queryNames = Object.keys(operation.query.shape)
  const names = [
    ...Object.keys(operation.params.shape),
    ...queryNames,
    ...Object.keys(operation.body?.shape ?? {}),
  ]

  /** Result of a query without any field, which most requests have. */
  const withoutFields = operation.query.safeParse({})
  const isShared =
    withoutFields.success &&
    Object.values(withoutFields.data).every((value) => typeof value !== 'object')
  const defaults = listDefaults([
    operation.params,
    operation.query,
    ...(operation.body ? [operation.body] : []),
  ])

  return (raw) => {
    const findings: Findings = { list: [], omitted: 0 }
    const body = operation.body ? raw.body?.() : undefined
    const { refusal, excess } = checkBody(operation, body, raw)
    if (refusal !== null) return { ok: false, absent: false, error: refusal }
    const query = collectQuery(raw.query, queryNames, findings)
    const input: Record<string, unknown> = {}
    read(operation.params, withoutTemplates(raw.params), 'path', input, findings)
    // Only frozen values are shared.
    if (isShared && raw.query.length === 0) Object.assign(input, withoutFields.data)
    else read(operation.query, query, 'query', input, findings)
    if (operation.body) readBody(operation.body, body, input, findings)
    if (findings.list.length === 0) addMissed(findings, operation.criterion?.(input))
    if (findings.list.length > 0) return failure(findings)
    addMissed(findings, operation.narrowed?.(input))
    const narrowed = findings.list.length > 0 ? failure(findings) : null
    if (narrowed && !raw.withPayment) return narrowed
    const shown = operation.echo?.(input) ?? input
    return {
      ok: true,
      input,
      nonDefault: () => nonDefaultFields(input, defaults),
      narrowed: excess ?? narrowed?.error ?? null,
      echo: echoOf(names, shown),
    }
  }
}

function withoutTemplates(params: RawInput['params']): RawInput['params'] {
  const isTemplate = (name: string) => isLiteralTemplate(name, params[name]!)
  if (!Object.keys(params).some(isTemplate)) return params
  return Object.fromEntries(Object.entries(params).filter(([name]) => !isTemplate(name)))
}

function echoOf(names: readonly string[], shown: Readonly<Record<string, unknown>>) {
  const echo: Record<string, unknown> = {}
  for (const name of names) echo[name] = shown[name] ?? null
  return echo
}

function addMissed(findings: Findings, missed: CriterionError | null | undefined): void {
  if (!missed) return
  const { field, in: place, detail: message, absent, code, hint } = missed
  add(findings, () => ({ error: { field, in: place, message }, absent, code, hint }))
}

function collectQuery(
  pairs: RawInput['query'],
  known: readonly string[],
  findings: Findings,
): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of pairs) {
    if (!known.includes(name)) add(findings, () => unknownField(name, 'query', known))
    else if (name in query)
      add(findings, () =>
        fault(name, 'query', 'is given more than once', 'Send each parameter once.'),
      )
    // Half of a character, as JSON of MCP and A2A may have it.
    else if (value.includes(REPLACEMENT) || !value.isWellFormed())
      add(findings, () =>
        fault(name, 'query', 'is not UTF-8', 'Percent-encode the bytes of the text in UTF-8.'),
      )
    else if (value === '')
      add(findings, () =>
        fault(name, 'query', 'is empty', 'Leave the parameter out or give it a value.'),
      )
    else query[name] = value
  }
  return query
}

function readBody(
  schema: z.ZodObject,
  body: unknown,
  input: Record<string, unknown>,
  findings: Findings,
): void {
  if (body === undefined) {
    add(findings, () => ({
      ...fault('', 'body', 'is missing, expected a JSON object', 'Send a JSON object as the body.'),
      absent: true,
    }))
  } else if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    add(findings, () =>
      fault('', 'body', 'is not a JSON object', 'Send a JSON object as the body.'),
    )
  } else read(schema, body as Record<string, unknown>, 'body', input, findings)
}

function read(
  schema: z.ZodObject,
  fields: Readonly<Record<string, unknown>>,
  place: FieldLocation,
  input: Record<string, unknown>,
  findings: Findings,
): void {
  const parsed = place === 'body' ? readInput(schema, fields) : readFields(schema, fields)
  if (parsed.success) {
    const dropped = place === 'body' ? findPrototypeKey(fields) : null
    if (dropped === null) Object.assign(input, parsed.data)
    else add(findings, () => unknownField(dropped.join('.'), place, Object.keys(schema.shape)))
    return
  }
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        add(findings, () => unknownField(key, place, membersAt(schema, issue.path), issue.path))
      continue
    }
    const custom =
      issue.code === 'custom'
        ? (issue.params as { code?: FieldProblem['code']; hint?: string } | undefined)
        : undefined
    add(findings, () => ({
      error: { field: issue.path.join('.'), in: place, message: issue.message },
      absent: issue.path.length === 1 && fields[String(issue.path[0])] === undefined,
      code: custom?.code ?? 'VALIDATION',
      hint: custom?.hint ?? findExample(schema, String(issue.path[0]), place),
    }))
  }
}

/** Returns the form of a right value, for an error that does not show it. */
function findExample(schema: z.ZodObject, field: string, place: FieldLocation): string | null {
  let described: unknown = schema.shape[field]
  while (described instanceof z.ZodType) {
    const example = described.meta()?.example
    if (example !== undefined)
      return `For example ${place === 'body' ? JSON.stringify({ [field]: example }) : `${field}=${String(example)}`}.`
    described = (described.def as { innerType?: unknown }).innerType
  }
  return null
}

/** Returns the names of the members of the object at `path`; none where it has no fixed ones. */
function membersAt(schema: z.ZodObject, path: readonly PropertyKey[]): string[] {
  let at: unknown = schema
  for (const part of path) {
    at = within(at)
    if (at instanceof z.ZodObject) at = at.shape[String(part)]
    else if (at instanceof z.ZodArray) at = at.element
  }
  at = within(at)
  return at instanceof z.ZodObject ? Object.keys(at.shape) : []
}

/** Returns what an optional, nullable or defaulted schema is about. */
function within(schema: unknown): unknown {
  let at = schema
  while (at instanceof z.ZodType && 'innerType' in at.def) at = at.def.innerType
  return at
}

function unknownField(
  key: string,
  place: FieldLocation,
  known: readonly string[],
  path: readonly PropertyKey[] = [],
): FieldProblem {
  const near = nearest(key, known)
  const name = [...path, key].join('.')
  const none = path.length > 0 ? null : 'This operation takes none.'
  const others = known.length > 0 ? `Known here: ${known.join(', ')}.` : none
  const hint = near ? `Did you mean ${near}?` : others
  return fault(name, place, `is not known here${near ? `, did you mean ${near}` : ''}`, hint)
}

function fault(
  field: string,
  place: FieldLocation,
  message: string,
  hint: string | null,
): FieldProblem {
  return { error: { field, in: place, message }, absent: false, code: 'VALIDATION', hint }
}

function failure({ list: all, omitted }: Findings): Extract<Validated, { ok: false }> {
  // A field that came empty or twice is not missing on top of that.
  const findings = all.filter(
    ({ absent, error }) =>
      !absent || !all.some((other) => !other.absent && other.error.field === error.field),
  )
  const first = findings.find((finding) => !finding.absent) ?? findings[0]!
  const { field, in: place, message } = first.error
  const hints = [
    ...new Set(findings.map((finding) => finding.hint).filter((hint) => hint !== null)),
  ]
  const others = omitted === 0 ? '' : ` ${omitted} further findings are left out.`
  return {
    ok: false,
    absent: findings.every((finding) => finding.absent),
    error: new ServiceError(
      first.code,
      `${field === '' ? 'The body' : `${field} (${place})`}: ${message}.${others}`,
      {
        errors: findings.map((finding) => finding.error),
        ...(hints.length > 0 ? { hint: hints.join(' ') } : {}),
      },
    ),
  }
}
