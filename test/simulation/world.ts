/** Everything of one schedule: chain, ledger, facilitator, processes, and how bad its luck is. */
import type { Limit } from '../../src/platform/rate-limit.ts'
import { type ChainFault, SimulatedChain } from './chain.ts'
import type { Chance } from './chance.ts'
import { Checks } from './checks.ts'
import {
  type FacilitatorFault,
  type FacilitatorWorld,
  SETTLE_FAULTS,
  type Settling,
  VERIFY_FAULTS,
} from './facilitator.ts'
import type { SimulatedLedger } from './ledger.ts'
import { MOST_ROWS, PAYEES, PRICE, type Release } from './menu.ts'
import { Shop } from './shop.ts'
import { isSigned } from './signing.ts'
import { type Runner, Timeline } from './timeline.ts'

const START_MS = Date.parse('2026-11-21T12:00:00Z')
const CHAIN_FAULTS: readonly ChainFault[] = [
  'silent',
  'error',
  'lagging',
  'narrow logs',
  'no logs yet',
]

/**
 * Theme of a schedule. Most are general; some situations are too rare in those for their guards to
 * be tested: two payments of one purchase again and again, processes that sleep through their
 * leases, payments that return only when they are old, one process whose ledger answers so late
 * that others have continued, refusals that reach the ledger late while another process settles.
 */
export type Theme =
  | 'anything'
  | 'one purchase'
  | 'sleepers'
  | 'old'
  | 'stragglers'
  | 'late refusals'
const THEMES: readonly Theme[] = [
  'anything',
  'anything',
  'anything',
  'anything',
  'one purchase',
  'sleepers',
  'old',
  'stragglers',
  'late refusals',
]
/** Name in the list of faults. */
export const LATE_LEDGER = 'the ledger does what its client gave up'
/** Value of the real admission: more than any schedule needs. */
const BELIEVED_AFTER = 16
/** Process with a late ledger. */
const STRAGGLER = 0
/** The first decisions of a schedule about this. */
export const aboutIt = (theme: Theme): number[] => [THEMES.indexOf(theme)]

export type HandlerLuck = 'well' | 'not found' | 'unavailable' | 'broken' | 'slow' | 'rows are lost'

/** Longest step of the ledger for a process whose ledger is slow. */
export const LONGEST_STEP_MS = 131_000

export class World {
  readonly timeline = new Timeline(START_MS)
  readonly chain = new SimulatedChain(this.timeline)
  readonly checks = new Checks(() => this.timeline.nowMs)
  readonly chance: Chance
  readonly theme: Theme
  readonly ledger: SimulatedLedger
  readonly engine: 'sqlite' | 'postgres'
  readonly withChain: boolean
  readonly clockOffsets: number[]
  readonly facilitatorWorld: FacilitatorWorld
  readonly shops: Shop[] = []
  /** Every fault that truly happened. */
  readonly faults = new Map<string, number>()
  /** Story of the schedule; `null` if not recorded. */
  readonly story: string[] | null
  readonly networks = new Set<string>()
  /** Limits of the admission. */
  readonly limits: Readonly<Record<'payer' | 'unpaid_payer' | 'unpaid_address', Limit>>
  /** After how many good signatures it believes a payer. */
  readonly believedAfter: number
  readonly #oneAddress: boolean
  readonly isTight: boolean
  /** Shared counts of replicas. */
  readonly counts = new Map<string, { points: number; endMs: number }>()
  release: Release = { network: 'eip155:84532', amount: String(PRICE), payTo: PAYEES[0] }
  /** One process is answered late by the ledger. */
  /** Steps of the ledger for one process may take `LONGEST_STEP_MS`. */
  readonly straggles: boolean
  #hasRefused = false
  readonly #gone = new Map<string, string>()
  readonly #incarnations = [0, 0, 0]
  readonly #hosts: string[]
  readonly #tempo: number
  readonly #verifyFaults: FacilitatorFault[]
  readonly #settleFaults: FacilitatorFault[]
  readonly #chainFaults: ChainFault[]
  readonly #unluckyHandlers: boolean
  readonly #ledgerBreaks: boolean
  readonly #ledgerIsLate: boolean
  readonly #changesMinds: boolean
  readonly #brokenKey: boolean
  /** Statements that the ledger does after their client gave up. */
  /** Late statements and transactions, and whether each keeps other writers out. */
  readonly #later = new Map<() => void, boolean>()
  #othersWriteFromMs = 0
  #signatures = 0
  /** Number of cakes for any buyer. */
  rows = 2
  #isCoffeeFree = false

  constructor(chance: Chance, ledger: SimulatedLedger, isTold: boolean) {
    this.chance = chance
    this.ledger = ledger
    this.story = isTold ? [] : null
    this.theme = chance.pick(THEMES)
    this.straggles = this.theme === 'stragglers' || this.theme === 'late refusals'
    this.engine =
      this.theme === 'one purchase' || this.straggles
        ? 'postgres'
        : chance.pick(['postgres', 'sqlite'])
    const fewest = this.theme === 'anything' || this.theme === 'old' ? 1 : 2
    const processes = fewest + chance.below(this.theme === 'anything' ? 3 : 2)
    this.withChain = !chance.oneIn(10)
    this.checks.withoutChain = !this.withChain
    this.clockOffsets = chance.oneIn(2)
      ? [0, 1, 2].map(() => chance.pick([0, 30, -30, 15, -15, -2]) * 1000)
      : [0, 0, 0]
    this.#tempo = this.theme === 'sleepers' ? 3 : chance.below(4)
    this.#hosts =
      this.engine === 'sqlite' || chance.oneIn(2) ? ['one', 'one', 'one'] : ['one', 'two', 'three']
    this.#settleFaults = this.#some(SETTLE_FAULTS, [0, 1, 1, 2, 3])
    // A purchase is tried again where its first payment came to nothing.
    if (this.theme !== 'anything' && this.theme !== 'sleepers')
      this.#settleFaults.push('refuses without sending')
    // What was refused lands while the refusal is on its way to the ledger.
    if (this.theme === 'stragglers') this.#settleFaults.push('refuses what it sends late')
    this.#verifyFaults = this.#some(VERIFY_FAULTS, [0, 0, 0, 1])
    this.#chainFaults = this.#some(CHAIN_FAULTS, [0, 0, 1, 2])
    if (this.theme === 'late refusals') {
      this.#settleFaults = ['refuses without sending', 'settles and its answer is lost']
      this.#verifyFaults = []
      this.#chainFaults = []
    }
    this.#unluckyHandlers = chance.oneIn(this.theme === 'stragglers' ? 2 : 3)
    this.#ledgerBreaks = chance.oneIn(this.theme === 'stragglers' ? 2 : 5)
    this.#ledgerIsLate =
      this.engine === 'postgres' && chance.oneIn(this.theme === 'stragglers' ? 2 : 4)
    this.#changesMinds = chance.oneIn(5)
    this.isTight = chance.oneIn(3)
    this.limits = this.isTight ? tightLimits(chance) : ROOMY
    this.believedAfter = chance.pick([BELIEVED_AFTER, BELIEVED_AFTER, 1, 2])
    this.#oneAddress = chance.oneIn(3)
    this.#brokenKey = chance.oneIn(8)
    if (this.clockOffsets.some((offset) => offset !== 0)) this.happened('clocks apart')
    if (!this.withChain) this.happened('no chain to ask')
    this.tell(
      `${processes} process${processes > 1 ? 'es' : ''} on ${this.engine}${this.withChain ? '' : ', without a chain RPC'}`,
    )
    if (this.clockOffsets.some((offset) => offset !== 0)) {
      this.tell(
        `clocks off by ${this.clockOffsets
          .slice(0, processes)
          .map((offset) => `${offset / 1000} s`)
          .join(', ')}`,
      )
    }
    const timeline = this.timeline
    this.facilitatorWorld = {
      timeline,
      chain: this.chain,
      delay: () => this.delay(),
      verifyFault: () => this.#fault(this.#verifyFaults, 3),
      settleFault: () => this.#fault(this.#settleFaults, 2),
      lateness: () => [2000, 10_000, 30_000, 70_000][chance.below(4)]! + chance.below(1000),
      misjudged: ({ authorization }) => {
        const facts = this.checks.factsOf(authorization.nonce, authorization.from)
        if (facts) facts.misjudged = true
      },
      madeUp: ({ authorization }, transaction) => {
        this.checks.factsOf(authorization.nonce, authorization.from)?.madeUp.push(transaction)
      },
      landed: ({ authorization }, askedMs) => {
        const facts = this.checks.factsOf(authorization.nonce, authorization.from)
        if (facts) facts.sentMs = askedMs
      },
      verifying: (settling, hadTime) => this.#verifying(settling, hadTime),
      verified: (settling) => this.#mayChangeMind(settling),
      askedForOthers: ({ authorization }, differs) =>
        this.checks.violated(
          'other terms than were signed',
          `${this.checks.factsOf(authorization.nonce, authorization.from)?.name}: ${differs}`,
        ),
      heard: (settling, fault) => {
        const facts = this.checks.factsOf(settling.authorization.nonce, settling.authorization.from)
        this.tell(`facilitator: settle ${facts?.name ?? '?'}${fault ? `, and ${fault}` : ''}`)
        this.#hasRefused ||= fault === 'refuses without sending' && this.theme === 'late refusals'
        this.checks.settleAsked(facts, fault)
      },
    }
    this.chain.onPaid = (event) => {
      const facts = this.checks.factsOf(event.nonce, event.payer)
      this.tell(`chain: ${facts?.name ?? event.nonce.slice(0, 8)} moves ${event.value}`)
      this.checks.landed(event)
    }
    for (let slot = 0; slot < processes; slot += 1) this.start(slot)
  }

  #some<T extends string>(from: readonly T[], counts: readonly number[]): T[] {
    return Array.from({ length: this.chance.pick(counts) }, () => this.chance.pick(from))
  }

  /** One of those that this schedule is to suffer, once in so many calls. */
  #fault<T extends string>(of: readonly T[], rarity: number): T | null {
    if (of.length === 0 || !this.chance.oneIn(rarity)) return null
    const fault = this.chance.pick(of)
    this.happened(fault)
    return fault
  }

  happened(fault: string): void {
    this.faults.set(fault, (this.faults.get(fault) ?? 0) + 1)
  }

  tell(what: string): void {
    this.story?.push(
      `${((this.timeline.nowMs - START_MS) / 1000).toFixed(3).padStart(10)} s  ${what}`,
    )
  }

  /**
   * How long one step takes: mostly next to nothing, so that chance alone decides the order; at
   * times longer than any lease.
   */
  delay(): number {
    const { chance } = this
    if (chance.quiet) return 1
    const drawn = chance.below(64)
    if (drawn < 52 || this.#tempo === 0) return drawn % 13
    if (drawn < 60) return 20 * (drawn - 51)
    if (this.#tempo === 1) return 300
    if (drawn < 63) return 1000 * (drawn - 58) - 500
    if (this.#tempo === 2) return 5000
    this.happened('a step that takes longer than a lease')
    return 31_000 + chance.below(40_000)
  }

  /** Delay of a statement to the ledger, and of its reply. */
  ledgerDelay(slot: number): number {
    const isLate = this.theme === 'late refusals' ? this.#hasRefused : this.theme === 'stragglers'
    if (!isLate || slot !== STRAGGLER || !this.chance.oneIn(this.#hasRefused ? 3 : 4))
      return this.delay()
    this.happened('a step that takes longer than a lease')
    return 31_000 + this.chance.below(LONGEST_STEP_MS - 31_000)
  }

  /** How many cakes can be had, from now on. */
  rowsNow(): number {
    if (this.chance.oneIn(12)) {
      this.rows = 1 + this.chance.below(MOST_ROWS)
      this.happened('what can be answered changes')
      this.tell(`${this.rows} cakes from now on`)
    }
    return this.rows
  }

  isCoffeeFree(): boolean {
    if (this.chance.oneIn(6)) {
      this.#isCoffeeFree = !this.#isCoffeeFree
      if (this.#isCoffeeFree) this.checks.givenAwaySinceMs.set('coffee', this.timeline.nowMs)
      else this.checks.givenAwaySinceMs.delete('coffee')
      this.happened(
        this.#isCoffeeFree ? 'what is sold is given away' : 'what was given away is sold',
      )
      this.tell(this.#isCoffeeFree ? 'coffee is free from now on' : 'coffee has its price again')
    }
    return this.#isCoffeeFree
  }

  /**
   * A signature over a receipt: never the same twice, as of the key that the service makes for
   * itself.
   */
  signed(payload: object): string {
    if (this.#brokenKey && this.chance.oneIn(3)) {
      this.happened('the key that signs receipts fails')
      this.checks.keyHasFailed = true
      throw Object.assign(new Error('the key is away'), { planned: true })
    }
    this.#signatures += 1
    const { payer, transaction, provenance } = payload as {
      payer: string
      transaction: string
      provenance: { answerDigest: string }
    }
    return [this.#signatures, payer, transaction, provenance.answerDigest].join('.')
  }

  chainFault(): ChainFault | null {
    return this.#fault(this.#chainFaults, 4)
  }

  handlerLuck(): HandlerLuck {
    if (!this.#unluckyHandlers || !this.chance.oneIn(3)) return 'well'
    const luck = this.chance.pick([
      'not found',
      'unavailable',
      'broken',
      'slow',
      'rows are lost',
    ] as const)
    this.happened(`handler: ${luck}`)
    return luck
  }

  ledgerFault(slot: number): boolean {
    if (this.straggles && slot !== STRAGGLER) return false
    if (
      !this.#ledgerBreaks ||
      this.engine !== 'postgres' ||
      !this.chance.oneIn(this.theme === 'stragglers' ? 5 : 12)
    )
      return false
    this.happened('a ledger statement or its reply is lost')
    return true
  }

  diskFault(): boolean {
    if (!this.#ledgerBreaks || !this.chance.oneIn(24)) return false
    this.happened('the disk refuses a sync')
    return true
  }

  /** Whether the client gives up on what the ledger does all the same. */
  ledgerIsLate(slot: number): boolean {
    if (this.straggles && slot !== STRAGGLER) return false
    if (!this.#ledgerIsLate || !this.chance.oneIn(10)) return false
    this.happened(LATE_LEDGER)
    return true
  }

  /** `keepsOthersOut`: a transaction during which no other process can write. */
  doLater(laterMs: number, run: () => void, keepsOthersOut: boolean): void {
    const { timeline } = this
    const dueMs = timeline.nowMs + laterMs
    if (keepsOthersOut) this.#othersWriteFromMs = Math.max(this.#othersWriteFromMs, dueMs)
    const once = () => {
      // Another transaction is open in the meantime.
      if (!keepsOthersOut && timeline.nowMs < this.#othersWriteFromMs)
        return void timeline.at(this.#othersWriteFromMs, null, once)
      if (!this.#later.delete(once)) return
      this.tell('the ledger does what nobody waits for any more')
      run()
    }
    this.#later.set(once, keepsOthersOut)
    timeline.at(dueMs, null, once)
  }

  /** Before a jump in time, or the end of faults: the ledger finishes all statements. */
  ledgerCatchesUp(): void {
    this.#othersWriteFromMs = 0
    // What waits for a transaction is done after it.
    const inOrder = [...this.#later].sort(([, one], [, other]) => Number(other) - Number(one))
    for (const [once] of inOrder) once()
  }

  async untilOthersMayWrite(by: Runner | null): Promise<void> {
    const { timeline } = this
    // In short waits, because the end of all faults ends this one as well.
    while (timeline.nowMs < this.#othersWriteFromMs)
      await timeline.point(by, Math.min(1000, this.#othersWriteFromMs - timeline.nowMs))
  }

  addressOf(who: string): string {
    return this.#oneAddress ? '192.0.2.1' : who
  }

  /**
   * Checks a verification: the payer of an ordinary wallet signed it, or it never reaches the
   * facilitator. Admission may err if the chain fails, or for trusted payers.
   */
  #verifying({ authorization, network, signature }: Settling, hadTime: boolean): void {
    if (isSigned(authorization, network, signature) || this.chain.hasCode(authorization.from))
      return
    this.happened('junk reaches the facilitator')
    if (
      this.believedAfter < BELIEVED_AFTER ||
      (this.withChain && (!hadTime || this.#chainFaults.length > 0))
    )
      return
    this.checks.violated('junk reached the facilitator', authorization.from)
  }

  /** The wallet is another's thing: what was good a moment ago need not be when it is settled. */
  #mayChangeMind({ authorization, network, signature }: Settling): void {
    const { chance, timeline, chain } = this
    if (!this.#changesMinds || !isSigned(authorization, network, signature) || !chance.oneIn(3))
      return
    const { from: payer, nonce } = authorization
    const facts = this.checks.factsOf(nonce, payer)
    if (!facts) return
    const mind = chance.pick([
      'cancels',
      'sends it himself',
      'spends his purse',
      'spends his purse for a while',
    ] as const)
    timeline.at(timeline.nowMs + [0, 20, 200, 600, 1500, 5000][chance.below(6)]!, null, () => {
      if (chain.find(network, payer, nonce)) return
      this.happened(`whoever was verified ${mind}`)
      this.tell(`${facts.name}: its payer ${mind}`)
      facts.selfMade ||= mind === 'cancels' || mind === 'sends it himself'
      if (mind === 'cancels') chain.cancel(network, payer, nonce)
      if (mind === 'sends it himself')
        chain.land(authorization, network, signature, chain.newHash())
      if (!mind.startsWith('spends')) return
      const journal = chain.balance(payer)
      chain.fill(payer, -journal)
      if (mind.endsWith('while'))
        timeline.at(timeline.nowMs + 2000 + chance.below(4) * 10_000, null, () =>
          chain.fill(payer, journal),
        )
    })
  }

  start(slot: number): Shop {
    this.#incarnations[slot]! += 1
    const shop = new Shop(this, {
      slot,
      host: this.#hosts[slot]!,
      incarnation: this.#incarnations[slot]!,
      release: this.release,
    })
    this.networks.add(this.release.network)
    this.shops[slot] = shop
    return shop
  }

  kill(slot: number): void {
    const shop = this.shops[slot]!
    if (!shop.alive) return
    shop.kill()
    this.#gone.set(shop.owner, shop.host)
  }

  restart(slot: number): void {
    this.kill(slot)
    this.start(slot)
  }

  isGone(owner: string, host: string): boolean {
    return this.#gone.get(owner) === host
  }

  /** For stories: what each call of an object came to. */
  narrated<T extends object>(who: string, object: T): T {
    if (!this.story) return object
    return new Proxy(object, {
      get: (target, name) => {
        const member = Reflect.get(target, name) as unknown
        if (typeof member !== 'function') return member
        const call = member as (...given: unknown[]) => Promise<unknown>
        if (QUIET_CALLS.has(String(name))) return call.bind(target)
        // The promise itself goes on: one more step between would be another order.
        return (...given: unknown[]) => {
          this.tell(
            `${who}: ${String(name)}(${given.map((each) => this.#short(each)).join(', ')}) …`,
          )
          const result = call.apply(target, given)
          result.then(
            (value) => this.tell(`${who}: … ${String(name)} gives ${this.#short(value)}`),
            (error: unknown) => this.tell(`${who}: … ${String(name)} throws ${String(error)}`),
          )
          return result
        }
      },
    })
  }

  #short(value: unknown): string {
    if (value === null || typeof value !== 'object') return String(value)
    if (Array.isArray(value)) return `${value.length} rows`
    const { nonce, payer, state, fence, payment_id, owner, isNew, row } = value as Record<
      string,
      unknown
    >
    if (row) return `${isNew ? 'new' : 'known'} ${this.#short(row)}`
    const named =
      this.checks.factsOf(nonce as string, payer as string)?.name ??
      (typeof nonce === 'string' ? `…${nonce.slice(-4)}` : null)
    const told = [
      named,
      state,
      fence === undefined ? null : `fence ${String(fence)}`,
      payment_id ? `for ${String(payment_id)}` : null,
      owner && state ? `of ${String(owner)}` : null,
    ]
    const text = told.filter((each) => each !== null && each !== undefined).join(' ')
    return text === '' ? '{…}' : `{${text}}`
  }
}

const ROOMY: World['limits'] = {
  payer: { perMinute: 120, burst: 120 },
  unpaid_payer: { perMinute: 3, burst: 30 },
  unpaid_address: { perMinute: 6, burst: 60 },
}

/** Limits that are tight enough to be met, and refilled within two minutes before faults end. */
function tightLimits(chance: Chance): World['limits'] {
  const tight = (perMinute: number): Limit => ({ perMinute, burst: 1 + chance.below(4) })
  return { payer: tight(20), unpaid_payer: tight(12), unpaid_address: tight(12) }
}

/** Background calls, recorded only if they change something. */
const QUIET_CALLS = new Set(['listExpiredSettling', 'countSettling'])
