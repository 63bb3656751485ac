import type { PaymentTerms } from '../../../packages/client/src/generated/operations.ts'
import type { PageTerms } from './page-terms.ts'

/** Longest validity of a signature. */
const MAX_TIMEOUT_S = 300
/** Longer addresses are quoted without their query, and no longer than this. */
const MAX_RESOURCE_URL = 140

/** Names the first term that is not as the page states it; `null` if all are. */
export function findDifference(
  { accepts, resource }: PaymentTerms,
  page: PageTerms,
  operationId: string,
  target: string,
): string | null {
  const [terms] = accepts
  const price = page.prices[operationId]
  if (!terms || !price || accepts.length !== 1 || terms.scheme !== 'exact') return 'kind of payment'
  const { extra } = terms
  const isSame = (a: unknown, b: string) => String(a).toLowerCase() === b.toLowerCase()
  if (terms.network !== page.network) return 'network'
  if (!isSame(terms.asset, page.asset) || extra.name !== page.assetName || extra.version !== '2')
    return 'token'
  if (extra.assetTransferMethod !== undefined && extra.assetTransferMethod !== 'eip3009')
    return 'way of payment'
  if (!isSame(terms.payTo, page.payTo)) return 'recipient'
  const isUnits =
    /^\d{1,18}$/.test(terms.amount) && Number(terms.amount) % Number(price.amount) === 0
  const units = Number(terms.amount) / Number(price.amount)
  if (!isUnits || units < 1 || units > price.most) return 'amount'
  if (!(terms.maxTimeoutSeconds > 0 && terms.maxTimeoutSeconds <= MAX_TIMEOUT_S)) return 'expiry'
  const url = `${page.publicUrl}${target}`
  const quoted =
    url.length <= MAX_RESOURCE_URL ? url : url.split('?', 1)[0]!.slice(0, MAX_RESOURCE_URL)
  return resource.url === quoted ? null : 'address'
}
