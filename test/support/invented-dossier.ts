import type { StoredDossier } from '../../src/funders/corpus/dossier.ts'

export function inventedDossier(
  slug: string,
  names: string[],
  ids: string[],
  grants = 1,
): StoredDossier {
  return {
    slug,
    names,
    ids,
    giving: {
      grants_made: grants,
      total_awarded_gbp: 0,
      years: { first: null, last: null },
      size_distribution_gbp: {
        min: null,
        p25: null,
        median: null,
        p75: null,
        max: null,
        mean: null,
      },
      yearly: {},
      typical_award_gbp: null,
    },
    steps: null,
    recent_awards: [],
    coverage: {
      datasets: [],
      grants_included: grants,
      excluded_share_alike: 0,
      excluded_non_gbp: 0,
      excluded_zero_amount: 0,
      dates_set_aside: 0,
      first_award: null,
      last_award: null,
    },
    publishers: [],
    licences: [],
  }
}
