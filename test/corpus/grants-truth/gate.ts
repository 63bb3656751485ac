/**
 * Acceptance of model readings: how often an accepted reading calls a legitimate applicant
 * ineligible.
 */
import { type GrantText, plainText } from '../../../src/grants/model/detail.ts'
import {
  acceptProposal,
  type Proposal,
  type ProposedCriterion,
} from '../../../src/grants/model/proposal.ts'
import { readText } from '../../../src/grants/model/reader/reader.ts'
import { ELIGIBILITY } from '../../../src/grants/rules/published.ts'
import careless from './careless.json' with { type: 'json' }
import type { GoldText } from './gold.ts'

export type Model = (source: GrantText) => Proposal

/** Takes every number for a limit on every applicant, as the first reader did, and quotes the rest. */
export const sloppyModel: Model = (source) => {
  const readings = careless as unknown as Readonly<Record<string, readonly CarelessCriterion[]>>
  const criteria = readings[source.sha256]!.map(
    ([code, parameter, operator, value, start, end]): ProposedCriterion => ({
      code,
      parameter: code === 'OTHER' ? null : parameter,
      operator,
      value,
      quote: source.text.slice(start, end),
    }),
  )
  return wholeText(source, criteria)
}

type CarelessCriterion = [
  code: string,
  parameter: string,
  operator: string,
  value: unknown,
  start: number,
  end: number,
]

/** Proposes the same with what the text does not say: other kinds of applicants, and numbers ten times as large. */
export const lyingModel: Model = (source) => {
  const { criteria, notes } = sloppyModel(source)
  const lies = criteria.map((each) => {
    const { value, operator, parameter } = each
    if (operator === 'one_of' && parameter === 'org_type') return { ...each, value: ['individual'] }
    return typeof value === 'number' ? { ...each, value: value * 10 } : each
  })
  return { criteria: lies, notes }
}

/** Every other line as a requirement, so that no line is left out. */
function wholeText({ text }: GrantText, criteria: readonly ProposedCriterion[]): Proposal {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const others = lines.map(
    (quote): ProposedCriterion => ({
      code: 'OTHER',
      parameter: null,
      operator: 'is',
      value: true,
      quote,
    }),
  )
  return { criteria: [...criteria, ...others], notes: [] }
}

export interface GateTotals {
  texts: number
  accepted: number
  /** Accepted readings that call a legitimate applicant ineligible. */
  wronging: number
}

export function measureGate(gold: readonly GoldText[], model: Model): GateTotals {
  const totals = { texts: gold.length, accepted: 0, wronging: 0 }
  for (const { text, cases } of gold) {
    const source = plainText(text)
    const reading = acceptProposal(source, model(source), readText(source), { inScope: true })
    if (!reading.accepted) continue
    totals.accepted += 1
    const isWronging = cases.some(({ expected, declare, org_type, region }) => {
      if (expected === 'ineligible') return false
      const declared = new Map(Object.entries({ ...declare, org_type, region }))
      return (
        ELIGIBILITY.current.judge({
          criteria: reading.criteria,
          complete: true,
          window: { state: 'open', detail: 'open' },
          declared,
        }).band === 'ineligible'
      )
    })
    if (isWronging) totals.wronging += 1
  }
  return totals
}
