/**
 * On-chain status of one authorization, which finally decides whether a payment happened. For EVM
 * chains with EIP-3009 tokens, through any JSON-RPC endpoint: some answer log queries over ten
 * blocks only, some keep no old states, and any of them may hang.
 */
import {
  BaseError,
  createPublicClient,
  type Log,
  type PublicClient,
  parseAbi,
  parseEventLogs,
  type Transport,
} from 'viem'
import type { Timers } from '../../platform/timers.ts'
import { createLogWidth, type LogWidth } from './log-width.ts'
import type { ClaimKey } from './presented.ts'
import { createRpc, firstLine, isUnanswered } from './rpc.ts'
import { isTooWide, quoteProvider } from './rpc-words.ts'

export type ChainFinding =
  /** AuthorizationUsed and, next to it, the Transfer of the amount to the payee. */
  | { kind: 'settled'; txHash: string }
  /** The payer cancelled the nonce, or used it for something else. */
  | { kind: 'unpaid'; reason: string }
  /** The nonce is unused in a block at most 30 seconds old, whose time is given in seconds. */
  | { kind: 'unused'; chainTimeS: number }
  /** The chain could not be queried, or its answer does not decide. */
  | { kind: 'unknown'; reason: string }

/** The transfer that a payment must have caused. */
export interface Expected {
  key: ClaimKey
  payTo: string
  amountAtomic: string
}

/**
 * Status of a recorded transaction. `shallow`: in a block that may still be reorganised.
 * `blockTimeS`: time of the newest block.
 */
export type Confirmation = { kind: 'paid' | 'shallow' | 'absent'; blockTimeS: number }

export interface Chain {
  /**
   * @param nowMs our own time: with `createdMs` it decides how far back to search, with
   * `validBeforeS` where to begin, since later use is impossible.
   * @param signal ends the search early
   */
  lookUp(
    authorization: Expected & { createdMs: number; validBeforeS?: number },
    nowMs: number,
    signal?: AbortSignal,
  ): Promise<ChainFinding>
  /** Returns whether there is code at the address, or `null` if the chain could not be queried. */
  isContract?(address: string): Promise<boolean | null>
  /** Amount of the token that the address holds; null: the chain gave no answer. */
  readBalance?(asset: string, address: string): Promise<bigint | null>
  /**
   * Returns whether this transaction made the payment. @throws Error if the chain cannot be queried
   */
  confirm?(payment: Expected & { txHash: string }): Promise<Confirmation>
  /** Requests the chain's id and measures for how many blocks it answers a log query. */
  probe?(asset: string): Promise<void>
  /** Returns the problem of the endpoint for the operator, or `null` if none is known. */
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
/**
 * Below this number of blocks the operator gets a warning: late payments take many calls to find.
 */
const WIDE_ENOUGH = 500n
/** More pages than this are worth asking old states for. */
const FEW_PAGES = 4n
/** A transaction this deep is not reorganised away any more. */
const DEEP_BLOCKS = 32n
/** A nonce that is unused in an older block may have been used since. */
const MAX_HEAD_AGE_S = 30

/** Reads what an address is and holds. An RPC that gives no answer yields null. */
function createAccounts(client: PublicClient): Required<Pick<Chain, 'isContract' | 'readBalance'>> {
  return {
    async isContract(address) {
      try {
        const code = await client.getCode({ address: address as `0x${string}` })
        return code !== undefined && code !== '0x'
      } catch {
        return null
      }
    },

    async readBalance(asset, address) {
      try {
        const token = { address: asset as `0x${string}`, abi, functionName: 'balanceOf' } as const
        return await client.readContract({ ...token, args: [address as `0x${string}`] })
      } catch {
        return null
      }
    },
  }
}

/**
 * @param rpcUrls one address, or several in the order in which they are requested
 * @param chainId findings of another chain are no findings; null: any will do
 */
export function createChain(
  rpcUrls: string | readonly string[],
  chainId: number | null,
  transport?: Transport | readonly Transport[],
  timers?: Timers,
): Chain {
  const rpc = createRpc({
    urls: typeof rpcUrls === 'string' ? [rpcUrls] : rpcUrls,
    chainId,
    ...(transport ? { transports: typeof transport === 'function' ? [transport] : transport } : {}),
    ...(timers ? { timers } : {}),
  })
  const client = createPublicClient({ transport: rpc.transport })
  const width = createLogWidth()
  let widthProblem: string | null = null
  let highestBlock = 0n

  const { queryEvents, isUsedAt, search } = createSearch(client, width)

  /**
   * Returns why nothing follows from a nonce that is unused in this block, or null if "unused"
   * follows.
   */
  function staleness(
    { number, timestamp }: { number: bigint; timestamp: bigint },
    nowMs: number,
  ): string | null {
    if (number < highestBlock)
      return `the RPC is ${highestBlock - number} blocks behind what was seen before`
    const ageS = Math.floor(nowMs / 1000) - Number(timestamp)
    return ageS > MAX_HEAD_AGE_S ? `the newest block of the RPC is ${ageS} seconds old` : null
  }

  /**
   * Looks at the newest block. If it is stale and the nonce unused in it, the other addresses are
   * requested too.
   */
  async function checkHead(wanted: Expected, nowMs: number) {
    for (let turn = 1; ; turn += 1) {
      const block = await client.getBlock({ blockTag: 'latest' })
      if (await isUsedAt(block.number, wanted)) return { block, isUsed: true }
      const stale = staleness(block, nowMs)
      if (block.number > highestBlock) highestBlock = block.number
      if (stale === null) return { block, isUsed: false }
      if (turn === rpc.addresses) throw new Error(stale)
      rpc.skip()
    }
  }

  return {
    ...createAccounts(client),

    async lookUp({ createdMs, validBeforeS, ...wanted }, nowMs, signal) {
      try {
        const { block, isUsed } = await checkHead(wanted, nowMs)
        if (!isUsed) return { kind: 'unused', chainTimeS: Number(block.timestamp) }
        const ageBlocks =
          BigInt(Math.max(0, Math.ceil((nowMs - createdMs) / 1000 / BLOCK_SECONDS))) + MARGIN_BLOCKS
        const oldest = block.number > ageBlocks ? block.number - ageBlocks : 0n
        const end = lastUsable(block, validBeforeS)
        if (end <= oldest || end >= block.number)
          return await search(wanted, oldest, block.number, signal)
        const finding = await search(wanted, oldest, end, signal)
        // Cancelled it may have been at any time.
        return finding.kind === 'unknown'
          ? await search(wanted, end + 1n, block.number, signal)
          : finding
      } catch (error) {
        return { kind: 'unknown', reason: firstLine(error) }
      }
    },

    confirm: (payment) => confirm(client, payment),

    async probe(asset) {
      widthProblem = null
      await rpc.prove()
      try {
        const refusal = await measureWidth(client, width, queryEvents, asset)
        const wide = width.blocks()
        if (wide < WIDE_ENOUGH)
          widthProblem = `it answers log queries over ${wide} blocks at most ("${refusal}"), so late payments are found slowly`
      } catch (error) {
        // What the addresses say themselves is more precise.
        if (rpc.problems().length === 0) widthProblem = firstLine(error)
      }
    },

    trouble() {
      const problems = [...rpc.problems(), ...(widthProblem === null ? [] : [widthProblem])]
      return problems.length === 0 ? null : problems.join('; ')
    },
  }
}

/** Returns whether this transaction made the payment, and how deep it is. */
async function confirm(
  client: PublicClient,
  { txHash, ...wanted }: Expected & { txHash: string },
): Promise<Confirmation> {
  const block = await client.getBlock({ blockTag: 'latest' })
  const blockTimeS = Number(block.timestamp)
  // The facilitator may have named no transaction.
  if (txHash === '') return { kind: 'absent', blockTimeS }
  const receipt = await client
    .getTransactionReceipt({ hash: txHash as `0x${string}` })
    .catch((error: unknown) => {
      if (error instanceof BaseError && error.name === 'TransactionReceiptNotFoundError')
        return null
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
  return {
    kind: receipt.blockNumber + DEEP_BLOCKS > block.number ? 'shallow' : 'paid',
    blockTimeS,
  }
}

/**
 * Narrows the width until the endpoint answers a log query over so many blocks. Returns what the
 * provider said to wider ones, or null.
 * @throws Error if it answers none
 */
async function measureWidth(
  client: PublicClient,
  width: LogWidth,
  queryEvents: ReturnType<typeof createSearch>['queryEvents'],
  asset: string,
): Promise<string | null> {
  const newest = await client.getBlockNumber({ cacheTime: 0 })
  const noReader = {
    key: { network: '', asset, payer: `0x${'0'.repeat(40)}`, nonce: `0x${'0'.repeat(64)}` },
    payTo: '',
    amountAtomic: '0',
  }
  width.reset()
  let refusal: string | null = null
  for (;;) {
    const wide = width.blocks()
    const answered = await queryEvents(
      'AuthorizationUsed',
      noReader,
      newest >= wide ? newest - wide + 1n : 0n,
      newest,
    ).catch((error: unknown) => {
      if (isUnanswered(error) || !width.refuse(isTooWide(error))) throw error
      refusal = quoteProvider(error)
      return null
    })
    if (answered) return refusal
  }
}

/** Finds where a used nonce was used. `width`: narrowed as the endpoint refuses. */
function createSearch(client: PublicClient, width: LogWidth) {
  /** Queries as many blocks in one call as the endpoint answers, and remembers that number. */
  async function queryEvents(
    name: 'AuthorizationUsed' | 'AuthorizationCanceled',
    { key }: Expected,
    fromBlock: bigint,
    toBlock: bigint,
  ) {
    const args = { authorizer: key.payer as `0x${string}`, nonce: key.nonce as `0x${string}` }
    return await client.getContractEvents({
      address: key.asset as `0x${string}`,
      abi,
      eventName: name,
      args,
      fromBlock,
      toBlock,
    })
  }

  async function isUsedAt(blockNumber: bigint, { key }: Expected): Promise<boolean> {
    const args = [key.payer as `0x${string}`, key.nonce as `0x${string}`] as const
    return await client.readContract({
      address: key.asset as `0x${string}`,
      abi,
      functionName: 'authorizationState',
      args,
      blockNumber,
    })
  }

  /**
   * Old states show in a few calls between which blocks the nonce was used. Without old states the
   * range stays as it is.
   */
  async function narrowRange(
    wanted: Expected,
    oldest: bigint,
    newest: bigint,
    signal?: AbortSignal,
  ): Promise<[bigint, bigint]> {
    let [unusedAt, usedAt] = [oldest, newest]
    try {
      while (usedAt - unusedAt > width.blocks() * FEW_PAGES && !signal?.aborted) {
        const middle = (unusedAt + usedAt) / 2n
        if (await isUsedAt(middle, wanted)) usedAt = middle
        else unusedAt = middle
      }
    } catch (error) {
      if (isUnanswered(error)) throw error
    }
    return [unusedAt, usedAt]
  }

  async function search(
    wanted: Expected,
    oldest: bigint,
    newest: bigint,
    signal?: AbortSignal,
  ): Promise<ChainFinding> {
    let [from, toBlock] = await narrowRange(wanted, oldest, newest, signal)
    for (;;) {
      if (signal?.aborted) return { kind: 'unknown', reason: 'the chain took too long' }
      const wide = width.blocks()
      const fromBlock = toBlock - wide + 1n > from ? toBlock - wide + 1n : from
      try {
        const finding = await readRange(wanted, fromBlock, toBlock)
        width.noteAnswer()
        if (finding) return finding
      } catch (error) {
        // A rate limit is no answer: it says nothing about the number of blocks.
        if (isUnanswered(error) || toBlock === fromBlock || !width.refuse(isTooWide(error)))
          throw error
          // What was a few wide pages may be thousands of narrow ones.
        ;[from, toBlock] = await narrowRange(wanted, from, toBlock, signal)
        continue
      }
      if (fromBlock <= from)
        return { kind: 'unknown', reason: 'the nonce is used but its transaction was not found' }
      toBlock = fromBlock - 1n
    }
  }

  async function readRange(
    wanted: Expected,
    fromBlock: bigint,
    toBlock: bigint,
  ): Promise<ChainFinding | null> {
    const [cancelled] = await queryEvents('AuthorizationCanceled', wanted, fromBlock, toBlock)
    if (cancelled) return { kind: 'unpaid', reason: 'the authorization was cancelled on the chain' }
    const [found] = await queryEvents('AuthorizationUsed', wanted, fromBlock, toBlock)
    if (!found) return null
    const receipt = await client.getTransactionReceipt({ hash: found.transactionHash })
    if (receipt.status !== 'success' || !isPaidBy(receipt.logs, found.logIndex, wanted)) {
      return { kind: 'unpaid', reason: 'the authorization was used for another transfer' }
    }
    return { kind: 'settled', txHash: found.transactionHash.toLowerCase() }
  }

  return { queryEvents, isUsedAt, search }
}

/** The last block, generously, in which the authorization could have been used. */
function lastUsable(
  newest: { number: bigint; timestamp: bigint },
  validBeforeS = Number.POSITIVE_INFINITY,
): bigint {
  const agoS = Number(newest.timestamp) - validBeforeS
  return agoS > 0
    ? newest.number - BigInt(Math.floor(agoS / BLOCK_SECONDS)) + MARGIN_BLOCKS
    : newest.number
}

/**
 * The token moves the money right after it marks the nonce; any other transfer in the receipt
 * belongs to another payment.
 */
function isPaidBy(
  logs: readonly Log[],
  usedAt: number,
  { key, payTo, amountAtomic }: Expected,
): boolean {
  const next = logs
    .filter((log) => log.address.toLowerCase() === key.asset && log.logIndex! > usedAt)
    .slice(0, 1)
  return parseEventLogs({ abi, eventName: 'Transfer', logs: next }).some(
    ({ args }) =>
      args.from.toLowerCase() === key.payer &&
      args.to.toLowerCase() === payTo.toLowerCase() &&
      args.value === BigInt(amountAtomic),
  )
}
