/** Fields of an operation's answer, for pages. */
import type { Bound } from '../api/registry.ts'
import { type JsonSchema, outputJsonSchema } from '../contract/json-schema.ts'
import { describeForm } from './schema-words.ts'

export interface AnswerField {
  /** `result.notices[].value.amount` */
  name: string
  form: string
  meaning: string
}

/**
 * Lists the fields of result and verdict, or all fields of a free operation. The rest of the
 * envelope is the same everywhere.
 */
export function answerFields(bound: Bound): AnswerField[] {
  const { result } = bound.operation
  if (bound.kind === 'free') return listMembers('', outputJsonSchema(result))
  return [
    ...listMembers('result.', outputJsonSchema(result)),
    ...listMembers('verdict.', outputJsonSchema(bound.operation.verdict)),
  ]
}

function listMembers(prefix: string, schema: JsonSchema): AnswerField[] {
  return Object.entries(
    (schema.properties as Record<string, JsonSchema> | undefined) ?? {},
  ).flatMap(([key, property]) => {
    const name = `${prefix}${key}`
    return [
      { name, form: describeForm(property), meaning: findMeaning(property) },
      ...within(name, property),
    ]
  })
}

/** Lists the fields of an object, of a list's items or of a map's values, nullable or not. */
function within(name: string, schema: JsonSchema): AnswerField[] {
  const { items, anyOf, additionalProperties } = schema
  const values =
    typeof additionalProperties === 'object' ? (additionalProperties as JsonSchema) : null
  return [
    ...listMembers(`${name}.`, schema),
    ...((anyOf as JsonSchema[] | undefined) ?? []).flatMap((each) => within(name, each)),
    ...(items ? within(`${name}[]`, items as JsonSchema) : []),
    ...(values ? within(`${name}.*`, values) : []),
  ]
}

function findMeaning({ description, anyOf }: JsonSchema): string {
  if (description !== undefined) return String(description)
  return ((anyOf as JsonSchema[] | undefined) ?? []).map((each) => each.description ?? '').join('')
}
