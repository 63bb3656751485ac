/**
 * Every object that the specification lists has its keys first, complete and in its order. What the
 * service adds stands behind them and in one list here.
 */
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { startRig as startCompanies } from '../company/rig.ts'
import { createRig as createFunders } from '../funders/rig.ts'
import { createRig as createGrants } from '../grants/rig.ts'
import { startService } from '../support/service.ts'
import { createRig as createTenders } from '../tenders/rig.ts'

type Answer = Record<string, unknown>

/** Keys that the specification lists, by the object. */
const SPECIFIED: Readonly<Record<string, string>> = {
  envelope: 'query result verdict confidence as_of sources attribution notice cost',
  source: 'name fetched url',
  company_search: 'results total_matches',
  company_match: 'company_number name status incorporated address_snippet',
  company_profile:
    'name company_number status type incorporated registered_office sic_codes accounts confirmation_statement officers age_years',
  officers: 'active total resigned_last_12m',
  company_verdict: 'score band flags fca narrative',
  fca: 'checked regulated frn firm_name status permissions_summary warnings note',
  tenders_search: 'total_matched returned notices excluded',
  notice:
    'ocid title buyer value stage published deadline days_remaining region cpv summary source',
  notice_source: 'name notice_url',
  dossier:
    'ocid title buyer value stage published deadline days_remaining region cpv summary description lots documents submission_url timeline source',
  fit_score: 'considered matches',
  match:
    'ocid title buyer value stage published deadline days_remaining region cpv summary source fit emphasise',
  fit: 'score band factors flags rules_version',
  factors: 'relevance of value_fit of_v geography of_g timeline of_t buyer_history of_b',
  grants_search: 'total_matched returned grants excluded',
  grant:
    'id name funder amounts window who_can_apply org_types regions summary criteria_parsed criteria_basis source_url',
  amounts: 'min max text',
  window: 'opens closes open_now days_to_close',
  grants_match: 'considered matches excluded',
  excluded: 'ineligible closed',
  grant_match: 'grant eligibility relevance',
  eligibility: 'band score criteria missing flags',
  grant_eligibility: 'grant criteria missing failed indicative_funding criteria_provenance',
  eligible_grant: 'name funder window amounts source_url',
  criterion: 'code requirement pass detail',
  eligibility_verdict: 'score band flags',
  criteria_provenance: 'source complete parsed_at eligibility_text_available',
  funder_dossier: 'funder match_quality giving recent_awards live_grants_now coverage',
  funder: 'name ids',
  giving: 'grants_made total_awarded_gbp years size_distribution_gbp yearly typical_award_gbp',
  size_distribution_gbp: 'min p25 median p75 max mean',
  health: 'status version network upstreams rules_version warnings',
}

/** Keys of ours in those objects: the table of the contract. Verdict slots have none. */
const ADDED = new Map(
  [
    ...readFileSync('docs/callers/contract.md', 'utf8').matchAll(
      /^\| (`\w+`(?:, `\w+`)*) \| (`.*`) \|$/gm,
    ),
  ].flatMap(([, names, keys]) => {
    const list = (text: string) => text.replaceAll('`', '').split(', ')
    return list(names!).map((name) => [name, list(keys!)] as const)
  }),
)

const objects = new Map<string, Answer>()

const put = (found: Record<string, Answer | undefined>) => {
  for (const [name, object] of Object.entries(found)) objects.set(name, object!)
}

/** Reads every object out of real answers over invented sources. */
beforeAll(async () => {
  for (const read of [readCompanies, readTenders, readGrants, readFunder, readHealth]) await read()
}, 60_000)

async function readCompanies() {
  const companies = await startCompanies()
  try {
    const found = await companies.search({ q: 'bakery' })
    const profile = await companies.ask('company_profile', '99000001', { detail: 'full' })
    const verdict = await companies.ask('company_verdict', '99000001', { detail: 'full' })
    const { result: regulator } = await companies.ask('company_fca', '99000001')
    put({
      envelope: { ...verdict },
      source: { ...verdict.sources[0] },
      company_search: found.result,
      company_match: found.result.results[0],
      company_profile: profile.result,
      officers: profile.result.officers,
      judged_profile: verdict.result,
      company_verdict: { ...verdict.verdict },
      fca: regulator.fca,
    })
  } finally {
    await companies.stop()
  }
}

async function readTenders() {
  const tenders = await createTenders()
  try {
    const search = await tenders.ask('tenders_search', { query: { q: 'grounds maintenance' } })
    const [notice] = search.result.notices
    const dossier = await tenders.ask('tender_brief', { params: { ocid: notice.ocid } })
    const scored = await tenders.ask('tenders_fit_score', {
      body: { keywords: ['grounds maintenance'], facts: true },
    })
    const [match] = scored.result.matches
    put({
      tenders_search: search.result,
      notice,
      notice_source: notice.source,
      dossier: dossier.result,
      fit_score: scored.result,
      match,
      fit: match.fit,
      factors: match.fit.factors,
    })
  } finally {
    await tenders.close()
  }
}

async function readGrants() {
  const grants = await createGrants()
  try {
    await grants.wing.refresh()
    const listed = await grants.search({ q: 'community buildings' })
    const [grant] = listed.result.grants
    const matched = await grants.match({ description: 'Solar panels for a village hall' })
    const [best] = matched.result.matches
    const judged = await grants.eligibility(grant.id)
    put({
      grants_search: listed.result,
      grant,
      amounts: grant.amounts,
      window: grant.window,
      grants_match: matched.result,
      excluded: matched.result.excluded,
      grant_match: best,
      eligibility: best.eligibility,
      grant_eligibility: judged.result,
      eligible_grant: judged.result.grant,
      criterion: judged.result.criteria[0],
      criteria_provenance: judged.result.criteria_provenance,
      eligibility_verdict: { ...judged.verdict },
    })
  } finally {
    await grants.close()
  }
}

async function readFunder() {
  const funders = await createFunders()
  try {
    await funders.wing.look()
    const { result } = await funders.ask('Brambledown Community Foundation')
    put({
      funder_dossier: { ...result },
      funder: { ...result.funder },
      giving: { ...result.giving },
      size_distribution_gbp: { ...result.giving.size_distribution_gbp },
    })
  } finally {
    await funders.close()
  }
}

async function readHealth() {
  const service = await startService({ domains: 'real' })
  try {
    put({ health: (await (await fetch(`${service.url}/v1/health`)).json()) as Answer })
  } finally {
    await service.stop()
  }
}

const names = [...Object.keys(SPECIFIED), 'judged_profile']
test.each(names)('%s has the keys of the specification first, in its order', (name) => {
  const object = objects.get(name)
  expect(object, `no answer has ${name}`).toBeTypeOf('object')
  const specified = (SPECIFIED[name] ?? SPECIFIED.company_profile!).split(' ')
  const keys = Object.keys(object!)
  expect(keys.slice(0, specified.length)).toEqual(specified)
  const added = ADDED.get(name) ?? []
  expect(keys.slice(specified.length)).toEqual(added)
})
