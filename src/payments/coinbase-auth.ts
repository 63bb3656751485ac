/**
 * The signed header that Coinbase's facilitator wants: a short-lived token for each of its paths.
 * The official package for it brings 50 MB.
 */
import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { COINBASE_KEY_FORMS, readCoinbaseKey } from './coinbase-key.ts'

const VALID_SECONDS = 120
const METHODS = { verify: 'POST', settle: 'POST', supported: 'GET' } as const

export interface CoinbaseKey {
  id: string
  /** Secret as the portal shows it, in a notation of `coinbase-key.ts`. */
  secret: string
}

/**
 * Headers by path, for the facilitator at `url`. @throws Error for a secret in none of the known
 * notations
 */
export function coinbaseAuthHeaders(
  { id, secret }: CoinbaseKey,
  url: string,
  nowMs: () => number = Date.now,
) {
  const { host, pathname } = new URL(url)
  const signingKey = readCoinbaseKey(secret)
  if (signingKey === null) throw new Error(`CDP_API_KEY_SECRET is neither ${COINBASE_KEY_FORMS}`)
  const { alg, key } = signingKey

  async function bearer(path: keyof typeof METHODS): Promise<string> {
    const nowSeconds = Math.floor(nowMs() / 1000)
    const token = await new SignJWT({
      sub: id,
      iss: 'cdp',
      uris: [`${METHODS[path]} ${host}${pathname.replace(/(?<!\/)\/+$/, '')}/${path}`],
    })
      .setProtectedHeader({ alg, kid: id, typ: 'JWT', nonce: randomBytes(16).toString('hex') })
      .setIssuedAt(nowSeconds)
      .setNotBefore(nowSeconds)
      .setExpirationTime(nowSeconds + VALID_SECONDS)
      .sign(key)
    return `Bearer ${token}`
  }

  return async () => ({
    verify: { Authorization: await bearer('verify') },
    settle: { Authorization: await bearer('settle') },
    supported: { Authorization: await bearer('supported') },
  })
}
