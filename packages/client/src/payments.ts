/**
 * Journal of a wallet's signatures: append-only, written before a payment leaves, so that neither a
 * crash nor a restart loses one. A seller can settle a signature until it expires, whatever it
 * answers. A budget therefore counts every sent payment for a day, and "not charged" returns
 * nothing. While it is valid, the same authorization pays for the next call at equal terms. It can
 * be settled only once.
 */
import { at, decodeHeader, hex, isSame, toAtomic, toUsdc } from './codec.ts'
import { presentAgain, type SentPayment } from './pay.ts'
import { type Quote, SpendLimitError } from './terms.ts'

/**
 * - `open`: it may have been taken. Only it is sent for its call.
 * - `unpaid`: it moved nothing, and pays for the next call at equal terms.
 * - `answered`: it bought an answer. No later entry changes that.
 * - `void`: it can buy nothing more here, and counts as spent.
 * - `unsent`: it never left, and does not count.
 */
export type PaymentState = 'open' | 'unpaid' | 'answered' | 'void' | 'unsent'

export type JournalEntry =
  | { event: 'signed'; payment: SentPayment }
  | {
      /** `marked` was written by 0.2.0, whose `void` and `unpaid` may have been charged. */
      event: 'judged' | 'marked'
      nonce: string
      state?: PaymentState
      /** Name of the state before 0.2.0. */
      standing?: PaymentState
      request?: string
      paymentSignature?: string
    }

/** Place of the entries. */
export interface JournalLog {
  read(): JournalEntry[]
  append(entry: JournalEntry): void
}

/** The payments of one wallet for one purpose. */
export type Payments = ReturnType<typeof createPayments>

export interface PaymentsOptions {
  /** Default: the memory of this process. */
  log?: JournalLog
  /** Most that is paid in 24 hours, in USDC. `null` if only each call is limited. */
  totalUsd?: string | null
  nowMs?: () => number
}

export const DAY_MS = 86_400_000
/** A seller that may still deliver what was paid does so for at least as long. */
export const REMEMBERED_MS = 30 * DAY_MS
/** Validity that a seller wants left of a payment, and time to get there. */
const REUSABLE_FOR_MS = 25_000

export function createPayments(options: PaymentsOptions = {}) {
  const { log = memoryLog(), totalUsd = null, nowMs = Date.now } = options
  const total = totalUsd === null ? null : toAtomic(totalUsd)

  /** Reads the log each time: another process may pay from the same wallet. */
  function readPayments(): { payment: SentPayment; state: PaymentState }[] {
    const byNonce = new Map<string, { payment: SentPayment; state: PaymentState }>()
    for (const entry of log.read()) {
      if (entry.event === 'signed')
        byNonce.set(entry.payment.nonce, { payment: entry.payment, state: 'open' })
      else applyTo(byNonce.get(entry.nonce), entry, nowMs())
    }
    return [...byNonce.values()].filter(
      ({ payment, state }) => state !== 'unsent' && payment.signedMs > nowMs() - REMEMBERED_MS,
    )
  }

  const listCounted = (all: readonly { payment: SentPayment }[]) =>
    all.filter(({ payment }) => payment.signedMs > nowMs() - DAY_MS)
  const sumSpent = () => sum(listCounted(readPayments()))
  const computeLeft = () => (total === null ? 0n : total > sumSpent() ? total - sumSpent() : 0n)

  function check(amountAtomic: string, left: bigint): void {
    if (total !== null && BigInt(amountAtomic) > left)
      throw new SpendLimitError(
        `the call costs ${toUsdc(amountAtomic)} USD, ${toUsdc(left)} USD are left of ${totalUsd} a day; nothing was paid`,
      )
  }

  return {
    /** Counts a payment and writes it down. Only then may it be sent. @throws SpendLimitError */
    book(payment: SentPayment): void {
      check(payment.amountAtomic, computeLeft())
      log.append({ event: 'signed', payment })
      if (total === null) return
      // Another process may have booked in between. The order of the log decides, and the later one
      // sends nothing.
      const all = listCounted(readPayments())
      const before = all.slice(
        0,
        all.findIndex((each) => each.payment.nonce === payment.nonce),
      )
      try {
        check(payment.amountAtomic, total - sum(before))
      } catch (error) {
        log.append({ event: 'judged', nonce: payment.nonce, state: 'unsent' })
        throw error
      }
    },
    judge: (nonce: string, state: PaymentState): void =>
      log.append({ event: 'judged', nonce, state }),

    /** Returns the latest payment of this call in one of the states. */
    find: (request: string, ...states: PaymentState[]): SentPayment | null =>
      readPayments()
        .filter(({ payment, state }) => states.includes(state) && payment.request === request)
        .at(-1)?.payment ?? null,

    /**
     * Returns a payment that moved nothing and pays for this quote. From now on it is this call's.
     */
    reuse(
      { terms }: Quote,
      request: string,
      { payer, paymentId }: { payer: string; paymentId?: string | undefined },
    ): SentPayment | null {
      const [offer] = terms.accepts
      const found = readPayments().find(
        ({ payment, state }) =>
          state === 'unpaid' &&
          payment.validBeforeMs - nowMs() > REUSABLE_FOR_MS &&
          payment.network === offer!.network &&
          isSame(payerOf(payment), payer) &&
          isSame(payment.payTo, offer!.payTo) &&
          payment.amountAtomic === offer!.amount,
      )?.payment
      if (!found) return null
      const paymentSignature = presentAgain(found.paymentSignature, terms, paymentId)
      log.append({ event: 'judged', nonce: found.nonce, state: 'open', request, paymentSignature })
      return { ...found, request, paymentSignature }
    },

    /** @throws SpendLimitError if a payment of this price would be refused */
    afford: (amountAtomic: string): void => check(amountAtomic, computeLeft()),
    /** In USDC. */
    spentUsd: () => toUsdc(sumSpent()),
    leftUsd: () => toUsdc(computeLeft()),
  }
}

const payerOf = ({ paymentSignature }: SentPayment) =>
  at(decodeHeader(paymentSignature), 'payload', 'authorization', 'from')

function applyTo(
  known: { payment: SentPayment; state: PaymentState } | undefined,
  entry: Exclude<JournalEntry, { event: 'signed' }>,
  nowMs: number,
): void {
  if (!known || known.state === 'answered') return
  const { event, standing = 'open', state = standing, ...change } = entry
  const isDoubted =
    event === 'marked' &&
    (state === 'void' || state === 'unpaid') &&
    known.payment.validBeforeMs > nowMs
  known.state = isDoubted ? 'open' : state
  known.payment = { ...known.payment, ...change }
}

const sum = (all: readonly { payment: SentPayment }[]): bigint =>
  all.reduce((total, { payment }) => total + BigInt(payment.amountAtomic), 0n)

function memoryLog(): JournalLog {
  const entries: JournalEntry[] = []
  return { read: () => entries, append: (entry) => void entries.push(entry) }
}

const PREFIX = 'ukintel-payment '

/**
 * Keeps the entries in `localStorage`, for all tabs of an origin; in memory where it is refused.
 */
export function storageLog(open: () => Storage = () => localStorage): JournalLog {
  const unstored = memoryLog()
  const keysOf = (storage: Storage) => Object.keys(storage).filter((key) => key.startsWith(PREFIX))

  return {
    read() {
      let stored: JournalEntry[] = []
      try {
        const storage = open()
        stored = keysOf(storage)
          .sort()
          .map((key) => JSON.parse(storage.getItem(key)!) as JournalEntry)
      } catch {
        // What is in memory still counts.
      }
      return [...stored, ...unstored.read()]
    },
    append(entry) {
      // Each entry has a separate key, so that two tabs do not overwrite each other.
      const random = hex(crypto.getRandomValues(new Uint8Array(8)))
      const nowMs = Date.now()
      try {
        const storage = open()
        storage.setItem(`${PREFIX}${nowMs} ${order()} ${random}`, JSON.stringify(entry))
        for (const key of keysOf(storage))
          if (Number.parseInt(key.slice(PREFIX.length), 10) < nowMs - REMEMBERED_MS - DAY_MS)
            storage.removeItem(key)
      } catch {
        unstored.append(entry)
      }
    },
  }
}

let written = 0
/** Orders entries of one millisecond. */
const order = () => String(written++).padStart(9, '0')
