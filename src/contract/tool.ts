/**
 * How an operation is offered as a tool: its name, and its path, query and body fields as one flat
 * object.
 */
import { inputJsonSchema, type JsonSchema, outputJsonSchema } from './json-schema.ts'
import type { Description } from './operation.ts'

export function toolNameOf(operationId: string): string {
  return `uk_${operationId}`
}

/** Fields that are text in an address are what that text says: numbers, booleans, objects. */
export function toolInputJson({
  params,
  query,
  body,
}: Pick<Description, 'params' | 'query' | 'body'>): JsonSchema {
  const described = [params, query].map((shape) => ({
    ...fieldsOf(inputJsonSchema(shape)),
    ...pick(fieldsOf(outputJsonSchema(shape))),
  }))
  const shapes = [...described, ...(body ? [fieldsOf(inputJsonSchema(body))] : [])]
  const required = shapes.flatMap((shape) => shape.required)
  return {
    type: 'object',
    properties: narrowAll(Object.assign({}, ...shapes.map((shape) => shape.properties))),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

interface Fields {
  properties: Record<string, JsonSchema>
  required: string[]
}

function fieldsOf({ properties = {}, required = [] }: Partial<Fields> & JsonSchema): Fields {
  return { properties, required }
}

const pick = ({ properties }: Fields) => ({ properties })

/**
 * Keywords that hosts of Anthropic, Gemini and OpenAI all take, each with one type (tried November
 * 2026). Gemini refuses a whole list of tools for a single list of types, a union, `const`,
 * `format: date`, or an object or array without its members.
 */
const KEYWORDS = new Set([
  'description',
  'enum',
  'required',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'default',
  // Not sent; descriptions quote it.
  'example',
])
const MAX_SAFE = Number.MAX_SAFE_INTEGER

/**
 * Returns the schema in those keywords. A value of several types is text: it is read by the type of
 * what it is about.
 */
function narrow(schema: JsonSchema): JsonSchema {
  const { anyOf = [], ...own } = schema as JsonSchema & { anyOf?: JsonSchema[] }
  const options = anyOf.filter(({ type }) => type !== 'null')
  const chosen: JsonSchema = options.length === 1 ? { ...options[0], ...own } : own
  const narrowed = Object.fromEntries(
    Object.entries(chosen).filter(
      ([name, value]) => KEYWORDS.has(name) && !isEmpty(value) && value !== MAX_SAFE,
    ),
  )
  if (chosen.format === 'date')
    narrowed.description = `${String(narrowed.description)} (YYYY-MM-DD)`
  if (chosen.const !== undefined) narrowed.enum = [chosen.const]
  if (Array.isArray(narrowed.enum)) narrowed.enum = narrowed.enum.filter((value) => value !== null)
  const type = narrowType(chosen.type)
  if (type === 'array')
    return { ...narrowed, type, items: narrow((chosen.items ?? {}) as JsonSchema) }
  return type === 'object' ? { ...narrowed, type, ...narrowMembers(chosen) } : { ...narrowed, type }
}

function narrowType(type: unknown): string {
  const types = (Array.isArray(type) ? type : [type]).filter((each) => each !== 'null')
  return types.length === 1 && typeof types[0] === 'string' ? types[0] : 'string'
}

function narrowMembers({ properties, example }: JsonSchema): JsonSchema {
  if (properties) return { properties: narrowAll(properties as Record<string, JsonSchema>) }
  // Any name is taken; those of the example show how.
  const names = Object.keys((example ?? {}) as object)
  return { properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) }
}

function narrowAll(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, narrow(each)]))
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === false ||
  (Array.isArray(value) && value.length === 0)
