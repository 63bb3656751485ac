/** From a project to a grant, and from "uncertain" to an answer by declaring what was asked for. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expectEqual, type Stage, type TourStep } from './stage.ts'

/** Of the synthetic listing; its criteria are curated, so that a verdict can be final. */
const GRANT = 'village-halls-warm-roof-fund'
const SEARCH = '/v1/grants/search?q=insulation+for+halls&region=england&org_type=charity'
const PROJECT = {
  description: 'Insulation, a heat pump and solar panels for the village hall that our charity runs',
  org_type: 'charity',
  region: 'england',
  amount_needed: 30_000,
}
/** What the tour's charity would answer. */
const FACTS: Readonly<Record<string, unknown>> = {
  amount_needed: 30_000,
  annual_income: 120_000,
  trustees: 5,
  match_funding_pct: 25,
  project_end: '2028-06-30',
}
const PATIENCE_MS = 60_000

interface Eligibility {
  criteria: { code: string; requirement: string; pass: string }[]
  missing: { parameter: string; type: string; unit: string | null }[]
  failed: { code: string; detail: string }[]
  indicative_funding: { min: number | null; max: number | null } | null
}

export function grantsTour(): TourStep[] {
  let missing: Eligibility['missing'] = []
  const question = (facts: Readonly<Record<string, unknown>>) => {
    const declare = Object.keys(facts).length === 0 ? '' : `&declare=${encodeURIComponent(JSON.stringify(facts))}`
    return `/v1/grants/${GRANT}/eligibility?org_type=charity&region=england${declare}`
  }
  return [
    {
      title: 'Search the live grants',
      async run(stage) {
        await listingIsRead(stage)
        const request = stage.request('GET', SEARCH)
        stage.show('GET', SEARCH)
        const { envelope } = await stage.buy(request, await stage.quote(request))
        const { total_matched, grants } = envelope.result as unknown as {
          total_matched: number
          grants: { id: string; name: string; window: { closes: string } }[]
        }
        stage.show('found', `${total_matched}`)
        for (const { name, window } of grants) stage.show('', `${name}, closes ${window.closes}`)
        if (!grants.some(({ id }) => id === GRANT)) throw new Error(`the search did not find ${GRANT}`)
      },
    },
    {
      title: 'Match a project to grants',
      async run(stage) {
        const request = stage.request('POST', '/v1/grants/match', PROJECT)
        stage.show('POST', '/v1/grants/match')
        const { envelope } = await stage.buy(request, await stage.quote(request))
        const { considered, matches, excluded } = envelope.result as unknown as {
          considered: number
          matches: { grant: { id: string; name: string }; eligibility: { band: string }; relevance: number }[]
          excluded: { ineligible: number; closed: number }
        }
        stage.show('considered', `${considered}, of which ${excluded.ineligible} ineligible and ${excluded.closed} not open`)
        for (const { grant, eligibility, relevance } of matches)
          stage.show('match', `${grant.name}: relevance ${relevance}, ${eligibility.band}`)
        expectEqual('the first match', matches[0]?.grant.id, GRANT)
      },
    },
    {
      title: 'Ask whether the charity may apply: uncertain, and what to declare',
      async run(stage) {
        const result = await ask(stage, question({}), 'uncertain')
        missing = result.missing
        for (const { code, requirement, pass } of result.criteria) stage.show(pass, `${code}: “${requirement}”`)
        for (const { parameter, type, unit } of missing) stage.show('missing', `${parameter} (${unit ?? type})`)
      },
    },
    {
      title: 'Declare it, and ask again: eligible',
      async run(stage) {
        const facts = Object.fromEntries(missing.map(({ parameter }) => [parameter, FACTS[parameter]]))
        const result = await ask(stage, question(facts), 'eligible')
        expectEqual('what is still missing', result.missing.length, 0)
        stage.show('funding', `£${result.indicative_funding?.min} to £${result.indicative_funding?.max}`)
      },
    },
    {
      title: 'The same charity with a larger income: ineligible, and why',
      async run(stage) {
        const result = await ask(stage, question({ ...FACTS, annual_income: 400_000 }), 'ineligible')
        for (const { code, detail } of result.failed) stage.show('failed', `${code}: ${detail}`)
      },
    },
  ]
}

async function ask(stage: Stage, path: string, band: string): Promise<Eligibility> {
  const request = stage.request('GET', path)
  stage.show('GET', decodeURIComponent(path))
  const { envelope } = await stage.buy(request, await stage.quote(request))
  const { verdict } = envelope
  stage.show('verdict', `${verdict.band}, ${verdict.score} of 100`)
  expectEqual('the band', verdict.band, band)
  return envelope.result as unknown as Eligibility
}

/** The service reads the listing in the background from its start. */
async function listingIsRead(stage: Stage): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  const health = new URL('/v1/health', stage.request('GET', SEARCH).url)
  for (;;) {
    const { upstreams } = (await (await fetch(health)).json()) as { upstreams: Record<string, { status: string; listed?: number }> }
    const listing = upstreams.find_a_grant
    if (listing?.status === 'ok') return stage.show('listing', `${listing.listed} live grants`)
    if (Date.now() > deadline) throw new Error(`the grant listing is ${listing?.status ?? 'missing'} after ${PATIENCE_MS / 1000} s`)
    await sleep(100)
  }
}
