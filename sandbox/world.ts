/**
 * A whole world on loopback: synthetic sources, a chain with USDC, a facilitator, a funded buyer.
 * The real service is started in it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { arch, platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLifecycle } from '../src/platform/lifecycle.ts'
import { anvilBinary } from './chain/anvil.ts'
import { type LocalChain, startLocalChain } from './chain/local-chain.ts'
import { SANDBOX_NETWORK } from './chain/usdc.ts'
import { startFacilitator } from './facilitator/facilitator.ts'
import { startMemoryFacilitator } from './facilitator/memory-facilitator.ts'
import type { SandboxFacilitator } from './facilitator/server.ts'
import { writeSandboxSeeds } from './grant-listing/seeds.ts'
import { type Sources, startSources } from './sources.ts'
import { sandboxWallet, type Wallet } from './wallets.ts'

export interface World {
  /**
   * With this the real service is started: the same code path as production, the same
   * configuration.
   */
  readonly environment: Readonly<Record<string, string>>
  readonly buyer: Wallet
  readonly seller: Wallet
  readonly money: Money
  readonly facilitator: SandboxFacilitator
  readonly sources: Sources
  /** Companies of the synthetic register for the free sample: the usual ones are not on it. */
  readonly previewNumbers: readonly string[]
  close(): Promise<void>
}

/** Contract and holder of the USDC. */
export interface Money {
  /** Null where the platform has no chain program: balances are then kept in memory. */
  readonly chain: LocalChain | null
  /** One line for people. */
  readonly description: string
  /** Atomic. */
  balance(address: `0x${string}`): Promise<bigint>
}

const BUYER_FUNDS_ATOMIC = 100_000_000n

export interface WorldOptions {
  host?: string
  port: number
  /** Log level of the service. */
  logLevel: string
  /** Balances in memory even where there is a chain program. */
  inMemory?: boolean
}

export async function startWorld(options: WorldOptions): Promise<World> {
  const lifecycle = createLifecycle()
  try {
    const buyer = sandboxWallet('buyer')
    const seller = sandboxWallet('seller')
    const dataDir = mkdtempSync(join(tmpdir(), 'ukintel-sandbox-'))
    lifecycle.onStop('data', () => rmSync(dataDir, { recursive: true, force: true }))
    const [sources, { money, facilitator }] = await settled([
      startSources(lifecycle),
      startMoney(buyer, lifecycle, options.inMemory ?? false),
    ])
    writeSandboxSeeds(sources.grantListing, dataDir)
    return {
      environment: {
        ...sources.environment,
        HOST: options.host ?? '127.0.0.1',
        PORT: String(options.port),
        DATA_DIR: dataDir,
        X402_NETWORK: SANDBOX_NETWORK,
        X402_PAY_TO: seller.address,
        X402_FACILITATOR_URL: facilitator.url,
        ...(money.chain ? { X402_RPC_URL: money.chain.url } : {}),
        CONTACT_EMAIL: 'sandbox@example.org',
        LOG_LEVEL: options.logLevel,
      },
      buyer,
      seller,
      money,
      facilitator,
      sources,
      previewNumbers: ['99000001', '99000003'],
      close: () => lifecycle.stop(),
    }
  } catch (error) {
    await lifecycle.stop()
    throw error
  }
}

/**
 * Like Promise.all, but waits for the others when one fails, so that all that was started is known
 * and can be stopped.
 */
async function settled<A, B>(work: [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}

type Lifecycle = ReturnType<typeof createLifecycle>

async function startMoney(
  buyer: Wallet,
  lifecycle: Lifecycle,
  inMemory: boolean,
): Promise<{ money: Money; facilitator: SandboxFacilitator }> {
  const binary = inMemory ? null : anvilBinary()
  if (binary === null) {
    const facilitator = await startMemoryFacilitator()
    lifecycle.onStop('facilitator', () => facilitator.close())
    facilitator.ledger.mint(buyer.address, BUYER_FUNDS_ATOMIC)
    const reason = inMemory
      ? 'as requested'
      : `there is no chain program for ${platform()}-${arch()}`
    const description = `balances in memory (${reason}); signatures and rules are real`
    return {
      facilitator,
      money: {
        chain: null,
        description,
        balance: async (address) => facilitator.ledger.balance(address),
      },
    }
  }
  const chain = await startLocalChain(binary)
  lifecycle.onStop('chain', () => chain.close())
  await chain.mint(buyer.address, BUYER_FUNDS_ATOMIC)
  const facilitator = await startFacilitator(chain)
  lifecycle.onStop('facilitator', () => facilitator.close())
  return {
    facilitator,
    money: {
      chain,
      description: `a local chain that calls itself Base Sepolia (${chain.url})`,
      balance: chain.balance,
    },
  }
}
