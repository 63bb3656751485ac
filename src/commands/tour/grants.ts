/**
 * Tour step: from a project to a grant, and from "uncertain" to a decision by declaring the missing
 * facts.
 */
import { day, expectEqual, plain, type Stage, type TourStep } from './tour-services.ts'

/** Grant of the synthetic listing. Its criteria are curated, so its verdict can be final. */
const GRANT = 'village-halls-warm-roof-fund'
const SEARCH = '/v1/grants/search?q=insulation+for+halls&region=england&org_type=charity'
const PROJECT = {
  description:
    'Insulation, a heat pump and solar panels for the village hall that our charity runs',
  org_type: 'charity',
  region: 'england',
  amount_needed: 30_000,
}
/** Facts that the tour's charity declares. */
const FACTS: Readonly<Record<string, unknown>> = {
  amount_needed: 30_000,
  annual_income: 120_000,
  trustees: 5,
  match_funding_pct: 25,
  project_end: '2028-06-30',
}
const MARKS: Readonly<Record<string, string>> = {
  pass: 'met',
  fail: 'not met',
  undeclared: 'not stated',
}
const pounds = (amount: number | null | undefined) =>
  amount == null ? 'not stated' : `£${amount.toLocaleString('en-GB')}`

interface Eligibility {
  criteria: { code: string; requirement: string; pass: string }[]
  missing: { parameter: string; type: string; unit: string | null }[]
  failed: { code: string; detail: string }[]
  indicative_funding: { min: number | null; max: number | null } | null
}

export function grantsTour(): TourStep[] {
  let missing: Eligibility['missing'] = []
  const question = (facts: Readonly<Record<string, unknown>>) => {
    const declare =
      Object.keys(facts).length === 0 ? '' : `&declare=${encodeURIComponent(JSON.stringify(facts))}`
    return `/v1/grants/${GRANT}/eligibility?org_type=charity&region=england${declare}`
  }
  return [
    {
      title: 'Search the live grants',
      async run(stage) {
        await stage.waitUntilFilled(
          'the listed grants',
          ({ upstreams: { find_a_grant: listing } }) =>
            listing?.status === 'ok' ? `${listing.listed} open grants` : null,
        )
        const { result } = await stage.purchase<{
          total_matched: number
          grants: { id: string; name: string; window: { closes: string } }[]
        }>('GET', SEARCH)
        const { total_matched, grants } = result
        stage.show('found', `${total_matched} ${total_matched === 1 ? 'grant' : 'grants'}`)
        for (const { name, window } of grants)
          stage.show('', `${name}, closes ${day(window.closes)}`)
        if (!grants.some(({ id }) => id === GRANT))
          throw new Error(`the search did not find ${GRANT}`)
      },
    },
    {
      title: 'Match a project to grants',
      async run(stage) {
        const { result } = await stage.purchase<{
          considered: number
          matches: {
            grant: { id: string; name: string }
            eligibility: { band: string }
            relevance: number
          }[]
          excluded: { ineligible: number; closed: number }
        }>('POST', '/v1/grants/match', PROJECT)
        const { considered, matches, excluded } = result
        stage.show(
          'looked at',
          `${considered} grants; ${excluded.ineligible} rule the charity out, ${excluded.closed} are not open`,
        )
        for (const { grant, eligibility, relevance } of matches)
          stage.show(
            'match',
            `${grant.name}: ${relevance} of 100 for the subject, eligible: ${eligibility.band}`,
          )
        expectEqual('the first match', matches[0]?.grant.id, GRANT)
      },
    },
    {
      title: 'Ask whether the charity may apply: uncertain, and what to declare',
      async run(stage) {
        const result = await ask(stage, question({}), 'uncertain')
        missing = result.missing
        for (const { code, requirement, pass } of result.criteria)
          stage.show(MARKS[pass] ?? pass, `“${requirement}” (${code})`)
        for (const { parameter, type, unit } of missing)
          stage.show('please say', `${plain(parameter)} (${plain(unit ?? type)})`)
      },
    },
    {
      title: 'Declare it, and ask again: eligible',
      async run(stage) {
        const facts = Object.fromEntries(
          missing.map(({ parameter }) => [parameter, FACTS[parameter]]),
        )
        const result = await ask(stage, question(facts), 'eligible')
        expectEqual('what is still missing', result.missing.length, 0)
        stage.show(
          'funding',
          `${pounds(result.indicative_funding?.min)} to ${pounds(result.indicative_funding?.max)}`,
        )
      },
    },
    {
      title: 'The same charity with a larger income: ineligible, and why',
      async run(stage) {
        const result = await ask(
          stage,
          question({ ...FACTS, annual_income: 400_000 }),
          'ineligible',
        )
        for (const { code, detail } of result.failed)
          stage.show('fails', `${plain(detail)} (${code})`)
      },
    },
  ]
}

async function ask(stage: Stage, path: string, band: string): Promise<Eligibility> {
  const request = stage.request('GET', path)
  stage.show('GET', decodeURIComponent(path))
  const { envelope } = await stage.buy(request, await stage.quote(request))
  const { verdict } = envelope
  stage.show('verdict', `${plain(verdict.band)}, ${verdict.score} of 100`)
  expectEqual('the band', verdict.band, band)
  return envelope.result as unknown as Eligibility
}
