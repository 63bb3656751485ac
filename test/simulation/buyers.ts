/**
 * Buyers, from the exemplary to the reckless, and a stranger who sends junk over their payments.
 */
import type { Facts, Request, Told } from './checks.ts'
import { MOST_ROWS, operationOf, PRICE, QUESTIONS, termsOf } from './menu.ts'
import type { Shop } from './shop.ts'
import { digest, type Payment, type SignedAs, sign } from './signing.ts'
import type { Theme, World } from './world.ts'

/** For how long authorizations are good, where a schedule is about something. */
const VALID_S: Partial<Record<Theme, readonly number[]>> = {
  stragglers: [30, 30, 60, 300],
  'late refusals': [300, 300, 60, 3600],
}
/** How long an answer is waited for. */
const PATIENCE_MS: Partial<Record<Theme, readonly number[]>> = {
  stragglers: [8000, 31_000, 600_000],
  'late refusals': [31_000, 31_000, 8000, 600_000],
}

/** One authorization in its owner's hands. */
export interface Held {
  readonly facts: Facts
  readonly question: string
  readonly paymentId: string | null
  readonly presented: (as: SignedAs, paymentId: string | null) => Payment
  /** Last answer to its owner. */
  last: Told | null
  /** Its owner used it or its identifier against the rules. */
  bent: boolean
}

export class Buyer {
  readonly name: string
  readonly address: string
  readonly held: Held[] = []
  /** Comes back when everything is over, for what is still open. */
  readonly returns: boolean
  readonly #world: World
  readonly #ids: string[] = []

  constructor(world: World, index: number) {
    this.#world = world
    this.name = ['Ann', 'Bob', 'Cat'][index]!
    this.address = `0x${digest(this.name).slice(0, 40)}`
    world.chain.fill(this.address, PRICE * BigInt(world.chance.pick([5, 5, 1, 0])))
    this.returns = !world.chance.oneIn(5)
    // Without a chain the case cannot be decided.
    if (world.withChain && world.chance.oneIn(8)) {
      world.chain.deploy(this.address)
      world.tell(`${this.name} has a smart wallet`)
    }
  }

  /** All that this buyer does while the faults last. */
  async live(): Promise<void> {
    const { chance, timeline, theme } = this.#world
    if (theme === 'one purchase' || (theme === 'old' && !chance.oneIn(3)))
      return await this.#buyOne()
    if (theme === 'late refusals') return await this.#insist()
    if (theme === 'stragglers') return chance.oneIn(2) ? await this.#buyOne() : await this.#insist()
    const purchases = 1 + chance.below(2)
    for (let purchase = 0; purchase < purchases; purchase += 1) {
      await this.#buy()
      await timeline.point(null, chance.below(4) * 500)
    }
  }

  async #buy(): Promise<void> {
    const { chance, timeline, chain } = this.#world
    const question = chance.pick(QUESTIONS)
    const paymentId = this.#identifier()
    let payment = this.#sign(question, paymentId)
    for (let tries = 0; tries < 5; tries += 1) {
      const told = await this.#attempt(payment)
      const next = chance.below(6)
      if (told.kind === 'delivered' || told.kind === 'given') {
        if (next < 4) return
      } else if (
        told.kind === 'refused' ||
        (told.kind === 'error' &&
          told.code !== 'PAYMENT_IN_FLIGHT' &&
          told.code !== 'SETTLEMENT_UNKNOWN')
      ) {
        if (next === 5) return
        if (next === 4) chain.fill(this.address, PRICE)
        // After "nothing was charged": another signature for the same purchase.
        if (next < 3) payment = this.#sign(question, paymentId)
      } else if (next === 5) {
        // After "repeat" or no answer: a buyer who signs again relies on the identifier.
        payment = this.#sign(question, paymentId)
      }
      await timeline.point(null, chance.pick([2000, 0, 0, 300, 5000, 31_000]))
    }
  }

  /**
   * One purchase under one identifier: what was refused is repeated at the same time as another
   * signature, again and again.
   */
  async #buyOne(): Promise<void> {
    const { chance, timeline } = this.#world
    const id = this.#identifier() ?? `${this.name}_one_purchase`
    const payments = [this.#sign('tea', id)]
    for (let tries = 0; tries < 5; tries += 1) {
      const told = await Promise.all(
        payments.map((payment) => {
          const question = chance.below(8) === 7 ? 'coffee' : 'tea'
          payment.bent ||= question !== 'tea'
          return this.send(payment, { question })
        }),
      )
      if (told.some(({ kind }) => kind === 'delivered') && chance.below(4) < 3) return
      if (payments.length < 3) payments.push(this.#sign('tea', id))
      await timeline.point(null, chance.pick([0, 0, 2000, 31_000]))
    }
  }

  /** The same payment at whichever process answers, some of them asleep over it. */
  async #insist(): Promise<void> {
    const { chance, timeline } = this.#world
    const payment = this.#sign(chance.pick(['tea', 'cakes']), this.#identifier())
    for (let tries = 0; tries < 4; tries += 1) {
      const told = await this.send(payment, chance.oneIn(3) ? { as: 'twin' } : {})
      if (told.kind === 'delivered') return
      await timeline.point(null, chance.pick([0, 2000, 31_000, 31_000]))
    }
  }

  /** Returns a separate purchase without an identifier. */
  wants(question: string): Held {
    return this.#sign(question, null)
  }

  #identifier(): string | null {
    const { chance } = this.#world
    const drawn = chance.below(5)
    if (drawn === 0) return null
    if (drawn === 4 && this.#ids.length > 0) return chance.pick(this.#ids)
    const id = `${this.name}_purchase_number_${this.#ids.length + 1}`
    this.#ids.push(id)
    return id
  }

  #sign(question: string, paymentId: string | null): Held {
    const world = this.#world
    const { chance } = world
    const one = termsOf(world.release, operationOf(question))
    // As it was quoted a moment ago, or as many as a buyer would like to have.
    const units =
      one.byUnits === null ? 1 : chance.oneIn(6) ? 1 + chance.below(MOST_ROWS) : world.rows
    const { requirements } = one.byUnits === null ? one : one.byUnits.of(units)
    const nowS = Math.floor(world.timeline.nowMs / 1000)
    const validS = chance.pick(VALID_S[world.theme] ?? [300, 300, 300, 60, 3600, 86_000, 0])
    const validBefore = validS === 0 ? String(2n ** 256n - 1n) : String(nowS + validS)
    const name = `${this.name.toLowerCase()}${this.held.length + 1}`
    const nonce = `0x${digest(`${name} of this schedule`)}`
    const authorization = {
      from: this.address,
      to: requirements.payTo,
      value: requirements.amount,
      validAfter: '0',
      validBefore,
      nonce,
    }
    const facts: Facts = {
      name,
      network: requirements.network,
      payer: this.address,
      nonce,
      amount: BigInt(requirements.amount),
      validBeforeMs: validS === 0 ? Number.POSITIVE_INFINITY : (nowS + validS) * 1000,
      presentedMs: Number.POSITIVE_INFINITY,
      ids: new Set(),
      questions: new Set(),
      transfer: null,
      deniedMs: [],
      fake: false,
      madeUp: [],
      misjudged: false,
      sentMs: null,
      shaken: false,
      selfMade: false,
      inFlight: 0,
      overlapMs: Number.NEGATIVE_INFINITY,
      unchargedMs: null,
      judgedMs: Number.NEGATIVE_INFINITY,
      answer: null,
    }
    const presented = (as: SignedAs, id: string | null) => sign(authorization, requirements, id, as)
    const held: Held = { facts, question, paymentId, presented, last: null, bent: false }
    world.checks.facts.push(facts)
    this.held.push(held)
    return held
  }

  async #attempt(payment: Held): Promise<Told> {
    const world = this.#world
    const { chance } = world
    const { facts, question, paymentId } = payment
    switch (chance.below(12)) {
      case 5:
      case 6: {
        world.happened('the same payment twice at once')
        const [told] = await Promise.all([this.send(payment), this.send(payment)])
        return told
      }
      case 7:
      case 8: {
        if (paymentId === null) return await this.send(payment)
        world.happened('two payments race under one identifier')
        const former = this.held.filter(
          (each) => each !== payment && each.paymentId === paymentId && each.question === question,
        )
        const other =
          former.length > 0 && !chance.oneIn(3)
            ? chance.pick(former)
            : this.#sign(question, paymentId)
        const [told] = await Promise.all([this.send(payment), this.send(other)])
        return told
      }
      case 9:
        world.happened('a buyer leaves')
        return await this.send(payment, { leavesAfterMs: [0, 5, 30, 1500][chance.below(4)]! })
      case 10: {
        world.happened('junk over somebody’s payment')
        const other = chance.pick([question, 'poison'])
        void this.send(payment, {
          as: 'junk',
          question: other,
          byOwner: false,
          paymentId: chance.pick([null, paymentId]),
        })
        return await this.send(payment)
      }
      case 11: {
        const bend = chance.below(5)
        if (bend === 0) return await this.send(payment, { as: 'twin' })
        payment.bent = true
        if (bend === 1) {
          world.happened('a payment is used for another question')
          const [told] = await Promise.all([
            this.send(payment),
            this.send(payment, { question: question === 'tea' ? 'coffee' : 'tea' }),
          ])
          return told
        }
        if (bend === 2) {
          world.happened('a payment without its identifier')
          return await this.send(payment, { paymentId: null })
        }
        facts.selfMade = true
        if (bend === 3) {
          world.happened('a buyer cancels on the chain')
          world.tell(`${this.name} cancels ${facts.name} on the chain`)
          world.chain.cancel(facts.network, facts.payer, facts.nonce)
        } else {
          world.happened('a buyer sends the authorization himself')
          world.tell(`${this.name} sends ${facts.name} to the chain`)
          const { authorization, signature } = payment.presented('owner', null).presented
          world.chain.land(authorization, facts.network, signature, world.chain.newHash())
        }
        return await this.send(payment)
      }
      default:
        return await this.send(payment)
    }
  }

  /**
   * Sends one request over the network to one of the processes, and returns the answer of its
   * sender.
   */
  async send(
    payment: Held,
    how: {
      as?: SignedAs
      question?: string
      paymentId?: string | null
      byOwner?: boolean
      leavesAfterMs?: number
    } = {},
  ): Promise<Told> {
    const world = this.#world
    const { timeline, chance } = world
    const { facts } = payment
    const { question = payment.question, paymentId = payment.paymentId, byOwner = true } = how
    // Of a smart wallet's signatures only the very same bytes are known for its own.
    const as = how.as === 'twin' && world.chain.hasCode(facts.payer) ? 'owner' : (how.as ?? 'owner')
    const who = byOwner ? this.name : 'a stranger'
    if (byOwner) {
      facts.presentedMs = Math.min(facts.presentedMs, timeline.nowMs)
      facts.ids.add(paymentId)
      facts.questions.add(question)
      facts.unchargedMs = null
    }
    const slot = chance.below(world.shops.length)
    await timeline.point(null, world.delay())
    const shop: Shop = world.shops[slot]!
    world.tell(
      `${who} asks ${shop.name} for ${question} with ${facts.name}${paymentId === null ? '' : ` for ${paymentId}`}${as === 'owner' ? '' : ` (${as})`}`,
    )
    const { nowMs } = timeline
    const request: Request = {
      facts,
      byOwner,
      question,
      paymentId,
      startedMs: nowMs,
      lookedMs: nowMs,
      sentMs: null,
      begunMs: null,
      isBeginning: false,
      isUnsure: false,
    }
    let told: Told = { kind: 'lost' }
    if (shop.alive && !shop.isClosing) {
      // A request that waits in a stopped process is under way all the same.
      const leaving = new AbortController()
      if (how.leavesAfterMs !== undefined)
        timeline.at(timeline.nowMs + how.leavesAfterMs, shop, () =>
          leaving.abort(new Error('left')),
        )
      if (byOwner) facts.unchargedMs = null
      const answered = shop.ask(
        payment.presented(as, paymentId),
        request,
        leaving.signal,
        world.addressOf(who),
      )
      // Every sender gives up at some time: the request continues behind a proxy, or its buyer
      // left.
      const maxPauseMs = chance.pick(PATIENCE_MS[world.theme] ?? [600_000, 600_000, 8000, 31_000])
      const lost: Told = { kind: 'lost' }
      told = await new Promise<Told>((resolve) => {
        const forget = timeline.at(timeline.nowMs + maxPauseMs, null, () => {
          world.happened('a buyer loses patience')
          resolve(lost)
        })
        void answered.then((known) => {
          forget()
          resolve(known)
        })
      })
    }
    world.tell(`${who} is told ${tellingOf(told)} by ${shop.name} for ${facts.name}`)
    await timeline.point(null, world.delay())
    if (byOwner && question === payment.question && paymentId === payment.paymentId)
      payment.last = told
    return told
  }
}

function tellingOf(told: Told): string {
  if (told.kind === 'delivered') return `"${madeOf(told.body)}"${told.replayed ? ' (again)' : ''}`
  if (told.kind === 'given') return 'an answer for nothing'
  if (told.kind === 'refused') return `402 ${told.reason}`
  return told.kind === 'error' ? told.code : 'nothing (the connection broke)'
}

const madeOf = (body: string) => (JSON.parse(body) as { result: { made: string } }).result.made
