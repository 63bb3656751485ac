/** Input fields that several operations share. Each carries the JSON schema that documents show. */
import { z } from 'zod'
import { findExcess } from '../platform/json.ts'
import { isCivilDate } from '../platform/london.ts'

export const noFields = z.strictObject({})

/** A query parameter of digits only, read as a number. */
export function queryInteger(options: {
  min: number
  max?: number
  description: string
  example?: number
}) {
  const { min, max, description, example } = options
  const expected =
    max === undefined ? `an integer of at least ${min}` : `an integer from ${min} to ${max}`
  return z
    .string()
    .regex(/^[0-9]+$/, `expected ${expected}`)
    .transform(Number)
    .refine(Number.isSafeInteger, `expected an integer of at most ${Number.MAX_SAFE_INTEGER}`)
    .refine((value) => value >= min && (max === undefined || value <= max), `expected ${expected}`)
    .meta({
      override: { type: 'integer', minimum: min, ...(max === undefined ? {} : { maximum: max }) },
      description,
      ...(example === undefined ? {} : { example }),
    })
}

/** A civil date in London, `YYYY-MM-DD`. */
export function civilDate(description: string) {
  return z
    .string()
    .refine(isCivilDate, 'expected a calendar date as YYYY-MM-DD')
    .meta({ override: { type: 'string', format: 'date' }, description, example: '2026-12-31' })
}

/** An instant in UTC, `2026-11-20T20:25:31Z`. */
export const instant = z.iso.datetime().meta({ override: { type: 'string', format: 'date-time' } })
/** Result dates are nullable civil dates almost everywhere. */
export const dateOrNull = z.iso.date().nullable()
export const textOrNull = z.string().nullable()
export const instantOrNull = z.iso.datetime().nullable()

export const flagSchema = z.strictObject({
  code: z.string().describe('What was found, as a code that stays the same'),
  detail: z.string().describe('The fact behind it in words, with its figures and dates'),
})

/** The verdict slot of operations without a verdict. */
export const noVerdictSchema = z.strictObject({
  score: z.null().describe('Always null: nothing is judged here'),
  band: z.null().describe('Always null: nothing is judged here'),
  flags: z
    .array(flagSchema)
    .describe(
      'What callers should know of the subject or of a source that failed; empty when nothing',
    ),
  narrative: z.null().describe('Always null'),
})

/**
 * Input of more values than this is reported with its first fault only, because each fault costs
 * more than a value.
 */
const MOST_VALUES_IN_FULL = 300

/** Reads input by its schema and words the faults. Stops at the first fault of large input. */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  const full = { values: MOST_VALUES_IN_FULL, members: MOST_VALUES_IN_FULL, depth: 1000 }
  const context = {
    reportInput: true,
    error: inWords,
    abortEarly: findExcess(value, full) !== null,
  }
  return schema.safeParse(value, context)
}

/** Generated parsers by schema. */
const compiled = new WeakMap<z.ZodObject, z.ZodObject>()

/**
 * Reads fields of a path or a query like `readInput`, by a parser that zod generates at the first
 * use. What that parser refuses is read once more by the schema, which words the faults, so it is
 * not for bodies.
 */
export function readFields(
  schema: z.ZodObject,
  fields: Readonly<Record<string, unknown>>,
): z.ZodSafeParseResult<Record<string, unknown>> {
  let generated = compiled.get(schema)
  if (!generated) {
    generated = z.compile(schema)
    compiled.set(schema, generated)
  }
  return readInput(generated, fields)
}

/** Messages for errors that schemas do not word themselves. */
export function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  const size = (limit: unknown) =>
    `${limit}${{ string: ' characters', array: ' entries' }[String(issue.origin)] ?? ''}`
  switch (issue.code) {
    case 'invalid_type': {
      const expected = issue.expected === 'record' ? 'object' : issue.expected
      return issue.input === undefined
        ? 'is required'
        : `expected ${/^[aeio]/.test(expected) ? 'an' : 'a'} ${expected}`
    }
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'is empty'
        : `expected at least ${size(issue.minimum)}`
    case 'too_big':
      return `expected at most ${size(issue.maximum)}`
    case 'invalid_value':
      return `expected ${issue.values.map(String).join(', ')}`
    case 'invalid_union':
      return Array.isArray(issue.options)
        ? `expected ${issue.options.join(', ')}`
        : describeAlternatives(issue.errors.flatMap(([first]) => first ?? []))
    default:
      return undefined
  }
}

/** Words what a value of several types may be: the limit of its type, or all types. */
function describeAlternatives(faults: readonly z.core.$ZodIssue[]): string {
  const own = faults.filter(({ code }) => code !== 'invalid_type')
  return (own.length > 0 ? own : faults)
    .map(({ message }) => message)
    .join(' or ')
    .replaceAll(' or expected ', ' or ')
}
