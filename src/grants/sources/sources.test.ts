import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dataRoutePageProps,
  FormatChanged,
  findBuildId,
  parseEmbeddedProps,
  readDetailPage,
  readListPage,
} from './page-data.ts'
import { forbids } from './robots.ts'

const html = (json: string) =>
  `<html><body><script id="__NEXT_DATA__" type="application/json" crossorigin="">${json}</script></body></html>`
const item = (members: object = {}) => ({
  id: 'e1',
  label: 'a-grant',
  grantName: 'A grant',
  grantFunder: 'F',
  grantLocation: ['National'],
  grantApplicantType: ['Non-profit'],
  grantApplicationOpenDate: '2026-01-01T00:01',
  grantApplicationCloseDate: '2026-12-31T23:59',
  grantMaximumAward: 5,
  ...members,
})
const list = (items: unknown[], totalGrants: unknown = items.length) => ({
  searchResult: items,
  totalGrants,
})

describe('embedded page data', () => {
  test('is found whatever stands around it, with what Next.js escapes', () => {
    expect(parseEmbeddedProps(html('{"props":{"pageProps":{"a":"\\u003cb\\u003e"}}}'))).toEqual({
      a: '<b>',
    })
    expect(parseEmbeddedProps('<html></html>')).toBeNull()
  })

  test.each([
    ['cut off', html('{"props":{"pagePr')],
    ['without an end', '<script id="__NEXT_DATA__" type="application/json">{"props":{}}'],
    ['without pageProps', html('{"props":{}}')],
    ['pageProps that are no object', html('{"props":{"pageProps":[1]}}')],
  ])('%s is a changed format', (_, page) =>
    expect(() => parseEmbeddedProps(page)).toThrow(FormatChanged),
  )

  test('any text is read, refused or recognised as without data', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          parseEmbeddedProps(html(text))
        } catch (error) {
          expect(error).toBeInstanceOf(FormatChanged)
        }
      }),
      { numRuns: 50 },
    )
  })

  test('the build id is in the address of the manifest', () => {
    expect(findBuildId('<script src="/_next/static/AbC-1_x/_buildManifest.js">')).toBe('AbC-1_x')
    expect(findBuildId('<p>')).toBeNull()
    expect(() => dataRoutePageProps('<html>')).toThrow(FormatChanged)
  })
})

describe('a list page', () => {
  test('keeps the members that are relied on and nothing else', () => {
    const page = readListPage(list([item({ secret: 'x', grantMinimumAward: 'lots' })]))
    expect(page.items[0]).not.toHaveProperty('secret')
    expect(page.items[0]).toMatchObject({ label: 'a-grant', grantMinimumAward: null })
  })

  test.each<[string, Record<string, unknown>]>([
    ['no list', { totalGrants: 0 }],
    ['no total', { searchResult: [item()] }],
    ['a total as text', list([item()], '1')],
    [
      'renamed members',
      list([
        { slug: 'a', title: 'A' },
        { slug: 'b', title: 'B' },
      ]),
    ],
  ])('%s is a changed format', (_, props) =>
    expect(() => readListPage(props)).toThrow(FormatChanged),
  )

  test.each(['grantFunder', 'grantLocation', 'grantApplicantType', 'grantMaximumAward'])(
    '%s was renamed if most lost it',
    (name) => {
      const { [name]: _, ...without } = item() as Record<string, unknown>
      const losing = (count: number) =>
        Array.from({ length: 4 }, (_, at) => ({
          ...(at < count ? without : item()),
          label: `grant-${at}`,
        }))
      expect(() => readListPage(list(losing(3)))).toThrow(`most adverts have no ${name}`)
      expect(readListPage(list(losing(2))).items).toHaveLength(4)
    },
  )

  test('one broken advert among many is left out and named', () => {
    const items = [
      item(),
      ...Array.from({ length: 9 }, (_, index) =>
        item({ id: `x${index}`, label: `grant-${index}` }),
      ),
      item({ label: 'Bad Slug!' }),
    ]
    const page = readListPage(list(items))
    expect([page.items.length, page.itemCount]).toEqual([10, 11])
    expect(page.broken).toEqual([
      { slug: null, id: 'e1', reason: expect.stringContaining('label') },
    ])
  })
})

describe('an advert page', () => {
  const fields = {
    grantName: 'A',
    grantEligibilityTab: 'Who may apply.',
    grantWebpageUrl: 'javascript:alert(1)',
  }
  test('gives its tabs, its change date, and a link only when it is one', () => {
    const detail = readDetailPage({ grantDetail: { sys: { updatedAt: '2026-01-01' }, fields } })
    expect(detail).toEqual({
      updatedAt: '2026-01-01',
      webpageUrl: null,
      tabs: { grantEligibilityTab: 'Who may apply.' },
    })
  })

  test.each([
    ['no detail', {}],
    ['no name', { grantDetail: { fields: { grantEligibilityTab: 'x' } } }],
    ['no tabs', { grantDetail: { fields: { grantName: 'A' } } }],
  ])('%s is a changed format', (_, props) =>
    expect(() => readDetailPage(props)).toThrow(FormatChanged),
  )
})

describe('robots.txt', () => {
  test.each([
    ['', false],
    ['User-agent: *\nDisallow:', false],
    ['User-agent: *\nDisallow: /', true],
    ['User-agent: *\nDisallow: /grants', true],
    ['User-agent: *\nDisallow: /grants\nAllow: /grants', false],
    ['User-agent: *\nDisallow: /gr*s$', true],
    ['User-agent: *\nDisallow: /gr*t$', false],
    ['User-agent: *\nDisallow: /gr*s*$', true],
    [`User-agent: *\nDisallow: /${'*a'.repeat(40)}`, false],
    ['User-agent: *\nDisallow: /admin # not ours', false],
    ['User-agent: other\nDisallow: /', false],
    ['User-agent: ukintel\nDisallow: /\n\nUser-agent: *\nAllow: /', true],
    ['User-agent: ukintel\nAllow: /\n\nUser-agent: *\nDisallow: /', false],
    ['User-agent: a\nUser-agent: *\nDisallow: /', true],
  ])('%j', (text, forbidden) => expect(forbids(text, 'ukintel', '/grants')).toBe(forbidden))
})
