/**
 * What the chain says of one authorization: the last word on whether a payment happened. For EVM chains with EIP-3009 tokens, through any
 * JSON-RPC endpoint: some answer log queries over ten blocks only, some keep no old states, and any of them may hang.
 */
import {
  BaseError,
  createPublicClient,
  HttpRequestError,
  http,
  type Log,
  type PublicClient,
  parseAbi,
  parseEventLogs,
  TimeoutError,
  type Transport,
} from 'viem'
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

/** What must have moved for a payment to have happened. */
export interface Expected {
  key: ClaimKey
  payTo: string
  amountAtomic: string
}

/** What a recorded transaction turns out to be. `shallow`: in a block that may still be reorganised. `blockTimeS`: of the newest block. */
export type Confirmation = { kind: 'paid' | 'shallow' | 'absent'; blockTimeS: number }

export interface Chain {
  /**
   * @param nowMs our own time: with `createdMs` it tells how far back to look, with `validBeforeS` where first: later it cannot have been used.
   * @param signal ends the search early
   */
  lookUp(authorization: Expected & { createdMs: number; validBeforeS?: number }, nowMs: number, signal?: AbortSignal): Promise<ChainFinding>
  /** Whether there is code at the address; null: the chain could not be asked. */
  isContract?(address: string): Promise<boolean | null>
  /** Amount of the token that the address holds; null: the chain gave no answer. */
  balanceOf?(asset: string, address: string): Promise<bigint | null>
  /** Whether this transaction made the payment. @throws Error when the chain cannot be asked */
  confirm?(payment: Expected & { txHash: string }): Promise<Confirmation>
  /** Asks for the chain's id and for how many blocks it answers about at once. */
  probe?(asset: string): Promise<void>
  /** What is wrong with the endpoint, for the operator; null: nothing that is known. */
  trouble?(): string | null
}

const abi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

/** Base makes a block every two seconds. */
const BLOCK_SECONDS = 2
const MARGIN_BLOCKS = 300n
/** Blocks of one log query, the most first: what public endpoints are known to allow. */
const LOG_RANGES = [9000n, 2000n, 500n, 100n, 10n, 1n] as const
/** Below this the operator is told: late payments take many calls to find. */
const WIDE_ENOUGH = 500n
/** More pages than this are worth asking old states for. */
const FEW_PAGES = 4n
/** A transaction this deep is not reorganised away any more. */
const DEEP_BLOCKS = 32n
const TIMEOUT_MS = 4000

/** @param chainId findings of another chain are no findings; null: any will do */
export function createChain(rpcUrl: string, chainId: number | null, transport: Transport = overHttp(rpcUrl)): Chain {
  const client = createPublicClient({ transport })
  let knownId: number | null = null
  const range = { index: 0 }
  let problem: string | null = null

  /** @throws Error for another chain: its clock and its nonces say nothing about ours. */
  async function sureOfChain(): Promise<void> {
    if (chainId === null) return
    knownId ??= await client.getChainId()
    if (knownId !== chainId) throw new Error(`the RPC answers for chain ${knownId}, not for ${chainId}`)
  }

  const { eventsOf, isUsedAt, search } = createSearch(client, range)

  return {
    async isContract(address) {
      try {
        const code = await client.getCode({ address: address as `0x${string}` })
        return code !== undefined && code !== '0x'
      } catch {
        return null
      }
    },

    async balanceOf(asset, address) {
      try {
        await sureOfChain()
        const token = { address: asset as `0x${string}`, abi, functionName: 'balanceOf' } as const
        return await client.readContract({ ...token, args: [address as `0x${string}`] })
      } catch {
        return null
      }
    },

    async lookUp({ createdMs, validBeforeS, ...wanted }, nowMs, signal) {
      try {
        await sureOfChain()
        const block = await client.getBlock({ blockTag: 'latest' })
        if (!(await isUsedAt(block.number, wanted))) return { kind: 'unused', chainTimeS: Number(block.timestamp) }
        const ageBlocks = BigInt(Math.max(0, Math.ceil((nowMs - createdMs) / 1000 / BLOCK_SECONDS))) + MARGIN_BLOCKS
        const oldest = block.number > ageBlocks ? block.number - ageBlocks : 0n
        const end = lastUsable(block, validBeforeS)
        if (end <= oldest || end >= block.number) return await search(wanted, oldest, block.number, signal)
        const finding = await search(wanted, oldest, end, signal)
        // Cancelled it may have been at any time.
        return finding.kind === 'unknown' ? await search(wanted, end + 1n, block.number, signal) : finding
      } catch (error) {
        return { kind: 'unknown', reason: firstLine(error) }
      }
    },

    async confirm({ txHash, ...wanted }) {
      await sureOfChain()
      const block = await client.getBlock({ blockTag: 'latest' })
      const blockTimeS = Number(block.timestamp)
      const receipt = await client.getTransactionReceipt({ hash: txHash as `0x${string}` }).catch((error: unknown) => {
        if (error instanceof BaseError && error.name === 'TransactionReceiptNotFoundError') return null
        throw error
      })
      if (receipt?.status !== 'success') return { kind: 'absent', blockTimeS }
      const used = parseEventLogs({ abi, eventName: 'AuthorizationUsed', logs: receipt.logs }).find(
        (log) =>
          log.address.toLowerCase() === wanted.key.asset &&
          log.args.authorizer.toLowerCase() === wanted.key.payer &&
          log.args.nonce.toLowerCase() === wanted.key.nonce,
      )
      if (!used || !isPaidBy(receipt.logs, used.logIndex, wanted)) return { kind: 'absent', blockTimeS }
      return { kind: receipt.blockNumber + DEEP_BLOCKS > block.number ? 'shallow' : 'paid', blockTimeS }
    },

    async probe(asset) {
      try {
        knownId = null
        await sureOfChain()
        const newest = await client.getBlockNumber({ cacheTime: 0 })
        const nobody = {
          key: { network: '', asset, payer: `0x${'0'.repeat(40)}`, nonce: `0x${'0'.repeat(64)}` },
          payTo: '',
          amountAtomic: '0',
        }
        for (range.index = 0; ; range.index += 1) {
          const wide = LOG_RANGES[range.index]!
          const answered = await eventsOf('AuthorizationUsed', nobody, newest >= wide ? newest - wide + 1n : 0n, newest).catch(
            (error: unknown) => {
              if (isSilent(error) || range.index === LOG_RANGES.length - 1) throw error
              return null
            },
          )
          if (answered) break
        }
        const wide = LOG_RANGES[range.index]!
        problem = wide >= WIDE_ENOUGH ? null : `it answers log queries over ${wide} blocks at most, so late payments are found slowly`
      } catch (error) {
        problem = firstLine(error)
      }
    },

    trouble: () => problem,
  }
}

/** Finds where a used nonce was used. `range`: which of LOG_RANGES the endpoint is known to answer about; narrowed as it refuses. */
function createSearch(client: PublicClient, range: { index: number }) {
  /** As many blocks at once as the endpoint answers about; what it answers is remembered. */
  async function eventsOf(name: 'AuthorizationUsed' | 'AuthorizationCanceled', { key }: Expected, fromBlock: bigint, toBlock: bigint) {
    const args = { authorizer: key.payer as `0x${string}`, nonce: key.nonce as `0x${string}` }
    return await client.getContractEvents({ address: key.asset as `0x${string}`, abi, eventName: name, args, fromBlock, toBlock })
  }

  async function isUsedAt(blockNumber: bigint, { key }: Expected): Promise<boolean> {
    const args = [key.payer as `0x${string}`, key.nonce as `0x${string}`] as const
    return await client.readContract({ address: key.asset as `0x${string}`, abi, functionName: 'authorizationState', args, blockNumber })
  }

  /** Old states tell in a few calls between which blocks the nonce was used. Endpoints that keep none leave the range as it is. */
  async function narrowed(wanted: Expected, oldest: bigint, newest: bigint, signal?: AbortSignal): Promise<[bigint, bigint]> {
    let [unusedAt, usedAt] = [oldest, newest]
    try {
      while (usedAt - unusedAt > LOG_RANGES[range.index]! * FEW_PAGES && !signal?.aborted) {
        const middle = (unusedAt + usedAt) / 2n
        if (await isUsedAt(middle, wanted)) usedAt = middle
        else unusedAt = middle
      }
    } catch (error) {
      if (isSilent(error)) throw error
    }
    return [unusedAt, usedAt]
  }

  async function search(wanted: Expected, oldest: bigint, newest: bigint, signal?: AbortSignal): Promise<ChainFinding> {
    let [from, toBlock] = await narrowed(wanted, oldest, newest, signal)
    for (;;) {
      if (signal?.aborted) return { kind: 'unknown', reason: 'the chain took too long' }
      const wide = LOG_RANGES[range.index]!
      const fromBlock = toBlock - wide + 1n > from ? toBlock - wide + 1n : from
      try {
        const finding = await readRange(wanted, fromBlock, toBlock)
        if (finding) return finding
      } catch (error) {
        if (isSilent(error) || toBlock === fromBlock || range.index === LOG_RANGES.length - 1) throw error
        range.index += 1
        // What was a few wide pages may be thousands of narrow ones.
        ;[from, toBlock] = await narrowed(wanted, from, toBlock, signal)
        continue
      }
      if (fromBlock <= from) return { kind: 'unknown', reason: 'the nonce is used but its transaction was not found' }
      toBlock = fromBlock - 1n
    }
  }

  async function readRange(wanted: Expected, fromBlock: bigint, toBlock: bigint): Promise<ChainFinding | null> {
    const [cancelled] = await eventsOf('AuthorizationCanceled', wanted, fromBlock, toBlock)
    if (cancelled) return { kind: 'unpaid', reason: 'the authorization was cancelled on the chain' }
    const [found] = await eventsOf('AuthorizationUsed', wanted, fromBlock, toBlock)
    if (!found) return null
    const receipt = await client.getTransactionReceipt({ hash: found.transactionHash })
    if (receipt.status !== 'success' || !isPaidBy(receipt.logs, found.logIndex, wanted)) {
      return { kind: 'unpaid', reason: 'the authorization was used for another transfer' }
    }
    return { kind: 'settled', txHash: found.transactionHash.toLowerCase() }
  }

  return { eventsOf, isUsedAt, search }
}

/** The last block, generously, in which the authorization could have been used. */
function lastUsable(newest: { number: bigint; timestamp: bigint }, validBeforeS = Number.POSITIVE_INFINITY): bigint {
  const agoS = Number(newest.timestamp) - validBeforeS
  return agoS > 0 ? newest.number - BigInt(Math.floor(agoS / BLOCK_SECONDS)) + MARGIN_BLOCKS : newest.number
}

const overHttp = (rpcUrl: string) => http(rpcUrl, { timeout: TIMEOUT_MS, retryCount: 1 })

/** The token moves the money right after it marks the nonce; any other transfer in the receipt belongs to another payment. */
function isPaidBy(logs: readonly Log[], usedAt: number, { key, payTo, amountAtomic }: Expected): boolean {
  const next = logs.filter((log) => log.address.toLowerCase() === key.asset && log.logIndex! > usedAt).slice(0, 1)
  return parseEventLogs({ abi, eventName: 'Transfer', logs: next }).some(
    ({ args }) =>
      args.from.toLowerCase() === key.payer && args.to.toLowerCase() === payTo.toLowerCase() && args.value === BigInt(amountAtomic),
  )
}

/** Whether nobody answered. An answer that refuses, also by an HTTP status, may be about the number of blocks. */
function isSilent(error: unknown): boolean {
  if (!(error instanceof BaseError)) return true
  const unanswered = (cause: unknown) =>
    cause instanceof TimeoutError || (cause instanceof HttpRequestError && (cause.status ?? 500) >= 500)
  return error.walk(unanswered) !== null
}

function firstLine(error: unknown): string {
  return error instanceof Error ? error.message.split('\n', 1)[0]! : 'the chain could not be asked'
}
