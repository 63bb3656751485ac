/**
 * A wallet in the pages of a test: it speaks EIP-1193, signs for real, and misbehaves as a test
 * sets it.
 */
import { randomBytes } from 'node:crypto'
import type { BrowserContext } from 'playwright-core'
import { decodeFunctionData, type Hex, toHex } from 'viem'
import { SANDBOX_CHAIN_ID, usdcAbi } from '../../sandbox/chain/usdc.ts'
import { sandboxWallet, type Wallet } from '../../sandbox/wallets.ts'
import type { World } from '../../sandbox/world.ts'

type Answer = (...params: never[]) => unknown

export interface PageWallet {
  readonly wallet: Wallet
  /** Replaces its answers by method. */
  answers: Record<string, Answer>
  /** Methods that were called, in order. */
  readonly calls: { method: string; params: unknown[] }[]
  signatures(): number
}

/** Report of a wallet to a page. */
export function walletFault(code: number, message = 'as told'): Error {
  return Object.assign(new Error(message), { code })
}

let minting = Promise.resolve()

/** One after the other: the chain numbers the mints of its one account. */
async function mint({ money }: World, { address }: Wallet, atomic: bigint): Promise<void> {
  minting = minting.then(() => money.chain!.mint(address, atomic))
  await minting
}

export async function pageWallet(world: World, atomic: bigint): Promise<PageWallet> {
  const made = createPageWallet(world.money.balance)
  if (atomic > 0n) await mint(world, made.wallet, atomic)
  return made
}

/** A new wallet without money, which answers as it should. */
export function createPageWallet(balance: (address: Hex) => bigint | Promise<bigint>): PageWallet {
  const wallet = sandboxWallet(randomBytes(8).toString('hex'))
  const calls: PageWallet['calls'] = []
  return {
    wallet,
    calls,
    signatures: () => calls.filter(({ method }) => method === 'eth_signTypedData_v4').length,
    answers: {
      eth_requestAccounts: () => [wallet.address],
      eth_accounts: () => [wallet.address],
      eth_chainId: () => toHex(SANDBOX_CHAIN_ID),
      async eth_call({ data }: { data: Hex }) {
        const { args } = decodeFunctionData({ abi: usdcAbi, data })
        return toHex(await balance(args![0] as Hex), { size: 32 })
      },
      eth_signTypedData_v4: (_: Hex, data: string) =>
        wallet.account.signTypedData(JSON.parse(data)),
    } as Record<string, Answer>,
  }
}

/** Answers a call of a page. @throws what the wallet reports */
export async function askWallet(
  { answers, calls }: PageWallet,
  method: string,
  params: unknown[],
): Promise<unknown> {
  calls.push({ method, params })
  const answer = answers[method]
  if (!answer) throw walletFault(4200, `no ${method}`)
  return await answer(...(params as never[]))
}

/**
 * `eip6963`: announced; `lone`: as `window.ethereum`; `late`: announced by `announceLate()` only.
 */
export type Manner = 'eip6963' | 'lone' | 'late'

/** Puts the wallet into each page of the context, and hides the wallet of the sandbox there. */
export async function install(
  context: BrowserContext,
  wallet: PageWallet,
  manner: Manner,
): Promise<void> {
  await context.exposeBinding(
    'askWallet',
    async (_, method: string, params: unknown[]): Promise<object> => {
      try {
        return { result: await askWallet(wallet, method, params) }
      } catch (error) {
        const { code, message } = error as { code?: number; message: string }
        return { error: { code, message } }
      }
    },
  )
  await context.addInitScript(`{
    const provider = {
      async request({ method, params = [] }) {
        const { result, error } = await askWallet(method, params)
        if (error) throw Object.assign(new Error(error.message), { code: error.code })
        return result
      },
    }
    const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', {
      detail: { info: { uuid: '1', name: 'Test wallet', icon: 'https://example.org/icon.png', rdns: 'example.test' }, provider },
    }))
    addEventListener('eip6963:announceProvider', (event) => {
      if (event.detail.info.name === 'Sandbox wallet') event.stopImmediatePropagation()
    })
    if (${JSON.stringify(manner)} === 'lone') window.ethereum = provider
    else if (${JSON.stringify(manner)} === 'late') window.announceLate = announce
    else addEventListener('eip6963:requestProvider', announce)
  }`)
}
