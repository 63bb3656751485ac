import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyReceiptSignatureJWS } from '@x402/extensions/offer-receipt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StartError } from '../platform/errors.ts'
import { readSigningKey, signerAt } from './key.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ukintel-key-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const written = (text: string) => {
  const file = join(folder, 'given')
  writeFileSync(file, text)
  return file
}

describe('without a file', () => {
  test('a key is made once, for its owner alone to read, and found again', () => {
    const first = readSigningKey({ file: null, dataDir: folder })
    expect(readdirSync(folder)).toEqual(['signing-key.pem'])
    expect(statSync(join(folder, 'signing-key.pem')).mode & 0o777).toBe(0o600)
    expect(readSigningKey({ file: null, dataDir: folder }).thumbprint).toBe(first.thumbprint)
  })
})

describe.each(['ed25519', 'P-256'] as const)('a key of kind %s', (kind) => {
  const { privateKey } =
    kind === 'ed25519'
      ? generateKeyPairSync('ed25519')
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const jwk = JSON.stringify(privateKey.export({ format: 'jwk' }))

  test.each([
    ['PEM', pem],
    ['JWK', jwk],
  ])('is read as %s, and the official verifier accepts what it signs', async (_, text) => {
    const key = readSigningKey({ file: written(text), dataDir: folder })
    const signer = signerAt('https://intel.example:8443/x', key)
    expect(signer.kid).toBe(`did:web:intel.example%3A8443#${key.thumbprint.slice(0, 16)}`)
    const payload = {
      version: 1,
      network: 'eip155:84532',
      resourceUrl: 'https://intel.example/é',
      payer: '0x1',
      issuedAt: 1,
    }
    const receipt = { format: 'jws' as const, signature: signer.jws(payload) }
    expect(await verifyReceiptSignatureJWS(receipt, { ...signer.jwk })).toEqual(payload)
  })
})

describe('a file that cannot be used stops the start with one line', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  const publicPem = generateKeyPairSync('ed25519')
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString()
  test.each([
    ['of another kind', rsa],
    ['with a public key', publicPem],
    ['with half a JWK', '{"kty":"OKP"'],
    ['with nothing', ''],
  ])('%s', (_, text) => {
    expect(() => readSigningKey({ file: written(text), dataDir: folder })).toThrow(StartError)
    expect(() => readSigningKey({ file: written(text), dataDir: folder })).toThrow(
      /^X402_SIGNING_KEY_FILE ".*" cannot be used .*openssl/,
    )
  })

  test('that is not there', () => {
    expect(() => readSigningKey({ file: join(folder, 'none'), dataDir: folder })).toThrow(
      /ENOENT.*example/,
    )
    expect(readdirSync(folder)).toEqual([])
  })

  test('and nothing of it is shown', () => {
    expect(() => readSigningKey({ file: written('{"d":"private"'), dataDir: folder })).toThrow(
      /cannot be used \(it is not JSON\)/,
    )
  })
})
