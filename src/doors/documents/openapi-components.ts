/** Shapes that every operation shares: problems, payment terms, the envelope's parts, headers. JSON Schema 2020-12. */
import type { Bound } from '../../api/registry.ts'
import { type JsonSchema, outputJsonSchema } from '../../contract/json-schema.ts'
import { ERROR_CATALOGUE, type ErrorCode } from '../../kernel/errors.ts'
import { errorEntries } from './error-guide.ts'

const text: JsonSchema = { type: 'string' }
const textOrNull: JsonSchema = { type: ['string', 'null'] }
const instant: JsonSchema = { type: 'string', format: 'date-time' }

/** All keys required, no others: answers are exact. */
function exactObject(properties: Record<string, JsonSchema>, description?: string): JsonSchema {
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

export const problemSchema: JsonSchema = exactObject(
  {
    type: { type: 'string', format: 'uri', description: 'Documentation of the code' },
    title: text,
    status: { type: 'integer' },
    detail: text,
    instance: text,
    code: { type: 'string', enum: Object.keys(ERROR_CATALOGUE) },
    errors: {
      type: 'array',
      items: exactObject({ field: text, in: { type: 'string', enum: ['path', 'query', 'body', 'header'] }, message: text }),
    },
    hint: { ...textOrNull, description: 'What to do about it' },
    charged: { type: ['boolean', 'null'], enum: [false, null], description: 'false: nothing was paid; null: the outcome is not known yet' },
    retryable: { type: 'boolean' },
    request_id: text,
  },
  'RFC 9457 problem document',
)

const requirementsSchema: JsonSchema = {
  type: 'object',
  properties: {
    scheme: { type: 'string', const: 'exact' },
    network: { type: 'string', description: 'CAIP-2 chain identifier', pattern: '^eip155:[0-9]+$' },
    amount: { type: 'string', description: 'Atomic units of the asset, 6 decimals', pattern: '^[0-9]+$' },
    asset: { type: 'string', description: 'Token contract of USDC' },
    payTo: text,
    maxTimeoutSeconds: { type: 'integer' },
    extra: { type: 'object', description: 'EIP-712 name and version of the token' },
  },
  required: ['scheme', 'network', 'amount', 'asset', 'payTo', 'maxTimeoutSeconds', 'extra'],
}

export const paymentRequiredSchema: JsonSchema = {
  type: 'object',
  description: 'x402 version 2 payment terms; the PAYMENT-REQUIRED header carries the same object in base64',
  properties: {
    x402Version: { type: 'integer', const: 2 },
    error: { type: 'string', description: 'Why a presented payment was not taken' },
    resource: {
      type: 'object',
      properties: { url: text, description: text, mimeType: text, serviceName: text, tags: { type: 'array', items: text }, iconUrl: text },
      required: ['url'],
    },
    accepts: { type: 'array', minItems: 1, maxItems: 1, items: requirementsSchema },
    extensions: { type: 'object' },
  },
  required: ['x402Version', 'resource', 'accepts', 'extensions'],
}

export const sourceSchema: JsonSchema = exactObject(
  { name: text, fetched: { anyOf: [instant, { type: 'null' }] }, url: textOrNull },
  'Where data came from, and when it was fetched or last confirmed',
)

export interface EnvelopeShape {
  query: JsonSchema
  result: JsonSchema
  verdict: JsonSchema
  source: JsonSchema
  priceUsdc: string
}

/** The envelope around one operation's result and verdict: specification "Envelope". */
export function envelopeSchema({ query, result, verdict, source, priceUsdc }: EnvelopeShape): JsonSchema {
  return exactObject({
    query,
    result,
    verdict,
    confidence: { type: 'string', enum: ['high', 'medium', 'low'] },
    as_of: { ...instant, description: 'When the underlying data was fetched' },
    sources: { type: 'array', items: source },
    attribution: text,
    notice: { type: 'string', const: 'Information, not advice.' },
    cost: exactObject({ amount: { type: 'string', const: priceUsdc }, currency: { type: 'string', const: 'USDC' } }),
  })
}

/** `query` of the envelope: every field of the operation, null where it was not given. */
export function echoSchema({ operation }: Bound): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  for (const shape of [operation.params, operation.query, ...(operation.body ? [operation.body] : [])]) {
    const { properties: own = {}, required = [] } = outputJsonSchema(shape) as {
      properties?: Record<string, JsonSchema>
      required?: string[]
    }
    for (const [name, { example: _, description: __, ...schema }] of Object.entries(own)) {
      properties[name] = required.includes(name) ? schema : { anyOf: [schema, { type: 'null' }] }
    }
  }
  return {
    type: 'object',
    description: 'What was asked, defaults filled in',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

const header = (description: string, schema: JsonSchema = text) => ({ description, schema })

export const headerComponents = {
  RequestId: header('Names this request in logs and in `request_id`'),
  Link: header('service-desc, service-doc and status of this service'),
  PaymentRequired: header('Base64 of the payment terms'),
  PaymentResponse: header('Base64 of the settlement receipt: success, transaction, network, payer, amount'),
  PaymentReplayed: header('`true`: this payment was made before; the stored answer came back without a charge'),
  RetryAfter: header('Seconds to wait', { type: 'integer', minimum: 1 }),
  RateLimitPolicy: header('The limit that was met, as structured field'),
  RateLimit: header('What is left of it, as structured field'),
} as const

/** `{ name: { $ref } }` members for a response. */
export function headers(...names: readonly (keyof typeof headerComponents)[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [dashed(name), { $ref: `#/components/headers/${name}` }]))
}

function dashed(name: keyof typeof headerComponents): string {
  const special: Partial<Record<keyof typeof headerComponents, string>> = {
    RequestId: 'X-Request-Id',
    PaymentRequired: 'PAYMENT-REQUIRED',
    PaymentResponse: 'PAYMENT-RESPONSE',
    PaymentReplayed: 'PAYMENT-REPLAYED',
    RateLimit: 'RateLimit',
    RateLimitPolicy: 'RateLimit-Policy',
  }
  return special[name] ?? name.replace(/([a-z])([A-Z])/g, '$1-$2')
}

const NAMES: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  404: 'NotFound',
  409: 'Conflict',
  413: 'BodyTooLarge',
  414: 'UrlTooLong',
  415: 'UnsupportedMediaType',
  429: 'RateLimited',
  431: 'HeadersTooLarge',
  500: 'Internal',
  503: 'Unavailable',
}

export function problemResponseRef(status: number): { $ref: string } {
  return { $ref: `#/components/responses/${NAMES[status]}` }
}

/** One shared response per error status, with the codes it may carry. 405 belongs to methods that no operation declares. */
export function problemResponses(publicUrl: string): Record<string, object> {
  return Object.fromEntries(
    Object.entries(NAMES).map(([key, name]) => {
      const status = Number(key)
      const entries = errorEntries().filter((entry) => entry.status === status)
      const codes = entries.map((entry) => entry.code)
      return [
        name,
        {
          description: entries.map(({ code, title }) => `\`${code}\`: ${title}.`).join(' '),
          headers: headers(
            'RequestId',
            'Link',
            ...(status === 409 || status === 503 ? (['RetryAfter'] as const) : rateLimitHeaders(status)),
          ),
          content: {
            'application/problem+json': {
              schema: {
                allOf: [
                  { $ref: '#/components/schemas/Problem' },
                  { type: 'object', properties: { status: { const: status }, code: { enum: codes } } },
                ],
              },
              example: exampleProblem(codes[0]!, publicUrl),
            },
          },
        },
      ]
    }),
  )
}

function rateLimitHeaders(status: number) {
  return status === 429 ? (['RetryAfter', 'RateLimit', 'RateLimitPolicy'] as const) : []
}

function exampleProblem(code: ErrorCode, publicUrl: string): object {
  const { status, title, retryable } = ERROR_CATALOGUE[code]
  return {
    type: `${publicUrl}/docs/errors#${code.toLowerCase()}`,
    title,
    status,
    detail: title,
    instance: '/v1/company/search',
    code,
    errors: code === 'VALIDATION' ? [{ field: 'limit', in: 'query', message: 'expected an integer from 1 to 5' }] : [],
    hint: null,
    charged: false,
    retryable,
    request_id: 'req_m3k2a1b7',
  }
}
