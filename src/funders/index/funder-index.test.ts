import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inventedDossier as dossier } from '../../../test/support/invented-dossier.ts'
import { pack } from '../../background/stored-layout.ts'
import { DOSSIER } from '../corpus/dossier.ts'
import { buildFunderIndex, type FunderMatch } from './funder-index.ts'

const DOSSIERS = [
  dossier(
    'national-fen-lottery-fund',
    ['National Fen Lottery Fund', 'Fen Lottery', 'NFLF'],
    ['GB-GOR-PB9100', '360G-fen'],
    900,
  ),
  dossier('esmee-harbour-foundation', ['Esmée Harbour Foundation'], ['GB-CHC-9000004']),
  dossier(
    'quayside-arts-science-trust',
    ['Quayside Arts/Science Trust', 'Quayside Trust'],
    ['GB-SC-SC900005'],
  ),
  dossier('hillside-foundation', ['Hillside Foundation'], ['GB-CHC-9000007'], 9),
  dossier('hillside-foundation-gb-chc-9000008', ['Hillside Foundation'], ['GB-CHC-9000008'], 6),
  dossier('leeds-community-foundation', ['Leeds Community Foundation'], ['GB-CHC-9000020'], 30),
  dossier('kent-community-foundation', ['Kent Community Foundation'], ['GB-CHC-9000021'], 20),
  dossier('sport-fenland', ['Sport Fenland'], []),
  dossier('gb-el-1', ['Ελληνικό Ίδρυμα'], ['360G-el-1']),
]

async function* batches() {
  yield DOSSIERS.map((each) => pack(DOSSIER, each))
}

const index = await buildFunderIndex({ id: 'g', builtMs: 0, fetchedMs: 0, summary: '' }, batches())
const outcome = (found: FunderMatch) =>
  found.outcome === 'found'
    ? `${found.quality} ${found.dossier.slug}`
    : found.outcome === 'unknown'
      ? 'unknown'
      : `ask ${found.candidates.map(({ slug }) => slug).join(' ')}`

it.each([
  ['National Fen Lottery Fund', 'exact_name national-fen-lottery-fund'],
  ['national fen  lottery fund ', 'exact_name national-fen-lottery-fund'],
  ['The National Fen Lottery Fund Ltd', 'exact_name national-fen-lottery-fund'],
  ['national-fen-lottery-fund', 'slug national-fen-lottery-fund'],
  ['Sport-Fenland', 'slug sport-fenland'],
  ['sport fenland', 'exact_name sport-fenland'],
  ['Fen Lottery', 'alias national-fen-lottery-fund'],
  ['the fen lottery', 'alias national-fen-lottery-fund'],
  ['nflf', 'alias national-fen-lottery-fund'],
  ['GB-GOR-PB9100', 'exact_id national-fen-lottery-fund'],
  ['gb-gor-pb9100', 'exact_id national-fen-lottery-fund'],
  ['360g-FEN', 'exact_id national-fen-lottery-fund'],
  ['GB-CHC-1', 'unknown'],
  ['Esmee Harbour Foundation', 'exact_name esmee-harbour-foundation'],
  ['Esme Harbour Foundation', 'fuzzy esmee-harbour-foundation'],
  ['Esmée Harbuor Foundation', 'fuzzy esmee-harbour-foundation'],
  ['Esmée Harbour Fundation', 'fuzzy esmee-harbour-foundation'],
  ['Esme Harbor Foundation', 'ask esmee-harbour-foundation'],
  ['Foundation Harbour Esmée', 'ask esmee-harbour-foundation'],
  ['Quayside Arts/Science Trust', 'exact_name quayside-arts-science-trust'],
  ['Quayside Arts & Science Trust', 'ask quayside-arts-science-trust'],
  ['Hillside Foundation', 'ask hillside-foundation hillside-foundation-gb-chc-9000008'],
  ['hillside-foundation', 'slug hillside-foundation'],
  ['Hilside Foundation', 'ask hillside-foundation hillside-foundation-gb-chc-9000008'],
  ['Gwent Community Foundation', 'unknown'],
  ['Nobody Foundation', 'unknown'],
  ['Nobody Community Foundation', 'unknown'],
  ['National Community Trust', 'unknown'],
  ['Leeds Communities Foundation', 'ask leeds-community-foundation'],
  ['Leedds Community Foundation', 'fuzzy leeds-community-foundation'],
  ['Leads Community Foundation', 'ask leeds-community-foundation'],
  ['Community Foundation', 'ask kent-community-foundation leeds-community-foundation'],
  ['harbour', 'ask esmee-harbour-foundation'],
  ['Esmeharbour Foundation', 'ask esmee-harbour-foundation'],
  ['Ελληνικό Ίδρυμα', 'exact_name gb-el-1'],
  ['Zzyzx Philanthropies', 'unknown'],
  ['//', 'unknown'],
])('%s: %s', (asked, expected) => {
  expect(outcome(index.find(asked))).toBe(expected)
})

describe('an ambiguous name is a question, not a sale', async () => {
  async function* batch() {
    yield [
      dossier('hertfordshire-community-foundation', ['Hertfordshire Community Foundation'], []),
      dossier('berkshire-community-foundation', ['Berkshire Community Foundation'], []),
      dossier('northern-ireland-office', ['Northern Ireland Office'], []),
      dossier('trafford-housing-trust', ['Trafford Housing Trust'], []),
      dossier('barnwood-trust', ['Barnwood Trust'], []),
      dossier('garfield-weston-foundation', ['Garfield Weston Foundation'], []),
      dossier('warwickshire-trust', ['Warwickshire Trust'], []),
      dossier('a-b-charitable-trust', ['A B Charitable Trust'], []),
      dossier('iceland-foods-foundation', ['Iceland Foods Foundation'], []),
      dossier('walcot-foundation', ['Walcot Foundation', 'Walcote Charity'], []),
      dossier('the-moorland-trust', ['The Moorland Trust'], []),
      dossier('friends-of-moreland', ['Friends of Mooreland'], []),
    ].map((each) => pack(DOSSIER, each))
  }
  const near = await buildFunderIndex({ id: 'g', builtMs: 0, fetchedMs: 0, summary: '' }, batch())

  it.each([
    ['Herefordshire Community Foundation', 'ask hertfordshire-community-foundation'],
    ['Yorkshire Community Foundation', 'ask berkshire-community-foundation'],
    ['Southern Ireland Office', 'ask northern-ireland-office'],
    ['Stafford Housing Trust', 'ask trafford-housing-trust'],
    ['Harwood Trust', 'ask barnwood-trust'],
    ['Hatfield Weston Foundation', 'ask garfield-weston-foundation'],
    ['Berwickshire Trust', 'ask warwickshire-trust'],
    ['B A Charitable Trust', 'ask a-b-charitable-trust'],
    ['Ireland Foods Foundation', 'ask iceland-foods-foundation'],
    ['Mooreland Trust', 'ask the-moorland-trust'],
  ])('%s: %s', (asked, expected) => {
    const found = outcome(near.find(asked))
    expect(found.split(' ').slice(0, 2).join(' ')).toBe(expected)
  })

  it.each([
    ['Garfeild Weston Foundation', 'fuzzy garfield-weston-foundation'],
    ['Garfield Westton Foundation', 'fuzzy garfield-weston-foundation'],
    ['Hertfordshre Community Foundation', 'fuzzy hertfordshire-community-foundation'],
    ['Barnwod Trust', 'fuzzy barnwood-trust'],
    ['AB Charitable Trust', 'fuzzy a-b-charitable-trust'],
    // A word of the same funder's other name is no word of another's.
    ['Walcote Foundation', 'fuzzy walcot-foundation'],
  ])('but a typing error is not: %s', (asked, expected) => {
    expect(outcome(near.find(asked))).toBe(expected)
  })
})

it('a name of strange words is unknown, whatever common words follow', () => {
  const strange = fc.stringMatching(/^[bdgjpqvxz]{5,9}$/)
  const tail = fc.subarray(
    ['Community', 'Charitable', 'Foundation', 'Trust', 'Fund', 'National', 'of', 'and'],
    { minLength: 1 },
  )
  fc.assert(
    fc.property(strange, tail, (word, words) => {
      expect(outcome(index.find([word, ...words].join(' ')))).toBe('unknown')
    }),
  )
})

it('lists at most five candidates', async () => {
  async function* many() {
    yield Array.from({ length: 9 }, (_, count) =>
      pack(
        DOSSIER,
        dossier(`fund-${count}`, [`Fund of the ${'abcdefghi'[count]} valley`], [], count),
      ),
    )
  }
  const found = (
    await buildFunderIndex({ id: 'g', builtMs: 0, fetchedMs: 0, summary: '' }, many())
  ).find('valley fund')
  expect(found.outcome === 'ambiguous' && found.candidates.length).toBe(5)
})
