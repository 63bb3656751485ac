/** Input fields, result schemas and views that the grant operations share. */

import { CODES, type Criterion } from 'ukintel-grant-reader/criterion'
import { ORG_TYPES } from 'ukintel-grant-reader/kinds'
import { z } from 'zod'
import { dateOrNull, flagSchema, textOrNull } from '../../../contract/input.ts'
import type { CriterionError } from '../../../contract/operation.ts'
import { ServiceError } from '../../../platform/errors.ts'
import { findPrototypeKey, isObject } from '../../../platform/json.ts'
import type { IndexedGrant } from '../../index/generation.ts'
import { windowAt } from '../../model/dates.ts'
import { castDeclared, type Declared, readDeclared } from '../../model/parameters.ts'
import { REGIONS } from '../../model/places.ts'

export const GRANTS_ATTRIBUTION =
  'Contains public sector information licensed under the Open Government Licence v3.0, from the Find a grant service of the UK government.'

/** The grant that an operation is about. */
export const grantParams = z.strictObject({
  id: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9-]{1,120}$/,
      'expected a grant slug as returned by grant search, for example village-halls-warm-roof-fund',
    )
    .meta({
      description: 'Grant slug as returned by grant search, or a curated short alias',
      example: 'village-halls-warm-roof-fund',
    }),
})

export function createUnknownGrantError(id: string): ServiceError {
  return new ServiceError('SUBJECT_NOT_FOUND', `No grant "${id}" is or was on the listing.`, {
    errors: [{ field: 'id', in: 'path', message: 'is not known' }],
    hint: 'Use an id from GET /v1/grants/search; open_now=false also finds closed grants.',
  })
}

const MAX_DECLARED = 30
const DECLARE_LIMIT_BYTES = 2048
const declaredValue = z.union([z.number(), z.boolean(), z.string().max(200)])

const DECLARED_SCHEMA = {
  type: 'object',
  maxProperties: MAX_DECLARED,
  propertyNames: { pattern: '^[a-z][a-z0-9_]{0,39}$' },
  additionalProperties: {
    anyOf: [{ type: 'number' }, { type: 'boolean' }, { type: 'string', maxLength: 200 }],
  },
}

/**
 * Facts that the caller states about applicant and project, by the names that `missing[]` gives
 * them.
 */
export const declareObject = z
  .record(z.string(), declaredValue)
  .transform((facts, context) => {
    const names = Object.keys(facts)
    if (names.length > MAX_DECLARED) {
      context.addIssue({ code: 'custom', message: `expected at most ${MAX_DECLARED} facts` })
      return z.NEVER
    }
    const read: Record<string, Declared> = {}
    for (const name of names) {
      const outcome = readDeclared(name, facts[name]!)
      if ('value' in outcome) read[name] = outcome.value
      else context.addIssue({ code: 'custom', path: [name], message: outcome.fault })
    }
    return read
  })
  .meta({
    override: DECLARED_SCHEMA,
    description: 'Facts by the parameter names in missing[]',
    example: { annual_income: 250000 },
  })

/**
 * Returns the arguments of a tool with each declared text cast by the type of its fact: the tool's
 * schema has text alone.
 */
export function castDeclaredTexts({ declare, ...others }: Record<string, unknown>) {
  if (declare === undefined) return others
  if (!isObject(declare)) return { ...others, declare }
  const cast = Object.entries(declare).map(([name, value]) => [name, castDeclared(name, value)])
  return { ...others, declare: Object.fromEntries(cast) as unknown }
}

/** The same as JSON text in a query parameter. */
export const declareText = z
  .string()
  .transform((raw, context) => {
    if (Buffer.byteLength(raw) > DECLARE_LIMIT_BYTES) {
      context.addIssue({
        code: 'custom',
        message: `expected at most ${DECLARE_LIMIT_BYTES} bytes of JSON`,
      })
      return z.NEVER
    }
    let facts: unknown
    try {
      facts = JSON.parse(raw)
    } catch {
      const hint =
        'Send declare as URL-encoded JSON, for example declare=%7B%22annual_income%22%3A250000%7D.'
      context.addIssue({
        code: 'custom',
        message: 'expected a JSON object',
        params: { code: 'VALIDATION', hint },
      })
      return z.NEVER
    }
    const dropped = isObject(facts) ? findPrototypeKey(facts) : null
    if (dropped !== null)
      context.addIssue({ code: 'custom', message: `${dropped.join('.')}: is not known here` })
    const parsed = declareObject.safeParse(facts)
    if (parsed.success) return parsed.data
    for (const { path, message } of parsed.error.issues)
      context.addIssue({ code: 'custom', message: [...path, message].join(': ') })
    return z.NEVER
  })
  .meta({
    override: {
      type: 'string',
      contentMediaType: 'application/json',
      maxLength: DECLARE_LIMIT_BYTES,
    },
    // The echo in an answer's query, and the argument of a tool, are what the text says.
    overrideOutput: { ...DECLARED_SCHEMA, example: { annual_income: 250000 } },
    description:
      'Facts as a JSON object by the parameter names in missing[]; at most 2 KB once decoded',
    example: '{"annual_income":250000}',
  })

/**
 * One map of all that the caller stated; a fact given twice in two ways is a fault, which the
 * caller of this reports.
 */
export function listDeclaredFacts(
  named: Readonly<Record<string, Declared | null | undefined>>,
  declare: Readonly<Record<string, Declared>> | undefined,
) {
  const facts = new Map<string, Declared>(Object.entries(declare ?? {}))
  for (const [name, value] of Object.entries(named))
    if (value !== null && value !== undefined) facts.set(name, value)
  return facts
}

/**
 * Returns the message for a fact that is given both as a field and in `declare` with different
 * values; `null` otherwise.
 */
export function factGivenTwice(
  named: Readonly<Record<string, Declared | null | undefined>>,
  declare: Readonly<Record<string, Declared>> | undefined,
  place: CriterionError['in'],
): CriterionError | null {
  const twice = Object.entries(named).find(
    ([name, value]) =>
      value !== null &&
      value !== undefined &&
      declare?.[name] !== undefined &&
      declare[name] !== value,
  )
  if (!twice) return null
  return {
    code: 'VALIDATION',
    absent: false,
    detail: 'says otherwise in declare',
    field: twice[0],
    in: place,
    hint: 'Give each fact once.',
  }
}

const amountsSchema = z.strictObject({
  min: z.int().nullable().meta({ description: 'GBP; null when the listing states none' }),
  max: z.int().nullable().meta({ description: 'GBP; null when the listing states none' }),
  text: textOrNull.describe("The listing's own words; null where it has none"),
})

const windowSchema = z.strictObject({
  opens: dateOrNull.describe('First day for applications, London; null where not stated'),
  closes: dateOrNull.describe('Last day for applications, London; null where not stated'),
  open_now: z.boolean().describe('On the day of the answer'),
  days_to_close: z
    .int()
    .min(0)
    .nullable()
    .meta({ description: 'Calendar days in London; 0 is today; null when closed or rolling' }),
})

const criterionValue = z.union([
  z.number(),
  z.boolean(),
  z.string(),
  z.array(z.string()),
  z.strictObject({
    min: z.number().describe('Lowest accepted, in unit'),
    max: z.number().describe('Highest accepted, in unit'),
  }),
  z.array(
    z.strictObject({
      min_months: z.number().describe('For projects of at least so many months'),
      max_months: z.number().describe('and at most so many'),
      min: z.number().describe('Lowest accepted, in unit'),
      max: z.number().describe('Highest accepted, in unit'),
    }),
  ),
])

const parsedCriterionSchema = z.strictObject({
  code: z.enum(Object.keys(CODES) as [string, ...string[]]).describe('Kind of criterion'),
  requirement: z.string().meta({ description: "The grant's own words, verbatim" }),
  parameter: z.string().describe('Name of the fact that decides it, as declare takes it'),
  operator: z
    .string()
    .describe(
      'How the fact is held against value: one_of, at_least, at_most, between, is and so on',
    ),
  value: criterionValue.describe('What the fact is held against'),
  unit: textOrNull.describe('Unit of value, such as GBP or months; null where it has none'),
})

export const judgedCriterionSchema = z.strictObject({
  code: z.string().describe('Kind of criterion'),
  requirement: z.string().describe("The grant's own words, verbatim"),
  pass: z
    .enum(['pass', 'fail', 'undeclared'])
    .describe('undeclared: the fact that decides it was not declared'),
  detail: z.string().describe('What was declared, and what is accepted'),
})

export const missingSchema = z.strictObject({
  parameter: z.string().meta({ description: 'The name under which to declare the fact' }),
  type: z.enum(['number', 'boolean', 'string', 'enum']).describe('Type of the fact'),
  unit: textOrNull.describe('Unit to declare it in, such as GBP; null where it has none'),
  allowed: z.array(z.string()).nullable().describe('Values of an enum; null for other types'),
  code: z.string().describe('Kind of criterion that it settles'),
})

export { flagSchema }

export const grantSchema = z.strictObject({
  id: z.string().describe('Slug on the listing: what the other grant operations ask for'),
  name: z.string().describe("The listing's own"),
  funder: textOrNull.describe('Awarding body; null where the listing names none'),
  amounts: amountsSchema.describe('What one award may come to, as the listing states it'),
  window: windowSchema.describe('When applications are taken'),
  who_can_apply: textOrNull.describe("Applicants in the listing's words; null where it names none"),
  org_types: z.array(z.enum(ORG_TYPES)).describe('The same as slugs; empty where it names none'),
  regions: z
    .array(z.enum(REGIONS))
    .describe('Where projects may be; empty where the listing does not say'),
  summary: textOrNull.describe("The listing's own; null where it has none"),
  criteria_parsed: z
    .array(parsedCriterionSchema)
    .nullable()
    .describe('Eligibility criteria read from listing and text; null where none could be'),
  criteria_basis: z
    .enum(['seed', 'llm', 'listing'])
    .nullable()
    .describe(
      'Who read them: seed: by hand; llm: a model, each quote checked; listing: by rule; null without criteria',
    ),
  source_url: z.string().describe('The grant on the official listing'),
})

export function grantView(grant: IndexedGrant, nowMs: number): z.output<typeof grantSchema> {
  const { facts } = grant
  return {
    id: facts.id,
    name: facts.name,
    funder: facts.funder,
    amounts: facts.amounts,
    window: windowAt(facts.dates, grant.removedMs === null, nowMs),
    who_can_apply: facts.applicantLabels.length > 0 ? facts.applicantLabels.join(', ') : null,
    org_types: [...facts.orgTypes],
    regions: [...facts.places.regions],
    summary: facts.summary,
    criteria_parsed: grant.criteria.length > 0 ? grant.criteria.map(criterionView) : null,
    criteria_basis: grant.basis,
    source_url: grant.sourceUrl,
  }
}

function criterionView({
  code,
  requirement,
  parameter,
  operator,
  value,
  unit,
}: Criterion): z.output<typeof parsedCriterionSchema> {
  return {
    code,
    requirement,
    parameter,
    operator,
    value: value as z.output<typeof criterionValue>,
    unit,
  }
}
