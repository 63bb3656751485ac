/** From a search over live tenders to the dossier of one, and a supplier's best chances. */
import { addMonths, londonDate } from '../../platform/london.ts'
import { day, plain, type TourStep } from './tour-services.ts'

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
interface Contracts {
  contracts: { title: string; buyer: string; suppliers: { name: string }[]; ends: string }[]
}
interface Dossier extends Brief {
  lots: unknown[]
  submission_url: string | null
  timeline: { working_days_remaining: number | null; calendar: string }
}
interface Scores {
  considered: number
  matches: (Brief & {
    fit: { score: number; band: string; factors: Record<string, number> }
    emphasise: string | null
  })[]
}

export function tendersTour(): TourStep[] {
  let found: Brief | null = null
  return [
    {
      title: 'Search the live tenders of both portals',
      async run(stage) {
        await stage.waitUntilFilled('the portals', ({ upstreams: { tender_index: index } }) => {
          const live = index?.live ?? 0
          return live > 0 && index?.whole === true ? `${live} open tenders` : null
        })
        const { result } = await stage.purchase<Search>('GET', SEARCH)
        const { total_matched, notices, excluded } = result
        found = notices[0] ?? null
        if (!found) throw new Error('the search found nothing')
        stage.show('found', `${total_matched}${describeLeftOut(excluded)}`)
        for (const notice of notices.slice(0, 3))
          stage.show('', `${notice.title}, ${notice.buyer}, ${notice.days_remaining} days left`)
      },
    },
    {
      title: 'Open the dossier of the first',
      async run(stage) {
        const path = `/v1/tenders/${found!.ocid}/brief`
        const { result: dossier } = await stage.purchase<Dossier>('GET', path)
        const { working_days_remaining: left, calendar } = dossier.timeline
        stage.show(
          'bid by',
          `${day(dossier.deadline)}, ${left} working days from now (bank holidays of ${plain(calendar)})`,
        )
        stage.show('bid at', dossier.submission_url ?? 'not stated')
        stage.show(
          'divided in',
          `${dossier.lots.length} ${dossier.lots.length === 1 ? 'lot' : 'lots'}`,
        )
      },
    },
    {
      title: 'Find who holds the cleaning contracts in Leeds that end within a year',
      async run(stage) {
        const until = addMonths(londonDate(Date.now()), 12)
        const path = `/v1/contracts/search?q=cleaning+leeds&ends_before=${until}`
        const { result } = await stage.purchase<Contracts>('GET', path)
        const { contracts } = result
        if (contracts.length === 0) throw new Error('the search found no contract')
        for (const { title, buyer, suppliers, ends } of contracts) {
          const holders = suppliers.map(({ name }) => name).join(', ')
          stage.show(`until ${ends}`, `${title}, ${buyer}: ${holders}`)
        }
      },
    },
    {
      title: 'Score every live tender for one supplier',
      async run(stage) {
        const { result } = await stage.purchase<Scores>('POST', FIT, SUPPLIER)
        const { considered, matches } = result
        stage.show('looked at', `${considered} open tenders`)
        for (const { title, buyer, fit } of matches.slice(0, 3)) {
          const { relevance, value_fit, geography, timeline, buyer_history } = fit.factors
          stage.show(`${fit.score} ${fit.band}`, `${title}, ${buyer}`)
          stage.show(
            '',
            `subject ${relevance}, value ${value_fit}, place ${geography}, time ${timeline}, known buyer ${buyer_history}`,
          )
        }
        stage.show('say in bid', matches[0]?.emphasise ?? 'nothing')
      },
    },
  ]
}

const REASONS: Readonly<Record<string, string>> = {
  no_cpv: 'no kind of work',
  no_region: 'no place',
  no_value: 'no value',
  no_deadline: 'no deadline',
}

/** Describes what a filter could not judge because the value is missing. */
function describeLeftOut(excluded: Readonly<Record<string, number>>): string {
  return Object.entries(excluded)
    .filter(([, count]) => count > 0)
    .map(
      ([name, count]) =>
        `; ${count} more state ${REASONS[name] ?? plain(name)}, so the filter could not judge them`,
    )
    .join('')
}
