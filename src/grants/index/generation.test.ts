import { describe, expect, test } from 'vitest'
import { criteriaText, type GrantDetail } from '../model/detail.ts'
import { readListItem } from '../model/listing.ts'
import { buildGeneration, type IndexedGrant } from './generation.ts'

interface Words {
  name: string
  funder?: string
  summary?: string
  text?: string
  applicants?: string[]
}

function grant(id: string, { name, funder, summary, text, applicants }: Words) {
  const facts = readListItem({
    label: id,
    grantName: name,
    grantFunder: funder,
    grantShortDescription: summary,
    grantApplicantType: applicants,
  } as never)
  const detail: GrantDetail | null =
    text === undefined
      ? null
      : { updatedAt: null, webpageUrl: null, tabs: { grantObjectivesTab: text } }
  const reading = { criteria: [], basis: null, parsedMs: null }
  return {
    ...reading,
    facts,
    removedMs: null,
    detail,
    text: criteriaText(detail),
    sourceUrl: 'https://listing.example',
  } satisfies IndexedGrant
}

/** Ids of the grants that a search finds, best first. */
function find(query: string, grants: readonly IndexedGrant[]): string[] {
  const { search, grants: sorted } = buildGeneration(grants, 0)
  const ranked = search.rank(query, () => true)
  return [...ranked.documents]
    .sort((one, other) => ranked.score(other) - ranked.score(one))
    .map((number) => sorted[number]!.facts.id)
}

const NONE = { name: 'Hedges', funder: 'Trees', summary: 'Edges', text: 'Fields' }
const OTHERS = Array.from({ length: 20 }, (_, number) =>
  grant(`other-${number}`, { ...NONE, applicants: ['Farms'] }),
)

describe('a search', () => {
  test('puts the name before the summary, and the summary before funder, texts and categories', () => {
    const found = find('orchards', [
      ...OTHERS,
      grant('by-text', { ...NONE, text: 'Orchards' }),
      grant('by-funder', { ...NONE, funder: 'Orchards' }),
      grant('by-summary', { ...NONE, summary: 'Orchards' }),
      grant('by-name', { ...NONE, name: 'Orchards' }),
      grant('by-category', { ...NONE, applicants: ['Orchards'] }),
    ])
    expect(found.slice(0, 3)).toEqual(['by-name', 'by-summary', 'by-funder'])
    expect(found.slice(3).sort()).toEqual(['by-category', 'by-text'])
  })

  test('leaves out what names little of a query, whether or not another names more', () => {
    const query = 'orchards periscopes zithers quokkas kazoos trombones bassoons'
    expect(find(query, [...OTHERS, grant('one-of-seven', { ...NONE, text: 'Orchards' })])).toEqual(
      [],
    )
  })
})
