/** What a paid operation costs and where the money goes, as x402 version 2 says it. Built once at the start. */
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { declareDiscoveryExtension } from '@x402/extensions/bazaar'
import { declarePaymentIdentifierExtension, PAYMENT_IDENTIFIER } from '@x402/extensions/payment-identifier'
import { compactSchema, inputJsonSchema, type JsonSchema, outputJsonSchema } from '../contract/json-schema.ts'
import type { PaidDescription } from '../contract/operation.ts'
import { requirementsOf } from './evm/requirements.ts'
import type { Refusal } from './refusal.ts'
import { type Encoded, encodeHeader, splicedText } from './wire.ts'

/** Network, asset and payee of this deployment: the only place they are read from. */
export interface PaymentSettings {
  network: `eip155:${string}`
  networkName: string
  test: boolean
  asset: `0x${string}`
  /** EIP-712 domain name of the token: differs between networks. */
  assetName: string
  payTo: `0x${string}`
  publicUrl: string
}

export interface Terms {
  operationId: string
  priceUsdc: string
  /** What directories show: the operation's summary and the deployment's notes. */
  description: string
  requirements: PaymentRequirements
  /** The 402's JSON and its header form for one concrete URL. */
  challenge(resourceUrl: string, refused?: Refused): Encoded
  /** The same object, for transports that carry it as data. */
  paymentRequired(resourceUrl: string, error?: string): PaymentRequired
}

/** Why a payment was not taken: the protocol's own code, and what to do about it. */
export interface Refused {
  error: string
  refusal: Refusal
}

export const SERVICE_NAME = 'UK Intelligence'
const MAX_HEADER_BYTES = 4096
/** Longer URLs are quoted without their query: the terms do not depend on it. */
const MAX_RESOURCE_URL = 300
const MAX_DESCRIPTION = 400

/** @throws Error when a description or the encoded terms exceed what directories and proxies accept. */
export async function buildTerms(operation: PaidDescription, settings: PaymentSettings, deploymentNote: string): Promise<Terms> {
  const description = `${operation.summary}${deploymentNote ? ` ${deploymentNote}` : ''}`
  if (description.length > MAX_DESCRIPTION) {
    throw new Error(`${operation.id}: the description has ${description.length} characters, at most ${MAX_DESCRIPTION} are listed`)
  }
  const requirements = await requirementsOf(operation.priceUsdc, settings)
  const resource = {
    description,
    mimeType: 'application/json',
    serviceName: SERVICE_NAME,
    tags: ['uk', operation.family, operation.id.split('_')[0]!],
    iconUrl: `${settings.publicUrl}/favicon.ico`,
  }
  const longestUrl = `${settings.publicUrl}${operation.path}`.padEnd(MAX_RESOURCE_URL, 'x')
  const extensions = fittingExtensions(
    operation,
    (candidate) => encodeHeader(assemble(longestUrl, candidate, 'x'.repeat(80))).length <= MAX_HEADER_BYTES,
  )

  function assemble(url: string, withExtensions: Record<string, unknown>, error?: string): PaymentRequired {
    return {
      x402Version: 2,
      ...(error === undefined ? {} : { error }),
      resource: { url, ...resource },
      accepts: [requirements],
      extensions: withExtensions,
    }
  }

  const quoted = (url: string) => (url.length <= MAX_RESOURCE_URL ? url : url.split('?', 1)[0]!.slice(0, MAX_RESOURCE_URL))
  // The URL is the only part of the terms that changes from call to call; splicing it in spares serialising the rest again.
  const marker = JSON.stringify('\u0000')
  const [head, tail] = JSON.stringify(assemble('\u0000', extensions)).split(marker) as [string, string]
  const withUrl = splicedText(head, tail)

  return {
    operationId: operation.id,
    priceUsdc: operation.priceUsdc,
    description,
    requirements,
    paymentRequired: (url, error) => assemble(quoted(url), extensions, error),
    challenge(url, refused) {
      if (refused === undefined) return withUrl(JSON.stringify(quoted(url)))
      const { error, refusal } = refused
      const body = (told: Record<string, unknown>) => Buffer.from(JSON.stringify(assemble(quoted(url), { ...told, refusal }, error)))
      const whole = body(extensions)
      // Who has signed has read the terms: what directories want gives way first.
      const { bazaar: _, ...lean } = extensions
      const fitting = base64Length(whole) <= MAX_HEADER_BYTES ? whole : body(lean)
      return { body: fitting, header: fitting.toString('base64') }
    },
  }
}

const base64Length = ({ length }: Buffer) => Math.ceil(length / 3) * 4

/** The richest discovery extension that keeps the header within its limit: examples and nested schemas give way first. */
function fittingExtensions(operation: PaidDescription, fits: (extensions: Record<string, unknown>) => boolean): Record<string, unknown> {
  const depths = [
    { input: 3, output: 3, example: 4 },
    { input: 2, output: 2, example: 3 },
    { input: 2, output: 1, example: 2 },
    { input: 2, output: 1, example: 1 },
    { input: 1, output: 1, example: 1 },
    { input: 1, output: 0, example: 0 },
  ]
  for (const depth of depths) {
    const extensions = discovery(operation, depth)
    if (fits(extensions)) return extensions
  }
  throw new Error(`${operation.id}: the payment terms do not fit into ${MAX_HEADER_BYTES} bytes`)
}

function discovery(operation: PaidDescription, depth: { input: number; output: number; example: number }): Record<string, unknown> {
  const { example, method } = operation
  const params = compactSchema(inputJsonSchema(operation.params), depth.input)
  const query = compactSchema(inputJsonSchema(operation.query), depth.input)
  const body = operation.body ? compactSchema(inputJsonSchema(operation.body), depth.input) : null
  const path = pick(example.input, params)
  const hasPath = Object.keys(path).length > 0
  const declared = declareDiscoveryExtension({
    method,
    ...(body
      ? { bodyType: 'json', input: pick(example.input, body), inputSchema: body }
      : { input: pick(example.input, query), inputSchema: query }),
    ...(hasPath ? { pathParams: path, pathParamsSchema: params } : {}),
    output: {
      example: {
        result: prune(example.result, depth.example),
        ...(example.verdict ? { verdict: prune(example.verdict, depth.example) } : {}),
      },
      schema: {
        properties: {
          result: compactSchema(outputJsonSchema(operation.result), depth.output),
          verdict: compactSchema(outputJsonSchema(operation.verdict), Math.min(1, depth.output)),
        },
        required: ['result', 'verdict'],
      },
    },
  } as unknown as Parameters<typeof declareDiscoveryExtension>[0])
  const bazaar = declared.bazaar as unknown as { schema: { properties: { input: { properties: { method: JsonSchema } } } } }
  bazaar.schema.properties.input.properties.method = { type: 'string', enum: [method] }
  return {
    bazaar: { ...bazaar, ...(hasPath ? { routeTemplate: operation.path.replace(/\{(\w+)\}/g, ':$1') } : {}) },
    [PAYMENT_IDENTIFIER]: declarePaymentIdentifierExtension(false),
  }
}

/** The members of an example that a schema names. */
function pick(example: Readonly<Record<string, unknown>>, schema: JsonSchema): Record<string, unknown> {
  const names = Object.keys((schema.properties as object | undefined) ?? {})
  return Object.fromEntries(names.filter((name) => example[name] !== undefined).map((name) => [name, example[name]]))
}

/** An example cut at a depth: deeper objects and lists become empty ones. */
function prune(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return depth <= 0 ? [] : value.slice(0, 1).map((item) => prune(item, depth - 1))
  if (typeof value === 'string') return value.length > 120 ? `${value.slice(0, 119)}…` : value
  if (value === null || typeof value !== 'object') return value
  if (depth <= 0) return {}
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, prune(member, depth - 1)]))
}
