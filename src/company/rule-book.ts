import type { RuleBook } from '../contract/rules.ts'
import { RULES_VERSION, VERDICT_BANDS, VERDICT_RULES } from './rules/verdict-1.0.0.ts'

/** The company verdict's rules, from the table that judges. */
export const COMPANY_RULES: RuleBook = {
  id: `verdict-${RULES_VERSION}`,
  version: RULES_VERSION,
  title: 'Company verdict',
  applies_to: ['company_verdict'],
  procedure: [
    'Start at 100.',
    'Apply every deduction that fires.',
    'Apply the lowest cap that fires.',
    'Clamp to 0-100.',
    'Every rule that fires is a flag, in the order of the table, with the register value that fired it.',
  ],
  rules: VERDICT_RULES,
  bands: VERDICT_BANDS,
}
