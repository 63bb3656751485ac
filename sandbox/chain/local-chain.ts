/** A chain on this machine that looks like Base Sepolia to anyone who pays in USDC. */
import { createTestClient, type Hex, http, parseEther, publicActions, walletActions } from 'viem'
import { baseSepolia } from 'viem/chains'
import { startAnvil } from './anvil.ts'
import contracts from './generated/contracts.json' with { type: 'json' }
import { SMART_WALLET_FACTORY } from './smart-wallet.ts'
import { MULTICALL_ADDRESS, USDC_ADDRESS, usdcAbi } from './usdc.ts'

type Address = `0x${string}`

const BLOCK_EVERY_MS = 10_000

/** A transfer of USDC as the chain recorded it. */
export interface Transfer {
  from: Address
  to: Address
  amountAtomic: bigint
  transaction: Hex
}

export interface LocalChain {
  readonly url: string
  /** USDC of an address, atomic: a million is one dollar. */
  balance(address: Address): Promise<bigint>
  mint(address: Address, amountAtomic: bigint): Promise<void>
  /** Gives an address what transactions are paid with. */
  fundGas(address: Address): Promise<void>
  /** Sends a transaction in the name of any address that has gas. */
  call(to: Address, data: Hex): Promise<void>
  /** Whether there is a contract at the address. */
  hasCode(address: Address): Promise<boolean>
  /** Whether the authorization was used or cancelled. */
  authorizationUsed(authorizer: Address, nonce: Hex): Promise<boolean>
  cancelAuthorization(authorizer: Address, nonce: Hex, signature: Hex): Promise<void>
  /** Every transfer so far, oldest first; mints are not listed. */
  transfers(): Promise<Transfer[]>
  /** Off: transactions wait until `mine`. */
  setAutomine(on: boolean): Promise<void>
  mine(): Promise<void>
  /** Forgets the transactions that wait. */
  dropWaiting(): Promise<void>
  /** The chain's clock, in seconds since the epoch. */
  now(): Promise<number>
  /** Moves the chain's clock forward, for this block and all later ones. */
  advanceTime(seconds: number): Promise<void>
  close(): Promise<void>
}

/**
 * @param startMs for an invented clock, which begins there and stands but for `advanceTime` and a
 * second a block
 */
export async function startLocalChain(binary: string, startMs?: number): Promise<LocalChain> {
  const anvil = await startAnvil(binary, startMs)
  const client = createTestClient({
    chain: baseSepolia,
    mode: 'anvil',
    transport: http(anvil.url, { retryCount: 0 }),
    pollingInterval: 10,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions)

  async function place(bytecode: string, address: Address, deployer: Address): Promise<void> {
    const hash = await client.sendTransaction({
      account: deployer,
      to: null,
      data: bytecode as Hex,
    })
    const { contractAddress } = await client.waitForTransactionReceipt({ hash })
    await client.setCode({
      address,
      bytecode: (await client.getCode({ address: contractAddress! }))!,
    })
  }

  async function send(
    functionName: 'mint' | 'cancelAuthorization',
    args: readonly unknown[],
    account: Address,
  ): Promise<void> {
    const hash = await client.writeContract({
      address: USDC_ADDRESS,
      abi: usdcAbi,
      functionName,
      args,
      account,
    } as never)
    await client.waitForTransactionReceipt({ hash })
  }

  let automine = true
  // The service concludes nothing from an old block, and a real chain makes one every two seconds.
  const blocks = setInterval(() => {
    if (automine && startMs === undefined) client.mine({ blocks: 1 }).catch(() => {})
  }, BLOCK_EVERY_MS).unref()

  try {
    if (startMs !== undefined) await client.setBlockTimestampInterval({ interval: 1 })
    const [deployer] = await client.getAddresses()
    await place(contracts.bytecode.SandboxUsdc, USDC_ADDRESS, deployer!)
    await place(contracts.bytecode.Multicall, MULTICALL_ADDRESS, deployer!)
    await place(contracts.bytecode.SmartWalletFactory, SMART_WALLET_FACTORY, deployer!)
    return {
      url: anvil.url,
      balance: (address) =>
        client.readContract({
          address: USDC_ADDRESS,
          abi: usdcAbi,
          functionName: 'balanceOf',
          args: [address],
        }),
      mint: (address, amountAtomic) => send('mint', [address, amountAtomic], deployer!),
      fundGas: (address) => client.setBalance({ address, value: parseEther('100') }),
      async call(to, data) {
        await client.waitForTransactionReceipt({
          hash: await client.sendTransaction({ account: deployer!, to, data }),
        })
      },
      hasCode: async (address) => (await client.getCode({ address })) !== undefined,
      authorizationUsed: (authorizer, nonce) =>
        client.readContract({
          address: USDC_ADDRESS,
          abi: usdcAbi,
          functionName: 'authorizationState',
          args: [authorizer, nonce],
        }),
      cancelAuthorization: (authorizer, nonce, signature) =>
        send('cancelAuthorization', [authorizer, nonce, signature], deployer!),
      async transfers() {
        const logs = await client.getContractEvents({
          address: USDC_ADDRESS,
          abi: usdcAbi,
          eventName: 'Transfer',
          fromBlock: 0n,
        })
        return logs
          .map(({ args, transactionHash }) => ({
            from: args.from!,
            to: args.to!,
            amountAtomic: args.value!,
            transaction: transactionHash,
          }))
          .filter((transfer) => BigInt(transfer.from) !== 0n)
      },
      async setAutomine(on) {
        automine = on
        await client.setAutomine(on)
      },
      mine: () => client.mine({ blocks: 1 }),
      dropWaiting: () => client.request({ method: 'anvil_dropAllTransactions' } as never),
      now: async () => Number((await client.getBlock()).timestamp),
      async advanceTime(seconds) {
        if (startMs === undefined) await client.increaseTime({ seconds })
        else
          await client.setNextBlockTimestamp({
            timestamp: (await client.getBlock()).timestamp + BigInt(seconds),
          })
        await client.mine({ blocks: 1 })
      },
      async close() {
        clearInterval(blocks)
        await anvil.stop()
      },
    }
  } catch (error) {
    clearInterval(blocks)
    await anvil.stop()
    throw error
  }
}
