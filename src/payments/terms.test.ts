import { describe, expect, it } from 'vitest'
import { createShop } from '../../test/support/shop.ts'
import type { PaidDescription } from '../contract/operation.ts'
import { ServiceError } from '../platform/errors.ts'
import {
  availabilityOf,
  buildTerms,
  type More,
  type PaymentSettings,
  quotedUrl,
  type Refused,
  type Unavailability,
} from './terms.ts'

const MAX_HEADER = 4096
const PUBLIC_URL = 'https://shop.test'
const [search, item, order, basket] = createShop().wing.operations.map(
  ({ operation }) => operation as PaidDescription,
) as [PaidDescription, PaidDescription, PaidDescription, PaidDescription]

const settings: PaymentSettings = {
  network: 'eip155:84532',
  networkName: 'Base Sepolia',
  test: true,
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  assetName: 'USDC',
  payTo: `0x${'1'.repeat(40)}`,
  publicUrl: PUBLIC_URL,
}
const AWAY: Unavailability = { code: 'UPSTREAM_UNAVAILABLE', detail: 'Cannot be delivered now.' }
const REFUSED: Refused = {
  error: 'insufficient_funds',
  refusal: { field: 'f', sent: 's', wanted: 'w', repeatable: true, hint: 'Fill the wallet.' },
}
const FRESHNESS = { as_of: null, sources: [] } as unknown as NonNullable<More['freshness']>

interface Options {
  note?: string
  /** Length of a signature, of which there is one for each price and URL. */
  offerChars?: number
  undelivered?: () => Unavailability | null
  publicUrl?: string
}

const build = (operation: PaidDescription, options: Options = {}) => {
  const { note = '', offerChars = 500, undelivered = () => null, publicUrl = PUBLIC_URL } = options
  const sign = ({ amount }: { amount: string }, url: string) =>
    `${amount}.${Buffer.from(url).toString('hex')}.`.padEnd(offerChars, 'j').slice(0, offerChars)
  return buildTerms(operation, { ...settings, publicUrl }, note, { offers: { sign }, undelivered })
}
type Built = Awaited<ReturnType<typeof build>>
/** A quote, after a check that its header is its body in base64. */
function quote(terms: Pick<Built, 'challenge'>, url: string, more?: More) {
  const { body, header } = terms.challenge(url, more)
  expect(header).toBe(body.toString('base64'))
  return JSON.parse(body.toString())
}
const describedBy = (operation: PaidDescription, length: number): PaidDescription => ({
  ...operation,
  summary: 'd'.repeat(length),
})
const TEA = `${PUBLIC_URL}/v1/shop/items/tea`

describe('a quote', () => {
  it('says price, payee, resource and extensions, and the offer for its URL', async () => {
    const terms = await build(item, { note: 'Weighed in 1900.' })
    const said = quote(terms, TEA)
    expect(said).toEqual({
      x402Version: 2,
      resource: {
        url: TEA,
        description: 'One item. Weighed in 1900.',
        mimeType: 'application/json',
        serviceName: 'UK Intelligence',
        tags: ['uk', 'wing-1', 'shop'],
        iconUrl: `${PUBLIC_URL}/favicon.ico`,
      },
      accepts: [terms.requirements],
      extensions: {
        'offer-receipt': {
          info: {
            offers: [
              {
                format: 'jws',
                acceptIndex: 0,
                signature: expect.stringContaining(`100000.${Buffer.from(TEA).toString('hex')}.`),
              },
            ],
          },
          schema: {},
        },
        bazaar: expect.objectContaining({ routeTemplate: '/v1/shop/items/:number' }),
        'payment-identifier': {
          info: { required: false },
          schema: expect.not.objectContaining({ $schema: expect.anything() }),
        },
      },
    })
    expect(Object.keys(said.extensions)).toEqual(['offer-receipt', 'bazaar', 'payment-identifier'])
    expect(terms).toMatchObject({
      operationId: 'shop_item',
      priceUsdc: '0.10',
      requirements: { amount: '100000', payTo: settings.payTo, network: settings.network },
      byUnits: null,
    })
    expect(terms).not.toHaveProperty('soldBy')
    expect(said).not.toHaveProperty('error')
  })

  it('names each tag once, and is described without a note where there is none', async () => {
    const terms = await build({ ...item, id: 'uk_item' })
    expect(quote(terms, TEA).resource).toMatchObject({
      tags: ['uk', 'wing-1'],
      description: 'One item.',
    })
  })

  it('for documents is the same without what is signed for a moment', async () => {
    const terms = await build(item)
    const { extensions, ...rest } = quote(terms, TEA)
    const { 'offer-receipt': _, ...lasting } = extensions
    expect(terms.paymentRequired(TEA)).toEqual({ ...rest, extensions: lasting })
  })

  it('as a tool names the tool', async () => {
    const { tool } = await build(item)
    const { bazaar } = quote(tool, `${PUBLIC_URL}/mcp`).extensions
    expect(bazaar.info.input).toMatchObject({ type: 'mcp', toolName: 'uk_shop_item' })
  })

  it.each([
    [140, 140],
    [141, 'without its query'],
  ])('names a URL of %i characters with %s of them', async (length, named) => {
    const url = `${TEA}?q=`.padEnd(length, 'x')
    const expected = named === length ? url : TEA
    expect(quotedUrl(url)).toBe(expected)
    const terms = await build(item)
    const said = quote(terms, url)
    expect(said.resource.url).toBe(expected)
    expect(terms.paymentRequired(url).resource.url).toBe(expected)
    expect(said.extensions['offer-receipt'].info.offers[0].signature).toContain(
      Buffer.from(expected).toString('hex'),
    )
  })

  it('names at most 140 characters of a path', () => {
    expect(quotedUrl(TEA.padEnd(300, 'x'))).toBe(TEA.padEnd(140, 'x'))
  })

  it('is refused to operations that directories cannot describe', async () => {
    await expect(build(describedBy(item, 401))).rejects.toThrow('401 characters, at most 400')
    await expect(build(describedBy(item, 391), { note: 'Too much.' })).rejects.toThrow('401')
    expect((await build(describedBy(item, 390), { note: 'Too much.' })).description).toHaveLength(
      400,
    )
  })
})

describe('terms by the unit', () => {
  it('are those of one unit, and of as many as are sold together', async () => {
    const terms = await build(basket)
    expect(terms).toMatchObject({
      priceUsdc: '0.10',
      soldBy: { unit: 'item', most: 5 },
      byUnits: { count: 1, unitAmountAtomic: '100000' },
    })
    const five = terms.byUnits!.of(5)
    expect(five).toMatchObject({
      priceUsdc: '0.50',
      requirements: { amount: '500000' },
      byUnits: { count: 5, unitAmountAtomic: '100000' },
    })
    expect(five.byUnits!.of(1)).toBe(terms)
    expect(terms.byUnits!.of(5)).toBe(five)
    const said = quote(five, `${PUBLIC_URL}/v1/shop/baskets`)
    expect(said.accepts).toEqual([five.requirements])
    expect(said.extensions['offer-receipt'].info.offers[0].signature).toMatch(/^500000\./)
  })

  it.each([0, -1, 6, 1.5, Number.NaN])('are none for %d of them', async (units) => {
    const { byUnits } = await build(basket)
    expect(() => byUnits!.of(units)).toThrow(RangeError)
  })

  it.each([
    ['0', null],
    ['99999', null],
    ['100000', 1],
    ['100001', null],
    ['150000', null],
    ['500000', 5],
    ['600000', null],
    ['-100000', null],
  ])('an amount of %s pays for %s of them', async (amount, units) => {
    expect((await build(basket)).byUnits!.paidBy(amount)).toBe(units)
  })
})

describe('a quote after a refusal', () => {
  it('says why, what to do, and makes a new offer', async () => {
    const said = quote(await build(item), TEA, { refused: REFUSED, freshness: FRESHNESS })
    expect(said).toMatchObject({
      error: REFUSED.error,
      extensions: { refusal: REFUSED.refusal, bazaar: {}, 'offer-receipt': {} },
    })
    expect(said.extensions).not.toHaveProperty('freshness')
    expect(said.extensions).not.toHaveProperty('availability')
  })

  it('leaves out the listing where the header has no room for both', async () => {
    const terms = await build(item)
    const sent = (length: number) => ({
      refused: { ...REFUSED, refusal: { ...REFUSED.refusal, sent: 's'.repeat(length) } },
    })
    const isListed = (length: number) => 'bazaar' in quote(terms, TEA, sent(length)).extensions
    const lengths = Array.from({ length: 1500 }, (_, length) => length)
    const last = lengths.findLast(isListed)!
    const headerOf = (length: number) => terms.challenge(TEA, sent(length)).header.length
    // To the character: base64 grows by four for three.
    expect([headerOf(last), last > 0, lengths.filter(isListed).length]).toEqual([
      MAX_HEADER,
      true,
      last + 1,
    ])
    expect(headerOf(last + 1)).toBeLessThan(MAX_HEADER)
    expect(quote(terms, TEA, sent(last + 1)).extensions).toMatchObject({
      'offer-receipt': {},
      refusal: {},
    })
  })
})

describe('a quote of what cannot be delivered', () => {
  it('says so first, keeps the description as long as it was, and makes no offer', async () => {
    const terms = await build(describedBy(item, 200), { undelivered: () => AWAY })
    const said = quote(terms, TEA, { freshness: FRESHNESS })
    const { description } = said.resource
    expect(description).toMatch(/^Cannot be delivered now\. d+/)
    expect(description.length).toBeLessThanOrEqual(200)
    expect(said.extensions).toMatchObject({ availability: { deliverable: false, ...AWAY } })
    expect(Object.keys(said.extensions).sort()).toEqual([
      'availability',
      'bazaar',
      'payment-identifier',
    ])
    expect(said).not.toHaveProperty('error')
  })

  it.each([
    [44, `${AWAY.detail}`],
    [45, `${AWAY.detail} ${'d'.repeat(19)}…`],
  ])('of a description of %i characters shows "%s"', async (length, shown) => {
    const terms = await build(describedBy(item, length), { undelivered: () => AWAY })
    expect(quote(terms, TEA).resource.description).toBe(shown)
  })

  it('tells of this question before it tells of the source', async () => {
    const trouble = { code: 'SUBJECT_NOT_FOUND', detail: 'No such item.' }
    const terms = await build(item, { undelivered: () => AWAY })
    expect(quote(terms, TEA, { trouble }).extensions.availability).toEqual({
      deliverable: false,
      ...trouble,
    })
  })

  it('says both where a payment was refused as well', async () => {
    const said = quote(await build(item), TEA, { trouble: AWAY, refused: REFUSED })
    expect(said).toMatchObject({
      error: REFUSED.error,
      extensions: { availability: AWAY, refusal: REFUSED.refusal },
    })
  })

  it('keeps its listing where the header is too long for it and no payment was refused', async () => {
    const trouble = { code: 'SOMETHING', detail: 'd'.repeat(1500) }
    const said = quote(await build(item), TEA, { trouble })
    expect(said.extensions).toHaveProperty('bazaar')
  })

  it.each(['The register is away', 'The register is away.'])('ends in one stop: %s', (detail) => {
    expect(availabilityOf(new ServiceError('UPSTREAM_UNAVAILABLE', detail))).toEqual({
      code: 'UPSTREAM_UNAVAILABLE',
      detail: 'Cannot be delivered now: The register is away.',
    })
  })
})

describe('the header', () => {
  const operations = [search, item, order, basket]
  /** What an operation with an answer of many members takes for its example. */
  const long = (operation: PaidDescription): PaidDescription => ({
    ...operation,
    example: {
      ...operation.example,
      result: { item: 'x'.repeat(119), run: 1, more: 'y'.repeat(119), further: 'z'.repeat(119) },
    } as PaidDescription['example'],
  })

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    'of %s keeps to 4,096 characters whatever has to be said',
    async (_, operation) => {
      const longestUrl = `${PUBLIC_URL}${operation.path}`.padEnd(140, 'x')
      const url =
        operation === order || operation === basket ? PUBLIC_URL + operation.path : longestUrl
      for (let length = 1; length <= 400; length += 19) {
        for (const offerChars of [100, 700]) {
          const described = long(describedBy(operation, length))
          const terms = await build(described, { offerChars })
          const all = terms.byUnits === null ? terms : terms.byUnits.of(5)
          for (const more of [
            {},
            { freshness: FRESHNESS },
            { trouble: AWAY },
            { refused: REFUSED },
          ])
            expect(all.challenge(url, more).header.length).toBeLessThanOrEqual(MAX_HEADER)
          expect(all.tool.challenge(`${PUBLIC_URL}/mcp`).body.length).toBeLessThanOrEqual(
            MAX_HEADER,
          )
        }
      }
    },
    60_000,
  )

  it('has an error of 91 bytes of room without an offer', async () => {
    for (let length = 1; length <= 400; length += 7) {
      const terms = await build(long(describedBy(item, length)), { offerChars: 3000 })
      const { extensions } = quote(terms, TEA)
      expect(extensions).not.toHaveProperty('offer-receipt')
      const url = `${PUBLIC_URL}${item.path}`.padEnd(140, 'x')
      const { header } = terms.challenge(url)
      expect(header.length).toBeLessThanOrEqual(MAX_HEADER - Math.floor((91 / 3) * 4) + 4)
    }
  })
})

describe('freshness in a quote', () => {
  it('stands first, and gives the example away where there is no room', async () => {
    const terms = await build(item)
    const said = quote(terms, TEA, { freshness: FRESHNESS })
    expect(said.extensions.freshness).toEqual(FRESHNESS)
    expect(Object.keys(said.extensions)[0]).toBe('freshness')
    const { extensions } = quote(terms, TEA)
    expect(said).toEqual({
      ...quote(terms, TEA),
      extensions: { freshness: FRESHNESS, ...extensions },
    })
  })
})
