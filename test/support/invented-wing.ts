/** A small wing with nothing behind it, for tests of transports and documents: one lookup, one search, one scoring by body. */
import { z } from 'zod'
import { noFields, noVerdictSchema, queryInteger, textOrNull } from '../../src/contract/input.ts'
import { bindPaid, definePaid } from '../../src/contract/operation.ts'
import type { Wing } from '../../src/contract/wing.ts'
import { ServiceError } from '../../src/kernel/errors.ts'

export interface Calls {
  /** Ids of operations whose handler ran. */
  readonly answered: string[]
}

const ATTRIBUTION = 'Invented for tests.'
const SOURCES = [{ name: 'Almanac', fetched: '2026-11-20T08:00:00Z', url: 'https://almanac.example/' }]

const params = z.strictObject({
  slug: z
    .string()
    .regex(/^[a-z]{2,20}$/, 'expected 2 to 20 letters')
    .meta({ description: 'Which island', example: 'muck' }),
})
const detail = z.strictObject({ detail: z.literal('full').optional().meta({ description: 'adds the note' }) })

const island = definePaid<Calls>()({
  id: 'island_profile',
  method: 'GET',
  path: '/v1/islands/{slug}',
  family: 'wing-1',
  priceUsdc: '0.02',
  title: 'Profile of an island',
  summary: 'Name and size of one island.',
  params,
  query: detail,
  body: null,
  result: z.strictObject({ slug: z.string(), name: z.string(), note: textOrNull.optional() }),
  verdict: noVerdictSchema,
  attribution: ATTRIBUTION,
  example: { summary: 'Muck', input: { slug: 'muck' }, result: { slug: 'muck', name: 'Isle of Muck' } },
  async answer({ slug, detail: depth }, calls) {
    calls.answered.push('island_profile')
    if (slug === 'atlantis') throw new ServiceError('SUBJECT_NOT_FOUND', 'No island has this name.')
    return { result: { slug, name: `Isle of ${slug}`, ...(depth ? { note: null } : {}) }, sources: SOURCES, degradations: [] }
  },
})

const searchQuery = z.strictObject({
  q: z.string().min(2).max(40).meta({ description: 'Part of the name', example: 'mu' }),
  limit: queryInteger({ min: 1, max: 5, description: 'How many' }).default(5),
})

const search = definePaid<Calls>()({
  id: 'island_search',
  method: 'GET',
  path: '/v1/islands/search',
  family: 'wing-2',
  priceUsdc: '0.005',
  title: 'Search islands',
  summary: 'Islands by name.',
  params: noFields,
  query: searchQuery,
  body: null,
  result: z.strictObject({ islands: z.array(z.string()), limit: z.int() }),
  verdict: noVerdictSchema,
  attribution: ATTRIBUTION,
  example: { summary: 'By name', input: { q: 'mu' }, result: { islands: ['muck'], limit: 5 } },
  async answer({ q, limit }, calls) {
    calls.answered.push('island_search')
    return { result: { islands: [q], limit }, sources: SOURCES, degradations: [] }
  },
})

const body = z.strictObject({
  description: z.string().min(10).max(200).meta({ description: 'What you like', example: 'quiet beaches' }),
  remote: z.boolean().default(false).meta({ description: 'Far away is fine' }),
  limit: z.int().min(1).max(10).default(10).meta({ description: 'How many' }),
})

const match = definePaid<Calls>()({
  id: 'island_match',
  method: 'POST',
  path: '/v1/islands/match',
  family: 'wing-3',
  priceUsdc: '0.15',
  title: 'Match islands to a wish',
  summary: 'Scores islands against what you like.',
  params: noFields,
  query: noFields,
  body,
  result: z.strictObject({ best: z.string(), remote: z.boolean() }),
  verdict: z.strictObject({ score: z.int(), band: z.string(), flags: z.array(z.never()), narrative: z.null() }),
  attribution: ATTRIBUTION,
  example: {
    summary: 'Beaches',
    input: { description: 'quiet beaches' },
    result: { best: 'muck', remote: false },
    verdict: { score: 90, band: 'strong', flags: [], narrative: null },
  },
  async answer({ remote }, calls) {
    calls.answered.push('island_match')
    const verdict = { score: 90, band: 'strong', flags: [], narrative: null }
    return { result: { best: 'muck', remote }, verdict, sources: SOURCES, degradations: [] }
  },
})

export function inventedWing(calls: Calls = { answered: [] }): Wing {
  return {
    operations: bindPaid([search, island, match], calls),
    health: () => ({ upstreams: {}, warnings: [] }),
    notes: { island_profile: 'Surveyed in 1900.' },
    previewSubjects: () => [{ operationId: 'island_profile', params: { slug: 'muck' } }],
    start: () => {},
  }
}
