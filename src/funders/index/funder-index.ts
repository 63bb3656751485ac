/**
 * All dossiers of one generation in memory, and the ways to find one. Immutable; a new generation
 * is a new index.
 */

import { unpack } from '../../background/stored-layout.ts'
import type { FunderGeneration } from '../../store/funders.ts'
import { isPlaceWord } from '../../text-search/place-words.ts'
import { DOSSIER, type StoredDossier } from '../corpus/dossier.ts'
import { nameKey, nameWords, pickTellingWords } from '../model/names.ts'
import { orgId } from '../model/org-id.ts'
import { computeOverlap, isMisspelling, matchWords, trigrams } from '../model/similarity.ts'

export type MatchQuality = 'exact_id' | 'exact_name' | 'slug' | 'alias' | 'fuzzy'

export interface FunderCandidate {
  slug: string
  name: string
  id: string | null
  grants: number
}

export type FunderMatch =
  | { outcome: 'found'; quality: MatchQuality; dossier: StoredDossier }
  /**
   * Several funders have the name, or it is only similar to some: the caller chooses. Best first,
   * at most five.
   */
  | { outcome: 'ambiguous'; candidates: FunderCandidate[] }
  | { outcome: 'unknown' }

export interface FunderIndex {
  readonly generation: FunderGeneration
  readonly size: number
  /** Slug of the funder with the most grants. */
  readonly largest: string | null
  /** Stored dossiers that are no copies: of another layout, or cut off. */
  readonly unread: number
  find(wanted: string): FunderMatch
}

const MAX_CANDIDATES = 5
/** Names whose trigrams overlap most are looked at closely. */
const SHORTLIST = 60
/** Shared trigrams over all, from which a name is like another at all. */
const LEAST_OVERLAP = 0.34
const SEVERAL = -1

interface Entry extends FunderCandidate {
  /** The stored dossier, parsed on demand. */
  json: Buffer
}

export async function buildFunderIndex(
  generation: FunderGeneration,
  batches: AsyncIterable<readonly string[]>,
): Promise<FunderIndex> {
  const entries: Entry[] = []
  const byId = new Map<string, number>()
  const bySlug = new Map<string, number>()
  /** The name shown, but for case. */
  const byPrinted = new Map<string, number[]>()
  /** Normalised names: the one shown, and all others. */
  const byName = new Map<string, number[]>()
  const byOtherName = new Map<string, number[]>()
  const names: { entry: number; words: string[]; grams: number }[] = []
  const gramPostings = new Map<string, number[]>()
  const known = createKnownWords()
  let unread = 0

  for await (const batch of batches) {
    for (const json of batch) {
      const dossier = unpack(DOSSIER, json)
      if (dossier === null) {
        unread += 1
        continue
      }
      const name = dossier.names[0]!
      const entry =
        entries.push({
          slug: dossier.slug,
          name,
          id: dossier.ids[0] ?? null,
          grants: dossier.giving.grants_made ?? 0,
          json: Buffer.from(json),
        }) - 1
      bySlug.set(dossier.slug, entry)
      for (const id of dossier.ids) byId.set(orgId(id)?.key ?? id, entry)
      for (const [place, each] of dossier.names.entries()) {
        if (place === 0) add(byPrinted, print(each), entry)
        const key = nameKey(each)
        if (key === '') continue
        add(place === 0 ? byName : byOtherName, key, entry)
        const grams = trigrams(key)
        const words = nameWords(each)
        known.add(words, entry)
        const index = names.push({ entry, words, grams: grams.size }) - 1
        for (const gram of grams) add(gramPostings, gram, index)
      }
    }
  }

  function buildMatch(entry: number, quality: MatchQuality): FunderMatch {
    return {
      outcome: 'found',
      quality,
      dossier: unpack(DOSSIER, entries[entry]!.json.toString('utf8'))!,
    }
  }

  function ask(matches: readonly number[]): FunderMatch {
    return chooseAmong(matches.map((entry) => entries[entry]!))
  }

  function one(matches: readonly number[] | undefined, quality: MatchQuality): FunderMatch | null {
    if (matches === undefined) return null
    return matches.length === 1 ? buildMatch(matches[0]!, quality) : ask(bySize(matches))
  }

  function bySize(matches: readonly number[]): number[] {
    return [...matches].sort((a, b) => entries[b]!.grants - entries[a]!.grants || a - b)
  }

  /** Returns the names that share the most trigrams with the requested one. */
  function shortlist(key: string): { name: number; overlap: number }[] {
    const grams = trigrams(key)
    const shared = new Map<number, number>()
    for (const gram of grams)
      for (const name of gramPostings.get(gram) ?? []) shared.set(name, (shared.get(name) ?? 0) + 1)
    return [...shared]
      .map(([name, count]) => ({
        name,
        overlap: count / (grams.size + names[name]!.grams - count),
      }))
      .sort((a, b) => b.overlap - a.overlap || a.name - b.name)
      .slice(0, SHORTLIST)
  }

  function findAlike(wanted: string, key: string): FunderMatch {
    const words = nameWords(wanted)
    const near = shortlist(key)
    const meant = near
      .map(({ name }) => names[name]!)
      .filter((each) => isMisspelling(words, each.words, known.besides(each.entry)))
    const same = new Set(meant.map(({ entry }) => entry))
    if (same.size === 1) return buildMatch([...same][0]!, 'fuzzy')
    if (same.size > 1) return ask(bySize([...same]))
    // Part of a name, its words in another order, or too far from one to be answered without
    // asking.
    const scores = new Map<number, number>()
    for (const { name, overlap } of near) {
      const whole = matchWords(words, names[name]!.words) === words.length
      if (!whole && (overlap < LEAST_OVERLAP || !shareTellingWords(words, names[name]!.words)))
        continue
      const entry = names[name]!.entry
      scores.set(entry, Math.max(scores.get(entry) ?? 0, overlap + (whole ? 1 : 0)))
    }
    return ask(
      [...scores]
        .sort(([a, x], [b, y]) => y - x || entries[b]!.grants - entries[a]!.grants || a - b)
        .map(([entry]) => entry),
    )
  }

  const most = entries.reduce<Entry | null>(
    (best, entry) => (best === null || entry.grants > best.grants ? entry : best),
    null,
  )

  return {
    generation,
    size: entries.length,
    largest: most?.slug ?? null,
    unread,
    find(wanted) {
      const text = wanted.normalize('NFC').trim()
      const id = orgId(text)
      if (id) {
        const entry = byId.get(id.key)
        return entry === undefined ? { outcome: 'unknown' } : buildMatch(entry, 'exact_id')
      }
      const asPrinted = one(byPrinted.get(print(text)), 'exact_name')
      if (asPrinted?.outcome === 'found') return asPrinted
      const slug = bySlug.get(text.toLowerCase())
      if (slug !== undefined) return buildMatch(slug, 'slug')
      if (asPrinted) return asPrinted
      const key = nameKey(text)
      if (key === '') return { outcome: 'unknown' }
      return (
        one(byName.get(key), 'exact_name') ??
        one(byOtherName.get(key), 'alias') ??
        findAlike(text, key)
      )
    },
  }
}

/** The words that are no typing errors. */
function createKnownWords() {
  /** The entry in whose names a word occurs, or `SEVERAL`. */
  const bearers = new Map<string, number>()
  return {
    add(words: readonly string[], entry: number): void {
      for (const word of words)
        bearers.set(word, (bearers.get(word) ?? entry) === entry ? entry : SEVERAL)
    },
    /**
     * Returns whether a word may mean something other than this entry: it is in a place's name, or
     * in another funder's name.
     */
    besides(entry: number): (word: string) => boolean {
      return (word) => isPlaceWord(word) || (bearers.get(word) ?? entry) !== entry
    },
  }
}

function chooseAmong(entries: readonly Entry[]): FunderMatch {
  const candidates = entries
    .slice(0, MAX_CANDIDATES)
    .map(({ slug, name, id, grants }): FunderCandidate => ({ slug, name, id, grants }))
  return candidates.length > 0 ? { outcome: 'ambiguous', candidates } : { outcome: 'unknown' }
}

/** Whether more than the words is alike that half of all names have. */
function shareTellingWords(wanted: readonly string[], known: readonly string[]): boolean {
  const [ours, theirs] = [pickTellingWords(wanted), pickTellingWords(known)]
  if (matchWords(ours, theirs) > 0) return true
  return (
    ours.length > 0 &&
    theirs.length > 0 &&
    computeOverlap(ours.join(' '), theirs.join(' ')) >= LEAST_OVERLAP
  )
}

/** Returns the printed name without case and with single spaces. */
function print(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}

function add<K>(map: Map<K, number[]>, key: K, value: number): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else if (list.at(-1) !== value) list.push(value)
}
