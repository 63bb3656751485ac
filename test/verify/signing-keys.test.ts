/**
 * Location of the public keys; a rotation loses none: earlier signatures stay verifiable, on every
 * replica.
 */
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractJWSHeader, verifyReceiptSignatureJWS } from '@x402/extensions/offer-receipt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type MemoryFacilitator,
  startMemoryFacilitator,
} from '../../sandbox/facilitator/memory-facilitator.ts'
import { eachEngine } from '../support/engines.ts'
import { createFolder } from '../support/folder.ts'
import { type Service, startService } from '../support/service.ts'

const NAMED = { PUBLIC_URL: 'https://shop.test' }

let facilitator: MemoryFacilitator
beforeAll(async () => {
  facilitator = await startMemoryFacilitator()
})
afterAll(async () => await facilitator.close())

const listed = async (service: Service) => {
  const jwks = (await service.ask('/.well-known/jwks.json')).json as { keys: { kid: string }[] }
  const did = (await service.ask('/.well-known/did.json')).json as {
    id: string
    assertionMethod: string[]
  }
  expect(did.assertionMethod).toEqual(jwks.keys.map(({ kid }) => kid))
  expect(did.id).toBe('did:web:shop.test')
  return jwks.keys.map(({ kid }) => kid.split('#')[1])
}

eachEngine('public keys', (under) => {
  test('a rotation keeps the former key readable, and the one in use is listed first', async () => {
    const folder = createFolder()
    const file = join(folder, 'key.pem')
    const rotate = () =>
      writeFileSync(
        file,
        generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
      )
    const store = await under.freshSettings()
    const start = () =>
      startService({
        facilitatorUrl: facilitator.url,
        store,
        environment: { X402_SIGNING_KEY_FILE: file, ...NAMED },
      })
    rotate()
    const before = await start()
    const signed = before.app.catalogue.signer.jws({ version: 1, said: 'before' })
    const [former] = await listed(before)
    rotate()
    const after = await start()
    try {
      const [current, second, ...rest] = await listed(after)
      expect({ second, rest }).toEqual({ second: former, rest: [] })
      expect(current).not.toBe(former)
      // The replica that runs on knows of the new one, too.
      expect(await listed(before)).toEqual([former, current])
      const jwks = (await after.ask('/.well-known/jwks.json')).json as { keys: { kid: string }[] }
      const thumbprint = (extractJWSHeader(signed).kid as string).split('#')[1]
      const key = jwks.keys.find(({ kid }) => kid.endsWith(`#${thumbprint}`))
      expect(
        await verifyReceiptSignatureJWS({ format: 'jws', signature: signed }, key as never),
      ).toEqual({ version: 1, said: 'before' })
    } finally {
      await after.stop()
      await before.stop()
    }
  })
})

test('the official verifier finds the key by the name in the signature', async () => {
  const service = await startService()
  try {
    // It requests local addresses over http.
    const receipt = {
      format: 'jws' as const,
      signature: service.app.catalogue.signer.jws({ version: 1 }),
    }
    expect(await verifyReceiptSignatureJWS(receipt)).toEqual({ version: 1 })
  } finally {
    await service.stop()
  }
})

test('no private half is listed', async () => {
  const service = await startService({ facilitatorUrl: facilitator.url })
  try {
    for (const path of ['/.well-known/jwks.json', '/.well-known/did.json'])
      expect((await service.ask(path)).bytes).not.toMatch(/"d":/)
  } finally {
    await service.stop()
  }
})
