/**
 * JSON Schema 2020-12 of the zod schemas that operations carry: the one source of OpenAPI, MCP and
 * discovery documents.
 */
import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/** Schema of an input. */
export function inputJsonSchema(schema: z.ZodType): JsonSchema {
  return convert(schema, 'input')
}

/** Schema of an answer. */
export function outputJsonSchema(schema: z.ZodType): JsonSchema {
  return convert(schema, 'output')
}

export interface InputField {
  name: string
  in: 'path' | 'query' | 'body'
  required: boolean
  schema: JsonSchema
}

/** Lists the input fields of an operation. */
export function inputFields(operation: {
  params: z.ZodType
  query: z.ZodType
  body: z.ZodType | null
}): InputField[] {
  const { params, query, body } = operation
  const shapes = { path: params, query, ...(body && { body }) }
  return Object.entries(shapes).flatMap(([place, shape]) => {
    const { properties = {}, required = [] } = inputJsonSchema(shape) as {
      properties?: Record<string, JsonSchema>
      required?: string[]
    }
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: place as InputField['in'],
      required: place === 'path' || required.includes(name),
      schema,
    }))
  })
}

/**
 * Cache of converted schemas: all documents need the same ones, and the conversion would take much
 * of a start.
 */
const CONVERTED = {
  input: new WeakMap<z.ZodType, JsonSchema>(),
  output: new WeakMap<z.ZodType, JsonSchema>(),
}

function convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const known = CONVERTED[io].get(schema) ?? convertNow(schema, io)
  CONVERTED[io].set(schema, known)
  return structuredClone(known)
}

function convertNow(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema, zodSchema }) {
      const { def } = zodSchema._zod
      // zod leaves out the default of a transformed field; callers think of it, like of the field,
      // in the documented form.
      if (def.type === 'default')
        jsonSchema.default ??= def.defaultValue as typeof jsonSchema.default
      // A transformed field (digits to number) documents itself with what callers think of it as.
      const {
        override: given,
        overrideOutput,
        ...meta
      } = jsonSchema as JsonSchema & { override?: JsonSchema; overrideOutput?: JsonSchema }
      const override = io === 'output' ? (overrideOutput ?? given) : given
      if (!override) return
      for (const key of Object.keys(jsonSchema)) delete (jsonSchema as JsonSchema)[key]
      const { description, example, examples, default: fallback } = meta
      Object.assign(
        jsonSchema,
        define({ description, example, examples, default: fallback }),
        override,
      )
    },
  })
  return rest
}

function define(members: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

/** Types alone, to a depth; whatever is valid by the schema is valid by its outline. */
export function outlineSchema(schema: JsonSchema, depth: number): JsonSchema {
  const options = schema.anyOf as JsonSchema[] | undefined
  if (options) {
    const outlines = options.map((option) => outlineSchema(option, depth))
    const types = outlines.flatMap(({ type }) => type ?? [])
    const telling = outlines.filter((outline) => Object.keys(outline).length > 1)
    // One thing or null, and things that differ in nothing but their type.
    if (telling.length <= 1 && outlines.every(({ type }) => type !== undefined))
      return { ...telling[0], type: [...new Set(types)] }
    return { anyOf: outlines }
  }
  const { type, properties, items } = schema as {
    type?: unknown
    properties?: Record<string, JsonSchema>
    items?: JsonSchema
  }
  const outline: JsonSchema = type === undefined ? {} : { type }
  if (depth <= 0) return outline
  if (properties) {
    outline.properties = Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, outlineSchema(each, depth - 1)]),
    )
  }
  if (items) outline.items = outlineSchema(items, depth - 1)
  return outline
}
