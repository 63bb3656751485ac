import { CODES, type Criterion, OPERATORS } from 'ukintel-grant-reader/criterion'
import { NATIONS, ORG_TYPES } from 'ukintel-grant-reader/kinds'
import { READER_VERSION } from 'ukintel-grant-reader/version'
import { z } from 'zod'
import { noFields } from '../../contract/input.ts'
import { definePaid } from '../../contract/operation.ts'
import { rulesVersionInput } from '../../contract/rules.ts'
import { withoutContacts } from '../../platform/contacts.ts'
import { ServiceError } from '../../platform/errors.ts'
import { isObject } from '../../platform/json.ts'
import { orgType } from '../index/filter.ts'
import type { IndexedGrant } from '../index/generation.ts'
import { type CombinedReadings, combineReadings } from '../model/caller-readings.ts'
import { castStated, readStated } from '../model/reading.ts'
import { ELIGIBILITY } from '../rules/published.ts'
import type { GrantsDeps } from './shared/deps.ts'
import {
  buildAnswer,
  ELIGIBILITY_EXAMPLE,
  eligibilityResult,
  eligibilityVerdict,
  findEligibilityBasis,
  judgeGrant,
  resolveGrant,
} from './shared/eligibility.ts'
import { EXAMPLE_GRANT } from './shared/examples.ts'
import {
  castDeclaredTexts,
  declareObject,
  factGivenTwice,
  GRANTS_ATTRIBUTION,
  grantParams,
  judgedCriterionSchema,
  listDeclaredFacts,
} from './shared/fields.ts'

const MOST_READINGS = 40
const LONGEST_QUOTE = 2000
const MOST_FAULTS = 20
const MAX_BODY_BYTES = 64 * 1024
const FORMER_MAX_BODY_BYTES = 256 * 1024
/** More than any fact has values. */
const MOST_LISTED = 1000
const MOST_ROWS = 10

const range = { min: z.number(), max: z.number() }
const months = { min_months: z.int(), max_months: z.int() }
const value = z
  .union([
    z.number(),
    z.boolean(),
    z.string(),
    z.array(z.string()).max(MOST_LISTED),
    z.strictObject(range),
    z.array(z.strictObject({ ...months, ...range })).max(MOST_ROWS),
  ])
  .meta({
    override: {
      type: ['number', 'boolean', 'string', 'array', 'object'],
    },
    description: 'Compared with the fact; a list for one_of, {min,max} for between',
  })

const reading = z
  .strictObject({
    code: z
      .enum(Object.keys(CODES) as [keyof typeof CODES])
      .meta({ description: 'Subject of the criterion' }),
    parameter: z
      .string()
      .max(40)
      .optional()
      .meta({ description: 'Name of the fact; default: by code and quote' }),
    operator: z.enum(OPERATORS).meta({ description: 'How a declared fact is compared' }),
    value,
    quote: z
      .string()
      .min(1)
      .max(LONGEST_QUOTE)
      .meta({ description: 'Exact part of the text that grant_text gives' }),
  })
  .superRefine((stated, context) => {
    const read = readStated(stated)
    if ('fault' in read)
      context.addIssue({ code: 'custom', path: [read.member], message: read.fault })
  })

const EXAMPLE_READING = {
  code: 'INCOME',
  operator: 'less_than',
  value: 250000,
  quote: 'Income must be below £250,000.',
} as const

const EXAMPLE_CRITERION = {
  ...EXAMPLE_GRANT.criteria_parsed[1]!,
  requirement: EXAMPLE_READING.quote,
  span: { start: 0, end: EXAMPLE_READING.quote.length },
  certainty: 'sure',
}
const EXAMPLE_JUDGED = {
  code: EXAMPLE_READING.code,
  requirement: EXAMPLE_READING.quote,
  pass: 'fail',
  detail: 'declared annual_income: 300000; less than 250000 GBP',
}

const body = z.strictObject({
  // Shorter than elsewhere, so that the tool keeps within its size.
  org_type: orgType.optional().meta({ description: ORG_TYPES.join(', '), example: undefined }),
  region: z.enum(NATIONS).optional().meta({ description: 'Nation of the project' }),
  declare: declareObject.optional().meta({ description: 'Facts by the names in missing[]' }),
  readings: z.array(reading).max(MOST_READINGS).meta({ description: 'Your readings of the text' }),
  rules_version: rulesVersionInput(ELIGIBILITY).meta({
    description: `Rules; ${ELIGIBILITY.current.version} if left out`,
  }),
})

type Readings = z.output<typeof body>['readings']

const result = eligibilityResult.extend({
  criteria: z
    .array(
      judgedCriterionSchema.extend({
        by: z
          .string()
          .describe(
            'Who read it: caller: you; rules-… our rules of that version; seed: by hand; llm: a model of ours',
          ),
      }),
    )
    .describe('Each criterion judged by what was declared; empty when none could be read'),
})

/** Eligibility by what the caller reads in the text. */
export const grantEligibilityReading = definePaid<GrantsDeps>()({
  id: 'grant_eligibility_reading',
  method: 'POST',
  path: '/v1/grants/{id}/eligibility',
  family: 'wing-3',
  priceUsdc: '0.15',
  title: 'Eligibility by your own reading of a grant’s text',
  notFor: 'our reading alone: grant_eligibility',
  summary:
    'Judges an applicant for a UK grant by your own readings of its text: each counts by its exact quote and replaces ours there.',
  params: z.strictObject({
    id: grantParams.shape.id.meta({ description: 'Id from grants_search' }),
  }),
  query: noFields,
  body,
  maxBodyBytes: MAX_BODY_BYTES,
  formerMaxBodyBytes: FORMER_MAX_BODY_BYTES,
  castTexts({ readings, ...others }) {
    const cast = castDeclaredTexts(others)
    return Array.isArray(readings)
      ? { ...cast, readings: readings.map(castReading) }
      : { ...cast, readings }
  },
  criterion: ({ org_type, region, declare }) =>
    factGivenTwice({ org_type, region }, declare, 'body'),
  echo: (input) => ({
    ...input,
    readings: (input.readings as Readings).map((each) => ({
      ...each,
      quote: withoutContacts(each.quote),
    })),
  }),
  result,
  verdict: eligibilityVerdict,
  attribution: GRANTS_ATTRIBUTION,
  example: {
    summary: 'Too large an income, by a requirement that the caller read',
    listed: [
      'result.criteria.requirement',
      'result.criteria.pass',
      'result.criteria.by',
      'verdict.score',
      'verdict.band',
    ],
    input: {
      id: 'village-halls-warm-roof-fund',
      declare: { annual_income: 300000 },
      readings: [EXAMPLE_READING],
    },
    result: {
      ...ELIGIBILITY_EXAMPLE.result,
      criteria: [{ ...EXAMPLE_JUDGED, by: 'caller' }],
      missing: [],
      failed: [{ code: EXAMPLE_JUDGED.code, detail: EXAMPLE_JUDGED.detail }],
      indicative_funding: null,
      criteria_provenance: {
        ...ELIGIBILITY_EXAMPLE.result.criteria_provenance,
        spans: [{ index: 0, start: 0, length: EXAMPLE_READING.quote.length }],
        certainty: [{ index: 0, certainty: 'sure', reason: null }],
        facts: {
          criteria: [EXAMPLE_CRITERION],
          complete: false,
          window: { state: 'open', detail: 'open' },
          declared: { annual_income: 300000 },
        },
      },
    },
    verdict: {
      score: 0,
      band: 'ineligible',
      flags: [{ code: 'CALLER_READINGS', detail: describeReadings(1, 1, 1) }],
    },
  },
  freshness: (input, deps, { nowMs }) => findEligibilityBasis(input.id, deps, nowMs),
  /** Nothing is free here. A quote that is not in the text is refused before any payment. */
  async freeAnswer({ id, readings }, { index, textUrl }, { nowMs }) {
    const grant = index(nowMs).generation.resolve(id)?.grant
    if (grant) combine(grant, readings, textUrl)
    return null
  },
  async answer(input, deps, { nowMs }) {
    const { judged, by, replaced } = judgeFor(input, deps, nowMs)
    const { result, verdict, ...rest } = buildAnswer(judged, deps, nowMs)
    const count = by.filter((each) => each === 'caller').length
    const note = {
      code: 'CALLER_READINGS',
      detail: describeReadings(count, by.length, replaced),
    }
    return {
      ...rest,
      result: {
        ...result,
        criteria: result.criteria.map((each, index) => ({ ...each, by: by[index]! })),
      },
      verdict: { ...verdict, flags: count === 0 ? verdict.flags : [...verdict.flags, note] },
    }
  },
})

function castReading(reading: unknown): unknown {
  if (!isObject(reading)) return reading
  return { ...reading, value: castStated(String(reading.operator), reading.value) }
}

function describeReadings(count: number, of: number, replaced: number): string {
  return `${count} of ${of} criteria as the caller read them, ${replaced} of ours replaced; each quote is in the text, its meaning was not checked`
}

/** Judges one grant by our criteria and the caller's. @throws ServiceError */
function judgeFor(
  {
    id,
    org_type,
    region,
    declare,
    readings,
    rules_version,
  }: { id: string } & z.output<typeof body>,
  deps: GrantsDeps,
  nowMs: number,
) {
  const resolved = resolveGrant(id, deps, nowMs)
  const { grant } = resolved
  const { criteria, callers, replaced } = combine(grant, readings, deps.textUrl)
  const applicant = {
    declared: listDeclaredFacts({ org_type, region }, declare),
    rulesVersion: rules_version,
  }
  return {
    judged: judgeGrant({ ...resolved, grant: { ...grant, criteria } }, applicant, deps, nowMs),
    by: criteria.map((each) => (callers.has(each) ? 'caller' : readerOf(each, grant))),
    replaced,
  }
}

function readerOf({ span }: Criterion, { basis }: IndexedGrant): string {
  return span === null || basis === null || basis === 'listing' ? READER_VERSION : basis
}

/** @throws ServiceError VALIDATION that names each quote that is not in the text */
function combine(
  { text, facts, criteria }: IndexedGrant,
  readings: Readings,
  textUrl: GrantsDeps['textUrl'],
): CombinedReadings {
  const outcome = combineReadings(text, criteria, readings)
  if (!('unverified' in outcome)) return outcome
  const errors = outcome.unverified.slice(0, MOST_FAULTS).map((index) => ({
    field: `readings.${index}.quote`,
    in: 'body' as const,
    message: 'is not in the text of this grant, character for character',
  }))
  const { field, message } = errors[0]!
  throw new ServiceError('VALIDATION', `${field} (body): ${message}.`, {
    errors,
    hint:
      text.text === ''
        ? 'The listing has no text of this grant. Leave the readings out.'
        : `Copy each quote from the text at ${textUrl(facts.id)}.`,
  })
}
