/**
 * The official `bazaar` extension of the terms: how the operation is called over HTTP or as a tool,
 * and an example of its answer. A directory reads it from the payment of the first buyer, so it
 * travels in a header. It is written here as short as the official reader takes it.
 */
import { inputJsonSchema, type JsonSchema, outlineSchema } from '../contract/json-schema.ts'
import type { Example, PaidDescription } from '../contract/operation.ts'
import { toolInputJson, toolNameOf } from '../contract/tool.ts'

/** The extension as JSON, with the example of an answer and without. */
export interface Discovery {
  kind: 'http' | 'tool'
  whole: string
  withoutExample: string
}

export function describeHttp(operation: PaidDescription): Discovery {
  const { method, path, params, query, body } = operation
  const input: Record<string, unknown> = { type: 'http', method }
  const properties: Record<string, JsonSchema> = { method: { enum: [method] } }
  const add = (name: string, schema: PaidDescription['params']) => {
    input[name] = pickInput(operation.example, Object.keys(schema.shape))
    properties[name] = typesOf(inputJsonSchema(schema), operation.listing?.fields)
  }
  if (body) {
    input.bodyType = 'json'
    add('body', body)
  } else add('queryParams', query)
  const hasPath = Object.keys(params.shape).length > 0
  if (hasPath) add('pathParams', params)
  const route = hasPath ? { routeTemplate: path.replace(/\{(\w+)\}/g, ':$1') } : {}
  return { kind: 'http', ...serialise(operation.example, input, properties, route) }
}

/** Directories know a tool by the address of `/mcp` and its name. */
export function describeTool(operation: PaidDescription): Discovery {
  const { id, example } = operation
  const input = {
    type: 'mcp',
    toolName: toolNameOf(id),
    transport: 'streamable-http',
    inputSchema: typesOf(toolInputJson(operation), operation.listing?.fields),
    example: inputOf(example),
  }
  return { kind: 'tool', ...serialise(example, input, { inputSchema: { type: 'object' } }, {}) }
}

function serialise(
  example: Example,
  input: object,
  properties: Readonly<Record<string, JsonSchema>>,
  route: object,
): Omit<Discovery, 'kind'> {
  const answer = pickListed(example)
  const inputSchema = { type: 'object', properties, required: Object.keys(properties) }
  const outputSchema = { type: 'object', properties: { example: { type: 'object' } } }
  const write = (output: { info: object; schema: object }) =>
    JSON.stringify({
      // Input and answer are of one subject, which does not exist.
      info: { example: 'invented', input, ...output.info },
      schema: { type: 'object', properties: { input: inputSchema, ...output.schema } },
      ...route,
    })
  return {
    whole: write({
      info: answer === null ? {} : { output: { type: 'json', example: answer } },
      schema: { output: outputSchema },
    }),
    withoutExample: write({ info: {}, schema: {} }),
  }
}

/** Names and types of the listed fields or of all, and which are required. */
function typesOf(schema: JsonSchema, listed?: readonly string[]): JsonSchema {
  const { required } = schema as { required?: string[] }
  const { type, properties = {} } = outlineSchema(schema, 1) as { properties?: object } & JsonSchema
  const shown = Object.entries(properties).filter(([name]) => listed?.includes(name) ?? true)
  return { type, properties: Object.fromEntries(shown), ...(required ? { required } : {}) }
}

/** The input that the invented answer answers. */
const inputOf = ({ answeredInput, input }: Example) => answeredInput ?? input

function pickInput(example: Example, names: readonly string[]): object {
  const input = inputOf(example)
  return Object.fromEntries(
    names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]),
  )
}

/** Picks the members of the answer that its operation lists. Takes the first item of each list. */
function pickListed({ result, verdict, listed = [] }: Example): object | null {
  const picked = {}
  for (const path of listed) copyAt({ result, verdict }, picked, path.split('.'))
  return listed.length > 0 ? picked : null
}

function copyAt(from: unknown, to: object, [name, ...rest]: readonly string[]): void {
  if (Array.isArray(from)) {
    const list = to as object[]
    list[0] ??= {}
    copyAt(from[0], list[0], [name!, ...rest])
    return
  }
  const value = (from as Record<string, unknown>)[name!]
  const target = to as Record<string, unknown>
  if (rest.length === 0) target[name!] = value
  else {
    target[name!] ??= Array.isArray(value) ? [] : {}
    copyAt(value, target[name!] as object, rest)
  }
}
