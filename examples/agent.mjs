/**
 * An agent with a budget: it reads the price before it decides, pays once per question, and treats every error by its code.
 *
 *   UKINTEL_URL=http://127.0.0.1:4021 BUYER_PRIVATE_KEY=0x… node examples/agent.mjs
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import { payments, service } from './wallet.mjs'

/** In atomic units of USDC, a millionth each. */
let budget = 150_000
const MAX_TRIES = 8

/** Null when there is no answer to be had for what is left; the reason has been told. */
async function ask(path) {
  const asked = await fetch(`${service}${path}`)
  if (asked.status !== 402) return await unpaidAnswer(path, asked)
  const terms = decodePaymentRequiredHeader(asked.headers.get('payment-required') ?? '')
  const price = Number(terms.accepts[0]?.amount)
  if (price > budget) {
    console.log(
      `${path}: costs ${price / 1_000_000} USDC, only ${budget / 1_000_000} left, not bought`,
    )
    return null
  }
  // Signed once. Every repetition sends this payment again, so that the question is paid once at most.
  const signature = encodePaymentSignatureHeader(await payments.createPaymentPayload(terms))
  budget -= price
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const response = await fetch(`${service}${path}`, {
      headers: { 'payment-signature': signature },
    })
    if (response.ok) {
      console.log(`${path}: bought for ${price / 1_000_000} USDC, ${budget / 1_000_000} left`)
      return await response.json()
    }
    if (response.status === 402) {
      // The payment was not taken: expired, or the wallet is empty. Nothing was charged.
      budget += price
      console.log(`${path}: payment not taken (${(await response.json()).error})`)
      return null
    }
    const problem = await response.json()
    switch (problem.code) {
      case 'PAYMENT_IN_FLIGHT':
      case 'SETTLEMENT_UNKNOWN':
      case 'FACILITATOR_UNAVAILABLE':
      case 'STORE_UNAVAILABLE':
      case 'UPSTREAM_UNAVAILABLE':
      case 'SHUTTING_DOWN':
      case 'RATE_LIMITED':
      case 'INTERNAL': {
        const seconds = Number(response.headers.get('retry-after') ?? 1)
        console.log(`${path}: ${problem.code}, the same payment again in ${seconds} s`)
        await sleep(seconds * 1000)
        continue
      }
      case 'SUBJECT_NOT_FOUND':
      case 'FUNDER_AMBIGUOUS':
      case 'UPSTREAM_NOT_CONFIGURED':
      case 'VALIDATION':
      case 'CRITERIA_REQUIRED':
      case 'COMPANY_NUMBER_INVALID':
        // Not charged: the money is still ours. What to do instead stands in the hint.
        budget += price
        console.log(`${path}: ${problem.code}: ${problem.detail} ${problem.hint ?? ''}`)
        return null
      default:
        budget += problem.charged === false ? price : 0
        throw new Error(`${path}: ${problem.code}: ${problem.detail}`)
    }
  }
  console.log(
    `${path}: no answer after ${MAX_TRIES} tries; the payment may be sent again until it expires`,
  )
  return null
}

async function unpaidAnswer(path, response) {
  if (response.ok) return await response.json()
  const { code, detail, hint } = await response.json()
  console.log(`${path}: ${code}: ${detail} ${hint ?? ''}`)
  return null
}

const found = await ask('/v1/company/search?q=harbour&limit=1')
const [company] = found?.result.results ?? []
if (company) {
  const judged = await ask(`/v1/company/${company.company_number}/verdict`)
  if (judged) console.log(`${company.name}: ${judged.verdict.score} of 100, ${judged.verdict.band}`)
}
await ask('/v1/company/99999999')
await ask('/v1/company/12')
await ask('/v1/tenders/search?q=catering')
console.log(`${(150_000 - budget) / 1_000_000} USDC spent`)
