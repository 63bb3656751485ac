import type { Endpoint } from '../api/endpoint.ts'
import { isObject, parseJson } from '../platform/json.ts'

/** A wallet that pages announce and this process signs for. Only the sandbox has one. */
export interface PageWallet {
  /** Module that announces it by EIP-6963 and forwards its requests to `PAGE_WALLET_PATH`. */
  script: string
  /** @throws Error for what it cannot do */
  request(method: string, params: readonly unknown[]): Promise<unknown>
}

export const PAGE_WALLET_SCRIPT = '/assets/sandbox-wallet.js'
const PAGE_WALLET_PATH = '/sandbox/wallet'

export function pageWalletEndpoint(wallet: PageWallet): Endpoint {
  return {
    path: PAGE_WALLET_PATH,
    methods: ['POST'],
    async answer({ body }) {
      const call = parseJson(body)
      const { method, params } = isObject(call) ? call : {}
      const answer = await wallet.request(String(method), Array.isArray(params) ? params : []).then(
        (result) => ({ result }),
        (error: Error) => ({ error: error.message }),
      )
      return {
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
        body: Buffer.from(JSON.stringify(answer)),
      }
    },
  }
}
