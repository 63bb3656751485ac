import { describe, expect, test } from 'vitest'
import { eligibilityFacts } from '../../rules/eligibility-1.1.0/facts.ts'
import { ELIGIBILITY, toFacts } from '../../rules/published.ts'
import { plainText } from '../detail.ts'
import type { Declared } from '../parameters.ts'
import { acceptProposal, type ProposedCriterion } from '../proposal.ts'
import { readText } from './reader.ts'

const rules = ELIGIBILITY.select('1.1.0')!
const question = (text: string, declared: Record<string, Declared>) => ({
  criteria: readText(plainText(text)),
  complete: false,
  window: { state: 'open' as const, detail: 'open' },
  declared: new Map(Object.entries(declared)),
})
const judge = (text: string, declared: Record<string, Declared>) =>
  rules.judge(question(text, declared))

describe('failing a limit that is read from prose', () => {
  test.each([
    ['Only charities and community groups can apply.', { org_type: 'education' }],
    ['Only charities and community groups can apply.', { org_type: 'local_authority' }],
    ['The fund is open to schools and colleges.', { org_type: 'charity' }],
    ['The fund is open to businesses only.', { org_type: 'community_group' }],
    [
      'You must have a written constitution.',
      { org_type: 'community_group', has_constitution: false },
    ],
    [
      'You must have a bank account in the name of your organisation.',
      { org_type: 'individual', has_bank_account: false },
    ],
    ['You must have at least three trustees.', { org_type: 'local_authority', trustees: 0 }],
    [
      'Your board should have at least three unrelated trustees.',
      { org_type: 'charity', trustees: 2 },
    ],
    [
      'You must have been trading for at least two years.',
      { org_type: 'business', years_trading: 1 },
    ],
    [
      'You must provide at least 20% of the project costs from other sources.',
      { org_type: 'charity', match_funding_pct: 10 },
    ],
    ['You must have at least one year of accounts.', { org_type: 'charity', has_accounts: false }],
    [
      'Your project must involve at least one partner.',
      { org_type: 'business', has_partner: false },
    ],
    ['You must own at least 3 hectares of land.', { org_type: 'business', land_area_ha: 2 }],
    ['Applications are by invitation only.', { org_type: 'charity', invited: false }],
    [
      'Only one application per organisation will be accepted.',
      { org_type: 'charity', applications: 2 },
    ],
    [
      'You cannot apply if:\n• you have received a grant from this fund before',
      { org_type: 'charity', has_prior_funding: true },
    ],
  ])('leaves open where its words may mean something else: %s %o', (text, declared) => {
    const { band, failed, missing, flags, criteria } = judge(text, declared)
    expect({ band, failed, pass: criteria.map(({ pass }) => pass) }).toEqual({
      band: 'uncertain',
      failed: [],
      pass: ['undeclared'],
    })
    expect(missing).toEqual([
      expect.objectContaining({
        parameter: expect.stringMatching(/^meets_[0-9a-f]{8}$/),
        type: 'boolean',
      }),
    ])
    expect(flags.map(({ code }) => code)).toEqual(['PARTIAL_CRITERIA', 'LEFT_TO_READER'])
    expect(criteria[0]!.detail).toMatch(/^declared \w+: .*; not decided by rule: /)
  })

  test.each([
    ['Only charities and community groups can apply.', { org_type: 'business' }],
    ['Only charities and community groups can apply.', { org_type: 'individual' }],
    ['Only registered charities can apply.', { org_type: 'community_group' }],
    ['The fund is open to businesses only.', { org_type: 'education' }],
    ['Local authorities cannot apply.', { org_type: 'local_authority' }],
    [
      'You must have a bank account in the name of your organisation.',
      { org_type: 'community_group', has_bank_account: false },
    ],
    ['You must have at least three trustees.', { org_type: 'charity', trustees: 2 }],
    [
      'Your annual income must be less than £250,000.',
      { org_type: 'charity', annual_income: 300_000 },
    ],
    [
      'Total project costs must be between £50,000 and £100,000.',
      { org_type: 'business', project_cost: 20_000 },
    ],
    ['The maximum grant is £5,000.', { org_type: 'charity', amount_needed: 6000 }],
  ])('decides where they cannot: %s %o', (text, declared) => {
    expect(judge(text, declared).band).toBe('ineligible')
  })

  test('leaves open what is said and not demanded', () => {
    const text = 'Registered charities with a turnover of under £400,000 are eligible to apply.'
    expect(judge(text, { org_type: 'charity', annual_income: 900_000 })).toMatchObject({
      band: 'uncertain',
      criteria: [{ pass: 'pass' }, { pass: 'undeclared' }],
    })
  })

  test('is settled when the caller reads the quote and declares whether it is met', () => {
    const text = 'Only charities and community groups can apply.'
    const asked = judge(text, { org_type: 'education' }).missing[0]!.parameter
    const told = (met: boolean) => judge(text, { org_type: 'education', [asked]: met })
    expect(
      [told(true), told(false)].map(({ band, criteria, missing }) => [
        band,
        criteria[0]!.pass,
        missing,
      ]),
    ).toEqual([
      ['uncertain', 'pass', []],
      ['ineligible', 'fail', []],
    ])
  })

  test('an item of what rules applicants out is settled the other way round', () => {
    const text = 'You cannot apply if:\n• you have received a grant from this fund before'
    const [asked] = judge(text, { has_prior_funding: true }).missing
    const told = (met: boolean) =>
      judge(text, { has_prior_funding: true, [asked!.parameter]: met }).band
    expect([told(true), told(false)]).toEqual(['ineligible', 'uncertain'])
  })

  test('has no question if the limit is met', () => {
    expect(
      judge('Only charities and community groups can apply.', { org_type: 'charity' }),
    ).toMatchObject({
      missing: [],
      criteria: [{ pass: 'pass' }],
    })
  })

  test('is given to replay as it was judged', () => {
    const asked = question('Only charities and community groups can apply.', {
      org_type: 'education',
    })
    const facts = JSON.parse(JSON.stringify(toFacts(asked)))
    expect(eligibilityFacts.parse(facts)).toEqual(facts)
  })
})

describe('a reading by another reader', () => {
  const quote = 'Only charities and community groups can apply.'
  const source = plainText(quote)
  const who: ProposedCriterion = {
    code: 'ORG_TYPE',
    parameter: null,
    operator: 'one_of',
    value: ['charity', 'community_group'],
    quote,
  }
  const bandOf = (inScope: boolean) => {
    const reading = acceptProposal(source, { criteria: [who], notes: [] }, readText(source), {
      inScope,
    })
    return (
      reading.accepted &&
      rules.judge({
        criteria: reading.criteria,
        complete: true,
        window: { state: 'open', detail: '' },
        declared: new Map([['org_type', 'education']]),
      }).band
    )
  }

  test('a model is limited as the rules are, a curator is trusted', () => {
    expect([bandOf(true), bandOf(false)]).toEqual(['uncertain', 'ineligible'])
  })
})
