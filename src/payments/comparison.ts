/**
 * The books values against the chain, both ways and to the atomic unit: every recorded payment must
 * be a transfer to its payee, every transfer to a payee of ours must be recorded. Read side by side
 * in the order of time, so that only what has no partner yet is values in memory.
 */
import type { Books, Currency, ReportPeriod } from '../store/ledger/payment-report.ts'
import type { PaymentsTable } from '../store/ledger/schema.ts'
import type { ChainTransfer, TransferReader } from './evm/transfers.ts'

export type Difference = { transaction: string; payer: string } & (
  | { kind: 'not on the chain'; payment: PaymentsTable; transfer: null }
  | { kind: 'not in the ledger'; payment: null; transfer: ChainTransfer }
  | {
      kind: 'amount differs' | 'payee differs' | 'transaction differs'
      payment: PaymentsTable
      transfer: ChainTransfer
    }
)

export interface Comparison {
  /** Recorded payments within the span, and what they come to. */
  payments: number
  amountAtomic: bigint
  /** Transfers within the span. */
  transfers: number
  /** Transfers of settlements that the service has yet to decide about. */
  undecided: number
  differences: Difference[]
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/**
 * A refused payment that landed is recorded once its authorization, of a day at most, has ended and
 * the chain was queried.
 */
const RECORDED_WITHIN_MS = 3 * DAY_MS
/** The chain's clock and ours. */
const CLOCKS_MS = HOUR_MS
/** Nothing is recorded yet: how far back a transfer is looked for. */
const EMPTY_LOOKS_BACK_MS = 30 * DAY_MS
/**
 * A payment is recorded moments after its transfer, and an endpoint may lag: what is this young and
 * has no partner is looked for again.
 */
const YOUNG_MS = 64_000
const LOOKS_AGAIN = 5
const AGAIN_AFTER_MS = 1000

export interface ComparisonOptions {
  books: Books
  chain: TransferReader
  currency: Currency
  /** Current payee, if it is known. Earlier payees are in the ledger. */
  payTo: string | null
  span: ReportPeriod
  nowMs: () => number
  sleep: (ms: number) => Promise<void>
}

/** @throws Error if the chain cannot be queried */
export async function compareWithChain(options: ComparisonOptions): Promise<Comparison> {
  const { books, chain, currency, nowMs, sleep } = options
  const payees = [
    ...new Set([
      ...(options.payTo === null ? [] : [options.payTo.toLowerCase()]),
      ...(await books.payees(currency)),
    ]),
  ]
  if (payees.length === 0)
    return { payments: 0, amountAtomic: 0n, transfers: 0, undecided: 0, differences: [] }
  const beganMs = nowMs()
  const newest = await chain.newest()
  const { firstBlock, lastBlock, around, isOpen, isWithin, isWithinBlocks } = await findBounds(
    options,
    newest,
    beganMs,
  )
  const pairs = createPairs()
  const total = { payments: 0, amountAtomic: 0n, transfers: 0 }
  const seen = new Set<number>()
  const addPayment = (payment: PaymentsTable) => {
    if (payment.settled_ms > beganMs - 2 * YOUNG_MS) {
      if (seen.has(payment.claim_id)) return
      seen.add(payment.claim_id)
    }
    pairs.addPayment(payment)
    if (!isWithin(payment)) return
    total.payments += 1
    total.amountAtomic += BigInt(payment.amount_atomic)
  }
  const addTransfers = async (
    from: bigint,
    to: bigint,
    onPage: (untilMs: number) => Promise<void>,
  ) => {
    for await (const { transfers, untilMs } of chain.pages(payees, from, to)) {
      for (const transfer of transfers) {
        pairs.addTransfer(transfer)
        if (isWithinBlocks(transfer)) total.transfers += 1
      }
      await onPage(untilMs)
    }
  }

  const recorded = inOrder(books.payments(around, currency))
  await addTransfers(firstBlock, lastBlock < newest.block ? lastBlock : newest.block, (untilMs) =>
    recorded.until(untilMs, addPayment),
  )
  await recorded.until(Number.POSITIVE_INFINITY, addPayment)

  let readTo = newest.block
  for (
    let look = 1;
    look <= LOOKS_AGAIN &&
    pairs.hasYoung(beganMs - YOUNG_MS, newest.block - BigInt(YOUNG_MS / 2000));
    look += 1
  ) {
    await sleep(AGAIN_AFTER_MS)
    if (isOpen) {
      const { block } = await chain.newest()
      await addTransfers(readTo + 1n, block, async () => {})
      readTo = block
    }
    const recent = inOrder(
      books.payments({ fromMs: beganMs - 2 * YOUNG_MS, beforeMs: around.beforeMs }, currency),
    )
    await recent.until(Number.POSITIVE_INFINITY, addPayment)
  }

  const { differences, undecided } = pairs.compareRest(await books.listUndecided(currency))
  return {
    ...total,
    undecided,
    differences: differences.filter(
      ({ payment, transfer }) =>
        (payment !== null && isWithin(payment)) || (transfer !== null && isWithinBlocks(transfer)),
    ),
  }
}

/** Finds the blocks of the span, and those around it in which a partner may be. */
async function findBounds(
  { books, chain, currency, span }: ComparisonOptions,
  newest: { block: bigint; timeMs: number },
  beganMs: number,
) {
  const oldestMs = await books.oldestSettledMs(currency)
  const fromMs =
    span.fromMs ??
    (oldestMs === null ? beganMs - EMPTY_LOOKS_BACK_MS : oldestMs - RECORDED_WITHIN_MS)
  const beforeMs = span.beforeMs ?? Number.POSITIVE_INFINITY
  const strictFrom = await chain.blockAt(fromMs)
  const strictBefore = beforeMs <= newest.timeMs ? await chain.blockAt(beforeMs) : null
  // Beyond the ends of the span only partners are looked for.
  const firstBlock =
    span.fromMs === null ? strictFrom : await chain.blockAt(fromMs - RECORDED_WITHIN_MS)
  const lastBlock = strictBefore === null ? newest.block : await chain.blockAt(beforeMs + CLOCKS_MS)
  const around: ReportPeriod = {
    fromMs: span.fromMs === null ? null : span.fromMs - CLOCKS_MS,
    beforeMs: span.beforeMs === null ? null : span.beforeMs + RECORDED_WITHIN_MS,
  }
  return {
    firstBlock,
    lastBlock,
    around,
    /** True if the span has no end yet. */
    isOpen: strictBefore === null,
    isWithin: ({ settled_ms }: PaymentsTable) =>
      settled_ms >= (span.fromMs ?? 0) && settled_ms < beforeMs,
    isWithinBlocks: ({ block }: ChainTransfer) =>
      block >= strictFrom && (strictBefore === null || block < strictBefore),
  }
}

/** The rows of pages one after the other, as far as a time. */
function inOrder(pages: AsyncGenerator<PaymentsTable[]>) {
  let page: PaymentsTable[] = []
  let next = 0
  return {
    async until(untilMs: number, add: (payment: PaymentsTable) => void): Promise<void> {
      while (true) {
        if (next === page.length) {
          const { value, done } = await pages.next()
          if (done) return
          page = value
          next = 0
        }
        const payment = page[next]!
        if (payment.settled_ms > untilMs) return
        add(payment)
        next += 1
      }
    },
  }
}

/** Holds what has no partner. A batch of payments in one transaction is several of a kind. */
function createPairs() {
  const payments = new Map<string, PaymentsTable[]>()
  const transfers = new Map<string, ChainTransfer[]>()
  const keyOf = (transaction: string, payer: string, payee: string, amount: string) =>
    `${transaction} ${payer} ${payee} ${amount}`

  return {
    addPayment(payment: PaymentsTable) {
      const key = keyOf(
        payment.tx_hash.toLowerCase(),
        payment.payer,
        payment.pay_to.toLowerCase(),
        payment.amount_atomic,
      )
      if (take(transfers, key) === null) put(payments, key, payment)
    },

    addTransfer(transfer: ChainTransfer) {
      const key = keyOf(transfer.txHash, transfer.from, transfer.to, transfer.amountAtomic)
      if (take(payments, key) === null) put(transfers, key, transfer)
    },

    hasYoung(sinceMs: number, sinceBlock: bigint): boolean {
      return (
        [...payments.values()].flat().some(({ settled_ms }) => settled_ms > sinceMs) ||
        [...transfers.values()].flat().some(({ block }) => block > sinceBlock)
      )
    },

    /** Returns the unmatched rest, with those of one transaction and payer next to each other. */
    compareRest(claims: readonly { payer: string; pay_to: string; amount_atomic: string }[]): {
      differences: Difference[]
      undecided: number
    } {
      const differences: Difference[] = []
      const strays = {
        sameTransaction: new Map<string, ChainTransfer[]>(),
        sameMoney: new Map<string, ChainTransfer[]>(),
      }
      const rest = new Set([...transfers.values()].flat())
      for (const transfer of rest) {
        put(strays.sameTransaction, `${transfer.txHash} ${transfer.from}`, transfer)
        put(strays.sameMoney, `${transfer.from} ${transfer.to} ${transfer.amountAtomic}`, transfer)
      }
      const takeStray = (map: Map<string, ChainTransfer[]>, key: string): ChainTransfer | null => {
        for (let stray = take(map, key); stray !== null; stray = take(map, key))
          if (rest.delete(stray)) return stray
        return null
      }
      const name = (payment: PaymentsTable) => ({
        transaction: payment.tx_hash,
        payer: payment.payer,
        payment,
      })
      const alone: PaymentsTable[] = []
      for (const payment of [...payments.values()].flat()) {
        const transfer = takeStray(
          strays.sameTransaction,
          `${payment.tx_hash.toLowerCase()} ${payment.payer}`,
        )
        const isAmountEqual = transfer?.amountAtomic === payment.amount_atomic
        const kind = isAmountEqual ? 'payee differs' : 'amount differs'
        if (transfer === null) alone.push(payment)
        else differences.push({ kind, ...name(payment), transfer })
      }
      for (const payment of alone) {
        const transfer = takeStray(
          strays.sameMoney,
          `${payment.payer} ${payment.pay_to.toLowerCase()} ${payment.amount_atomic}`,
        )
        const named = name(payment)
        if (transfer === null) differences.push({ kind: 'not on the chain', ...named, transfer })
        else differences.push({ kind: 'transaction differs', ...named, transfer })
      }
      const waiting = new Map<string, true[]>()
      for (const claim of claims)
        put(waiting, `${claim.payer} ${claim.pay_to.toLowerCase()} ${claim.amount_atomic}`, true)
      let undecided = 0
      for (const transfer of rest) {
        if (take(waiting, `${transfer.from} ${transfer.to} ${transfer.amountAtomic}`) !== null)
          undecided += 1
        else
          differences.push({
            kind: 'not in the ledger',
            transaction: transfer.txHash,
            payer: transfer.from,
            payment: null,
            transfer,
          })
      }
      return { differences, undecided }
    },
  }
}

function put<T>(map: Map<string, T[]>, key: string, value: T): void {
  map.getOrInsertComputed(key, () => []).push(value)
}

function take<T>(map: Map<string, T[]>, key: string): T | null {
  const values = map.get(key)
  if (!values) return null
  const value = values.pop()!
  if (values.length === 0) map.delete(key)
  return value
}
