/** The operations as tools of the Model Context Protocol: names, descriptions, schemas, prices. */
import type { Tool } from '@modelcontextprotocol/server'
import type { Bound } from '../../api/registry.ts'
import { compactSchema, type JsonSchema, outputJsonSchema } from '../../contract/json-schema.ts'
import { toolInputJson, toolNameOf } from '../../contract/tool.ts'
import type { Catalogue } from '../documents/catalogue.ts'
import { echoSchema, envelopeJson, paymentTermsJson, problemJson, sourceJson } from '../documents/openapi-components.ts'

export interface BoundTool {
  bound: Bound
  tool: Tool
}

/** Listings are read at every start of a session: output schemas go without prose and as deep as answers nest. */
const OUTPUT_DEPTH = 8

/** Free operations that write something are no tools: an agent should not send feedback on its own account. */
export function boundTools(catalogue: Catalogue): BoundTool[] {
  return catalogue.operations
    .filter((bound) => bound.kind === 'paid' || bound.operation.method === 'GET')
    .map((bound) => ({ bound, tool: toolOf(bound, catalogue) }))
}

function toolOf(bound: Bound, catalogue: Catalogue): Tool {
  const { operation } = bound
  return {
    name: toolNameOf(operation.id),
    title: operation.title,
    description: describe(bound, catalogue),
    inputSchema: toolInputJson(operation) as Tool['inputSchema'],
    outputSchema: toolOutput(bound) as NonNullable<Tool['outputSchema']>,
    annotations: { title: operation.title, readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: true },
    _meta: { 'ukintel/price': priceOf(bound, catalogue) },
  }
}

/** What it does, what it costs and when it is not charged: at most 60 words, which models read on every turn. */
function describe(bound: Bound, { payment }: Catalogue): string {
  const { operation } = bound
  const avoid = operation.notFor === undefined ? '' : ` Not for ${operation.notFor}.`
  const price =
    bound.kind === 'paid'
      ? `${bound.operation.priceUsdc} ${payment.test ? 'test USDC' : 'USDC'} each; failures are not charged; an outage is never "not found".`
      : 'Free.'
  return `${operation.summary}${avoid} ${price}`
}

function priceOf(bound: Bound, { termsOf }: Catalogue): Record<string, unknown> {
  if (bound.kind === 'free') return { price: '0', currency: 'USDC' }
  const { scheme, network, amount, asset, payTo } = termsOf(bound.operation.id).requirements
  return { price: bound.operation.priceUsdc, currency: 'USDC', scheme, network, amount, asset, payTo }
}

/**
 * Clients hold every structured result against this schema, failures included, so it names all three things that may come: the answer,
 * the terms of an unpaid call, a problem.
 */
function toolOutput(bound: Bound): JsonSchema {
  return { type: 'object', anyOf: [compactSchema(answerSchema(bound), OUTPUT_DEPTH), ...(bound.kind === 'paid' ? [TERMS] : []), PROBLEM] }
}

function answerSchema(bound: Bound): JsonSchema {
  const result = outputJsonSchema(bound.operation.result)
  if (bound.kind === 'free') return result
  const verdict = outputJsonSchema(bound.operation.verdict)
  return envelopeJson({ query: echoSchema(bound), result, verdict, source: sourceJson, priceUsdc: bound.operation.priceUsdc })
}

/** Listings are long enough: of what every tool may answer only the members that tell the three apart. */
const TERMS = inBrief(paymentTermsJson, 'Payment required: x402 version 2 terms', ['x402Version', 'accepts'])
const PROBLEM = inBrief(problemJson, 'Why there is no answer; nothing was charged unless `charged` is null', [
  'code',
  'status',
  'detail',
  'charged',
])

function inBrief(schema: JsonSchema, description: string, names: readonly string[]): JsonSchema {
  const properties = schema.properties as Record<string, JsonSchema>
  const brief = names.map((name) => [
    name,
    { type: properties[name]!.type, ...(properties[name]!.const === undefined ? {} : { const: properties[name]!.const }) },
  ])
  return { type: 'object', description, properties: Object.fromEntries(brief), required: names }
}
