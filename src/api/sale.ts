/** What is sold: 402 with the terms without a payment, and with one the answer, or the reason why it was refused. */
import { envelope } from '../contract/envelope.ts'
import { type PaidDescription, UnitsChanged } from '../contract/operation.ts'
import { priceFor } from '../contract/price.ts'
import type { Presented } from '../payments/evm/presented.ts'
import type { Charge, Delivery, Gate } from '../payments/gate.ts'
import type { Proof } from '../payments/offer-receipt.ts'
import type { Delivered } from '../payments/outcome.ts'
import { REFUSALS, refusalOf, VERSION_1_REASON } from '../payments/refusal.ts'
import { availabilityOf, type More, quotedUrl, type Terms } from '../payments/terms.ts'
import { answeringFor, type Caller, giveBackCalls } from '../platform/caller.ts'
import { type Clock, instant } from '../platform/clock.ts'
import { ServiceError } from '../platform/errors.ts'
import { answerDigest, provenanceHeader } from '../platform/provenance.ts'
import type { Answered, Answering } from './answering.ts'
import { fingerprintOf, formerFingerprintOf } from './fingerprint.ts'
import type { QuoteFreshness } from './freshness.ts'
import type { RawInput, Validated } from './input.ts'
import { jsonReply, type Reply } from './problem.ts'
import { createProofs, type Proofs } from './proofs.ts'
import type { BoundPaid } from './registry.ts'

export interface Order {
  raw: RawInput
  requestId?: string
  /** A payment of x402 version 1 came instead, which is not served. */
  version1?: boolean
  /** Absolute URL that the terms are quoted for. */
  resourceUrl: string
  /** Quoted as a tool of `/mcp`, whose address `resourceUrl` is then. */
  asTool?: boolean
  /** The transport has no status: what would be 204 without a body is a free answer. */
  hasBody?: boolean
  /** The If-None-Match header: what the caller has already. */
  ifNoneMatch?: string | null
  /** Limits count per address. */
  address: string
  signal: AbortSignal
}

/** How a paid call ended, for log and metrics. */
export interface SaleEnd {
  requestId: string
  operation: string
  payer: string
  priceUsdc: string
  kind: 'paid' | 'repeated' | 'refused'
  /** Why it was refused; a facilitator's own words are kept to the code. */
  reason?: string
}

export interface SaleOptions {
  onEnd?: (end: SaleEnd) => void
  termsOf: (operationId: string) => Terms
  gate: Gate
  /** Why nobody can have an answer of this operation just now, or null. */
  undelivered?: (
    operationId: string,
    input?: Readonly<Record<string, unknown>>,
  ) => ServiceError | null
  clock: Clock
  /** What quotes say of the data behind the answer; left out: nothing. */
  freshness?: QuoteFreshness
  /** Whether the payer has bought something lately. */
  isProven: (payer: string) => boolean | Promise<boolean>
}

export interface Sale {
  /** 402; of what is sold by units once it is known how many. @throws ServiceError why no payment would help */
  quote(bound: BoundPaid, order: Order): Reply | Promise<Reply>
  /** What the call gets for nothing; null: it has a price. @throws ServiceError */
  freeAnswer(bound: BoundPaid, order: Order): Promise<Reply | null>
  /** 304 while what is held still gives the answer that an unpaid caller has; null otherwise. Asks no source. */
  unchanged(bound: BoundPaid, order: Order): Promise<Reply | null>
  /** Answers a call that came with this payment. @throws ServiceError */
  sell(bound: BoundPaid, order: Order, presented: Presented): Promise<Reply>
}

/** Of our own form; weak ones compare like strong ones. */
const ENTITY_TAGS = /"[A-Za-z0-9_-]{43}"/g
const neverAborted = new AbortController().signal

/** An allowance of 30 is for calls that ask a source once or a few times. One that asks for fifty rows in vain must not be as cheap, nor shut its buyer out of the new quote. */
const UNITS_PER_DEBIT = 3
const MAX_ANSWER_BYTES = 1024 * 1024

export function createSale(
  {
    termsOf,
    gate,
    isProven,
    clock,
    undelivered = () => null,
    freshness = () => null,
    onEnd = () => {},
  }: SaleOptions,
  answering: Answering,
): Sale {
  const proofs = createProofs()

  /** Of what is sold by units for those that can be answered now. @throws ServiceError where it is none */
  async function termsNow(
    { operation, quote }: BoundPaid,
    input: Record<string, unknown>,
  ): Promise<Terms> {
    const one = termsOf(operation.id)
    return quote && one.byUnits ? one.byUnits.of(await quote(input)) : one
  }

  /**
   * What the payment is held against: of what is sold by units the terms of as many as it pays for, whatever they are now. A payment that was
   * settled finds its answer so, and the claim of any other carries the amount that was signed.
   */
  async function chosenTerms(
    bound: BoundPaid,
    input: Record<string, unknown>,
    { authorization }: Presented,
  ) {
    const one = termsOf(bound.operation.id)
    if (one.byUnits === null) return { terms: one, units: 1 }
    const units = one.byUnits.paidBy(authorization.value)
    if (units !== null) return { terms: one.byUnits.of(units), units }
    return { terms: await termsNow(bound, input).catch(() => one), units: null }
  }

  const freeAnswer = createFreeAnswer(clock, undelivered)

  return {
    quote(bound, order) {
      const { raw, version1 } = order
      const validated = bound.read(raw)
      if (!validated.ok && !validated.absent) throw validated.error
      const quoteWith = (terms: Terms) => {
        if (version1) {
          const refusal = refusalOf(VERSION_1_REASON, null, terms.requirements)
          return challenge(terms, order, { refused: { error: VERSION_1_REASON, refusal } })
        }
        const known = validated.ok ? freshness(bound, validated.input, order) : null
        return known instanceof Promise
          ? known.then((fresh) => challenge(terms, order, { freshness: fresh }))
          : challenge(terms, order, { freshness: known })
      }
      // Of one question perhaps, where others can be delivered.
      const trouble =
        validated.ok && bound.forNothing ? undelivered(bound.operation.id, validated.input) : null
      if (trouble)
        return challenge(termsOf(bound.operation.id), order, { trouble: availabilityOf(trouble) })
      const one = termsOf(bound.operation.id)
      if (one.byUnits === null || !validated.ok || undelivered(bound.operation.id))
        return quoteWith(one)
      return termsNow(bound, validated.input).then(quoteWith)
    },

    freeAnswer: (bound, order) => freeAnswer(bound, bound.read(order.raw), order),

    async unchanged(bound, { raw, ifNoneMatch }) {
      const tags = [...(ifNoneMatch ?? '').matchAll(ENTITY_TAGS)].map(([tag]) => tag)
      const validated = bound.read(raw)
      if (tags.length === 0 || !validated.ok) return null
      const held: Caller = { hasRecentPurchase: false, cacheOnly: true }
      // Whatever it throws, the caller is quoted the price: there is no free way to learn why.
      const answered = await answeringFor(held, () =>
        answering(bound, validated, () => bound.operation.priceUsdc, neverAborted),
      ).catch(() => null)
      // Only what is fresh has high confidence.
      if (answered?.envelope.confidence !== 'high') return null
      const { etag } = proofs(
        answered.envelope,
        { endpoint: bound.operation.id, method: answered.judgedBy },
        true,
      )
      return etag !== null && tags.includes(etag)
        ? {
            status: 304,
            headers: { etag, 'cache-control': 'private, no-store' },
            body: Buffer.alloc(0),
          }
        : null
    },

    async sell(bound, order, presented) {
      const { raw, address, signal, resourceUrl } = order
      const { operation } = bound
      const validated = bound.read(raw)
      if (!validated.ok) throw validated.error
      const { input } = validated
      const { terms, units } = await chosenTerms(bound, input, presented)
      /** As who pays: it is his share of a source that counts. */
      const { asPayer, until } = answeringOneSale(async () => isProven(presented.key.payer))
      const changed = async () => rowsChanged(terms, await termsNow(bound, input), order)
      const charging = gate.charge({
        terms,
        fingerprint: fingerprintOf(operation.id, validated.said()),
        formerFingerprint: () => formerFingerprintOf(operation.id, validated.echo),
        presented,
        listing: () => listingOf(terms, order),
        signal,
        address,
        draws: Math.ceil((units ?? 1) / UNITS_PER_DEBIT),
        async mustBeSold() {
          const trouble = undelivered(operation.id, input)
          if (trouble) throw trouble
          const reply = bound.forNothing ? await freeAnswer(bound, validated, order) : null
          if (reply) throw new FreeAnswer(reply)
          const { quote } = bound
          if (quote)
            await asPayer(async () => {
              if ((await quote(input)) !== units) throw await changed()
            })
        },
        work: (limited) =>
          asPayer(async () => {
            const price = (units: number) => priceFor(operation, units)
            const answered = await answering(bound, validated, price, limited).catch(
              async (error: unknown) => {
                throw error instanceof UnitsChanged ? await changed() : error
              },
            )
            if (answered.units !== units) throw await changed()
            return delivery(operation, answered, quotedUrl(resourceUrl), proofs)
          }),
      })
      const outcome = await until(charging).catch(freeAnswerOrThrow)
      if (outcome instanceof FreeAnswer) return outcome.reply
      const ended = {
        requestId: order.requestId ?? '',
        operation: operation.id,
        payer: presented.key.payer,
        priceUsdc: terms.priceUsdc,
      }
      if (outcome.kind === 'refused') {
        // Whoever gets it for nothing need not care what became of the payment that came with it.
        const reply = await freeAnswer(bound, validated, order)
        if (reply) return reply
        onEnd({ ...ended, kind: 'refused', reason: codeOfReason(outcome.reason) })
        const asked = await termsNow(bound, input).catch(() => terms)
        const refusal = refusalOf(outcome.reason, presented, asked.requirements)
        return challenge(
          asked,
          order,
          { refused: { error: outcome.reason, refusal } },
          outcome.receipt,
        )
      }
      onEnd({ ...ended, kind: outcome.replayed ? 'repeated' : 'paid' })
      return deliveredReply(outcome)
    },
  }
}

/** What a question gets for nothing, as a reply; null: nothing, or it is not valid. */
function createFreeAnswer(clock: Clock, undelivered: NonNullable<SaleOptions['undelivered']>) {
  return async (
    bound: BoundPaid,
    validated: Validated,
    { address, hasBody }: Order,
  ): Promise<Reply | null> => {
    const { operation } = bound
    if (!bound.forNothing || !validated.ok || undelivered(operation.id, validated.input))
      return null
    const nowMs = clock.nowMs()
    const found = await bound.forNothing(validated.input, { nowMs, address })
    if (found === null) return null
    const headers = { ...found.headers, 'cache-control': 'no-store' }
    if (found.empty && !hasBody) return { status: 204, headers, body: Buffer.alloc(0) }
    return jsonReply(
      200,
      envelope(validated.echo, found.answer, operation.attribution, '0', instant(nowMs)),
      headers,
    )
  }
}

function deliveredReply(outcome: Delivered): Reply {
  return {
    status: outcome.delivery.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
      'payment-response': outcome.receipt,
      ...(outcome.replayed ? { 'payment-replayed': 'true' } : {}),
      ...provenanceHeaders(outcome.delivery.proof ?? null),
    },
    body: outcome.delivery.body,
  }
}

/** Runs the parts of one sale as who pays, and returns the calls that they reserved of a source and did not use. */
function answeringOneSale(isProven: () => Promise<boolean>) {
  const callers: Caller[] = []
  return {
    async asPayer<T>(work: () => Promise<T>): Promise<T> {
      const caller: Caller = { hasRecentPurchase: await isProven() }
      callers.push(caller)
      return await answeringFor(caller, work)
    },
    async until<T>(charging: Promise<T>): Promise<T> {
      let isUndecided = false
      try {
        return await charging
      } catch (error) {
        // What was reserved then ends by itself.
        isUndecided = error instanceof ServiceError && error.code === 'SETTLEMENT_UNKNOWN'
        throw error
      } finally {
        if (!isUndecided) callers.forEach(giveBackCalls)
      }
    },
  }
}

/** @throws whatever else it is */
function freeAnswerOrThrow(error: unknown): FreeAnswer {
  if (error instanceof FreeAnswer) return error
  throw error
}

/** Ends a charge before anything is verified: the claim is released, and nothing is left of it. */
class FreeAnswer extends Error {
  override name = 'NothingSold'
  readonly reply: Reply
  constructor(reply: Reply) {
    super('what was asked costs nothing')
    this.reply = reply
  }
}

/** A label of few values: strangers' words are none. */
function codeOfReason(reason: string): string {
  const code = reason.split(':', 1)[0]!
  return Object.hasOwn(REFUSALS, code) ? code : 'other'
}

/** Headers of an answer that carries its proof. */
function provenanceHeaders(proof: Proof | null): Record<string, string> {
  if (proof === null) return {}
  return {
    'response-provenance': provenanceHeader(proof),
    ...(proof.etag === null ? {} : { etag: proof.etag }),
  }
}

function delivery(
  { id, method: verb }: PaidDescription,
  { envelope, judgedBy }: Answered,
  resourceUrl: string,
  proofs: Proofs,
): Delivery {
  const body = Buffer.from(JSON.stringify(envelope))
  if (body.length > MAX_ANSWER_BYTES) throw new Error(`${id}: an answer of ${body.length} bytes`)
  const made = { endpoint: id, method: judgedBy }
  const proof: Proof = {
    ...made,
    resourceUrl,
    dataVintage: envelope.as_of,
    answerDigest: answerDigest(body),
    ...proofs(envelope, made, verb === 'GET'),
  }
  return { status: 200, body, proof }
}

/** Gives what a directory reads: where the operation is, what it does and how it is called. */
function listingOf(
  terms: Terms,
  { resourceUrl, asTool }: Order,
): ReturnType<NonNullable<Charge['listing']>> {
  const { resource, extensions } = (asTool ? terms.tool : terms).paymentRequired(resourceUrl)
  return { resource, extensions: { bazaar: extensions?.bazaar } }
}

/** What was paid for is not what can be answered. The payment is unspent. */
function rowsChanged(paid: Terms, now: Terms, { resourceUrl, asTool }: Order): ServiceError {
  if (now.requirements.amount === paid.requirements.amount) {
    return new ServiceError(
      'UPSTREAM_UNAVAILABLE',
      'The rows could not be read this time; nothing was charged.',
      {
        retryAfterSeconds: 5,
        hint: 'Repeat the request with the same PAYMENT-SIGNATURE after the time in Retry-After.',
      },
    )
  }
  const [rows, before] = [now, paid].map(
    ({ requirements, byUnits }) => byUnits!.paidBy(requirements.amount)!,
  )
  const detail = `${rows} of these rows can be answered now, for ${now.priceUsdc} USDC; the payment is for ${before}, ${paid.priceUsdc} USDC. Nothing was charged.`
  const { body } = (asTool ? now.tool : now).challenge(resourceUrl)
  return new ServiceError('ROWS_CHANGED', detail, {
    hint: 'Sign a new payment for the terms in quote and repeat the request with it; the payment that was sent is unspent.',
    quote: { rows, amount: now.priceUsdc, terms: JSON.parse(body.toString()) as object },
  })
}

function challenge(
  terms: Terms,
  { resourceUrl, asTool }: Order,
  more: More,
  receipt?: string,
): Reply {
  const { body, header } = (asTool ? terms.tool : terms).challenge(resourceUrl, more)
  return {
    status: 402,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      // A browser gets a page about the same terms.
      vary: 'accept',
      'payment-required': header,
      ...(receipt === undefined ? {} : { 'payment-response': receipt }),
    },
    body,
  }
}
