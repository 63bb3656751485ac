/**
 * What the terms tell directories, by the official `bazaar` extension: how the operation is called, over HTTP or as a tool, and an example of what comes back.
 * A directory reads it from the payment of the first buyer, so it has to fit into a header, and the example has to keep to the schema beside it.
 */
import { declareDiscoveryExtension } from '@x402/extensions/bazaar'
import { NO_VERDICT } from '../contract/envelope.ts'
import { compactSchema, inputJsonSchema, type JsonSchema, outlineSchema, outputJsonSchema } from '../contract/json-schema.ts'
import type { PaidDescription } from '../contract/operation.ts'
import { toolInputJson, toolNameOf } from '../contract/tool.ts'

export interface Discovery {
  bazaar: object
}

type Door = 'http' | 'tool'

/** How much is told of schemas, in levels of nesting or as the types of fields alone, and how much an example has to be left to say for it. It takes all the room that there is. */
const DEPTHS = [
  { input: 3, output: 1, example: 700 },
  { input: 2, output: 1, example: 700 },
  { input: 1, output: 1, example: 500 },
  { input: 1, output: 0, example: 400 },
  { input: 'types', output: 1, example: 0 },
  { input: 'types', output: 0, example: 0, whole: true },
  { input: 1, output: 0, example: 0 },
  { input: 'types', output: 0, example: 0 },
] as const

/** The richest one that leaves no less than nothing of the `spare` bytes; null where not even the poorest does. */
export function fittingDiscovery(operation: PaidDescription, door: Door, spare: (discovery: Discovery) => number): Discovery | null {
  const { result, verdict = NO_VERDICT } = operation.example
  const schemas = { result: outputJsonSchema(operation.result), verdict: outputJsonSchema(operation.verdict) }
  const declaring = door === 'http' ? httpDiscovery(operation) : toolDiscovery(operation)
  for (const depth of DEPTHS) {
    const output = outputSchema(schemas, depth)
    const declare = (example: object) => declaring(depth, { example, schema: output })
    const room = spare(declare({})) + sizeOf({})
    // The schema asks for the members of both, unless it says nothing of them; readers are shown them nevertheless where there is room.
    const least =
      depth.output === 0 && !('whole' in depth) ? { result: {}, verdict: {} } : { result: outline(result), verdict: outline(verdict) }
    const enough = Math.min(depth.example, sizeOf({ result, verdict }))
    if (Math.max(sizeOf(least), enough) <= room) return declare(grown({ result, verdict }, least, room))
  }
  return null
}

type Depth = (typeof DEPTHS)[number]

interface Output {
  example: object
  schema: JsonSchema
}

type Declaring = (depth: Depth, output: Output) => Discovery

function outputSchema({ result, verdict }: { result: JsonSchema; verdict: JsonSchema }, depth: Depth): JsonSchema {
  return {
    properties: { result: compactSchema(result, depth.output), verdict: compactSchema(verdict, depth.output) },
    required: ['result', 'verdict'],
  }
}

function inputOf(schema: JsonSchema, { input }: Depth): JsonSchema {
  return input === 'types' ? outlineSchema(schema, 1) : compactSchema(schema, input)
}

function httpDiscovery({ method, path: template, example, ...described }: PaidDescription): Declaring {
  const [params, query] = [inputJsonSchema(described.params), inputJsonSchema(described.query)]
  const body = described.body ? inputJsonSchema(described.body) : null
  const path = pick(example.input, params)
  const hasPath = Object.keys(described.params.shape).length > 0
  const routeTemplate = hasPath ? { routeTemplate: template.replace(/\{(\w+)\}/g, ':$1') } : {}
  return (depth, output) => {
    const { bazaar } = declareDiscoveryExtension({
      method,
      ...(body
        ? { bodyType: 'json', input: pick(example.input, body), inputSchema: inputOf(body, depth) }
        : { input: pick(example.input, query), inputSchema: inputOf(query, depth) }),
      ...(hasPath ? { pathParams: path, pathParamsSchema: fitting(inputOf(params, depth), path) } : {}),
      output,
    } as unknown as Parameters<typeof declareDiscoveryExtension>[0]) as unknown as {
      bazaar: { schema: { properties: { input: { properties: { method: JsonSchema } } } } }
    }
    bazaar.schema.properties.input.properties.method = { type: 'string', enum: [method] }
    const { $schema: _, ...schema } = bazaar.schema as JsonSchema
    return { bazaar: { ...bazaar, schema, ...routeTemplate } }
  }
}

/** Directories know a tool by the address of `/mcp` and its name. */
function toolDiscovery({ id, example, ...described }: PaidDescription): Declaring {
  const inputSchema = toolInputJson(described)
  return (depth, output) =>
    declareDiscoveryExtension({
      toolName: toolNameOf(id),
      transport: 'streamable-http',
      inputSchema: inputOf(inputSchema, depth),
      example: example.input,
      output,
    }) as unknown as Discovery
}

/** Without a subject to show (an index is not filled yet) none is demanded: readers hold the example against the schema. */
function fitting({ required, ...schema }: JsonSchema, example: object): JsonSchema {
  return ((required as string[] | undefined) ?? []).every((name) => name in example) ? { ...schema, required } : schema
}

/** The members of an example that a schema names. */
function pick(example: Readonly<Record<string, unknown>>, schema: JsonSchema): Record<string, unknown> {
  const names = Object.keys((schema.properties as object | undefined) ?? {})
  return Object.fromEntries(names.filter((name) => example[name] !== undefined).map((name) => [name, example[name]]))
}

const MAX_TEXT = 120

const sizeOf = (value: object) => Buffer.byteLength(JSON.stringify(value))

/** A value by itself: of objects and lists only that they are there. */
function bare(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT - 1)}…` : value
  if (value === null || typeof value !== 'object') return value
  return Array.isArray(value) ? [] : {}
}

function outline(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, bare(member)]))
}

/** As much of the example as there is room for, member by member, outer ones first; of a list its first item. */
function grown(whole: object, least: object, room: number): object {
  const waiting: [from: object, to: object][] = [[whole, least]]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const from = next[0] as Record<string, unknown>
    const to = next[1] as Record<string, unknown>
    const names = Array.isArray(from) ? Object.keys(from).slice(0, 1) : Object.keys(from)
    for (const name of names) {
      if (!(name in to)) {
        to[name] = bare(from[name])
        if (sizeOf(least) > room) {
          if (Array.isArray(to)) to.length = 0
          else delete to[name]
          break
        }
      }
      const [source, target] = [from[name], to[name]]
      if (typeof source === 'object' && source !== null && target !== undefined) waiting.push([source, target as object])
    }
  }
  return least
}
