/** Price and payee of a paid operation in the form of x402 version 2. Built once at the start. */
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import {
  declarePaymentIdentifierExtension,
  PAYMENT_IDENTIFIER,
} from '@x402/extensions/payment-identifier'
import type { Freshness } from '../contract/freshness.ts'
import type { PaidDescription, SoldBy } from '../contract/operation.ts'
import { priceFor } from '../contract/price.ts'
import type { ServiceError } from '../platform/errors.ts'
import { shorten } from '../platform/text.ts'
import { chooseDiscovery, type Discovery } from './discovery.ts'
import { buildRequirements } from './evm/requirements.ts'
import { OFFER_RECEIPT, type Offers, offerExtension } from './offer-receipt.ts'
import type { Refusal } from './refusal.ts'
import { createSplicer, type Encoded } from './wire.ts'

/** Network, asset and payee of this deployment: the only place they are read from. */
export interface PaymentSettings {
  network: `eip155:${string}`
  networkName: string
  test: boolean
  asset: `0x${string}`
  /** EIP-712 domain name of the token: differs between networks. */
  assetName: string
  payTo: `0x${string}`
  publicUrl: string
}

export interface Terms extends Quoting {
  operationId: string
  priceUsdc: string
  /** Unit that `priceUsdc` is the price of, if it is not one answer. */
  soldBy?: SoldBy
  /** Text that directories show: the operation's summary and the deployment's notes. */
  description: string
  requirements: PaymentRequirements
  /** The same operation as a tool of `/mcp`: directories list it apart. */
  tool: Quoting
  /** Null: it has one price. Else these are the terms of one unit. */
  byUnits: ByUnits | null
}

export interface ByUnits {
  /** How many these terms are for, and the price of one. */
  count: number
  unitAmountAtomic: string
  /** @throws RangeError for none, or more than are sold in one call */
  of(units: number): Terms
  /** For how many units this amount pays; null: for no number of them. */
  countPaidUnits(amountAtomic: string): number | null
}

interface Quoting {
  /** The 402's JSON and its header form for one concrete URL. */
  challenge(resourceUrl: string, more?: More): Encoded
  /** The same object without what is signed for a moment, for documents. */
  paymentRequired(resourceUrl: string): PaymentRequired
}

/** Parts of a quote next to the terms. */
export interface More {
  refused?: Refused | undefined
  /** This question cannot be delivered now, whatever others can. */
  trouble?: Unavailability | undefined
  /** Left out of the quote of what was refused or cannot be delivered, which is no promise of an answer. */
  freshness?: Freshness | null | undefined
}

/** Returns why no caller can get this now, or `null`. Called for each quote. */
export type Undelivered = () => Unavailability | null

export interface Unavailability {
  code: string
  detail: string
}

export function toUnavailability({ code, detail }: ServiceError): Unavailability {
  return { code, detail: `Cannot be delivered now: ${detail.replace(/\.$/, '')}.` }
}

/** Refusal of a payment: the protocol's own code, and what to do about it. */
export interface Refused {
  error: string
  refusal: Refusal
}

export const SERVICE_NAME = 'UK Intelligence'
const MAX_HEADER_BYTES = 4096
/** Limits of the JSON: the header without base64, and the terms of a tool, which travel as JSON. */
const MAX_BYTES = { http: (MAX_HEADER_BYTES / 4) * 3, tool: 4096 }
/** Longer URLs are quoted without their query: the terms do not depend on it. */
const MAX_RESOURCE_URL = 140
const MAX_DESCRIPTION = 400
/** Room for the code and sentence of terms that cannot be delivered, in addition to the room for an error. */
const AVAILABILITY_BYTES = 120
/** Discoveries with a shorter example are made in steps of so many bytes, and so are few. */
const STEP_BYTES = 64
/** Room that is kept for an error. */
const ERROR_BYTES = 91

/** Stand for what changes from call to call, where the rest is serialised; no text of ours has control characters. */
const URL_MARK = '\u0000'
const OFFER_MARK = '\u0001'
const FRESHNESS_MARK = '\u0002'
const MARKS = /"\\u000[012]"/

/** @throws Error when a description or the encoded terms exceed what directories and proxies accept. */
export async function buildTerms(
  operation: PaidDescription,
  settings: PaymentSettings,
  deploymentNote: string,
  { offers, undelivered }: { offers: Offers; undelivered: Undelivered },
): Promise<Terms> {
  const description = `${operation.summary}${deploymentNote ? ` ${deploymentNote}` : ''}`
  if (description.length > MAX_DESCRIPTION) {
    throw new Error(
      `${operation.id}: the description has ${description.length} characters, at most ${MAX_DESCRIPTION} are listed`,
    )
  }
  const most = operation.soldBy?.most ?? 1
  const requirements = await buildRequirements(operation.priceUsdc, settings)
  const requirementsFor = (units: number) => ({
    ...requirements,
    amount: String(BigInt(requirements.amount) * BigInt(units)),
  })
  const resource = {
    description,
    mimeType: 'application/json',
    serviceName: SERVICE_NAME,
    tags: [...new Set(['uk', operation.family, operation.id.split('_')[0]!])],
    iconUrl: `${settings.publicUrl}/favicon.ico`,
  }
  const createAssembler =
    (accepted: PaymentRequirements): Assembling =>
    (url, extensions, error) => ({
      x402Version: 2,
      ...(error === undefined ? {} : { error }),
      resource: { url, ...resource },
      accepts: [accepted],
      extensions: { ...extensions },
    })
  // Whatever is paid for, the terms fit.
  const dearest = requirementsFor(most)
  const assemble = createAssembler(dearest)
  const { schema, ...identifier } = declarePaymentIdentifierExtension(false)
  const { $schema: _, ...identifierSchema } = schema as unknown as Record<string, unknown>
  const buildExtensions = (discovery: Discovery, offer: object) => ({
    ...offer,
    ...discovery,
    [PAYMENT_IDENTIFIER]: { ...identifier, schema: identifierSchema },
  })
  const takesQuery =
    Object.keys(operation.query.shape).length + Object.keys(operation.params.shape).length > 0
  const ownUrl = `${settings.publicUrl}${operation.path}`
  /** Returns the quotes of one transport. */
  function createQuotesFor(door: 'http' | 'tool'): (accepted: PaymentRequirements) => Quoting {
    const longestUrl = door === 'http' && takesQuery ? ownUrl.padEnd(MAX_RESOURCE_URL, 'x') : ownUrl
    const fitDiscovery = (reserve: number, offer: object) =>
      chooseDiscovery(
        operation,
        door,
        (candidate) =>
          MAX_BYTES[door] -
          reserve -
          Buffer.byteLength(
            JSON.stringify(assemble(longestUrl, buildExtensions(candidate, offer))),
          ),
      )
    // No offer is made of what cannot be delivered.
    const unoffered = fitDiscovery(ERROR_BYTES, {})
    if (unoffered === null)
      throw new Error(
        `${operation.id}: the payment terms do not fit into ${MAX_HEADER_BYTES} bytes`,
      )
    const { discovery } = fitDiscovery(ERROR_BYTES + AVAILABILITY_BYTES, {}) ?? unoffered
    const troubled = { why: undelivered, extensions: buildExtensions(discovery, {}) }
    const signed = { [OFFER_RECEIPT]: offerExtension(OFFER_MARK) }
    const offered = fitDiscovery(offers.sign(dearest, longestUrl).length, signed)
    // An address so long that both do not fit leaves room for what directories need.
    const [found, offer] = offered === null ? [unoffered, {}] : [offered, signed]
    const bounds = {
      maxBytes: MAX_BYTES[door],
      longestUrl,
      shorter: (bytes: number | null) => buildExtensions(found.shorter(bytes), offer),
    }
    const extensions = buildExtensions(found.discovery, offer)
    return (accepted) =>
      createQuoting(createAssembler(accepted), extensions, {
        offered: offered === null ? null : (url) => offers.sign(accepted, url),
        undelivered: troubled,
        bounds,
      })
  }

  const [http, tool] = [createQuotesFor('http'), createQuotesFor('tool')]
  const byCount = new Map<number, Terms>()
  function termsOf(units: number): Terms {
    if (!Number.isInteger(units) || units < 1 || units > most)
      throw new RangeError(`${operation.id}: terms of ${units} units`)
    const known = byCount.get(units)
    if (known) return known
    const accepted = requirementsFor(units)
    const made: Terms = {
      operationId: operation.id,
      priceUsdc: priceFor(operation, units),
      ...(operation.soldBy ? { soldBy: operation.soldBy } : {}),
      description,
      requirements: accepted,
      ...http(accepted),
      tool: tool(accepted),
      byUnits: operation.soldBy
        ? { count: units, unitAmountAtomic: requirements.amount, of: termsOf, countPaidUnits }
        : null,
    }
    byCount.set(units, made)
    return made
  }
  function countPaidUnits(amountAtomic: string): number | null {
    const [amount, one] = [BigInt(amountAtomic), BigInt(requirements.amount)]
    return amount % one === 0n && amount >= one && amount <= one * BigInt(most)
      ? Number(amount / one)
      : null
  }
  return termsOf(1)
}

type Assembling = (url: string, extensions: object, error?: string) => PaymentRequired

/** The URL as terms and receipt name it. */
export function toQuotedUrl(url: string): string {
  return url.length <= MAX_RESOURCE_URL ? url : url.split('?', 1)[0]!.slice(0, MAX_RESOURCE_URL)
}

type Extensions = Discovery & Record<string, unknown>

interface Bounds {
  maxBytes: number
  longestUrl: string
  /** The extensions with a discovery that leaves so many bytes, or as many as it can. */
  shorter(bytes: number | null): Extensions
}

/** @param offered what an offer for a URL is signed with; null: none is made */
function createQuoting(
  assemble: Assembling,
  extensions: Extensions,
  {
    offered,
    undelivered,
    bounds,
  }: {
    offered: ((url: string) => string) | null
    undelivered: { why: Undelivered; extensions: Extensions }
    bounds: Bounds
  },
): Quoting {
  const addOffer = (url: string): typeof extensions =>
    offered === null ? extensions : { ...extensions, [OFFER_RECEIPT]: offerExtension(offered(url)) }
  // The URL and the offer for it are the only parts of the terms that change from call to call; splicing them in spares serialising the rest again.
  const parts = JSON.stringify(assemble(URL_MARK, extensions)).split(MARKS)
  const withUrl = createSplicer(parts[0]!, parts.at(-1)!)
  const spliceUrl = (url: string) =>
    offered === null ? JSON.stringify(url) : `${JSON.stringify(url)}${parts[1]}"${offered(url)}"`
  const withFreshness = fresh(assemble, extensions, { offered, bounds })
  return {
    paymentRequired(url) {
      const { [OFFER_RECEIPT]: _, ...lasting } = extensions
      return assemble(toQuotedUrl(url), lasting)
    },
    challenge(given, { refused, trouble: ofThis, freshness } = {}) {
      const url = toQuotedUrl(given)
      const trouble = ofThis ?? undelivered.why()
      if (refused === undefined && trouble === null)
        return (
          (freshness && withFreshness(url, JSON.stringify(freshness))) ?? withUrl(spliceUrl(url))
        )
      const more = {
        ...(trouble && { availability: { deliverable: false, ...trouble } }),
        ...(refused && { refusal: refused.refusal }),
      }
      const body = (shown: object) => {
        const terms = assemble(url, { ...shown, ...more }, refused?.error)
        const resource =
          trouble === null
            ? terms.resource
            : { ...terms.resource, description: undeliverable(trouble.detail, terms) }
        return Buffer.from(JSON.stringify({ ...terms, resource }))
      }
      const all = trouble === null ? addOffer(url) : undelivered.extensions
      const whole = body(all)
      // Who has signed has read the terms: what directories want gives way first.
      const { bazaar: _, ...lean } = all
      const fitting =
        refused === undefined || base64Length(whole) <= MAX_HEADER_BYTES ? whole : body(lean)
      return { body: fitting, header: fitting.toString('base64') }
    },
  }
}

/**
 * Splices `freshness` in before the offer, which changes from call to call as well. Where the terms would be too long, the example of the
 * discovery gives way. Discoveries are made when one is first needed. `null`: not even the shortest leaves room.
 */
function fresh(
  assemble: Assembling,
  extensions: Extensions,
  { offered, bounds }: { offered: ((url: string) => string) | null; bounds: Bounds },
): (url: string, freshness: string) => Encoded | null {
  const { maxBytes, longestUrl, shorter } = bounds
  const made = new Map<number | null, ReturnType<typeof createSplice>>()
  const createSplice = (chosen: Extensions) => {
    const parts = JSON.stringify(
      assemble(URL_MARK, { freshness: FRESHNESS_MARK, ...chosen }),
    ).split(MARKS)
    const splice = createSplicer(parts[0]!, parts.at(-1)!)
    return {
      between: parts.slice(1, -1),
      fixedBytes: Buffer.byteLength(parts[0]!) + Buffer.byteLength(parts.at(-1)!),
      splice,
    }
  }
  /** `bytes`: by how many the example is shorter; `null`: it is left out. */
  const variant = (bytes: number | null) => {
    const found = made.get(bytes) ?? createSplice(bytes === 0 ? extensions : shorter(bytes))
    made.set(bytes, found)
    return found
  }
  return (url, freshness) => {
    const { between } = variant(0)
    const offer = offered === null ? '' : `${between[1]}"${offered(url)}"`
    const middle = `${JSON.stringify(url)}${between[0]}${freshness}${offer}`
    const middleBytes = Buffer.byteLength(middle)
    const more = freshness.length + '"freshness":,'.length + url.length - longestUrl.length
    for (const bytes of [0, Math.ceil(Math.max(more, 1) / STEP_BYTES) * STEP_BYTES, null]) {
      const { fixedBytes, splice } = variant(bytes)
      if (fixedBytes + middleBytes <= maxBytes) return splice(middle)
    }
    return null
  }
}

/** Returns a description that begins with the reason, for readers who read only the description. */
function undeliverable(detail: string, { resource }: PaymentRequired): string {
  const { description = '' } = resource ?? {}
  // No longer than it was: the header has its limit.
  const room = description.length - detail.length - 1
  return room < 20 ? detail : `${detail} ${shorten(description, room)}`
}

const base64Length = ({ length }: Buffer) => Math.ceil(length / 3) * 4
