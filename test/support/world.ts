/**
 * A chain, a facilitator over it, buyers with money, and services that sell to them. Who paid is
 * read from the chain alone.
 */
import { randomBytes } from 'node:crypto'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentPayload, PaymentRequired } from '@x402/core/types'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { anvilBinary } from '../../sandbox/chain/anvil.ts'
import { type LocalChain, startLocalChain } from '../../sandbox/chain/local-chain.ts'
import { startFacilitator } from '../../sandbox/facilitator/facilitator.ts'
import type { Fault } from '../../sandbox/facilitator/faults.ts'
import type { SandboxFacilitator } from '../../sandbox/facilitator/server.ts'
import { sandboxWallet, type Wallet } from '../../sandbox/wallets.ts'
import {
  CHARGED,
  ERROR_CATALOGUE,
  type ErrorCode,
  type PaymentState,
} from '../../src/platform/errors.ts'
import { openStore } from '../../src/store/open.ts'
import { type Authorization, signedPayment, terms } from './payments.ts'
import {
  type Reply,
  type Service,
  type ServiceOptions,
  seller,
  startService,
  TEA,
} from './service.ts'

export const ITEM_PRICE = 100_000n

export interface World {
  readonly chain: LocalChain
  readonly facilitator: SandboxFacilitator
  /** Starts a service that settles on the chain and queries it. */
  serve(options?: Partial<ServiceOptions>): Promise<Service>
  /** Returns a new wallet with some dollars. */
  buyerWith(dollars: number): Promise<Wallet>
  /** A signed payment at the price of an item. */
  pays(wallet: Wallet, overrides?: Partial<Authorization>): Promise<PaymentPayload>
  /** Returns the payments of this wallet to the seller, from the chain. */
  paidBy(wallet: Wallet): Promise<bigint[]>
  /** A service, a buyer with some dollars, and a payment for an item. */
  sale(
    options?: Partial<ServiceOptions>,
    dollars?: number,
    overrides?: Partial<Authorization>,
  ): Promise<Sale>
}

export interface Sale {
  readonly service: Service
  readonly wallet: Wallet
  readonly payment: PaymentPayload
  /** Presents the payment, or another one, for tea or what else there is. */
  buy(payment?: PaymentPayload, path?: string): Promise<Reply>
  /** The chain has so many payments of an item's price by the wallet, and no other. */
  expectPaid(times?: number): Promise<void>
}

/** One chain and one facilitator for the tests of a file; services end with their test. */
export function eachInOneWorld(defaults: Pick<ServiceOptions, 'timeouts'> = {}): World {
  const services: Service[] = []
  let minting = Promise.resolve()
  const world = {
    serve: async (options: Partial<ServiceOptions> = {}) => {
      const own = { facilitatorUrl: world.facilitator.url, rpcUrl: world.chain.url }
      // One name in front of all of them: replicas and restarts are one service to a buyer.
      const environment = { PUBLIC_URL: 'https://shop.test', ...options.environment }
      const service = await startService({ ...own, ...defaults, ...options, environment })
      services.push(service)
      return service
    },
    async buyerWith(dollars: number) {
      const wallet = sandboxWallet(randomBytes(8).toString('hex'))
      // One after the other: the chain numbers the mints of its one account.
      minting = minting.then(() => world.chain.mint(wallet.address, BigInt(dollars * 1_000_000)))
      await minting
      return wallet
    },
    pays: (wallet: Wallet, overrides: Partial<Authorization> = {}) =>
      signedPayment(wallet, terms(seller.address), overrides),
    async paidBy(wallet: Wallet) {
      const transfers = await world.chain.transfers()
      const own = transfers.filter(
        (transfer) => transfer.from === wallet.address && transfer.to === seller.address,
      )
      return own.map((transfer) => transfer.amountAtomic)
    },
    async sale(
      options: Partial<ServiceOptions> = {},
      dollars = 1,
      overrides: Partial<Authorization> = {},
    ) {
      const service = await world.serve(options)
      const wallet = await world.buyerWith(dollars)
      const payment = await world.pays(wallet, overrides)
      return {
        service,
        wallet,
        payment,
        buy: (presented = payment, path = TEA) => service.ask(path, { payment: presented }),
        async expectPaid(times = 1) {
          expect(await world.paidBy(wallet)).toEqual(Array(times).fill(ITEM_PRICE))
        },
      } satisfies Sale
    },
  } as World & { chain: LocalChain; facilitator: SandboxFacilitator }
  beforeAll(async () => {
    world.chain = await startLocalChain(anvilBinary()!)
    world.facilitator = await startFacilitator(world.chain)
  })
  afterEach(async () => {
    world.facilitator.faults.clear()
    await world.chain.setAutomine(true)
    for (const service of services.splice(0)) await service.stop()
  })
  afterAll(async () => {
    await world.facilitator?.close()
    await world.chain?.close()
  })
  return world
}

/** Replaces the facilitator's answer. */
export const answering = (
  body: string,
  status = 200,
  when: 'before' | 'after' = 'before',
): Fault => ({ kind: 'status', when, status, body })

/** Platforms without a chain program skip what only a chain can show. */
export const withoutChain = anvilBinary() === null

/** The payments that a service has written down for ever, by payer. */
export async function ledgerOf(
  service: Service,
  wallet: Wallet,
): Promise<{ tx_hash: string; amount_atomic: string }[]> {
  const store = await openStore(service.store)
  try {
    return await store.ledger.read
      .selectFrom('payments')
      .select(['tx_hash', 'amount_atomic'])
      .where('payer', '=', wallet.address.toLowerCase())
      .execute()
  } finally {
    await store.close()
  }
}

/**
 * Half of what a test may take: on a machine with other work an index is filled in ten seconds, not
 * in one.
 */
const PATIENCE_MS = 30_000
/** To look, such as at the health of a service that is at work, costs what the work needs. */
const LONGEST_PAUSE_MS = 50

/**
 * Resolves when the condition holds. @throws Error if it does not for `patienceMs`, in which
 * `progress` gave one value
 */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  {
    progress = () => 0,
    maxPauseMs = PATIENCE_MS,
  }: { progress?: () => number; maxPauseMs?: number } = {},
): Promise<void> {
  let [last, since] = [Number.NaN, performance.now()]
  let pauseMs = 5
  while (!(await condition())) {
    const now = progress()
    if (now !== last) [last, since] = [now, performance.now()]
    if (performance.now() - since > maxPauseMs) throw new Error(`never came true: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    pauseMs = Math.min(1.5 * pauseMs, LONGEST_PAUSE_MS)
  }
}

export function expectDelivered(reply: Reply): void {
  expect({ status: reply.status, code: reply.json.code, error: reply.json.error }).toEqual({
    status: 200,
    code: undefined,
    error: undefined,
  })
  expect(reply.receipt).toMatchObject({ success: true, network: 'eip155:84532' })
}

/** A problem document of this code, and no answer in it. */
export function expectProblem(
  reply: Reply,
  status: number,
  code: string,
  charged: boolean | null = false,
): void {
  expect({ status: reply.status, code: reply.json.code, charged: reply.json.charged }).toEqual({
    status,
    code,
    charged,
  })
  expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(reply.json).not.toHaveProperty('result')
  const { payment, ...entry } = ERROR_CATALOGUE[code as ErrorCode]
  const states: readonly PaymentState[] = ['none', ...payment]
  expect(states.map((state) => CHARGED[state])).toContain(charged)
  if (!('terms' in entry)) expect(reply.headers.get('payment-required')).toBeNull()
}

/** The terms of a problem that a new signature cures, as clients read them from the header. */
export function termsWith(reply: Reply): PaymentRequired {
  return decodePaymentRequiredHeader(reply.headers.get('payment-required')!)
}

/** 402 with the terms and a reason, and no answer in it. */
export function expectRefused(reply: Reply, reason: string | RegExp): void {
  expect(reply.status).toBe(402)
  expect(reply.json.error).toMatch(reason)
  expect(reply.terms).toMatchObject({ x402Version: 2, accepts: [{ scheme: 'exact' }] })
  expect(reply.json).not.toHaveProperty('result')
}
