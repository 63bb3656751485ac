/**
 * Arguments of tools as hosts hand them over: several hosts send lists, objects, numbers and
 * booleans as JSON text.
 */
import type { JsonSchema } from '../../contract/json-schema.ts'
import { isObject, parseJson } from '../../platform/json.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Returns the arguments with each text parsed whose schema wants something else, if the text is
 * that.
 */
export function parseArguments(schema: JsonSchema, fields: Fields): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const described = Object.hasOwn(properties, name) ? properties[name] : undefined
      return [name, described ? parseValue(described, value) : value]
    }),
  )
}

function parseValue(schema: JsonSchema, value: unknown): unknown {
  const typed = typeof value === 'string' ? parseText(schema.type, value) : value
  if (Array.isArray(typed) && schema.items)
    return typed.map((each) => parseValue(schema.items as JsonSchema, each))
  return isObject(typed) && schema.properties ? parseArguments(schema, typed) : typed
}

const IS_TYPE: Readonly<Record<string, (value: unknown) => boolean>> = {
  array: Array.isArray,
  object: isObject,
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: (value) => typeof value === 'number',
}

function parseText(type: unknown, text: string): unknown {
  const isWanted = IS_TYPE[String(type)]
  if (!isWanted) return text
  const parsed = parseJson(text)
  return isWanted(parsed) ? parsed : text
}
