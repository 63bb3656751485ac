/** What a funder gave, asked for by name. */
import { setTimeout as sleep } from 'node:timers/promises'
import { usd } from '../terminal.ts'
import { expectEqual, type Stage, type TourStep } from './stage.ts'

/** Of the synthetic registry, asked for by the name it had before. */
const FUNDER = `/v1/funders/${encodeURIComponent('Department for Example Transport')}`
const NAMESAKES = `/v1/funders/${encodeURIComponent('Hillside Foundation')}`

const PATIENCE_MS = 60_000

interface Dossier {
  funder: { name: string; ids: string[] }
  giving: { grants_made: number; total_awarded_gbp: number; typical_award_gbp: number; years: { first: number; last: number } }
  match_quality: string
  live_grants_now: { name: string; window: { closes: string | null } }[]
  recent_awards: { recipient: string; amount_gbp: number; award_date: string; licence: string }[]
  coverage: { datasets: unknown[] }
}

export function fundersTour(): TourStep[] {
  return [
    {
      title: 'Ask for a funder by a name that two of them bear',
      async run(stage) {
        await corpusIsRead(stage)
        const request = stage.request('GET', NAMESAKES)
        stage.show('GET', NAMESAKES)
        const answer = await stage.freeOfCharge('asking back', async () => {
          const paymentSignature = await stage.buyer.sign(await stage.quote(request), { maxUsd: '1' })
          return stage.buyer.send(request, paymentSignature)
        })
        expectEqual('the status', answer.status, 404)
        for (const { message } of (JSON.parse(answer.text) as { errors: { message: string }[] }).errors) stage.show('candidate', message)
      },
    },
    {
      title: "Buy one funder's giving history, by a former name",
      async run(stage) {
        const request = stage.request('GET', FUNDER)
        stage.show('GET', FUNDER)
        const { envelope } = await stage.buy(request, await stage.quote(request))
        const { funder, match_quality, giving, recent_awards, live_grants_now, coverage } = envelope.result as unknown as Dossier
        stage.show('funder', `${funder.name} (${funder.ids.join(', ')}), found by ${match_quality}`)
        stage.show(
          'gave',
          `${giving.grants_made} grants, ${pounds(giving.total_awarded_gbp)}, ${giving.years.first} to ${giving.years.last}`,
        )
        stage.show('typical', `${pounds(giving.typical_award_gbp)}, from ${coverage.datasets.length} published files`)
        const latest = recent_awards[0]
        if (!latest) throw new Error('the dossier names no recent award')
        stage.show('latest', `${latest.award_date} ${pounds(latest.amount_gbp)} to ${latest.recipient} (${latest.licence})`)
        for (const { name, window } of live_grants_now.slice(0, 2))
          stage.show('open now', `${name}, closes ${window.closes ?? 'without a date'}`)
      },
    },
  ]
}

/** The service reads the published files in the background from its start. */
async function corpusIsRead(stage: Stage): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  const health = new URL('/v1/health', stage.request('GET', FUNDER).url)
  for (;;) {
    const { upstreams } = (await (await fetch(health)).json()) as {
      upstreams: Record<string, { status: string; funders?: number; grants?: number }>
    }
    const corpus = upstreams.threesixty_giving
    if (corpus?.status === 'ok') return stage.show('corpus', `${corpus.grants} grants of ${corpus.funders} funders`)
    if (Date.now() > deadline) throw new Error(`the grant corpus is ${corpus?.status ?? 'missing'} after ${PATIENCE_MS / 1000} s`)
    await sleep(100)
  }
}

const pounds = (amount: number) => `£${usd(String(amount))}`
