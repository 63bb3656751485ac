import type { RuleBook } from '../contract/rules.ts'
import { CODES } from './model/criterion.ts'
import { PARAMETERS } from './model/parameters.ts'
import { INELIGIBLE_CAP, RULES_VERSION, UNCERTAIN_CAP } from './rules/eligibility-1.0.0.ts'

/** The eligibility rules, from the codes, facts and caps that judge. */
export const GRANT_RULES: RuleBook = {
  id: `grant-${RULES_VERSION}`,
  version: RULES_VERSION,
  title: 'Grant eligibility',
  applies_to: ['grants_match', 'grant_eligibility'],
  procedure: [
    'Every criterion quotes the words of the grant that make it; what is not a literal quote of the listing is dropped.',
    'A criterion passes, fails, or is undeclared when a fact that it needs was not given; `missing` names those facts.',
    'The score is the share of criteria that pass, of 100, rounded; null when there are none.',
    `Any failure is ineligible and at most ${INELIGIBLE_CAP}. All passed, with complete criteria and an open window, is eligible. Anything else is uncertain and at most ${UNCERTAIN_CAP}.`,
  ],
  rules: [
    ...Object.entries(CODES).map(([code, parameters]) => ({ code, effect: null, fires: decidedBy(parameters) })),
    {
      code: 'PARTIAL_CRITERIA',
      effect: { cap: UNCERTAIN_CAP },
      fires: 'The criteria are not known to be all there are: read by rule only, or the text changed since it was read.',
    },
    { code: 'WINDOW_CLOSED', effect: { band: 'ineligible' }, fires: 'The grant has closed.' },
    { code: 'WINDOW_NOT_OPEN', effect: { band: 'uncertain' }, fires: 'The grant has not opened yet.' },
  ],
  bands: [
    { band: 'eligible', from: 100, to: 100 },
    { band: 'uncertain', from: 0, to: UNCERTAIN_CAP },
    { band: 'ineligible', from: 0, to: INELIGIBLE_CAP },
  ],
}

function decidedBy(parameters: readonly (keyof typeof PARAMETERS)[]): string {
  if (parameters.length === 0)
    return 'A requirement that only a reader of the quote can judge, declared under the name that `missing` gives.'
  return `Decided by ${parameters.map((name) => `\`${name}\` (${PARAMETERS[name].meaning})`).join(', ')}.`
}
