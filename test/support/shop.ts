/**
 * The invented domain: one lookup, one search, one order by body. Its answers are simple, and it
 * can fail in every way of a real one.
 */
import { z } from 'zod'
import type { Domains } from '../../src/app/domains.ts'
import type { Domain } from '../../src/contract/domain.ts'
import { noFields, noVerdictSchema, queryInteger } from '../../src/contract/input.ts'
import { bindPaid, type CriterionError, definePaid } from '../../src/contract/operation.ts'
import { ServiceError } from '../../src/platform/errors.ts'

export interface Shop {
  wing: Domain
  /**
   * How often a handler was run. Every answer carries the number of its run: equal numbers are the
   * same answer.
   */
  runs: number
  /** How many handlers are running now. */
  running: number
  /** Awaited by the item `slow`, whether its caller is still there or not. */
  hold: Promise<void>
  /** Items of a basket that are not available. */
  soldOut: Set<string>
  /** Called in every handler. */
  onRun: (signal: AbortSignal) => void | Promise<void>
}

/** Verdict on every order. */
const PRAISE = { score: 90, band: 'strong', flags: [], narrative: null }

function findLongNumber({ number }: Record<string, unknown>): CriterionError | null {
  if (String(number).length <= 10) return null
  const detail = 'expected at most 10 characters'
  return {
    code: 'VALIDATION',
    absent: false,
    detail,
    field: 'number',
    in: 'query',
    hint: 'Send a shorter number.',
  }
}

/** More than an answer may have. */
const HUGE = 'x'.repeat(1_100_000)

interface ShopOptions {
  itemPriceUsdc?: string
  /** Items have two more optional fields, one of them with a default. */
  laterRelease?: boolean
  /** Numbers of items have at most ten characters, which earlier releases did not require. */
  narrower?: boolean
}

export function createShop(options: ShopOptions = {}): Shop {
  const common = {
    family: 'wing-1',
    verdict: noVerdictSchema,
    attribution: 'Nobody.',
    result: z.strictObject({ item: z.string(), run: z.int() }),
  } as const
  const params = z.strictObject({
    number: z.string().regex(/^[a-z0-9-]{2,20}$/, 'expected 2 to 20 characters of a-z, 0-9 and -'),
  })
  const itemQuery = z.strictObject({
    detail: z.literal('full').optional(),
    colour: z.string().max(20).optional(),
    ...(options.laterRelease
      ? { size: z.string().optional(), wrapping: z.string().default('paper') }
      : {}),
  })
  const searchQuery = z.strictObject({
    q: z.string().min(2).max(100),
    limit: queryInteger({ min: 1, max: 5, description: 'how many' }).default(5),
  })
  const body = z.strictObject({
    item: z.string().min(2).max(40).meta({ example: 'tea' }),
    count: z.int().min(1).max(9).default(1),
  })

  const serve = async (item: string, shop: Shop, signal: AbortSignal) => {
    shop.runs += 1
    const run = shop.runs
    shop.running += 1
    try {
      await shop.onRun(signal)
      if (item === 'slow') await shop.hold
      if (item === 'unknown') throw new ServiceError('SUBJECT_NOT_FOUND', 'There is no such item.')
      if (item === 'down')
        throw new ServiceError('UPSTREAM_UNAVAILABLE', 'The shelf is out of reach.', {
          retryAfterSeconds: 10,
        })
      if (item === 'broken') throw new Error('/etc/secret at line 3: SELECT 1')
      return { result: { item: item === 'huge' ? HUGE : item, run }, sources: [], degradations: [] }
    } finally {
      shop.running -= 1
    }
  }

  const item = definePaid<Shop>()({
    ...common,
    id: 'shop_item',
    method: 'GET',
    path: '/v1/shop/items/{number}',
    title: 'An item',
    summary: 'One item.',
    priceUsdc: options.itemPriceUsdc ?? '0.10',
    params,
    query: itemQuery,
    body: null,
    ...(options.narrower && { narrowed: findLongNumber }),
    example: { summary: 'Tea', input: { number: 'tea' }, result: { item: 'tea', run: 1 } },
    answer: ({ number }, shop, { signal }) => serve(number, shop, signal),
  })
  const search = definePaid<Shop>()({
    ...common,
    id: 'shop_search',
    method: 'GET',
    path: '/v1/shop/search',
    title: 'Search',
    summary: 'Items by name, at the price of an item.',
    priceUsdc: '0.10',
    params: noFields,
    query: searchQuery,
    body: null,
    example: { summary: 'Tea', input: { q: 'tea' }, result: { item: 'tea', run: 1 } },
    answer: ({ q }, shop, { signal }) => serve(q, shop, signal),
  })
  const order = definePaid<Shop>()({
    ...common,
    id: 'shop_order',
    method: 'POST',
    path: '/v1/shop/orders',
    title: 'Order',
    summary: 'Several of an item.',
    priceUsdc: '0.20',
    verdict: z.strictObject({
      score: z.int(),
      band: z.string(),
      flags: z.array(z.never()),
      narrative: z.null(),
    }),
    params: noFields,
    query: noFields,
    body,
    example: {
      summary: 'Tea',
      input: { item: 'tea' },
      result: { item: 'tea', run: 1 },
      verdict: PRAISE,
    },
    answer: async ({ item: name }, shop, { signal }) => ({
      ...(await serve(name, shop, signal)),
      verdict: PRAISE,
    }),
  })

  const left = (items: readonly string[], { soldOut }: Shop) =>
    items.filter((each) => !soldOut.has(each)).length
  const basket = definePaid<Shop>()({
    ...common,
    id: 'shop_basket',
    method: 'POST',
    path: '/v1/shop/baskets',
    title: 'Basket',
    summary: 'Several items, each at its price.',
    priceUsdc: '0.10',
    soldBy: { unit: 'item', most: 5 },
    params: noFields,
    query: noFields,
    body: z.strictObject({
      items: z
        .array(z.string().min(2).max(40))
        .min(1)
        .max(5)
        .meta({ example: ['tea'] }),
    }),
    example: { summary: 'Tea', input: { items: ['tea'] }, result: { item: 'tea', run: 1 } },
    quote: async ({ items }, shop) => left(items, shop),
    async answer({ items }, shop, { signal }) {
      const answer = await serve(items.join(), shop, signal)
      return { ...answer, units: left(items, shop) }
    },
  })

  const shop: Shop = {
    soldOut: new Set(),
    runs: 0,
    running: 0,
    hold: Promise.resolve(),
    onRun() {},
    wing: {
      // The shop itself is what its handlers stand on.
      get operations() {
        return bindPaid([search, item, order, basket], shop)
      },
      health: () => ({ upstreams: {}, warnings: [] }),
      listingNotes: { shop_item: 'Weighed in 1900.' },
      previewSubjects: () => [{ operationId: 'shop_item', params: { number: 'tea' } }],
      start() {},
    },
  }
  return shop
}

/** The shop as the only wing of the house. */
export function shopOnly(shop: Shop): () => Partial<Domains> {
  return () => ({ company: shop.wing })
}
