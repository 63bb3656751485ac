import { describe, expect, test } from 'vitest'
import { buildPostings, type Field } from './postings.ts'
import { createSynonyms } from './query.ts'
import {
  createRanker,
  listRelevant,
  type Meanings,
  type RankSettings,
  type Relevance,
  toMatched,
  UNCLASSIFIED,
} from './ranker.ts'

const synonyms = createSynonyms([
  ['hall', 'building'],
  ['boat', 'ship', 'vessel'],
])
const MEANINGS: Meanings = {
  ...UNCLASSIFIED,
  synonyms: synonyms.of,
  knows: () => false,
  weak: new Set(['fund']),
  longest: synonyms.longest,
}
const SETTINGS: RankSettings = {
  weights: [4, 1],
  codesField: 2,
  codeLength: 0,
  synonym: 0.6,
  synonymInBody: 0.3,
  titles: 0b01,
  floor: 0.05,
  relativeFloor: 0,
  close: { ofBest: 0.85, ofFullMatch: 0.55, mostCodes: 5 },
  related: { ofBest: 0.5, ofFullMatch: 0.3 },
}
const DOCUMENTS: Field[][] = [
  ['Repair of a hall', 'Roofs and walls'],
  ['Repair of a building', 'Roofs and walls'],
  ['Boats of the coast', 'A fund for sailors'],
  ['Ships of the coast', 'A fund for fishermen'],
  ['Lifeboats', 'A vessel for each harbour'],
  ['Orchards', 'A fund for growers'],
]

function rankerOf(documents: readonly Field[][], settings: Partial<RankSettings> = {}) {
  return createRanker(buildPostings(documents), UNCLASSIFIED, MEANINGS, {
    ...SETTINGS,
    ...settings,
  })
}

/** Numbers of the found documents, best first. */
function find(query: string, settings: Partial<RankSettings> = {}, documents = DOCUMENTS) {
  const ranked = rankerOf(documents, settings).rank(query, () => true)
  return [...ranked.documents].sort((a, b) => ranked.score(b) - ranked.score(a))
}

describe('the ranker', () => {
  test('puts own words before synonyms, and synonyms of a title before those of a body', () => {
    expect(find('boat')).toEqual([2, 3, 4])
    expect(find('hall')).toEqual([0, 1])
  })

  test('gives the strongest reason, and the words as they were typed', () => {
    const ranked = rankerOf(DOCUMENTS).rank('Boats', () => true)
    expect(toMatched(ranked, 2)).toEqual({
      words: ['Boats'],
      cpv: null,
      by: 'words',
      relevance: 'close',
    })
    expect(toMatched(ranked, 3)).toMatchObject({ words: [], cpv: null, by: 'synonym' })
  })

  test('grades by the share of the best score, and by the share of a full match', () => {
    const grades = (query: string) => {
      const ranked = rankerOf(DOCUMENTS).rank(query, () => true)
      return ranked.documents.map((document) => [document, ranked.relevance(document)])
    }
    expect(grades('coast sailors')).toEqual([
      [2, 'close'],
      [3, 'related'],
    ])
    // The best result of a question to which nothing fits is not close to it.
    expect(grades('repair zeppelins masts moorings airships')).toEqual([
      [0, 'loose'],
      [1, 'loose'],
    ])
    const ranked = rankerOf(DOCUMENTS).rank('coast sailors', () => true)
    expect(
      [null, 'loose', 'related', 'close'].map((least) =>
        listRelevant(ranked, least as Relevance | null),
      ),
    ).toEqual([[2, 3], [2, 3], [2, 3], [2]])
  })

  test('a synonym that most documents have is worth less than one that few have', () => {
    const scoreWith = (others: number) => {
      const documents = Array.from({ length: 20 }, (_, number) =>
        number <= others ? ['Ship'] : number === 19 ? ['Boat'] : ['Orchard'],
      )
      const ranker = rankerOf(documents, { synonymsByRarity: true })
      return ranker.rank('boat', () => true).score(0)
    }
    expect(scoreWith(15)).toBeLessThan(scoreWith(0) / 4)
  })

  test('a misspelt word is corrected, and quoted words count only together', () => {
    expect(find('orchrads')).toEqual([5])
    expect(find('"repair of a hall"')).toEqual([0])
    expect(find('"hall repair"')).toEqual([])
    expect(find('"repair of a building"')).toEqual([1])
  })

  test('a field of more weight is worth more, as far as the weight says', () => {
    const ranked = rankerOf([
      ['Orchards', 'Hall'],
      ['Hall', 'Orchards'],
      ['Boats', 'Ships'],
    ]).rank('hall', () => true)
    expect(ranked.score(1) / ranked.score(0)).toBeGreaterThan(1.5)
  })

  test('a word that is misspelt in its ending is corrected, a short or unlike one is not', () => {
    const documents = ['Building', 'Consultancy', 'Waste', 'Lamp', 'Contact'].map((title) => [
      title,
    ])
    const found = (query: string) => find(query, {}, documents)
    expect(['buildng', 'Buildign', 'buidling'].map(found)).toEqual([[0], [0], [0]])
    expect(['consultnacy', 'consultncy'].map(found)).toEqual([[1], [1]])
    expect(['wsate', 'lampoon', 'bilding'].map(found)).toEqual([[], [], []])
    const misspelt = ['buildng', 'buildign', 'builidng', 'buildngi', 'buildnig']
    expect(found(`${misspelt.slice(0, 3).join(' ')} consultnacy`)).toContain(1)
    expect(found(`${misspelt.join(' ')} consultnacy`)).not.toContain(1)
  })

  test('documents that are not shown do not raise the floor of others', () => {
    const ranker = rankerOf(DOCUMENTS, { relativeFloor: 0.9 })
    expect(ranker.rank('boat', () => true).documents).toEqual([2])
    expect(ranker.rank('boat', (number) => number !== 2).documents).toEqual([2, 3])
  })

  test('judges documents of another index as its own', () => {
    const ranker = rankerOf(DOCUMENTS)
    const own = ranker.rank('boat harbour', () => true)
    const judged = ranker.judge('boat harbour', buildPostings(DOCUMENTS.slice(3)), own.scale)
    expect(judged.documents.map((number) => judged.score(number))).toEqual(
      own.documents.filter((number) => number >= 3).map((number) => own.score(number)),
    )
  })
})

describe('a long query', () => {
  const long = { mostConcepts: 400, fullConcepts: 2, quotedWeight: 2 }

  test('is satisfied by so many of its rarest concepts', () => {
    const query = 'repair, hall, roofs, walls, periscopes'
    const [short, full] = [SETTINGS, { ...SETTINGS, long }].map((settings) =>
      rankerOf(DOCUMENTS, settings).rank(query, () => true),
    )
    expect(short!.score(0)).toBeLessThan(0.8)
    expect(full!.score(0)).toBeGreaterThan(1)
  })

  test('counts distinctive concepts: a phrase as two, a word of most documents as none', () => {
    const ranked = rankerOf(DOCUMENTS, { long }).rank('fund boats "roofs and walls"', () => true)
    expect([0, 2, 5].map(ranked.distinctive)).toEqual([2, 1, 0])
    expect(ranked.conceptCount).toBe(3)
  })

  test('reads more concepts than a search does', () => {
    const filler = Array.from({ length: 30 }, (_, number) => `filler${number}`).join(' ')
    expect(find(`${filler} orchards`)).toEqual([])
    expect(find(`${filler} orchards`, { long })).toEqual([5])
  })
})
