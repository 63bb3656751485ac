import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createShop } from '../../test/support/shop.ts'
import type { PaidDescription } from '../contract/operation.ts'
import { ServiceError } from '../platform/errors.ts'
import {
  buildTerms,
  type More,
  type PaymentSettings,
  type Refused,
  toQuotedUrl,
  toUnavailability,
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
  refusal: {
    field: 'f',
    sent: 's',
    wanted: 'w',
    repeatable: true,
    hint: 'Fill the wallet.',
    charged: false,
  },
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
  it('names price, payee, resource and extensions, and has an offer for its URL', async () => {
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
    expect(toQuotedUrl(url)).toBe(expected)
    const terms = await build(item)
    const said = quote(terms, url)
    expect(said.resource.url).toBe(expected)
    expect(terms.paymentRequired(url).resource.url).toBe(expected)
    expect(said.extensions['offer-receipt'].info.offers[0].signature).toContain(
      Buffer.from(expected).toString('hex'),
    )
  })

  it('names at most 140 characters of a path', () => {
    expect(toQuotedUrl(TEA.padEnd(300, 'x'))).toBe(TEA.padEnd(140, 'x'))
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
    expect((await build(basket)).byUnits!.countPaidUnits(amount)).toBe(units)
  })
})

describe('a quote after a refusal', () => {
  it('names the reason and the next step, and has a new offer', async () => {
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
    const lean = quote(terms, TEA, sent(last + 1)).extensions
    expect(lean).toMatchObject({ refusal: {} })
    expect(lean['offer-receipt'].info.offers[0].signature).toMatch(/^100000\./)
  })
})

describe('a quote of what cannot be delivered', () => {
  it('begins with the reason, is described in no more characters, and has no offer', async () => {
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

  it('names the trouble of this question before that of the source', async () => {
    const trouble = { code: 'SUBJECT_NOT_FOUND', detail: 'No such item.' }
    const terms = await build(item, { undelivered: () => AWAY })
    expect(quote(terms, TEA, { trouble }).extensions.availability).toEqual({
      deliverable: false,
      ...trouble,
    })
  })

  it('names the refusal of a payment as well', async () => {
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
    expect(toUnavailability(new ServiceError('UPSTREAM_UNAVAILABLE', detail))).toEqual({
      code: 'UPSTREAM_UNAVAILABLE',
      detail: 'Cannot be delivered now: The register is away.',
    })
  })
})

describe('the room of a quote', () => {
  const operations = [search, item, order, basket]
  /** With an example that fills any room, in steps of a few bytes. */
  const filling = (operation: PaidDescription): PaidDescription => ({
    ...operation,
    example: {
      ...operation.example,
      result: {
        item: 'tea',
        run: 1,
        rest: Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`m${n}`, 'x'])),
      },
    } as PaidDescription['example'],
  })
  /** The longest URL that is quoted whole, and the URL of operations that take none but their own. */
  const longestUrlOf = ({ path, method }: PaidDescription) =>
    method === 'GET' ? `${PUBLIC_URL}${path}`.padEnd(140, 'x') : `${PUBLIC_URL}${path}`
  const ofOne = { query: z.strictObject({ q: z.string().optional() }), params: z.strictObject({}) }
  const paramsAlone = { ...item, query: z.strictObject({}) } as unknown as PaidDescription
  const queryAlone = { ...search, ...ofOne, id: 'shop_word' } as unknown as PaidDescription
  const freshnessOf = (bytes: number) =>
    ({ as_of: 'x'.repeat(Math.max(0, bytes - 12)) }) as unknown as NonNullable<More['freshness']>
  /** Length of a member of the example, with what stands between members. */
  const STEP = 16

  it.each([...operations, paramsAlone, queryAlone].map((operation) => [operation.id, operation]))(
    'is used up by the example of %s, and never exceeded',
    async (_, given) => {
      const operation = given as PaidDescription
      for (const length of [1, 100, 399, 400]) {
        const terms = await build(filling(describedBy(operation, length)))
        const url = longestUrlOf(operation)
        const dearest = terms.byUnits === null ? terms : terms.byUnits.of(5)
        const { header } = dearest.challenge(url)
        expect(header.length).toBeLessThanOrEqual(MAX_HEADER)
        expect(header.length).toBeGreaterThan(MAX_HEADER - (STEP / 3) * 4 - 4)
        const tool = dearest.tool.challenge(`${PUBLIC_URL}${operation.path}`).body
        expect(tool.length).toBeLessThanOrEqual(MAX_HEADER)
        expect(tool.length).toBeGreaterThan(MAX_HEADER - STEP)
      }
    },
  )

  it('keeps 91 bytes for an error where there is none for an offer', async () => {
    const terms = await build(filling(item), { offerChars: 3000 })
    const url = longestUrlOf(item)
    expect(quote(terms, url).extensions).not.toHaveProperty('offer-receipt')
    const { length } = terms.challenge(url).body
    expect(length).toBeLessThanOrEqual(3072 - 91)
    expect(length).toBeGreaterThan(3072 - 91 - STEP)
    const { extensions } = quote(terms, TEA, { refused: REFUSED })
    expect(Object.keys(extensions)).toEqual(['bazaar', 'payment-identifier', 'refusal'])
  })

  it('keeps 211 bytes for the reason why nothing can be delivered', async () => {
    const terms = await build(filling(item), { undelivered: () => AWAY })
    const url = longestUrlOf(item)
    const { extensions, ...rest } = quote(terms, url)
    const { availability: _, ...others } = extensions
    const description = rest.resource.description.length - terms.description.length
    const length = JSON.stringify({ ...rest, extensions: others }).length - description
    expect(length).toBeLessThanOrEqual(3072 - 211)
    expect(length).toBeGreaterThan(3072 - 211 - STEP)
    expect(terms.challenge(url).header.length).toBeLessThanOrEqual(MAX_HEADER)
  })

  it('is enough or refused, whatever the address of the deployment', async () => {
    let [built, refused] = [0, 0]
    for (let length = 20; length < 1600; length += 20) {
      try {
        await build(order, { publicUrl: `https://${'a'.repeat(length)}`, undelivered: () => AWAY })
        expect(refused).toBe(0)
        built += 1
      } catch (error) {
        expect((error as Error).message).toBe(
          'shop_order: the payment terms do not fit into 4096 bytes',
        )
        refused += 1
      }
    }
    expect(Math.min(built, refused)).toBeGreaterThan(0)
  })

  it('is shared with freshness, which is the first extension and leaves the example whole if it fits', async () => {
    const terms = await build(item)
    const plain = quote(terms, TEA)
    const sizes = Array.from({ length: 1200 }, (_, bytes) => bytes + 20)
    const isWhole = (bytes: number) => {
      const said = quote(terms, TEA, { freshness: freshnessOf(bytes) })
      const { freshness, bazaar } = said.extensions
      return freshness && JSON.stringify(bazaar) === JSON.stringify(plain.extensions.bazaar)
    }
    const last = sizes.findLast(isWhole)!
    const { body } = terms.challenge(TEA, { freshness: freshnessOf(last) })
    expect(JSON.parse(body.toString())).toEqual({
      ...plain,
      extensions: { freshness: freshnessOf(last), ...plain.extensions },
    })
    expect(Object.keys(JSON.parse(body.toString()).extensions)[0]).toBe('freshness')
    expect(body).toHaveLength(3072)
    expect(sizes.filter(isWhole)).toHaveLength(last - 19)
  })

  it.each([
    ['the longest URL', item, longestUrlOf(item)],
    ['a short URL', item, TEA],
    ['the only URL', order, longestUrlOf(order)],
  ])('shortens a long example by as much as freshness takes, for %s', async (_, operation, url) => {
    // Without an offer 91 bytes are kept for an error.
    for (const [offerChars, kept] of [
      [500, 0],
      [3000, 91],
    ]) {
      const terms = await build(filling(operation), { offerChars: offerChars! })
      for (let bytes = 30; bytes < 600; bytes += 19) {
        const freshness = freshnessOf(bytes)
        expect(quote(terms, url, { freshness }).extensions.freshness).toEqual(freshness)
        const { length } = terms.challenge(url, { freshness }).body
        expect(length).toBeLessThanOrEqual(3072)
        // The example shrinks in steps of 64 bytes, and of a member.
        expect(length).toBeGreaterThan(3072 - kept! - 64 - STEP)
      }
    }
  })

  it('that a short URL leaves is for freshness, so the example stays whole', async () => {
    const terms = await build(filling(item))
    const plain = quote(terms, TEA)
    const said = quote(terms, TEA, { freshness: freshnessOf(60) })
    expect(said.extensions.bazaar).toEqual(plain.extensions.bazaar)
  })

  it('is none for freshness that is longer than the example: the quote has no freshness', async () => {
    const terms = await build(filling(item))
    const url = longestUrlOf(item)
    expect(terms.challenge(url, { freshness: freshnessOf(3000) })).toEqual(terms.challenge(url))
  })
})
