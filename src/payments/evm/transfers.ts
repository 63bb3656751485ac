/** The transfers of a token to given payees, as the chain recorded them: what the books are compared with. */
import { type Address, createPublicClient, http, parseAbiItem, type Transport } from 'viem'

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

/** Each call @throws Error when the chain cannot be asked or is another one. */
export interface TransferReader {
  newest(): Promise<{ block: bigint; timeMs: number }>
  /** The first block made at or after this time; one past the newest where there is none. */
  blockAt(timeMs: number): Promise<bigint>
  /** Oldest first. */
  pages(payees: readonly string[], fromBlock: bigint, toBlock: bigint): AsyncGenerator<TransferPage>
  /** Transfers of this transaction to the address; null: there is no such transaction. */
  movedTo(txHash: string, to: string): Promise<ChainTransfer[] | null>
}

const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
/** What public endpoints are known to allow; halved as often as one refuses. */
const WIDEST_BLOCKS = 9000n
const TIMEOUT_MS = 15_000

export function createTransferReader(options: { rpcUrl: string; chainId: number; asset: string; transport?: Transport }): TransferReader {
  const { rpcUrl, chainId, transport = http(rpcUrl, { timeout: TIMEOUT_MS, retryCount: 4 }) } = options
  const client = createPublicClient({ transport, cacheTime: 0 })
  const asset = options.asset as Address
  let known: number | null = null

  async function sureOfChain(): Promise<void> {
    known ??= await client.getChainId()
    if (known !== chainId) throw new Error(`the RPC answers for chain ${known}, not for ${chainId}`)
  }

  const timeOf = async (blockNumber: bigint) => Number((await client.getBlock({ blockNumber })).timestamp) * 1000

  async function transfersIn(payees: readonly string[], fromBlock: bigint, toBlock: bigint): Promise<ChainTransfer[]> {
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
      await sureOfChain()
      const { number, timestamp } = await client.getBlock({ blockTag: 'latest' })
      return { block: number, timeMs: Number(timestamp) * 1000 }
    },

    async blockAt(timeMs) {
      await sureOfChain()
      let [before, notBefore] = [-1n, (await client.getBlockNumber({ cacheTime: 0 })) + 1n]
      while (notBefore - before > 1n) {
        const middle = (before + notBefore) / 2n
        if ((await timeOf(middle)) < timeMs) before = middle
        else notBefore = middle
      }
      return notBefore
    },

    async *pages(payees, fromBlock, toBlock) {
      await sureOfChain()
      let wide = WIDEST_BLOCKS
      for (let from = fromBlock; from <= toBlock; ) {
        const to = from + wide - 1n < toBlock ? from + wide - 1n : toBlock
        const transfers = await transfersIn(payees, from, to).catch((error: unknown) => {
          if (to === from) throw error
          return null
        })
        if (transfers === null) {
          wide = (to - from + 1n) / 2n
          continue
        }
        yield { transfers, toBlock: to, untilMs: await timeOf(to) }
        from = to + 1n
      }
    },

    async movedTo(txHash, to) {
      await sureOfChain()
      const receipt = await client.getTransactionReceipt({ hash: txHash as Address }).catch((error: Error) => {
        if (error.name === 'TransactionReceiptNotFoundError') return null
        throw error
      })
      if (!receipt) return null
      const { blockNumber: block } = receipt
      return (await transfersIn([to], block, block)).filter((transfer) => transfer.txHash === txHash.toLowerCase())
    },
  }
}
