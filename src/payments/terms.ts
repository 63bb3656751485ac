/** What a paid operation costs and where the money goes, as x402 version 2 says it. Built once at the start. */
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { declarePaymentIdentifierExtension, PAYMENT_IDENTIFIER } from '@x402/extensions/payment-identifier'
import type { PaidDescription } from '../contract/operation.ts'
import { shorten } from '../kernel/text.ts'
import { type Discovery, fittingDiscovery } from './discovery.ts'
import { requirementsOf } from './evm/requirements.ts'
import type { Refusal } from './refusal.ts'
import { type Encoded, splicedText } from './wire.ts'

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
  /** What directories show: the operation's summary and the deployment's notes. */
  description: string
  requirements: PaymentRequirements
  /** The same operation as a tool of `/mcp`: directories list it apart. */
  tool: Quoting
}

interface Quoting {
  /** The 402's JSON and its header form for one concrete URL. */
  challenge(resourceUrl: string, refused?: Refused): Encoded
  /** The same object, for transports that carry it as data. */
  paymentRequired(resourceUrl: string): PaymentRequired
}

/** Why nobody can have this now; null: it can be delivered. Asked for each quote. */
export type Undelivered = () => { code: string; detail: string } | null

/** Why a payment was not taken: the protocol's own code, and what to do about it. */
export interface Refused {
  error: string
  refusal: Refusal
}

export const SERVICE_NAME = 'UK Intelligence'
const MAX_HEADER_BYTES = 4096
/** What that is without base64, and what a tool's terms, which travel as JSON, may have. */
const MAX_BYTES = { http: (MAX_HEADER_BYTES / 4) * 3, tool: 4096 }
/** Longer URLs are quoted without their query: the terms do not depend on it. */
const MAX_RESOURCE_URL = 300
const MAX_DESCRIPTION = 400
/** What terms say more where nothing can be delivered, a code and a sentence, beyond the room that is kept for an error. */
const AVAILABILITY_BYTES = 120

/** @throws Error when a description or the encoded terms exceed what directories and proxies accept. */
export async function buildTerms(
  operation: PaidDescription,
  settings: PaymentSettings,
  deploymentNote: string,
  undelivered: Undelivered = () => null,
): Promise<Terms> {
  const description = `${operation.summary}${deploymentNote ? ` ${deploymentNote}` : ''}`
  if (description.length > MAX_DESCRIPTION) {
    throw new Error(`${operation.id}: the description has ${description.length} characters, at most ${MAX_DESCRIPTION} are listed`)
  }
  const requirements = await requirementsOf(operation.priceUsdc, settings)
  const resource = {
    description,
    mimeType: 'application/json',
    serviceName: SERVICE_NAME,
    tags: ['uk', operation.family, operation.id.split('_')[0]!],
    iconUrl: `${settings.publicUrl}/favicon.ico`,
  }
  const assemble = (url: string, extensions: object, error?: string): PaymentRequired => ({
    x402Version: 2,
    ...(error === undefined ? {} : { error }),
    resource: { url, ...resource },
    accepts: [requirements],
    extensions: { ...extensions },
  })
  const extended = (discovery: Discovery) => ({ ...discovery, [PAYMENT_IDENTIFIER]: declarePaymentIdentifierExtension(false) })
  const longestUrl = `${settings.publicUrl}${operation.path}`.padEnd(MAX_RESOURCE_URL, 'x')
  function quotingAs(door: 'http' | 'tool'): Quoting {
    const fitting = (reserve: number) => {
      const spare = (candidate: Discovery) =>
        MAX_BYTES[door] - reserve - Buffer.byteLength(JSON.stringify(assemble(longestUrl, extended(candidate), 'x'.repeat(80))))
      return fittingDiscovery(operation, door, spare)
    }
    const discovery = fitting(0)
    if (discovery === null) throw new Error(`${operation.id}: the payment terms do not fit into ${MAX_HEADER_BYTES} bytes`)
    return quoting(assemble, extended(discovery), { why: undelivered, extensions: extended(fitting(AVAILABILITY_BYTES) ?? discovery) })
  }

  return {
    operationId: operation.id,
    priceUsdc: operation.priceUsdc,
    description,
    requirements,
    ...quotingAs('http'),
    tool: quotingAs('tool'),
  }
}

function quoting(
  assemble: (url: string, extensions: object, error?: string) => PaymentRequired,
  extensions: Discovery & Record<string, unknown>,
  undelivered: { why: Undelivered; extensions: Discovery & Record<string, unknown> },
): Quoting {
  const quoted = (url: string) => (url.length <= MAX_RESOURCE_URL ? url : url.split('?', 1)[0]!.slice(0, MAX_RESOURCE_URL))
  // The URL is the only part of the terms that changes from call to call; splicing it in spares serialising the rest again.
  const marker = JSON.stringify('\u0000')
  const [head, tail] = JSON.stringify(assemble('\u0000', extensions)).split(marker) as [string, string]
  const withUrl = splicedText(head, tail)
  return {
    paymentRequired: (url) => assemble(quoted(url), extensions),
    challenge(url, refused) {
      const trouble = undelivered.why()
      if (refused === undefined && trouble === null) return withUrl(JSON.stringify(quoted(url)))
      const more = { ...(trouble && { availability: { deliverable: false, ...trouble } }), ...(refused && { refusal: refused.refusal }) }
      const body = (told: object) => {
        const terms = assemble(quoted(url), { ...told, ...more }, refused?.error)
        const resource = trouble === null ? terms.resource : { ...terms.resource, description: undeliverable(trouble.detail, terms) }
        return Buffer.from(JSON.stringify({ ...terms, resource }))
      }
      const whole = body(trouble === null ? extensions : undelivered.extensions)
      // Who has signed has read the terms: what directories want gives way first.
      const { bazaar: _, ...lean } = extensions
      const fitting = refused === undefined || base64Length(whole) <= MAX_HEADER_BYTES ? whole : body(lean)
      return { body: fitting, header: fitting.toString('base64') }
    },
  }
}

/** Who reads nothing else of the terms reads that first. */
function undeliverable(detail: string, { resource }: PaymentRequired): string {
  const { description = '' } = resource ?? {}
  // No longer than it was: the header has its limit.
  const room = description.length - detail.length - 1
  return room < 20 ? detail : `${detail} ${shorten(description, room)}`
}

const base64Length = ({ length }: Buffer) => Math.ceil(length / 3) * 4
