/**
 * One process under more connections than it can serve: what it sheds, what it never sheds, and how
 * soon it recovers.
 */

import { headerOf } from '../../support/payments.ts'
import { ask } from '../../support/service.ts'
import type { Proof } from '../parts.ts'
import { type Random, randomOf, tally, wholeNumber } from '../random.ts'
import { openConnection, rawRequest } from '../raw-client.ts'
import { type Sandboxed, startSandboxed } from '../sandboxed.ts'
import {
  type Counts,
  type Goods,
  goodsOf,
  type Purchase,
  purchaseOf,
  runCaller,
} from './callers.ts'

const CONNECTIONS = [64, 256, 1024]
/** Below the highest number of connections, so that some are closed unread. */
const MAX_CONNECTIONS = 1000
const MAX_RUNNING_CALLS = 256
const SAMPLE_MS = 500
/** Connections that read nothing: one in so many. */
const UNREAD_ONE_IN = 8
const RECOVER_WITHIN_S = 10
/** A service that has recovered answers a free call and a purchase within this time. */
const PROMPT_MS = 1000

export const overload: Proof = async (given, print) => {
  const result = await overloadRound(randomOf(wholeNumber(given.seed, 'seed')), {
    seconds: wholeNumber(given.seconds, 'seconds'),
    connections: CONNECTIONS,
    maxConnections: MAX_CONNECTIONS,
    maxRunning: MAX_RUNNING_CALLS,
    print,
  })
  for (const line of result.violations.slice(0, 20)) print(line)
  print(
    `${result.sent} payments sent, ${result.settled} settled, ${result.violations.length} violations`,
  )
  if (result.undecided > 0)
    print(
      `${result.undecided} settlements unknown, stored with their answers: the facilitator timed out, and there is no chain to ask`,
    )
  print(`${result.lost} settlements lost`)
  return result.lost === 0 && result.violations.length === 0
}

export interface OverloadOptions {
  /** Length of the load. Each number of connections gets an equal share. */
  seconds: number
  connections: readonly number[]
  maxConnections: number
  maxRunning: number
  print: (line: string) => void
}

export async function overloadRound(random: Random, options: OverloadOptions) {
  const { seconds, connections, maxConnections, maxRunning, print } = options
  let refusalLines = 0
  const service = await startSandboxed({
    wallets: 20,
    isFilled: false,
    environment: {
      INGEST: 'off',
      MAX_CONNECTIONS: String(maxConnections),
      MAX_RUNNING_CALLS: String(maxRunning),
      // All callers have one address here, which would get half of the connections.
      TRUST_PROXY: 'loopback',
    },
    onLogLine: (line) => {
      if (line.includes('"call refused"')) refusalLines += 1
    },
  })
  const violations: string[] = []
  const purchases: Purchase[] = []
  const shed = tally()
  try {
    const numbers = service.sources.companiesHouse.companies
      .slice(0, 20)
      .map(({ number }) => number)
    const goods = await goodsOf(service.url, numbers)
    for (const each of goods) await settleNow(service, each, purchases)
    print(HEADINGS.join(' | '))
    for (const count of connections) {
      const phase = await runPhase(service, {
        count,
        seconds: seconds / connections.length,
        goods,
        random,
        purchases,
      })
      for (const [code, times] of phase.counts.shed.entries()) shed.add(code, times)
      violations.push(...phase.counts.violations)
      if (phase.recoveredS > RECOVER_WITHIN_S)
        violations.push(`${count} connections: no recovery in ${RECOVER_WITHIN_S} s`)
      print(rowOf(phase))
    }
    const { lost, undecided } = await findLost(service, purchases)
    // The worst is printed first.
    violations.unshift(...lost, ...(await misled(service, purchases)))
    const refused = await service.metric('ukintel_calls_overloaded_total')
    if (refused !== refusalLines)
      violations.push(`${refused} calls were refused, ${refusalLines} lines of the log say so`)
    if (service.endedBy() !== null) violations.push(`the service ended: ${service.endedBy()}`)
    const settled = purchases.filter(({ payment, nonce }) =>
      isSpent(service, payment, nonce),
    ).length
    const { overLimit } = await closedOf(service)
    return {
      violations,
      lost: lost.length,
      undecided,
      sent: purchases.length,
      settled,
      shed,
      overLimit,
    }
  } finally {
    await service.close()
  }
}

interface Phase {
  count: number
  counts: Counts
  closedByService: string
  loopP99Ms: number
  residentMb: { before: number; peak: number; after: number }
  recoveredS: number
}

async function runPhase(
  service: Sandboxed,
  {
    count,
    seconds,
    goods,
    random,
    purchases,
  }: {
    count: number
    seconds: number
    goods: readonly Goods[]
    random: Random
    purchases: Purchase[]
  },
): Promise<Phase> {
  const counts: Counts = {
    calls: 0,
    answered: 0,
    shed: tally(),
    closed: 0,
    latenciesMs: [],
    violations: [],
  }
  const closedBefore = await closedOf(service)
  const before = await residentMb(service)
  const untilMs = performance.now() + seconds * 1000
  const options = {
    url: service.url,
    goods,
    wallets: service.wallets,
    random,
    counts,
    purchases,
    untilMs,
  }
  const callers = Array.from({ length: count }, (_, index) =>
    runCaller(options, index % UNREAD_ONE_IN !== 0),
  )
  let peak = before
  let loopP99Ms = 0
  while (performance.now() < untilMs) {
    await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
    loopP99Ms = Math.max(
      loopP99Ms,
      (await service.metric('nodejs_eventloop_lag_p99_seconds')) * 1000,
    )
    peak = Math.max(peak, await residentMb(service))
  }
  const recoveredS = await recovery(service, goods, purchases, untilMs)
  await Promise.all(callers)
  const closedAfter = await closedOf(service)
  const after = await residentMb(service)
  const closedByService = `${closedAfter.overLimit - closedBefore.overLimit} over limit, ${closedAfter.unread - closedBefore.unread} unread`
  return {
    count,
    counts,
    closedByService,
    loopP99Ms,
    residentMb: { before, peak, after },
    recoveredS,
  }
}

const residentMb = async (service: Sandboxed) =>
  Math.round((await service.metric('process_resident_memory_bytes')) / 2 ** 20)

async function closedOf(service: Sandboxed) {
  const closed = (reason: string) =>
    service.metric('ukintel_connections_closed_total', `reason="${reason}"`)
  return { overLimit: await closed('over_limit'), unread: await closed('unread') }
}

/**
 * Seconds from the end of the load until a free call and a new purchase are both answered promptly.
 */
async function recovery(
  service: Sandboxed,
  goods: readonly Goods[],
  purchases: Purchase[],
  endedMs: number,
): Promise<number> {
  while (performance.now() - endedMs < 2 * RECOVER_WITHIN_S * 1000) {
    const begun = performance.now()
    const isServed = await isPromptly(service, goods, purchases).catch(() => false)
    if (isServed && performance.now() - begun < PROMPT_MS)
      return (performance.now() - endedMs) / 1000
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return Number.POSITIVE_INFINITY
}

async function isPromptly(
  service: Sandboxed,
  goods: readonly Goods[],
  purchases: Purchase[],
): Promise<boolean> {
  if ((await ask(`${service.url}/v1/health`)).status !== 200) return false
  const purchase = await purchaseOf(goods[0]!, service.wallets[0]!)
  purchases.push(purchase)
  const reply = await ask(`${service.url}${purchase.goods.path}`, { payment: purchase.payment })
  purchase.lastCode = typeof reply.json.code === 'string' ? reply.json.code : null
  if (reply.status === 200) Object.assign(purchase, { isDelivered: true, body: reply.bytes })
  return reply.status === 200
}

/** Buys once before the load, so that every source has been read. @throws when it is not sold */
async function settleNow(service: Sandboxed, goods: Goods, purchases: Purchase[]): Promise<void> {
  const purchase = await purchaseOf(goods, service.wallets[0]!)
  purchases.push(purchase)
  const reply = await ask(`${service.url}${goods.path}`, { payment: purchase.payment })
  if (reply.status !== 200)
    throw new Error(`${goods.path} is not sold: ${reply.status} ${reply.bytes.slice(0, 200)}`)
  Object.assign(purchase, { isDelivered: true, body: reply.bytes })
}

const isSpent = ({ facilitator }: Sandboxed, payment: Purchase['payment'], nonce: string) =>
  facilitator.ledger.authorizationUsed(
    (payment.payload as { authorization: { from: `0x${string}` } }).authorization.from,
    nonce as `0x${string}`,
  )

/**
 * Returns settled payments that the ledger does not hold, or whose answer can no longer be had, and
 * the number of those whose outcome is stored as unknown. Those stay unknown, because the service
 * under load has no chain to ask.
 */
async function findLost(
  service: Sandboxed,
  purchases: readonly Purchase[],
): Promise<{ lost: string[]; undecided: number }> {
  const lost: string[] = []
  const stored = await service.undecidedPayments()
  const unknown = new Set<string>()
  const spent = purchases.filter(({ payment, nonce }) => isSpent(service, payment, nonce))
  const connection = await openConnection(service.url)
  for (const { goods, payment, nonce, isDelivered, body } of spent) {
    const reply = await connection.send(
      rawRequest({ target: goods.path, headers: { 'payment-signature': headerOf(payment) } }),
    )
    if (reply.body.includes('"SETTLEMENT_UNKNOWN"') && stored.has(nonce)) unknown.add(nonce)
    else if (reply.status !== 200)
      lost.push(
        `${nonce} was settled and its repetition gets ${reply.status} ${reply.body.slice(0, 200)}`,
      )
    else if (isDelivered && body !== null && body !== reply.body)
      lost.push(`${nonce} has another answer than its buyer got`)
  }
  connection.close()
  const books = await service.settledPayments()
  for (const { nonce } of spent)
    if (!books.has(nonce) && !unknown.has(nonce))
      lost.push(`${nonce} was settled and is not in the ledger`)
  if (books.size + unknown.size !== spent.length)
    lost.push(`${spent.length} payments were settled, ${books.size} are in the ledger`)
  if (service.facilitator.ledger.transferCount !== spent.length)
    lost.push(
      `${spent.length} payments were settled by ${service.facilitator.ledger.transferCount} transfers`,
    )
  return { lost, undecided: unknown.size }
}

/**
 * Returns purchases that were delivered without a payment, or settled although the last answer was
 * OVERLOADED.
 */
async function misled(service: Sandboxed, purchases: readonly Purchase[]): Promise<string[]> {
  return purchases.flatMap(({ payment, nonce, isDelivered, lastCode }) => {
    const spent = isSpent(service, payment, nonce)
    if (isDelivered && !spent) return [`${nonce} was delivered and never settled`]
    return lastCode === 'OVERLOADED' && spent
      ? [`${nonce} was refused for load and settled all the same`]
      : []
  })
}

const HEADINGS = [
  'connections',
  'calls',
  'answered',
  'shed by code',
  'sockets closed',
  'event-loop delay p99 ms',
  'latency p50 / p99 ms',
  'resident MB before / peak / after',
  'seconds to recover',
]

function rowOf({
  count,
  counts,
  closedByService,
  loopP99Ms,
  residentMb: { before, peak, after },
  recoveredS,
}: Phase): string {
  const sorted = counts.latenciesMs.sort((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0)
  return [
    count,
    counts.calls,
    counts.answered,
    counts.shed.line(),
    closedByService,
    loopP99Ms.toFixed(0),
    `${at(0.5)} / ${at(0.99)}`,
    `${before} / ${peak} / ${after}`,
    recoveredS.toFixed(1),
  ].join(' | ')
}
