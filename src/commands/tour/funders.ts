/** Tour step: the awards of a funder, by name. */
import { day, type TourStep } from './tour-services.ts'

/** Funder of the synthetic registry, by its former name. */
const FUNDER = `/v1/funders/${encodeURIComponent('Department for Example Transport')}`
const NAMESAKES = `/v1/funders/${encodeURIComponent('Hillside Foundation')}`

const FOUND_BY: Readonly<Record<string, string>> = {
  exact_id: 'its number',
  exact_name: 'its name',
  slug: 'its name',
  alias: 'a former or other name',
  fuzzy: 'a name much like it',
}

interface Dossier {
  funder: { name: string; ids: string[] }
  giving: {
    grants_made: number
    total_awarded_gbp: number
    typical_award_gbp: number
    years: { first: number; last: number }
  }
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
        await stage.waitUntilFilled(
          'the published grants',
          ({ upstreams: { threesixty_giving: corpus } }) =>
            corpus?.status === 'ok'
              ? `${corpus.grants} grants made by ${corpus.funders} funders`
              : null,
        )
        const { errors } = await stage.checkRefused<{ errors: { message: string }[] }>(
          'a repeated question',
          NAMESAKES,
        )
        for (const { message } of errors) stage.show('is it', message)
      },
    },
    {
      title: "Buy one funder's giving history, by a former name",
      async run(stage) {
        const { result } = await stage.purchase<Dossier>('GET', FUNDER)
        const { funder, match_quality, giving, recent_awards, live_grants_now, coverage } = result
        stage.show(
          'funder',
          `${funder.name} (${funder.ids.join(', ')}), found by ${FOUND_BY[match_quality] ?? match_quality}`,
        )
        stage.show(
          'gave',
          `${giving.grants_made} grants, ${pounds(giving.total_awarded_gbp)}, ${giving.years.first} to ${giving.years.last}`,
        )
        stage.show(
          'typical',
          `${pounds(giving.typical_award_gbp)}, from ${coverage.datasets.length} published files`,
        )
        const latest = recent_awards[0]
        if (!latest) throw new Error('the dossier names no recent award')
        stage.show(
          'latest',
          `${pounds(latest.amount_gbp)} to ${latest.recipient}, ${day(latest.award_date)} (published under ${latest.licence})`,
        )
        for (const { name, window } of live_grants_now.slice(0, 2))
          stage.show(
            'open now',
            `${name}, closes ${window.closes === null ? 'without a date' : day(window.closes)}`,
          )
      },
    },
  ]
}

const pounds = (amount: number) =>
  `£${amount.toLocaleString('en-GB', { maximumFractionDigits: 2 })}`
