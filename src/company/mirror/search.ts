/**
 * Search of companies by name in the mirror. The engine finds candidates with the strictest query
 * first and loosens it only as far as needed; `model/name-match.ts` orders them equally on both
 * engines.
 */
import { readCompanyNumber } from '../../platform/company-number.ts'
import { editDistance } from '../../platform/edits.ts'
import type { NameQuery } from '../../store/company-mirror/engines.ts'
import {
  type MirroredName,
  type MirrorGeneration,
  MOST_LOOKED_THROUGH,
} from '../../store/company-mirror/generation.ts'
import { formatSnippet } from '../model/address.ts'
import type { ProfileFacts, SearchFacts, SearchHit } from '../model/facts.ts'
import {
  computeFit,
  hasAsTyped,
  LEAST_RECALL,
  type NameFit,
  oneSlipAway,
  slips,
  weighBy,
} from '../model/name-match.ts'
import { nameWords } from '../model/name-words.ts'
import { readMirrorRow } from './row.ts'

/** Maximum of a total. Counting further would cost as much as the search. */
const MOST_COUNTED = 1000
const CANDIDATES = 80
const SHOWN = 20
/** Words that one mistyped word may stand for. */
const ALTERNATIVES = 8
const SIMILAR_READ = 400
const MAX_READINGS = 8
/** Words of a query of which each may be cut short. */
const MOST_CUT_SHORT = 4
/** Words that a beginning may stand for where no other word is rare. */
const CONTINUED = 64

export interface MirrorFound extends SearchFacts {
  /**
   * How the best names match: every word as typed, every word with at most one typing error, or
   * some words.
   */
  words: 'typed' | 'similar' | 'some'
}

interface Candidate extends MirroredName {
  fit: NameFit
}

type Groups = readonly (readonly string[])[]

export async function searchMirror(generation: MirrorGeneration, q: string): Promise<MirrorFound> {
  const byNumber = await hitByNumber(generation, q)
  if (byNumber) return { hits: [byNumber], total: 1, words: 'typed' }
  const { words, form } = nameWords(q)
  if (words.length === 0) return { hits: [], total: 0, words: 'some' }
  const joins = words.slice(1).map((word, index) => words[index]! + word)
  const frequencies = await generation.frequencies([...words, ...joins])
  const search = createNameSearch(generation, words, frequencies)

  const whole = await search.findPrefixes()
  if (whole) await search.strict(whole)
  if (search.bestRecall() < 0.8) await search.cutShort()
  if (search.bestRecall() < 0.999) {
    const groups = await search.alternatives()
    await search.misspelt(groups)
    if (search.bestRecall() < 0.8) await search.partly(groups)
  }

  const candidates = search.list()
  const hits = await showRows(generation, form, candidates)
  const total = whole ? await generation.count(whole, MOST_COUNTED) : 0
  return {
    hits,
    total: Math.max(total, hits.length),
    words: candidates.some((each) => hasAsTyped(each.words, { words, form }))
      ? 'typed'
      : candidates.some((each) => each.fit.every)
        ? 'similar'
        : 'some',
  }
}

/** Names of digits alone exist as well: only a number that is held is one. */
async function hitByNumber(generation: MirrorGeneration, q: string): Promise<SearchHit | null> {
  const reading = readCompanyNumber(q)
  if (!reading.ok) return null
  const row = await generation.company(reading.number)
  const read = row === null ? null : readMirrorRow(reading.number, row)
  return read && toHit(read.company.profile)
}

/** The steps of one search, each of which adds candidates. */
function createNameSearch(
  generation: MirrorGeneration,
  words: readonly string[],
  frequencies: ReadonlyMap<string, number>,
) {
  const of = Number(generation.meta.names ?? 5_000_000)
  const weigh = weighBy(frequencies, of)
  /** The weight of a word in the middle: of what a name has besides. */
  const common = Math.log(1 + of / 2000)
  const candidates = new Map<number, Candidate>()

  function add(found: readonly MirroredName[]): void {
    for (const name of found) {
      const fit = computeFit(words, name, weigh, common)
      const candidate = candidates.get(name.company)
      // A company counts with the best of its names.
      if (fit.recall >= LEAST_RECALL && (!candidate || fit.score > candidate.fit.score))
        candidates.set(name.company, { ...name, fit })
    }
  }

  /** Adds names with a word of each group, of each number of words; `null` is any. */
  async function match(groups: Groups, ...sizes: (number | null)[]): Promise<void> {
    if (groups.length === 0 || groups.some((group) => group.length === 0)) return
    for (const size of sizes)
      add(await generation.match({ groups, begins: null, size }, CANDIDATES))
  }

  const bestRecall = () => Math.max(0, ...[...candidates.values()].map(({ fit }) => fit.recall))

  /**
   * Every word as it was typed, the last one perhaps not to its end; null where no name has all of
   * them.
   */
  async function findPrefixes(): Promise<NameQuery | null> {
    const last = words.at(-1)!
    const others = words.slice(0, -1)
    const rarest = Math.min(...others.map((word) => frequencies.get(word) ?? 0))
    if (rarest === 0) return null
    const groups = others.map((word) => [word])
    if (last.length > 2 && rarest <= MOST_LOOKED_THROUGH)
      return { groups, begins: last, size: null }
    const ends =
      last.length > 2
        ? await generation.wordsBeginning(last, CONTINUED)
        : frequencies.has(last)
          ? [last]
          : []
    return ends.length === 0 ? null : { groups: [...groups, ends], begins: null, size: null }
  }

  /** Every word as it was typed, in any order; names of no other words first. */
  async function strict(whole: NameQuery): Promise<void> {
    add(await generation.findByWords(words))
    add(await generation.beginning(words, CANDIDATES / 2))
    for (const size of [words.length, words.length + 1, null]) {
      if (candidates.size >= CANDIDATES) return
      add(await generation.match({ ...whole, size }, CANDIDATES))
    }
  }

  /** Every word perhaps not to its end, as the last one is while it is typed. */
  async function cutShort(): Promise<void> {
    if (words.length < 2 || words.length > MOST_CUT_SHORT) return
    const groups = await Promise.all(
      words.map((word) => (word.length > 2 ? generation.wordsBeginning(word, CONTINUED) : [word])),
    )
    await match(groups, words.length, words.length + 1, null)
  }

  /** For each word the words it may be meant as, itself first where names have it. */
  async function alternatives(): Promise<string[][]> {
    const groups: string[][] = []
    for (const word of words) {
      const near = await listNearWords(generation, word)
      groups.push([...(frequencies.has(word) ? [word] : []), ...near])
    }
    return groups
  }

  /** Every word, or what it may be meant as; and words that were run together or torn apart. */
  async function misspelt(groups: Groups): Promise<void> {
    const readings = [groups, ...joinWords(groups), ...(await tearWords(groups))]
    for (const reading of readings.slice(0, MAX_READINGS))
      await match(reading, reading.length, null)
  }

  function joinWords(groups: Groups): Groups[] {
    return words.slice(1).flatMap((word, index) => {
      const together = words[index]! + word
      return frequencies.has(together)
        ? [[...groups.slice(0, index), [together], ...groups.slice(index + 2)]]
        : []
    })
  }

  async function tearWords(groups: Groups): Promise<Groups[]> {
    const readings: Groups[] = []
    for (const [index, word] of words.entries()) {
      if (frequencies.has(word) || word.length < 5) continue
      const cuts = Array.from(
        { length: word.length - 3 },
        (_, at) => [word.slice(0, at + 2), word.slice(at + 2)] as const,
      )
      const known = await generation.frequencies(cuts.flat())
      const rarestOf = (cut: readonly string[]) => Math.min(...cut.map((part) => known.get(part)!))
      const likely = cuts
        .filter((cut) => cut.every((part) => known.has(part)))
        .sort((a, b) => rarestOf(b) - rarestOf(a))
      for (const [head, rest] of likely.slice(0, 3))
        readings.push([...groups.slice(0, index), [head], [rest], ...groups.slice(index + 1)])
    }
    return readings
  }

  /** All words but one, the least telling first; then the most telling alone. */
  async function partly(groups: Groups): Promise<void> {
    const known = words
      .map((_, index) => index)
      .filter((index) => groups[index]!.length > 0)
      .sort((a, b) => weigh(groups[a]![0]!) - weigh(groups[b]![0]!))
    const ask = (numbers: readonly number[]) =>
      match(
        [...numbers].sort((a, b) => a - b).map((index) => groups[index]!),
        numbers.length,
        null,
      )
    if (known.length < words.length) await ask(known)
    for (const left of known.slice(0, MAX_READINGS)) {
      if (bestRecall() >= 0.8) return
      await ask(known.filter((index) => index !== left))
    }
    if (known.length > 2 && candidates.size === 0) await ask(known.slice(-1))
  }

  const list = () => [...candidates.values()]
  return { findPrefixes, strict, cutShort, alternatives, misspelt, partly, bestRecall, list }
}

/** Words that a mistyped one may stand for, the nearest and commonest first. */
async function listNearWords(generation: MirrorGeneration, word: string): Promise<string[]> {
  const allowed = slips(word)
  if (allowed === 0) return []
  const found =
    word.length < 5
      ? [...(await generation.frequencies(oneSlipAway(word)))].map(([each, n]) => ({
          word: each,
          n,
        }))
      : await generation.similar(word, SIMILAR_READ)
  return found
    .map((each) => ({
      ...each,
      distance: each.word === `${word}s` ? 1 : editDistance(word, each.word, allowed),
    }))
    .filter(({ distance }) => distance > 0 && distance <= allowed)
    .sort((a, b) => a.distance - b.distance || b.n - a.n || (a.word < b.word ? -1 : 1))
    .slice(0, ALTERNATIVES)
    .map((each) => each.word)
}

/**
 * Returns the best hits in their final order: for equal matches the requested legal form, the
 * shorter name, the number.
 */
async function showRows(
  generation: MirrorGeneration,
  form: string | null,
  candidates: readonly Candidate[],
): Promise<SearchHit[]> {
  const best = [...candidates]
    .sort((a, b) => b.fit.score - a.fit.score || a.words.length - b.words.length)
    .slice(0, SHOWN * 3)
  const rows = await generation.companies(best.map((each) => each.company))
  return best
    .flatMap(({ company, fit }) => {
      const row = rows.get(company)
      const read = row ? readMirrorRow(row.number, row.row) : null
      if (!read) return []
      const { profile } = read.company
      const same = form !== null && nameWords(profile.name ?? '').form === form
      return [{ hit: toHit(profile), score: fit.score + (same ? 0.01 : 0) }]
    })
    .sort(
      (a, b) =>
        b.score - a.score ||
        (a.hit.name ?? '').length - (b.hit.name ?? '').length ||
        (a.hit.company_number < b.hit.company_number ? -1 : 1),
    )
    .slice(0, SHOWN)
    .map(({ hit }) => hit)
}

function toHit(profile: ProfileFacts): SearchHit {
  return {
    company_number: profile.number,
    name: profile.name,
    status: profile.status,
    incorporated: profile.incorporated,
    address_snippet: profile.office && formatSnippet(profile.office),
  }
}
