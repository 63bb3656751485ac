/**
 * `/.well-known/did.json` and `/.well-known/jwks.json`: the public halves of every key that the
 * service signs, or ever signed, with.
 */

import type { HttpDocument } from '../api/endpoint.ts'
import type { Reply } from '../api/problem.ts'
import { jsonReply } from '../api/problem.ts'
import { buildKeyId, type PublicJwk, type Signer } from '../signing/key.ts'
import type { SigningKeys } from '../store/signing-keys.ts'

interface ListedKey {
  id: string
  jwk: PublicJwk
}

/** The key in use first: who names none is answered with it. */
async function listKeys({
  signer,
  keys,
}: {
  signer: Signer
  keys: SigningKeys
}): Promise<ListedKey[]> {
  const former = (await keys.all()).filter(({ thumbprint }) => thumbprint !== signer.thumbprint)
  return [
    { id: signer.kid, jwk: signer.jwk },
    ...former.map(({ thumbprint, jwk }) => ({
      id: buildKeyId(signer.did, thumbprint),
      jwk: JSON.parse(jwk) as PublicJwk,
    })),
  ]
}

export function createSigningKeyDocuments(from: {
  signer: Signer
  keys: SigningKeys
}): HttpDocument[] {
  const document = (
    path: string,
    contentType: string,
    write: (keys: ListedKey[]) => object,
  ): HttpDocument => ({
    path,
    read: async (): Promise<Reply> =>
      jsonReply(200, write(await listKeys(from)), {
        'content-type': contentType,
        'cache-control': 'public, max-age=300',
      }),
  })
  return [
    document('/.well-known/did.json', 'application/did+json; charset=utf-8', (keys) =>
      didDocument(from.signer.did, keys),
    ),
    document('/.well-known/jwks.json', 'application/jwk-set+json; charset=utf-8', (keys) => ({
      keys: keys.map(({ id, jwk }) => ({
        ...jwk,
        kid: id,
        use: 'sig',
        alg: jwk.crv === 'Ed25519' ? 'EdDSA' : 'ES256',
      })),
    })),
  ]
}

function didDocument(did: string, keys: readonly ListedKey[]): object {
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    id: did,
    verificationMethod: keys.map(({ id, jwk }) => ({
      id,
      type: 'JsonWebKey2020',
      controller: did,
      publicKeyJwk: jwk,
    })),
    assertionMethod: keys.map(({ id }) => id),
  }
}
