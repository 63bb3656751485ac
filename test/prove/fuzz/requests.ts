/**
 * Requests made from the published interface description: valid, almost valid and hostile, by each
 * protocol, paid and unpaid.
 */
import type { PaymentPayload } from '@x402/core/types'
import * as fc from 'fast-check'
import {
  argumentsOf,
  type Fields,
  inputsOf,
  type Known,
  type PublishedOperation,
  requestOf,
} from '../../support/generated-input.ts'
import { headerOf } from '../../support/payments.ts'
import type { Random } from '../random.ts'
import { type RawRequest, rawRequest } from '../raw-client.ts'
import { bentBody, hostileText, hostileValue, NAMES, nearMiss, trickPath } from './values.ts'

export type Protocol = 'http' | 'mcp' | 'a2a'
export type Intent = 'valid' | 'almost valid' | 'hostile'

export interface Shot {
  bytes: Buffer
  protocol: Protocol
  intent: Intent
  operation: string
  isPaid: boolean
}

/** Payments to choose from: some good for one operation, others bent. */
export interface Payments {
  /** A new signed payment for the unit price of the operation; `null` if it is free. */
  sign(operation: PublishedOperation): Promise<PaymentPayload | null>
}

export interface Generator {
  next(): Promise<Shot>
}

/** Valid inputs made of each operation's schema. */
const INPUTS = 60
/**
 * Paid requests, and those of them with a new signature, which costs the facilitator more than a
 * request costs the service.
 */
const PAID = 0.06
const NEWLY_SIGNED = 0.08
const REMEMBERED_PAYMENTS = 200

export function createGenerator(
  operations: readonly PublishedOperation[],
  {
    known,
    seed,
    random,
    payments,
  }: { known: Known; seed: number; random: Random; payments: Payments },
): Generator {
  const inputs = new Map(
    operations.map((each) => [
      each.id,
      fc.sample(inputsOf(each, known, 'any'), { seed, numRuns: INPUTS }),
    ]),
  )
  const signed: PaymentPayload[] = []

  async function paymentFor(
    operation: PublishedOperation,
    intent: Intent,
  ): Promise<PaymentPayload | null> {
    if (!random.chance(PAID)) return null
    if (signed.length === 0 || random.chance(NEWLY_SIGNED)) {
      const payment = await payments.sign(operation)
      if (payment === null) return null
      if (signed.length < REMEMBERED_PAYMENTS) signed.push(payment)
      else signed[random.below(signed.length)] = payment
      return payment
    }
    const payment = random.pick(signed)
    return intent === 'valid' ? payment : (bent(payment, random) as PaymentPayload)
  }

  return {
    async next() {
      const operation = random.pick(operations)
      const intent = random.pick<Intent>([
        'valid',
        'almost valid',
        'almost valid',
        'hostile',
        'hostile',
      ])
      const protocol = random.pick<Protocol>(['http', 'http', 'http', 'http', 'mcp', 'a2a'])
      const payment = await paymentFor(operation, intent)
      const said = random.pick(inputs.get(operation.id)!)
      const fields = intent === 'valid' ? said : bentFields(operation, said, intent, random)
      const bytes =
        protocol === 'http'
          ? httpRequest(operation, fields, intent, payment, random)
          : protocol === 'mcp'
            ? toolCall(operation, fields, intent, payment, random)
            : message(operation, fields, intent, payment, random)
      return { bytes, protocol, intent, operation: operation.id, isPaid: payment !== null }
    },
  }
}

/** The same input with one member changed, or with hostile ones. */
function bentFields(
  { fields }: PublishedOperation,
  said: Fields,
  intent: Intent,
  random: Random,
): Fields {
  const names = Object.keys(fields)
  const name = names.length > 0 && random.chance(0.9) ? random.pick(names) : random.pick(NAMES)
  if (intent === 'hostile') {
    if (random.chance(0.08))
      return {
        ...said,
        ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${name}${at}`, at])),
      }
    return { ...said, [name]: hostileValue(random) }
  }
  switch (random.below(4)) {
    case 0: {
      const { [name]: _, ...rest } = said
      return rest
    }
    case 1:
      return { ...said, [nearMiss(name, random)]: said[name] ?? 'x' }
    case 2:
      return {
        ...said,
        [name]: random.pick([null, '', 0, -1, 1.5, true, [], {}, 'x', '2026-02-30', '1e3', ' ']),
      }
    default:
      return { ...said, [name]: nearMiss(String(said[name] ?? 'england'), random) }
  }
}

function httpRequest(
  operation: PublishedOperation,
  said: Fields,
  intent: Intent,
  payment: PaymentPayload | null,
  random: Random,
): Buffer {
  const headers: Record<string, string> =
    payment === null ? {} : { 'payment-signature': headerOf(payment) }
  const { fields, request } = splitFields(operation, said)
  if (request.body !== undefined && intent === 'hostile' && random.chance(0.3))
    request.body = bentBody(request.body, random)
  if (intent !== 'valid') bendRequest(request, headers, Object.keys(fields), intent, random)
  return rawRequest({ ...request, headers })
}

/** Unknown fields go where the operation reads most: into its body, or into its query. */
function splitFields(
  operation: PublishedOperation,
  said: Fields,
): { fields: Fields; request: RawRequest & { method: string } } {
  const hasBody = Object.values(operation.fields).some((field) => field.in === 'body')
  const place = hasBody ? ('body' as const) : ('query' as const)
  const unknown = Object.keys(said).filter((name) => !Object.hasOwn(operation.fields, name))
  const extended = Object.fromEntries(
    unknown.map((name) => [name, { in: place, schema: {}, required: false }]),
  )
  const whole = { ...operation, fields: { ...operation.fields, ...extended } }
  const known = Object.entries(said).map(([name, value]) => [
    name,
    whole.fields[name]!.in === 'body' ? value : text(value),
  ])
  return { fields: said, request: requestOf(whole, Object.fromEntries(known)) }
}

/** A text that can stand in an address: lone surrogates cannot. */
function text(value: unknown): string {
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()
}

function bendRequest(
  request: RawRequest & { method: string },
  headers: Record<string, string>,
  names: string[],
  intent: Intent,
  random: Random,
): void {
  const mark = request.target.includes('?') ? '&' : '?'
  switch (random.below(intent === 'hostile' ? 10 : 5)) {
    case 0:
      if (names.length > 0) request.target += `${mark}${random.pick(names)}=x`
      break
    case 1:
      request.method = random.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      break
    case 2:
      headers['content-type'] = random.pick([
        'text/plain',
        'application/json; charset=utf-16',
        'multipart/form-data',
        '',
      ])
      break
    case 3:
      headers['if-none-match'] = random.pick(['*', '"x"', `"${'A'.repeat(43)}"`, '"'.repeat(2000)])
      break
    case 4:
      request.target = trickPath(request.target, random)
      break
    case 5:
      request.target = trickPath(request.target, random)
      break
    case 6:
      headers['payment-signature'] = random
        .pick([
          hostileText(random, 500),
          'e30=',
          Buffer.from(hostileText(random, 300)).toString('base64'),
        ])
        .replace(/[^\x20-\x7e]/g, '?')
      break
    case 7:
      headers.accept = random.pick([
        'text/html',
        `${'text/html;q=0.1,'.repeat(200)}*/*`,
        'text/html;q=NaN',
      ])
      break
    case 8:
      headers['x-payment'] = 'e30='
      break
    default:
      headers[
        random.pick([
          'x-forwarded-for',
          'cookie',
          'a2a-version',
          'mcp-protocol-version',
          'expect-ct',
        ])
      ] = 'x'.repeat(random.below(4000))
  }
}

function toolCall(
  operation: PublishedOperation,
  said: Fields,
  intent: Intent,
  payment: PaymentPayload | null,
  random: Random,
): Buffer {
  const schema = {
    properties: Object.fromEntries(
      Object.entries(operation.fields).map(([name, field]) => [name, field.schema]),
    ),
  }
  const call = {
    name:
      intent === 'hostile' && random.chance(0.1) ? hostileText(random, 200) : `uk_${operation.id}`,
    arguments: argumentsOf(schema, said),
    ...(payment === null ? {} : { _meta: { 'x402/payment': payment } }),
  }
  return rpc('/mcp', 'tools/call', call, intent, random)
}

function message(
  operation: PublishedOperation,
  said: Fields,
  intent: Intent,
  payment: PaymentPayload | null,
  random: Random,
): Buffer {
  const skill = intent === 'hostile' && random.chance(0.1) ? hostileText(random, 200) : operation.id
  const metadata =
    payment === null
      ? {}
      : {
          metadata: { 'x402.payment.payload': payment, 'x402.payment.status': 'payment-submitted' },
        }
  const sent = {
    messageId: 'm',
    ...metadata,
    ...(random.chance(0.1) ? { taskId: hostileText(random, 300) } : {}),
  }
  const data = { skill, input: said }
  if (random.chance(0.3)) {
    const body = JSON.stringify({ message: { ...sent, role: 'ROLE_USER', parts: [{ data }] } })
    const target = random.pick(['/message:send', '/v1/message:send'])
    return rawRequest({
      method: 'POST',
      target,
      body: intent === 'hostile' ? bentBody(body, random) : body,
    })
  }
  const method = random.pick(['message/send', 'SendMessage'])
  return rpc(
    '/a2a',
    method,
    { message: { ...sent, role: 'user', kind: 'message', parts: [{ kind: 'data', data }] } },
    intent,
    random,
  )
}

function rpc(
  target: string,
  method: string,
  params: object,
  intent: Intent,
  random: Random,
): Buffer {
  const bent = intent === 'hostile' && random.chance(0.2)
  const called = bent
    ? random.pick([method, 'tools/list', 'initialize', 'ping', hostileText(random, 100)])
    : method
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: bent ? hostileValue(random) : 1,
    method: called,
    params,
  })
  return rawRequest({ method: 'POST', target, body: bent ? bentBody(body, random) : body })
}

/** The payment with one member changed, at any depth. */
function bent(payment: PaymentPayload, random: Random): unknown {
  const copy = structuredClone(payment) as unknown as Record<string, unknown>
  let at = copy
  for (;;) {
    const name = random.pick(Object.keys(at))
    const value = at[name]
    if (value !== null && typeof value === 'object' && random.chance(0.9)) {
      if (Object.keys(value).length === 0) return copy
      at = value as Record<string, unknown>
      continue
    }
    at[name] =
      random.chance(0.5) && typeof value === 'string'
        ? nearMiss(value, random)
        : hostileValue(random)
    return copy
  }
}
