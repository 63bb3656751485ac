import { type FacilitatorEvmSigner, toFacilitatorEvmSigner } from '@x402/evm'
import { createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { createNonceManager, jsonRpc } from 'viem/nonce'
import type { LocalChain } from '../chain/local-chain.ts'
import { sandboxWallet } from '../wallets.ts'
import { createFacilitatorCore } from './core.ts'
import { type SandboxFacilitator, serveFacilitator } from './server.ts'

/** A real facilitator over HTTP, which settles on the local chain with a separate wallet. */
export async function startFacilitator(chain: LocalChain): Promise<SandboxFacilitator> {
  const wallet = sandboxWallet('facilitator')
  await chain.fundGas(wallet.address)
  return serveFacilitator(createFacilitatorCore(chainSigner(chain.url, wallet.privateKey)))
}

function chainSigner(url: string, privateKey: `0x${string}`): FacilitatorEvmSigner {
  // Parallel settlements need separate transaction numbers. viem's shared manager would carry
  // numbers from one chain to the next within a process.
  const account = privateKeyToAccount(privateKey, {
    nonceManager: createNonceManager({ source: jsonRpc() }),
  })
  const client = createWalletClient({
    account,
    chain: baseSepolia,
    transport: http(url, { retryCount: 0 }),
    pollingInterval: 10,
    cacheTime: 0,
  }).extend(publicActions)
  return toFacilitatorEvmSigner(
    {
      address: account.address,
      readContract: (call) => client.readContract(call as never),
      verifyTypedData: (call) => client.verifyTypedData(call as never),
      // With gas and fees given nothing has to be estimated, so a transfer that will fail is mined
      // as failed, as on a busy chain.
      writeContract: (call) =>
        client.writeContract({
          gas: 200_000n,
          maxFeePerGas: 3_000_000_000n,
          maxPriorityFeePerGas: 1_000_000_000n,
          ...call,
        } as never),
      sendTransaction: (call) => client.sendTransaction(call as never),
      waitForTransactionReceipt: (call) => client.waitForTransactionReceipt(call),
      getCode: (call) => client.getCode(call),
    },
    // Longer than any caller's timeout, so that callers see a slow block as a timeout first.
    { confirmationTimeoutMs: 60_000 },
  )
}
