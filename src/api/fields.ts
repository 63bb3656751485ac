/**
 * Input that comes as one flat object of fields, as tools and examples give it, turned into what a
 * transport delivers.
 */
import type { Description } from '../contract/operation.ts'
import type { RawInput } from './input.ts'
import type { Bound } from './registry.ts'

/**
 * Each field goes where the operation reads it; an unknown one where it is refused by name. A null
 * path or query field counts as not given, objects in the query become JSON text.
 */
export function rawFromFields(
  operation: Description,
  fields: Readonly<Record<string, unknown>>,
): RawInput {
  const params: Record<string, string> = {}
  const query: [string, string][] = []
  const body: [string, unknown][] = []
  for (const [name, value] of Object.entries(fields)) {
    if (Object.hasOwn(operation.params.shape, name)) {
      if (value !== null) params[name] = toText(value)
    } else if (operation.body && !Object.hasOwn(operation.query.shape, name))
      body.push([name, value])
    else if (value !== null) query.push([name, toText(value)])
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

function toText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
