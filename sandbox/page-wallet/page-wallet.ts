/**
 * The wallet of the sandbox's buyer on the pages of the service. It asks nobody before it signs.
 */

import { decodeFunctionData, type Hex, toHex } from 'viem'
import { readSourceFile } from '../../src/platform/project-files.ts'
import type { PageWallet } from '../../src/site/page-wallet.ts'
import { SANDBOX_CHAIN_ID, usdcAbi } from '../chain/usdc.ts'
import type { Wallet } from '../wallets.ts'
import type { Money } from '../world.ts'

export function createPageWallet({ address, account }: Wallet, money: Money): PageWallet {
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_requestAccounts: () => [address],
    eth_accounts: () => [address],
    eth_chainId: () => toHex(SANDBOX_CHAIN_ID),
    async eth_call([call]) {
      const { args } = decodeFunctionData({ abi: usdcAbi, data: (call as { data: Hex }).data })
      return toHex(await money.balance(args![0] as Hex), { size: 32 })
    },
    eth_signTypedData_v4: ([, data]) => account.signTypedData(JSON.parse(String(data))),
  }
  return {
    script: readSourceFile('sandbox/page-wallet/announce.js'),
    async request(method, params) {
      const answer = answers[method]
      if (!answer) throw new Error(`the wallet of the sandbox does not know ${method}`)
      return await answer(params)
    },
  }
}
