/**
 * Records of the sandbox: one JSON object a line, with fields that are filled when they are loaded.
 * The notation is in `docs/contributors/sandbox.md`.
 */
import { readSourceFile } from '../src/platform/project-files.ts'

export type Shape = Record<string, unknown>

/** Values of fields by name. A value may be a date, text, or any other part of a record. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns the records of a file below `sandbox`, as they are written. */
export function loadRecords<T = Shape>(path: string): T[] {
  const lines = readSourceFile(`sandbox/${path}`).trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as T)
}

/** Applies a JSON merge patch (RFC 7396): members replace, objects merge, `null` deletes. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged: Shape = isObject(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch))
    if (value === null) delete merged[name]
    else merged[name] = mergePatch(merged[name], value)
  return merged
}

function isObject(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Replaces each `{{field}}` in the texts of a record. A text that is one field becomes its value.
 */
export function fill<T>(record: T, fields: Fields): T {
  const fillAny = (value: unknown): unknown => {
    if (typeof value === 'string') return fillText(value, fields)
    if (Array.isArray(value)) return value.map(fillAny)
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fillAny(each)]))
  }
  return fillAny(record) as T
}

function fillText(text: string, fields: Fields): unknown {
  const whole = /^\{\{([^{}]+)\}\}$/.exec(text)
  if (whole) return findValue(whole[1]!, fields)
  return text.replace(/\{\{([^{}]+)\}\}/g, (_, field: string) => String(findValue(field, fields)))
}

/** `today+21d`, `deadline-2m hh:mm`, or a name alone. */
const FIELD = /^(?<name>[\w.]+)(?<shifts>(?:[+-]\d+[dmh])*)(?: (?<pattern>.+))?$/
const UNITS = { d: 'days', m: 'months', h: 'hours' } as const

function findValue(field: string, fields: Fields): unknown {
  const { name = '', shifts = '', pattern } = FIELD.exec(field)?.groups ?? {}
  if (!Object.hasOwn(fields, name)) throw new Error(`no field {{${field}}}`)
  const value = fields[name]
  if (!(value instanceof Temporal.ZonedDateTime)) return value
  let date: Temporal.ZonedDateTime = value
  for (const [, count, unit] of shifts.matchAll(/([+-]\d+)([dmh])/g))
    date = date.add({ [UNITS[unit as keyof typeof UNITS]]: Number(count) })
  return formatDate(date, pattern ?? 'YYYY-MM-DD')
}

function formatDate(date: Temporal.ZonedDateTime, pattern: string): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const parts: Record<string, string> = {
    YYYY: String(date.year),
    MM: two(date.month),
    DD: two(date.day),
    hh: two(date.hour),
    mm: two(date.minute),
    ss: two(date.second),
    Z: date.offset === '+00:00' ? 'Z' : date.offset,
  }
  return pattern
    .replace(/^time$/, 'YYYY-MM-DDThh:mm:ssZ')
    .replace(/YYYY|MM|DD|hh|mm|ss|Z/g, (part) => parts[part]!)
}

/** Returns the fields that every record can use, for a day in London. */
export function dayFields(today: string): Fields {
  const date = Temporal.PlainDate.from(today)
  return {
    today: date.toZonedDateTime('Europe/London'),
    month: date.with({ day: 1 }).toZonedDateTime('Europe/London'),
    null: null,
  }
}

/** Returns a moment as a field: the clock of London. */
export function momentField(epochMs: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO('Europe/London')
}
