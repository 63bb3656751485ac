/** What the chain says of one authorization: the last word on whether a payment happened. */
import { createPublicClient, http, type Log, parseAbi, parseEventLogs, type Transport } from 'viem'
import type { ClaimKey } from './presented.ts'

export type ChainFinding =
  /** AuthorizationUsed and, next to it, the Transfer of the amount to the payee. */
  | { kind: 'settled'; txHash: string }
  /** The payer cancelled the nonce, or used it for something else. */
  | { kind: 'unpaid'; reason: string }
  /** The nonce is unused in the newest block, whose time is given in seconds. */
  | { kind: 'unused'; chainTimeS: number }
  /** The chain could not be asked, or its answer does not decide. */
  | { kind: 'unknown'; reason: string }

export interface Chain {
  lookUp(authorization: { key: ClaimKey; payTo: string; amountAtomic: string; createdMs: number }, nowMs: number): Promise<ChainFinding>
  /** Whether there is code at the address; null: the chain could not be asked. */
  isContract?(address: string): Promise<boolean | null>
}

const abi = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

/** Base makes a block every two seconds; public RPCs answer log queries over some ten thousand blocks. */
const BLOCK_SECONDS = 2
const LOG_RANGE = 9000n
const MARGIN_BLOCKS = 300n

const TIMEOUT_MS = 4000

export function createChain(rpcUrl: string, transport: Transport = http(rpcUrl, { timeout: TIMEOUT_MS, retryCount: 1 })): Chain {
  const client = createPublicClient({ transport })

  return {
    async isContract(address) {
      try {
        const code = await client.getCode({ address: address as `0x${string}` })
        return code !== undefined && code !== '0x'
      } catch {
        return null
      }
    },

    async lookUp({ key, payTo, amountAtomic, createdMs }, nowMs) {
      const address = key.asset as `0x${string}`
      const authorizer = key.payer as `0x${string}`
      const nonce = key.nonce as `0x${string}`
      try {
        const block = await client.getBlock({ blockTag: 'latest' })
        const used = await client.readContract({
          address,
          abi,
          functionName: 'authorizationState',
          args: [authorizer, nonce],
          blockNumber: block.number,
        })
        if (!used) return { kind: 'unused', chainTimeS: Number(block.timestamp) }

        const ageBlocks = BigInt(Math.max(0, Math.ceil((nowMs - createdMs) / 1000 / BLOCK_SECONDS))) + MARGIN_BLOCKS
        const oldest = block.number > ageBlocks ? block.number - ageBlocks : 0n
        for (let toBlock = block.number; ; toBlock -= LOG_RANGE) {
          const fromBlock = toBlock - LOG_RANGE + 1n > oldest ? toBlock - LOG_RANGE + 1n : oldest
          const finding = await readRange(fromBlock, toBlock)
          if (finding) return finding
          if (fromBlock <= oldest) return { kind: 'unknown', reason: 'the nonce is used but its transaction was not found' }
        }
      } catch (error) {
        return { kind: 'unknown', reason: error instanceof Error ? error.message.split('\n', 1)[0]! : 'the chain could not be asked' }
      }

      /** The token moves the money right after it marks the nonce; any other transfer in the receipt belongs to another payment. */
      function isPaidBy(logs: readonly Log[], usedAt: number): boolean {
        const next = logs.filter((log) => log.address.toLowerCase() === key.asset && log.logIndex! > usedAt).slice(0, 1)
        return parseEventLogs({ abi, eventName: 'Transfer', logs: next }).some(
          ({ args }) =>
            args.from.toLowerCase() === key.payer && args.to.toLowerCase() === payTo.toLowerCase() && args.value === BigInt(amountAtomic),
        )
      }

      async function readRange(fromBlock: bigint, toBlock: bigint): Promise<ChainFinding | null> {
        const args = { authorizer, nonce }
        const [cancelled] = await client.getContractEvents({ address, abi, eventName: 'AuthorizationCanceled', args, fromBlock, toBlock })
        if (cancelled) return { kind: 'unpaid', reason: 'the authorization was cancelled on the chain' }
        const [found] = await client.getContractEvents({ address, abi, eventName: 'AuthorizationUsed', args, fromBlock, toBlock })
        if (!found) return null
        const receipt = await client.getTransactionReceipt({ hash: found.transactionHash })
        if (receipt.status !== 'success' || !isPaidBy(receipt.logs, found.logIndex)) {
          return { kind: 'unpaid', reason: 'the authorization was used for another transfer' }
        }
        return { kind: 'settled', txHash: found.transactionHash.toLowerCase() }
      }
    },
  }
}
