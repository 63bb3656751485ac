/** Fields of a release, read from the places that a table names. */
import { cleanLine } from '../../platform/text.ts'
import { longText, safeLine } from './clean.ts'
import { cpvCodes } from './cpv.ts'
import { readCivilDate, readDeadline, readInstant } from './dates.ts'
import { asNumber, asObject, asObjects, asText, type JsonObject } from './json.ts'
import { readMoney } from './money.ts'

/** Reads one field; `null` if the release does not state it. `index` is that of a list's item. */
export type Read<T> = (source: JsonObject, index: number) => T | null | undefined

/** Table of the places of fields. A field that it does not name is not read. */
export type Fields<T> = { readonly [Name in keyof T]?: Read<Exclude<T[Name], undefined>> }

/** Reads the fields of a table. What is not stated is absent: it must not override. */
export function readFields<T extends object>(fields: Fields<T>, source: JsonObject, index = 0): T {
  const read = Object.entries(fields as Record<string, Read<unknown>>).map(
    ([name, readOne]) => [name, readOne(source, index)] as const,
  )
  return Object.fromEntries(read.filter(([, value]) => isStated(value))) as T
}

const isStated = (value: unknown) =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)

/** A step of a path: a member, a list, or the items of a list that state something. */
const STEP = /^(\w+)(\[(?:(\w+)=(\w+))?\])?$/

/** Returns what is at a path such as `tender.items[].id` or `links[rel=canonical].href`. */
function valuesAt(source: JsonObject, path: string): unknown[] {
  return path.split('.').reduce<unknown[]>(
    (parts, step) => {
      const [, name = '', list, key, wanted] = STEP.exec(step) ?? []
      return parts.flatMap((part) => {
        const value = asObject(part)?.[name]
        if (list === undefined) return value ?? []
        const items = asObjects(value)
        return key === undefined ? items : items.filter((item) => item[key] === wanted)
      })
    },
    [source],
  )
}

/** Returns what is at all of the places, in their order. */
export const listAt =
  (...places: readonly string[]) =>
  (source: JsonObject): unknown[] =>
    places.flatMap((path) => valuesAt(source, path))

const readAll =
  <T>(read: (value: unknown) => T | null) =>
  (...places: readonly string[]) =>
  (source: JsonObject): T[] =>
    listAt(...places)(source).flatMap((value) => read(value) ?? [])

const readFirst =
  <T>(read: (value: unknown) => T | null) =>
  (...places: readonly string[]): Read<T> =>
  (source) =>
    readAll(read)(...places)(source)[0]

export const line = readFirst(safeLine)
export const text = readFirst(longText)
export const plain = readFirst(cleanLine)
export const code = readFirst(asText)
export const number = readFirst(asNumber)
export const money = readFirst(readMoney)
export const day = readFirst(readCivilDate)
export const instant = readFirst(readInstant)
export const deadline = readFirst(readDeadline)
/** The moment of a deadline. */
export const moment = readFirst((value) => readDeadline(value)?.ms ?? null)
/** A boolean; anything else that is stated is `true`. */
export const flag = readFirst((value) => (typeof value === 'boolean' ? value : value ? true : null))
export const address = readFirst((value) => httpUrl(asText(value)))
export const days = readAll(readCivilDate)
export const texts = readAll(longText)
export const codes =
  (...places: readonly string[]) =>
  (source: JsonObject) =>
    cpvCodes(listAt(...places)(source))

/** Returns the first or the last day at all of the places. */
export const firstDay =
  (...places: readonly string[]): Read<string> =>
  (source) =>
    days(...places)(source).sort()[0]
export const lastDay =
  (...places: readonly string[]): Read<string> =>
  (source) =>
    days(...places)(source)
      .sort()
      .at(-1)

/** Returns the latest day at the first place that has one. */
export const latest =
  (...places: readonly string[]): Read<string> =>
  (source) =>
    places.map((path) => days(path)(source).sort().at(-1)).find((found) => found !== undefined)

/** Reads the objects at the places with a function or a table. */
export const each =
  <T extends object>(read: Read<T> | Fields<T>, ...places: readonly string[]) =>
  (source: JsonObject): T[] =>
    readAll(asObject)(...places)(source).map((item, index) =>
      typeof read === 'function' ? read(item, index)! : readFields(read, item, index),
    )

/** The http(s) address that a field is, without user names. */
function httpUrl(text: string | null): string | null {
  const found = /^\s*(https?:\/\/\S+)/i.exec(text ?? '')?.[1]
  if (!found) return null
  try {
    const url = new URL(found)
    return url.username || url.password || found.includes('@') || !url.hostname.includes('.')
      ? null
      : found
  } catch {
    return null
  }
}
