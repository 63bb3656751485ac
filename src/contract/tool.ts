/** How an operation is offered as a tool: its name, and its path, query and body fields as one flat object. */
import { inputJsonSchema, type JsonSchema } from './json-schema.ts'
import type { Description } from './operation.ts'

export function toolNameOf(operationId: string): string {
  return `uk_${operationId}`
}

export function toolInputJson({ params, query, body }: Pick<Description, 'params' | 'query' | 'body'>): JsonSchema {
  const shapes = [params, query, ...(body ? [body] : [])].map(
    (shape) => inputJsonSchema(shape) as { properties?: JsonSchema; required?: string[] },
  )
  return {
    type: 'object',
    properties: Object.assign({}, ...shapes.map((shape) => shape.properties)),
    required: shapes.flatMap((shape) => shape.required ?? []),
    additionalProperties: false,
  }
}
