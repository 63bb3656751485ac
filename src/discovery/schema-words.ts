/** JSON schemas described for people. */
import type { JsonSchema } from '../contract/json-schema.ts'

/** A schema in a few words: `integer, 1 to 5, default 5`. */
export function describeForm(schema: JsonSchema): string {
  const {
    type,
    enum: values,
    const: only,
    pattern,
    format,
    minimum,
    maximum,
    minLength,
    maxLength,
    maxItems,
    items,
    default: fallback,
  } = schema
  const alternatives = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  const kind = Array.isArray(type) ? type.join(' or ') : (type as string | undefined)
  const words = [
    alternatives
      ? alternatives.map(describeForm).join(' or ')
      : values
        ? `one of ${(values as unknown[]).map(String).join(', ')}`
        : only !== undefined
          ? JSON.stringify(only)
          : kind,
    items ? `of ${describeForm(items as JsonSchema)}` : undefined,
    typeof maxItems === 'number' ? `at most ${maxItems}` : undefined,
    format as string | undefined,
    bounds(minimum, maximum, ''),
    bounds(minLength, maxLength, ' characters'),
    typeof pattern === 'string' && format === undefined ? `matching ${pattern}` : undefined,
    fallback === undefined ? undefined : `default ${JSON.stringify(fallback)}`,
  ]
  return words.filter((word) => word).join(', ')
}

function bounds(low: unknown, high: unknown, unit: string): string | undefined {
  const max = typeof high === 'number' && high < Number.MAX_SAFE_INTEGER ? high : undefined
  const min = typeof low === 'number' && low > Number.MIN_SAFE_INTEGER ? low : undefined
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`
  if (max !== undefined) return `at most ${max}${unit}`
  return min === undefined ? undefined : `at least ${min}${unit}`
}
