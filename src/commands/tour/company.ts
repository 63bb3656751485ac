/** One purchase from the question to the answer, and what never costs anything. */
import { setTimeout as sleep } from 'node:timers/promises'
import { usd } from '../terminal.ts'
import { expectEqual, type Purchase, type Stage, type TourStep } from './stage.ts'

/** Of the synthetic register. */
const COMPANY = '/v1/company/99000020/verdict'
const ANOTHER_COMPANY = '/v1/company/99000001/verdict'
/** As somebody types who heard the name once. */
const MISTYPED = '/v1/company/search?q=bakrey+harbour+lane'
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
    {
      title: 'Find a company by a name typed wrongly, without a call to the register',
      async run(stage) {
        await mirrorIsRead(stage)
        const request = stage.request('GET', MISTYPED)
        stage.show('GET', MISTYPED)
        const quote = await stage.quote(request)
        const calls = () => stage.world.sources.companiesHouse.calls.length
        const before = calls()
        const { envelope } = await stage.buy(request, quote)
        expectEqual('calls to the register', calls(), before)
        const { results } = envelope.result as unknown as { results: { name: string; company_number: string }[] }
        expectEqual('the company found', results[0]?.company_number, '99000001')
        stage.show('found', `${results[0]?.name} (${results[0]?.company_number})`)
        for (const { code, detail } of envelope.verdict.flags) stage.show('', `${code}: ${detail}`)
      },
    },
  ]
}

const PATIENCE_MS = 60_000

/** The monthly file is read in the background. */
async function mirrorIsRead(stage: Stage): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  const health = new URL('/v1/health', stage.request('GET', MISTYPED).url)
  for (;;) {
    const { upstreams } = (await (await fetch(health)).json()) as { upstreams: Record<string, { companies?: number; as_of?: string }> }
    const { companies = 0, as_of } = upstreams.companies_house_bulk ?? {}
    if (companies > 0) return stage.show('mirror', `${companies} companies of the register’s file of ${as_of}`)
    if (Date.now() > deadline) throw new Error(`the register’s monthly file is not read after ${PATIENCE_MS / 1000} s`)
    await sleep(100)
  }
}
