/**
 * The generated half of the client: which operations there are, where their fields go, what they
 * take and answer. openapi-typescript was weighed: it writes one tree of paths and components, in
 * which a caller finds no `TendersSearchInput`, and brings a parser of documents that we make
 * ourselves; these hundred lines write one flat type a call.
 */

import { type Catalogue, pascalCase } from '../../src/api/catalogue.ts'
import type { Bound } from '../../src/api/registry.ts'
import { flagSchema, noVerdictSchema } from '../../src/contract/input.ts'
import {
  inputJsonSchema,
  type JsonSchema,
  outputJsonSchema,
} from '../../src/contract/json-schema.ts'
import {
  echoSchema,
  envelopeJson,
  paymentTermsJson,
  problemJson,
  sourceJson,
} from '../../src/discovery/openapi-components.ts'
import { GIVEN_TYPE, typeOf } from './typescript-types.ts'

export function clientSource({ operations }: Catalogue): string {
  const lines = [
    '/** Written by `npm run gen` from the registry. Do not edit. */',
    '',
    ...sharedTypes(),
    ...operations.flatMap(createOperationTypes()),
    'export interface Operations {',
    ...operations.map(
      (bound) =>
        `  /** ${bound.operation.title} */\n  ${bound.operation.id}: { input: ${pascalCase(bound.operation.id)}Input; answer: ${answerOf(bound)} }`,
    ),
    '}',
    '',
    '/** Method and path of each operation. */',
    'export const ROUTES: Readonly<Record<keyof Operations, string>> = {',
    ...operations.map(route),
    '}',
    '',
  ]
  return indented(named(lines.join('\n')))
}

/** Extracts shapes that most answers share under a name, once in the client. */
function named(source: string): string {
  const declared: string[] = []
  let described = source
  for (const [name, about, schema] of COMMON) {
    let type = typeOf(outputJsonSchema(schema))
    for (const earlier of COMMON) {
      if (earlier[0] === name) break
      type = type.replaceAll(typeOf(outputJsonSchema(earlier[2])), earlier[0])
    }
    described = described.replaceAll(type, name)
    declared.push(`/** ${about} */`, `export interface ${name} ${type}`, '')
  }
  return described.replace(ENVELOPE, `${declared.join('\n')}\n${ENVELOPE}`)
}

const COMMON = [
  ['Flag', 'What speaks for attention in an answer.', flagSchema],
  ['NoVerdict', 'The verdict of an answer that judges nothing.', noVerdictSchema],
] as const
const ENVELOPE = '/** What every paid operation answers.'

/** Null: 204, nothing was new and nothing charged. */
function answerOf({ kind, operation }: Bound): string {
  const name = `${pascalCase(operation.id)}Answer`
  return kind === 'paid' && operation.freeWhen !== undefined ? `${name} | null` : name
}

/** Returns the types that all operations share, from the schemas of answers. */
function sharedTypes(): string[] {
  const slot = (type: string): JsonSchema => ({ [GIVEN_TYPE]: type })
  const envelope = envelopeJson({
    query: slot('Query'),
    result: slot('Result'),
    verdict: slot('Verdict'),
    source: sourceJson,
    priceUsdc: '',
  })
  const properties = envelope.properties as Record<string, JsonSchema>
  const cost = {
    ...properties.cost,
    properties: { amount: { type: 'string' }, currency: { type: 'string', const: 'USDC' } },
  }
  return [
    '/** The input as the service understood it: null for fields not given, unless they have a default. */',
    'export type Echo<Input, Filled extends keyof Input = never> = {',
    '[Name in keyof Input]-?: undefined extends Input[Name] ? Exclude<Input[Name], undefined> | (Name extends Filled ? never : null) : Input[Name]',
    '}',
    '',
    '/** What every paid operation answers. Missing values are null, keys are always there. */',
    `export interface Envelope<Query, Result, Verdict> ${typeOf({ ...envelope, properties: { ...properties, cost } })}`,
    '',
    '/** Why there is no answer: RFC 9457, see `/docs/errors` of the service. */',
    `export interface Problem ${typeOf(withTerms(problemJson, slot('PaymentTerms')))}`,
    '',
    '/** Price and recipient of a call. */',
    `export interface PaymentTerms ${typeOf(paymentTermsJson)}`,
    '',
  ]
}

/** The terms of a quote are those of a 402, and stand in the client once. */
function withTerms(problem: JsonSchema, terms: JsonSchema): JsonSchema {
  const { quote, ...properties } = problem.properties as Record<string, JsonSchema>
  return {
    ...problem,
    properties: {
      ...properties,
      quote: { ...quote, properties: { ...(quote!.properties as object), terms } },
    },
  }
}

/** Two spaces for each open brace. */
function indented(source: string): string {
  let depth = 0
  return source
    .split('\n')
    .map((line) => {
      const text = line.trim()
      if (text.startsWith('}')) depth -= 1
      const placed = text === '' ? '' : `${'  '.repeat(depth)}${text}`
      if (text.endsWith('{')) depth += 1
      return placed
    })
    .join('\n')
}

/**
 * Returns the types of one operation after another. Where an earlier operation has the same part of
 * an answer, they point to it.
 */
function createOperationTypes(): (bound: Bound) => string[] {
  const known = new Map<string, string>(
    COMMON.map(([name, , schema]) => [typeOf(outputJsonSchema(schema)), name]),
  )
  return (bound) => {
    const { operation } = bound
    const name = pascalCase(operation.id)
    const shared = [...known].sort(([a], [b]) => b.length - a.length)
    const typeWithPaths = (schema: JsonSchema) =>
      shared.reduce((type, [text, path]) => type.replaceAll(text, path), typeOf(schema))
    const resultName = `${name}${bound.kind === 'free' ? 'Answer' : 'Result'}`
    const result = outputJsonSchema(operation.result)
    const types = [
      `export type ${name}Input = ${typeWithPaths(inputSchema(bound))}`,
      `export type ${resultName} = ${typeWithPaths(result)}`,
    ]
    if (bound.kind === 'paid') {
      const verdict = outputJsonSchema(bound.operation.verdict)
      types.push(
        `export type ${name}Verdict = ${typeWithPaths(verdict)}`,
        `export type ${name}Answer = Envelope<${echoType(bound) ?? typeWithPaths(echoSchema(bound))}, ${name}Result, ${name}Verdict>`,
      )
      learn(verdict, `${name}Verdict`)
    }
    learn(result, resultName)
    return [...types, '']
  }

  /** Remembers under which path an object type is found. Short ones are not worth a path. */
  function learn(schema: JsonSchema, path: string): void {
    const { properties, items, anyOf, required } = schema as {
      properties?: Record<string, JsonSchema>
      items?: JsonSchema
      anyOf?: JsonSchema[]
      required?: string[]
    }
    if (items) learn(items, `${path}[number]`)
    if (!properties && !anyOf) return
    const text = typeOf(schema)
    if (text.length < MIN_SHARED || known.has(text)) return
    known.set(text, path)
    const [only, ...others] = anyOf?.filter(({ type }) => type !== 'null') ?? []
    if (only && others.length === 0) learn(only, `NonNullable<${path}>`)
    if (!properties) return
    for (const [member, each] of Object.entries(properties)) {
      const at = `${path}["${member}"]`
      learn(each, required?.includes(member) ? at : `NonNullable<${at}>`)
    }
  }
}

const MIN_SHARED = 120

/**
 * The echo of the input, derived from the type of the input; `null` if a field has another type
 * there.
 */
function echoType(bound: Bound): string | null {
  const name = `${pascalCase(bound.operation.id)}Input`
  const input = inputSchema(bound) as { properties: Record<string, JsonSchema>; required: string[] }
  const echoed = Object.entries(echoSchema(bound).properties as Record<string, JsonSchema>)
  const stated = ({ anyOf, ...schema }: JsonSchema): JsonSchema =>
    (anyOf as JsonSchema[] | undefined)?.[0] ?? schema
  const plain = (schema: JsonSchema) => typeOf(schema).replace(/\/\*\*[^\n]*\n/g, '')
  const isOther = ([field, schema]: [string, JsonSchema]) =>
    plain(stated(schema)) !== plain(input.properties[field]!)
  if (echoed.length === 0 || echoed.some(isOther)) return null
  const filled = echoed
    .filter(([field, { anyOf }]) => anyOf === undefined && !input.required.includes(field))
    .map(([field]) => JSON.stringify(field))
  return `Echo<${[name, ...(filled.length > 0 ? [filled.join(' | ')] : [])].join(', ')}>`
}

/** All fields of one call, wherever they go. */
function inputSchema({ operation }: Bound): JsonSchema {
  const shapes = [
    operation.params,
    operation.query,
    ...(operation.body ? [operation.body] : []),
  ].map((shape) => inputJsonSchema(shape) as { properties?: JsonSchema; required?: string[] })
  const properties = Object.assign({}, ...shapes.map((shape) => shape.properties)) as JsonSchema
  return {
    type: 'object',
    properties,
    required: shapes.flatMap((shape) => shape.required ?? []),
    additionalProperties: false,
  }
}

function route({ operation: { id, method, path } }: Bound): string {
  return `  ${id}: '${method} ${path}',`
}
