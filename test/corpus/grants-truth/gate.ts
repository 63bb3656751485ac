/** What the gate for models lets through: how often a legitimate applicant is called ineligible by a model's reading that was accepted. */
import type { Criterion } from '../../../src/grants/model/criterion.ts'
import { type GrantText, plainText } from '../../../src/grants/model/detail.ts'
import { acceptProposal, type Proposal, type ProposedCriterion } from '../../../src/grants/model/proposal.ts'
import type { EligibilityRules } from '../../../src/grants/rules/version.ts'
import type { GoldText } from './gold.ts'

export type Model = (source: GrantText) => Proposal

/** Takes every number for a limit on everybody, as the reader of 1.0.0 did, and quotes the rest. */
export function sloppyModel(careless: (source: GrantText) => readonly Criterion[]): Model {
  return (source) => wholeText(source, careless(source).map(proposed))
}

/** The same with what is not there: other kinds of applicants, and numbers ten times as large. */
export function lyingModel(careless: (source: GrantText) => readonly Criterion[]): Model {
  return (source) =>
    wholeText(
      source,
      careless(source).map((each) => {
        const { value, operator } = each
        if (operator === 'one_of' && each.parameter === 'org_type') return { ...proposed(each), value: ['individual'] }
        return typeof value === 'number' ? { ...proposed(each), value: value * 10 } : proposed(each)
      }),
    )
}

function proposed({ code, parameter, operator, value, requirement }: Criterion): ProposedCriterion {
  return { code, parameter: code === 'OTHER' ? null : parameter, operator, value, quote: requirement }
}

/** Every other line as a requirement, so that no line is left out. */
function wholeText({ text }: GrantText, criteria: readonly ProposedCriterion[]): Proposal {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const others = lines.map((quote): ProposedCriterion => ({ code: 'OTHER', parameter: null, operator: 'is', value: true, quote }))
  return { criteria: [...criteria, ...others], notes: [] }
}

export interface GateTotals {
  texts: number
  accepted: number
  /** Accepted readings that call a legitimate applicant ineligible. */
  wronging: number
}

export function measureGate(gold: readonly GoldText[], rules: EligibilityRules, model: Model): GateTotals {
  const totals = { texts: gold.length, accepted: 0, wronging: 0 }
  for (const { text, cases } of gold) {
    const source = plainText(text)
    const reading = acceptProposal(source, model(source), rules.reader.read(source), { inScope: rules.reader.reconciles })
    if (!reading.accepted) continue
    totals.accepted += 1
    const isWronging = cases.some(({ expected, declare, org_type, region }) => {
      if (expected === 'ineligible') return false
      const declared = new Map(Object.entries({ ...declare, org_type, region }))
      return (
        rules.judge({ criteria: reading.criteria, complete: true, window: { state: 'open', detail: 'open' }, declared }).band ===
        'ineligible'
      )
    })
    if (isWronging) totals.wronging += 1
  }
  return totals
}
