/// <reference lib="dom" />
/** Wallets of the browser: found by EIP-6963, or the only `window.ethereum`; called by EIP-1193. */
import type { PageTerms } from './page-terms.ts'

type Hex = `0x${string}`

export interface Provider {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>
}

export interface Wallet {
  name: string
  /** Data URI; `null` for none, or for one that would be loaded from elsewhere. */
  icon: string | null
  provider: Provider
}

/** The wallet, or its user, did not do what a purchase needs. Nothing was signed. */
export class WalletError extends Error {
  override name = 'WalletError'
}

export type FindWallets = (onLater: () => unknown) => Wallet[]

/** Wallets announce themselves at any time: the last listener is called at each later one. */
export function createFindWallets(
  place: EventTarget & { ethereum?: Provider } = window,
): FindWallets {
  const announced = new Map<Provider, Wallet>()
  let onFound: () => unknown = () => {}

  place.addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = (
      event as CustomEvent<{ info?: Partial<Wallet>; provider?: Provider }>
    ).detail
    if (typeof provider?.request !== 'function') return
    const icon = String(info?.icon ?? '')
    announced.set(provider, {
      name: String(info?.name ?? 'Wallet').slice(0, 40),
      icon: icon.startsWith('data:image/') ? icon : null,
      provider,
    })
    onFound()
  })

  return (onLater) => {
    onFound = () => {}
    place.dispatchEvent(new Event('eip6963:requestProvider'))
    onFound = onLater
    if (announced.size > 0) return [...announced.values()]
    const { ethereum } = place
    return ethereum ? [{ name: 'your browser’s wallet', icon: null, provider: ethereum }] : []
  }
}

/** @throws WalletError */
export async function connect({ name, provider }: Wallet): Promise<Hex> {
  const accounts = await requestWallet(provider, 'eth_requestAccounts', [], name)
  const [account] = Array.isArray(accounts) ? accounts : []
  if (!/^0x[0-9a-f]{40}$/i.test(String(account)))
    throw new WalletError(`${name} is locked or shares no account. Unlock it and try again.`)
  return account as Hex
}

/** Makes the wallet use the network, which it may not know yet. @throws WalletError */
export async function useNetwork(wallet: Wallet, terms: PageTerms): Promise<void> {
  const { name, provider } = wallet
  const { network, networkName } = terms
  const chainId = toChainId(network)
  if (await isOn(provider, chainId)) return
  const next = `This answer is sold on ${networkName} only: choose that network in ${name} and try again.`
  try {
    await provider
      .request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
      .catch(async (error: unknown) => {
        if (!isUnknownChain(error)) throw error
        await provider.request({
          method: 'wallet_addEthereumChain',
          params: [chainParameters(chainId, networkName)],
        })
      })
  } catch (error) {
    throw new WalletError(
      isDeclined(error)
        ? `You declined the change of network. ${next}`
        : `${name} cannot use ${networkName}. ${next}`,
    )
  }
  if (!(await isOn(provider, chainId)))
    throw new WalletError(`${name} is on another network. ${next}`)
}

/** @throws WalletError if account or network are no longer those that were shown */
export async function stillAgrees(wallet: Wallet, account: Hex, terms: PageTerms): Promise<void> {
  const accounts = await requestWallet(wallet.provider, 'eth_accounts', [], wallet.name)
  const first = String(Array.isArray(accounts) ? accounts[0] : '')
  if (first.toLowerCase() !== account.toLowerCase())
    throw new WalletError(`${wallet.name} changed its account. Choose the wallet again.`)
  if (!(await isOn(wallet.provider, toChainId(terms.network))))
    throw new WalletError(`${wallet.name} changed its network. Choose the wallet again.`)
}

/** Returns the atomic balance of USDC; `null` if the wallet does not know it. */
export async function readBalance(
  { provider }: Wallet,
  account: Hex,
  { asset }: PageTerms,
): Promise<bigint | null> {
  const data = `0x70a08231${account.slice(2).padStart(64, '0')}`
  try {
    const params = [{ to: asset, data }, 'latest']
    return BigInt(String(await provider.request({ method: 'eth_call', params })))
  } catch {
    return null
  }
}

/** @throws WalletError in the words of the page */
async function requestWallet(
  provider: Provider,
  method: string,
  params: unknown[],
  name: string,
): Promise<unknown> {
  try {
    return await provider.request({ method, params })
  } catch (error) {
    throw toWalletError(error, name)
  }
}

export function toWalletError(error: unknown, name: string): Error {
  if (error instanceof WalletError) return error
  if (isDeclined(error))
    return new WalletError(`You declined in ${name}. Nothing was signed. Try again when you like.`)
  if (codeOf(error) === REQUEST_PENDING)
    return new WalletError(
      `${name} already waits for you. Open its window, unlock it, then try again.`,
    )
  const errorText = String((error as Error | null)?.message ?? error).slice(0, 200)
  return new WalletError(
    `${name} failed: ${errorText}. Nothing was signed. Try again or use another wallet.`,
  )
}

const REQUEST_PENDING = -32002
const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code
const isDeclined = (error: unknown) => codeOf(error) === 4001

function isUnknownChain(error: unknown): boolean {
  const { data } = (error ?? {}) as { data?: { originalError?: unknown } }
  return codeOf(error) === 4902 || codeOf(data?.originalError) === 4902
}

const toChainId = (network: string): Hex => `0x${Number(network.split(':')[1]).toString(16)}`

async function isOn(provider: Provider, chainId: Hex): Promise<boolean> {
  const current = await provider.request({ method: 'eth_chainId' }).catch(() => null)
  return Number(current) === Number(chainId)
}

const PUBLIC_NODES: Readonly<Record<Hex, string>> = {
  '0x2105': 'https://mainnet.base.org',
  '0x14a34': 'https://sepolia.base.org',
}

function chainParameters(chainId: Hex, chainName: string): object {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  return { chainId, chainName, nativeCurrency, rpcUrls: [PUBLIC_NODES[chainId]] }
}
