/**
 * Journal of this wallet's signatures on this machine: append-only, written before a payment
 * leaves, so that neither a crash nor a restart loses one. A seller can settle a signature until it
 * expires, whatever it answers. A budget therefore counts every sent payment for a day, and "not
 * charged" returns nothing. While it is valid, the same authorization pays for the next call at the
 * same terms; it can be settled only once.
 */
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { atomicToUsdc, usdcToAtomic } from '../platform/money.ts'
import { SpendLimitError } from './buyer.ts'
import type { Quote } from './quote.ts'

/** A payment that was, or may have been, sent. */
export interface SentPayment {
  nonce: string
  /** Which call it was for, see `open`. */
  request: string
  /** The PAYMENT-SIGNATURE header. */
  paymentSignature: string
  network: string
  payTo: string
  amountAtomic: string
  signedMs: number
  validBeforeMs: number
}

/**
 * `void`: the payment can buy nothing more here and counts as spent. `unsent`: it never left and
 * does not count.
 */
type PaymentState = 'open' | 'unpaid' | 'answered' | 'void' | 'unsent'

export interface SpendingJournal {
  /** Counts it and writes it down; only then may it be sent. @throws SpendLimitError when it is too much for one call or for what is left */
  book(payment: SentPayment): void
  /** Result of the seller; `answered` is final. */
  mark(nonce: string, state: PaymentState): void
  /** Returns the payment of this call whose outcome is unknown. */
  open(request: string): SentPayment | null
  /** A payment that was answered "not charged" and would pay for this quote: from now on it is this call's. */
  reuse(quote: Quote, request: string): SentPayment | null
  /** Throws when a payment of this price would be refused. @throws SpendLimitError */
  afford(amountUsd: string): void
  spentUsd(): string
  leftUsd(): string
}

export interface SpendingJournalOptions {
  /** Folder of the journals, one a month. Null: nothing outlives the process. */
  directory: string | null
  /** Wallet, and the purpose of its payments, such as `mcp`. Each has a separate budget. */
  wallet: string
  /** Null: no more than each call's own. */
  limits: { perCallUsd: string; totalUsd: string } | null
  nowMs?: () => number
}

type JournalEntry =
  | { event: 'signed'; payment: SentPayment }
  | { event: 'marked'; nonce: string; state: PaymentState; request?: string }

const DAY_MS = 86_400_000
/** A seller that may still deliver what was paid does so for at least as long. */
const REMEMBERED_MS = 30 * DAY_MS
/** Validity that a seller wants left of a payment, and time to get there. */
const REUSABLE_FOR_MS = 25_000

/** @throws Error when the journal cannot be read */
export function openSpendingJournal(options: SpendingJournalOptions): SpendingJournal {
  const { directory, limits } = options
  const nowMs = options.nowMs ?? Date.now
  const journal =
    directory === null ? inMemory() : onDisk(directory, options.wallet.toLowerCase(), nowMs)
  const perCall = limits && BigInt(usdcToAtomic(limits.perCallUsd))
  const total = limits && BigInt(usdcToAtomic(limits.totalUsd))

  /**
   * Reads all stored payments in the order of signing, with their states. Reads the file each time:
   * another process may pay from the same wallet.
   */
  function readPayments(): { payment: SentPayment; state: PaymentState }[] {
    const byNonce = new Map<string, { payment: SentPayment; state: PaymentState }>()
    for (const entry of journal.read()) {
      if (entry.event === 'signed')
        byNonce.set(entry.payment.nonce, { payment: entry.payment, state: 'open' })
      else {
        const known = byNonce.get(entry.nonce)
        if (!known || known.state === 'answered') continue
        known.state = entry.state
        if (entry.request !== undefined)
          known.payment = { ...known.payment, request: entry.request }
      }
    }
    return [...byNonce.values()].filter(
      ({ payment, state }) => state !== 'unsent' && payment.signedMs > nowMs() - REMEMBERED_MS,
    )
  }

  const listCounted = (all: readonly { payment: SentPayment }[]) =>
    all.filter(({ payment }) => payment.signedMs > nowMs() - DAY_MS)
  const sumSpent = () => sum(listCounted(readPayments()))
  const computeLeft = () => (total === null ? 0n : total > sumSpent() ? total - sumSpent() : 0n)

  function check(amountUsd: string, leftAtomic: bigint): void {
    if (!limits) return
    const amount = BigInt(usdcToAtomic(amountUsd))
    if (amount > perCall!)
      throw new SpendLimitError(
        `the call costs ${amountUsd} USD, the limit is ${limits.perCallUsd} USD a call; nothing was paid`,
      )
    if (amount > leftAtomic)
      throw new SpendLimitError(
        `the call costs ${amountUsd} USD, ${atomicToUsdc(leftAtomic)} USD are left of ${limits.totalUsd} a day; nothing was paid`,
      )
  }

  return {
    book(payment) {
      check(atomicToUsdc(payment.amountAtomic), computeLeft())
      journal.append({ event: 'signed', payment })
      if (total === null) return
      // Another process may have booked in between: the journal's order decides, and who came too late sends nothing.
      const all = listCounted(readPayments())
      const before = all.slice(
        0,
        all.findIndex((each) => each.payment.nonce === payment.nonce),
      )
      try {
        check(atomicToUsdc(payment.amountAtomic), total - sum(before))
      } catch (error) {
        journal.append({ event: 'marked', nonce: payment.nonce, state: 'unsent' })
        throw error
      }
    },
    mark(nonce, state) {
      journal.append({ event: 'marked', nonce, state })
    },
    open(request) {
      return (
        readPayments().findLast(
          ({ payment, state }) => state === 'open' && payment.request === request,
        )?.payment ?? null
      )
    },
    reuse(quote, request) {
      const [terms] = quote.terms.accepts
      const found = readPayments().find(
        ({ payment, state }) =>
          state === 'unpaid' &&
          payment.validBeforeMs - nowMs() > REUSABLE_FOR_MS &&
          (perCall === null || BigInt(payment.amountAtomic) <= perCall) &&
          payment.network === terms!.network &&
          payment.payTo.toLowerCase() === terms!.payTo.toLowerCase() &&
          payment.amountAtomic === terms!.amount,
      )
      if (!found) return null
      journal.append({ event: 'marked', nonce: found.payment.nonce, state: 'open', request })
      return { ...found.payment, request }
    },
    afford: (amountUsd) => check(amountUsd, computeLeft()),
    spentUsd: () => atomicToUsdc(sumSpent()),
    leftUsd: () => atomicToUsdc(computeLeft()),
  }
}

const sum = (all: readonly { payment: SentPayment }[]): bigint =>
  all.reduce((total, { payment }) => total + BigInt(payment.amountAtomic), 0n)

interface Journal {
  read(): JournalEntry[]
  append(entry: JournalEntry): void
}

function inMemory(): Journal {
  const entries: JournalEntry[] = []
  return { read: () => entries, append: (entry) => void entries.push(entry) }
}

/**
 * Opens the journal file. Lines are appended whole, so that processes can share it. A line that a
 * crash truncated is no JSON, and its payment was never sent.
 */
function onDisk(directory: string, wallet: string, nowMs: () => number): Journal {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const fileOf = (ms: number) =>
    join(directory, `${wallet}-${new Date(ms).toISOString().slice(0, 7)}.jsonl`)
  return {
    read() {
      // Half-way too: in March a whole month lies between today and 30 days ago.
      const files = new Set(
        [REMEMBERED_MS, REMEMBERED_MS / 2, 0].map((agoMs) => fileOf(nowMs() - agoMs)),
      )
      return [...files].flatMap((file) => readLines(file).flatMap(parseEntry))
    },
    append(entry) {
      appendFileSync(fileOf(nowMs()), `\n${JSON.stringify(entry)}\n`, { mode: 0o600, flush: true })
    },
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function parseEntry(line: string): JournalEntry[] {
  if (line === '') return []
  try {
    const { standing, ...entry } = JSON.parse(line) as JournalEntry & { standing?: PaymentState }
    // Of a release that called the state of a payment so.
    return [standing === undefined ? entry : ({ ...entry, state: standing } as JournalEntry)]
  } catch {
    return []
  }
}
