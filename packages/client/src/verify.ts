/**
 * Verifies that an answer is what its seller signed, from the saved answer alone. It uses Web
 * Crypto, and no network, clock or dependency. It checks the receipt's signature and key, the
 * digest of the body, the response hash and the entity tag. Receipt and settlement must also agree.
 *
 * It does not repeat the judgement: the rules of all versions with the schemas of their facts are
 * several times this package. `rulesReplay` of the client repeats any judgement, and
 * `ukintel verify` does it offline.
 */

import { at, base64, type Fields, fromBase64, hex, parseJson, toAtomic } from './codec.ts'

/** An answer as `ukintel call --save` writes it, or `Called.saved` with the seller's keys. */
export interface SavedAnswer {
  request: { method: string; url: string }
  status: number
  /** Headers by lower-case name. */
  headers: Readonly<Record<string, string>>
  /** To the byte. */
  body: string
  keys: readonly ListedKey[]
}

/** A public key as `/.well-known/jwks.json` lists it. */
export interface ListedKey {
  kid: string
  kty: string
  crv: string
  x: string
  y?: string | undefined
}

export interface SignedReceipt {
  network: string
  resourceUrl: string
  payer: string
  /** Seconds since the epoch. */
  issuedAt: number
  transaction: string
  provenance: {
    endpoint: string
    method: string | null
    dataVintage: string
    responseHash: string
    answerDigest: string
  }
}

export type Verification =
  | { outcome: 'match'; receipt: SignedReceipt; kid: string }
  /** Something was altered, or was never signed as it stands. */
  | { outcome: 'mismatch'; reason: string }
  /** There is nothing to judge by. */
  | { outcome: 'unjudged'; reason: string }

/**
 * Fetches the keys that a seller lists, earlier ones included. @throws Error if it does not answer,
 * or answers otherwise
 */
export async function listedKeys(
  baseUrl: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<ListedKey[]> {
  const response = await fetch(`${baseUrl.replace(/(?<!\/)\/+$/, '')}/.well-known/jwks.json`, {
    signal: AbortSignal.timeout(15_000),
  })
  const { keys } = (await response.json()) as { keys?: ListedKey[] }
  if (!response.ok || !Array.isArray(keys))
    throw new Error(`no keys are listed: HTTP ${response.status}`)
  return keys
}

/** Returns the text of a file as `ukintel call --save` writes it. */
export function toSavedText(saved: SavedAnswer, body: string | null): string {
  const proofHeaders = Object.entries(saved.headers).filter(([name]) =>
    ['payment-response', 'response-provenance', 'etag'].includes(name),
  )
  const file = {
    ukintel_answer: 1,
    ...saved,
    request: { ...saved.request, body },
    headers: Object.fromEntries(proofHeaders),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** Reads such a file; `null` for any other text. */
export function fromSavedText(text: string): SavedAnswer | null {
  const file = parseJson(text)
  const isSaved =
    at(file, 'ukintel_answer') === 1 &&
    URL.canParse(String(at(file, 'request', 'url'))) &&
    typeof at(file, 'body') === 'string' &&
    Object.values(Object(at(file, 'headers'))).every((value) => typeof value === 'string') &&
    Array.isArray(at(file, 'keys'))
  return isSaved ? (file as SavedAnswer) : null
}

class Mismatch extends Error {}

export async function verify(saved: SavedAnswer): Promise<Verification> {
  const header = saved.headers['payment-response']
  if (saved.status !== 200)
    return { outcome: 'unjudged', reason: `nothing is signed for HTTP ${saved.status}` }
  if (header === undefined)
    return {
      outcome: 'unjudged',
      reason: 'no PAYMENT-RESPONSE: the call was free, or the seller gives no receipts',
    }
  if (saved.keys.length === 0)
    return { outcome: 'unjudged', reason: 'no public key of the seller is given' }
  try {
    return await judgeSignature(saved, header)
  } catch (error) {
    if (error instanceof Mismatch) return { outcome: 'mismatch', reason: error.message }
    if ((error as Error).name === 'NotSupportedError')
      return { outcome: 'unjudged', reason: 'Web Crypto here does not know the kind of the key' }
    throw error
  }
}

/** Proxies that compress weaken an entity tag or add the encoding to it: `W/"…"`, `"…-gzip"`. */
const ENTITY_TAG = /^(?:W\/)?("[\w-]{43})(?:-[a-z]+)?"$/

async function judgeSignature(
  { request, headers, body, keys }: SavedAnswer,
  header: string,
): Promise<Verification> {
  const settlement = json(exactly(header, 'PAYMENT-RESPONSE'), 'PAYMENT-RESPONSE') as Fields
  const jws = at(settlement, 'extensions', 'offer-receipt', 'info', 'receipt', 'signature')
  if (typeof jws !== 'string')
    return {
      outcome: 'unjudged',
      reason: 'PAYMENT-RESPONSE carries no receipt of the offer-receipt extension',
    }
  const { kid, payload } = await openReceipt(jws, keys)
  const provenance = at(payload, 'provenance') as SignedReceipt['provenance'] | undefined
  if (typeof at(provenance, 'responseHash') !== 'string')
    throw new Mismatch('what is signed is no receipt for an answer')
  const receipt = payload as SignedReceipt
  const { endpoint, method, dataVintage, responseHash, answerDigest } = provenance!
  const bytes = new TextEncoder().encode(body)
  if ((await hash(bytes)) !== answerDigest)
    throw new Mismatch('the answer is not the one that was signed: its digest differs')
  const { query, result, verdict, as_of: asOf, cost } = json(bytes, 'the answer') as Fields
  const { narrative: _, ...judgement } = (verdict ?? {}) as Fields
  const inputs = {
    endpoint,
    inputs: query,
    result: { result, verdict: judgement },
    method,
    dataVintage: asOf,
  }
  if ((await hash(canonical(inputs))) !== responseHash)
    throw new Mismatch('the response hash is not that of the answer')
  if (asOf !== dataVintage) throw new Mismatch('the data vintage is not the as_of of the answer')
  same(
    headers['response-provenance'],
    `v=1; alg=sha-256; hash=${responseHash}; vintage=${dataVintage}`,
    'Response-Provenance',
  )
  const tag = `"${base64url(await sha256(canonical(lasting({ query, result, verdict }))))}"`
  if (headers.etag !== undefined) same(headers.etag.replace(ENTITY_TAG, '$1"'), tag, 'ETag')
  const { transaction, network, payer } = receipt
  const info = { receipt: { format: 'jws', signature: jws }, responseHash }
  const amount = String(toAtomic(String(at(cost, 'amount'))))
  const expected = {
    success: true,
    transaction,
    network,
    payer,
    amount,
    extensions: { 'offer-receipt': { info, schema: {} } },
  }
  same(canonical(settlement), canonical(expected), 'PAYMENT-RESPONSE')
  const { resourceUrl } = receipt
  if (!isOfPath(new URL(request.url).pathname, resourceUrl) && !resourceUrl.endsWith('/mcp'))
    throw new Mismatch(`the receipt is for ${resourceUrl}, not for this request`)
  return { outcome: 'match', receipt, kid }
}

/** Receipts name longer addresses by so many characters: terms have to fit into a header. */
const MAX_RESOURCE_URL = 140

function isOfPath(path: string, resourceUrl: string): boolean {
  const named = new URL(resourceUrl).pathname
  return path === named || (resourceUrl.length === MAX_RESOURCE_URL && path.startsWith(named))
}

/** The payload of a JWS that one of these keys has signed. @throws Mismatch */
async function openReceipt(
  jws: string,
  keys: readonly ListedKey[],
): Promise<{ kid: string; payload: unknown }> {
  const [head = '', payload = '', signature = '', ...rest] = jws.split('.')
  if (rest.length > 0) throw new Mismatch('the receipt is no compact JWS')
  const { alg, kid } = json(exactly(head, 'the receipt', true), 'the receipt') as Fields
  const key = keys.find((each) => at(each, 'kid') === kid)
  if (!key)
    throw new Mismatch(
      `the receipt names the key ${String(kid)}, which is not among those of the seller`,
    )
  const { kty, crv, x, y } = key
  const members = y === undefined ? { crv, kty, x } : { crv, kty, x, y }
  // The key's id is derived from the key, so a replaced key is detected.
  if (base64url(await sha256(canonical(members))).slice(0, 16) !== key.kid.split('#')[1])
    throw new Mismatch(`the key ${key.kid} does not match its id`)
  const kind =
    alg === 'ES256' ? { name: 'ECDSA', namedCurve: crv, hash: 'SHA-256' } : { name: 'Ed25519' }
  const made = await crypto.subtle
    .importKey('jwk', members, kind, false, ['verify'])
    .catch((error: Error) => {
      throw error.name === 'NotSupportedError' ? error : new Mismatch('a key of the seller is none')
    })
  const given = exactly(signature, 'the signature of the receipt', true)
  if (
    !(await crypto.subtle.verify(kind, made, given, new TextEncoder().encode(`${head}.${payload}`)))
  )
    throw new Mismatch('the signature of the receipt is not of the key that it names')
  return { kid: key.kid, payload: json(exactly(payload, 'the receipt', true), 'the receipt') }
}

/** RFC 8785, of what came as JSON. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return `{${members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
    .join(',')}}`
}

/** Values that change with the day alone are not in the entity tag. */
const CHANGES_BY_ITSELF = [
  'as_of',
  'fetched',
  'days_remaining',
  'days_to_close',
  'working_days_remaining',
  'age_years',
  'narrative',
]

function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting)
  if (typeof value !== 'object' || value === null) return value
  const stable = Object.entries(value).filter(([name]) => !CHANGES_BY_ITSELF.includes(name))
  return Object.fromEntries(stable.map(([name, member]) => [name, lasting(member)]))
}

async function sha256(data: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await crypto.subtle.digest(
      'SHA-256',
      typeof data === 'string' ? new TextEncoder().encode(data) : data,
    ),
  )
}

/** In hexadecimal digits. */
const hash = async (data: string | Uint8Array<ArrayBuffer>) => hex(await sha256(data)).slice(2)
const base64url = (bytes: Uint8Array) =>
  base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** The bytes of a text that has no other spelling. @throws Mismatch */
function exactly(text: string, what: string, url = false): Uint8Array<ArrayBuffer> {
  try {
    const bytes = fromBase64(url ? text.replaceAll('-', '+').replaceAll('_', '/') : text)
    if ((url ? base64url(bytes) : base64(bytes)) === text) return bytes
  } catch {
    // Reported below.
  }
  throw new Mismatch(`${what} is not ${url ? 'base64url' : 'base64'}`)
}

function json(bytes: Uint8Array<ArrayBuffer>, what: string): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Reported below.
  }
  throw new Mismatch(`${what} is not JSON`)
}

function same(given: string | undefined, expected: string, what: string): void {
  if (given !== expected) throw new Mismatch(`${what} does not say what was signed`)
}
