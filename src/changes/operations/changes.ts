import { z } from 'zod'
import { changeDetailSchema } from '../../contract/changes.ts'
import { instant as instantSchema, noFields, noVerdictSchema } from '../../contract/input.ts'
import { type CriterionError, definePaid } from '../../contract/operation.ts'
import { instant } from '../../platform/clock.ts'
import { CHANGED_SUBJECTS, type ChangedSubject } from '../../store/changes.ts'
import type { ChangePage, ChangesDeps } from '../deps.ts'
import {
  type ChangesInput,
  DEFAULTS,
  MOST_CHANGES,
  RETENTION_DAYS,
  readSinceCursor,
} from '../read-since-cursor.ts'

const KINDS = [
  'new',
  'deadline_moved',
  'closed',
  'awarded',
  'announced',
  'opened',
  'altered',
  'status',
  'officers',
  'accounts_filed',
  'ending',
] as const

const result = z.strictObject({
  changes: z
    .array(
      z.strictObject({
        at: instantSchema.meta({ description: 'When this service recorded it, UTC' }),
        kind: z.enum(KINDS).meta({
          description:
            'Tenders: new, deadline_moved, closed, awarded. Grants: announced (not open yet), opened, altered, closed. Companies: status, officers, accounts_filed. Contracts: awarded, altered, ending (180 days before the end)',
        }),
        id: z
          .string()
          .describe('ocid, grant id or company number: what the other operations ask for'),
        detail: changeDetailSchema.describe('What is another than before'),
      }),
    )
    .max(MOST_CHANGES)
    .describe('Oldest first; empty without a cursor'),
  cursor: z.string().describe('For the next call with the same filters'),
  more: z.boolean().describe('True: there is more, call again immediately with this cursor'),
})

/** The price of a search buys what changed in it. */
export function changesOperation(feeds: ChangesDeps['feeds']) {
  const query = z.strictObject(describeFields(feeds))
  const nextCursor = (looked: ChangePage) => ({ 'next-cursor': looked.cursor })
  return definePaid<ChangesDeps>()({
    id: 'changes',
    method: 'GET',
    path: '/v1/changes',
    family: 'changes',
    priceUsdc: '0.02',
    title: 'Changes since your last request',
    notFor: 'the current state: use the searches',
    summary:
      'What changed since a cursor in a saved search of tenders, grants or contracts, or of up to 50 companies. Free without a cursor and while nothing is new.',
    freeWhen:
      'Without a cursor: an empty list and the cursor of now. Nothing new: 204 without a body, the cursor of now in Next-Cursor; a payment that came with it is not used.',
    params: noFields,
    query,
    body: null,
    criterion: (given) => findWrongCriterion(feeds, inputOf(given)),
    result,
    verdict: noVerdictSchema,
    attribution: 'As the sources of each answer ask.',
    listing: {
      fields: ['subject', 'q', 'cpv', 'region', 'supplier', 'org_type', 'numbers', 'cursor'],
    },
    example: {
      summary: 'What changed for grounds maintenance in Scotland',
      listed: ['result.changes.at', 'result.changes.kind', 'result.changes.id', 'result.more'],
      input: {
        subject: 'tenders',
        q: 'grounds maintenance',
        region: 'scotland',
        cursor: EXAMPLE_CURSOR,
      },
      result: {
        changes: [
          {
            at: '2026-11-20T06:12:09Z',
            kind: 'deadline_moved',
            id: 'ocds-h6vhtk-0a1b2c',
            detail: {
              title: 'Grounds maintenance of parks and cemeteries',
              party: 'Exampleton Council',
              url: 'https://www.find-tender.service.gov.uk/Notice/000001-2026',
              fields: [
                {
                  field: 'deadline',
                  before: '2026-12-04T12:00:00Z',
                  after: '2026-12-11T12:00:00Z',
                },
              ],
            },
          },
        ],
        cursor: EXAMPLE_CURSOR,
        more: false,
      },
    },
    async freeAnswer(given, deps, { nowMs, address }) {
      const input = inputOf(given)
      const feed = deps.feeds[input.subject]
      const looked = await readSinceCursor(deps, input)
      await feed.watch?.(input, address)
      if (looked.changes.length > 0) return null
      const answer = { result: showChange(looked), ...(await feed.origins(input, nowMs)) }
      // One call reads a limited part of the list. Without this answer a client that waits for a
      // 204 would never reach the end.
      return {
        answer,
        empty: input.cursor !== undefined && !looked.more,
        headers: nextCursor(looked),
      }
    },
    freshness(given, deps, { nowMs }) {
      const input = inputOf(given)
      // Companies are compared while they are watched.
      return input.subject === 'company' ? null : deps.feeds[input.subject].origins(input, nowMs)
    },
    async answer(given, deps, { nowMs }) {
      const input = inputOf(given)
      const looked = await readSinceCursor(deps, input)
      if (looked.changes.length === 0) throw new Error('what costs nothing was about to be sold')
      return {
        result: showChange(looked),
        ...(await deps.feeds[input.subject].origins(input, nowMs)),
      }
    },
  })
}

/** The fields come from the domains, so their types are not known here. */
const inputOf = (given: object) => given as ChangesInput

const EXAMPLE_CURSOR = 'Jr5vW0n6pYtYyq1hJQ3sCTEudGVuZGVycy44bi5sbTR4'

function showChange({ changes, cursor, more }: ChangePage): z.output<typeof result> {
  const reported = changes.map(({ atMs, kind, id, detail }) => ({
    at: instant(atMs),
    kind,
    id,
    detail,
  }))
  return { changes: reported, cursor, more } as z.output<typeof result>
}

/**
 * Returns the filters of all subjects as one shape. Fields of one name accept the values of each;
 * the handler checks which filter belongs to the subject.
 */
function describeFields(feeds: ChangesDeps['feeds']): z.ZodRawShape {
  const { q, region } = feeds.tenders.fields
  const { region: place } = feeds.grants.fields
  const shared = new Set(['q', 'region', 'open_now'])
  const names = SEARCHED.flatMap((subject) => Object.keys(feeds[subject].fields))
  const filters = [...new Set(names)].filter((name) => !shared.has(name))
  return {
    subject: z
      .enum(CHANGED_SUBJECTS, { error: `expected ${CHANGED_SUBJECTS.join(', ')}` })
      .meta({ description: 'Subject of the filters', example: 'tenders' }),
    q: q!.meta({ ...q!.meta(), description: 'Words as in the search' }),
    region: z
      .enum([...new Set([...optionsOf(region!), ...optionsOf(place!)])])
      .optional()
      .meta({ override: { type: 'string' }, description: 'Region as in the search' }),
    ...Object.fromEntries(filters.map((name) => [name, buildFilter(feeds, name)])),
    open_now: z
      .enum(['true', 'false'])
      .transform((text) => text === 'true')
      .optional()
      .meta({
        override: { type: 'string', enum: ['true', 'false'] },
        overrideOutput: { type: 'boolean' },
        description: 'Grants; absent or true: open now, before or soon',
      }),
    ...feeds.company.fields,
    cursor: z
      .string()
      .refine((text) => /^[A-Za-z0-9_-]{1,200}$/.test(text), {
        error: 'expected a cursor as an earlier call gave it',
        params: {
          hint: 'Send the cursor of the last answer, or its Next-Cursor, as it is; without one the call is free and gives the cursor of now.',
        },
      })
      .optional()
      .meta({
        override: { type: 'string', pattern: '^[\\w-]+$' },
        description: `From an earlier answer, at most ${RETENTION_DAYS} days old; absent: a new one, free`,
      }),
  }
}

const SEARCHED = ['tenders', 'grants', 'contracts'] as const satisfies readonly ChangedSubject[]

/**
 * Returns a filter of one or more subjects. The search explains it. The example shows tenders by
 * words only, because readers try shown fields together.
 */
function buildFilter(feeds: ChangesDeps['feeds'], name: string): z.ZodType {
  const subjects = SEARCHED.filter((subject) => name in feeds[subject].fields)
  const field = feeds[subjects[0]!].fields[name]!
  const hasDefault = field instanceof z.ZodDefault
  const optional = hasDefault ? (field.unwrap() as z.ZodType).optional() : field
  return optional.meta({
    ...field.meta(),
    example: undefined,
    description: `${SHORT_NAMES[name] ?? field.meta()?.description} (${subjects.join(', ')}${hasDefault ? `; default ${DEFAULTS[name]}` : ''})`,
  })
}

/** Short descriptions of filters. Those of the searches would make the tool too large. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  cpv: 'CPV prefixes',
  value_min: 'Least GBP',
  value_max: 'Most GBP',
  deadline_after: 'Due from',
  stage: 'tender or planning',
  min_relevance: 'close, related or loose',
  org_type: 'Applicant kind',
  min: 'Least GBP award',
  max: 'Most GBP award',
  buyer: 'Its name or id',
  supplier: 'Name or number',
  status: 'running, ended or all',
  ends_after: 'Ends from',
  ends_before: 'Ends until',
}

/** Values of an optional choice. */
function optionsOf(field: z.ZodType): readonly string[] {
  return ((field as z.ZodOptional<z.ZodEnum>).unwrap() as z.ZodEnum).options as readonly string[]
}

function findWrongCriterion(
  feeds: ChangesDeps['feeds'],
  input: ChangesInput,
): CriterionError | null {
  const feed = feeds[input.subject]
  const own = new Set(['subject', 'cursor', ...Object.keys(feed.fields)])
  const foreign = Object.keys(input).find((name) => input[name] !== undefined && !own.has(name))
  const known = Object.keys(feed.fields).join(', ')
  if (foreign !== undefined)
    return createFilterError(
      foreign,
      `is no filter of subject=${input.subject}`,
      `Leave it out; filters of ${input.subject}: ${known}.`,
    )
  if (
    input.region !== undefined &&
    !optionsOf(feed.fields.region!).includes(input.region as string)
  )
    return createFilterError(
      'region',
      `is no region of subject=${input.subject}`,
      `Expected one of ${optionsOf(feed.fields.region!).join(', ')}.`,
    )
  return feed.criterion(input)
}

function createFilterError(field: string, detail: string, hint: string): CriterionError {
  return { code: 'VALIDATION', absent: false, detail, field, in: 'query', hint }
}
