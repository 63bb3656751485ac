/** What must hold whatever happens, seen from outside: the chain, the buyers and the rows of the ledger. */
import { ServiceError, StoreUnavailable } from '../../src/kernel/errors.ts'
import type { Outcome } from '../../src/payments/gate.ts'
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
  /** Identifiers and questions under which its owner presented it. */
  readonly ids: Set<string | null>
  readonly questions: Set<string>
  transfer: ChainEvent | null
  /** The facilitator, sent by us, moved or will move this money, and said that it did not: when. */
  deniedMs: number | null
  /** It said that this money moved, and it did not. */
  fake: boolean
  /** The facilitator called somebody else's signature over it good: then nobody can tell him from the payer. */
  misjudged: boolean
  /** When the settlement that moved this money was asked for. */
  sentMs: number | null
  /** A reorganisation dropped it, for a while or for good. */
  shaken: boolean
  /** The buyer's own doing on the chain. */
  selfMade: boolean
  /** Requests of its owner that are under way. */
  inFlight: number
  /** When two of them were last under way at once. */
  overlapMs: number
  /** When its owner was last told for certain that nothing was charged, with nothing of it under way. */
  unchargedMs: number | null
  answer: { body: string; receipt: string; question: string } | null
}

export type Told =
  | { kind: 'delivered'; body: string; receipt: string; replayed: boolean }
  | { kind: 'refused'; reason: string }
  | { kind: 'error'; code: string; error: unknown }
  /** The connection broke, or the process was not there. */
  | { kind: 'lost' }

export interface Request {
  readonly facts: Facts
  readonly byOwner: boolean
  readonly question: string
  readonly paymentId: string | null
  readonly startedMs: number
  /** When it last asked the ledger anything. */
  lookedMs: number
  /** When it last asked for a settlement itself. */
  sentMs: number | null
}

/** How long what happened on the chain may stay unseen: lagging nodes and the time of a lookup. */
const UNSEEN_MS = 30_000
const DAY_MS = 86_400_000

/** Of which the text says that nothing was charged. */
const UNCHARGED = new Set(['FACILITATOR_UNAVAILABLE', 'UPSTREAM_UNAVAILABLE', 'SUBJECT_NOT_FOUND', 'RATE_LIMITED'])
/** Of which the text says that this request charged nothing; an earlier one may have. */
const THIS_UNCHARGED = new Set(['INTERNAL'])

export function toldOf(result: { outcome: Outcome } | { error: unknown }): Told {
  if ('outcome' in result) {
    const { outcome } = result
    if (outcome.kind === 'refused') return { kind: 'refused', reason: outcome.reason }
    return { kind: 'delivered', body: outcome.delivery.body.toString(), receipt: outcome.receipt, replayed: outcome.replayed }
  }
  const { error } = result
  if (error instanceof ServiceError) return { kind: 'error', code: error.code, error }
  return { kind: 'error', code: error instanceof StoreUnavailable ? 'STORE_UNAVAILABLE' : 'INTERNAL', error }
}

export class Checks {
  readonly violations: Violation[] = []
  readonly facts: Facts[] = []
  /** Without a chain nobody can see through a facilitator that denies what it did. */
  withoutChain = false
  readonly #byId = new Map<string, { body: string; receipt: string }>()
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
    if (fault === 'refuses what it sent' || fault === 'refuses what it sends late') facts.deniedMs = this.#now()
    if (fault === 'says settled of what never lands') facts.fake = true
  }

  landed(event: ChainEvent): void {
    const facts = this.factsOf(event.nonce, event.payer)
    if (!facts) return
    facts.transfer = event
    if (facts.selfMade) return
    if (event.value !== facts.amount) this.violated('another amount', `${facts.name} moved ${event.value}, signed were ${facts.amount}`)
    if (facts.unchargedMs !== null && facts.deniedMs === null) {
      this.violated(
        'charged after being told that nothing was',
        `${facts.name} was told so, its owner did not ask again, and it was charged`,
      )
    }
    this.#oncePerIdentifier(facts)
  }

  #oncePerIdentifier(facts: Facts): void {
    const [id] = facts.ids
    if (facts.ids.size !== 1 || id === null) return
    for (const other of this.facts) {
      if (other === facts || other.payer !== facts.payer || other.network !== facts.network || !other.ids.has(id!) || other.ids.size !== 1)
        continue
      if (!other.transfer || other.selfMade) continue
      if (Math.abs(other.transfer.landedMs - facts.transfer!.landedMs) > 0.9 * DAY_MS) continue
      if ([facts, other].some((each) => this.#deniedUnseen(each))) continue
      this.violated('two charges under one payment-identifier', `${other.name} and ${facts.name} were both charged for ${id}`)
    }
  }

  /** Denied, and not to be seen on the chain when the gate looked. */
  #deniedUnseen({ deniedMs, transfer, shaken }: Facts): boolean {
    if (deniedMs === null) return false
    return this.withoutChain || shaken || (transfer !== null && transfer.landedMs > deniedMs - UNSEEN_MS)
  }

  told(request: Request, told: Told, network: string): void {
    const { facts, byOwner } = request
    if (told.kind === 'delivered') this.#delivered(request, told)
    if (told.kind === 'delivered' && !byOwner && !facts.fake && !facts.misjudged) this.violated('a stranger got the answer', facts.name)
    if (told.kind === 'error' && told.code === 'INTERNAL' && !(told.error as { planned?: boolean }).planned) {
      this.violated('an unexpected error', String((told.error as Error).stack ?? told.error))
    }
    if (!byOwner || network !== facts.network) return
    const sure = told.kind === 'refused' || (told.kind === 'error' && UNCHARGED.has(told.code))
    const unsure = told.kind === 'error' && THIS_UNCHARGED.has(told.code)
    if (sure || unsure) this.#uncharged(request, told.kind === 'refused' ? told.reason : (told as { code: string }).code, sure)
  }

  #uncharged({ facts, startedMs, lookedMs, sentMs }: Request, reason: string, sure: boolean): void {
    const nowMs = this.#now()
    const { transfer } = facts
    if (!transfer || facts.selfMade) {
      // What a twin began while it was under way may still be charged.
      if (sure && facts.inFlight === 1 && facts.overlapMs < startedMs) facts.unchargedMs = nowMs
      return
    }
    // Long forgotten, as promised.
    if (nowMs - transfer.landedMs > 0.9 * DAY_MS) return
    const unseen = this.#deniedUnseen(facts) && (this.withoutChain || facts.shaken || transfer.landedMs > startedMs - UNSEEN_MS)
    if (unseen || transfer.block === null) return
    // True when it was written down: its twin, under way at the same time, was charged after that.
    const isOthers = facts.sentMs !== null && facts.sentMs >= lookedMs && facts.sentMs !== sentMs
    if (isOthers && facts.overlapMs >= startedMs) return
    if (!sure && (facts.sentMs === null || facts.sentMs !== sentMs)) return
    this.violated('told "not charged" of money that had moved', `${facts.name}: ${reason}`)
  }

  #delivered(request: Request, { body, receipt }: Extract<Told, { kind: 'delivered' }>): void {
    const { facts, question, paymentId } = request
    const { transaction } = JSON.parse(Buffer.from(receipt, 'base64').toString()) as { transaction: string }
    const paid = this.facts.find((each) => each.transfer?.tx === transaction)
    const excused = this.facts.some((each) => each.payer === facts.payer && (each.fake || each.shaken))
    if (!paid && !excused)
      this.violated('delivered without a payment', `${facts.name} got an answer for ${transaction}, which is not on the chain`)
    if (!body.startsWith(`${question}:`)) this.violated('the answer to another question', `${facts.name} asked ${question} and got ${body}`)
    // What somebody else's payment bought, under its identifier, is not this one's answer.
    const isOwn = paid === facts || (paid === undefined && facts.fake)
    const known = isOwn ? facts.answer : null
    if (known && (known.body !== body || known.receipt !== receipt))
      this.violated('a repetition got another answer', `${facts.name}: ${known.body}, then ${body}`)
    if (isOwn) facts.answer = { body, receipt, question }
    // A payment that was also presented without its identifier, or under another, has the answer that it bought.
    if (paymentId === null || excused || facts.ids.size > 1) return
    const purchase = `${facts.network}|${facts.payer}|${paymentId}`
    const earlier = this.#byId.get(purchase)
    if (earlier && (earlier.body !== body || earlier.receipt !== receipt) && !this.#aged(paid)) {
      this.violated('an identifier got another answer', `${paymentId}: ${earlier.body}, then ${body}`)
    }
    this.#byId.set(purchase, { body, receipt })
  }

  #aged(paid: Facts | undefined): boolean {
    const moved = this.facts.filter((each) => each.payer === paid?.payer && each.transfer !== null)
    return moved.some(
      (each) => Math.abs(each.transfer!.landedMs - (paid!.transfer?.landedMs ?? 0)) > 0.9 * DAY_MS || each.deniedMs !== null,
    )
  }

  /** Transfers and rows of the ledger, when everything has come to rest. */
  compare(ledger: SimulatedLedger, network: string): void {
    const rows = ledger.rows<{ payer: string; nonce: string; network: string; amount_atomic: string; tx_hash: string }>(
      'select * from payments',
    )
    const seen = new Set<string>()
    for (const row of rows) {
      const facts = this.factsOf(row.nonce, row.payer)
      if (seen.has(row.payer + row.nonce)) this.violated('written down twice', facts?.name ?? row.nonce)
      seen.add(row.payer + row.nonce)
      if (!facts || row.network !== network) continue
      if (facts.fake || facts.shaken) continue
      const { transfer } = facts
      if (!transfer || transfer.tx !== row.tx_hash || transfer.value !== BigInt(row.amount_atomic)) {
        this.violated('in the ledger and not on the chain', `${facts.name} (${row.tx_hash.slice(0, 10)})`)
      }
    }
    for (const facts of this.facts) {
      if (!facts.transfer || facts.selfMade || facts.network !== network || seen.has(facts.payer + facts.nonce)) continue
      if (this.#deniedUnseen(facts) || this.withoutChain) continue
      this.violated('on the chain and not in the ledger', facts.name)
    }
    if (!this.withoutChain) this.#nothingLandedUnseen(ledger, network)
    const orphans = ledger.rows<{ n: number }>('select count(*) as n from answers where claim_id not in (select id from claims)')[0]!.n
    if (orphans > 0) this.violated('a row outlives its purpose', `${orphans} answers without their claims`)
  }

  /** The books have been held against the chain: a refusal that was none is put right. */
  #nothingLandedUnseen(ledger: SimulatedLedger, network: string): void {
    const failed = ledger.rows<{ payer: string; nonce: string }>(
      `select payer, nonce from claims where state = 'failed' and network = ?`,
      network,
    )
    for (const { payer, nonce } of failed) {
      const facts = this.factsOf(nonce, payer)
      if (!facts?.transfer || facts.transfer.block === null || facts.selfMade || facts.shaken || !Number.isFinite(facts.validBeforeMs))
        continue
      this.violated('landed late and not in the books', facts.name)
    }
  }
}
