/** The generated half of the client: which operations there are, where their fields go, what they take and answer. */
import type { Bound } from '../api/registry.ts'
import { inputJsonSchema, type JsonSchema, outputJsonSchema } from '../contract/json-schema.ts'
import type { InputShape } from '../contract/operation.ts'
import { type Catalogue, pascalCase } from '../doors/documents/catalogue.ts'
import { echoSchema } from '../doors/documents/openapi-components.ts'
import { typeOf } from './typescript-types.ts'

export function clientSource({ operations }: Catalogue): string {
  const lines = [
    '/** Written by `ukintel gen` from the registry. Do not edit. */',
    "import type { Envelope } from '../envelope.ts'",
    '',
    ...operations.flatMap(operationTypes),
    'export interface Operations {',
    ...operations.map(
      ({ operation: { id, summary } }) =>
        `  /** ${summary} */\n  ${id}: { input: ${pascalCase(id)}Input; answer: ${pascalCase(id)}Answer }`,
    ),
    '}',
    '',
    'export const ROUTES = {',
    ...operations.map(route),
    '} as const',
    '',
  ]
  return indented(lines.join('\n'))
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

function operationTypes(bound: Bound): string[] {
  const { operation } = bound
  const name = pascalCase(operation.id)
  const result = typeOf(outputJsonSchema(operation.result))
  const types = [`export type ${name}Input = ${typeOf(inputSchema(bound))}`]
  if (bound.kind === 'free') return [...types, `export type ${name}Answer = ${result}`, '']
  return [
    ...types,
    `export type ${name}Result = ${result}`,
    `export type ${name}Verdict = ${typeOf(outputJsonSchema(bound.operation.verdict))}`,
    `export type ${name}Answer = Envelope<${typeOf(echoSchema(bound))}, ${name}Result, ${name}Verdict>`,
    '',
  ]
}

/** All fields of one call, wherever they go. */
function inputSchema({ operation }: Bound): JsonSchema {
  const shapes = [operation.params, operation.query, ...(operation.body ? [operation.body] : [])].map(
    (shape) => inputJsonSchema(shape) as { properties?: JsonSchema; required?: string[] },
  )
  const properties = Object.assign({}, ...shapes.map((shape) => shape.properties)) as JsonSchema
  return { type: 'object', properties, required: shapes.flatMap((shape) => shape.required ?? []), additionalProperties: false }
}

function route(bound: Bound): string {
  const { id, method, path, params, query, body } = bound.operation
  const price = bound.kind === 'paid' ? bound.operation.priceUsdc : '0'
  const names = (shape: InputShape | null) => JSON.stringify(Object.keys(shape?.shape ?? {}))
  return `  ${id}: { method: '${method}', path: '${path}', priceUsdc: '${price}', params: ${names(params)}, query: ${names(query)}, body: ${body ? names(body) : 'null'} },`
}
