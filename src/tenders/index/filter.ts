/**
 * Filters of tenders: what a search and a saved search accept, and how each filter judges a notice.
 */
import { z } from 'zod'
import { createReversedError, findRelevanceError, minRelevance } from '../../contract/found.ts'
import { civilDate, queryInteger } from '../../contract/input.ts'
import type { CriterionError } from '../../contract/operation.ts'
import { londonWallTimeMs } from '../../platform/london.ts'
import { cleanLine } from '../../platform/text.ts'
import type { FilteredTender } from '../model/changes.ts'
import { filterMask, REGION_FILTERS } from '../model/regions.ts'

const MAX_QUERY = 200
const MAX_PREFIXES = 20

export const regionFilter = z.enum(REGION_FILTERS, {
  error: `expected one of ${REGION_FILTERS.join(', ')}`,
})
export const stageFilter = z.enum(['tender', 'planning'], { error: 'expected tender or planning' })

export const tenderFilters = z.strictObject({
  q: z
    .string()
    .max(MAX_QUERY, `expected at most ${MAX_QUERY} characters`)
    .transform((text) => cleanLine(text) ?? '')
    .refine((text) => text !== '', 'expected at least one word')
    .optional()
    .meta({
      override: { type: 'string', minLength: 1, maxLength: MAX_QUERY },
      description:
        'Keywords, also found by CPV labels, trades and near spellings; "quoted words" stay together',
      example: 'grounds maintenance',
    }),
  cpv: z
    .string()
    .regex(
      /^[0-9]{2,8}(,[0-9]{2,8})*$/,
      'expected CPV code prefixes of 2 to 8 digits, separated by commas',
    )
    .refine(
      (list) => list.split(',').length <= MAX_PREFIXES,
      `expected at most ${MAX_PREFIXES} prefixes`,
    )
    .optional()
    .meta({
      description:
        'CPV code prefixes, comma-separated; 72 and 72000000 both mean the whole division',
      example: '77,90',
    }),
  region: regionFilter
    .optional()
    .meta({ description: 'UK-wide notices match every region', example: 'scotland' }),
  value_min: queryInteger({
    min: 0,
    description: 'Minimum stated contract value in GBP',
    example: 10_000,
  }).optional(),
  value_max: queryInteger({
    min: 0,
    description: 'Maximum stated contract value in GBP',
    example: 500_000,
  }).optional(),
  deadline_after: civilDate(
    'Only notices whose submission deadline is on or after this date',
  ).optional(),
  stage: stageFilter.optional().meta({
    description: 'tender: open competitions; planning: early engagement; absent: both',
    example: 'tender',
  }),
  ...minRelevance,
})

export type TenderFilters = z.output<typeof tenderFilters>

export function findCriterionError(input: TenderFilters): CriterionError | null {
  if (input.q === undefined && input.cpv === undefined && input.region === undefined) {
    return {
      code: 'CRITERIA_REQUIRED',
      absent: true,
      detail: 'at least one of q, cpv or region is required',
      field: 'q',
      in: 'query',
      hint: 'Add q=<keywords>, cpv=<prefixes> or region=<slug>, for example q=grounds%20maintenance.',
    }
  }
  if (
    input.value_min !== undefined &&
    input.value_max !== undefined &&
    input.value_min > input.value_max
  )
    return createReversedError('value_min', 'value_min is above value_max')
  return findRelevanceError(input)
}

/** Notices that a filter could not judge, by the value that they lack. */
export interface Excluded {
  no_cpv: number
  no_region: number
  no_value: number
  no_deadline: number
}

/** A notice passes, fails, or lacks the value that a filter judges. */
export type FilterOutcome = 'passes' | 'fails' | keyof Excluded

type Judge = (notice: FilteredTender) => FilterOutcome

/**
 * Returns the judge of all filters but `q` and `min_relevance`, which the ranker judges. The first
 * that is not passed decides.
 */
export function createFilter(filters: TenderFilters): Judge {
  const judges = [
    judgeBy(filters.stage, (stage) => (notice) => passesIf(notice.stage === stage)),
    judgeBy(filters.cpv, (cpv) => judgeCpv(cpv.split(',').map(prefixRange))),
    judgeBy(filters.region, (region) => judgeRegions(filterMask([region]))),
    judgeBy(filters.value_min, (least) => judgeValue((value) => value >= least)),
    judgeBy(filters.value_max, (most) => judgeValue((value) => value <= most)),
    judgeBy(filters.deadline_after, (date) => judgeDeadline(londonWallTimeMs(`${date}T00:00:00`))),
  ].filter((judge) => judge !== null)
  return (notice) => {
    for (const judge of judges) {
      const outcome = judge(notice)
      if (outcome !== 'passes') return outcome
    }
    return 'passes'
  }
}

/** Returns `null` if the request does not set the filter. */
function judgeBy<Value>(value: Value | undefined, create: (value: Value) => Judge): Judge | null {
  return value === undefined ? null : create(value)
}

const passesIf = (isMet: boolean): FilterOutcome => (isMet ? 'passes' : 'fails')

function judgeCpv(ranges: readonly (readonly [number, number])[]): Judge {
  const isSought = (code: string) =>
    ranges.some(([low, high]) => Number(code) >= low && Number(code) < high)
  return ({ cpv }) => (cpv.length === 0 ? 'no_cpv' : passesIf(cpv.some(isSought)))
}

function judgeRegions(wanted: number): Judge {
  return ({ regions }) => (regions === 0 ? 'no_region' : passesIf((regions & wanted) !== 0))
}

function judgeValue(isWanted: (valueGbp: number) => boolean): Judge {
  return ({ valueGbp }) => (valueGbp === null ? 'no_value' : passesIf(isWanted(valueGbp)))
}

/** A deadline at midnight belongs to the day before. */
function judgeDeadline(midnightMs: number): Judge {
  return ({ deadlineMs }) =>
    deadlineMs === null ? 'no_deadline' : passesIf(deadlineMs > midnightMs)
}

/**
 * Returns the range of all codes below a prefix. A whole code (`72000000`) names its class:
 * trailing zeros are padding.
 */
export function prefixRange(prefix: string): readonly [number, number] {
  const digits = prefix.length === 8 ? prefix.replace(/0{1,6}$/, '') : prefix
  const unit = 10 ** (8 - digits.length)
  return [Number(digits) * unit, (Number(digits) + 1) * unit]
}
