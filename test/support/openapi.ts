/** Validates answers of the running service against its own published interface description. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

export type OpenApi = {
  info: { version: string; 'x-guidance': string }
  paths: Record<string, Record<string, OpenApiOperation>>
  components: { responses: Record<string, OpenApiResponse> }
}

export interface OpenApiOperation {
  operationId: string
  security: object[]
  'x-payment-info'?: {
    price: { amount?: string; min?: string; max?: string }
    amount: string
    network: string
    payTo: string
    asset: string
  }
  responses: Record<string, OpenApiResponse>
}

interface OpenApiResponse {
  $ref?: string
  headers?: Record<string, unknown>
  content?: Record<
    string,
    { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }
  >
}

/** Returns problems of an answer by the description; empty if there are none. */
export type AnswerCheck = (
  method: string,
  path: string,
  answer: { status: number; headers: Headers; text: string },
) => string[]

export function answerCheck(document: OpenApi): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  ;(formats as unknown as (ajv: Ajv2020) => void)(ajv)
  ajv.addSchema(document, 'openapi')
  const compiled = new Map<string, ValidateFunction>()

  return (method, path, { status, headers, text }) => {
    const operation = document.paths[path]?.[method.toLowerCase()]
    if (!operation) return [`${method} ${path} is not described`]
    const described = operation.responses[status]
    if (!described) return [`${method} ${path}: status ${status} is not described`]
    const pointer =
      described.$ref ??
      `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}`
    const response = described.$ref
      ? document.components.responses[described.$ref.split('/').at(-1)!]!
      : described
    const faults = Object.keys(response.headers ?? {})
      .filter((name) => !OPTIONAL_HEADERS.has(name) && !headers.has(name))
      // Apart from 402, only refusals that a new signature cures have terms.
      .filter((name) => name !== 'PAYMENT-REQUIRED' || status === 402)
      // Terms leave no room for links.
      .filter((name) => name !== 'Link' || !headers.has('payment-required'))
      // What may be nothing, and then is 204, may be free with something in it as well.
      .filter((name) => name !== 'PAYMENT-RESPONSE' || operation.responses[204] === undefined)
      .map((name) => `${method} ${path} ${status}: header ${name} is missing`)
    const type = headers.get('content-type')?.split(';', 1)[0] ?? ''
    if (!response.content?.[type])
      return [...faults, `${method} ${path} ${status}: content type ${type} is not described`]
    const schema = `openapi${pointer}/content/${type.replaceAll('/', '~1')}/schema`
    const validate = compiled.get(schema) ?? ajv.compile({ $ref: schema })
    compiled.set(schema, validate)
    if (validate(JSON.parse(text))) return faults
    return [
      ...faults,
      ...(validate.errors ?? []).map(
        (error) =>
          `${method} ${path} ${status}: ${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
      ),
    ]
  }
}

/** Sent only when there is something to say. */
const OPTIONAL_HEADERS = new Set(['PAYMENT-REPLAYED', 'Retry-After'])
