/**
 * The shortest way: the typed client over a `fetch` that pays.
 *
 *   UKINTEL_URL=http://127.0.0.1:4021 BUYER_PRIVATE_KEY=0x… node examples/fetch.ts
 *
 * In a project of your own import from 'ukintel' instead of '../src/client/index.ts'.
 */
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
import { createClient, deliverableOnly } from '../src/client/index.ts'

const wallet = privateKeyToAccount(process.env.BUYER_PRIVATE_KEY as `0x${string}`)
const payments = new x402Client().register('eip155:84532', new ExactEvmScheme(wallet))
// Never pay more than this for one call, whatever a server asks.
payments.setSpendControls({ maxAmountPerPayment: '$0.25' })

const client = createClient({
  baseUrl: process.env.UKINTEL_URL ?? 'http://127.0.0.1:4021',
  // Nothing is signed for what the service says it cannot deliver just now.
  fetch: wrapFetchWithPayment(deliverableOnly(fetch), payments),
})

const { answer: found, receipt } = await client.companySearch({ q: 'harbour lane' })
const [company] = found.result.results
console.log(`${found.result.total_matches} matches, paid ${found.cost.amount} ${found.cost.currency} in ${receipt?.transaction}`)

if (company) {
  const { answer } = await client.companyVerdict({ number: company.company_number })
  const { score, band, flags } = answer.verdict
  console.log(`${answer.result.name}: ${score} of 100, ${band}, ${flags.map((flag) => flag.code).join(', ') || 'no flags'}`)
}
