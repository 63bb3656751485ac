/** One schedule from its first decision to the checks when everything has come to rest. */
import { Buyer, type Held } from './buyers.ts'
import { Chance, type ChanceSource } from './chance.ts'
import type { Facts, Told, Violation } from './checks.ts'
import type { SimulatedLedger } from './ledger.ts'
import { PAYEES, PRICE } from './menu.ts'
import { REPLAY_MS, type Shop } from './shop.ts'
import { LATE_LEDGER, LONGEST_STEP_MS, type Theme, World } from './world.ts'

export interface Played {
  violation: Violation | null
  /** The decisions that it consists of. */
  choices: readonly number[]
  steps: number
  faults: ReadonlyMap<string, number>
  story: readonly string[]
}

const HAPPENINGS = [
  'crash',
  'crash and restart at once',
  'stop',
  'reorganisation',
  'purge',
  'reconciliation',
  'release',
  'refill',
  'night',
  'clock step',
  'other network',
  'audit',
  'month',
  'graceful stop',
] as const
/** Those of a schedule that is about something. */
const THEMES: Readonly<Record<Theme, readonly (typeof HAPPENINGS)[number][]>> = {
  anything: HAPPENINGS,
  'one purchase': [
    'crash and restart at once',
    'reconciliation',
    'refill',
    'stop',
    'graceful stop',
  ],
  sleepers: ['stop', 'stop', 'crash', 'clock step', 'reconciliation', 'graceful stop'],
  old: ['month', 'month', 'month', 'night', 'purge', 'audit', 'crash'],
  'late refusals': ['reconciliation', 'refill', 'graceful stop'],
  stragglers: ['reconciliation', 'reconciliation', 'stop', 'crash', 'graceful stop'],
}

/** Far more than any schedule needs: one that goes on is a fault by itself. */
const MAX_STEPS = 5000
/**
 * After which a lease may seem to run that was ended, by a clock that is ahead, or could not be
 * ended.
 */
const LEASE_FAULTS = [
  LATE_LEDGER,
  'a ledger statement or its reply is lost',
  'the disk refuses a sync',
  'clock step',
  'clocks apart',
]
const DAY_MS = 86_400_000

export async function play(
  ledger: SimulatedLedger,
  source: ChanceSource,
  isTold = false,
): Promise<Played> {
  ledger.reset()
  const chance = new Chance(source)
  const world = new World(chance, ledger, isTold)
  const play = new Schedule(world)
  await play.run()
  const { checks, faults, story, timeline } = world
  return {
    violation: checks.violations[0] ?? null,
    choices: chance.taken,
    steps: timeline.fired,
    faults,
    story: story ?? [],
  }
}

class Schedule {
  readonly #world: World
  readonly #buyers: Buyer[]

  constructor(world: World) {
    this.#world = world
    this.#buyers = Array.from(
      { length: 1 + world.chance.below(2) },
      (_, index) => new Buyer(world, index),
    )
  }

  get #isOver(): boolean {
    return this.#world.checks.violations.length > 0 || this.#world.timeline.fired > MAX_STEPS
  }

  async run(): Promise<void> {
    const { chance, timeline, checks } = this.#world
    const happenings = Array.from({ length: chance.pick([0, 1, 2, 3, 4, 6]) }, () => ({
      afterSteps: chance.below(120),
      kind: chance.pick(THEMES[this.#world.theme]),
      slot: chance.below(this.#world.shops.length),
      more: chance.below(8),
    })).sort((one, other) => one.afterSteps - other.afterSteps)
    let living = this.#buyers.length
    for (const buyer of this.#buyers) {
      void buyer.live().then(
        () => {
          living -= 1
        },
        (error: unknown) => {
          living -= 1
          checks.violated('the simulation failed', String((error as Error).stack))
        },
      )
    }
    while (living > 0 && !this.#isOver) {
      while (happenings.length > 0 && happenings[0]!.afterSteps <= timeline.fired)
        this.#happen(happenings.shift()!)
      if (!(await timeline.step())) throw new Error('nothing is to happen, and buyers wait')
    }
    if (!this.#isOver) await this.#comeToRest()
    if (timeline.fired > MAX_STEPS) checks.violated('no end', `${MAX_STEPS} steps`)
  }

  #happen({
    kind,
    slot,
    more,
  }: {
    kind: (typeof HAPPENINGS)[number]
    slot: number
    more: number
  }): void {
    const world = this.#world
    const { timeline, shops, chain, checks } = world
    const shop = shops[slot]!
    world.happened(kind)
    world.tell(`— ${kind} ${shop.name}`)
    const recovered = (error: unknown) => {
      if ((error as Error).name !== 'StoreUnavailable')
        checks.violated('an unexpected error', String((error as Error).stack))
    }
    switch (kind) {
      case 'crash':
        world.kill(slot)
        timeline.at(timeline.nowMs + [100, 3000, 20_000, 40_000][more % 4]!, null, () => {
          if (shops[slot] === shop) world.start(slot)
        })
        return
      case 'crash and restart at once':
        return void world.restart(slot)
      case 'graceful stop':
        if (!shop.alive || shop.isClosing) return
        return void shop
          .stop()
          .then(() => this.#stopped(shop, slot, [0, 100, 3000, 20_000][more % 4]!))
      case 'stop':
        shop.pausedUntilMs = timeline.nowMs + [1000, 10_000, 31_000, 62_000][more % 4]!
        return
      case 'reorganisation': {
        const depth = 1 + (more % 4)
        const dropped = chain.reorganise(depth, () => more > 5)
        for (const facts of checks.facts) {
          if (facts.transfer?.block !== null) continue
          facts.shaken = true
          if (!chain.events.includes(facts.transfer)) facts.transfer = null
        }
        if (dropped > 0) world.happened('a transfer reorganised')
        return
      }
      case 'purge':
        if (!shop.alive) return
        return void shop.claims.purge(timeline.nowMs, timeline.nowMs - REPLAY_MS).catch(recovered)
      case 'reconciliation':
        if (!shop.alive) return
        return void shop.gate.reconcileExpired().catch(recovered)
      case 'release':
        world.release = {
          ...world.release,
          amount: String(PRICE * BigInt(1 + (more % 2))),
          payTo: PAYEES[more % 4 < 2 ? 0 : 1],
        }
        return void world.restart(slot)
      case 'refill':
        for (const buyer of this.#buyers) chain.fill(buyer.address, PRICE)
        return
      case 'night':
        chain.catchUp()
        world.ledgerCatchesUp()
        timeline.nowMs += 26 * 3_600_000
        return
      case 'month':
        world.ledgerCatchesUp()
        timeline.nowMs += 32 * DAY_MS
        if (shop.alive)
          void shop.claims.purge(timeline.nowMs, timeline.nowMs - REPLAY_MS).catch(recovered)
        return
      case 'audit':
        if (shop.alive) void shop.audit.run(new AbortController().signal).catch(recovered)
        return
      case 'clock step':
        world.clockOffsets[slot] = (more - 4) * 7500
        return
      case 'other network':
        world.release = {
          ...world.release,
          network: world.release.network === 'eip155:84532' ? 'eip155:8453' : 'eip155:84532',
        }
        shops.forEach((_, index) => {
          world.restart(index)
        })
    }
  }

  /** It has had its time, and its successor comes. */
  #stopped(shop: Shop, slot: number, laterMs: number): void {
    const { timeline, shops, checks, ledger, faults, clockOffsets } = this.#world
    // No buyer has to wait for the lease of a process that ended in order.
    const isExcused = !shop.isIdle || shop.isSick || LEASE_FAULTS.some((fault) => faults.has(fault))
    const held = ledger.rows<{ nonce: string; payer: string; state: string }>(
      `select nonce, payer, state from claims where owner = ? and state in ('claimed', 'settling') and lease_until_ms > ?`,
      shop.owner,
      timeline.nowMs + clockOffsets[slot]!,
    )
    for (const { nonce, payer, state } of isExcused ? [] : held)
      checks.violated(
        'a process that ended in order left a lease behind',
        `${checks.factsOf(nonce, payer)?.name} is "${state}"`,
      )
    this.#world.kill(slot)
    timeline.at(timeline.nowMs + laterMs, null, () => {
      if (shops[slot] === shop) this.#world.start(slot)
    })
  }

  /** Ends the faults, requests what is open, advances time, and then checks everything. */
  async #comeToRest(): Promise<void> {
    const world = this.#world
    const { timeline, chance, checks } = world
    chance.quiet = true
    world.clockOffsets.fill(0)
    world.ledgerCatchesUp()
    world.tell('— faults end')
    await this.#pass(100)
    for (const network of world.networks) {
      world.release = { ...world.release, network: network as 'eip155:84532' }
      world.shops.forEach((shop, slot) => {
        shop.pausedUntilMs = 0
        if (!shop.alive || shop.isClosing || shop.isSick || shop.release.network !== network)
          world.restart(slot)
      })
      await this.#pass(40_000)
      for (const buyer of this.#buyers) {
        for (const held of buyer.held) {
          if (buyer.returns && held.facts.network === network && !this.#isOver)
            await this.#collect(buyer, held)
        }
      }
      if (this.#isOver) return
    }
    const last = Math.max(
      ...checks.facts.map(({ validBeforeMs }) =>
        Number.isFinite(validBeforeMs) ? validBeforeMs : 0,
      ),
    )
    const from = timeline.nowMs
    // What had expired long before faults ended may have been taken up just then, under a lease of
    // the clock that is furthest ahead.
    timeline.nowMs = Math.max(last, from) + 70_000
    for (const network of world.networks) {
      if (world.networks.size > 1) {
        world.release = { ...world.release, network: network as 'eip155:84532' }
        world.shops.forEach((_, slot) => {
          world.restart(slot)
        })
      }
      await this.#pass(31_000)
      if (this.#isOver) return
      this.#nothingUndecided(network)
      await this.#audited()
      checks.compare(world.ledger, network)
      if (this.#isOver) return
      for (const buyer of this.#buyers) {
        for (const held of buyer.held)
          if (held.facts.network === network && !this.#isOver)
            await this.#paidIsDelivered(buyer, held, from)
      }
    }
    if (!this.#isOver) await this.#soldAtOnce()
    if (!this.#isOver) await this.#forgotten()
  }

  async #pass(ms: number): Promise<void> {
    const { timeline } = this.#world
    const untilMs = timeline.nowMs + ms
    while (!this.#isOver && (await timeline.step(untilMs))) {
      // Whatever is due.
    }
    if (timeline.nowMs < untilMs) timeline.nowMs = untilMs
  }

  /** Checks that refused payments that landed are in the books after the audit. */
  async #audited(): Promise<void> {
    const { timeline, shops, withChain } = this.#world
    if (!withChain) return
    let isOver = false
    void shops[0]!.audit.run(new AbortController().signal).finally(() => {
      isOver = true
    })
    while (!isOver && !this.#isOver) if (!(await timeline.step())) break
  }

  /** Sends a request in quiet times and waits for it while the world goes on. */
  async #ask(buyer: Buyer, held: Held): Promise<Told> {
    const { timeline, checks } = this.#world
    let told: Told | null = null
    buyer.send(held).then(
      (known) => {
        told = known
      },
      (error: unknown) => checks.violated('the simulation failed', String((error as Error).stack)),
    )
    while (told === null && !this.#isOver) if (!(await timeline.step())) break
    return told ?? { kind: 'lost' }
  }

  /** Its owner repeats until something certain is said. */
  async #collect(buyer: Buyer, held: Held): Promise<void> {
    const { checks, timeline, withChain, straggles } = this.#world
    // A step that began before the faults ended may hold a token of the buyer.
    const untilMs = timeline.nowMs + (straggles ? LONGEST_STEP_MS : 0)
    for (let tries = 0; (tries < 6 || timeline.nowMs < untilMs) && !this.#isOver; tries += 1) {
      const told = await this.#ask(buyer, held)
      if (isCertain(told)) return
      await this.#pass(5000)
    }
    // Until then a refusal says nothing of what may have been sent before it.
    const { payer, ids } = held.facts
    const waitedFor = checks.facts.filter(
      (each) =>
        each.payer === payer &&
        (each === held.facts || [...ids].some((id) => id !== null && each.ids.has(id))),
    )
    if (waitedFor.some((each) => timeline.nowMs < each.validBeforeMs + 120_000)) return
    if (withChain && !this.#isOver)
      checks.violated('undecided for too long', `${held.facts.name} is still told to come back`)
  }

  #nothingUndecided(network: string): void {
    const { checks, ledger, withChain } = this.#world
    if (!withChain) return
    const rows = ledger.rows<{ nonce: string; payer: string; valid_before: string }>(
      `select nonce, payer, valid_before from claims where state = 'settling' and network = ?`,
      network,
    )
    for (const row of rows) {
      // A payment without an expiry may be settled at any time.
      if (row.valid_before.length > 20) continue
      checks.violated(
        'undecided for too long',
        `${checks.factsOf(row.nonce, row.payer)?.name} has expired, and is still "settling"`,
      )
    }
  }

  /** Checks that every buyer who paid gets the answer, and the same as before. */
  async #paidIsDelivered(buyer: Buyer, held: Held, restMs: number): Promise<void> {
    const { checks, ledger } = this.#world
    const { facts } = held
    if (!isHonest(facts) || held.bent || !facts.transfer || facts.shaken) return
    if (
      restMs - facts.transfer.landedMs > 0.9 * DAY_MS ||
      this.#world.timeline.nowMs - facts.transfer.landedMs > 0.9 * DAY_MS
    )
      return
    const isKnown =
      ledger.rows('select 1 from payments where nonce = ? and payer = ?', facts.nonce, facts.payer)
        .length > 0
    if (!isKnown) return
    const told = await this.#ask(buyer, held)
    if (told.kind !== 'delivered' && !this.#isOver) {
      checks.violated(
        'paid and not delivered',
        `${facts.name}: ${told.kind === 'error' ? told.code : told.kind === 'refused' ? told.reason : told.kind}`,
      )
    }
  }

  /** Checks that a new buyer gets an answer at the first request, and again when it is repeated. */
  async #soldAtOnce(): Promise<void> {
    const world = this.#world
    const [buyer] = this.#buyers as [Buyer]
    world.release = world.shops[0]!.release
    world.chain.fill(buyer.address, 10n * PRICE)
    const held = buyer.wants(buyer.held.length % 2 === 0 ? 'tea' : 'cakes')
    const [first, second] = [await this.#ask(buyer, held), await this.#ask(buyer, held)]
    if (
      this.#isOver ||
      (first.kind === 'delivered' &&
        !first.replayed &&
        second.kind === 'delivered' &&
        second.replayed)
    )
      return
    world.checks.violated(
      'not sold although nothing was wrong',
      `${held.facts.name}: ${first.kind}, then ${second.kind}`,
    )
  }

  /** Checks that long afterwards only payments and undecidable claims are left. */
  async #forgotten(): Promise<void> {
    const { timeline, checks, ledger, withChain } = this.#world
    timeline.nowMs += 60 * DAY_MS
    await this.#pass(5000)
    if (this.#isOver || !withChain) return
    const left = (sql: string) => ledger.rows<{ n: number }>(sql)[0]!.n
    const claims = left(`select count(*) as n from claims where state <> 'settling'`)
    const answers =
      left('select count(*) as n from answers where claim_id not in (select id from claims)') +
      left('select count(*) as n from receipts where claim_id not in (select id from claims)')
    const ids = left(
      'select count(*) as n from payment_ids where not exists (select 1 from claims where claims.nonce = payment_ids.nonce)',
    )
    if (claims + answers + ids > 0) {
      checks.violated(
        'a row outlives its purpose',
        `${claims} claims, ${answers} answers or receipts and ${ids} identifiers are left after sixty days`,
      )
    }
  }
}

function isCertain(told: Told): boolean {
  if (told.kind === 'delivered' || told.kind === 'given' || told.kind === 'refused') return true
  return (
    told.kind === 'error' &&
    [
      'PAYMENT_REUSED',
      'PAYMENT_KNOWN',
      'IDENTIFIER_REUSED',
      'SUBJECT_NOT_FOUND',
      'UPSTREAM_UNAVAILABLE',
      'ROWS_CHANGED',
    ].includes(told.code)
  )
}

const isHonest = (facts: Facts) =>
  facts.ids.size === 1 && facts.questions.size === 1 && !facts.selfMade
