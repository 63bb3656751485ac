/**
 * One process of the service: the real gate over the real claims, with its background, from its
 * start to its death.
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import { createAnswering } from '../../src/api/answering.ts'
import { createFindFreeAnswer } from '../../src/api/free-answer.ts'
import { createProofs } from '../../src/api/proofs.ts'
import { createPurchase, type Purchase } from '../../src/api/purchase.ts'
import { createLimiter } from '../../src/api/rate-limit.ts'
import { UnitsChanged } from '../../src/contract/operation.ts'
import type { Log } from '../../src/observe/log.ts'
import { createAdmission } from '../../src/payments/admission/admission.ts'
import { createPurchases } from '../../src/payments/admission/purchases.ts'
import { type Audit, createAudit } from '../../src/payments/audit.ts'
import { startPaymentWork } from '../../src/payments/background.ts'
import { createChain } from '../../src/payments/evm/chain.ts'
import type { Presented } from '../../src/payments/evm/presented.ts'
import { createFacilitator } from '../../src/payments/facilitator.ts'
import { createGate, type Gate } from '../../src/payments/gate.ts'
import { createReceipts } from '../../src/payments/offer-receipt.ts'
import { ServiceError } from '../../src/platform/errors.ts'
import type { Lifecycle } from '../../src/platform/lifecycle.ts'
import type { Counters } from '../../src/store/counters.ts'
import type { Claims } from '../../src/store/ledger/claims.ts'
import { type Request, type Told, toldOf } from './checks.ts'
import { simulatedFacilitator } from './facilitator.ts'
import { away, type Link } from './ledger.ts'
import {
  boundTo,
  type Kitchen,
  operationOf,
  type Release,
  settingsOf,
  TOKEN,
  termsOf,
} from './menu.ts'
import { isSigned, type Payment } from './signing.ts'
import type { Runner } from './timeline.ts'
import type { World } from './world.ts'

export const REPLAY_MS = 30 * 86_400_000
/**
 * Times of the HTTP server: how long running requests may take when it closes, and then the
 * recording of their payments.
 */
const DRAIN_MS = 9000
/** How long one request may wait for the chain in all. */
const CHAIN_WAIT_MS = 9000
const WRAP_UP_MS = 3000

/** The real limiter would be most of a schedule: it allocates room for 50,000 payers. */
const UNLIMITED = { assertAvailable() {}, debit() {} }

/** A request under way. */
interface Running {
  /** Closes its connection; no sender waits any more. */
  cut(): void
}

export class Shop implements Runner {
  readonly name: string
  readonly host: string
  readonly owner: string
  readonly claims: Claims
  alive = true
  pausedUntilMs = 0
  /** Its ledger refuses everything after a failed sync until a restart. */
  isSick = false
  readonly release: Release
  readonly gate: Gate
  /** Run when the world says so: over and over it would be most of a schedule. */
  readonly audit: Audit
  /** Takes no new requests. */
  isClosing = false
  readonly #world: World
  readonly #running = new Map<(told: Told) => void, Running>()
  readonly #purchase: Purchase
  readonly #bound: ReturnType<typeof boundTo>
  readonly #lifecycle = stoppable()
  /** On whose behalf something is done. */
  readonly #asking = new AsyncLocalStorage<Request>()
  #runs = 0

  constructor(
    world: World,
    place: { slot: number; host: string; incarnation: number; release: Release },
  ) {
    const { slot, host, incarnation, release } = place
    this.#world = world
    this.host = host
    this.release = release
    this.name = `${'ABC'[slot]}${incarnation}`
    this.owner = `${host}/${this.name}`
    const { timeline, chance } = world
    const at = world.ledger.slots[slot]!
    const { claims, audits, buyers } = at.connect(this.#link(slot), {
      network: release.network,
      asset: TOKEN,
    })
    this.claims = watched(world.narrated(this.name, claims), (name, result) => {
      const request = this.#asking.getStore()
      if (!request) return
      request.lookedMs = timeline.nowMs
      request.isBeginning = name === 'beginSettling'
      if (request.isBeginning) request.begunMs = timeline.nowMs
      if (name === 'release') (result as Promise<boolean>).catch(() => (request.isUnsure = true))
    })
    const clock = {
      nowMs: () => timeline.nowMs + world.clockOffsets[slot]!,
      elapsedMs: () => timeline.nowMs,
    }
    const timers = timeline.timersOf(this)
    const clients = simulatedFacilitator(world.facilitatorWorld, this, () => this.#hasTime())
    const settler = watched(clients.settler, (name) => {
      const request = this.#asking.getStore()
      if (!request || name !== 'settle') return
      request.sentMs = timeline.nowMs
      const { network, payer, nonce } = request.facts
      // A cancelled authorization can move nothing.
      if (world.chain.find(network, payer, nonce)?.kind !== 'cancelled') world.checks.sent(request)
    })
    const facilitator = createFacilitator({ ...clients, settler }, release.network)
    const transport = world.withChain
      ? world.chain.transport(
          this,
          () => release.network,
          chance,
          () => world.delay(),
          () => world.chainFault(),
        )
      : null
    const chain = transport ? createChain('http://127.0.0.1', null, transport) : null
    this.audit = createAudit({ chain, audits, claims: this.claims, clock, log: this.#log() })
    const settings = settingsOf(release)
    const purchases = createPurchases(buyers, clock)
    const isSignedByPayer = async ({ authorization, signature, key }: Presented) =>
      // What a smart wallet signs means what its contract says.
      isSigned(authorization, key.network, signature) && !world.chain.hasCode(authorization.from)
    this.gate = createGate({
      settings,
      facilitator,
      chain,
      claims: this.claims,
      clock,
      log: this.#log(),
      owner: this.owner,
      isOwnerDead: (owner) => world.isGone(owner, host),
      timers,
      admission: createAdmission({
        clock,
        purchases,
        limits: world.limits,
        counters: world.engine === 'postgres' ? this.#counters(slot) : null,
        payers: world.isTight ? createLimiter('payer', world.limits.payer, clock) : UNLIMITED,
        settings,
        chain,
        isSignedByPayer,
        believedAfter: world.believedAfter,
        timers,
      }),
      isSignedByPayer,
      stopping: this.#lifecycle.signal,
      receipts: createReceipts({ jws: (payload) => world.signed(payload) }),
    })
    this.#bound = boundTo(release, this.#kitchen())
    const unavailableReason = () => null
    this.#purchase = createPurchase({
      termsOf: (id) => termsOf(release, id as 'drink'),
      gate: this.gate,
      paidRecently: (payer) => purchases.paidRecently(payer),
      unavailableReason,
      findFreeAnswer: createFindFreeAnswer(clock, unavailableReason),
      answering: createAnswering({ clock, timers }),
      proofs: createProofs(),
      onEnd: () => {},
    })
    // The facilitator serves our network, as of its last answer.
    void facilitator.probe()
    // At the start it would nearly always find nothing, and be the dearest statement of all; purges
    // come by themselves at any time.
    let purges = 0
    const background = {
      ...claims,
      purge: async (nowMs: number, settledAfterMs: number) => {
        purges += 1
        if (purges > 1) await claims.purge(nowMs, settledAfterMs)
      },
    }
    startPaymentWork({
      gate: this.gate,
      claims: background,
      facilitator,
      // Probes read only.
      chain: null,
      asset: TOKEN,
      audit: this.audit,
      clock,
      log: this.#log(),
      lifecycle: this.#lifecycle,
      replayMs: REPLAY_MS,
      timers,
    })
  }

  /**
   * Returns false when the gate may not wait for the chain any more: the process is closing, or the
   * request has used its time.
   */
  #hasTime(): boolean {
    const request = this.#asking.getStore()
    return (
      !this.isClosing &&
      (request === undefined || this.#world.timeline.nowMs - request.startedMs < CHAIN_WAIT_MS)
    )
  }

  /** A request from outside, up to what is said of it. */
  ask(payment: Payment, request: Request, leaving: AbortSignal, address: string): Promise<Told> {
    const world = this.#world
    request.facts.inFlight += request.byOwner ? 1 : 0
    if (request.facts.inFlight > 1) request.facts.overlapMs = world.timeline.nowMs
    return new Promise<Told>((resolve) => {
      const end = (told: Told) => {
        if (!this.#running.delete(end)) return
        if (told.kind === 'error' && told.code === 'RATE_LIMITED')
          world.happened('a caller is limited')
        if (told.kind !== 'lost') world.checks.told(request, told, this.release.network)
        request.facts.inFlight -= request.byOwner ? 1 : 0
        resolve(told)
      }
      const gone = new AbortController()
      const leave = () => gone.abort(leaving.reason)
      leaving.addEventListener('abort', leave, { once: true })
      this.#running.set(end, { cut: () => gone.abort(new Error('the connection was closed')) })
      const order = {
        raw: { params: {}, query: [['of', request.question]] as const },
        resourceUrl: `http://127.0.0.1/v1/${operationOf(request.question)}`,
        address,
        signal: gone.signal,
      }
      this.#asking
        .run(request, () =>
          this.#purchase(this.#bound[operationOf(request.question)], order, payment.presented),
        )
        .then(
          (reply) => end(toldOf({ reply })),
          (error: unknown) => end(toldOf({ error })),
        )
    })
  }

  /** SIGKILL: nothing of it continues, and waiting senders lose their connection. */
  kill(): void {
    this.alive = false
    for (const end of [...this.#running.keys()]) end({ kind: 'lost' })
  }

  /**
   * SIGTERM, as the composition root has it: no new requests, no background, running requests are
   * finished for as long as the door waits for them.
   */
  async stop(): Promise<void> {
    const { timeline } = this.#world
    this.isClosing = true
    this.#lifecycle.stop()
    const untilMs = timeline.nowMs + DRAIN_MS
    while (this.alive && this.#running.size > 0 && timeline.nowMs < untilMs)
      await timeline.point(this, 100)
    for (const { cut } of this.#running.values()) cut()
    const endMs = timeline.nowMs + WRAP_UP_MS
    while (this.alive && this.#running.size > 0 && timeline.nowMs < endMs)
      await timeline.point(this, 100)
  }

  get isIdle(): boolean {
    return this.#running.size === 0
  }

  #kitchen(): Kitchen {
    const world = this.#world
    const { timeline } = world
    return {
      amount: this.release.amount,
      make: async (_, signal) => {
        const luck = world.handlerLuck()
        const done = timeline.point(this, luck === 'slow' ? 11_000 : world.delay())
        const left = new Promise<never>((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
        )
        await Promise.race([done, left])
        if (luck === 'not found') throw new ServiceError('SUBJECT_NOT_FOUND', 'No such company.')
        if (luck === 'unavailable')
          throw new ServiceError('UPSTREAM_UNAVAILABLE', 'The source is away; nothing was charged.')
        if (luck === 'broken') throw Object.assign(new Error('a handler broke'), { planned: true })
        if (luck === 'rows are lost') throw new UnitsChanged('not every row can be answered')
        this.#runs += 1
        return `run ${this.#runs} of ${this.name}`
      },
      rows: async () => {
        await timeline.point(this, world.delay())
        return world.rowsNow()
      },
      isGivenAway: async (question) => {
        if (question !== 'coffee') return false
        await timeline.point(this, world.delay())
        return world.isCoffeeFree()
      },
    }
  }

  /** Shared counters of the allowances. */
  #counters(slot: number): Counters {
    const world = this.#world
    const { timeline } = world
    const add: Counters['add'] = async (key, points, windowMs) => {
      await timeline.point(this, world.delay())
      if (world.ledgerFault(slot)) throw away('the counters are away')
      const found = world.counts.get(key)
      const count =
        found && found.endMs > timeline.nowMs
          ? found
          : { points: 0, endMs: timeline.nowMs + windowMs }
      const { points: before, endMs } = count
      world.counts.set(key, { points: before + points, endMs })
      await timeline.point(this, world.delay())
      return { before, endsInMs: endMs - timeline.nowMs }
    }
    return { add } as Counters
  }

  #log(): Log {
    const world = this.#world
    return {
      debug() {},
      info() {},
      warn() {},
      error: (fields, message) => {
        if (message === 'a recorded payment is not on the chain')
          return world.happened('the audit finds a difference')
        const { err } = fields as { err?: unknown }
        // A false success that was believed for days, although the chain knew better; or one
        // recorded by another process a month ago.
        const isForgotten = world.faults.has('month') || world.checks.facts.some(({ fake }) => fake)
        const isLie =
          isForgotten && err instanceof Error && err.message.includes('whose claim was purged')
        const planned =
          err instanceof Error &&
          (isLie || err.name === 'StoreUnavailable' || (err as { planned?: boolean }).planned)
        if (!planned)
          world.checks.violated(
            'an unexpected error',
            `${message}: ${err instanceof Error ? err.stack : String(err)}`,
          )
      },
    }
  }

  #link(slot: number): Link {
    const world = this.#world
    const { timeline } = world
    const { engine } = world
    return {
      engine,
      // Once sent to a server, a single statement runs though its sender dies.
      request: async (what) => {
        const fails = world.ledgerFault(slot)
        const by = engine === 'postgres' && what !== 'transaction' && !fails ? null : this
        await timeline.point(by, world.ledgerDelay(slot))
        if (fails) throw away('the ledger is away')
        if (what !== 'read') await world.untilOthersMayWrite(by)
        const request = this.#asking.getStore()
        // What is said next is judged by what the ledger holds now.
        if (!request || engine !== 'postgres') return
        request.lookedMs = timeline.nowMs
        if (request.isBeginning) request.begunMs = timeline.nowMs
      },
      late: () => {
        if (!world.ledgerIsLate(slot)) return null
        return async (run, keepsOthersOut) => {
          const maxPauseMs = [1000, 10_000][world.chance.below(2)]!
          world.doLater(
            maxPauseMs + [100, 3000, 31_000, 90_000][world.chance.below(4)]!,
            run,
            keepsOthersOut,
          )
          await timeline.point(this, maxPauseMs)
          throw away('the ledger has not answered')
        }
      },
      reply: async () => {
        const lost = world.ledgerFault(slot)
        await timeline.point(this, world.ledgerDelay(slot))
        if (lost) throw away('the connection to the ledger broke')
      },
      sync: async () => {
        await timeline.point(this, world.delay())
        if (!world.diskFault()) return
        this.isSick = true
        throw away('the disk is full')
      },
      turn: () => timeline.point(this, 0),
    }
  }
}

/** The same object, and with each call of it `called`. */
function watched<T extends object>(object: T, called: (name: string, result: unknown) => void): T {
  return new Proxy(object, {
    get: (target, name) => {
      const member = Reflect.get(target, name) as unknown
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        const result = (member as (...given: unknown[]) => unknown).apply(target, given)
        called(String(name), result)
        return result
      }
    },
  })
}

/** The real lifecycle without its clock: it stops immediately or never. */
function stoppable(): Lifecycle {
  const controller = new AbortController()
  const steps: (() => Promise<void> | void)[] = []
  return {
    signal: controller.signal,
    onStop: (_, stop) => void steps.push(stop),
    async stop() {
      controller.abort(new Error('stopping'))
      for (const step of steps.reverse()) void step()
    },
  }
}
