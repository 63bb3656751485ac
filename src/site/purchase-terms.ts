import { listPaidOperations } from '../api/catalogue.ts'
import { PAGE_TERMS_ID, type PageTerms } from './browser/page-terms.ts'
import { PAGE_WALLET_SCRIPT } from './page-wallet.ts'
import type { Site } from './site.ts'

/**
 * Writes the terms of a page as a data block, which no browser runs; `offerPurchase` reads it.
 * @param id operation that the page sells
 */
export function pageTermsHtml(id: string, { catalogue, drawing, pageWallet }: Site): string {
  const { publicUrl, network, networkName, test, asset, assetName, payTo } = catalogue.payment
  const sold = listPaidOperations(catalogue).filter(({ operation }) => operation.id === id)
  const prices = sold.map(({ operation: { soldBy } }) => [
    id,
    { amount: catalogue.termsOf(id).requirements.amount, most: soldBy?.most ?? 1 },
  ])
  const terms: PageTerms = {
    publicUrl,
    network,
    networkName,
    test,
    asset,
    assetName,
    payTo,
    prices: Object.fromEntries(prices),
    drawing,
  }
  return `<script type="application/json" id="${PAGE_TERMS_ID}">${JSON.stringify(terms).replaceAll('<', '\\u003c')}</script>${pageWallet ? `<script type="module" src="${PAGE_WALLET_SCRIPT}"></script>` : ''}`
}
