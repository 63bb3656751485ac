/**
 * The key that signs offers, receipts and the agent card: the operator's file, or a key that is
 * generated once in `DATA_DIR`. Anyone who has it can sign in the name of the service.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorMessage, StartError } from '../platform/errors.ts'
import { canonicalJson } from '../platform/hash.ts'

export interface PublicJwk {
  readonly kty: 'OKP' | 'EC'
  readonly crv: 'Ed25519' | 'P-256'
  readonly x: string
  readonly y?: string
}

export type SigningAlgorithm = 'EdDSA' | 'ES256'

export interface SigningKey {
  readonly algorithm: SigningAlgorithm
  readonly jwk: PublicJwk
  /** RFC 7638, by which the public key is listed. */
  readonly thumbprint: string
  /** Base64url, as JWS wants it. */
  sign(data: Uint8Array): string
}

/** Signs under the name by which others find the public key. */
export interface Signer extends SigningKey {
  /** `did:web:…` of the deployment. */
  readonly did: string
  /** The key within it. */
  readonly kid: string
  /** Compact JWS over the payload as canonical JSON (RFC 8785). */
  jws(payload: object): string
}

/** The generated key, in DATA_DIR. */
export const OWN_KEY_FILE = 'signing-key.pem'
/**
 * Length of the key id, a prefix of the thumbprint. The id is in every 402, whose header is small.
 */
const KEY_ID_CHARS = 16

/**
 * @param file a private key in PEM or as a JWK; null: the one in `dataDir`, made where there is
 * none. @throws StartError naming the variable
 */
export function readSigningKey({
  file,
  dataDir,
}: {
  file: string | null
  dataDir: string
}): SigningKey {
  if (file === null) return parseKey(readFileSync(ownFile(dataDir), 'utf8'))
  try {
    return parseKey(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartError(
      `X402_SIGNING_KEY_FILE "${file}" cannot be used (${errorMessage(error)}); example: openssl genpkey -algorithm ed25519 -out signing-key.pem`,
    )
  }
}

/** @param publicUrl where `/.well-known/did.json` is served */
export function signerAt(publicUrl: string, key: SigningKey): Signer {
  const did = buildDid(publicUrl)
  const kid = buildKeyId(did, key.thumbprint)
  const head = base64url(JSON.stringify({ alg: key.algorithm, kid }))
  return {
    ...key,
    did,
    kid,
    jws(payload) {
      const signed = `${head}.${base64url(canonicalJson(payload))}`
      return `${signed}.${key.sign(Buffer.from(signed))}`
    },
  }
}

/**
 * The method resolves a host to its `/.well-known/did.json`; a port is part of the name,
 * percent-encoded.
 */
function buildDid(publicUrl: string): string {
  return `did:web:${encodeURIComponent(new URL(publicUrl).host)}`
}

export function buildKeyId(did: string, thumbprint: string): string {
  return `${did}#${thumbprint.slice(0, KEY_ID_CHARS)}`
}

/** @throws Error when it is no private key of a kind that is signed with here */
function parseKey(text: string): SigningKey {
  const isJwk = text.trimStart().startsWith('{')
  const key = isJwk
    ? createPrivateKey({ key: parseJwk(text), format: 'jwk' })
    : createPrivateKey(text)
  const { kty, crv, x, y } = createPublicKey(key).export({ format: 'jwk' })
  if (kty === 'OKP' && crv === 'Ed25519') return createSigningKey(key, 'EdDSA', { kty, crv, x: x! })
  if (kty === 'EC' && crv === 'P-256')
    return createSigningKey(key, 'ES256', { kty, crv, x: x!, y: y! })
  throw new Error('it is neither an Ed25519 nor a P-256 key')
}

/** Without the parser's own words: they quote the key. */
function parseJwk(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('it is not JSON')
  }
}

function createSigningKey(key: KeyObject, algorithm: SigningAlgorithm, jwk: PublicJwk): SigningKey {
  const digest = algorithm === 'ES256' ? 'sha256' : null
  return {
    algorithm,
    jwk,
    thumbprint: hash('sha256', canonicalJson(jwk), 'base64url'),
    sign: (data) => sign(digest, data, { key, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
  }
}

/**
 * Returns the path of the generated key. Processes that start at the same time share one key,
 * because only one of them can link the name.
 */
function ownFile(dataDir: string): string {
  const path = join(dataDir, OWN_KEY_FILE)
  if (existsSync(path)) return path
  const made = `${path}.${randomUUID()}`
  // Signed with in a quarter less time than Ed25519 (docs/contributors/payments.md), and verified
  // by every browser.
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(made, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
    mode: 0o600,
    flag: 'wx',
  })
  try {
    linkSync(made, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(made)
  }
  return path
}

const base64url = (text: string) => Buffer.from(text).toString('base64url')
