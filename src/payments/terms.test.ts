import { describe, expect, it } from 'vitest'
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

const MAX_JSON = 2500
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

  it.each(['The register is away', 'The register is away.'])('ends in one stop: %s', (detail) => {
    expect(toUnavailability(new ServiceError('UPSTREAM_UNAVAILABLE', detail))).toEqual({
      code: 'UPSTREAM_UNAVAILABLE',
      detail: 'Cannot be delivered now: The register is away.',
    })
  })
})

describe('the room of a quote', () => {
  const operations = [search, item, order, basket]
  /** Builds a freshness of the given number of bytes. */
  const freshnessOf = (bytes: number) =>
    ({ as_of: 'x'.repeat(Math.max(0, bytes - 12)) }) as unknown as NonNullable<More['freshness']>
  const shows = ({ extensions }: ReturnType<typeof quote>) => ({
    identifier: Object.keys(extensions['payment-identifier'].schema).length > 0,
    example: 'output' in extensions.bazaar.info,
    freshness: 'freshness' in extensions,
    offer: 'offer-receipt' in extensions,
  })
  const listed = (operation: PaidDescription): PaidDescription => ({
    ...operation,
    example: { ...operation.example, listed: ['result.item'] },
  })

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    'is never exceeded by %s, whatever has to be said, and what gives way goes in its order',
    async (_, operation) => {
      const seen = new Set<string>()
      const terms = await build(listed(operation), { offerChars: 700 })
      for (const url of [TEA, TEA.padEnd(140, 'x')]) {
        for (let bytes = 20; bytes < 2400; bytes += 7) {
          const { body, header } = terms.challenge(url, { freshness: freshnessOf(bytes) })
          expect(body.length).toBeLessThanOrEqual(MAX_JSON)
          expect(header.length).toBeLessThanOrEqual(3336)
          const said = JSON.parse(body.toString())
          expect(said.accepts).toEqual([terms.requirements])
          expect(said.extensions.bazaar.schema.properties.input).toMatchObject({ type: 'object' })
          seen.add(JSON.stringify(Object.values(shows(said))))
        }
      }
      expect([...seen]).toEqual(
        [
          [true, true, true, true],
          [false, true, true, true],
          [false, false, true, true],
          [false, false, false, true],
        ].map((each) => JSON.stringify(each)),
      )
    },
  )

  it('is kept for what another header of the answer says', async () => {
    const terms = await build(listed(item))
    for (const otherBytes of [0, 300, 600, 900]) {
      const { body } = terms.challenge(TEA, { refused: REFUSED, otherBytes })
      expect(body.length).toBeLessThanOrEqual(MAX_JSON - otherBytes)
      expect(JSON.parse(body.toString()).extensions.refusal).toEqual(REFUSED.refusal)
    }
  })

  it('never lacks the reason of a refusal or of trouble; the offer gives way', async () => {
    const terms = await build(item, { offerChars: 900 })
    const refused = { ...REFUSED, refusal: { ...REFUSED.refusal, sent: 's'.repeat(700) } }
    const said = quote(terms, TEA.padEnd(140, 'x'), { refused })
    expect(shows(said)).toEqual({
      identifier: false,
      example: false,
      freshness: false,
      offer: false,
    })
    expect(said.extensions.refusal).toEqual(refused.refusal)
  })
})

describe('the listing of an operation', () => {
  it('shows input and answer of one subject, and says that it is invented', async () => {
    const example = {
      ...item.example,
      input: { number: 'coffee' },
      answeredInput: { number: 'tea' },
      listed: ['result.item'],
    }
    const terms = await build({ ...item, example })
    const { info } = quote(terms, TEA).extensions.bazaar
    expect(info).toEqual({
      example: 'invented',
      input: { type: 'http', method: 'GET', queryParams: {}, pathParams: { number: 'tea' } },
      output: { type: 'json', example: { result: { item: 'tea' } } },
    })
    expect(quote(terms.tool, TEA).extensions.bazaar.info).toMatchObject({
      example: 'invented',
      input: { example: { number: 'tea' } },
    })
  })

  it('is encoded once for a URL, and anew with another offer, freshness or reason', async () => {
    let offer = 'a'
    let away: Unavailability | null = null
    const { challenge, tool } = await buildTerms(item, settings, '', {
      offers: { sign: () => offer },
      undelivered: () => away,
    })
    const first = challenge(TEA)
    expect(challenge(TEA)).toBe(first)
    expect(tool.challenge(TEA).body).not.toEqual(first.body)
    expect(quote({ challenge }, `${TEA}?x=1`).resource.url).toBe(`${TEA}?x=1`)
    expect(quote({ challenge }, TEA, { freshness: FRESHNESS }).extensions).toMatchObject({
      freshness: FRESHNESS,
    })
    offer = 'b'
    const [{ signature }] = quote({ challenge }, TEA).extensions['offer-receipt'].info.offers
    expect(signature).toBe('b')
    away = AWAY
    expect(quote({ challenge }, TEA).extensions.availability).toMatchObject({ code: AWAY.code })
    expect(quote({ challenge }, TEA, { refused: REFUSED }).error).toBe('insufficient_funds')
  })

  it('has no answer where none is listed, rather than an empty one', async () => {
    expect(quote(await build(item), TEA).extensions.bazaar.info).not.toHaveProperty('output')
  })

  it('names the fields and the text that stand for all, where the operation has such', async () => {
    const terms = await build({ ...order, listing: { text: 'Order.', fields: ['item'] } })
    const said = quote(terms, TEA)
    expect(said.resource.description).toBe('Order.')
    expect(terms.description).toBe(order.summary)
    const { body } = said.extensions.bazaar.schema.properties.input.properties
    expect(body).toEqual({
      type: 'object',
      properties: { item: { type: 'string' } },
      required: ['item'],
    })
  })

  it('takes the first of a list for all of them', async () => {
    const example = {
      ...item.example,
      result: { rows: [{ a: 1, b: { c: 2, d: 3 } }, { a: 4 }], more: false },
      listed: ['result.rows.a', 'result.rows.b.c', 'result.more'],
    }
    const { output } = quote(await build({ ...item, example }), TEA).extensions.bazaar.info
    expect(output.example).toEqual({ result: { rows: [{ a: 1, b: { c: 2 } }], more: false } })
  })
})
