/** How an operation is offered as a tool: its name, and its path, query and body fields as one flat object. */
import { inputJsonSchema, type JsonSchema, outputJsonSchema } from './json-schema.ts'
import type { Description } from './operation.ts'

export function toolNameOf(operationId: string): string {
  return `uk_${operationId}`
}

/** Fields that are text in an address are what that text says: numbers, booleans, objects. */
export function toolInputJson({
  params,
  query,
  body,
}: Pick<Description, 'params' | 'query' | 'body'>): JsonSchema {
  const described = [params, query].map((shape) => ({
    ...fieldsOf(inputJsonSchema(shape)),
    ...pick(fieldsOf(outputJsonSchema(shape))),
  }))
  const shapes = [...described, ...(body ? [fieldsOf(inputJsonSchema(body))] : [])]
  const required = shapes.flatMap((shape) => shape.required)
  return {
    type: 'object',
    properties: Object.assign({}, ...shapes.map((shape) => shape.properties)),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

interface Fields {
  properties: Record<string, JsonSchema>
  required: string[]
}

function fieldsOf({ properties = {}, required = [] }: Partial<Fields> & JsonSchema): Fields {
  return { properties, required }
}

const pick = ({ properties }: Fields) => ({ properties })
