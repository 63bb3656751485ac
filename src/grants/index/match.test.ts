import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { criteriaText } from '../model/detail.ts'
import { readListItem } from '../model/listing.ts'
import { buildGeneration, type IndexedGrant } from './generation.ts'
import { matchGrants } from './match.ts'

function grant(label: string, name: string, summary: string): IndexedGrant {
  const facts = readListItem({ label, grantName: name, grantShortDescription: summary } as never)
  const detail = null
  return {
    facts,
    removedMs: null,
    detail,
    text: criteriaText(detail),
    criteria: [],
    basis: null,
    parsedMs: null,
    sourceUrl: 'https://listing.example',
  }
}

const GRANTS = [
  grant(
    'a-language',
    'Heritage language revival',
    'Little awards for speakers of small languages and dialects.',
  ),
  grant(
    'b-ovens',
    'Community kitchens',
    'Ovens, fridges and cookers for community kitchens and bakeries.',
  ),
  grant('c-trees', 'Hedgerow and orchard fund', 'Tree planting along field edges.'),
  grant('d-roofs', 'Warm roofs', 'Insulation and solar panels for village halls.'),
]
const generation = buildGeneration(GRANTS, 0)
const NOW = Date.parse('2026-11-20T10:00:00Z')

/** Relevance by id; 0 where a grant is no match. */
const relevance = (description: string, keywords: readonly string[] = []) => {
  const question = { description, keywords, declared: new Map(), openNow: false, limit: 10 }
  const { matches } = matchGrants(generation, question, NOW)
  return Object.fromEntries(
    generation.grants.map(({ facts: { id } }) => [
      id,
      matches.find(({ grant }) => grant.facts.id === id)?.relevance ?? 0,
    ]),
  )
}

describe('relevance', () => {
  test('is high for what a grant names and nothing for what it does not', () => {
    const found = relevance('An oven for a community kitchen')
    expect(found['b-ovens']).toBeGreaterThan(60)
    expect(found['c-trees']).toBe(0)
  })

  test('one word in common by accident is never high', () => {
    for (const description of [
      'New shelves and a till for a dialects bookshop',
      'Dialects, drums and a minibus',
    ])
      expect(relevance(description)['a-language']).toBeLessThanOrEqual(25)
  })

  test('words that no grant names count against every grant', () => {
    const bare = relevance('Solar panels and insulation')
    const more = relevance('Solar panels and insulation, periscopes, zithers and quokkas')
    expect(more['d-roofs']).toBeLessThan(bare['d-roofs']!)
    expect(more['d-roofs']).toBeGreaterThan(0)
  })

  test('a keyword that a grant names is no accident', () => {
    expect(relevance('Something for our members', ['insulation'])['d-roofs']).toBeGreaterThan(25)
  })

  test('another unknown word never helps', () => {
    const words = fc.constantFrom(
      'solar panels',
      'insulation',
      'orchard',
      'oven',
      'small',
      'dialects',
      'kitchens',
      'trees',
    )
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('zither', 'quokka', 'periscope'),
        (parts, unknown) => {
          const before = relevance(`We want ${parts.join(' and ')}.`)
          const after = relevance(`We want ${parts.join(' and ')} and ${unknown}.`)
          for (const [id, value] of Object.entries(after))
            expect(value).toBeLessThanOrEqual(before[id]!)
        },
      ),
    )
  })
})

describe('the order of matches', () => {
  test('is that of ids where grants are equally relevant', () => {
    const roofs = 'Insulation and solar panels for village halls.'
    const equal = ['c', 'a', 'b'].map((id) => grant(id, 'Warm roofs', roofs))
    const question = {
      description: 'Solar panels for our hall',
      keywords: [],
      declared: new Map(),
      openNow: false,
      limit: 2,
    }
    const { matches } = matchGrants(buildGeneration(equal, 0), question, NOW)
    expect(matches.map(({ grant: { facts } }) => facts.id)).toEqual(['a', 'b'])
  })
})
