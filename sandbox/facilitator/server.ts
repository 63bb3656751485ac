/** A facilitator's HTTP interface (`/verify`, `/settle`, `/supported`) with faults on demand. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { type DiscoveryExtension, validateDiscoveryExtension } from '@x402/extensions/bazaar'
import type { FacilitatorCore } from './core.ts'
import {
  createFaults,
  type FacilitatorCall,
  type Fault,
  type FaultControls,
  type SettleAnswer,
} from './faults.ts'

export interface SandboxFacilitator {
  readonly url: string
  readonly faults: FaultControls
  /** How often each endpoint was called, refused and broken calls included. */
  readonly calls: Readonly<Record<FacilitatorCall, number>>
  /** Connections are refused until `comeUp`, which listens on the same port again. */
  goDown(): Promise<void>
  comeUp(): Promise<void>
  close(): Promise<void>
}

interface Call {
  paymentPayload: PaymentPayload
  paymentRequirements: PaymentRequirements
}

/** Differences between facilitators of the same protocol. */
export interface Dialect {
  /** Refusal of a call by its headers; null: it is taken. */
  admit?(request: IncomingMessage): Promise<{ status: number; body: string } | null>
  /** A settlement in its own words. */
  settled?(answer: object): object
}

export async function serveFacilitator(
  core: FacilitatorCore,
  { admit, settled }: Dialect = {},
): Promise<SandboxFacilitator> {
  const faults = createFaults()
  const calls = { verify: 0, settle: 0, supported: 0 }
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      send(
        response,
        500,
        JSON.stringify({ error: error instanceof Error ? error.message : String(error) }),
      )
    })
  })
  let port = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const name = request.url?.slice(1) as FacilitatorCall
    if (request.url === '/validate' && request.method === 'POST')
      return send(response, 200, await validated(await readJson(request)))
    const expectedMethod = name === 'supported' ? 'GET' : 'POST'
    if (!(name in calls) || request.method !== expectedMethod)
      return send(response, 404, '{"error":"not found"}')
    calls[name]++
    const refused = await admit?.(request)
    if (refused) return send(response, refused.status, refused.body)
    const body = name === 'supported' ? null : ((await readJson(request)) as Call)
    const fault = faults.take(name)
    const run = (onBroadcast?: () => void): Promise<object> => {
      if (name === 'supported') return Promise.resolve(core.supported())
      const { paymentPayload, paymentRequirements } = body!
      return name === 'verify'
        ? core.verify(paymentPayload, paymentRequirements)
        : core
            .settle(paymentPayload, paymentRequirements, onBroadcast)
            .then((answer) => settled?.(answer) ?? answer)
    }
    if (name === 'settle')
      response.setHeader('extension-responses', catalogued(body!.paymentPayload))
    if (fault === null) return send(response, 200, JSON.stringify(await run()))
    await misbehave(fault, run, response)
  }

  const listen = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen()
  port = (server.address() as { port: number }).port
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    calls,
    goDown: shut,
    comeUp: listen,
    close: shut,
  }
}

/** Headers by entry: the package compiles its schemas again for each call, for tens of ms. */
const headers = new Map<string, string>()

/** Whether a directory would take the payment's entry, as the official one judges it. */
function catalogued({ extensions }: PaymentPayload): string {
  const bazaar = extensions?.bazaar as DiscoveryExtension | undefined
  const entry = JSON.stringify(bazaar ?? null)
  const header = headers.get(entry) ?? judge(bazaar)
  headers.set(entry, header)
  return header
}

function judge(bazaar: DiscoveryExtension | undefined): string {
  const { valid, errors } = bazaar
    ? validateDiscoveryExtension(bazaar)
    : { valid: true, errors: undefined }
  const responseValue = valid
    ? { status: 'success' }
    : { status: 'rejected', rejectedReason: errors?.join(', ') }
  return Buffer.from(JSON.stringify(bazaar ? { bazaar: responseValue } : {})).toString('base64')
}

/**
 * Judges an entry before there is one, as Coinbase's facilitator does, without a key: it requests
 * the resource and reads the 402.
 */
async function validated(listing: unknown): Promise<string> {
  const { resource, method } = listing as { resource: string; method: string }
  const checks: { check: string; passed: boolean; detail: string; severity: string }[] = []
  const check = (name: string, passed: boolean, detail: string) =>
    checks.push({ check: name, passed, detail, severity: 'required' })
  const answer = await fetch(resource, { method, redirect: 'manual' }).catch(() => null)
  check(
    'reachable',
    answer !== null,
    answer === null ? 'The endpoint did not answer.' : 'The endpoint answered.',
  )
  if (answer !== null) {
    check('returns_402', answer.status === 402, `The endpoint answered HTTP ${answer.status}.`)
    const header = answer.headers.get('payment-required')
    const bazaar =
      header === null
        ? undefined
        : (decodePaymentRequiredHeader(header).extensions?.bazaar as DiscoveryExtension | undefined)
    check(
      'has_bazaar_extension',
      bazaar !== undefined,
      bazaar ? 'The extension is there.' : 'There is no bazaar extension.',
    )
    const { valid, errors } = bazaar
      ? validateDiscoveryExtension(bazaar)
      : { valid: false, errors: undefined }
    check(
      'parse',
      valid,
      errors?.join(', ') ?? (valid ? 'The extension is valid.' : 'There is nothing to parse.'),
    )
  }
  const valid = checks.every(({ passed }) => passed)
  const simulation = valid
    ? { outcome: 'accepted' }
    : { outcome: 'rejected', rejectionReason: 'A required check failed.' }
  return JSON.stringify({ valid, preflight: checks, simulation })
}

async function misbehave(
  fault: Fault,
  run: (onBroadcast?: () => void) => Promise<object>,
  response: ServerResponse,
): Promise<void> {
  if (fault.kind === 'delay') {
    await new Promise((resolve) => setTimeout(resolve, fault.ms))
    return send(response, 200, JSON.stringify(await run()))
  }
  let truth: object | null = null
  if (fault.when === 'after') {
    // A block may be long in coming; what counts as "after" is that the transaction is out.
    const broadcast = Promise.withResolvers<null>()
    const settled = run(() => broadcast.resolve(null))
    settled.catch(() => {})
    truth = fault.kind === 'lie' ? await settled : await Promise.race([settled, broadcast.promise])
  }
  if (fault.kind === 'reset') response.socket?.resetAndDestroy()
  else if (fault.kind === 'status') send(response, fault.status, fault.body)
  else if (fault.kind === 'lie')
    send(response, 200, JSON.stringify(fault.answer(truth as SettleAnswer | null)))
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

function send(response: ServerResponse, status: number, body: string): void {
  if (response.destroyed || response.headersSent) return
  // Kept connections would make "gone away" a race: a client that writes to one about to close
  // cannot know what became of its request.
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  response.writeHead(status, headers).end(body)
}
