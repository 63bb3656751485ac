/**
 * The transfers of a token to given payees, as the chain recorded them: what the books are compared
 * with.
 */
import { type Address, createPublicClient, parseAbiItem, type Transport } from 'viem'
import { createLogWidth } from './log-width.ts'
import { createRpc } from './rpc.ts'
import { isRateLimit, isTooWide } from './rpc-words.ts'

export interface ChainTransfer {
  txHash: string
  /** Lower case, as `to` is. */
  from: string
  to: string
  amountAtomic: string
  block: bigint
}

/** All transfers of the blocks up to `toBlock`, the last of which was made at `untilMs`. */
export interface TransferPage {
  transfers: ChainTransfer[]
  toBlock: bigint
  untilMs: number
}

/** Each call @throws Error if the chain cannot be queried or is another one. */
export interface TransferReader {
  newest(): Promise<{ block: bigint; timeMs: number }>
  /** The first block made at or after this time; one past the newest where there is none. */
  blockAt(timeMs: number): Promise<bigint>
  /** Oldest first. */
  pages(payees: readonly string[], fromBlock: bigint, toBlock: bigint): AsyncGenerator<TransferPage>
  /** Transfers of this transaction to the address; null: there is no such transaction. */
  listTransfersTo(txHash: string, to: string): Promise<ChainTransfer[] | null>
}

const TRANSFER = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
)
const TIMEOUT_MS = 15_000
/** No buyer waits for a comparison, so a public endpoint gets more time. */
const LIMIT_WAITS_MS = [250, 500, 1000, 2000, 4000, 8000]

export function createTransferReader(options: {
  rpcUrls: readonly string[]
  chainId: number
  asset: string
  transport?: Transport
}): TransferReader {
  const { rpcUrls: urls, chainId, transport } = options
  const rpc = createRpc({
    urls,
    chainId,
    timeoutMs: TIMEOUT_MS,
    retryCount: 4,
    limitWaitsMs: LIMIT_WAITS_MS,
    ...(transport ? { transports: [transport] } : {}),
  })
  const client = createPublicClient({ transport: rpc.transport, cacheTime: 0 })
  const asset = options.asset as Address
  const width = createLogWidth()

  const readTime = async (blockNumber: bigint) =>
    Number((await client.getBlock({ blockNumber })).timestamp) * 1000

  async function transfersIn(
    payees: readonly string[],
    fromBlock: bigint,
    toBlock: bigint,
  ): Promise<ChainTransfer[]> {
    const logs = await client.getLogs({
      address: asset,
      event: TRANSFER,
      args: { to: payees as Address[] },
      fromBlock,
      toBlock,
      strict: true,
    })
    return logs.map(({ args, transactionHash, blockNumber }) => ({
      txHash: transactionHash.toLowerCase(),
      from: args.from.toLowerCase(),
      to: args.to.toLowerCase(),
      amountAtomic: String(args.value),
      block: blockNumber,
    }))
  }

  return {
    async newest() {
      const { number, timestamp } = await client.getBlock({ blockTag: 'latest' })
      return { block: number, timeMs: Number(timestamp) * 1000 }
    },

    async blockAt(timeMs) {
      let [before, notBefore] = [-1n, (await client.getBlockNumber({ cacheTime: 0 })) + 1n]
      while (notBefore - before > 1n) {
        const middle = (before + notBefore) / 2n
        if ((await readTime(middle)) < timeMs) before = middle
        else notBefore = middle
      }
      return notBefore
    },

    async *pages(payees, fromBlock, toBlock) {
      for (let from = fromBlock; from <= toBlock; ) {
        const wide = width.blocks()
        const to = from + wide - 1n < toBlock ? from + wide - 1n : toBlock
        const transfers = await transfersIn(payees, from, to).catch((error: unknown) => {
          if (isRateLimit(error) || to === from || !width.refuse(isTooWide(error))) throw error
          return null
        })
        if (transfers === null) continue
        width.noteAnswer()
        yield { transfers, toBlock: to, untilMs: await readTime(to) }
        from = to + 1n
      }
    },

    async listTransfersTo(txHash, to) {
      const receipt = await client
        .getTransactionReceipt({ hash: txHash as Address })
        .catch((error: Error) => {
          if (error.name === 'TransactionReceiptNotFoundError') return null
          throw error
        })
      if (!receipt) return null
      const { blockNumber: block } = receipt
      return (await transfersIn([to], block, block)).filter(
        (transfer) => transfer.txHash === txHash.toLowerCase(),
      )
    },
  }
}
