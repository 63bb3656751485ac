/** Reads from a chain whether an expired payment was taken. */
import { at, decodeHeader } from './codec.ts'
import type { SentPayment } from './pay.ts'

/** EIP-1193, as wallets of browsers offer it. */
export interface ChainProvider {
  request(call: { method: string; params: unknown[] }): Promise<unknown>
}

/** First four bytes of the hash of `authorizationState(address,bytes32)`. */
const AUTHORIZATION_STATE = '0xe94a0102'

/**
 * Returns `true` if a block after the payment's last valid moment shows it as not taken. It can
 * then never be taken. `false` if the chain does not show that.
 */
export async function isUntaken(chain: ChainProvider, payment: SentPayment): Promise<boolean> {
  const { network, validBeforeMs, paymentSignature } = payment
  const sent = decodeHeader(paymentSignature)
  const from = String(at(sent, 'payload', 'authorization', 'from'))
    .slice(2)
    .toLowerCase()
  try {
    const id = await chain.request({ method: 'eth_chainId', params: [] })
    if (`eip155:${Number(id)}` !== network) return false
    const block = await chain.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
    if (!(Number(at(block, 'timestamp')) * 1000 >= validBeforeMs)) return false
    const data = `${AUTHORIZATION_STATE}${from.padStart(64, '0')}${payment.nonce.slice(2)}`
    const params = [{ to: at(sent, 'accepted', 'asset'), data }, at(block, 'number')]
    return /^0x0+$/.test(String(await chain.request({ method: 'eth_call', params })))
  } catch {
    return false
  }
}

/** Reads a chain by JSON-RPC. */
export const rpcChain = (url: string, fetch = globalThis.fetch): ChainProvider => ({
  async request({ method, params }) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(10_000)
    const response = await fetch(url, { method: 'POST', headers, body, signal })
    return at(await response.json(), 'result')
  },
})
