/**
 * Products of the simulated shop, described like real operations and sold by the real sale: a
 * drink, one that is free at times, and cakes by the row.
 */
import { z } from 'zod'
import { type BoundPaid, readable } from '../../src/api/registry.ts'
import { noFields, noVerdictSchema } from '../../src/contract/input.ts'
import { bindPaid, definePaid } from '../../src/contract/operation.ts'
import { buildTerms, type PaymentSettings, type Terms } from '../../src/payments/terms.ts'
import { atomicToUsdc } from '../../src/platform/money.ts'

/** Settings of a release. */
export interface Release {
  network: `eip155:${string}`
  /** Price of a drink and of each cake. */
  amount: string
  payTo: `0x${string}`
}

export const PRICE = 100_000n
export const MOST_ROWS = 3
export const TOKEN = `0x${'c'.repeat(40)}` as const
export const PAYEES = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`] as const
const NETWORKS = ['eip155:84532', 'eip155:8453'] as const
/** Only strangers order `poison`. */
export const QUESTIONS = ['tea', 'coffee', 'cakes'] as const

/** The kitchen of one process. */
export interface Kitchen {
  /** Price of one cake. */
  readonly amount: string
  /** @throws whatever handlers throw */
  make(question: string, signal: AbortSignal): Promise<string>
  /** How many cakes there are, as far as is known here. */
  rows(): Promise<number>
  isGivenAway(question: string): Promise<boolean>
}

const described = {
  params: noFields,
  body: null,
  verdict: noVerdictSchema,
  attribution: 'Nobody.',
  family: 'wing-1',
} as const
const of = z.strictObject({
  of: z.string().meta({ description: 'What is wanted', example: 'tea' }),
})
const result = z.strictObject({
  made: z.string().describe('Buyer'),
  rows: z.array(z.string()).describe('Each cake; none of a drink'),
})
const example = {
  summary: 'A cup',
  input: { of: 'tea' },
  result: { made: 'run 1 of A1', rows: [] },
}

const operations = (amount: string) => {
  const priceUsdc = atomicToUsdc(BigInt(amount))
  const drinks = definePaid<Kitchen>()({
    ...described,
    id: 'drink',
    method: 'GET',
    path: '/v1/drink',
    priceUsdc,
    title: 'A drink',
    summary: 'A drink.',
    query: of,
    result,
    example,
    async answer({ of: question }, kitchen, { signal }) {
      return {
        result: { made: await kitchen.make(question, signal), rows: [] },
        sources: [],
        degradations: [],
      }
    },
    async freeAnswer({ of: question }, kitchen) {
      if (!(await kitchen.isGivenAway(question))) return null
      return {
        answer: { result: { made: 'for nothing', rows: [] }, sources: [], degradations: [] },
        empty: false,
      }
    },
  })
  const cakes = definePaid<Kitchen>()({
    ...described,
    id: 'cakes',
    method: 'GET',
    path: '/v1/cakes',
    priceUsdc,
    soldBy: { unit: 'cake', most: MOST_ROWS },
    title: 'Cakes',
    summary: 'Cakes.',
    query: of,
    result,
    example,
    quote: (_, kitchen) => kitchen.rows(),
    async answer({ of: question }, kitchen, { signal }) {
      const made = await kitchen.make(question, signal)
      const units = await kitchen.rows()
      return {
        result: {
          made,
          rows: Array.from({ length: units }, (_, row) => `cake ${row + 1} for ${kitchen.amount}`),
        },
        units,
        sources: [],
        degradations: [],
      }
    },
  })
  return [drinks, cakes]
}

type Named<T> = Readonly<Record<'drink' | 'cakes', T>>
const PRICES = [String(PRICE), String(2n * PRICE)]
const byPrice = new Map(PRICES.map((amount) => [amount, operations(amount)]))

const signer = { sign: () => 'offer' }
const termsByRelease = new Map<string, Named<Terms>>()
const keyOf = ({ network, amount, payTo }: Release) => `${network} ${amount} ${payTo}`
const everyRelease = NETWORKS.flatMap((network) =>
  PRICES.flatMap((amount) => PAYEES.map((payTo): Release => ({ network, amount, payTo }))),
)
for (const release of everyRelease) {
  const made = byPrice.get(release.amount)!.map(async (operation) => [
    operation.id,
    await buildTerms(operation, settingsOf(release), '', {
      offers: signer,
      undelivered: () => null,
    }),
  ])
  termsByRelease.set(keyOf(release), Object.fromEntries(await Promise.all(made)) as Named<Terms>)
}

export function settingsOf({ network, payTo }: Release): PaymentSettings {
  return {
    network,
    networkName: 'test',
    test: true,
    asset: TOKEN,
    assetName: 'USDC',
    payTo,
    publicUrl: 'http://127.0.0.1',
  }
}

export const operationOf = (question: string): keyof Named<unknown> =>
  question === 'cakes' ? 'cakes' : 'drink'

/** Terms of one drink or one cake. */
export const termsOf = (release: Release, operation: keyof Named<unknown>): Terms =>
  termsByRelease.get(keyOf(release))![operation]

export const boundTo = ({ amount }: Release, kitchen: Kitchen): Named<BoundPaid> =>
  Object.fromEntries(
    bindPaid(byPrice.get(amount)!, kitchen).map((each) => [each.operation.id, readable(each)]),
  ) as unknown as Named<BoundPaid>
