/**
 * Position of an amount among a funder's awards: for its dossier, and for eligibility of its
 * grants.
 */
import type { AwardHistory } from '../contract/award-history.ts'
import type { StoredDossier } from './corpus/dossier.ts'
import { computePercentile } from './corpus/figures.ts'

const NAMED = 3

/**
 * Null: fewer than twenty counted awards, none with a date, or a corpus built before amounts were
 * placed.
 */
export function buildHistory({
  names,
  steps,
  coverage,
  licences,
}: StoredDossier): AwardHistory | null {
  if (!steps || coverage.first_award === null) return null
  // Share-alike datasets are shown as rows and stand behind no figure.
  const counted = coverage.datasets.filter(({ grants }) => grants > 0)
  const under = new Set(counted.map(({ licence }) => licence))
  return {
    funder: names[0]!,
    awards: coverage.grants_included,
    since: coverage.first_award,
    licence: licences
      .map(({ name }) => name)
      .filter((name) => under.has(name))
      .join(', '),
    publisher: findNamed(counted.map(({ publisher }) => publisher)),
    dataset: findNamed(counted.map(({ title }) => `"${title}"`)),
    percentile: (amountGbp) => computePercentile(steps, Math.round(amountGbp * 100)),
  }
}

export function buildAttribution(
  { licences }: StoredDossier,
  { publisher, licence }: AwardHistory,
): string {
  const links = licences
    .filter(({ name }) => licence.split(', ').includes(name))
    .map(({ name, url }) => `${name} (${url})`)
  return `Awards of the funder: grant data published to the 360Giving Data Standard by ${publisher} under ${links.join(', ')}; figures computed from it.`
}

function findNamed(all: readonly string[]): string {
  const different = [...new Set(all)]
  const more = different.length - NAMED
  return `${different.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
