import { z } from 'zod'
import { instantOrNull } from '../../contract/input.ts'
import { definePaid } from '../../contract/operation.ts'
import { rulesVersionInput } from '../../contract/rules.ts'
import { instant } from '../../kernel/clock.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { londonDate } from '../../kernel/london.ts'
import type { IndexedGrant, Resolved } from '../index/generation.ts'
import { isComplete, questionOf, readingOf } from '../index/question.ts'
import { isRolling, windowAt } from '../model/dates.ts'
import type { Declared } from '../model/parameters.ts'
import { NATIONS } from '../model/places.ts'
import { ELIGIBILITY } from '../rules/published.ts'
import type { Finding, Judgement } from '../rules/version.ts'
import type { GrantsDeps } from './deps.ts'
import { EXAMPLE_GRANT, EXAMPLE_JUDGEMENT } from './examples.ts'
import {
  contradictedFact,
  declaredFacts,
  declareText,
  flagSchema,
  GRANTS_ATTRIBUTION,
  grantSchema,
  judgedCriterionSchema,
  missingSchema,
  orgType,
} from './fields.ts'

const ID_PATTERN = '^[a-z0-9][a-z0-9-]{1,120}$'

const params = z.strictObject({
  id: z
    .string()
    .regex(new RegExp(ID_PATTERN), 'expected a grant slug as returned by grant search, for example village-halls-warm-roof-fund')
    .meta({ description: 'Grant slug as returned by grant search, or a curated short alias', example: 'village-halls-warm-roof-fund' }),
})

const query = z.strictObject({
  org_type: orgType.optional(),
  region: z.enum(NATIONS).optional().meta({ description: 'Nation where the project takes place', example: 'england' }),
  declare: declareText.optional(),
  rules_version: rulesVersionInput(ELIGIBILITY),
})

const fundingSchema = z
  .strictObject({
    min: z.int().nullable(),
    max: z.int().nullable(),
    currency: z.literal('GBP'),
    basis: z.enum(['listing', 'none']),
    note: z.string(),
  })
  .nullable()

const { name, funder, window, amounts, source_url } = EXAMPLE_GRANT
const { criteria, missing, ...verdict } = EXAMPLE_JUDGEMENT

export const grantEligibility = definePaid<GrantsDeps>()({
  id: 'grant_eligibility',
  method: 'GET',
  path: '/v1/grants/{id}/eligibility',
  family: 'wing-3',
  priceUsdc: '0.15',
  title: 'Eligibility for one UK government grant',
  notFor: 'finding grants: grants_search gives the id',
  summary:
    "Eligibility verdict for one UK government grant and one project: eligible, uncertain or ineligible by published rules, each criterion quoted from the grant's own text, and what to declare to settle the rest.",
  params,
  query,
  body: null,
  criterion: ({ org_type, region, declare }) => {
    const twice = contradictedFact({ org_type, region }, declare)
    if (twice === null) return null
    return {
      code: 'VALIDATION',
      absent: false,
      detail: 'says otherwise in declare',
      field: twice,
      in: 'query',
      hint: 'Give each fact once.',
    }
  },
  result: z.strictObject({
    grant: grantSchema.pick({ name: true, funder: true, window: true, amounts: true, source_url: true }),
    criteria: z.array(judgedCriterionSchema),
    missing: z.array(missingSchema),
    failed: z.array(flagSchema),
    indicative_funding: fundingSchema,
    criteria_provenance: z.strictObject({
      source: z.enum(['seed', 'llm', 'listing']).nullable(),
      complete: z.boolean(),
      parsed_at: instantOrNull,
      eligibility_text_available: z.boolean(),
    }),
  }),
  verdict: z.strictObject({
    score: z.int().min(0).max(100).nullable(),
    band: z.enum(['eligible', 'uncertain', 'ineligible']),
    flags: z.array(flagSchema),
  }),
  attribution: GRANTS_ATTRIBUTION,
  example: {
    summary: 'What a charity in England still has to declare',
    input: { id: 'village-halls-warm-roof-fund', org_type: 'charity', region: 'england' },
    result: {
      grant: { name, funder, window, amounts, source_url },
      criteria,
      missing,
      failed: [],
      indicative_funding: {
        min: 5000,
        max: 50000,
        currency: 'GBP',
        basis: 'listing',
        note: 'as the listing states it: From £5,000 to £50,000',
      },
      criteria_provenance: { source: 'listing', complete: false, parsed_at: '2026-11-20T04:10:00Z', eligibility_text_available: true },
    },
    verdict: { score: verdict.score, band: verdict.band, flags: verdict.flags },
  },
  async answer({ id, org_type, region, declare, rules_version }, { index }, { nowMs }) {
    const { generation, sources, about, mustNotBeUnread } = index(nowMs)
    const resolved = generation.resolve(id)
    if (!resolved) {
      mustNotBeUnread(id)
      throw new ServiceError('SUBJECT_NOT_FOUND', `No grant "${id}" is or was on the listing.`, {
        errors: [{ field: 'id', in: 'path', message: 'is not known' }],
        hint: 'Use an id from GET /v1/grants/search; open_now=false also finds closed grants.',
      })
    }
    const { grant } = resolved
    const declared = declaredFacts({ org_type, region }, declare)
    const rules = ELIGIBILITY.asked(rules_version)
    const reading = readingOf(grant, rules)
    const judgement = rules.judge(questionOf(grant, reading, declared, nowMs))
    const { facts } = grant
    const result = {
      grant: {
        name: facts.name,
        funder: facts.funder,
        window: windowAt(facts.dates, grant.goneMs === null, nowMs),
        amounts: facts.amounts,
        source_url: grant.sourceUrl,
      },
      criteria: judgement.criteria,
      missing: judgement.missing,
      failed: judgement.failed,
      indicative_funding: judgement.band === 'ineligible' ? null : indicativeFunding(grant, declared),
      criteria_provenance: {
        source: grant.basis,
        complete: isComplete(grant),
        parsed_at: grant.parsedMs === null ? null : instant(grant.parsedMs),
        eligibility_text_available: grant.text.sections.some(({ field }) => field === 'grantEligibilityTab'),
      },
    }
    return { result, verdict: verdictOf(judgement, resolved, nowMs), sources, degradations: about(grant) }
  },
})

/** The rules' flags, then what the listing itself leaves unclear. */
function verdictOf({ score, band, flags }: Judgement, { grant, readvertisedFrom }: Resolved, nowMs: number) {
  const notes: Finding[] = []
  const { dates, unknownLabels } = grant.facts
  if (readvertisedFrom) {
    notes.push({
      code: 'READVERTISED',
      detail: `${readvertisedFrom.facts.id} is off the listing; this is the same scheme as advertised now: ${grant.facts.id}`,
    })
  }
  if (dates.opens === null || dates.closes === null)
    notes.push({ code: 'WINDOW_NOT_STATED', detail: 'the listing does not state both dates' })
  else if (isRolling(dates, londonDate(nowMs)))
    notes.push({ code: 'WINDOW_ROLLING', detail: `the stated closing ${dates.closes.date} stands for a rolling window` })
  if (unknownLabels.length > 0) notes.push({ code: 'LISTING_VALUE_UNKNOWN', detail: `not taken into account: ${unknownLabels.join(', ')}` })
  return { score, band, flags: [...flags, ...notes] }
}

/** What the listing says an award comes to, bounded by what was asked for and by the share of the costs that is paid. */
function indicativeFunding(grant: IndexedGrant, declared: ReadonlyMap<string, Declared>): z.output<typeof fundingSchema> {
  const { min, max, text } = grant.facts.amounts
  if (min === null && max === null) return { min: null, max: null, currency: 'GBP', basis: 'none', note: 'the listing states no amounts' }
  const notes = [text === null ? 'as the listing states it' : `as the listing states it: ${text}`]
  let most = max
  const asked = declared.get('amount_needed')
  if (typeof asked === 'number' && (most === null || asked < most)) {
    most = Math.round(asked)
    notes.push(`at most the ${most} GBP asked for`)
  }
  const share = grant.criteria.find(({ code }) => code === 'FUNDING_INTENSITY')
  const cost = declared.get('project_cost')
  if (share && typeof cost === 'number' && typeof share.value === 'number') {
    const covered = Math.floor((cost * share.value) / 100)
    if (most === null || covered < most) most = covered
    notes.push(`at most ${share.value} percent of the costs`)
  }
  return {
    min: min !== null && most !== null && most < min ? null : min,
    max: most,
    currency: 'GBP',
    basis: 'listing',
    note: notes.join('; '),
  }
}
