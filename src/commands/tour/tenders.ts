/** From a search over live tenders to the dossier of one, and a supplier's best chances. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage, TourStep } from './stage.ts'

const SEARCH = '/v1/tenders/search?q=grounds+maintenance&region=scotland&stage=tender'
const FIT = '/v1/tenders/fit-score'
const SUPPLIER = {
  keywords: ['grounds maintenance', 'grass cutting'],
  cpv: ['773'],
  regions: ['scotland', 'north-east'],
  value_max: 700_000,
  certifications: ['ISO 14001'],
  sme: true,
}

const PATIENCE_MS = 60_000

interface Brief {
  ocid: string
  title: string
  buyer: string
  deadline: string | null
  days_remaining: number | null
}
interface Search {
  total_matched: number
  notices: Brief[]
  excluded: Record<string, number>
}
interface Dossier extends Brief {
  lots: unknown[]
  submission_url: string | null
  timeline: { working_days_remaining: number | null; calendar: string }
}
interface Scores {
  considered: number
  matches: (Brief & { fit: { score: number; band: string; factors: Record<string, number> }; emphasise: string | null })[]
}

export function tendersTour(): TourStep[] {
  let found: Brief | null = null
  return [
    {
      title: 'Search the live tenders of both portals',
      async run(stage) {
        await indexIsFilled(stage)
        const request = stage.request('GET', SEARCH)
        stage.show('GET', SEARCH)
        const { envelope } = await stage.buy(request, await stage.quote(request))
        const { total_matched, notices, excluded } = envelope.result as unknown as Search
        found = notices[0] ?? null
        if (!found) throw new Error('the search found nothing')
        stage.show('matched', `${total_matched}, not judged by a filter: ${JSON.stringify(excluded)}`)
        for (const notice of notices.slice(0, 3)) stage.show('', `${notice.title}, ${notice.buyer}, ${notice.days_remaining} days left`)
      },
    },
    {
      title: 'Open the dossier of the first',
      async run(stage) {
        const path = `/v1/tenders/${found!.ocid}/brief`
        const request = stage.request('GET', path)
        stage.show('GET', path)
        const { envelope } = await stage.buy(request, await stage.quote(request))
        const dossier = envelope.result as unknown as Dossier
        stage.show(
          'deadline',
          `${dossier.deadline}, ${dossier.timeline.working_days_remaining} working days (${dossier.timeline.calendar})`,
        )
        stage.show('lots', String(dossier.lots.length))
        stage.show('bid at', dossier.submission_url ?? 'not stated')
      },
    },
    {
      title: 'Score every live tender for one supplier',
      async run(stage) {
        const request = stage.request('POST', FIT, SUPPLIER)
        stage.show('POST', FIT)
        const { envelope } = await stage.buy(request, await stage.quote(request))
        const { considered, matches } = envelope.result as unknown as Scores
        stage.show('considered', String(considered))
        for (const { title, buyer, fit } of matches.slice(0, 3)) {
          const { relevance, value_fit, geography, timeline, buyer_history } = fit.factors
          stage.show(
            `${fit.score} ${fit.band}`,
            `${title}, ${buyer} (${relevance} + ${value_fit} + ${geography} + ${timeline} + ${buyer_history})`,
          )
        }
        stage.show('emphasise', matches[0]?.emphasise ?? 'nothing')
      },
    },
  ]
}

/** The service reads both portals in the background from its start. */
async function indexIsFilled(stage: Stage): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  const health = new URL('/v1/health', stage.request('GET', SEARCH).url)
  for (;;) {
    const { upstreams, warnings } = (await (await fetch(health)).json()) as {
      upstreams: Record<string, { live?: number }>
      warnings: string[]
    }
    const live = upstreams.tender_index?.live ?? 0
    const filling = warnings.some((warning) => /^(Find a Tender|Contracts Finder): /.test(warning))
    if (live > 0 && !filling) return stage.show('index', `${live} live notices`)
    if (Date.now() > deadline) throw new Error(`the tender index holds ${live} live notices after ${PATIENCE_MS / 1000} s`)
    await sleep(100)
  }
}
