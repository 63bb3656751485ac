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
import type { OfficeAddress, ProfileFacts, SearchFacts, SearchHit } from '../model/facts.ts'
import {
  computeFit,
  hasAsTyped,
  LEAST_RECALL,
  type NameFit,
  oneSlipAway,
  slips,
  type Weigh,
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

interface Wanted {
  words: readonly string[]
  form: string | null
  weigh: Weigh
  frequencies: ReadonlyMap<string, number>
  /** The weight of a word in the middle: of what a name has besides. */
  common: number
}

interface Candidate extends MirroredName {
  fit: NameFit
}

export interface MirrorFound extends SearchFacts {
  /**
   * How the best names match: every word as typed, every word with at most one typing error, or
   * some words.
   */
  words: 'typed' | 'similar' | 'some'
}

export async function searchMirror(generation: MirrorGeneration, q: string): Promise<MirrorFound> {
  const byNumber = await hitByNumber(generation, q)
  if (byNumber) return { hits: [byNumber], total: 1, words: 'typed' }
  const { words, form } = nameWords(q)
  if (words.length === 0) return { hits: [], total: 0, words: 'some' }
  const joins = words.slice(1).map((word, index) => words[index]! + word)
  const frequencies = await generation.frequencies([...words, ...joins])
  const of = Number(generation.meta.names ?? 5_000_000)
  const wanted: Wanted = {
    words,
    form,
    frequencies,
    weigh: weighBy(frequencies, of),
    common: Math.log(1 + of / 2000),
  }

  const candidates = new Map<number, Candidate>()
  const whole = await findPrefixes(generation, wanted)
  if (whole) await strict(generation, wanted, whole, candidates)
  let best = findBest(candidates)
  let groups: string[][] | null = null
  if (best === null || best.recall < 0.8) {
    await cutShort(generation, wanted, candidates)
    best = findBest(candidates)
  }
  if (best === null || best.recall < 0.999) {
    groups = await alternatives(generation, wanted)
    await misspelt(generation, wanted, groups, candidates)
    best = findBest(candidates)
    if (best === null || best.recall < 0.8) await partly(generation, wanted, groups, candidates)
  }
  const hits = await showRow(generation, wanted, candidates)
  const total = whole ? await generation.count(whole, MOST_COUNTED) : 0
  return {
    hits,
    total: Math.max(total, hits.length),
    words: judgeWords(wanted, [...candidates.values()]),
  }
}

function judgeWords(wanted: Wanted, candidates: readonly Candidate[]): MirrorFound['words'] {
  if (candidates.some((each) => hasAsTyped(each.words, wanted))) return 'typed'
  return candidates.some((each) => each.fit.every) ? 'similar' : 'some'
}

/** Names of digits alone exist as well: only a number that is held is one. */
async function hitByNumber(generation: MirrorGeneration, q: string): Promise<SearchHit | null> {
  const reading = readCompanyNumber(q)
  if (!reading.ok) return null
  const row = await generation.company(reading.number)
  const read = row === null ? null : readMirrorRow(reading.number, row)
  return read && toHit(read.company.profile)
}

function add(
  candidates: Map<number, Candidate>,
  { words, weigh, common }: Wanted,
  found: readonly MirroredName[],
): void {
  for (const name of found) {
    const fit = computeFit(words, name, weigh, common)
    const candidate = candidates.get(name.company)
    // A company counts with the best of its names.
    if (fit.recall >= LEAST_RECALL && (!candidate || fit.score > candidate.fit.score))
      candidates.set(name.company, { ...name, fit })
  }
}

function findBest(candidates: ReadonlyMap<number, Candidate>): NameFit | null {
  let best: NameFit | null = null
  for (const { fit } of candidates.values())
    if (best === null || fit.recall > best.recall) best = fit
  return best
}

/**
 * Every word as it was typed, the last one perhaps not to its end; null where no name has all of
 * them.
 */
async function findPrefixes(
  generation: MirrorGeneration,
  { words, frequencies }: Wanted,
): Promise<NameQuery | null> {
  const last = words.at(-1)!
  const others = words.slice(0, -1)
  const rarest = Math.min(...others.map((word) => frequencies.get(word) ?? 0))
  if (rarest === 0) return null
  const groups = others.map((word) => [word])
  if (last.length > 2 && rarest <= MOST_LOOKED_THROUGH) return { groups, begins: last, size: null }
  const ends =
    last.length > 2
      ? await generation.wordsBeginning(last, CONTINUED)
      : frequencies.has(last)
        ? [last]
        : []
  return ends.length === 0 ? null : { groups: [...groups, ends], begins: null, size: null }
}

/** Every word as it was typed, in any order; names of no other words first. */
async function strict(
  generation: MirrorGeneration,
  wanted: Wanted,
  whole: NameQuery,
  candidates: Map<number, Candidate>,
): Promise<void> {
  const { words } = wanted
  add(candidates, wanted, await generation.findByWords(words))
  add(candidates, wanted, await generation.beginning(words, CANDIDATES / 2))
  for (const size of [words.length, words.length + 1, null]) {
    if (candidates.size >= CANDIDATES) return
    add(candidates, wanted, await generation.match({ ...whole, size }, CANDIDATES))
  }
}

/** Every word perhaps not to its end, as the last one is while it is typed. */
async function cutShort(
  generation: MirrorGeneration,
  wanted: Wanted,
  candidates: Map<number, Candidate>,
): Promise<void> {
  const { words } = wanted
  if (words.length < 2 || words.length > MOST_CUT_SHORT) return
  const groups = await Promise.all(
    words.map((word) => (word.length > 2 ? generation.wordsBeginning(word, CONTINUED) : [word])),
  )
  if (groups.some((group) => group.length === 0)) return
  for (const size of [words.length, words.length + 1, null])
    add(candidates, wanted, await generation.match({ groups, begins: null, size }, CANDIDATES))
}

/** For each word the words it may be meant as, itself first where names have it. */
async function alternatives(
  generation: MirrorGeneration,
  { words, frequencies }: Wanted,
): Promise<string[][]> {
  const groups: string[][] = []
  for (const word of words) {
    const allowed = slips(word)
    const near = allowed === 0 ? [] : await nearWords(generation, word, allowed)
    groups.push([...(frequencies.has(word) ? [word] : []), ...near])
  }
  return groups
}

async function nearWords(
  generation: MirrorGeneration,
  word: string,
  allowed: number,
): Promise<string[]> {
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

/** Every word, or what it may be meant as; and words that were run together or torn apart. */
async function misspelt(
  generation: MirrorGeneration,
  wanted: Wanted,
  groups: readonly (readonly string[])[],
  candidates: Map<number, Candidate>,
): Promise<void> {
  const readings = [
    groups,
    ...joinWords(wanted, groups),
    ...(await torn(generation, wanted, groups)),
  ]
  for (const reading of readings.slice(0, MAX_READINGS)) {
    if (reading.some((group) => group.length === 0)) continue
    for (const size of [reading.length, null])
      add(
        candidates,
        wanted,
        await generation.match({ groups: reading, begins: null, size }, CANDIDATES),
      )
  }
}

function joinWords(
  { words, frequencies }: Wanted,
  groups: readonly (readonly string[])[],
): (readonly string[])[][] {
  return words.slice(1).flatMap((word, index) => {
    const together = words[index]! + word
    return frequencies.has(together)
      ? [[...groups.slice(0, index), [together], ...groups.slice(index + 2)]]
      : []
  })
}

async function torn(
  generation: MirrorGeneration,
  { words, frequencies }: Wanted,
  groups: readonly (readonly string[])[],
) {
  const readings: (readonly string[])[][] = []
  for (const [index, word] of words.entries()) {
    if (frequencies.has(word) || word.length < 5) continue
    const cuts = Array.from(
      { length: word.length - 3 },
      (_, at) => [word.slice(0, at + 2), word.slice(at + 2)] as const,
    )
    const known = await generation.frequencies(cuts.flat())
    const likely = cuts
      .filter((cut) => cut.every((part) => known.has(part)))
      .sort(
        (a, b) =>
          Math.min(...b.map((part) => known.get(part)!)) -
          Math.min(...a.map((part) => known.get(part)!)),
      )
    for (const cut of likely.slice(0, 3))
      readings.push([...groups.slice(0, index), [cut[0]], [cut[1]], ...groups.slice(index + 1)])
  }
  return readings
}

/** All words but one, the least telling first; then the most telling alone. */
async function partly(
  generation: MirrorGeneration,
  wanted: Wanted,
  groups: readonly (readonly string[])[],
  candidates: Map<number, Candidate>,
): Promise<void> {
  const { words, weigh } = wanted
  const order = words
    .map((_, index) => ({
      index,
      weight: groups[index]!.length === 0 ? -1 : weigh(groups[index]![0]!),
    }))
    .sort((a, b) => a.weight - b.weight)
  const known = order.filter(({ weight }) => weight >= 0).map(({ index }) => index)
  const ask = async (numbers: readonly number[]) => {
    if (numbers.length === 0) return
    const query = numbers.map((index) => groups[index]!)
    add(
      candidates,
      wanted,
      await generation.match({ groups: query, begins: null, size: numbers.length }, CANDIDATES),
    )
    add(
      candidates,
      wanted,
      await generation.match({ groups: query, begins: null, size: null }, CANDIDATES),
    )
  }
  if (known.length < words.length) await ask([...known].sort((a, b) => a - b))
  for (const left of known.slice(0, MAX_READINGS)) {
    const best = findBest(candidates)
    if (best !== null && best.recall >= 0.8) return
    await ask(known.filter((index) => index !== left).sort((a, b) => a - b))
  }
  if (known.length > 2 && candidates.size === 0) await ask(known.slice(-1))
}

/**
 * Returns the best hits in their final order: for equal matches the requested legal form, the
 * shorter name, the number.
 */
async function showRow(
  generation: MirrorGeneration,
  { form }: Wanted,
  candidates: ReadonlyMap<number, Candidate>,
): Promise<SearchHit[]> {
  const ordered = [...candidates.values()].sort(
    (a, b) => b.fit.score - a.fit.score || a.words.length - b.words.length,
  )
  const best = ordered.slice(0, SHOWN * 3)
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
    address_snippet: formatSnippet(profile.office),
  }
}

function formatSnippet(office: OfficeAddress | null): string | null {
  if (office === null) return null
  const street = [office.premises, office.address_line_1].filter((part) => part !== null).join(' ')
  const lines = [
    street,
    office.address_line_2,
    office.locality,
    office.region,
    office.country,
    office.postal_code,
  ]
  return lines.filter((part) => part !== null && part !== '').join(', ') || null
}
