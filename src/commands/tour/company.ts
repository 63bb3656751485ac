/** One purchase from the question to the answer, and what never costs anything. */
import { usd } from '../terminal.ts'
import {
  day,
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
/** A name as typed from memory. */
const MISTYPED = '/v1/company/search?q=bakrey+harbour+lane'
const ACCOUNTS = '/v1/company/99000001/accounts'
const REPLAY = '/v1/rules/accounts/replay'
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
    {
      title: 'Find a company by a name typed wrongly, which the register itself does not find',
      async run(stage) {
        await stage.waitUntilFilled(
          'the register’s monthly file',
          ({ upstreams: { companies_house_bulk: file } }) =>
            file?.companies
              ? `${file.companies} companies of the register’s file of ${day(file.as_of ?? null)}`
              : null,
        )
        const request = stage.request('GET', MISTYPED)
        stage.show('GET', MISTYPED)
        const quote = await stage.quote(request)
        const calls = () => stage.world.sources.companiesHouse.calls.length
        const before = calls()
        const { envelope } = await stage.buy(request, quote)
        expectEqual('calls to the register', calls(), before + 1)
        const { results } = envelope.result as unknown as {
          results: { name: string; company_number: string }[]
        }
        expectEqual('the company found', results[0]?.company_number, '99000001')
        stage.show('found', `${results[0]?.name} (${results[0]?.company_number})`)
        for (const { code, detail } of envelope.verdict.flags)
          stage.show('because', `${detail} (${code})`)
      },
    },
    {
      title: 'Buy the figures of filed accounts, and judge them again free of charge',
      async run(stage) {
        const { result, verdict } = await stage.purchase<FiledAccounts>('GET', ACCOUNTS)
        const { periods, evaluation } = result
        for (const { end, currency, figures } of periods)
          stage.show(end, `net assets ${figures.net_assets?.value} ${currency}`)
        stage.show('score', `${verdict.score} of 100, ${plain(verdict.band)}`)
        const { rules_version, evaluated_on: date, facts } = evaluation
        const replay = await stage.freeOfCharge('judging again', () =>
          stage.send(stage.request('POST', REPLAY, { rules_version, date, facts })),
        )
        if (replay.status !== 200) throw new Error(`judging again is HTTP ${replay.status}`)
        const judged = JSON.parse(replay.text) as { result: { score: number } }
        expectEqual('the score judged again', judged.result.score, verdict.score)
        stage.reportCheck('the same facts give the same score')
      },
    },
  ]
}

interface FiledAccounts {
  periods: {
    end: string
    currency: string
    figures: Record<string, { value: string | null }>
  }[]
  evaluation: { rules_version: string; evaluated_on: string; facts: object }
}
