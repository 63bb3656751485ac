import { z } from 'zod'
import type { Degradation } from '../../background/source.ts'
import type { AwardHistory } from '../../contract/award-history.ts'
import type { Flag } from '../../contract/envelope.ts'
import {
  dateOrNull,
  instantOrNull,
  noFields,
  noVerdictSchema,
  textOrNull,
} from '../../contract/input.ts'
import type { LiveGrant } from '../../contract/live-grants.ts'
import { definePaid } from '../../contract/operation.ts'
import { ServiceError } from '../../platform/errors.ts'
import { shorten } from '../../platform/text.ts'
import {
  awardSchema,
  countedShape,
  datesSetAside,
  givingSchema,
  type StoredDossier,
} from '../corpus/dossier.ts'
import { buildHistory } from '../history.ts'
import type { FunderCandidate, MatchQuality } from '../index/funder-index.ts'
import type { FunderDeps } from './shared/deps.ts'
import { example } from './shared/example.ts'

const LIVE_GRANTS = 10
/**
 * Publishers credited by name; a community foundation's dossier rests on one or two, a department's
 * on a dozen.
 */
const CREDITED_PUBLISHERS = 8
/** Number of failed datasets with a separate flag; coverage lists all. */
const NAMED_FAILURES = 5

const params = z.strictObject({
  name: z
    .string()
    .min(2, 'expected 2 to 120 characters')
    .max(120, 'expected 2 to 120 characters')
    .refine((name) => name.trim().length >= 2, 'expected 2 to 120 characters besides white space')
    .meta({
      description: 'Funder name, slug, or organisation id such as GB-CHC-1156077',
      example: 'example-community-foundation',
    }),
})

const percent = z.int().min(0).max(100).nullable()

/** Percentiles of a live grant's bounds among the awards of its funder. */
const historySchema = z
  .strictObject({
    min_percentile: percent.describe(
      'Share of the awards of at most the minimum stated, in whole percents rounded down; null where it states none',
    ),
    max_percentile: percent.describe(
      'Share of the awards of at most the maximum stated, likewise; null where it states none',
    ),
    awards: z.int().min(20).meta({ description: 'Awards counted; nothing is said below 20' }),
    since: z.iso.date().meta({ description: 'Date of the first of them' }),
    licence: z.string().describe('Licences of the data that they come from'),
    publisher: z.string().describe('Who published it'),
  })
  .nullable()
  .meta({
    description: 'Null where the listing states no amount, or fewer than 20 awards are known',
  })

const result = z.strictObject({
  funder: z
    .strictObject({
      name: z.string().describe('As its data calls it most'),
      ids: z.array(z.string()).describe('Organisation ids, such as GB-CHC-1156077'),
    })
    .describe('Who was found'),
  match_quality: z
    .enum(['exact_id', 'exact_name', 'slug', 'alias', 'fuzzy'])
    .describe(
      'How it was found: by id, name, slug, another published name, or across a typing error',
    ),
  giving: givingSchema,
  recent_awards: z.array(awardSchema).describe('Up to 10, newest first'),
  live_grants_now: z
    .array(
      z.strictObject({
        id: z.string().describe('Slug on the listing: the id for grant_eligibility'),
        name: z.string().describe("The listing's own"),
        amounts: z
          .strictObject({
            min: z.int().nullable().describe('GBP; null when the listing states none'),
            max: z.int().nullable().describe('GBP; null when the listing states none'),
            text: textOrNull.describe("The listing's own words; null where it has none"),
          })
          .describe('What one award may come to, as the listing states it'),
        window: z
          .strictObject({
            opens: dateOrNull.describe('First day for applications, London; null where not stated'),
            closes: dateOrNull.describe('Last day for applications, London; null where not stated'),
            open_now: z.boolean().describe('On the day of the answer'),
            days_to_close: z
              .int()
              .nullable()
              .describe('Calendar days in London, 0 is today; null when closed or rolling'),
          })
          .describe('When applications are taken'),
        source_url: z.string().describe('The grant on the official listing'),
        history: historySchema,
      }),
    )
    .describe(
      'Up to 10 schemes of this funder on the official listing, the soonest to close first; empty when none',
    ),
  coverage: z
    .strictObject({
      ...countedShape,
      corpus_fetched: instantOrNull.describe(
        'When the published data was last read, UTC; null when it never was',
      ),
      dates_set_aside: datesSetAside,
    })
    .describe('What was counted and what was left out'),
})

const ATTRIBUTION =
  'Grant data published to the 360Giving Data Standard by the funders named, under the licence named on each row; figures computed from it. Live grants: Contains public sector information licensed under the Open Government Licence v3.0.'

export const funderDossier = definePaid<FunderDeps>()({
  id: 'funder_dossier',
  method: 'GET',
  path: '/v1/funders/{name}',
  family: 'wing-3',
  priceUsdc: '0.20',
  title: 'Giving history of a UK grant funder',
  notFor: 'open calls: grants_search',
  summary:
    'What one funder gave, from the open corpus of published UK grants: totals by year, exact award sizes and the typical award, recent awards with licence and publisher, and its schemes open now. An unclear name costs nothing and returns candidates.',
  params,
  query: noFields,
  body: null,
  result,
  verdict: noVerdictSchema,
  listing: {
    text: 'What one UK funder gave: totals by year, award sizes, recent awards, and its schemes open now.',
  },
  attribution: ATTRIBUTION,
  example,
  freshness(_, deps, { nowMs }) {
    const { source, degradations } = deps.corpus(nowMs)
    const listing = deps.liveGrants([], nowMs)
    return {
      sources: [source, ...listing.sources],
      degradations: [...degradations, ...listing.degradations],
    }
  },
  async answer({ name }, deps, { nowMs }) {
    const { index, source, degradations } = deps.corpus(nowMs)
    const found = index.find(name)
    if (found.outcome === 'ambiguous') throw createAmbiguousError(name, found.candidates)
    if (found.outcome === 'unknown') throw createUnknownFunderError(name)
    const { dossier, quality } = found
    const listing = deps.liveGrants(dossier.names, nowMs)
    const flags = listUncounted(dossier)
    return {
      result: buildAnswer(dossier, quality, listing.grants, source.fetched),
      ...(flags.length > 0 ? { verdict: { score: null, band: null, flags, narrative: null } } : {}),
      sources: [source, ...listing.sources],
      degradations: [...degradations, ...datasetDegradations(dossier), ...listing.degradations],
      attribution: buildAttribution(dossier),
    }
  },
})

function buildAnswer(
  dossier: StoredDossier,
  quality: MatchQuality,
  liveGrants: readonly LiveGrant[],
  corpusFetched: string | null,
): z.input<typeof result> {
  const history = buildHistory(dossier)
  const { dates_set_aside: datesSetAside, ...coverage } = dossier.coverage
  return {
    funder: { name: dossier.names[0]!, ids: dossier.ids },
    match_quality: quality,
    giving: listUncounted(dossier).length > 0 ? NO_FIGURES : dossier.giving,
    recent_awards: dossier.recent_awards,
    live_grants_now: liveGrants
      .slice(0, LIVE_GRANTS)
      .map((grant) => ({ ...grant, history: placeAmount(history, grant.amounts) })),
    coverage: {
      ...coverage,
      corpus_fetched: corpusFetched,
      dates_set_aside: datesSetAside,
    },
  }
}

function placeAmount(
  history: AwardHistory | null,
  { min, max }: LiveGrant['amounts'],
): z.input<typeof historySchema> {
  if (history === null || (min === null && max === null)) return null
  const { awards, since, licence, publisher } = history
  const at = (amount: number | null) => (amount === null ? null : history.percentile(amount))
  return { min_percentile: at(min), max_percentile: at(max), awards, since, licence, publisher }
}

const NO_FIGURES: z.input<typeof result>['giving'] = {
  grants_made: null,
  total_awarded_gbp: null,
  years: { first: null, last: null },
  size_distribution_gbp: { min: null, p25: null, median: null, p75: null, max: null, mean: null },
  yearly: {},
  typical_award_gbp: null,
}

/**
 * Returns flags that say why there are no figures although awards are known. Zeros would read as a
 * history without awards.
 */
function listUncounted({ coverage }: StoredDossier): Flag[] {
  const {
    grants_included,
    excluded_share_alike: bound,
    excluded_non_gbp: foreign,
    excluded_zero_amount: zero,
  } = coverage
  if (grants_included > 0) return []
  const flags: Flag[] = []
  if (bound > 0) {
    const detail = `${describePublished(bound)} known under a share-alike licence only, from which no figure is computed; giving is unknown, not zero`
    flags.push({ code: 'SHARE_ALIKE_ONLY', detail })
  }
  if (foreign + zero > 0) {
    const detail = `${describePublished(foreign + zero)} left out, ${foreign} in another currency or none and ${zero} without a positive amount, and none is left to count; giving in pounds is unknown, not zero`
    flags.push({ code: 'NO_GBP_AWARDS', detail })
  }
  return flags
}

function describePublished(count: number): string {
  return `${count} published ${count === 1 ? 'grant is' : 'grants are'}`
}

/**
 * A dataset that should be counted and is old or missing makes the figures less than they claim to
 * be.
 */
function datasetDegradations(dossier: StoredDossier): Degradation[] {
  const failing = dossier.coverage.datasets.filter(
    ({ status }) => status === 'last_good' || status === 'unread',
  )
  const flaggedNames = failing
    .slice(0, NAMED_FAILURES)
    .map(
      ({ title, publisher, note }) =>
        `dataset "${title}" of ${publisher}: ${note ?? 'could not be read'}`,
    )
  if (failing.length > flaggedNames.length)
    flaggedNames.push(`${failing.length - flaggedNames.length} further datasets, see coverage`)
  return flaggedNames.map((text) => ({
    kind: 'failed',
    detail: `360Giving ${text}`,
    flagged: true,
  }))
}

function buildAttribution({ publishers, licences }: StoredDossier): string {
  if (publishers.length === 0) return ATTRIBUTION
  const named = publishers.slice(0, CREDITED_PUBLISHERS).join(', ')
  const more =
    publishers.length > CREDITED_PUBLISHERS
      ? ` and ${publishers.length - CREDITED_PUBLISHERS} more`
      : ''
  const under = licences.map(({ name, url }) => `${name} (${url})`).join(', ')
  return `Grant data published to the 360Giving Data Standard by ${named}${more} under ${under}; figures computed from it. Live grants: Contains public sector information licensed under the Open Government Licence v3.0.`
}

function createAmbiguousError(name: string, candidates: readonly FunderCandidate[]): ServiceError {
  return new ServiceError(
    'FUNDER_AMBIGUOUS',
    `"${shorten(name, 120)}" is not clearly one funder; ${candidates.length} may be meant`,
    {
      errors: candidates.map(({ slug, name: candidate, id, grants }) => ({
        field: 'name',
        in: 'path',
        // A funder without counted awards may have given much: callers learn before they pay that
        // it has no figures.
        message: `${slug}: ${candidate}${id === null ? '' : ` (${id})`}, ${grants === 0 ? 'no grants counted' : `${grants} grants`}`,
      })),
      hint: `repeat with one of these slugs: ${candidates.map(({ slug }) => slug).join(', ')}`,
    },
  )
}

function createUnknownFunderError(name: string): ServiceError {
  return new ServiceError(
    'SUBJECT_NOT_FOUND',
    `no funder in the corpus is called "${shorten(name, 120)}"`,
    {
      hint: 'try the full published name, or an organisation id such as GB-CHC-1156077; not every UK funder publishes its grants openly',
    },
  )
}
