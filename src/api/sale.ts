/** What is sold: 402 with the terms without a payment, and with one the answer, or the reason why it was refused. */
import type { PaidDescription } from '../contract/operation.ts'
import { answeringFor } from '../kernel/caller.ts'
import type { ServiceError } from '../kernel/errors.ts'
import { answerDigest, entityTag, provenanceHeader, responseHash } from '../kernel/provenance.ts'
import { decodePayment, type Presented } from '../payments/evm/presented.ts'
import type { Delivery, Gate } from '../payments/gate.ts'
import type { Proof } from '../payments/offer-receipt.ts'
import { REFUSALS, refusalOf, VERSION_1_REASON } from '../payments/refusal.ts'
import { quotedUrl, type Refused, type Terms } from '../payments/terms.ts'
import type { Answered, Answering } from './answering.ts'
import { fingerprintOf, formerFingerprintOf } from './fingerprint.ts'
import type { RawInput } from './input.ts'
import type { Reply } from './problem.ts'
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
  undelivered?: (operationId: string) => ServiceError | null
  /** Whether the payer has bought something lately. */
  isProven: (payer: string) => Promise<boolean>
}

export interface Sale {
  /** 402. @throws ServiceError why no payment would help */
  quote(bound: BoundPaid, order: Order): Reply
  /** 304 while what is held still gives the answer that an unpaid caller has; null otherwise. Asks no source. */
  unchanged(bound: BoundPaid, order: Order): Promise<Reply | null>
  /** `payment`: the PAYMENT-SIGNATURE header, or an already decoded payload. @throws ServiceError */
  sell(bound: BoundPaid, order: Order, payment: string | Presented): Promise<Reply>
}

/** Of our own form; weak ones compare like strong ones. */
const ENTITY_TAGS = /"[A-Za-z0-9_-]{43}"/g
const NOBODY_LEAVES = new AbortController().signal

const MAX_ANSWER_BYTES = 1024 * 1024

export function createSale(
  { termsOf, gate, isProven, undelivered = () => null, onEnd = () => {} }: SaleOptions,
  answering: Answering,
): Sale {
  return {
    quote(bound, order) {
      const { raw, version1 } = order
      const validated = bound.read(raw)
      if (!validated.ok && !validated.absent) throw validated.error
      const terms = termsOf(bound.operation.id)
      if (!version1) return challenge(terms, order)
      return challenge(terms, order, { error: VERSION_1_REASON, refusal: refusalOf(VERSION_1_REASON, null, terms.requirements) })
    },

    async unchanged(bound, { raw, ifNoneMatch }) {
      const tags = [...(ifNoneMatch ?? '').matchAll(ENTITY_TAGS)].map(([tag]) => tag)
      const validated = bound.read(raw)
      if (tags.length === 0 || !validated.ok) return null
      const held = { proven: false, begun: false, heldOnly: true }
      // Whatever it throws, the caller is quoted the price: there is no free way to learn why.
      const answered = await answeringFor(held, () => answering(bound, validated, bound.operation.priceUsdc, NOBODY_LEAVES)).catch(
        () => null,
      )
      // Only what is fresh has high confidence.
      if (answered?.envelope.confidence !== 'high') return null
      const etag = entityTag(answered.envelope)
      return tags.includes(etag) ? { status: 304, headers: { etag, 'cache-control': 'private, no-store' }, body: Buffer.alloc(0) } : null
    },

    async sell(bound, order, payment) {
      const { raw, address, signal, resourceUrl } = order
      const { operation } = bound
      const presented = typeof payment === 'string' ? decodePayment(payment) : payment
      const validated = bound.read(raw)
      if (!validated.ok) throw validated.error
      const terms = termsOf(operation.id)
      const outcome = await gate.charge({
        terms,
        fingerprint: fingerprintOf(operation.id, validated.said()),
        formerFingerprint: () => formerFingerprintOf(operation.id, validated.echo),
        presented,
        signal,
        address,
        mustBeDeliverable() {
          const trouble = undelivered(operation.id)
          if (trouble) throw trouble
        },
        work: async (limited) => {
          const proven = await isProven(presented.key.payer)
          const answered = await answeringFor({ proven, begun: false }, () => answering(bound, validated, operation.priceUsdc, limited))
          return delivery(operation, answered, quotedUrl(resourceUrl))
        },
      })
      const ended = { requestId: order.requestId ?? '', operation: operation.id, payer: presented.key.payer, priceUsdc: terms.priceUsdc }
      if (outcome.kind === 'refused') {
        onEnd({ ...ended, kind: 'refused', reason: codeOfReason(outcome.reason) })
        const refusal = refusalOf(outcome.reason, presented, terms.requirements)
        return challenge(terms, order, { error: outcome.reason, refusal }, outcome.receipt)
      }
      onEnd({ ...ended, kind: outcome.replayed ? 'repeated' : 'paid' })
      return {
        status: outcome.delivery.status,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'private, no-store',
          'payment-response': outcome.receipt,
          ...(outcome.replayed ? { 'payment-replayed': 'true' } : {}),
          ...proven(outcome.delivery.proof ?? null),
        },
        body: outcome.delivery.body,
      }
    },
  }
}

/** A label of few values: strangers' words are none. */
function codeOfReason(reason: string): string {
  const code = reason.split(':', 1)[0]!
  return Object.hasOwn(REFUSALS, code) ? code : 'other'
}

/** Headers of an answer that carries its proof. */
function proven(proof: Proof | null): Record<string, string> {
  if (proof === null) return {}
  return { 'response-provenance': provenanceHeader(proof), ...(proof.etag === null ? {} : { etag: proof.etag }) }
}

function delivery({ id, method: verb }: PaidDescription, { envelope, judgedBy }: Answered, resourceUrl: string): Delivery {
  const body = Buffer.from(JSON.stringify(envelope))
  if (body.length > MAX_ANSWER_BYTES) throw new Error(`${id}: an answer of ${body.length} bytes`)
  const made = { endpoint: id, method: judgedBy }
  const proof: Proof = {
    ...made,
    resourceUrl,
    dataVintage: envelope.as_of,
    responseHash: responseHash(envelope, made),
    answerDigest: answerDigest(body),
    etag: verb === 'GET' ? entityTag(envelope) : null,
  }
  return { status: 200, body, proof }
}

function challenge(terms: Terms, { resourceUrl, asTool }: Order, refused?: Refused, receipt?: string): Reply {
  const { body, header } = (asTool ? terms.tool : terms).challenge(resourceUrl, refused)
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
