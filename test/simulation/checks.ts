/** Invariants seen from outside: the chain, the buyers and the rows of the ledger. */
import type { Reply } from '../../src/api/problem.ts'
import { CHARGED, toServiceError } from '../../src/platform/errors.ts'
import { sha256Hex } from '../../src/platform/hash.ts'
import type { ChainEvent } from './chain.ts'
import type { FacilitatorFault } from './facilitator.ts'
import type { SimulatedLedger } from './ledger.ts'

export interface Violation {
  /** The same for the same kind of fault. */
  name: string
  detail: string
}

/** All that is known of one authorization. */
export interface Facts {
  readonly name: string
  readonly network: string
  readonly payer: string
  readonly nonce: string
  readonly amount: bigint
  readonly validBeforeMs: number
  /** When its owner first sent it. */
  presentedMs: number
  /** Identifiers and questions under which its owner presented it. */
  readonly ids: Set<string | null>
  readonly questions: Set<string>
  transfer: ChainEvent | null
  /**
   * The facilitator, sent by us, moved or will move this money, and said that it did not: each time
   * that it did.
   */
  readonly deniedMs: number[]
  /** It said that this money moved, and it did not. */
  fake: boolean
  /** The transactions that it named then. */
  readonly madeUp: string[]
  /**
   * Whether the facilitator accepted another party's signature over it: then that party cannot be
   * distinguished from the payer.
   */
  misjudged: boolean
  /** Time of the settlement request that moved this money. */
  sentMs: number | null
  /** A reorganisation dropped it, for a while or for good. */
  shaken: boolean
  /** The buyer's own doing on the chain. */
  selfMade: boolean
  /** Requests of its owner that are under way. */
  inFlight: number
  /** Last time with two of them under way. */
  overlapMs: number
  /** Last time at which its owner was certainly told "not charged", with none under way. */
  unchargedMs: number | null
  /** Time of the last look on which that answer was based. */
  judgedMs: number
  answer: Answer | null
}

export type Told =
  | { kind: 'delivered'; body: string; receipt: string; replayed: boolean }
  /** Free for all buyers at this time. */
  | { kind: 'given'; body: string }
  | { kind: 'refused'; reason: string; charged: boolean | null }
  | { kind: 'error'; code: string; charged: boolean | null; error: unknown }
  /** The connection broke, or the process was not there. */
  | { kind: 'lost' }

export interface Request {
  readonly facts: Facts
  readonly byOwner: boolean
  readonly question: string
  readonly paymentId: string | null
  readonly startedMs: number
  /** Time of its last query of the ledger; for a server, when it was done. */
  lookedMs: number
  /** Time of its last settlement request. */
  sentMs: number | null
  /** Time at which it started its settlement, if that was its last query of the ledger. */
  begunMs: number | null
  isBeginning: boolean
  /** It could not let its claim go: whatever it says next, it does not know who holds it. */
  isUnsure: boolean
}

/** A purchase as its owner received it. */
interface Answer {
  body: string
  receipt: string
  /** Time of the answer, and of the start of its request. */
  reportedMs: number
  startedMs: number
}

/** How long what happened on the chain may stay unseen: lagging nodes and the time of a lookup. */
const UNSEEN_MS = 30_000
const DAY_MS = 86_400_000

/**
 * Codes that state what the ledger recorded of a refused payment. Only a repetition of its request
 * looks at the chain again.
 */
const BY_LEDGER = new Set(['PAYMENT_REUSED', 'PAYMENT_KNOWN', 'IDENTIFIER_REUSED'])

export function toldOf(result: { reply: Reply } | { error: unknown }): Told {
  if ('reply' in result) {
    const { status, headers, body: bytes } = result.reply
    const body = bytes.toString()
    if (status === 402) {
      const { error: reason, extensions } = JSON.parse(body) as RefusedBody
      return { kind: 'refused', reason, charged: extensions.refusal.charged }
    }
    const receipt = headers['payment-response']
    return receipt === undefined
      ? { kind: 'given', body }
      : { kind: 'delivered', body, receipt, replayed: headers['payment-replayed'] === 'true' }
  }
  const { code, payment, cause } = toServiceError(result.error)
  const error = code === 'INTERNAL' ? cause : result.error
  return { kind: 'error', code, charged: CHARGED[payment ?? 'unread'], error }
}

interface RefusedBody {
  error: string
  extensions: { refusal: { charged: boolean | null } }
}

export class Checks {
  readonly violations: Violation[] = []
  readonly facts: Facts[] = []
  /** Without a chain a facilitator's false denial cannot be detected. */
  withoutChain = false
  /** Some receipts could not be signed at first. */
  keyHasFailed = false
  /** Start of the free period by question. */
  readonly givenAwaySinceMs = new Map<string, number>()
  readonly #byId = new Map<string, Answer>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  violated(name: string, detail: string): void {
    this.violations.push({ name, detail })
  }

  factsOf(nonce: string, payer: string): Facts | null {
    return this.facts.find((facts) => facts.nonce === nonce && facts.payer === payer) ?? null
  }

  settleAsked(facts: Facts | null, fault: FacilitatorFault | null): void {
    if (!facts || fault === null) return
    if (fault === 'refuses what it sent' || fault === 'refuses what it sends late')
      facts.deniedMs.push(this.#now())
    if (fault === 'says settled of what never lands') facts.fake = true
  }

  /**
   * A process that slept over the beginning of a settlement may find its payment judged by others.
   */
  sent({ facts, begunMs }: Request): void {
    if (begunMs === null || facts.judgedMs <= begunMs) return
    this.violated(
      'sent after being told that nothing was charged',
      `${facts.name} was told so while its settlement was being begun`,
    )
  }

  landed(event: ChainEvent): void {
    const facts = this.factsOf(event.nonce, event.payer)
    if (!facts) return
    facts.transfer = event
    if (facts.selfMade) return
    if (event.value !== facts.amount)
      this.violated(
        'another amount',
        `${facts.name} moved ${event.value}, signed were ${facts.amount}`,
      )
    if (facts.unchargedMs !== null && facts.deniedMs.length === 0) {
      this.violated(
        'charged after being told that nothing was',
        `${facts.name} was told so, its owner did not ask again, and it was charged`,
      )
    }
    this.#oncePerIdentifier(facts)
    const [question] = facts.questions
    const sinceMs = facts.questions.size === 1 ? this.givenAwaySinceMs.get(question!) : undefined
    if (sinceMs !== undefined && facts.presentedMs > sinceMs)
      this.violated('charged for what is given away', `${facts.name}: ${question}`)
  }

  #oncePerIdentifier(facts: Facts): void {
    const [id] = facts.ids
    if (facts.ids.size !== 1 || id === null) return
    for (const other of this.facts) {
      if (
        other === facts ||
        other.payer !== facts.payer ||
        other.network !== facts.network ||
        !other.ids.has(id!) ||
        other.ids.size !== 1
      )
        continue
      if (!other.transfer || other.selfMade) continue
      if (Math.abs(other.transfer.landedMs - facts.transfer!.landedMs) > 0.9 * DAY_MS) continue
      if ([facts, other].some((each) => this.#deniedUnseen(each))) continue
      this.violated(
        'two charges under one payment-identifier',
        `${other.name} and ${facts.name} were both charged for ${id}`,
      )
    }
  }

  /**
   * Denied, the last time before this moment, and not to be seen on the chain when the gate looked.
   */
  #deniedUnseen(
    { deniedMs: denials, transfer, shaken }: Facts,
    beforeMs = Number.POSITIVE_INFINITY,
  ): boolean {
    const deniedMs = denials.findLast((each) => each <= beforeMs)
    if (deniedMs === undefined) return false
    return (
      this.withoutChain || shaken || (transfer !== null && transfer.landedMs > deniedMs - UNSEEN_MS)
    )
  }

  told(request: Request, told: Told, network: string): void {
    const { facts, byOwner } = request
    if (told.kind === 'delivered') this.#delivered(request, told)
    if (told.kind === 'delivered' && !byOwner && !facts.fake && !facts.misjudged)
      this.violated('a stranger got the answer', facts.name)
    if (
      told.kind === 'error' &&
      told.code === 'INTERNAL' &&
      !(told.error as { planned?: boolean }).planned
    ) {
      this.violated('an unexpected error', String((told.error as Error).stack ?? told.error))
    }
    if (!byOwner || network !== facts.network) return
    // A free answer is never charged, even with a payment.
    const charged = 'charged' in told ? told.charged : told.kind === 'given' ? false : null
    const said =
      told.kind === 'refused' ? told.reason : told.kind === 'error' ? told.code : told.kind
    const isRecord = told.kind === 'error' && BY_LEDGER.has(told.code)
    if (charged === false) this.#uncharged(request, said, isRecord)
    if (charged === true && facts.transfer === null && !facts.fake && !facts.shaken)
      this.violated('told "charged" of money that had not moved', `${facts.name}: ${said}`)
  }

  #uncharged(
    { facts, startedMs, lookedMs, sentMs, isUnsure }: Request,
    reason: string,
    isRecord: boolean,
  ): void {
    const nowMs = this.#now()
    const { transfer } = facts
    // A statement may take long: the last query of the ledger for it counts.
    facts.judgedMs = Math.max(facts.judgedMs, lookedMs)
    if (!transfer || facts.selfMade) {
      // What a twin began while it was under way may still be charged.
      if (facts.inFlight === 1 && facts.overlapMs < startedMs) facts.unchargedMs = nowMs
      return
    }
    // Long forgotten, as promised.
    if (nowMs - transfer.landedMs > 0.9 * DAY_MS) return
    const unseen =
      this.#deniedUnseen(facts, lookedMs) &&
      (isRecord || this.withoutChain || facts.shaken || transfer.landedMs > startedMs - UNSEEN_MS)
    if (unseen || transfer.block === null) return
    // True when it was written down: its twin, under way at the same time, was charged after that.
    const isOthers = facts.sentMs !== null && facts.sentMs >= lookedMs && facts.sentMs !== sentMs
    if (isOthers && !isUnsure && facts.overlapMs >= startedMs) return
    this.violated('told "not charged" of money that had moved', `${facts.name}: ${reason}`)
  }

  /**
   * Finds the payment of an answer whose facilitator named no transaction: this one, or another one
   * under its identifier. One that bought another answer is not it.
   */
  #findUnnamed(facts: Facts, body: string): Facts | undefined {
    const isNamedAlike = ({ payer, ids }: Facts) =>
      payer === facts.payer && [...ids].some((id) => id !== null && facts.ids.has(id))
    const moved = [facts, ...this.facts.filter(isNamedAlike)].filter((each) => each.transfer)
    return (
      moved.find(({ answer }) => answer?.body === body) ??
      moved.find(({ answer }) => answer === null) ??
      moved[0]
    )
  }

  #delivered(request: Request, { body, receipt }: Extract<Told, { kind: 'delivered' }>): void {
    const { facts, question, paymentId } = request
    const { transaction, amount, jws } = readReceipt(receipt)
    const paid =
      transaction === ''
        ? this.#findUnnamed(facts, body)
        : this.facts.find((each) => each.transfer?.tx === transaction)
    const excused = this.facts.some(
      (each) => each.payer === facts.payer && (each.fake || each.shaken),
    )
    if (!paid && !excused)
      this.violated(
        'delivered without a payment',
        `${facts.name} got an answer for ${transaction}, which is not on the chain`,
      )
    const { query, result } = JSON.parse(body) as {
      query: { of: string }
      result: { rows: string[] }
    }
    if (query.of !== question)
      this.violated(
        'the answer to another question',
        `${facts.name} asked ${question} and got ${body}`,
      )
    // By the price of the process that built them: a release may differ from the quote.
    const price =
      question === 'cakes'
        ? result.rows.reduce((sum, row) => sum + BigInt(row.split(' for ')[1]!), 0n)
        : BigInt(amount)
    if (paid && !excused && (price !== paid.amount || BigInt(amount) !== paid.amount)) {
      this.violated(
        'paid for other rows than were answered',
        `${paid.name} moved ${paid.amount}, told are ${amount}, for ${result.rows.join(', ')}`,
      )
    }
    if (
      jws !== null &&
      (jws.transaction !== transaction || jws.answerDigest !== sha256Hex(Buffer.from(body)))
    )
      this.violated(
        'a receipt of something else',
        `${facts.name}: ${jws.transaction} for ${transaction}`,
      )
    // The purchase of another payment under its identifier is not this one's answer.
    const isOwn = paid === facts || facts.madeUp.includes(transaction)
    const known = isOwn ? facts.answer : null
    const now: Answer = { body, receipt, reportedMs: this.#now(), startedMs: request.startedMs }
    if (known && !this.#isSame(known, now))
      this.violated(
        'a repetition got another answer',
        `${facts.name}: ${tellingOf(known)}, then ${tellingOf(now)}`,
      )
    if (isOwn) facts.answer = now
    // A payment that was also presented without its identifier, or under another, has the answer
    // that it bought.
    if (paymentId === null || excused || facts.ids.size > 1) return
    const purchase = `${facts.network}|${facts.payer}|${paymentId}`
    const earlier = this.#byId.get(purchase)
    if (earlier && !this.#isSame(earlier, now) && !this.#aged(paid)) {
      this.violated(
        'an identifier got another answer',
        `${paymentId}: ${tellingOf(earlier)}, then ${tellingOf(now)}`,
      )
    }
    this.#byId.set(purchase, now)
  }

  /**
   * Compares byte for byte. A receipt that a failed key could not sign is signed at the next
   * request, and is equal afterwards.
   */
  #isSame(earlier: Answer, now: Answer): boolean {
    if (earlier.body !== now.body) return false
    if (earlier.receipt === now.receipt) return true
    const [one, other] = [readReceipt(earlier.receipt), readReceipt(now.receipt)]
    const isExcused =
      one.jws === null || (other.jws === null && now.startedMs <= earlier.reportedMs)
    return (
      this.keyHasFailed &&
      isExcused &&
      one.transaction === other.transaction &&
      one.amount === other.amount
    )
  }

  #aged(paid: Facts | undefined): boolean {
    const moved = this.facts.filter((each) => each.payer === paid?.payer && each.transfer !== null)
    return moved.some(
      (each) =>
        Math.abs(each.transfer!.landedMs - (paid!.transfer?.landedMs ?? 0)) > 0.9 * DAY_MS ||
        each.deniedMs.length > 0,
    )
  }

  /** Transfers and rows of the ledger, when everything has come to rest. */
  compare(ledger: SimulatedLedger, network: string): void {
    const rows = ledger.rows<{
      payer: string
      nonce: string
      network: string
      amount_atomic: string
      tx_hash: string
    }>('select * from payments')
    const seen = new Set<string>()
    for (const row of rows) {
      const facts = this.factsOf(row.nonce, row.payer)
      if (seen.has(row.payer + row.nonce))
        this.violated('written down twice', facts?.name ?? row.nonce)
      seen.add(row.payer + row.nonce)
      if (!facts || row.network !== network) continue
      if (facts.fake || facts.shaken) continue
      const { transfer } = facts
      if (
        !transfer ||
        // Without a chain a facilitator may name no transaction.
        (row.tx_hash !== '' && transfer.tx !== row.tx_hash) ||
        transfer.value !== BigInt(row.amount_atomic)
      ) {
        this.violated(
          'in the ledger and not on the chain',
          `${facts.name} (${row.tx_hash.slice(0, 10)})`,
        )
      }
    }
    for (const facts of this.facts) {
      if (
        !facts.transfer ||
        facts.selfMade ||
        facts.network !== network ||
        seen.has(facts.payer + facts.nonce)
      )
        continue
      if (this.#deniedUnseen(facts) || this.withoutChain) continue
      this.violated('on the chain and not in the ledger', facts.name)
    }
    if (!this.withoutChain) this.#nothingLandedUnseen(ledger, network)
    for (const table of ['answers', 'receipts']) {
      const sql = `select count(*) as n from ${table} where claim_id not in (select id from claims)`
      const orphans = ledger.rows<{ n: number }>(sql)[0]!.n
      if (orphans > 0)
        this.violated('a row outlives its purpose', `${orphans} ${table} without their claims`)
    }
  }

  /** The books have been held against the chain: a refusal that was none is put right. */
  #nothingLandedUnseen(ledger: SimulatedLedger, network: string): void {
    const failed = ledger.rows<{ payer: string; nonce: string }>(
      `select payer, nonce from claims where state = 'failed' and network = ?`,
      network,
    )
    for (const { payer, nonce } of failed) {
      const facts = this.factsOf(nonce, payer)
      if (
        !facts?.transfer ||
        facts.transfer.block === null ||
        facts.selfMade ||
        facts.shaken ||
        !Number.isFinite(facts.validBeforeMs)
      )
        continue
      this.violated('landed late and not in the books', facts.name)
    }
  }
}

/** The header, with what the stand-in for the signing key wrote into its signature. */
function readReceipt(receipt: string): {
  transaction: string
  amount: string
  jws: { transaction: string; answerDigest: string } | null
} {
  const read = JSON.parse(Buffer.from(receipt, 'base64').toString()) as {
    transaction: string
    amount: string
    extensions?: Record<string, { info: { receipt: { signature: string } } }>
  }
  const [signed] = Object.values(read.extensions ?? {})
  if (!signed) return { ...read, jws: null }
  const [, , transaction, answerDigest] = signed.info.receipt.signature.split('.') as [
    string,
    string,
    string,
    string,
  ]
  return { ...read, jws: { transaction, answerDigest } }
}

function tellingOf({ body, receipt }: Answer): string {
  const { extensions } = JSON.parse(Buffer.from(receipt, 'base64').toString()) as {
    extensions?: Record<string, object>
  }
  return `${(JSON.parse(body) as { result: { made: string } }).result.made} (${JSON.stringify(extensions ?? 'no receipt').slice(0, 160)})`
}
