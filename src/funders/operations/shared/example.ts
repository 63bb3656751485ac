import type { Example } from '../../../contract/operation.ts'

/** An invented funder. */
export const example: Example = {
  summary: 'How much a community foundation usually gives',
  listed: [
    'result.funder.name',
    'result.giving.grants_made',
    'result.giving.total_awarded_gbp',
    'result.giving.size_distribution_gbp.median',
    'result.recent_awards.title',
  ],
  input: { name: 'example-community-foundation' },
  result: {
    funder: { name: 'Example Community Foundation', ids: ['GB-CHC-9999999', '360G-ExampleCF'] },
    match_quality: 'slug',
    giving: {
      grants_made: 3,
      total_awarded_gbp: 12500.5,
      years: { first: 2023, last: 2024 },
      size_distribution_gbp: {
        min: 1500,
        p25: 2000.25,
        median: 2500.5,
        p75: 5500.25,
        max: 8500,
        mean: 4166.83,
      },
      yearly: {
        '2023': { grants: 1, total_gbp: 8500, median_gbp: 8500 },
        '2024': { grants: 2, total_gbp: 4000.5, median_gbp: 2000.25 },
      },
      typical_award_gbp: 2500.5,
    },
    recent_awards: [
      {
        title: 'Kitchen refit',
        recipient: 'Example Village Hall',
        amount_gbp: 2500.5,
        award_date: '2024-11-05',
        programme: 'Small Grants',
        url: 'https://grants.example.org/2024/17',
        licence: 'CC BY 4.0',
        publisher: 'Example Community Foundation',
      },
    ],
    live_grants_now: [],
    coverage: {
      datasets: [
        {
          title: 'Grants awarded 2023 to 2024',
          publisher: 'Example Community Foundation',
          licence: 'CC BY 4.0',
          grants: 3,
          status: 'counted',
          note: null,
        },
      ],
      grants_included: 3,
      excluded_share_alike: 0,
      excluded_non_gbp: 0,
      excluded_zero_amount: 1,
      first_award: '2023-03-01',
      last_award: '2024-11-05',
      corpus_fetched: '2026-11-20T02:00:00Z',
      dates_set_aside: 0,
    },
  },
}
