/**
 * The official `bazaar` extension of the terms: how the operation is called over HTTP or as a tool, and an example of its answer.
 * A directory reads it from the payment of the first buyer. So it must fit into a header, and the example must match the schema.
 */
import { declareDiscoveryExtension } from '@x402/extensions/bazaar'
import { NO_VERDICT } from '../contract/envelope.ts'
import {
  compactSchema,
  inputJsonSchema,
  type JsonSchema,
  outlineSchema,
  outputJsonSchema,
} from '../contract/json-schema.ts'
import type { PaidDescription } from '../contract/operation.ts'
import { toolInputJson, toolNameOf } from '../contract/tool.ts'

export interface Discovery {
  bazaar: object
}

type Door = 'http' | 'tool'

/**
 * Depths of the schemas, in levels of nesting, and shortest lengths of the example. The first entry is taken whose example
 * shows a part of every member of an answer, otherwise the last one. The example takes the remaining room.
 */
const DEPTHS = [
  { input: 3, output: 1, example: 700 },
  { input: 2, output: 1, example: 700 },
  { input: 1, output: 1, example: 500 },
  { input: 1, output: 0, example: 400 },
  { input: 'types', output: 1, example: 400 },
  { input: 'types', output: 0, example: 0 },
  { input: 'types', output: 'none', example: 0 },
] as const satisfies readonly Depth[]

export interface FittingDiscovery {
  discovery: Discovery
  /**
   * Returns the discovery of terms that say so many bytes more: the input schema stays whole, the example shrinks. `null` bytes, or more than
   * the example has: neither example nor output schema is left.
   */
  shorter(bytes: number | null): Discovery
}

/** Bytes that are left by the terms with this discovery. */
type Spare = (discovery: Discovery) => number

/** The richest one that leaves no less than nothing of the `spare` bytes; null where not even the poorest does. */
export function chooseDiscovery(
  operation: PaidDescription,
  door: Door,
  spare: Spare,
): FittingDiscovery | null {
  const { result, verdict = NO_VERDICT } = operation.example
  const schemas = {
    result: outputJsonSchema(operation.result),
    verdict: outputJsonSchema(operation.verdict),
  }
  const declaring = door === 'http' ? httpDiscovery(operation) : toolDiscovery(operation)
  const whole = firstFitting(DEPTHS, { result, verdict, schemas, declaring, spare })
  if (whole === null) return null
  return {
    discovery: whole.discovery,
    shorter(bytes) {
      const outputs = ([whole.depth.output, 0] as const).map((output) => ({
        ...whole.depth,
        output,
        example: 0,
      }))
      const countSpare: Spare = (discovery) =>
        spare(discovery) - (bytes ?? Number.POSITIVE_INFINITY)
      const shorter = firstFitting(outputs, {
        result,
        verdict,
        schemas,
        declaring,
        spare: countSpare,
      })
      return shorter?.discovery ?? declaring(whole.depth, null)
    },
  }
}

interface Showing {
  result: object
  verdict: object
  schemas: { result: JsonSchema; verdict: JsonSchema }
  declaring: Declaring
  spare: Spare
}

function firstFitting(
  depths: readonly Depth[],
  showing: Showing,
): { discovery: Discovery; depth: Depth } | null {
  const { result, verdict, schemas, declaring, spare } = showing
  for (const depth of depths) {
    const output = outputSchema(schemas, depth)
    const declare = (example: object) => declaring(depth, { example, schema: output })
    const room = spare(declare({})) + countBytes({})
    const poorest = depth === depths.at(-1)
    // The schema requires the members of both, unless it does not describe them.
    const least =
      depth.output === 1
        ? { result: outline(result), verdict: outline(verdict) }
        : { result: {}, verdict: {} }
    if (
      Math.max(countBytes(least), Math.min(depth.example, countBytes({ result, verdict }))) > room
    )
      continue
    const example = grown({ result, verdict }, least, room) as typeof least
    if (poorest || (isTelling(result, example.result) && isTelling(verdict, example.verdict)))
      return { discovery: declare(example), depth }
  }
  return null
}

/** Returns whether the example shows a part of every member. */
function isTelling(whole: object, shown: object): boolean {
  return Object.entries(whole).every(
    ([name, value]) => name in shown && !isOpen((shown as Record<string, unknown>)[name], value),
  )
}

interface Depth {
  input: number | 'types'
  output: number | 'none'
  example: number
}

interface Output {
  example: object
  schema: JsonSchema
}

/** `output` null: nothing is said of what comes back. */
type Declaring = (depth: Depth, output: Output | null) => Discovery

function outputSchema(
  { result, verdict }: { result: JsonSchema; verdict: JsonSchema },
  depth: Depth,
): JsonSchema {
  if (depth.output === 'none') return {}
  return {
    properties: {
      result: compactSchema(result, depth.output),
      verdict: compactSchema(verdict, depth.output),
    },
    required: ['result', 'verdict'],
  }
}

function describeInput(schema: JsonSchema, { input }: Depth): JsonSchema {
  return input === 'types' ? outlineSchema(schema, 1) : compactSchema(schema, input)
}

function httpDiscovery({
  method,
  path: template,
  example,
  ...described
}: PaidDescription): Declaring {
  const [params, query] = [inputJsonSchema(described.params), inputJsonSchema(described.query)]
  const body = described.body ? inputJsonSchema(described.body) : null
  const [path, shownQuery] = [pick(example.input, params), pick(example.input, query)]
  const hasPath = Object.keys(described.params.shape).length > 0
  const routeTemplate = hasPath ? { routeTemplate: template.replace(/\{(\w+)\}/g, ':$1') } : {}
  return (depth, output) => {
    const { bazaar } = declareDiscoveryExtension({
      method,
      ...(body
        ? {
            bodyType: 'json',
            input: pick(example.input, body),
            inputSchema: describeInput(body, depth),
          }
        : {
            input: shownQuery,
            inputSchema: matchExample(describeInput(query, depth), shownQuery),
          }),
      ...(hasPath
        ? { pathParams: path, pathParamsSchema: matchExample(describeInput(params, depth), path) }
        : {}),
      ...(output ? { output } : {}),
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
      inputSchema: describeInput(inputSchema, depth),
      example: example.input,
      ...(output ? { output } : {}),
    }) as unknown as Discovery
}

/** Without a subject to show (an index is not filled yet) none is demanded: readers hold the example against the schema. */
function matchExample({ required, ...schema }: JsonSchema, example: object): JsonSchema {
  return ((required as string[] | undefined) ?? []).every((name) => name in example)
    ? { ...schema, required }
    : schema
}

/** The members of an example that a schema names. */
function pick(
  example: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
): Record<string, unknown> {
  const names = Object.keys((schema.properties as object | undefined) ?? {})
  return Object.fromEntries(
    names.filter((name) => example[name] !== undefined).map((name) => [name, example[name]]),
  )
}

const MAX_TEXT = 120

const countBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** A value by itself: of objects and lists only that they are there. */
function bare(value: unknown, maxText: number = MAX_TEXT): unknown {
  if (typeof value === 'string')
    return value.length > maxText ? `${value.slice(0, maxText - 1)}…` : value
  if (value === null || typeof value !== 'object') return value
  return Array.isArray(value) ? [] : {}
}

function outline(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, bare(member)]))
}

/** Shown whole or not at all: a part of it would take more room than it is worth. */
const SMALL_BYTES = 130
/** Longer texts within come last: what an answer is made of says more. */
const SHORT_CHARS = 60
const GLIMPSE_CHARS = 30

/** A place in an example that may be filled from the whole one. */
interface Place {
  from: Record<string, unknown>
  to: Record<string, unknown>
  name: string
}

/** Returns as much of the example as fits: outer members first, then long texts within them, and the first item of each list. */
function grown(whole: object, least: object, room: number): object {
  const texts: Place[] = []
  const opened: Place[] = []
  const waiting: [from: object, to: object][] = [[whole, least]]
  for (const place of placesIn(whole, least).flatMap(({ from, to, name }) =>
    placesIn(from[name] as object, to[name] as object),
  )) {
    const { from, to, name } = place
    if (!(name in to) || isOpen(to[name], from[name])) put(place, glimpse(from[name]))
    if (isLong(from[name])) texts.push(place)
  }
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    for (const place of placesIn(...next)) {
      const { from, to, name } = place
      const value = from[name]
      if (!(name in to)) {
        const small = excerpt(value)
        if (isLong(value)) texts.push(place)
        else if (countBytes(small) <= SMALL_BYTES) put(place, small)
        else if (put(place, bare(value))) opened.push(place)
        if (!isOpen(to[name], value)) continue
      }
      if (typeof value === 'object' && value !== null) waiting.push([value, to[name] as object])
    }
  }
  // An object without any member that fits explains nothing.
  for (const { from, to, name } of opened.reverse())
    if (isOpen(to[name], from[name])) take(to, name)
  for (const place of texts) put(place, bare(place.from[place.name]))
  return toSameOrder(whole, least) as object

  function put({ to, name }: Place, value: unknown): boolean {
    const before = to[name]
    to[name] = value
    if (countBytes(least) <= room) return true
    if (before === undefined) take(to, name)
    else to[name] = before
    return false
  }
}

/** Returns the value with only the first member or item of each level. */
function glimpse(value: unknown): unknown {
  if (typeof value !== 'object' || value === null)
    return bare(value, isLong(value) ? GLIMPSE_CHARS : MAX_TEXT)
  if (Array.isArray(value)) return value.slice(0, 1).map(glimpse)
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 1)
      .map(([name, member]) => [name, glimpse(member)]),
  )
}

function isLong(value: unknown): boolean {
  return typeof value === 'string' && value.length > SHORT_CHARS
}

function placesIn(from: object, to: object): Place[] {
  const names = Array.isArray(from) ? Object.keys(from).slice(0, 1) : Object.keys(from)
  return names.map((name) => ({
    from: from as Record<string, unknown>,
    to: to as Record<string, unknown>,
    name,
  }))
}

function take(to: object, name: string): void {
  if (Array.isArray(to)) to.length = 0
  else delete (to as Record<string, unknown>)[name]
}

/** Shown as empty, which it is not. */
function isOpen(shown: unknown, value: unknown): boolean {
  const isContainer =
    typeof shown === 'object' && shown !== null && typeof value === 'object' && value !== null
  return isContainer && Object.keys(shown).length === 0 && Object.keys(value).length > 0
}

/** The whole of a value but for long texts and all items of lists after the first. */
function excerpt(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return bare(value)
  if (Array.isArray(value)) return value.slice(0, 1).map(excerpt)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, excerpt(member)]))
}

function toSameOrder(from: unknown, shown: unknown): unknown {
  if (typeof shown !== 'object' || shown === null) return shown
  if (Array.isArray(shown))
    return shown.map((item, index) => toSameOrder((from as unknown[])[index], item))
  const members = Object.entries(from as object).filter(([name]) => name in shown)
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      toSameOrder(member, (shown as Record<string, unknown>)[name]),
    ]),
  )
}
