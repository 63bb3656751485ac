/**
 * Facts out are facts in: what an answer carries of its judgement gives that very judgement again,
 * without anything being looked up.
 */
import { expect, test } from 'vitest'
import { sandboxCompanies } from '../../sandbox/companies-house/companies.ts'
import { ADVERTS } from '../../sandbox/grant-listing/advert.ts'
import { judgeAgain } from '../../src/commands/verify.ts'
import { ACCOUNTS, VERDICT } from '../../src/company/rules/published.ts'
import type { PublishedRules } from '../../src/contract/rules.ts'
import { ELIGIBILITY } from '../../src/grants/rules/published.ts'
import { ServiceError } from '../../src/platform/errors.ts'
import { FIT } from '../../src/tenders/rules/published.ts'
import { startRig as startCompanies, TODAY } from '../company/rig.ts'
import { createRig as createGrants } from '../grants/rig.ts'
import { createRig as createTenders } from '../tenders/rig.ts'

/** Judges again as a buyer would: from the stored JSON alone. */
function again(rules: PublishedRules, label: string, date: string, facts: unknown): unknown {
  const version = rules.findVersion(label)!
  const saved: unknown = JSON.parse(JSON.stringify(facts))
  return JSON.parse(JSON.stringify(rules.replay(version, version.facts.parse(saved), date).result))
}

/** Judges a saved answer again, as `ukintel verify` does. */
const differs = (answer: object, method: string) =>
  judgeAgain(JSON.parse(JSON.stringify({ query: {}, as_of: '', ...answer })), method).differs

test('the accounts of every sandbox company that has any', async () => {
  const rig = await startCompanies()
  try {
    let judged = 0
    for (const { number } of sandboxCompanies(TODAY)) {
      const answer = await rig.ask('company_accounts', number).catch(() => null)
      if (answer === null) continue
      const { version } = ACCOUNTS.current
      expect([number, differs(answer, `accounts ${version}`)]).toEqual([number, null])
      judged += 1
    }
    expect(judged).toBeGreaterThan(5)
  } finally {
    await rig.stop()
  }
})

test.each([false, true])(
  'a company verdict at full depth, with the regulator consulted: %s',
  async (fca) => {
    const rig = await startCompanies({ fca })
    try {
      let judged = 0
      for (const { number } of sandboxCompanies(TODAY)) {
        const answer = await rig
          .ask('company_verdict', number, { detail: 'full' })
          .catch((error: unknown) => {
            expect(error).toBeInstanceOf(ServiceError)
            return null
          })
        if (answer === null) continue
        const { facts, judged: _, not_judged, ...evaluation } = answer.result.evaluation
        const { score, band } = answer.verdict
        const flags = answer.verdict.flags.filter(
          ({ code }: { code: string }) => !code.startsWith('SOURCE_'),
        )
        expect(again(VERDICT, evaluation.rules_version, evaluation.evaluated_on, facts)).toEqual({
          score,
          band,
          flags,
          evaluation,
        })
        expect(JSON.stringify(facts)).not.toMatch(
          /"(?:surname|forename|date_of_birth|nationality|occupation|care_of)"/,
        )
        judged += 1
      }
      expect(judged).toBeGreaterThan(10)
    } finally {
      await rig.stop()
    }
  },
)

test('every match of a tender fit, by each version, when the body requests facts', async () => {
  const rig = await createTenders()
  try {
    for (const { version } of FIT.versions) {
      const body = {
        keywords: ['maintenance', 'services'],
        cpv: ['77', '72', '45'],
        certifications: ['ISO 9001'],
        stage: null,
        rules_version: version,
      }
      const { result } = await rig.ask('tenders_fit_score', { body: { ...body, facts: true } })
      expect(result.matches.length).toBeGreaterThan(2)
      for (const { fit } of result.matches) {
        const { facts, ...block } = fit
        expect(again(FIT, block.rules_version, '2026-11-18', facts)).toEqual(block)
        expect(block.rules_version).toBe(version)
        // A saved answer of 0.1.0 names the version after the subject.
        const saved = {
          query: {},
          as_of: '2026-11-18T12:00:00Z',
          result: { matches: [{ fit: { ...fit, rules_version: `fit-${version}` } }] },
          verdict: {},
        }
        expect(judgeAgain(saved, `fit ${version}`)).toEqual({
          differs: null,
          report: `fit ${version} judges the same, 1 of 1`,
        })
      }
      const plain = await rig.ask('tenders_fit_score', { body })
      expect(plain.result.matches.map(({ fit }: { fit: object }) => 'facts' in fit)).not.toContain(
        true,
      )
    }
  } finally {
    await rig.close()
  }
})

test('the eligibility for every sandbox grant, by each version', async () => {
  const rig = await createGrants()
  try {
    await rig.wing.refresh()
    let judged = 0
    for (const { slug } of ADVERTS) {
      for (const { version } of ELIGIBILITY.versions) {
        const query = {
          org_type: 'charity',
          region: 'england',
          declare: '{"amount_needed":9000}',
          rules_version: version,
        }
        const { result, verdict } = await rig.eligibility(slug, query)
        const { facts } = result.criteria_provenance
        const replayed = again(ELIGIBILITY, version, '2026-11-18', facts) as {
          flags: { code: string }[]
        }
        const { criteria, missing, failed } = result
        const { score, band } = verdict
        expect(replayed).toMatchObject({ score, band, criteria, missing, failed })
        expect(verdict.flags.slice(0, replayed.flags.length)).toEqual(replayed.flags)
        // The same by readings of the caller, which mark whose reading each criterion is.
        const { declare: _, ...applicant } = query
        const own = await rig.judge(slug, { ...applicant, readings: [] })
        expect([slug, differs(own, `eligibility ${version}`)]).toEqual([slug, null])
        judged += 1
      }
    }
    expect(judged).toBeGreaterThan(20)
  } finally {
    await rig.close()
  }
})
