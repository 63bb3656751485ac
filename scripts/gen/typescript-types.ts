/** TypeScript types of the JSON schemas that operations carry, for the generated client. */
import type { JsonSchema } from '../../src/contract/json-schema.ts'

/** A schema with this member is of the TypeScript type that it names: a type parameter. */
export const GIVEN_TYPE = 'x-given-type'

export function typeOf(schema: JsonSchema): string {
  if (typeof schema[GIVEN_TYPE] === 'string') return schema[GIVEN_TYPE]
  const { type, enum: values, const: only, items } = schema
  const alternatives = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (alternatives) return union(alternatives.map(typeOf))
  if (values) return union((values as unknown[]).map((value) => JSON.stringify(value)))
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one })))
  switch (type) {
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return arrayType(items ? typeOf(items as JsonSchema) : 'unknown')
    case 'object':
      return objectType(schema)
    default:
      // A schema whose `not` allows nothing belongs to lists that are always empty.
      return schema.not ? 'never' : 'unknown'
  }
}

function arrayType(item: string): string {
  return `readonly ${/^readonly | \| /.test(item) ? `(${item})` : item}[]`
}

function objectType({ properties, required, additionalProperties }: JsonSchema): string {
  const names = new Set((required as string[] | undefined) ?? [])
  const members = Object.entries((properties as Record<string, JsonSchema> | undefined) ?? {}).map(
    ([name, schema]) =>
      `${docOf(schema)}${/^\w+$/.test(name) ? name : JSON.stringify(name)}${names.has(name) ? '' : '?'}: ${typeOf(schema)}${names.has(name) ? '' : ' | undefined'}`,
  )
  if (members.length > 0) return `{\n${members.join('\n')}\n}`
  if (additionalProperties === false) return 'Record<string, never>'
  return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties as JsonSchema) : 'unknown'}>`
}

function docOf({ description }: JsonSchema): string {
  return description === undefined ? '' : `/** ${String(description).replaceAll('*/', '* /')} */\n`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].map((type) => (type.includes(' | ') ? `(${type})` : type)).join(' | ')
}
