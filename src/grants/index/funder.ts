/** A funder's open grants, for the funder dossier. */

import type { LiveGrant } from '../../contract/live-grants.ts'
import { isPlaceWord } from '../../text-search/place-words.ts'
import { windowAt, windowState } from '../model/dates.ts'
import { plainName } from '../model/listing.ts'
import type { GrantGeneration, IndexedGrant } from './generation.ts'

const MAX_GRANTS = 10

/**
 * A shorter addition is an abbreviation that other bodies use too, and no name by itself: "Animal
 * Care England (ACE)".
 */
const TELLING_NAME = 8

/**
 * Returns the funder's name in the advert, then each of several, then the parts next to an
 * abbreviation.
 */
export function funderNames(funder: string): string[] {
  const parts = funder
    .split(/[;/|]|,(?= )| and (?=the |department|ministry)/i)
    .map((part) => part.trim())
  return [
    ...new Set([
      funder,
      ...listAbbreviations(funder),
      ...parts.flatMap((part) => [part, ...listAbbreviations(part)]),
    ]),
  ].filter((name) => name !== '')
}

/**
 * Returns the parts that can be names in "Department for Transport (DfT)" or "Defra - Department
 * for Environment". Returns none if one part is a place, which distinguishes the funder from others
 * of the same name.
 */
function listAbbreviations(name: string): string[] {
  const parts = name.split(/(?<!\s)\s+[-–—]\s+/)
  const dashed = parts.length > 1 && !parts.some(isPlace) ? parts : []
  const bracketed = [name, ...dashed].flatMap((each) => {
    const [, before, within] = /^([^()]+)\(([^()]+)\)$/.exec(each.trim()) ?? []
    return before === undefined || within === undefined || isPlace(within)
      ? []
      : [before.trim(), within.trim()]
  })
  return [...dashed, ...bracketed].filter((part) => plainName(part).length >= TELLING_NAME)
}

function isPlace(text: string): boolean {
  const words = plainName(text).split(' ')
  return words.every((word) => isPlaceWord(word) || JOINING.has(word))
}

const JOINING = new Set(['and', 'of', 'for', 'in'])

/**
 * Matched by the whole name without case, punctuation and articles; also where the advert names
 * several funders.
 */
export function listLiveGrants(
  generation: GrantGeneration,
  names: readonly string[],
  nowMs: number,
): LiveGrant[] {
  const wanted = new Set(names.map(plainName).filter((name) => name !== ''))
  if (wanted.size === 0) return []
  const open = generation.grants.filter(
    ({ facts, removedMs }) =>
      facts.funder !== null &&
      windowState(facts.dates, removedMs === null, nowMs) === 'open' &&
      funderNames(facts.funder).some((name) => wanted.has(plainName(name))),
  )
  const closingDateOf = ({ facts }: IndexedGrant) => facts.dates.closes?.date ?? '9999-12-31'
  return open
    .sort((a, b) => Date.parse(closingDateOf(a)) - Date.parse(closingDateOf(b)))
    .slice(0, MAX_GRANTS)
    .map(({ facts, sourceUrl }) => ({
      id: facts.id,
      name: facts.name,
      amounts: facts.amounts,
      window: windowAt(facts.dates, true, nowMs),
      source_url: sourceUrl,
    }))
}
