/** Price and payee of a paid operation in the form of x402 version 2. Built once at the start. */
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { PAYMENT_IDENTIFIER, paymentIdentifierSchema } from '@x402/extensions/payment-identifier'
import type { Freshness } from '../contract/freshness.ts'
import type { JsonSchema } from '../contract/json-schema.ts'
import type { PaidDescription, SoldBy } from '../contract/operation.ts'
import { priceFor } from '../contract/price.ts'
import type { ServiceError } from '../platform/errors.ts'
import { createLruMap, type LruMap } from '../platform/lru-map.ts'
import { shorten } from '../platform/text.ts'
import { type Discovery, describeHttp, describeTool } from './discovery.ts'
import { buildRequirements } from './evm/requirements.ts'
import { OFFER_RECEIPT, type Offers, offerExtension } from './offer-receipt.ts'
import type { Refusal } from './refusal.ts'
import type { Encoded } from './wire.ts'

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
  /**
   * Left out of the quote of what was refused or cannot be delivered, which is no promise of an
   * answer.
   */
  freshness?: Freshness | null | undefined
  /** Bytes of JSON that travel in another header of the same answer. */
  otherBytes?: number
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
/**
 * Limit of the JSON. In base64, with all other headers of a 402, it stays below the 4,096 bytes
 * that nginx reads of an answer's headers, and so does a client's echo of it with a payment.
 */
export const MAX_TERMS_BYTES = 2500
/** Longer URLs are quoted without their query: the terms do not depend on it. */
const MAX_RESOURCE_URL = 140
const MAX_DESCRIPTION = 400
/** Encoded challenges that each operation remembers at least, of some 6 kB each. */
const MAX_REMEMBERED = 50

/** @throws Error when a description exceeds what directories accept. */
export async function buildTerms(
  operation: PaidDescription,
  settings: PaymentSettings,
  deploymentNote: string,
  { offers, undelivered }: { offers: Offers; undelivered: Undelivered },
): Promise<Terms> {
  const withNote = (text: string) => (deploymentNote ? `${text} ${deploymentNote}` : text)
  const description = withNote(operation.summary)
  if (description.length > MAX_DESCRIPTION) {
    throw new Error(
      `${operation.id}: the description has ${description.length} characters, at most ${MAX_DESCRIPTION} are listed`,
    )
  }
  const { soldBy, listing } = operation
  const most = soldBy?.most ?? 1
  const one = await buildRequirements(operation.priceUsdc, settings)
  const resource = {
    description: withNote(listing?.text ?? operation.summary),
    mimeType: 'application/json',
    serviceName: SERVICE_NAME,
    tags: [...new Set(['uk', operation.family, operation.id.split('_')[0]!])],
    iconUrl: `${settings.publicUrl}/favicon.ico`,
  }
  const [http, tool] = [describeHttp(operation), describeTool(operation)]
  const byCount = new Map<number, Terms>()
  const remembered: Remembered = createLruMap(MAX_REMEMBERED)
  function termsOf(units: number): Terms {
    if (!Number.isInteger(units) || units < 1 || units > most)
      throw new RangeError(`${operation.id}: terms of ${units} units`)
    const known = byCount.get(units)
    if (known) return known
    const requirements = { ...one, amount: String(BigInt(one.amount) * BigInt(units)) }
    const sign = (url: string) => offers.sign(requirements, url)
    const quotingOf = (discovery: Discovery) =>
      createQuoting({ resource, requirements, discovery, sign, undelivered, remembered })
    const made: Terms = {
      operationId: operation.id,
      priceUsdc: priceFor(operation, units),
      ...(soldBy ? { soldBy } : {}),
      description,
      requirements,
      ...quotingOf(http),
      tool: quotingOf(tool),
      byUnits: soldBy
        ? { count: units, unitAmountAtomic: one.amount, of: termsOf, countPaidUnits }
        : null,
    }
    byCount.set(units, made)
    return made
  }
  function countPaidUnits(amountAtomic: string): number | null {
    const [amount, unit] = [BigInt(amountAtomic), BigInt(one.amount)]
    return amount % unit === 0n && amount >= unit && amount <= unit * BigInt(most)
      ? Number(amount / unit)
      : null
  }
  return termsOf(1)
}

/** The URL as terms and receipt name it. */
export function toQuotedUrl(url: string): string {
  return url.length <= MAX_RESOURCE_URL ? url : url.split('?', 1)[0]!.slice(0, MAX_RESOURCE_URL)
}

const { $schema: _, ...IDENTIFIER_SCHEMA } = paymentIdentifierSchema as object as JsonSchema
const IDENTIFIER = {
  whole: JSON.stringify({ info: { required: false }, schema: IDENTIFIER_SCHEMA }),
  short: JSON.stringify({ info: { required: false }, schema: {} }),
}

/** Challenges by URL. One is sent again as long as its offer and its freshness are the same. */
type Remembered = LruMap<{ offer: string; freshness: string | null; encoded: Encoded }>

interface Quoted {
  resource: { description: string }
  requirements: PaymentRequirements
  discovery: Discovery
  /** Signs an offer for a URL. */
  sign(url: string): string
  undelivered: Undelivered
  remembered: Remembered
}

/** Members of a challenge next to the terms. */
interface Said {
  rest: string
  error: string | undefined
  extensions: Extensions
  mostBytes: number
}

function createQuoting(quoted: Quoted): Quoting {
  const { resource, requirements, discovery, sign, undelivered, remembered } = quoted
  // Only the URL, the offer for it and the reasons change from call to call.
  const accepts = JSON.stringify([requirements])
  const resourceRest = JSON.stringify(resource).slice(1)

  function write(url: string, rest: string, error: string | undefined, extensions: Extensions) {
    const members = Object.entries(extensions)
      .filter(([, json]) => json !== null)
      .map(([name, json]) => `"${name}":${json}`)
    const refusal = error === undefined ? '' : `"error":${JSON.stringify(error)},`
    return `{"x402Version":2,${refusal}"resource":{"url":${JSON.stringify(url)},${rest},"accepts":${accepts},"extensions":{${members}}}`
  }

  /** Leaves out what gives way where the whole would be too long. */
  function encode(url: string, { rest, error, extensions, mostBytes }: Said): Encoded {
    const whole = Buffer.from(write(url, rest, error, extensions))
    let bytes = whole.length
    for (const [name, shorter] of [
      [PAYMENT_IDENTIFIER, IDENTIFIER.short],
      ['bazaar', discovery.withoutExample],
      ['freshness', null],
      [OFFER_RECEIPT, null],
    ] as const) {
      if (bytes <= mostBytes) break
      bytes -= memberBytes(name, extensions[name] ?? null) - memberBytes(name, shorter)
      extensions[name] = shorter
    }
    const isWhole = bytes === whole.length
    const body = isWhole ? whole : Buffer.from(write(url, rest, error, extensions))
    return { body, header: body.toString('base64') }
  }

  /** The challenge of what can be delivered now. */
  function promise(url: string, freshness: string | null, mostBytes: number): Encoded {
    const offer = sign(url)
    const key = `${discovery.kind} ${requirements.amount} ${mostBytes} ${url}`
    const known = remembered.get(key)
    if (known?.offer === offer && known.freshness === freshness) return known.encoded
    const extensions: Extensions = {
      freshness,
      [OFFER_RECEIPT]: JSON.stringify(offerExtension(offer)),
      bazaar: discovery.whole,
      [PAYMENT_IDENTIFIER]: IDENTIFIER.whole,
    }
    const said = { rest: resourceRest, error: undefined, extensions, mostBytes }
    const encoded = encode(url, said)
    remembered.set(key, { offer, freshness, encoded })
    return encoded
  }

  /** The terms of every URL; no reader writes to them. */
  let shared: PaymentRequired | null = null

  return {
    paymentRequired(url) {
      const extensions = { bazaar: discovery.whole, [PAYMENT_IDENTIFIER]: IDENTIFIER.whole }
      shared ??= JSON.parse(write('', resourceRest, undefined, extensions)) as PaymentRequired
      return { ...shared, resource: { ...shared.resource, url: toQuotedUrl(url) } }
    },
    challenge(given, { refused, trouble: ofThis, freshness, otherBytes = 0 } = {}) {
      const url = toQuotedUrl(given)
      const trouble = ofThis ?? undelivered()
      const mostBytes = MAX_TERMS_BYTES - otherBytes
      if (refused === undefined && trouble === null)
        return promise(url, freshness ? JSON.stringify(freshness) : null, mostBytes)
      const rest =
        trouble === null
          ? resourceRest
          : JSON.stringify({
              ...resource,
              description: undeliverable(trouble.detail, resource),
            }).slice(1)
      const extensions: Extensions = {
        freshness: null,
        // No offer is made of what cannot be delivered.
        [OFFER_RECEIPT]: trouble === null ? JSON.stringify(offerExtension(sign(url))) : null,
        bazaar: discovery.whole,
        [PAYMENT_IDENTIFIER]: IDENTIFIER.whole,
        availability: trouble && JSON.stringify({ deliverable: false, ...trouble }),
        refusal: refused ? JSON.stringify(refused.refusal) : null,
      }
      return encode(url, { rest, error: refused?.error, extensions, mostBytes })
    },
  }
}

/** Bytes that an extension takes, with its name and the comma to its neighbour. */
function memberBytes(name: string, json: string | null): number {
  return json === null ? 0 : Buffer.byteLength(json) + name.length + 4
}

/** JSON of each extension; null: absent. */
type Extensions = Record<string, string | null>

/** Returns a description that begins with the reason, for readers who read only the description. */
function undeliverable(detail: string, { description }: { description: string }): string {
  // No longer than it was: the header has its limit.
  const room = description.length - detail.length - 1
  return room < 20 ? detail : `${detail} ${shorten(description, room)}`
}
