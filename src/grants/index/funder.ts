/** A funder's open grants, for the funder dossier. */

import { type Window, windowAt, windowState } from '../model/dates.ts'
import { type Amounts, plainName } from '../model/listing.ts'
import type { Generation } from './generation.ts'

export interface LiveGrant {
  id: string
  name: string
  amounts: Amounts
  window: Window
  source_url: string
}

const MAX_GRANTS = 10

/** The funder as the advert names it, then each of several that it names. */
export function funderNames(funder: string): string[] {
  return [...new Set([funder, ...funder.split(/\s*(?:[;/|]|,(?= )| and (?=the |department|ministry))\s*/i)])].filter((name) => name !== '')
}

/** Matched by the whole name without case, punctuation and articles; also where the advert names several funders. */
export function liveGrantsOf(generation: Generation, names: readonly string[], nowMs: number): LiveGrant[] {
  const wanted = new Set(names.map(plainName).filter((name) => name !== ''))
  const open = generation.grants.filter(
    ({ facts, goneMs }) =>
      facts.funder !== null &&
      windowState(facts.dates, goneMs === null, nowMs) === 'open' &&
      funderNames(facts.funder).some((name) => wanted.has(plainName(name))),
  )
  const closing = (index: number) => open[index]!.facts.dates.closes?.date ?? '9999-12-31'
  const order = [...open.keys()].sort((a, b) => (closing(a) < closing(b) ? -1 : closing(a) > closing(b) ? 1 : a - b))
  return order.slice(0, MAX_GRANTS).map((index) => {
    const { facts, sourceUrl } = open[index]!
    return { id: facts.id, name: facts.name, amounts: facts.amounts, window: windowAt(facts.dates, true, nowMs), source_url: sourceUrl }
  })
}
