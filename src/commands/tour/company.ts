/** One purchase from the question to the answer, and what never costs anything. */
import { usd } from '../terminal.ts'
import {
  expectEqual,
  networkName,
  type Purchase,
  plain,
  receiptOf,
  type TourStep,
} from './tour-services.ts'

/** Company of the synthetic register. */
const COMPANY = '/v1/company/99000020/verdict'
const ANOTHER_COMPANY = '/v1/company/99000001/verdict'
const UNKNOWN_COMPANY = '/v1/company/99999999/verdict'

export function companyTour(): TourStep[] {
  let purchase: Purchase | null = null
  return [
    {
      title: 'Ask what a verdict on a company costs',
      async run(stage) {
        stage.show('GET', COMPANY)
        const quote = await stage.freeOfCharge('asking', () =>
          stage.quote(stage.request('GET', COMPANY)),
        )
        stage.show('price', `${usd(quote.amountUsd)} USDC on ${networkName(quote.network)}`)
        stage.show(
          'to be paid',
          `to ${quote.payTo}, exactly this much, within ${quote.validForSeconds} s of signing`,
        )
      },
    },
    {
      title: 'Pay, and get the verdict',
      async run(stage) {
        const request = stage.request('GET', COMPANY)
        purchase = await stage.buy(request, await stage.quote(request))
        const { result, verdict, confidence } = purchase.envelope
        if (typeof verdict.score !== 'number')
          throw new Error(`the verdict has no score: ${JSON.stringify(verdict)}`)
        stage.show('company', `${result?.name} (${result?.company_number})`)
        stage.show(
          'verdict',
          `${verdict.score} of 100, ${plain(verdict.band)}; confidence in it is ${confidence}`,
        )
        for (const flag of verdict.flags) stage.show('because', `${flag.detail} (${flag.code})`)
      },
    },
    {
      title: 'Lose the answer, and send the same payment again',
      async run(stage) {
        const { paymentSignature, answer } = purchase!
        const again = await stage.freeOfCharge('asking again', () =>
          stage.send(stage.request('GET', COMPANY), paymentSignature),
        )
        expectEqual('the status', again.status, 200)
        expectEqual('the repeated answer', again.text, answer.text)
        expectEqual(
          'the transaction',
          receiptOf(again)?.transaction,
          receiptOf(answer)?.transaction,
        )
        stage.reportCheck('the same answer, byte for byte, and the same transaction')
      },
    },
    {
      title: 'Pay while the facilitator moves the money, then breaks down before it can say so',
      needsChain: true,
      async run(stage) {
        const request = stage.request('GET', ANOTHER_COMPANY)
        stage.show('GET', ANOTHER_COMPANY)
        const quote = await stage.quote(request)
        stage.world.facilitator.faults.next('settle', { kind: 'reset', when: 'after' })
        const { envelope } = await stage.buy(request, quote)
        stage.show('company', `${envelope.result?.name}, ${envelope.verdict.score} of 100`)
        stage.reportCheck('the service found the transfer on the chain by itself and delivered')
      },
    },
    {
      title: 'Pay for a company that does not exist',
      async run(stage) {
        const { detail } = await stage.checkRefused<{ detail: string }>(
          'asking for what is not there',
          UNKNOWN_COMPANY,
        )
        stage.show('refused', detail)
      },
    },
  ]
}
