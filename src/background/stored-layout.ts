/**
 * What is kept between releases carries the name and version of its layout and is read through a
 * schema. What is of another layout, or does not parse, is no copy: it is fetched or built again,
 * never guessed from.
 */
import type { z } from 'zod'

export interface Layout<T> {
  name: string
  /** Raised whenever the same members mean something else; a changed shape shows by itself. */
  version: number
  schema: z.ZodType<T>
}

/** A value that says what layout it has. */
export type StoredValue<T> = { layout: string; value: T }

export function label<T>(layout: Layout<T>, value: T): StoredValue<T> {
  return { layout: tagOf(layout), value }
}

/** Null: no copy. */
export function readStored<T>(layout: Layout<T>, stored: unknown): T | null {
  if (
    typeof stored !== 'object' ||
    stored === null ||
    !('layout' in stored) ||
    stored.layout !== tagOf(layout)
  )
    return null
  const read = layout.schema.safeParse('value' in stored ? stored.value : undefined)
  return read.success ? read.data : null
}

export function pack<T>(layout: Layout<T>, value: T): string {
  return JSON.stringify(label(layout, value))
}

/** Null: no copy. */
export function unpack<T>(layout: Layout<T>, json: string): T | null {
  try {
    return readStored(layout, JSON.parse(json))
  } catch {
    return null
  }
}

function tagOf({ name, version }: Layout<unknown>): string {
  return `${name}/${version}`
}
