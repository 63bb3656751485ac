/** The operations as tools of the Model Context Protocol: names, descriptions, schemas, prices. */
import type { Tool } from '@modelcontextprotocol/server'
import type { Catalogue } from '../../api/catalogue.ts'
import type { Bound } from '../../api/registry.ts'
import { type JsonSchema, outlineSchema, outputJsonSchema } from '../../contract/json-schema.ts'
import { priceInWords } from '../../contract/price.ts'
import { toolInputJson, toolNameOf } from '../../contract/tool.ts'
import type { Wording } from '../refusal-words.ts'
import { toolWording } from './wording.ts'

export interface BoundTool {
  bound: Bound
  tool: Tool
}

/** A model's host reads the list at every start, and many hand it to the model whole. */
const MAX_LIST_BYTES = 35_500
/** Maximum depth of results in output schemas. */
const MAX_OUTPUT_DEPTH = 3

/** Feedback is no tool: an agent should not send any on its own account. */
export function boundTools(catalogue: Catalogue): BoundTool[] {
  const word = toolWording(catalogue)
  const tools = catalogue.operations
    .filter((bound) => bound.kind === 'paid' || bound.operation.limit !== 'feedback')
    .map((bound) => ({ bound, tool: buildTool(bound, catalogue, word) }))
  deepen(tools)
  return tools
}

/**
 * Extends output schemas while the list has room: outlines of all results first, then their
 * members.
 */
function deepen(tools: readonly BoundTool[]): void {
  let room = MAX_LIST_BYTES - countBytes(tools.map(({ tool }) => tool))
  for (let depth = 1; depth <= MAX_OUTPUT_DEPTH; depth += 1) {
    for (const { bound, tool } of tools) {
      const deeper = toolOutput(bound, depth)
      const more = countBytes(deeper) - countBytes(tool.outputSchema)
      if (more > room) continue
      tool.outputSchema = deeper
      room -= more
    }
  }
}

function buildTool(bound: Bound, catalogue: Catalogue, word: Wording): Tool {
  const { operation } = bound
  const name = toolNameOf(operation.id)
  const input = toolInputJson(operation)
  const write = (isLong: boolean) => ({
    name,
    description: word(describe(bound, catalogue, { isLong })),
    inputSchema: wordInput(input, word, { isLong }) as Tool['inputSchema'],
  })
  const full = write(false)
  return {
    title: operation.title,
    ...(countBytes(full) > MAX_INPUT_BYTES ? write(true) : full),
    outputSchema: toolOutput(bound, 0),
    annotations: annotate(bound),
    ...buildMeta(bound, catalogue),
  }
}

/**
 * Returns hints for hosts. A paid tool spends money, so it is not read-only; a call that is
 * repeated with its payment is not charged again.
 */
function annotate({ kind }: Bound): NonNullable<Tool['annotations']> {
  const hints = { destructiveHint: false, openWorldHint: true }
  return kind === 'free' ? { readOnlyHint: true, ...hints } : { ...hints, idempotentHint: true }
}

/** Writes an input schema in the terms of tools. */
function wordInput(schema: JsonSchema, word: Wording, { isLong }: { isLong: boolean }): JsonSchema {
  const { example: _, ...worded } = schema
  for (const name of isLong ? LIMITS : []) delete worded[name]
  if (typeof worded.description === 'string') {
    const sample = isLong ? '' : quoteExample(schema, worded.description)
    worded.description = word(`${worded.description}${sample}`)
    if (isLong && namesAll(worded.description, worded.enum)) delete worded.enum
  }
  const each = (member: JsonSchema) => wordInput(member, word, { isLong })
  const { properties, items } = worded as {
    properties?: Record<string, JsonSchema>
    items?: JsonSchema
  }
  if (properties)
    worded.properties = Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, each(member)]),
    )
  if (items) worded.items = each(items)
  return worded
}

/** Limits that the service checks. They are left out of long schemas. */
const LIMITS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern']

/** Whether a description makes a list of choices superfluous. */
function namesAll(description: unknown, choices: unknown): boolean {
  const words = String(description).split(/[^a-z_-]+/)
  return Array.isArray(choices) && choices.every((each) => words.includes(String(each)))
}

const MAX_EXAMPLE = 80

function quoteExample({ example, enum: choices }: JsonSchema, description: string): string {
  const text = typeof example === 'object' ? JSON.stringify(example) : String(example)
  const isKnown = example === undefined || choices !== undefined || description.includes(text)
  return isKnown || text.length > MAX_EXAMPLE ? '' : `, for example ${text}`
}

/**
 * Describes effect, price and free cases of a tool in at most 60 words, because models read them on
 * every turn.
 */
function describe(bound: Bound, { payment }: Catalogue, { isLong }: { isLong: boolean }): string {
  const { operation } = bound
  const avoid = operation.notFor === undefined ? '' : ` Not for ${operation.notFor}.`
  const price =
    bound.kind === 'paid'
      ? `${priceInWords(bound.operation, payment.test ? 'test USDC' : 'USDC')}${bound.operation.soldBy ? '' : ' each'}; failures are not charged${isLong ? '' : '; an outage is never "not found"'}.`
      : 'Free.'
  return `${operation.summary}${avoid} ${price}`
}

/** Returns the terms under the key by which mcpc decides to pay. */
function buildMeta(bound: Bound, { termsOf }: Catalogue): Pick<Tool, '_meta'> {
  if (bound.kind === 'free') return {}
  const { requirements } = termsOf(bound.operation.id)
  return { _meta: { x402: { paymentRequired: true, ...requirements } } }
}

const countBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

/** Limit of name, description and input schema of one tool, in bytes. */
const MAX_INPUT_BYTES = 2000

/**
 * Returns the output schema of a tool. Clients of 2025 validate every structured result, failures
 * included. The schema therefore has the three possible results with the members that distinguish
 * them: answer, terms of an unpaid call, problem.
 */
function toolOutput(bound: Bound, depth: number): NonNullable<Tool['outputSchema']> {
  const members = ['result', 'verdict', 'confidence', 'as_of', 'sources', 'cost']
  const { operation } = bound
  const result = outlineSchema(outputJsonSchema(operation.result), depth)
  if (bound.kind === 'free') {
    const required = (outputJsonSchema(operation.result) as { required?: string[] }).required ?? []
    return { ...result, type: 'object', anyOf: [{ required }, { required: PROBLEM }] }
  }
  const verdict = outlineSchema(outputJsonSchema(bound.operation.verdict), depth)
  return {
    type: 'object',
    properties: { result, verdict },
    anyOf: [{ required: members }, { required: TERMS }, { required: PROBLEM }],
  }
}

const TERMS = ['x402Version', 'accepts']
const PROBLEM = ['code', 'detail', 'charged']
