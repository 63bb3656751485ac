/** Texts as portals publish them. Shapes are as recorded, contents invented. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { repairText, withBreaks } from './repair-text.ts'

const LONDON = { zuluIsLondon: true }
const ZULU = { zuluIsLondon: false }

describe('letters that were a line break', () => {
  test.each([
    [
      'Lift maintenancern Portable Appliance Testingrn Fixed wiresrn',
      'Lift maintenance\n Portable Appliance Testing\n Fixed wires\n',
    ],
    [
      'This includes:rn - the hall;rn - the yard.rn',
      'This includes:\n - the hall;\n - the yard.\n',
    ],
    [
      'See https://buyer.example.org/help.aspxrn or ID=2361rn',
      'See https://buyer.example.org/help.aspx\n or ID=2361\n',
    ],
    [
      'not limited torn Joinery, the site andrn its yard',
      'not limited to\n Joinery, the site and\n its yard',
    ],
    [
      'to be agreed by yourn bank, thern buyer and norn other',
      'to be agreed by you\n bank, the\n buyer and no\n other',
    ],
    [
      'within the investmentrnThe supplier  rnThe date',
      'within the investment\nThe supplier  \nThe date',
    ],
    ['paid in GBPrn by the NHS Boardrn', 'paid in GBP\n by the NHS Board\n'],
    ['Opening timesrnrn Mondayrn', 'Opening times\n\n Monday\n'],
    ['a returnrn of modernrnrn', 'a return\n of modern\n\n'],
    ['the Certificatern of O’Shearn Hall', 'the Certificate\n of O’Shea\n Hall'],
  ])('%s', (published, meant) => {
    expect(withBreaks(published)).toBe(meant)
  })

  test.each([
    'Northern and Western Isles: return of modern lanterns in Blackburn, Kinghorn, Fulbourn and Nairn',
    'Replacing worn belts, in turn, is a concern of the Strathearn tavern and of Llyn Padarn',
    'A pattern that the supplier must learn, earn, warn and discern',
  ])('words that truly end so stay: %s', (text) => {
    expect(withBreaks(text)).toBe(text)
  })

  test('tabs before the entries of a list', () => {
    expect(
      withBreaks('as follows: -tInspect all rooms. -tCV of the lead 2.1.tThe bidder tProvide'),
    ).toBe('as follows: -\tInspect all rooms. -\tCV of the lead 2.1.\tThe bidder \tProvide')
    expect(withBreaks('saves 40 tCO2e by tRNA tests')).toBe('saves 40 tCO2e by tRNA tests')
  })

  test('a text with real line breaks was not spoilt', () => {
    expect(withBreaks('Mastern\nof works')).toBe('Mastern\nof works')
  })

  test('nothing but those letters is changed, and nothing a second time', () => {
    const words = fc.array(
      fc.constantFrom(
        'site',
        'siten',
        'rn',
        'worksrn',
        'return',
        'ITTrn',
        '-tLot',
        '–',
        '5',
        'torn',
        ' ',
        'Ürn',
      ),
      {
        maxLength: 30,
      },
    )
    fc.assert(
      fc.property(words, (parts) => {
        const text = parts.join(' ')
        const once = withBreaks(text)
        expect(once.replaceAll('\n', 'rn').replaceAll('\t', 't')).toBe(text)
        expect(withBreaks(once)).toBe(once)
      }),
    )
  })
})

describe('a release', () => {
  const raw = {
    title: 'Roofsrn',
    buyer: { name: 'Cadern' },
    date: '2026-05-01T00:00:00Z',
    tender: {
      tenderPeriod: { endDate: '2026-05-01T12:00:00Z' },
      lots: [{ description: 'Tiles.rn' }],
    },
  }
  const proseMended = {
    ...raw,
    title: 'Roofs\n',
    tender: { ...raw.tender, lots: [{ description: 'Tiles.\n' }] },
  }

  test('that shows its loss is repaired in prose, not in names', () => {
    expect(repairText(ZULU, raw)).toEqual(proseMended)
  })

  test('of a portal whose Z is no Z loses it, but for the day of the release, which has no hour', () => {
    expect(repairText(LONDON, raw)).toEqual({
      ...proseMended,
      tender: { ...proseMended.tender, tenderPeriod: { endDate: '2026-05-01T12:00:00' } },
    })
  })

  test.each(['Repairs at St Ahern Hall', 'Vern and Ahern', 'Tiles for Stern'])(
    'without such a sign keeps words that nobody listed: %s',
    (title) => {
      const clean = { title, description: 'Works on a roof.' }
      expect(repairText(ZULU, clean)).toBe(clean)
    },
  )
})
