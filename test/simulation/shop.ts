/** One process of the service: the real gate over the real claims, with its background, from its start to its death. */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { PaymentRequirements } from '@x402/core/types'
import { ServiceError } from '../../src/kernel/errors.ts'
import { createLifecycle } from '../../src/kernel/lifecycle.ts'
import type { Log } from '../../src/observe/log.ts'
import { type Audit, createAudit } from '../../src/payments/audit.ts'
import { startPaymentWork } from '../../src/payments/background.ts'
import { createChain } from '../../src/payments/evm/chain.ts'
import { createFacilitator } from '../../src/payments/facilitator.ts'
import { type Charge, createGate, type Gate } from '../../src/payments/gate.ts'
import type { Claims } from '../../src/store/ledger/claims.ts'
import { TOKEN } from './chain.ts'
import { type Request, type Told, toldOf } from './checks.ts'
import { simulatedFacilitator } from './facilitator.ts'
import { away, type Link } from './ledger.ts'
import { digest, isSigned, type Payment } from './signing.ts'
import type { Runner } from './timeline.ts'
import type { World } from './world.ts'

/** What a release sets. */
export interface Release {
  network: `eip155:${string}`
  amount: string
}

export const REPLAY_MS = 30 * 86_400_000
export const PAY_TO = `0x${'a'.repeat(40)}` as const

export const termsOf = ({ network, amount }: Release): PaymentRequirements => ({
  scheme: 'exact',
  network,
  asset: TOKEN,
  amount,
  payTo: PAY_TO,
  maxTimeoutSeconds: 60,
  extra: { name: 'USDC', version: '2' },
})

export class Shop implements Runner {
  readonly name: string
  readonly host: string
  readonly owner: string
  readonly claims: Claims
  alive = true
  pausedUntilMs = 0
  /** Its ledger refuses everything after a failed sync: somebody must start it anew. */
  isSick = false
  readonly release: Release
  readonly gate: Gate
  /** Run when the world says so: over and over it would be most of a schedule. */
  readonly audit: Audit
  readonly #world: World
  readonly #running = new Set<(told: Told) => void>()
  /** On whose behalf something is done. */
  readonly #asking = new AsyncLocalStorage<Request>()
  #runs = 0

  constructor(world: World, place: { slot: number; host: string; incarnation: number; release: Release }) {
    const { slot, host, incarnation, release } = place
    this.#world = world
    this.host = host
    this.release = release
    this.name = `${'ABC'[slot]}${incarnation}`
    this.owner = `${host}/${this.name}`
    const { timeline, chance } = world
    const at = world.ledger.slots[slot]!
    const { claims, audits } = at.connect(this.#link(), { network: release.network, asset: TOKEN })
    this.claims = watched(world.narrated(this.name, claims), () => {
      const request = this.#asking.getStore()
      if (request) request.lookedMs = timeline.nowMs
    })
    const clock = { nowMs: () => timeline.nowMs + world.clockOffsets[slot]! }
    const timers = timeline.timersOf(this)
    const clients = simulatedFacilitator(world.facilitatorWorld, this)
    const settler = watched(clients.settler, (name) => {
      const request = this.#asking.getStore()
      if (request && name === 'settle') request.sentMs = timeline.nowMs
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
    const requirements = termsOf(release)
    const chain = transport ? createChain('http://127.0.0.1', null, transport) : null
    this.audit = createAudit({ chain, audits, claims: this.claims, clock, log: this.#log() })
    this.gate = createGate({
      settings: {
        ...requirements,
        network: release.network,
        asset: TOKEN,
        payTo: PAY_TO,
        networkName: 'test',
        test: true,
        assetName: 'USDC',
        publicUrl: 'http://127.0.0.1',
      },
      facilitator,
      chain,
      claims: this.claims,
      clock,
      log: this.#log(),
      owner: this.owner,
      ownerIsGone: (owner) => world.isGone(owner, host),
      timers,
      entrance: {
        open: () => ({
          enter: async () => world.limit(null),
          verified: async (refusal) => void world.limit(refusal),
          end() {},
        }),
      },
      isSignedByPayer: async ({ authorization, signature, key }) => isSigned(authorization, key.network, signature),
    })
    // Serves our network, as it said when it was last asked.
    void facilitator.probe()
    // At the start it would nearly always find nothing, and be the dearest statement of all; purges come by themselves at any time.
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
      lifecycle: createLifecycle(),
      replayMs: REPLAY_MS,
      timers,
    })
  }

  /** A request from outside, up to what is said of it. */
  ask(payment: Payment, request: Request, leaving: AbortSignal): Promise<Told> {
    const world = this.#world
    request.facts.inFlight += request.byOwner ? 1 : 0
    if (request.facts.inFlight > 1) request.facts.overlapMs = world.timeline.nowMs
    return new Promise<Told>((resolve) => {
      const end = (told: Told) => {
        if (!this.#running.delete(end)) return
        if (told.kind !== 'lost') world.checks.told(request, told, this.release.network)
        request.facts.inFlight -= request.byOwner ? 1 : 0
        resolve(told)
      }
      this.#running.add(end)
      const charge: Charge = {
        terms: { operationId: 'company_verdict', requirements: termsOf(this.release) } as unknown as Charge['terms'],
        fingerprint: digest(request.question),
        presented: payment.presented,
        address: '127.0.0.1',
        work: (signal) => this.#work(request.question, signal),
        signal: leaving,
      }
      this.#asking
        .run(request, () => this.gate.charge(charge))
        .then(
          (outcome) => end(toldOf({ outcome })),
          (error: unknown) => end(toldOf({ error })),
        )
    })
  }

  /** SIGKILL: nothing of it goes on, and whoever waited for it is told so by the connection. */
  kill(): void {
    this.alive = false
    for (const end of [...this.#running]) end({ kind: 'lost' })
  }

  async #work(question: string, signal: AbortSignal): Promise<{ status: number; body: Buffer }> {
    const { timeline } = this.#world
    const luck = this.#world.handlerLuck()
    const done = timeline.point(this, luck === 'slow' ? 11_000 : this.#world.delay())
    const left = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
    await Promise.race([done, left])
    if (luck === 'not found') throw new ServiceError('SUBJECT_NOT_FOUND', 'No such company.')
    if (luck === 'unavailable') throw new ServiceError('UPSTREAM_UNAVAILABLE', 'The source is away; nothing was charged.')
    if (luck === 'broken') throw Object.assign(new Error('a handler broke'), { planned: true })
    this.#runs += 1
    return { status: 200, body: Buffer.from(`${question}: run ${this.#runs} of ${this.name}`) }
  }

  #log(): Log {
    const world = this.#world
    return {
      debug() {},
      info() {},
      warn() {},
      error: (fields, message) => {
        if (message === 'a recorded payment is not on the chain') return world.happened('the audit finds a difference')
        const { err } = fields as { err?: unknown }
        // Believed for days, and long known to be a lie by the chain; or written down by somebody else a month ago.
        const isForgotten = world.faults.has('month') || world.checks.facts.some(({ fake }) => fake)
        const isLie = isForgotten && err instanceof Error && err.message.includes('whose claim is gone')
        const planned = err instanceof Error && (isLie || err.name === 'StoreUnavailable' || (err as { planned?: boolean }).planned)
        if (!planned) world.checks.violated('an unexpected error', `${message}: ${err instanceof Error ? err.stack : String(err)}`)
      },
    }
  }

  #link(): Link {
    const world = this.#world
    const { timeline } = world
    const { engine } = world
    return {
      engine,
      // Once sent to a server, a single statement runs though its sender dies.
      request: async (what) => {
        const fails = world.ledgerFault()
        await timeline.point(engine === 'postgres' && what === 'statement' && !fails ? null : this, world.delay())
        if (fails) throw away('the ledger is away')
      },
      reply: async () => {
        const lost = world.ledgerFault()
        await timeline.point(this, world.delay())
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

/** The same object, and before each call of it `called`. */
function watched<T extends object>(object: T, called: (name: string) => void): T {
  return new Proxy(object, {
    get: (target, name) => {
      const member = Reflect.get(target, name) as unknown
      if (typeof member !== 'function') return member
      return (...given: unknown[]) => {
        called(String(name))
        return (member as (...given: unknown[]) => unknown).apply(target, given)
      }
    },
  })
}
