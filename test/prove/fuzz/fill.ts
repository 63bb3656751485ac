/**
 * Every position of every input schema, filled to the bound of the body with each kind of value,
 * over HTTP, MCP and A2A.
 */
import type { PublishedOperation } from '../../support/generated-input.ts'
import { rawRequest } from '../raw-client.ts'
import type { Shot } from './requests.ts'

type Schema = Record<string, unknown>

/** Builds a value with this one at the position. */
type Wrap = (inner: unknown) => unknown

interface Position {
  name: string
  wrap: Wrap
}

/** One filled request, built when it is sent: together they would be a gigabyte. */
export interface Fill {
  name: string
  /** @param share part of the bound that is filled */
  build(share: number): Shot
}

const BYTES = { body: 15_500, reading: 64_000, message: 60_000, replay: 255_000 }
const MAX_DEPTH = 6

/** Values of so many bytes in JSON. */
const FILLS: Readonly<Record<string, (bytes: number) => unknown>> = {
  'empty objects': (bytes) => Array(Math.floor(bytes / 3)).fill({}),
  'empty lists': (bytes) => Array(Math.floor(bytes / 3)).fill([]),
  numbers: (bytes) => Array(Math.floor(bytes / 2)).fill(1),
  'empty texts': (bytes) => Array(Math.floor(bytes / 3)).fill(''),
  members: (bytes) =>
    Object.fromEntries(Array.from({ length: Math.floor(bytes / 11) }, (_, at) => [`m${at}`, {}])),
  'one text': (bytes) => 'a'.repeat(bytes),
  depth: (bytes) => nested(Math.floor(bytes / 2)),
}

/** A list in a list, so often. */
function nested(depth: number): unknown {
  let value: unknown = []
  for (let at = 1; at < Math.min(depth, 3000); at += 1) value = [value]
  return value
}

/** Lists every position of a schema, itself included. */
function positionsOf(schema: Schema, name: string, wrap: Wrap, depth = 0): Position[] {
  if (depth > MAX_DEPTH) return []
  const inner = (each: unknown, part: string, step: Wrap) =>
    positionsOf(each as Schema, `${name}.${part}`, (value) => wrap(step(value)), depth + 1)
  const { properties = {}, items, additionalProperties: more } = schema
  const options = [schema.anyOf, schema.oneOf, schema.allOf].flat().filter(Boolean)
  return [
    { name, wrap },
    ...Object.entries(properties as Record<string, Schema>).flatMap(([key, each]) =>
      inner(each, key, (value) => ({ [key]: value })),
    ),
    ...(items ? inner(items, '[]', (value) => [value]) : []),
    ...(typeof more === 'object' && more ? inner(more, '*', (value) => ({ any: value })) : []),
    ...options.flatMap((each) => positionsOf(each as Schema, name, wrap, depth + 1)),
  ]
}

const unique = (positions: readonly Position[]) => [
  ...new Map(positions.map((each) => [each.name, each])).values(),
]

/** Lists the requests that fill one operation. */
export function fillsOf(operation: PublishedOperation): Fill[] {
  const { id, method, path, fields } = operation
  const target = path.replace(/\{(\w+)\}/g, 'tree-grant')
  const body = Object.entries(fields).filter(([, field]) => field.in === 'body')
  const positions = unique(
    body.flatMap(([name, { schema }]) => positionsOf(schema, name, (value) => ({ [name]: value }))),
  )
  const ownBytes = id === 'grant_eligibility_reading' ? BYTES.reading : BYTES.body
  return positions.flatMap(({ name, wrap }) =>
    Object.entries(FILLS).flatMap(([kind, fill]) => {
      const fillWith = (
        protocol: Shot['protocol'],
        bytes: number,
        request: (value: object) => Parameters<typeof rawRequest>[0],
      ): Fill => ({
        name: `${id} ${name} of ${kind} by ${protocol}`,
        build: (share) => ({
          bytes: rawRequest(request(wrap(fill(Math.floor(bytes * share))) as object)),
          protocol,
          intent: 'hostile',
          operation: id,
          isPaid: false,
        }),
      })
      return [
        fillWith('http', ownBytes, (value) => ({ method, target, body: JSON.stringify(value) })),
        fillWith('mcp', BYTES.message, (value) => ({
          method: 'POST',
          target: '/mcp',
          body: toolCall(id, value),
        })),
        fillWith('a2a', BYTES.message, (value) => ({
          method: 'POST',
          target: '/v1/message:send',
          body: message(id, value),
        })),
      ]
    }),
  )
}

/** Lists the requests that fill the facts of one version of the rules. */
export function replaysOf({
  subject,
  version,
  facts,
}: {
  subject: string
  version: string
  facts: Schema
}): Fill[] {
  return unique(positionsOf(facts, 'facts', (value) => value)).flatMap(({ name, wrap }) =>
    Object.entries(FILLS).map(([kind, fill]) => ({
      name: `replay ${subject} ${version} ${name} of ${kind}`,
      build: (share) => ({
        bytes: rawRequest({
          method: 'POST',
          target: `/v1/rules/${subject}/replay`,
          body: JSON.stringify({
            rules_version: version,
            date: '2026-11-20',
            facts: wrap(fill(Math.floor(BYTES.replay * share))),
          }),
        }),
        protocol: 'http',
        intent: 'hostile',
        operation: 'rules_replay',
        isPaid: false,
      }),
    })),
  )
}

function toolCall(id: string, fields: object): string {
  const params = { name: `uk_${id}`, arguments: fields }
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
}

function message(id: string, input: object): string {
  const parts = [{ kind: 'data', data: { skill: id, input } }]
  return JSON.stringify({ message: { messageId: 'm', role: 'user', parts } })
}
