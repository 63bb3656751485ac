/**
 * Input that comes as one flat object of fields, as tools and examples give it, turned into what a
 * transport delivers.
 */
import type { z } from 'zod'
import type { Description } from '../contract/operation.ts'
import type { RawInput } from './input.ts'
import type { Bound } from './registry.ts'

/**
 * Each field goes where the operation reads it; an unknown one where it is refused by name. A null
 * counts as not given, unless the field of a body takes it: hosts send it for what a model left
 * out. Lists of texts in the query are joined by commas, objects become JSON text.
 */
export function rawFromFields(
  operation: Description,
  fields: Readonly<Record<string, unknown>>,
): RawInput {
  const params: Record<string, string> = {}
  const query: [string, string][] = []
  const body: [string, unknown][] = []
  for (const [name, value] of Object.entries(fields)) {
    if (value === null && !takesNull(operation, name)) continue
    if (Object.hasOwn(operation.params.shape, name)) params[name] = toText(value)
    else if (operation.body && !Object.hasOwn(operation.query.shape, name)) body.push([name, value])
    else query.push([name, toText(value)])
  }
  return {
    params,
    query,
    ...(operation.body && body.length > 0 ? { body: () => Object.fromEntries(body) } : {}),
  }
}

/**
 * The envelope's `query` for valid fields, as documents show it. @throws ServiceError when the
 * fields are not valid
 */
export function buildEcho(
  bound: Bound,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const validated = bound.read(rawFromFields(bound.operation, fields))
  if (!validated.ok) throw validated.error
  return validated.echo
}

/** True of unknown names in a body as well, which are refused by name. */
function takesNull({ params, query, body }: Description, name: string): boolean {
  if (body === null || Object.hasOwn(params.shape, name) || Object.hasOwn(query.shape, name))
    return false
  return !Object.hasOwn(body.shape, name) || (body.shape[name] as z.ZodType).safeParse(null).success
}

function toText(value: unknown): string {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
