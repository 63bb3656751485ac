/**
 * `/openapi.json`: OpenAPI 3.1 of every registered operation, with payment terms as directories
 * read them.
 */

import {
  buildContact,
  type Catalogue,
  FAMILIES,
  listPaidOperations,
  pascalCase,
  paymentMode,
  SERVICE_SUMMARY,
  SERVICE_TITLE,
} from '../api/catalogue.ts'
import { buildEcho } from '../api/fields.ts'
import type { Bound, BoundPaid } from '../api/registry.ts'
import { envelope } from '../contract/envelope.ts'
import {
  type InputField,
  inputFields,
  inputJsonSchema,
  type JsonSchema,
  outputJsonSchema,
} from '../contract/json-schema.ts'
import type { InputShape, PaidDescription } from '../contract/operation.ts'
import { priceFor, priceInWords } from '../contract/price.ts'
import {
  echoSchema,
  envelopeJson,
  freshTermsJson,
  headerComponents,
  headers,
  listPrices,
  paymentTermsJson,
  problemJson,
  problemResponseRef,
  problemResponses,
  sourceJson,
} from './openapi-components.ts'

/** Version of the interface description: specification "Versioning". */
const OPENAPI_VERSION = '1.3.0'

/** When the examples' data were fetched. */
const EXAMPLE_INSTANT = '2026-11-20T20:25:31Z'

function quotesFreshness({ operations }: Catalogue): boolean {
  return operations.some((bound) => bound.kind === 'paid' && bound.freshness !== undefined)
}

export function openApiDocument(catalogue: Catalogue): object {
  const schemas: Record<string, JsonSchema> = {
    Problem: problemJson,
    PaymentRequired: quotesFreshness(catalogue) ? freshTermsJson : paymentTermsJson,
    Source: sourceJson,
  }
  const paths: Record<string, Record<string, object>> = {}
  for (const bound of catalogue.operations) {
    const { path, method } = bound.operation
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: operationObject(bound, catalogue, schemas),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: SERVICE_TITLE,
      version: OPENAPI_VERSION,
      summary: 'UK companies, tenders and grants, paid per call over x402',
      description: `${SERVICE_SUMMARY} ${paymentMode(catalogue)} Source data is used under the Open Government Licence v3.0 and the licences named in each answer. Information, not advice.`,
      contact: buildContact(catalogue),
      license: { name: 'MIT', identifier: 'MIT' },
      'x-guidance': guidance(catalogue),
    },
    servers: [
      { url: catalogue.publicUrl, description: catalogue.payment.test ? 'test mode' : 'live' },
    ],
    tags: Object.entries(FAMILIES).map(([name, description]) => ({ name, description })),
    security: [],
    externalDocs: { description: 'For language models', url: `${catalogue.publicUrl}/llms.txt` },
    'x-agentcash-guidance': { llmsTxtUrl: `${catalogue.publicUrl}/llms.txt` },
    paths,
    components: {
      securitySchemes: {
        x402: {
          type: 'http',
          scheme: 'x402',
          description:
            'Not a credential: an x402 version 2 payment for this one call, in the PAYMENT-SIGNATURE header.',
        },
      },
      headers: buildHeaders(catalogue),
      responses: problemResponses(catalogue),
      schemas,
    },
  }
}

/** A linter wants none that nothing refers to. */
function buildHeaders(catalogue: Catalogue): object {
  const { NextCursor, ...always } = headerComponents
  return listPaidOperations(catalogue).some(({ operation }) => operation.freeWhen !== undefined)
    ? { ...always, NextCursor }
    : always
}

/** How an agent gets from nothing to an answer; directories show it, at most 4000 characters. */
function guidance(catalogue: Catalogue): string {
  const prices = listPaidOperations(catalogue).map(
    ({ operation }) =>
      `${operation.method} ${operation.path}: ${priceInWords(operation)}. ${operation.title}.`,
  )
  return [
    'Call any operation without a payment to get its terms (402). Sign them with an x402 version 2 client and repeat the identical request with the PAYMENT-SIGNATURE header.',
    'Only 2xx is charged; the same payment repeated returns the same answer without a second charge, for 24 hours at least.',
    'Search first (company, tenders, grants), then ask for one subject by the identifier that search returned.',
    'Try GET /v1/preview for a free real sample and GET /v1/health for the state of every source.',
    paymentMode(catalogue),
    ...prices,
  ].join('\n')
}

function operationObject(
  bound: Bound,
  catalogue: Catalogue,
  schemas: Record<string, JsonSchema>,
): object {
  const { operation } = bound
  const base = {
    operationId: operation.id,
    tags: [operation.family],
    summary: operation.title,
    description:
      bound.kind === 'paid' ? catalogue.termsOf(operation.id).description : operation.summary,
    parameters: inputFields({ ...operation, body: null }).map((field) =>
      parameter(field, operation.example.input),
    ),
    ...(operation.body ? { requestBody: requestBody(bound, schemas) } : {}),
  }
  return bound.kind === 'paid'
    ? {
        ...base,
        security: [{ x402: [] }],
        'x-payment-info': paymentInfo(bound, catalogue),
        responses: buildPaidResponses(bound, catalogue, schemas),
      }
    : { ...base, security: [], responses: freeResponses(bound, schemas) }
}

/** A subject is shown where this deployment can answer it, and nowhere else. */
function parameter(
  { name, in: place, required, schema: property }: InputField,
  example: Readonly<Record<string, unknown>>,
): object {
  const { description, example: own, ...schema } = property
  const shown = place === 'path' ? example[name] : (example[name] ?? own)
  return {
    name,
    in: place,
    required,
    ...(description === undefined ? {} : { description }),
    schema,
    ...(shown === undefined ? {} : { example: shown }),
  }
}

function requestBody({ operation }: Bound, schemas: Record<string, JsonSchema>): object {
  const name = `${pascalCase(operation.id)}Body`
  schemas[name] = inputJsonSchema(operation.body!)
  return {
    required: true,
    content: {
      'application/json': {
        schema: ref(name),
        examples: {
          example: {
            summary: operation.example.summary,
            value: pickFields(operation.body!, operation.example.input),
          },
        },
      },
    },
  }
}

/**
 * Returns the price as directories read it (`price`, `protocols`), and the terms of the
 * specification.
 */
function paymentInfo({ operation }: BoundPaid, catalogue: Catalogue): object {
  const { network, amount, asset, payTo, scheme } = catalogue.termsOf(operation.id).requirements
  return {
    price: buildPrice(operation),
    protocols: [{ x402: {} }],
    scheme,
    currency: 'USDC',
    network,
    amount,
    asset,
    payTo,
  }
}

/**
 * Returns the price of an operation. For one sold by units, the minimum is one unit and the maximum
 * the most units of a call.
 */
function buildPrice({ priceUsdc, soldBy, ...described }: PaidDescription): object {
  if (!soldBy) return { mode: 'fixed', currency: 'USD', amount: priceUsdc }
  const max = priceFor({ ...described, priceUsdc, soldBy }, soldBy.most)
  return { mode: 'dynamic', currency: 'USD', min: priceUsdc, max, per: soldBy.unit }
}

const OF_ANSWERS = [
  'RequestId',
  'Link',
  'PaymentResponse',
  'PaymentReplayed',
  'ResponseProvenance',
] as const

const NOT_MODIFIED = {
  304: {
    description:
      'Fresh data still gives the answer whose ETag an unpaid call sent in If-None-Match. Free.',
    headers: headers('RequestId', 'Link', 'ETag'),
  },
}

function buildPaidResponses(
  bound: BoundPaid,
  catalogue: Catalogue,
  schemas: Record<string, JsonSchema>,
): Record<string, object> {
  const { operation } = bound
  const name = pascalCase(operation.id)
  const isCompared = operation.method === 'GET'
  schemas[`${name}Result`] = outputJsonSchema(operation.result)
  schemas[`${name}Verdict`] = outputJsonSchema(operation.verdict)
  schemas[`${name}Answer`] = envelopeJson({
    query: echoSchema(bound),
    result: ref(`${name}Result`),
    verdict: ref(`${name}Verdict`),
    source: ref('Source'),
    priceUsdc: listPrices(operation),
  })
  const { example } = operation
  const answer = {
    result: example.result,
    ...(example.verdict ? { verdict: example.verdict as never } : {}),
    sources: [],
    degradations: [],
  }
  const value = envelope(
    buildEcho(bound, example.answeredInput ?? example.input),
    answer,
    operation.attribution,
    operation.priceUsdc,
    EXAMPLE_INSTANT,
  )
  return {
    200: {
      description: 'The answer, paid for',
      headers: headers(
        ...OF_ANSWERS,
        ...(isCompared ? (['ETag'] as const) : []),
        ...(operation.freeWhen === undefined ? [] : (['NextCursor'] as const)),
      ),
      content: {
        'application/json': {
          schema: ref(`${name}Answer`),
          examples: { invented: { summary: `${example.summary}, invented`, value } },
        },
      },
    },
    ...(operation.freeWhen === undefined
      ? {}
      : {
          204: {
            description: `Nothing new, and nothing charged. ${operation.freeWhen}`,
            headers: headers('RequestId', 'Link', 'NextCursor'),
          },
        }),
    ...(isCompared ? NOT_MODIFIED : {}),
    402: {
      description:
        'The price of this call, or why the presented payment was not taken. Pay and repeat the identical request.',
      headers: headers('RequestId', 'PaymentRequired'),
      content: {
        'application/json': {
          schema: ref('PaymentRequired'),
          example: catalogue
            .termsOf(operation.id)
            .paymentRequired(`${catalogue.publicUrl}${operation.path}`),
        },
      },
    },
    ...problems(
      operation.method === 'POST'
        ? [400, 404, 409, 413, 414, 415, 429, 431, 500, 503]
        : [400, 404, 409, 414, 429, 431, 500, 503],
    ),
  }
}

function freeResponses(bound: Bound, schemas: Record<string, JsonSchema>): Record<string, object> {
  const { operation } = bound
  const name = `${pascalCase(operation.id)}Answer`
  schemas[name] = outputJsonSchema(operation.result)
  return {
    200: {
      description: 'The answer',
      headers: headers('RequestId', 'Link'),
      content: {
        'application/json': {
          schema: ref(name),
          examples: {
            example: { summary: operation.example.summary, value: operation.example.result },
          },
        },
      },
    },
    ...problems(
      operation.method === 'POST'
        ? [400, 413, 414, 415, 429, 431, 500, 503]
        : [400, 404, 414, 429, 431, 500, 503],
    ),
  }
}

function problems(statuses: readonly number[]): Record<string, object> {
  return Object.fromEntries(statuses.map((status) => [status, problemResponseRef(status)]))
}

function pickFields(
  shape: InputShape,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(shape.shape)
      .filter((name) => input[name] !== undefined)
      .map((name) => [name, input[name]]),
  )
}

function ref(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` }
}
