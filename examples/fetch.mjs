/**
 * The shortest way: a `fetch` that pays.
 *
 *   UKINTEL_URL=http://127.0.0.1:4021 BUYER_PRIVATE_KEY=0x… node examples/fetch.mjs
 */
import { decodePaymentResponseHeader, wrapFetchWithPayment } from '@x402/fetch'
import { payments, service } from './wallet.mjs'

const pay = wrapFetchWithPayment(fetch, payments)

const search = await pay(`${service}/v1/company/search?q=harbour+lane`)
const found = await search.json()
const { transaction } = decodePaymentResponseHeader(search.headers.get('payment-response'))
console.log(
  `${found.result.total_matches} matches, paid ${found.cost.amount} ${found.cost.currency} in ${transaction}`,
)

const [company] = found.result.results
if (company) {
  const answer = await (await pay(`${service}/v1/company/${company.company_number}/verdict`)).json()
  const { score, band, flags } = answer.verdict
  console.log(
    `${answer.result.name}: ${score} of 100, ${band}, ${flags.map((flag) => flag.code).join(', ') || 'no flags'}`,
  )
}
