import type { RuleTable } from '../../../contract/rules.ts'
import { VERDICT_BANDS, VERDICT_RULES } from './verdict.ts'

/** The company verdict's rules, from the table that judges. */
export const TABLE: RuleTable = {
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
  readings: [
    {
      question: 'Past due',
      answer:
        "Strictly after the due date, recomputed from the date on the day of the answer. The register's own boolean counts only where it gives no date.",
    },
    {
      question: 'Confirmation statements of IP, SP, RS, RC, LP, NL, IC, NO and NP numbers',
      answer: 'Not applicable: their dates stand frozen in the register.',
    },
    {
      question: 'Companies older than confirmation statements',
      answer: 'The annual return stands in.',
    },
    {
      question: '12 months',
      answer: `Calendar months with the day clamped to the month's end (29 February + 12 months is 28 February). The anniversary itself is not "less than 12 months".`,
    },
    {
      question: 'Trailing 12 months of resignations',
      answer:
        'Resigned after the same day 12 months ago and not after today; appointments are counted, of all roles.',
    },
    {
      question: 'Directors',
      answer:
        '`director`, `corporate-director`, `nominee-director`, `corporate-nominee-director`; for an LLP its members; for a Societas also the members of its organs.',
    },
    {
      question:
        'Types whose officers are not on this register (charitable incorporated organisations, charters, societies, overseas companies, partnerships, ICVCs and the like)',
      answer:
        "`NO_ACTIVE_DIRECTORS` is not applicable. A type that is not known goes by the number's prefix.",
    },
    {
      question: 'Active',
      answer:
        "No date of resignation, or one later than today, over all pages of the officer list; the register's own count is not used because it counts secretaries. For dissolved, converted-closed and closed companies active is 0.",
    },
    { question: 'SIC 64, 65, 66', answer: 'Five-digit codes of SIC 2007 only.' },
    {
      question: 'No match on the regulator register',
      answer:
        'A completed, conclusive search. An ambiguous or failed one makes the rule `unavailable`; a deployment that does not consult the register makes it `not_applicable`.',
    },
    {
      question: 'Restrictions or warnings on the regulator register',
      answer:
        'A sub-status such as "In Administration", a notice, a requirement, or a status that is no longer current ("No longer authorised").',
    },
    {
      question: 'Charges and insolvency',
      answer:
        'From the registers of charges and of insolvency, never from the deprecated booleans of the profile. A part-satisfied charge is outstanding.',
    },
    {
      question: 'Dormant',
      answer: 'The last accounts are of type `dormant`; the text "null", null and absent are not.',
    },
    { question: 'Status unknown or absent', answer: 'Returned as given; no cap and no deduction.' },
    { question: 'Several caps', answer: 'The lowest applies; every one that fired is listed.' },
  ],
}
