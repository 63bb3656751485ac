/** Input fields, result schemas and views that the grant operations share. */
import { z } from 'zod'
import { dateOrNull, flagSchema, textOrNull } from '../../../contract/input.ts'
import { ServiceError } from '../../../kernel/errors.ts'
import { nearest } from '../../../kernel/text.ts'
import type { IndexedGrant } from '../../index/generation.ts'
import { ORG_TYPE_WORDS, ORG_TYPES, orgTypeOf } from '../../model/applicants.ts'
import { CODES, type Criterion } from '../../model/criterion.ts'
import { windowAt } from '../../model/dates.ts'
import { type Declared, readDeclared } from '../../model/parameters.ts'
import { REGIONS } from '../../model/places.ts'

export const GRANTS_ATTRIBUTION =
  'Contains public sector information licensed under the Open Government Licence v3.0, from the Find a grant service of the UK government.'

/** The grant that an operation is about. */
export const grantParams = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{1,120}$/, 'expected a grant slug as returned by grant search, for example village-halls-warm-roof-fund')
    .meta({ description: 'Grant slug as returned by grant search, or a curated short alias', example: 'village-halls-warm-roof-fund' }),
})

export function unknownGrant(id: string): ServiceError {
  return new ServiceError('SUBJECT_NOT_FOUND', `No grant "${id}" is or was on the listing.`, {
    errors: [{ field: 'id', in: 'path', message: 'is not known' }],
    hint: 'Use an id from GET /v1/grants/search; open_now=false also finds closed grants.',
  })
}

/** A slug of the specification or a synonym of one. */
export const orgType = z
  .string()
  .transform((raw, context) => {
    const type = orgTypeOf(raw)
    if (type !== null) return type
    const near = nearest(raw.toLowerCase(), ORG_TYPE_WORDS)
    const hint = `Use one of ${ORG_TYPES.join(', ')}, or a word for one such as sole-trader, cic, council${near === null ? '' : `; did you mean ${near}`}.`
    context.addIssue({ code: 'custom', message: `expected one of ${ORG_TYPES.join(', ')}`, params: { code: 'VALIDATION', hint } })
    return z.NEVER
  })
  .meta({
    override: { type: 'string', examples: [...ORG_TYPES, 'sole-trader', 'cic', 'council'] },
    description: `Applicant type: ${ORG_TYPES.join(', ')}; synonyms such as sole-trader, cic, council are mapped`,
    example: 'charity',
  })

const MAX_DECLARED = 30
const DECLARE_LIMIT_BYTES = 2048
const declaredValue = z.union([z.number(), z.boolean(), z.string().max(200)])

const DECLARED_SCHEMA = {
  type: 'object',
  maxProperties: MAX_DECLARED,
  propertyNames: { pattern: '^[a-z][a-z0-9_]{0,39}$' },
  additionalProperties: { anyOf: [{ type: 'number' }, { type: 'boolean' }, { type: 'string', maxLength: 200 }] },
}

/** Facts that the caller states about applicant and project, by the names that `missing[]` gives them. */
export const declareObject = z
  .record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'expected a name of lower-case letters, digits and _'), declaredValue)
  .transform((facts, context) => {
    const names = Object.keys(facts)
    if (names.length > MAX_DECLARED) context.addIssue({ code: 'custom', message: `expected at most ${MAX_DECLARED} facts` })
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
    description: 'Facts by the parameter names that missing[] asks for, for example {"annual_income": 250000}',
    example: { annual_income: 250000 },
  })

/** The same as JSON text in a query parameter. */
export const declareText = z
  .string()
  .transform((raw, context) => {
    if (Buffer.byteLength(raw) > DECLARE_LIMIT_BYTES) {
      context.addIssue({ code: 'custom', message: `expected at most ${DECLARE_LIMIT_BYTES} bytes of JSON` })
      return z.NEVER
    }
    let facts: unknown
    try {
      facts = JSON.parse(raw)
    } catch {
      const hint = 'Send declare as URL-encoded JSON, for example declare=%7B%22annual_income%22%3A250000%7D.'
      context.addIssue({ code: 'custom', message: 'expected a JSON object', params: { code: 'VALIDATION', hint } })
      return z.NEVER
    }
    const parsed = declareObject.safeParse(facts)
    if (parsed.success) return parsed.data
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', message: [...path, message].join(': ') })
    return z.NEVER
  })
  .meta({
    override: { type: 'string', contentMediaType: 'application/json', maxLength: DECLARE_LIMIT_BYTES },
    // The echo in an answer's query is what the text said.
    overrideOutput: DECLARED_SCHEMA,
    description: 'Facts as a JSON object by the parameter names that missing[] asks for; at most 2 KB once decoded',
    example: '{"annual_income":250000}',
  })

/** One map of all that the caller stated; a fact given twice in two ways is a fault, which the caller of this reports. */
export function declaredFacts(
  named: Readonly<Record<string, Declared | null | undefined>>,
  declare: Readonly<Record<string, Declared>> | undefined,
) {
  const facts = new Map<string, Declared>(Object.entries(declare ?? {}))
  for (const [name, value] of Object.entries(named)) if (value !== null && value !== undefined) facts.set(name, value)
  return facts
}

/** The name of a fact that is given both as a field and in `declare`, with different values. */
export function contradictedFact(
  named: Readonly<Record<string, Declared | null | undefined>>,
  declare: Readonly<Record<string, Declared>> | undefined,
): string | null {
  const twice = Object.entries(named).find(
    ([name, value]) => value !== null && value !== undefined && declare?.[name] !== undefined && declare[name] !== value,
  )
  return twice?.[0] ?? null
}

const amountsSchema = z.strictObject({
  min: z.int().nullable().meta({ description: 'GBP; null when the listing states none' }),
  max: z.int().nullable().meta({ description: 'GBP; null when the listing states none' }),
  text: textOrNull,
})

const windowSchema = z.strictObject({
  opens: dateOrNull,
  closes: dateOrNull,
  open_now: z.boolean(),
  days_to_close: z.int().min(0).nullable().meta({ description: 'Calendar days in London; 0 is today; null when closed or rolling' }),
})

const criterionValue = z.union([
  z.number(),
  z.boolean(),
  z.string(),
  z.array(z.string()),
  z.strictObject({ min: z.number(), max: z.number() }),
  z.array(z.strictObject({ min_months: z.number(), max_months: z.number(), min: z.number(), max: z.number() })),
])

const parsedCriterionSchema = z.strictObject({
  code: z.enum(Object.keys(CODES) as [string, ...string[]]),
  requirement: z.string().meta({ description: "The grant's own words, verbatim" }),
  parameter: z.string(),
  operator: z.string(),
  value: criterionValue,
  unit: textOrNull,
})

export const judgedCriterionSchema = z.strictObject({
  code: z.string(),
  requirement: z.string(),
  pass: z.enum(['pass', 'fail', 'undeclared']),
  detail: z.string(),
})

export const missingSchema = z.strictObject({
  parameter: z.string().meta({ description: 'The name under which to declare the fact' }),
  type: z.enum(['number', 'boolean', 'string', 'enum']),
  unit: textOrNull,
  allowed: z.array(z.string()).nullable(),
  code: z.string(),
})

export { flagSchema }

export const grantSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  funder: textOrNull,
  amounts: amountsSchema,
  window: windowSchema,
  who_can_apply: textOrNull,
  org_types: z.array(z.enum(ORG_TYPES)),
  regions: z.array(z.enum(REGIONS)),
  summary: textOrNull,
  criteria_parsed: z.array(parsedCriterionSchema).nullable(),
  criteria_basis: z.enum(['seed', 'llm', 'listing']).nullable(),
  source_url: z.string(),
})

export function grantView(grant: IndexedGrant, nowMs: number): z.output<typeof grantSchema> {
  const { facts } = grant
  return {
    id: facts.id,
    name: facts.name,
    funder: facts.funder,
    amounts: facts.amounts,
    window: windowAt(facts.dates, grant.goneMs === null, nowMs),
    who_can_apply: facts.applicantLabels.length > 0 ? facts.applicantLabels.join(', ') : null,
    org_types: [...facts.orgTypes],
    regions: [...facts.places.regions],
    summary: facts.summary,
    criteria_parsed: grant.criteria.length > 0 ? grant.criteria.map(criterionView) : null,
    criteria_basis: grant.basis,
    source_url: grant.sourceUrl,
  }
}

function criterionView({ code, requirement, parameter, operator, value, unit }: Criterion): z.output<typeof parsedCriterionSchema> {
  return { code, requirement, parameter, operator, value: value as z.output<typeof criterionValue>, unit }
}
