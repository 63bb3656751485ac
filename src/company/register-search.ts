/** Search by name: the mirror if it has the words as they were typed, else the register. */
import type { FreshCache } from '../background/fresh-cache.ts'
import { buildDegradation, describeFailure } from '../background/source.ts'
import { sha256Hex } from '../platform/hash.ts'
import { COMPANY_WINDOW_MS } from './limits.ts'
import type { Mirror } from './mirror/mirror.ts'
import { type MirrorFound, searchMirror } from './mirror/search.ts'
import type { SearchFacts } from './model/facts.ts'
import { hasAsTyped } from './model/name-match.ts'
import { nameWords } from './model/name-words.ts'
import { fromRegister, type PresentPart } from './read-part.ts'
import { COMPANIES_HOUSE } from './source.ts'
import {
  buildSearchStatus,
  buildSourceStatus,
  createNotConfiguredError,
  createUnavailableError,
  PUBLIC_SITE,
  type SourceStatus,
} from './source-status.ts'
import type { CompaniesHouse } from './sources/companies-house.ts'
import { SEARCH } from './stored-layouts.ts'

interface SearchOptions {
  client: CompaniesHouse | null
  mirror: Mirror | null
  cache: FreshCache
  budgetMs: number
}

type SearchReading = SourceStatus & { found: SearchFacts }
type MirrorReading = SourceStatus & { found: MirrorFound; asOfMs: number }

/** @throws ServiceError UPSTREAM_UNAVAILABLE, UPSTREAM_NOT_CONFIGURED */
export async function searchRegister(options: SearchOptions, q: string): Promise<SearchReading> {
  const { client, mirror } = options
  const copy = await searchCopy(mirror, q)
  if (copy && isEnough(client, copy.found)) return copy
  if (!client) throw createNotConfiguredError()
  try {
    const reading = await readSearch(options, client, q)
    if (copy && isBetter(copy.found, reading.value, q)) return copy
    const url = `${PUBLIC_SITE}/search/companies?q=${encodeURIComponent(q)}`
    return { found: reading.value, ...buildSourceStatus(url, [reading]) }
  } catch (error) {
    if (!copy) throw createUnavailableError(error)
    return withFailedSearch(copy, error)
  }
}

/** Returns `null` if the register would be searched after the mirror. */
export async function searchMirrorAlone(
  { client, mirror }: SearchOptions,
  q: string,
): Promise<SourceStatus | null> {
  const copy = await searchCopy(mirror, q)
  return copy && isEnough(client, copy.found) ? copy : null
}

/**
 * Companies that ended before the mirror started are in the register only, and similar names are no
 * answer.
 */
const isEnough = (client: CompaniesHouse | null, { words }: MirrorFound) =>
  words === 'typed' || client === null

async function readSearch(
  { cache, budgetMs }: SearchOptions,
  client: CompaniesHouse,
  q: string,
): Promise<PresentPart<SearchFacts>> {
  const reading = await cache.read({
    layout: SEARCH,
    id: sha256Hex(q.toLowerCase()).slice(0, 32),
    windowMs: COMPANY_WINDOW_MS,
    fetch: () => client.search(q, AbortSignal.timeout(budgetMs)),
    timeouts: cache.createTimeouts(budgetMs),
  })
  return fromRegister('search', reading)
}

function withFailedSearch(copy: MirrorReading, error: unknown): SearchReading {
  const trouble = {
    kind: 'failed' as const,
    reason: describeFailure(COMPANIES_HOUSE, error),
    copyMs: copy.asOfMs,
  }
  return {
    ...copy,
    degradations: [...copy.degradations, buildDegradation(`${COMPANIES_HOUSE} search`, trouble)],
  }
}

/**
 * The register finds no misspelt names. If no name of its answer has the words as typed, the
 * mirror's similar names are the better answer.
 */
function isBetter(copy: MirrorFound, { hits }: SearchFacts, q: string): boolean {
  if (copy.hits.length === 0) return false
  const fetched = nameWords(q)
  return (
    hits.length === 0 ||
    (copy.words === 'similar' &&
      !hits.some(({ name }) => hasAsTyped(nameWords(name ?? '').words, fetched)))
  )
}

/** Returns `null` if there is no mirror, or it cannot be read now. */
async function searchCopy(mirror: Mirror | null, q: string): Promise<MirrorReading | null> {
  const serving = mirror?.current()
  if (!mirror || !serving) return null
  try {
    const found = await searchMirror(serving.generation, q)
    return { found, asOfMs: serving.asOfMs, ...buildSearchStatus(serving) }
  } catch (error) {
    mirror.unreadable(error)
    return null
  }
}
