import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { coinbaseAuthHeaders } from './coinbase-auth.ts'

const URL = 'https://api.example/platform/v2/x402'
const NOW_MS = Date.UTC(2026, 10, 22)

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const edwards = generateKeyPairSync('ed25519')
const jwk = (key: KeyObject) => key.export({ format: 'jwk' }) as { d?: string; x: string }
const edwardsSecret = Buffer.concat([
  Buffer.from(jwk(edwards.privateKey).d!, 'base64url'),
  Buffer.from(jwk(edwards.publicKey).x, 'base64url'),
])
const sec1 = ec.privateKey.export({ format: 'pem', type: 'sec1' }).toString()
const pem = ec.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()

describe('the header for Coinbase’s facilitator', () => {
  it.each([
    ['an EC key', pem, ec.publicKey, 'ES256'],
    ['an EC key on one line', pem.replaceAll('\n', '\\n'), ec.publicKey, 'ES256'],
    ['an EC key as the portal writes it (SEC1)', sec1, ec.publicKey, 'ES256'],
    ['a SEC1 key on one line', sec1.replaceAll('\n', '\\n'), ec.publicKey, 'ES256'],
    [
      'an Ed25519 key as PEM',
      edwards.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      edwards.publicKey,
      'EdDSA',
    ],
    ['an Ed25519 key', edwardsSecret.toString('base64'), edwards.publicKey, 'EdDSA'],
  ])('is signed with %s, for two minutes, for the one path', async (_, secret, publicKey, alg) => {
    const headers = await coinbaseAuthHeaders({ id: 'key-1', secret }, URL, () => NOW_MS)()
    for (const [path, method] of [
      ['verify', 'POST'],
      ['settle', 'POST'],
      ['supported', 'GET'],
    ] as const) {
      const token = headers[path].Authorization.replace(/^Bearer /, '')
      const { payload } = await jwtVerify(token, publicKey, {
        issuer: 'cdp',
        subject: 'key-1',
        currentDate: new Date(NOW_MS),
      })
      expect(payload).toMatchObject({
        uris: [`${method} api.example/platform/v2/x402/${path}`],
        iat: NOW_MS / 1000,
        exp: NOW_MS / 1000 + 120,
      })
      expect(decodeProtectedHeader(token)).toMatchObject({
        alg,
        kid: 'key-1',
        typ: 'JWT',
        nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      })
    }
  })

  it.each([
    ['of neither form', 'c2hvcnQ='],
    [
      'on another curve',
      generateKeyPairSync('ec', { namedCurve: 'P-384' })
        .privateKey.export({ format: 'pem', type: 'sec1' })
        .toString(),
    ],
    ['that was cut', sec1.slice(0, 90)],
  ])('says at once what is wrong with a secret %s', (_, secret) => {
    expect(() => coinbaseAuthHeaders({ id: 'key-1', secret }, URL)).toThrow(
      'CDP_API_KEY_SECRET is neither',
    )
  })
})
