/**
 * Shapes that every operation shares: problems, payment terms, the envelope's parts, headers. JSON
 * Schema 2020-12.
 */
import { z } from 'zod'
import type { Catalogue } from '../api/catalogue.ts'
import type { Bound } from '../api/registry.ts'
import { envelopeSchema, sourceSchema } from '../contract/envelope.ts'
import { type JsonSchema, outputJsonSchema } from '../contract/json-schema.ts'
import type { PaidDescription } from '../contract/operation.ts'
import { freshTermsSchema, paymentTermsSchema } from '../contract/payment-terms.ts'
import { problemSchema } from '../contract/problem.ts'
import { CHARGED, ERROR_CATALOGUE, type ErrorCode, type PaymentState } from '../platform/errors.ts'
import { errorEntries } from './error-guide.ts'

const text: JsonSchema = { type: 'string' }

export const problemJson: JsonSchema = outputJsonSchema(problemSchema)
export const paymentTermsJson: JsonSchema = outputJsonSchema(paymentTermsSchema)
export const freshTermsJson: JsonSchema = outputJsonSchema(freshTermsSchema)
export const sourceJson: JsonSchema = outputJsonSchema(sourceSchema)

export interface EnvelopeShape {
  query: JsonSchema
  result: JsonSchema
  verdict: JsonSchema
  source: JsonSchema
  /** Null: sold by units. */
  priceUsdc: string | string[] | null
}

/** Returns the possible costs of an answer. */
export function listPrices({
  priceUsdc,
  freeWhen,
  soldBy,
}: Pick<PaidDescription, 'priceUsdc' | 'freeWhen' | 'soldBy'>) {
  if (soldBy) return null
  return freeWhen === undefined ? priceUsdc : [priceUsdc, '0']
}

/**
 * The envelope around one operation's result and verdict, which a document may name instead of
 * writing them out.
 */
export function envelopeJson({
  query,
  result,
  verdict,
  source,
  priceUsdc,
}: EnvelopeShape): JsonSchema {
  const whole = outputJsonSchema(
    envelopeSchema({ query: z.unknown(), result: z.unknown(), verdict: z.unknown(), priceUsdc }),
  )
  const properties = whole.properties as Record<string, JsonSchema>
  return {
    ...whole,
    properties: {
      ...properties,
      query,
      result,
      verdict,
      sources: { ...properties.sources, items: source },
    },
  }
}

/** `query` of the envelope: every field of the operation, null where it was not given. */
export function echoSchema({ operation }: Bound): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  for (const shape of [
    operation.params,
    operation.query,
    ...(operation.body ? [operation.body] : []),
  ]) {
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
    description: 'The request with its defaults',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

const header = (description: string, schema: JsonSchema = text) => ({ description, schema })

export const headerComponents = {
  RequestId: header('Names this request in logs and in `request_id`'),
  Link: header(
    'service-desc, service-doc and status of this service; absent next to payment terms',
  ),
  PaymentRequired: header('Base64 of the payment terms'),
  PaymentResponse: header(
    'Base64 of the settlement receipt: success, transaction, network, payer, amount',
  ),
  PaymentReplayed: header(
    '`true`: this payment was made before; the stored answer came back without a charge',
  ),
  ResponseProvenance: header('Hash of the answer and when its oldest data were fetched'),
  ETag: header('Tag of query, result and verdict without what changes by itself'),
  NextCursor: header('The cursor for the next call with the same filters'),
  RetryAfter: header('Seconds to wait', { type: 'integer', minimum: 1 }),
  RateLimitPolicy: header('The limit that was met, as structured field'),
  RateLimit: header('What is left of it, as structured field'),
} as const

/** `{ name: { $ref } }` members for a response. */
export function headers(
  ...names: readonly (keyof typeof headerComponents)[]
): Record<string, { $ref: string }> {
  return Object.fromEntries(
    names.map((name) => [dash(name), { $ref: `#/components/headers/${name}` }]),
  )
}

function dash(name: keyof typeof headerComponents): string {
  const special: Partial<Record<keyof typeof headerComponents, string>> = {
    RequestId: 'X-Request-Id',
    PaymentRequired: 'PAYMENT-REQUIRED',
    PaymentResponse: 'PAYMENT-RESPONSE',
    PaymentReplayed: 'PAYMENT-REPLAYED',
    RateLimit: 'RateLimit',
    RateLimitPolicy: 'RateLimit-Policy',
    ETag: 'ETag',
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

/**
 * One shared response per error status, with the codes it may carry. 405 belongs to methods that no
 * operation declares.
 */
export function problemResponses({
  publicUrl,
  operations,
}: Pick<Catalogue, 'publicUrl' | 'operations'>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(NAMES).map(([key, name]) => {
      const status = Number(key)
      const entries = errorEntries(operations).filter((entry) => entry.status === status)
      const codes = entries.map((entry) => entry.code)
      return [
        name,
        {
          description: entries.map(({ code, title }) => `\`${code}\`: ${title}.`).join(' '),
          headers: headers(
            'RequestId',
            'Link',
            ...(entries.some(({ terms }) => terms) ? (['PaymentRequired'] as const) : []),
            ...(status === 409 || status === 503
              ? (['RetryAfter'] as const)
              : rateLimitHeaders(status)),
          ),
          content: {
            'application/problem+json': {
              schema: {
                allOf: [
                  { $ref: '#/components/schemas/Problem' },
                  {
                    type: 'object',
                    properties: { status: { const: status }, code: { enum: codes } },
                  },
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
  const { status, title, retryable, payment } = ERROR_CATALOGUE[code]
  const states: readonly PaymentState[] = payment
  return {
    type: `${publicUrl}/docs/errors#${code.toLowerCase()}`,
    title,
    status,
    detail: title,
    instance: '/v1/company/search',
    code,
    errors:
      code === 'VALIDATION'
        ? [{ field: 'limit', in: 'query', message: 'expected an integer from 1 to 5' }]
        : [],
    hint: null,
    charged: CHARGED[states.includes('unspent') ? 'unspent' : states[0]!],
    retryable,
    request_id: 'req_m3k2a1b7',
  }
}
