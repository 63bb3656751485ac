/** The bridge over standard input and output, as `ukintel mcp` and its separate package run it. */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { privateKeyToAccount } from 'viem/accounts'
import { isUntaken, rpcChain } from '../../client/src/chain.ts'
import { fileLog } from '../../client/src/journal-file.ts'
import type { SentPayment } from '../../client/src/pay.ts'
import { createPayments } from '../../client/src/payments.ts'
import { connectMcpBridge } from './bridge.ts'

export interface StdioBridgeOptions {
  /** Base address of the service. */
  url: string
  version: string
  /** Null: nothing is ever paid, paid tools return their terms. */
  privateKey: `0x${string}` | null
  perCallUsd: string
  /** Most that is paid in 24 hours, across restarts. */
  budgetUsd: string
  /** Folder of the journal of signatures. */
  directory: string
  /**
   * JSON-RPC of the chain, which shows whether an expired payment was taken; `null` if there is
   * none.
   */
  rpcUrl: string | null
  /** Lines for the user. */
  onNote: (line: string) => void
}

/**
 * Serves until its input ends or it is stopped. @throws Error if the directory cannot be used or
 * the service does not answer
 */
export async function serveStdioBridge(options: StdioBridgeOptions): Promise<void> {
  const { url, version, onNote, perCallUsd } = options
  const wallet = options.privateKey === null ? null : openWallet(options.privateKey, options)
  const bridge = await connectMcpBridge({ url, version, wallet, onNote })
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
  const connection = serveStdio(bridge.createServer)
  onNote(
    wallet
      ? `ukintel: paying as ${wallet.signer.address}, at most ${perCallUsd} USDC a call`
      : 'ukintel: no wallet, nothing is paid',
  )
  await ended
  await connection.close()
  await bridge.close()
}

/** A wallet that could not remember would pay twice, so one that cannot write pays nothing. */
function openWallet(
  privateKey: `0x${string}`,
  { directory, perCallUsd: maxUsd, budgetUsd: totalUsd, rpcUrl }: StdioBridgeOptions,
) {
  const signer = privateKeyToAccount(privateKey)
  const chain = rpcUrl === null ? null : rpcChain(rpcUrl)
  try {
    return {
      signer,
      maxUsd,
      payments: createPayments({ log: fileLog(directory, `mcp-${signer.address}`), totalUsd }),
      isUntaken: chain ? (payment: SentPayment) => isUntaken(chain, payment) : undefined,
    }
  } catch (error) {
    throw new Error(
      `BUYER_STATE_DIR "${directory}" cannot be used, so nothing is paid: ${(error as Error).message}`,
      { cause: error },
    )
  }
}
