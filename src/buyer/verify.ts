/** Whether a saved answer is what its seller signed, from the file alone: no network, no clock. */
import { createPublicKey, hash, verify } from 'node:crypto'
import { z } from 'zod'
import { canonicalJson } from '../platform/hash.ts'
import { usdcToAtomic } from '../platform/money.ts'
import {
  answerDigest,
  entityTag,
  type Provable,
  type Provenance,
  provenanceHeader,
  responseHash,
} from '../platform/provenance.ts'
import type { ListedKey, SavedAnswer } from './saved.ts'

export type VerifyResult =
  | { outcome: 'match'; signed: SignedReceipt; kid: string; answer: Provable }
  /** Something was altered, or was never signed as it stands. */
  | { outcome: 'mismatch'; reason: string }
  /** There is nothing to judge by. */
  | { outcome: 'unjudged'; reason: string }

const signedReceipt = z.looseObject({
  version: z.literal(1),
  network: z.string(),
  resourceUrl: z.string(),
  payer: z.string(),
  issuedAt: z.int(),
  transaction: z.string(),
  provenance: z.strictObject({
    endpoint: z.string(),
    method: z.string().nullable(),
    dataVintage: z.string(),
    responseHash: z.string(),
    answerDigest: z.string(),
  }) satisfies z.ZodType<Provenance>,
})
export type SignedReceipt = z.output<typeof signedReceipt>

const settlement = z.looseObject({
  extensions: z.looseObject({
    'offer-receipt': z.looseObject({
      info: z.looseObject({ receipt: z.looseObject({ signature: z.string() }) }),
    }),
  }),
})
const envelope = z.looseObject({
  query: z.unknown(),
  result: z.unknown(),
  verdict: z.looseObject({}),
  as_of: z.string(),
  cost: z.looseObject({ amount: z.string() }),
})

class Mismatch extends Error {}

export function verifySaved(saved: SavedAnswer): VerifyResult {
  const header = saved.headers['payment-response']
  if (saved.status !== 200)
    return {
      outcome: 'unjudged',
      reason: `the answer is HTTP ${saved.status}, for which nothing is signed`,
    }
  if (header === undefined)
    return {
      outcome: 'unjudged',
      reason: 'no PAYMENT-RESPONSE was saved: the call was free, or the seller gives no receipts',
    }
  if (saved.keys.length === 0)
    return { outcome: 'unjudged', reason: 'no public key of the seller was saved' }
  try {
    return judgeSignature(saved, header)
  } catch (error) {
    if (error instanceof Mismatch) return { outcome: 'mismatch', reason: error.message }
    throw error
  }
}

function judgeSignature(saved: SavedAnswer, header: string): VerifyResult {
  const settlementHeader = json(exactly(header, 'base64', 'PAYMENT-RESPONSE'), 'PAYMENT-RESPONSE')
  const found = settlement.safeParse(settlementHeader)
  if (!found.success)
    return {
      outcome: 'unjudged',
      reason: 'PAYMENT-RESPONSE carries no receipt of the offer-receipt extension',
    }
  const jws = found.data.extensions['offer-receipt'].info.receipt.signature
  const { kid, payload } = openReceipt(jws, saved.keys)
  const receipt = signedReceipt.safeParse(payload)
  if (!receipt.success) throw new Mismatch('what is signed is no receipt for an answer')
  const signed = receipt.data
  const { provenance } = signed

  const body = Buffer.from(saved.body)
  if (answerDigest(body) !== provenance.answerDigest)
    throw new Mismatch('the answer is not the one that was signed: its digest differs')
  const parsed = envelope.safeParse(json(body, 'the answer'))
  if (!parsed.success) throw new Mismatch('the answer is no envelope')
  const answer: Provable = parsed.data
  if (responseHash(answer, provenance) !== provenance.responseHash)
    throw new Mismatch('the response hash is not that of the answer')
  if (answer.as_of !== provenance.dataVintage)
    throw new Mismatch('the data vintage is not the as_of of the answer')
  same(saved.headers['response-provenance'], provenanceHeader(provenance), 'Response-Provenance')
  if (saved.headers.etag !== undefined) same(saved.headers.etag, entityTag(answer), 'ETag')
  same(
    canonicalJson(settlementHeader),
    canonicalJson({
      success: true,
      transaction: signed.transaction,
      network: signed.network,
      payer: signed.payer,
      amount: usdcToAtomic(parsed.data.cost.amount),
      extensions: {
        'offer-receipt': {
          info: {
            receipt: { format: 'jws', signature: jws },
            responseHash: provenance.responseHash,
          },
          schema: {},
        },
      },
    }),
    'PAYMENT-RESPONSE',
  )
  if (
    new URL(saved.request.url).pathname !== new URL(signed.resourceUrl).pathname &&
    !signed.resourceUrl.endsWith('/mcp')
  )
    throw new Mismatch(`the receipt is for ${signed.resourceUrl}, not for this request`)
  return { outcome: 'match', signed, kid, answer }
}

/** The payload of a JWS that one of these keys has signed. @throws Mismatch */
function openReceipt(jws: string, keys: readonly ListedKey[]): { kid: string; payload: unknown } {
  const [head = '', payload = '', signature = '', ...rest] = jws.split('.')
  if (rest.length > 0) throw new Mismatch('the receipt is no compact JWS')
  const { alg, kid } = json(exactly(head, 'base64url', 'the receipt'), 'the receipt') as {
    alg?: unknown
    kid?: unknown
  }
  const key = keys.find((each) => each.kid === kid)
  if (!key)
    throw new Mismatch(
      `the receipt names the key ${String(kid)}, which is not among those of the seller`,
    )
  const { kty, crv, x, y } = key
  const members = y === undefined ? { crv, kty, x } : { crv, kty, x, y }
  // The key's id is derived from the key, so a replaced key is detected.
  if (hash('sha256', canonicalJson(members), 'base64url').slice(0, 16) !== key.kid.split('#')[1])
    throw new Mismatch(`the key ${key.kid} does not match its id`)
  const digest = alg === 'ES256' ? 'sha256' : null
  const publicKey = { key: parsePublicKey(members), dsaEncoding: 'ieee-p1363' } as const
  if (
    !verify(
      digest,
      Buffer.from(`${head}.${payload}`),
      publicKey,
      exactly(signature, 'base64url', 'the signature of the receipt'),
    )
  )
    throw new Mismatch('the signature of the receipt is not of the key that it names')
  return {
    kid: key.kid,
    payload: json(exactly(payload, 'base64url', 'the receipt'), 'the receipt'),
  }
}

function parsePublicKey(key: Record<string, string>) {
  try {
    return createPublicKey({ key, format: 'jwk' })
  } catch {
    throw new Mismatch('a key of the seller is none')
  }
}

/** The bytes of a text that has no other spelling. @throws Mismatch */
function exactly(text: string, encoding: 'base64' | 'base64url', what: string): Buffer {
  const bytes = Buffer.from(text, encoding)
  if (bytes.toString(encoding) !== text) throw new Mismatch(`${what} is not ${encoding}`)
  return bytes
}

function json(bytes: Buffer, what: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Mismatch(`${what} is not JSON`)
  }
}

function same(given: string | undefined, expected: string, what: string): void {
  if (given !== expected) throw new Mismatch(`${what} does not say what was signed`)
}
