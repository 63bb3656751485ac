/** Callers of the overload proof: what each connection sends, and what it makes of the answer. */
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import type { Wallet } from '../../../sandbox/wallets.ts'
import { authorizationOf, headerOf, signedPayment } from '../../support/payments.ts'
import { ask } from '../../support/service.ts'
import type { Random, tally } from '../random.ts'
import { openConnection, type RawConnection, type RawReply, rawRequest } from '../raw-client.ts'

/** One operation with one input, sold over each of the three protocols. */
export interface Goods {
  path: string
  skill: string
  input: object
  accepted: PaymentRequirements
}

export interface Purchase {
  goods: Goods
  payment: PaymentPayload
  nonce: string
  /** Code of the last answer; `null` if none came or the last one had no code. */
  lastCode: string | null
  /** Body of the paid answer over HTTP; `null` if none came. */
  body: string | null
  isDelivered: boolean
}

export interface Counts {
  calls: number
  answered: number
  /** Number of answers that refuse a call without judging it, for each code. */
  shed: ReturnType<typeof tally>
  closed: number
  latenciesMs: number[]
  violations: string[]
}

/** Answers of the service to load and to its own state; the caller sends the same again. */
const SHED = new Set([
  'OVERLOADED',
  'FACILITATOR_UNAVAILABLE',
  'UPSTREAM_UNAVAILABLE',
  'STORE_UNAVAILABLE',
  'RATE_LIMITED',
])
const VALID_S = 3600
/** Number of documents requested by a caller that reads nothing: more than the system buffers. */
const UNREAD_DOCUMENTS = 40
const RECONNECT_MS = 500

export async function goodsOf(url: string, numbers: readonly string[]): Promise<Goods[]> {
  const kinds = [
    { skill: 'company_profile', rest: '' },
    { skill: 'company_verdict', rest: '/verdict' },
  ]
  const goods = numbers.flatMap((number) =>
    kinds.map(({ skill, rest }) => ({
      skill,
      path: `/v1/company/${number}${rest}`,
      input: { number },
    })),
  )
  const priced: Goods[] = []
  for (const each of goods)
    priced.push({ ...each, accepted: (await ask(`${url}${each.path}`)).terms!.accepts[0]! })
  return priced
}

export async function purchaseOf(goods: Goods, wallet: Wallet): Promise<Purchase> {
  const payment = await signedPayment(wallet, goods.accepted, {
    validBefore: String(Math.floor(Date.now() / 1000) + VALID_S),
  })
  return {
    goods,
    payment,
    nonce: authorizationOf(payment).nonce.toLowerCase(),
    lastCode: null,
    body: null,
    isDelivered: false,
  }
}

const PROTOCOLS = ['http', 'http', 'mcp', 'a2a'] as const
type Protocol = (typeof PROTOCOLS)[number]

function requestOf(
  { path, skill, input }: Goods,
  protocol: Protocol,
  payment: PaymentPayload | null,
): Buffer {
  if (protocol === 'http')
    return rawRequest({
      target: path,
      headers: payment === null ? {} : { 'payment-signature': headerOf(payment) },
    })
  if (protocol === 'mcp') {
    const meta = payment === null ? {} : { _meta: { 'x402/payment': payment } }
    return rpc('/mcp', 'tools/call', { name: `uk_${skill}`, arguments: input, ...meta })
  }
  const metadata =
    payment === null
      ? {}
      : {
          metadata: { 'x402.payment.payload': payment, 'x402.payment.status': 'payment-submitted' },
        }
  const parts = [{ kind: 'data', data: { skill, input } }]
  return rpc('/a2a', 'message/send', {
    message: { messageId: 'm', role: 'user', kind: 'message', parts, ...metadata },
  })
}

function rpc(target: string, method: string, params: object): Buffer {
  return rawRequest({
    method: 'POST',
    target,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
}

/** The code of a problem in whatever form the protocol gives it; `null` if the answer is none. */
function codeOf({ body }: RawReply): string | null {
  return /"code":"([A-Z_]{3,40})"/.exec(body)?.[1] ?? null
}

const isPaidAnswer = ({ status, headers, body }: RawReply) =>
  (status === 200 && headers['payment-response'] !== undefined) ||
  body.includes('"x402/payment-response"') ||
  body.includes('"payment-completed"')

export interface CallersOptions {
  url: string
  goods: readonly Goods[]
  wallets: readonly Wallet[]
  random: Random
  counts: Counts
  /** Every purchase that was sent. */
  purchases: Purchase[]
  untilMs: number
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * One connection at a time until the end; a connection that was closed is opened again after a
 * while.
 */
export async function runCaller(options: CallersOptions, isReader: boolean): Promise<void> {
  const { url, counts, untilMs } = options
  while (performance.now() < untilMs) {
    let connection: RawConnection | null = null
    try {
      connection = await openConnection(url)
      if (isReader) await callUntil(connection, options)
      else await sendUnread(connection, options)
    } catch {
      counts.closed += 1
    } finally {
      connection?.close()
    }
    if (performance.now() < untilMs) await pause(RECONNECT_MS)
  }
}

async function callUntil(connection: RawConnection, options: CallersOptions): Promise<void> {
  const { goods, wallets, random, counts, purchases, untilMs } = options
  while (performance.now() < untilMs) {
    if (random.chance(0.4)) await callUnpaid(connection, options)
    else if (random.chance(0.2) && purchases.some(({ isDelivered }) => isDelivered)) {
      const purchase = random.pick(purchases.filter(({ isDelivered }) => isDelivered))
      const reply = await timed(
        connection,
        requestOf(purchase.goods, 'http', purchase.payment),
        counts,
      )
      checkReplay(purchase, reply, counts)
    } else {
      const purchase = await purchaseOf(random.pick(goods), random.pick(wallets))
      purchases.push(purchase)
      await buy(connection, purchase, options)
    }
  }
}

async function callUnpaid(
  connection: RawConnection,
  { goods, random, counts }: CallersOptions,
): Promise<void> {
  const item = random.pick(goods)
  const kind = random.below(4)
  if (kind === 0) await timed(connection, requestOf(item, random.pick(PROTOCOLS), null), counts)
  else if (kind === 1) await timed(connection, rawRequest({ target: '/v1/health' }), counts)
  else if (kind === 2)
    await timed(connection, rawRequest({ target: '/v1/preview?wing=company' }), counts)
  else {
    const numbers = [
      ...new Set(
        [item, random.pick(goods)].map(({ input }) => (input as { number: string }).number),
      ),
    ]
    await timed(
      connection,
      rawRequest({
        method: 'POST',
        target: '/v1/company/screen',
        body: JSON.stringify({ numbers }),
      }),
      counts,
    )
  }
}

/** Sends the same payment until it is answered or time is over. */
async function buy(
  connection: RawConnection,
  purchase: Purchase,
  { random, counts, untilMs }: CallersOptions,
): Promise<void> {
  const protocol = random.pick(PROTOCOLS)
  while (performance.now() < untilMs) {
    purchase.lastCode = null
    const reply = await timed(
      connection,
      requestOf(purchase.goods, protocol, purchase.payment),
      counts,
    )
    purchase.lastCode = codeOf(reply)
    if (isPaidAnswer(reply)) {
      purchase.isDelivered = true
      if (protocol === 'http') purchase.body = reply.body
      return
    }
    // Callers who wait for less than Retry-After says are what an overloaded service meets.
    await pause(200 + random.below(600))
  }
}

function checkReplay(purchase: Purchase, reply: RawReply, { violations }: Counts): void {
  if (reply.status !== 200) {
    violations.push(
      `a repetition of a settled payment got ${reply.status} ${reply.body.slice(0, 300)}`,
    )
    return
  }
  if (purchase.body !== null && purchase.body !== reply.body)
    violations.push('a repetition of a settled payment got another answer')
  purchase.body = reply.body
}

async function timed(
  connection: RawConnection,
  request: Buffer,
  counts: Counts,
): Promise<RawReply> {
  const begun = performance.now()
  counts.calls += 1
  const reply = await connection.send(request)
  counts.latenciesMs.push(performance.now() - begun)
  const code = codeOf(reply)
  if (code !== null && SHED.has(code)) {
    counts.shed.add(code)
    checkRefusal(reply, code, counts)
  } else counts.answered += 1
  if (reply.status === 500 || code === 'INTERNAL')
    counts.violations.push(`an answer was ${reply.status}: ${reply.body.slice(0, 300)}`)
  return reply
}

function checkRefusal({ headers, body }: RawReply, code: string, { violations }: Counts): void {
  if (code !== 'OVERLOADED') return
  const retryAfter =
    headers['retry-after'] ?? /"ukintel\/retry-after-seconds":(\d+)/.exec(body)?.[1]
  if (retryAfter === undefined) violations.push('OVERLOADED came without a time to return')
  if (!body.includes('"charged":false'))
    violations.push('OVERLOADED did not say that nothing was charged')
}

/** Sends one payment, requests many large documents, and reads nothing. */
async function sendUnread(
  connection: RawConnection,
  { goods, wallets, random, counts, purchases, untilMs }: CallersOptions,
): Promise<void> {
  connection.stopReading()
  const purchase = await purchaseOf(random.pick(goods), random.pick(wallets))
  purchases.push(purchase)
  const documents = Array.from({ length: UNREAD_DOCUMENTS }, () =>
    rawRequest({ target: '/openapi.json' }),
  )
  const sent = [requestOf(purchase.goods, 'http', purchase.payment), ...documents]
  counts.calls += sent.length
  connection.send(Buffer.concat(sent)).catch(() => {})
  while (connection.isOpen && performance.now() < untilMs) await pause(100)
  if (!connection.isOpen) throw new Error('the connection closed')
}
