/// <reference lib="dom" />
/**
 * What a visitor without a wallet can do: open the page in a wallet's own browser, and get USDC.
 */
import { escapeHtml } from '../escape.ts'
import type { PageTerms } from './page-terms.ts'

/**
 * Addresses that open a page in the browser of a wallet, by their vendors' documentation, read on
 * 28 November 2026: docs.metamask.io (metamask-connect, use-deeplinks: the address without its
 * scheme), docs.cdp.coinbase.com (coinbase-wallet, mobile-dapp-integration),
 * developer.trustwallet.com (deeplinking).
 */
const IN_WALLET: readonly (readonly [name: string, address: (url: URL) => string])[] = [
  [
    'MetaMask',
    ({ host, pathname, search }) => `https://link.metamask.io/dapp/${host}${pathname}${search}`,
  ],
  ['Coinbase Wallet', ({ href }) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(href)}`],
  [
    'Trust Wallet',
    ({ href }) =>
      `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(href)}`,
  ],
]

export function noWalletHtml(page: PageTerms, price: string): string {
  const here = new URL(location.href)
  const links = IN_WALLET.map(
    ([name, address]) =>
      `<a class="button quiet" href="${escapeHtml(address(here))}" rel="noreferrer">Open in ${name}</a>`,
  )
  const source = page.test
    ? `On ${escapeHtml(page.networkName)} it is test money without value: <a href="https://faucet.circle.com" rel="noreferrer">faucet.circle.com</a> gives it away.`
    : `Buy it in the wallet or at an exchange, and have it sent on ${escapeHtml(page.networkName)}. ${price} USDC are enough; nothing else is needed for fees.`
  return `<p>This browser has no wallet. This page needs no account and no key.</p>
<p><b>On a phone:</b> open this page in the browser of a wallet app.</p>
<p class="actions">${links.join('\n')}</p>
<p><b>On a computer:</b> install a wallet extension such as MetaMask, Rabby or Coinbase Wallet, then look again.</p>
<p><b>USDC</b> is a digital dollar, issued by Circle: one is worth one US dollar. ${source}</p>`
}
