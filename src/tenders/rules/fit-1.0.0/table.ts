import type { RuleTable } from '../../../contract/rules.ts'
import { OF } from './factors.ts'
import { CAPS, FIT_BANDS } from './fit.ts'

/** The tender fit's rules; numbers come from the tables that score. */
export const TABLE: RuleTable = {
  title: 'Tender fit',
  applies_to: ['tenders_fit_score'],
  procedure: [
    'Judge the five factors; each is rounded half up once, at its end.',
    'A factor that cannot be judged scores half of its denominator, rounded down, and says so in a flag; relevance is always judged.',
    'Add the five.',
    'Apply the lowest cap that fires; each that fires is a flag.',
  ],
  rules: [
    {
      code: 'relevance',
      effect: { of: OF.relevance },
      fires:
        'CPV part of 24: the longest common prefix of a notice code and a profile prefix, two digits 10, three 16, four 20, five and more 24; a whole prefix covered counts 24 from three digits on and 20 for two; codes after the third on a notice count by 0.75. Keyword part of 16: stemmed phrases, in the title 1, in description or a lot 0.5, a synonym half of that, full at a sum of 2. Without CPV codes to compare keywords decide alone.',
    },
    {
      code: 'value_fit',
      effect: { of: OF.value },
      fires:
        'The tender’s value without VAT, else the lot or the sum of lots that fits best. Inside the profile’s band full; outside it falls with the logarithm of the ratio to nothing at five times; a framework above the band gets half, for its value is a ceiling. No band in the profile: full.',
    },
    {
      code: 'geography',
      effect: { of: OF.geography },
      fires:
        'Overlapping regions: 0.6 of it and 0.4 by the share of the notice’s regions inside the profile’s; a UK-wide notice 10; a remote profile without overlap 8; only a neighbouring region 4; a profile without regions full.',
    },
    {
      code: 'timeline',
      effect: { of: OF.timeline },
      fires:
        'Working days left against `min_working_days`: twice as many full, exactly as many 10, fewer in proportion. Planning notices 12.',
    },
    {
      code: 'buyer_history',
      effect: { of: OF.history },
      fires:
        'The buyer’s awards of the last 36 months in the same CPV division, their spread over suppliers, and for an SME the share that went to SMEs; what is known is scaled to the whole. A buyer named in `past_buyers`: full.',
    },
    {
      code: 'CAP_EXCLUDED',
      effect: { cap: CAPS.CAP_EXCLUDED },
      fires: 'The title has an excluded keyword.',
    },
    { code: 'CAP_RELEVANCE', effect: { cap: CAPS.CAP_RELEVANCE_LOW }, fires: 'Relevance under 8.' },
    {
      code: 'CAP_RELEVANCE',
      effect: { cap: CAPS.CAP_RELEVANCE },
      fires: 'Relevance from 8 to 15.',
    },
    {
      code: 'CAP_REGION',
      effect: { cap: CAPS.CAP_REGION },
      fires:
        'The profile is not remote, and the work is neither in its regions nor next to one, nor UK-wide.',
    },
    {
      code: 'CAP_REGION_ADJACENT',
      effect: { cap: CAPS.CAP_REGION_ADJACENT },
      fires: 'The profile is not remote, and the work is only next to its regions.',
    },
    {
      code: 'CAP_BROAD_CPV',
      effect: { cap: CAPS.CAP_BROAD_CPV },
      fires: 'Only a two-digit CPV prefix matches, and no keyword is in the title.',
    },
    { code: 'CPV_NOT_STATED', effect: null, fires: 'The notice lists no CPV codes.' },
    {
      code: 'VALUE_NOT_STATED',
      effect: null,
      fires: 'The notice states no value in GBP; half is given.',
    },
    {
      code: 'REGION_NOT_STATED',
      effect: null,
      fires: 'The notice states no place of delivery; half is given.',
    },
    {
      code: 'DEADLINE_NOT_STATED',
      effect: null,
      fires: 'The notice states no deadline; half is given.',
    },
    {
      code: 'BUYER_HISTORY_NONE',
      effect: null,
      fires: 'No comparable award by the buyer is known; half is given.',
    },
    {
      code: 'CERTIFICATION_MENTIONED',
      effect: null,
      fires: 'The notice mentions a certification of the profile.',
    },
    {
      code: 'CERTIFICATION_REQUIRED',
      effect: null,
      fires: 'The notice asks for a well-known certification that the profile does not list.',
    },
    {
      code: 'DEADLINE_UNDER_5_WORKING_DAYS',
      effect: null,
      fires: 'Fewer than five working days are left.',
    },
    {
      code: 'DEADLINE_DATE_ONLY',
      effect: null,
      fires: 'The notice states a day without an hour; the end of that day is assumed.',
    },
    {
      code: 'FRAMEWORK',
      effect: null,
      fires: 'A framework or dynamic market: its value is a ceiling over all call-offs.',
    },
    { code: 'UK_WIDE', effect: null, fires: 'The notice covers the whole United Kingdom.' },
  ],
  bands: FIT_BANDS,
}
