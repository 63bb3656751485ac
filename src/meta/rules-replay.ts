import { z } from 'zod'
import { civilDate, noFields, readInput } from '../contract/input.ts'
import { defineFree } from '../contract/operation.ts'
import { type PublishedRules, type RulesVersion, SUBJECTS } from '../contract/rules.ts'
import { type FieldError, ServiceError } from '../platform/errors.ts'
import type { FreeDeps } from './deps.ts'

const params = z.strictObject({
  subject: z
    .enum(SUBJECTS)
    .meta({ description: 'Subject of the rules that judge', example: 'eligibility' }),
})

const body = z.strictObject({
  rules_version: z.string().max(40).meta({
    description: 'Version as an answer names it in rules_version, or any other published one',
    example: '1.1.0',
  }),
  date: civilDate('Day of the judgement, in London: evaluated_on of the answer'),
  facts: z.looseObject({}).meta({
    // Several hosts refuse an object without any member.
    override: {
      type: 'object',
      additionalProperties: true,
      properties: {
        complete: {
          type: 'boolean',
          description: 'For eligibility: whether all criteria were read',
        },
      },
    },
    description: 'The facts object of an answer, unchanged; its members depend on subject',
  }),
})

const MOST_FAULTS = 20

const EXAMPLE_FACTS = {
  criteria: [
    {
      code: 'ORG_TYPE',
      requirement: 'Non-profit',
      parameter: 'org_type',
      operator: 'one_of',
      value: ['charity'],
      unit: null,
      span: null,
    },
  ],
  complete: false,
  window: { state: 'open', detail: 'open' },
  declared: { org_type: 'charity' },
}

export const rulesReplay = defineFree<FreeDeps>()({
  id: 'rules_replay',
  method: 'POST',
  path: '/v1/rules/{subject}/replay',
  family: 'free',
  limit: 'free',
  title: 'Judge given facts by published rules',
  notFor: 'answers about a company, tender or grant: it knows none and looks nothing up',
  summary:
    'Judges the facts that an earlier answer carried by any published version of the rules, to the byte as that answer did: nothing is looked up, nothing is kept.',
  params,
  query: noFields,
  body,
  maxBodyBytes: 256 * 1024,
  maxBodyValues: 16_000,
  result: z.strictObject({
    rules_version: z.string().describe('Version that judged'),
    date: z.iso.date().describe('Day of the judgement, as it was sent'),
    inputs_hash: z
      .string()
      .meta({ description: 'First 16 hex digits of the SHA-256 of the facts as canonical JSON' }),
    result: z
      .record(z.string(), z.unknown())
      .meta({ override: { type: 'object' }, description: 'The judgement of those rules' }),
  }),
  example: {
    summary: 'What eligibility rules 1.1.0 say of one criterion',
    input: {
      subject: 'eligibility',
      rules_version: '1.1.0',
      date: '2026-11-20',
      facts: EXAMPLE_FACTS,
    },
    result: {
      rules_version: '1.1.0',
      date: '2026-11-20',
      inputs_hash: 'e9926f4dca27820d',
      result: {
        score: 79,
        band: 'uncertain',
        criteria: [
          {
            code: 'ORG_TYPE',
            requirement: 'Non-profit',
            pass: 'pass',
            detail: 'declared org_type: charity; accepted: charity',
          },
        ],
        missing: [],
        failed: [],
        flags: [
          {
            code: 'PARTIAL_CRITERIA',
            detail:
              'the full eligibility text is not parsed; read it at the source before applying',
          },
        ],
      },
    },
  },
  async respond({ subject, rules_version, date, facts }, { rules: published }) {
    const rules = published.find((each) => each.subject === subject)!
    const version = rules.findVersion(rules_version)
    if (!version) throw createUnknownVersionError(rules)
    const replayed = rules.replay(version, parseFacts(version, facts, subject), date)
    return { ...replayed, result: replayed.result as Record<string, unknown> }
  },
})

function createUnknownVersionError({ subject, versions }: PublishedRules): ServiceError {
  const known = versions.map(({ version }) => version).join(', ')
  return new ServiceError('VALIDATION', `rules_version (body): expected ${known}.`, {
    errors: [{ field: 'rules_version', in: 'body', message: `expected ${known}` }],
    hint: `Published versions of the ${subject} rules: ${known}.`,
  })
}

/** The facts as they came. @throws ServiceError naming each field at fault */
function parseFacts(
  { facts: schema, version }: RulesVersion,
  facts: unknown,
  subject: string,
): unknown {
  const parsed = readInput(schema, facts)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.slice(0, MOST_FAULTS).flatMap((issue): FieldError[] => {
    const at = (message: string, ...more: PropertyKey[]) => ({
      field: ['facts', ...issue.path, ...more].join('.'),
      in: 'body' as const,
      message,
    })
    return issue.code === 'unrecognized_keys'
      ? issue.keys.slice(0, MOST_FAULTS).map((key) => at('is not known here', key))
      : [at(issue.message)]
  })
  const first = errors[0]!
  throw new ServiceError('VALIDATION', `${first.field} (body): ${first.message}.`, {
    errors: errors.slice(0, MOST_FAULTS),
    hint: `GET /v1/rules/${subject}/${version} has the schema of the facts; an answer's own facts fit as they are.`,
  })
}
