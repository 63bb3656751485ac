/** One purchase from the question to the answer, and what never costs anything. */
import { usd } from '../terminal.ts'
import { expectEqual, type Purchase, type TourStep } from './stage.ts'

/** Of the synthetic register. */
const COMPANY = '/v1/company/99000020/verdict'
const ANOTHER_COMPANY = '/v1/company/99000001/verdict'
const UNKNOWN_COMPANY = '/v1/company/99999999/verdict'

export function companyTour(): TourStep[] {
  let purchase: Purchase | null = null
  return [
    {
      title: 'Ask for a company verdict without paying',
      async run(stage) {
        stage.show('GET', COMPANY)
        const quote = await stage.freeOfCharge('asking', () => stage.quote(stage.request('GET', COMPANY)))
        stage.show('402', `${usd(quote.amountUsd)} USDC on ${quote.network}`)
        stage.show('pay to', quote.payTo)
        stage.show('terms', `scheme exact, to be settled within ${quote.validForSeconds} s of signing`)
      },
    },
    {
      title: 'Pay, and get the verdict',
      async run(stage) {
        const request = stage.request('GET', COMPANY)
        purchase = await stage.buy(request, await stage.quote(request))
        const { result, verdict, confidence } = purchase.envelope
        if (typeof verdict.score !== 'number') throw new Error(`the verdict has no score: ${JSON.stringify(verdict)}`)
        stage.show('company', `${result?.name} (${result?.company_number})`)
        stage.show('verdict', `${verdict.score} of 100, ${verdict.band}, confidence ${confidence}`)
        for (const flag of verdict.flags) stage.show('', `${flag.code}: ${flag.detail}`)
      },
    },
    {
      title: 'Lose the answer, and send the same payment again',
      async run(stage) {
        const { paymentSignature, answer } = purchase!
        const again = await stage.freeOfCharge('the repetition', () => stage.buyer.send(stage.request('GET', COMPANY), paymentSignature))
        expectEqual('the status', again.status, 200)
        expectEqual('the repeated answer', again.text, answer.text)
        expectEqual('the transaction', again.receipt?.transaction, answer.receipt?.transaction)
        stage.checked('the same answer, byte for byte, and the same transaction')
      },
    },
    {
      title: 'Pay while the facilitator moves the money and breaks down before it can say so',
      needsChain: true,
      async run(stage) {
        const request = stage.request('GET', ANOTHER_COMPANY)
        stage.show('GET', ANOTHER_COMPANY)
        const quote = await stage.quote(request)
        stage.world.facilitator.faults.next('settle', { kind: 'reset', when: 'after' })
        const { envelope } = await stage.buy(request, quote)
        stage.show('company', `${envelope.result?.name}, ${envelope.verdict.score} of 100`)
        stage.checked('the service found the transfer on the chain by itself and delivered')
      },
    },
    {
      title: 'Pay for a company that does not exist',
      async run(stage) {
        const request = stage.request('GET', UNKNOWN_COMPANY)
        stage.show('GET', UNKNOWN_COMPANY)
        const answer = await stage.freeOfCharge('a 404', async () => {
          const paymentSignature = await stage.buyer.sign(await stage.quote(request), { maxUsd: '1' })
          return stage.buyer.send(request, paymentSignature)
        })
        expectEqual('the status', answer.status, 404)
        stage.show('404', String((JSON.parse(answer.text) as { detail: string }).detail))
      },
    },
  ]
}
