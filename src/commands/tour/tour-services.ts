/** Context of a tour step: the running service, the buyer, balances, and the output. */

import { setTimeout as wait } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { privateKeyToAccount } from 'viem/accounts'
import { decodeHeader } from '../../../packages/client/src/codec.ts'
import { signPayment } from '../../../packages/client/src/pay.ts'
import {
  type CallRequest,
  exchange,
  type HttpReply,
  type Receipt,
  termsOf,
} from '../../../packages/client/src/request.ts'
import { parseQuote, type Quote } from '../../../packages/client/src/terms.ts'
import type { World } from '../../../sandbox/world.ts'
import { NETWORKS, type Network } from '../../config.ts'
import { atomicToUsdc } from '../../platform/money.ts'
import { paint, print, usd } from '../terminal.ts'

export interface TourStep {
  /** Title of the step, in one line. */
  title: string
  /** Left out where balances are kept in memory. */
  needsChain?: true
  /** @throws when what it shows did not truly happen */
  run(stage: Stage): Promise<void>
}

export interface Stage {
  readonly world: World
  /** A call to the service by its path; `body` is sent as JSON. */
  request(method: 'GET' | 'POST', path: string, body?: object): CallRequest
  /** Sends a call, with this payment or without one. */
  send(request: CallRequest, payment?: string): Promise<HttpReply>
  /** The price of a call. @throws when it has none */
  quote(request: CallRequest): Promise<Quote>
  /**
   * Pays the quoted price, checks the balances that exactly this was paid, and returns the answer.
   */
  buy(request: CallRequest, quote: Quote): Promise<Purchase>
  /** Shows a call, and buys its answer. */
  purchase(method: 'GET' | 'POST', path: string, body?: object): Promise<Envelope>
  /**
   * Shows a call, pays for it, checks that it is answered 404 and costs nothing, and returns the
   * problem.
   */
  checkRefused<Problem>(what: string, path: string): Promise<Problem>
  /** Runs something and checks the balances that it moved nothing. */
  freeOfCharge<T>(what: string, run: () => Promise<T>): Promise<T>
  /**
   * Waits until health says that what the service reads in the background from its start is there,
   * however long it goes on.
   */
  waitUntilFilled(what: string, ready: (health: Health) => string | null): Promise<void>
  /** One line of the page: a name and what it is. */
  show(name: string, value: string): void
  /** A line that says what was checked. */
  reportCheck(text: string): void
}

export interface Health {
  upstreams: Record<string, { status: string; whole?: boolean } | undefined>
}

export interface Purchase {
  answer: HttpReply
  envelope: Envelope
  /** The payment, to be sent again. */
  paymentSignature: string
}

export interface Envelope {
  result: Record<string, unknown> | null
  verdict: { score: number | null; band: string | null; flags: { code: string; detail: string }[] }
  confidence: string
}

export interface StageOptions {
  /**
   * Called with the name of whatever was reached: a line of the page, a balance, an answer, a fill
   * that went on.
   */
  onProgress: (done: string) => void
  sleep?: (ms: number) => Promise<unknown>
}

export function createStage(
  url: string,
  world: World,
  { onProgress, sleep = wait }: StageOptions,
): Stage {
  const signer = privateKeyToAccount(world.buyer.privateKey)
  const { money, seller } = world

  const balances = async () => {
    const read = {
      buyer: await money.balance(signer.address),
      seller: await money.balance(seller.address),
    }
    onProgress('the balances were read')
    return read
  }
  const line = (text: string) => {
    print(`     ${text}`)
    onProgress(stripVTControlCharacters(text))
  }
  const show = (name: string, value: string) => line(`${paint('dim', name.padEnd(12))} ${value}`)
  const reportCheck = (text: string) => line(`${paint('green', '✓')} ${text}`)

  const stage: Stage = {
    world,
    send: (request, payment) => exchange(request, payment === undefined ? {} : { payment }),
    request: (method, path, body) => ({
      method,
      url: `${url}${path}`,
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),

    async quote(request) {
      const reply = await stage.send(request)
      const terms = termsOf(reply)
      if (terms === null)
        throw new Error(`expected a price, got HTTP ${reply.status}: ${reply.text.slice(0, 300)}`)
      return parseQuote(terms)
    },

    async buy(request, quote) {
      const before = await balances()
      const { paymentSignature } = await signPayment(quote.terms, signer)
      const answer = await stage.send(request, paymentSignature)
      onProgress('the payment was answered')
      if (answer.status !== 200 || receiptOf(answer)?.success !== true)
        throw new Error(`HTTP ${answer.status}: ${answer.text.slice(0, 300)}`)
      const after = await balances()
      const paid = before.buyer - after.buyer
      expectEqual('paid by the buyer', usd(atomicToUsdc(paid)), quote.amountUsd)
      expectEqual(
        'received by the seller',
        usd(atomicToUsdc(after.seller - before.seller)),
        quote.amountUsd,
      )
      show('receipt', receiptOf(answer)!.transaction)
      show('buyer', `${dollars(before.buyer)} → ${dollars(after.buyer)} USDC`)
      show('seller', `${dollars(before.seller)} → ${dollars(after.seller)} USDC`)
      reportCheck(`paid ${usd(quote.amountUsd)} USDC, once`)
      return { answer, envelope: JSON.parse(answer.text) as Envelope, paymentSignature }
    },

    async purchase(method, path, body) {
      const request = stage.request(method, path, body)
      show(method, path)
      return (await stage.buy(request, await stage.quote(request))).envelope
    },

    async checkRefused(what, path) {
      const request = stage.request('GET', path)
      show('GET', path)
      const answer = await stage.freeOfCharge(what, async () => {
        const quote = await stage.quote(request)
        return stage.send(request, (await signPayment(quote.terms, signer)).paymentSignature)
      })
      expectEqual('the status', answer.status, 404)
      return JSON.parse(answer.text)
    },

    async freeOfCharge(what, run) {
      const before = await balances()
      const value = await run()
      const after = await balances()
      expectEqual(`balance after ${what}`, atomicToUsdc(after.buyer), atomicToUsdc(before.buyer))
      reportCheck(`${what} cost nothing: the buyer still has ${dollars(after.buyer)} USDC`)
      return value
    },

    async waitUntilFilled(what, ready) {
      let before = ''
      for (;;) {
        const response = await fetch(`${url}/v1/health`)
        const health = response.ok ? ((await response.json()) as Health) : null
        const isReady = health && ready(health)
        if (isReady !== null) return show('held', isReady)
        const now = JSON.stringify(health?.upstreams, withoutAges)
        if (now !== before) onProgress(`${what} are being read`)
        before = now
        // Health may be requested once a second.
        await sleep(1100)
      }
    },

    show,
    reportCheck,
  }
  return stage
}

/** Returns the settlement that the service reports; `null` if it reports none. */
export const receiptOf = ({ headers }: HttpReply): Receipt | null =>
  (decodeHeader(headers.get('payment-response')) as Receipt | undefined) ?? null

/** Leaves out what changes by the passing of time alone. */
const withoutAges = (name: string, value: unknown) =>
  /_seconds$|^last_success$/.test(name) ? undefined : value

export function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what} is ${actual}, expected ${expected}`)
}

/** `Base Sepolia (test money)`. */
export function networkName(network: string): string {
  const known = NETWORKS[network as Network]
  return known ? `${known.name} (${known.test ? 'test money' : network})` : network
}

/** `low_risk` as people write it. */
export const plain = (code: string | null): string => code?.replaceAll('_', ' ') ?? 'not stated'

const dollars = (atomic: bigint) => usd(atomicToUsdc(atomic))
