/** Inputs made from the published interface description alone, as a stranger would make them. */
import * as fc from 'fast-check'
import type { OpenApi, OpenApiOperation } from './openapi.ts'

type Schema = Record<string, unknown>
export type Fields = Record<string, unknown>

export interface PublishedOperation {
  id: string
  method: string
  path: string
  /** By name; with `in` where it goes. */
  fields: Readonly<
    Record<string, { in: 'path' | 'query' | 'body'; schema: Schema; required: boolean }>
  >
}

/**
 * Values that only the world knows: subjects that exist, facts that are asked for. By the name of
 * the field.
 */
export type Known = Readonly<Record<string, readonly unknown[]>>

interface Described extends OpenApiOperation {
  parameters?: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}

export function publishedOperations(document: OpenApi): PublishedOperation[] {
  const resolve = (schema: Schema): Schema => {
    if (typeof schema.$ref !== 'string') return schema
    const found = schema.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, name) => (at as Schema)[name], document)
    return found as Schema
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Described>).map(([method, operation]) => {
      const fields: PublishedOperation['fields'] = Object.fromEntries([
        ...(operation.parameters ?? []).map(({ name, in: place, schema, required }) => [
          name,
          { in: place, schema, required },
        ]),
        ...bodyFields(
          operation.requestBody
            ? resolve(operation.requestBody.content['application/json'].schema)
            : {},
        ),
      ])
      return { id: operation.operationId, method: method.toUpperCase(), path, fields }
    }),
  )
}

function bodyFields({
  properties = {},
  required = [],
}: {
  properties?: Record<string, Schema>
  required?: string[]
}) {
  return Object.entries(properties).map(
    ([name, schema]) => [name, { in: 'body', schema, required: required.includes(name) }] as const,
  )
}

/** All required fields, and those optional ones that are named, or any. */
export function inputsOf(
  { fields }: PublishedOperation,
  known: Known,
  optional: readonly string[] | 'any',
): fc.Arbitrary<Fields> {
  const entries = Object.entries(fields).filter(
    ([name, { required }]) => required || optional === 'any' || optional.includes(name),
  )
  const model = Object.fromEntries(
    entries.map(([name, { schema }]) => [name, anyValueOf(schema, known[name])]),
  )
  const requiredKeys =
    optional === 'any'
      ? entries.filter(([, { required }]) => required).map(([name]) => name)
      : Object.keys(model)
  return fc.record(model, { requiredKeys }).map(ordered)
}

/** No schema can say that one field is not above another. */
function ordered(fields: Fields): Fields {
  const said = { ...fields }
  for (const [low, high] of [
    ['min', 'max'],
    ['value_min', 'value_max'],
  ] as const) {
    const [a, b] = [said[low], said[high]]
    if (typeof a === 'number' && typeof b === 'number' && a > b) [said[low], said[high]] = [b, a]
  }
  return said
}

const WORDS = [
  'community',
  'grounds maintenance',
  'school',
  'roof',
  'limited',
  '"parks"',
  'bakery & sons',
  'café',
  'x',
  '100%',
  '東京',
]

function anyValueOf(schema: Schema, known?: readonly unknown[]): fc.Arbitrary<unknown> {
  if (known) {
    if (schema.type === 'array')
      return fc.uniqueArray(fc.constantFrom(...known), {
        minLength: 1,
        maxLength: Number(schema.maxItems ?? 3),
      })
    return fc
      .constantFrom(...known)
      .map((value) =>
        schema.contentMediaType === 'application/json' ? JSON.stringify(value) : value,
      )
  }
  if (Array.isArray(schema.anyOf))
    return fc.oneof(...(schema.anyOf as Schema[]).map((option) => anyValueOf(option)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  // Words for one thing are too many to list; those that are shown must be taken.
  if (Array.isArray(schema.examples)) return fc.constantFrom(...(schema.examples as unknown[]))
  if (Array.isArray(schema.type))
    return fc.oneof(...(schema.type as string[]).map((type) => anyValueOf({ ...schema, type })))
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({
        min: Number(schema.minimum ?? 0),
        max: Math.min(Number(schema.maximum ?? 1_000_000), 1_000_000),
      })
    case 'array':
      return fc.uniqueArray(anyValueOf(schema.items as Schema), {
        minLength: 1,
        maxLength: Math.min(Number(schema.maxItems ?? 3), 3),
      })
    case 'string':
      return textOf(schema)
    default:
      return fc.constant({})
  }
}

function textOf({ format, pattern, minLength = 1, maxLength = 200 }: Schema): fc.Arbitrary<string> {
  if (format === 'date')
    return fc
      .integer({ min: 0, max: 700 })
      .map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10))
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern), { size: 'xsmall' })
  return fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => {
    const text = words.join(' ').slice(0, Number(maxLength)).trim()
    return text.length >= Number(minLength)
      ? text
      : `${text} ${'of the parish '.repeat(12)}`.slice(0, Math.max(Number(minLength), 12)).trimEnd()
  })
}

/** The request over HTTP. */
export function requestOf(
  { method, path, fields }: PublishedOperation,
  said: Fields,
): { method: string; target: string; body?: string } {
  const query = new URLSearchParams()
  const body: Fields = {}
  for (const [name, value] of Object.entries(said)) {
    if (fields[name]!.in === 'body') body[name] = value
    else if (fields[name]!.in === 'query') query.set(name, String(value))
  }
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(said[name])),
  )
  const hasBody = Object.values(fields).some((field) => field.in === 'body')
  return {
    method,
    target: `${target}${query.size > 0 ? `?${query}` : ''}`,
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  }
}

/**
 * The same as arguments of a tool: what stands as text in an address is what its schema says that
 * it is.
 */
export function argumentsOf(inputSchema: Schema, said: Fields): Fields {
  const properties = inputSchema.properties as Record<string, Schema>
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => {
      const { type } = properties[name] ?? {}
      return [
        name,
        typeof value === 'string' && type !== undefined && type !== 'string'
          ? readAs(value)
          : value,
      ]
    }),
  )
}

function readAs(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
