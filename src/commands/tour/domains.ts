/** Answers of the domains, each bought and drawn as `ukintel call --pretty` draws it. */
import { ACCOUNTS, VERDICT } from '../../company/rules/published.ts'
import { buildPictures } from '../../site/pictures/picture.ts'
import { textPicture } from '../../site/pictures/text.ts'
import type { Stage, TourStep } from './tour-services.ts'

interface Question {
  title: string
  /** Key in health of what must have been read before. */
  source?: string
  path: string
  /** Sent with POST. */
  body?: object
}

const QUESTIONS: readonly Question[] = [
  {
    title: 'Buy the figures of filed accounts',
    path: '/v1/company/99000001/accounts',
  },
  {
    title: 'Search the live tenders of all portals',
    source: 'tender_index',
    path: '/v1/tenders/search?q=grounds+maintenance&region=scotland&stage=tender',
  },
  {
    title: 'Open the dossier of one',
    path: '/v1/tenders/ocds-h6vhtk-0004f6/brief',
  },
  {
    title: 'Score every live tender for one supplier',
    path: '/v1/tenders/fit-score',
    body: { keywords: ['grounds maintenance'], cpv: ['773'], regions: ['scotland'], sme: true },
  },
  {
    title: 'Find who holds the cleaning contracts in Leeds',
    path: '/v1/contracts/search?q=cleaning+leeds',
  },
  {
    title: 'Match a project to grants',
    source: 'find_a_grant',
    path: '/v1/grants/match',
    body: { description: 'Insulation for the village hall of our charity', org_type: 'charity' },
  },
  {
    title: 'Ask whether a charity may apply',
    path: '/v1/grants/village-halls-warm-roof-fund/eligibility?org_type=charity&region=england',
  },
  {
    title: "Buy one funder's giving history, by a former name",
    source: 'threesixty_giving',
    path: '/v1/funders/Department%20for%20Example%20Transport',
  },
]

const RULES = [VERDICT, ACCOUNTS].map(({ current }) => current.table)

export function domainsTour(): TourStep[] {
  return QUESTIONS.map((question) => ({
    title: question.title,
    run: (stage) => buyAndDraw(stage, question),
  }))
}

async function buyAndDraw(stage: Stage, { source, path, body }: Question): Promise<void> {
  if (source !== undefined)
    await stage.waitUntilFilled(source, ({ upstreams }) => {
      const { status, whole } = upstreams[source] ?? {}
      return status === 'ok' && whole !== false ? 'read' : null
    })
  const envelope = await stage.purchase(body ? 'POST' : 'GET', path, body)
  const { total_matched: found, considered } = envelope.result as Record<string, unknown>
  if (found === 0 || considered === 0) throw new Error('nothing was found')
  if (found !== undefined) stage.show('found', String(found))
  if (considered !== undefined) stage.show('considered', String(considered))
  for (const picture of buildPictures(envelope, RULES))
    for (const line of textPicture(picture).split('\n')) stage.show('', line.replaceAll('_', ' '))
}
