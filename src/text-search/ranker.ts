/**
 * Ranks documents by what a query means: by its words (BM25F), by phrases that mean the same, and
 * by the classes of a classification that its words lead to. Each piece of evidence is a share of
 * the query, and pieces reinforce each other.
 */
import { editDistance } from '../platform/edits.ts'
import { isPlaceWord } from './place-words.ts'
import type { Postings } from './postings.ts'
import { type Phrase, phrase, phraseKey, type Token } from './terms.ts'

/** Meanings of words in a classification. */
export interface Meanings {
  /** Other phrases for a phrase. */
  synonyms(wanted: Phrase): readonly Phrase[]
  /** Prefixes of the classes that a phrase names; one of full length is that class alone. */
  trades(wanted: Phrase): readonly string[]
  /** Classes whose labels have the term, each with the number of terms of its label. */
  findLabelled(term: string): ReadonlyMap<string, number>
  /**
   * Prefixes of the classes that a term of titles goes with, each with how strongly it does, 0 to
   * 1.
   */
  findLearned(term: string): ReadonlyMap<string, number>
  /** Whether some label or learned word has the term. */
  knows(term: string): boolean
  /** Terms of most documents. */
  weak: ReadonlySet<string>
  /** Longest phrase that `synonyms` and `trades` know, in words. */
  longest: number
}

/** The classes of the documents. */
export interface Classes {
  has(code: string): boolean
  under(prefix: string): Iterable<string>
}

const NONE: ReadonlyMap<string, number> = new Map()
/** Classes, and meanings of words in them, of documents that are not classified. */
export const UNCLASSIFIED: Classes & Pick<Meanings, 'trades' | 'findLabelled' | 'findLearned'> = {
  has: () => false,
  under: () => [],
  trades: () => [],
  findLabelled: () => NONE,
  findLearned: () => NONE,
}

/**
 * Least shares that give a grade: of the best score, and of the score of a document that has all of
 * the query.
 */
interface Grade {
  ofBest: number
  ofFullMatch: number
}

export interface RankSettings {
  /** Weights of the first fields of the postings. */
  weights: readonly number[]
  /** Field with the full codes of the classes of a document. */
  codesField: number
  /** Digits of a full code. */
  codeLength: number
  /** Share of the query, and share of the best score, below which a document is noise. */
  floor: number
  relativeFloor: number
  /** Grades of relevance, chosen on the first half of the judged queries (`npm run truth`). */
  close: Grade & {
    /** A document that is found by its codes alone is not close if it has more of them. */
    mostCodes: number
  }
  related: Grade
  /** Maximum weight of a synonym, in the fields whose bits are in `titles`, and in others. */
  synonym: number
  synonymInBody: number
  titles: number
  /** Whether a synonym that more documents have than the concept is worth less by as much. */
  synonymsByRarity?: boolean
  /** For queries that describe something at length. */
  long?: {
    mostConcepts: number
    /** Number of the rarest concepts that make a full score. */
    fullConcepts: number
    quotedWeight: number
  }
}

/** Strongest reason for a hit. */
export type Reason = 'words' | 'cpv' | 'synonym'

export interface Ranked {
  /** Documents above the noise floor, ascending. */
  documents: readonly number[]
  /** Number of concepts of the query. */
  conceptCount: number
  score(document: number): number
  relevance(document: number): Relevance
  by(document: number): Reason
  /**
   * Number of distinctive concepts of the query that the document has; phrases and quoted words
   * count as two.
   */
  distinctive(document: number): number
  /** Words of the query that the document has, as typed, and the codes by which it was found. */
  explain(document: number): { words: string[]; codes: string[] | null }
}

/** How close a document is to a query. */
export type Relevance = 'close' | 'related' | 'loose'

const CLOSENESS: Readonly<Record<Relevance, number>> = { close: 2, related: 1, loose: 0 }

/** Returns whether a grade reaches the requested one. Every grade does if that is `null`. */
export function isRelevant(relevance: Relevance, least: Relevance | null): boolean {
  return least === null || CLOSENESS[relevance] >= CLOSENESS[least]
}

/** Returns the documents that are close enough. */
export function listRelevant(
  { documents, relevance }: Pick<Ranked, 'documents' | 'relevance'>,
  least: Relevance | null,
): readonly number[] {
  return documents.filter((document) => isRelevant(relevance(document), least))
}

/** Reasons for one hit, as answers give them. */
export interface Matched {
  words: string[]
  cpv: string[] | null
  by: Reason
  relevance: Relevance
}

export function toMatched(ranked: Ranked, document: number): Matched {
  const { words, codes } = ranked.explain(document)
  return { words, cpv: codes, by: ranked.by(document), relevance: ranked.relevance(document) }
}

/**
 * How many documents of a search have each strongest reason and each grade; `null` without words.
 */
export interface FoundCounts {
  foundBy: Record<Reason, number> | null
  foundByRelevance: Record<Relevance, number> | null
}

/** Counts the documents that a search finds. */
export function createFoundCounter(ranked: Ranked | null): {
  add(document: number): void
  counts(): FoundCounts
} {
  const foundBy = { words: 0, cpv: 0, synonym: 0 }
  const foundByRelevance = { close: 0, related: 0, loose: 0 }
  return {
    add(document) {
      if (ranked === null) return
      foundBy[ranked.by(document)] += 1
      foundByRelevance[ranked.relevance(document)] += 1
    },
    counts: () =>
      ranked === null ? { foundBy: null, foundByRelevance: null } : { foundBy, foundByRelevance },
  }
}

/** A search box's text. */
const SHORT = { mostConcepts: 24, fullConcepts: Number.POSITIVE_INFINITY, quotedWeight: 1 }
/** Saturation of repeated words, and how much the length of a field counts. */
const K1 = 1.2
const B = 0.55
/** Most that each kind of evidence is worth. */
const TRADE = 0.7
const LABEL = 0.7
const LEARNED = 0.4
/** A term of a label counts by its share of the label, up to `LABEL`. */
const LABEL_GAIN = 1.5
/** Share of the words of a phrase that are apart. */
const APART = 0.66
/** Weight of a concept that no document has, of a place, and of a term of most documents. */
const UNKNOWN = 0.5
const PLACE = 0.45
const WEAK = 0.16
/** Rarity of a term that no document has: as if one in twenty had it. */
const UNSEEN_SHARE = 0.05
const MOST_REMEMBERED = 10_000
/**
 * Shorter words are not corrected; longer ones by one edit, from `TWO_EDITS` characters on by two.
 */
const ONE_EDIT = 5
const TWO_EDITS = 8
/**
 * Words that are corrected with their endings, and how many of one query: each costs the stems of
 * all its edits.
 */
const RESPELT = /^[a-z]{6,20}$/i
const MOST_RESPELT = 4
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

type Word = Token & { text: string }

interface Concept {
  words: readonly Word[]
  wanted: Phrase
  /** Its words only count together. */
  isQuoted: boolean
  synonyms: readonly Phrase[]
  trades: readonly string[]
}

interface Class {
  share: number
  isTrade: boolean
}

/** Rarity of a concept, its weight in its query, and the share of it that each term has. */
interface Weight {
  rarity: number
  weight: number
  /** Its weight if some document had it. */
  fullWeight: number
  shares: number[]
}

/**
 * Sums over all concepts for each document; `score` counts pieces of evidence that reinforce each
 * other.
 */
interface Collected {
  concepts: readonly Concept[]
  score: Float64Array
  words: Float64Array
  cpv: Float64Array
  synonym: Float64Array
  distinctive: Uint16Array
  total: number
  /** Like `total`, with words that no document has in full. */
  fullTotal: number
  /** Classes that some concept leads to. */
  classes: ReadonlySet<string>
}

export interface Ranker {
  /** Ranks the documents of the index. Those that are shown decide which score is the best. */
  rank(query: string, isShown: (document: number) => boolean): Ranked & { scale: Scale }
  /** Ranks documents of another index by the statistics of this one, on the scale of its result. */
  judge(query: string, others: Postings, scale: Scale): Ranked
  /**
   * Returns the classes that a query as it is spelt leads to, each with the share of the query that
   * does, 0 to 1.
   */
  findClasses(query: string): ReadonlyMap<string, number>
}

/** Scores that decide how close documents are to a query, as shares of it. */
interface Scale {
  best: number
  /** Below it documents are noise. */
  threshold: number
}

/** Statistics of the index, remembered until the index changes. */
interface Statistics {
  /** Number of documents with the term in their text. */
  frequency(term: string): number
  rarity(count: number): number
}

function createStatistics(own: Postings, fields: number): Statistics {
  const frequencies = new Map<string, number>()
  // Each addition raises the size and each removal lowers the count, so that the two together never
  // repeat.
  let [size, count] = [0, 0]
  return {
    frequency(term) {
      if (size !== own.size || count !== own.documentCount || frequencies.size > MOST_REMEMBERED)
        frequencies.clear()
      size = own.size
      count = own.documentCount
      let found = frequencies.get(term)
      if (found === undefined) {
        found = own.frequency(term, fields)
        frequencies.set(term, found)
      }
      return found
    },
    rarity: (documents) => Math.log(1 + (own.documentCount - documents + 0.5) / (documents + 0.5)),
  }
}

/** Finds terms by first letter and length, which most misspellings keep or nearly keep. */
function createVocabulary(own: Postings): (term: string, limit: number) => string[] {
  const groups = new Map<string, string[]>()
  let known = 0
  return (term, limit) => {
    // Terms are never dropped, so that only the last ones are new.
    let at = 0
    for (const each of known === own.termCount ? [] : own.terms()) {
      at += 1
      if (at <= known) continue
      groups.getOrInsertComputed(`${each[0]}${each.length}`, () => []).push(each)
    }
    known = own.termCount
    return Array.from({ length: 2 * limit + 1 }, (_, step) => term.length - limit + step).flatMap(
      (length) => groups.get(`${term[0]}${length}`) ?? [],
    )
  }
}

/** Returns the term that is meant by one of a word. */
type Spelling = (term: string, word: string) => string

/** Generates what a word becomes by one edit behind its first letter. */
function* editsOf(word: string): Generator<string> {
  for (let at = 1; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    const rest = after.slice(1)
    if (after !== '') yield before + rest
    if (rest !== '') yield before + rest[0] + after[0] + rest.slice(1)
    for (const letter of LETTERS) {
      yield before + letter + after
      if (after !== '') yield before + letter + rest
    }
  }
}

/** Reads queries as concepts. */
function createQueryReader(
  own: Postings,
  { frequency }: Statistics,
  meanings: Meanings,
  mostConcepts: number,
) {
  const isKnown = (term: string) => frequency(term) > 0 || meanings.knows(term)
  const alike = createVocabulary(own)

  /** Returns the nearest known term, and how far it is. */
  function nearStem(term: string): { term: string; distance: number } | null {
    if (term.length < ONE_EDIT) return null
    const limit = term.length < TWO_EDITS ? 1 : 2
    const near = alike(term, limit)
      .map((other) => ({ term: other, distance: editDistance(term, other, limit), count: 0 }))
      .filter(({ distance }) => distance <= limit)
      .map((each) => ({ ...each, count: frequency(each.term) }))
      .filter(({ count }) => count > 0)
    near.sort((a, b) => a.distance - b.distance || b.count - a.count || (a.term < b.term ? -1 : 1))
    return near[0] ?? null
  }

  /** Returns the most frequent term of the words that are one edit from this one. */
  function nearWord(word: string): string | null {
    const terms = new Set([...editsOf(word)].flatMap((each) => phrase(each)?.terms[0] ?? []))
    const near = [...terms]
      .filter((term) => term.length >= ONE_EDIT && own.has(term))
      .map((term) => ({ term, count: frequency(term) }))
      .filter(({ count }) => count > 0)
    near.sort((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1))
    return near[0]?.term ?? null
  }

  /**
   * Corrects the misspelt words of a query by the nearest stem, or by the word with its ending,
   * which stems lack.
   */
  function createSpelling(): Spelling {
    let left = MOST_RESPELT
    return (term, word) => {
      if (isKnown(term) || /\d/.test(term) || isPlaceWord(term)) return term
      const near = nearStem(term)
      if (near?.distance === 1) return near.term
      // Where the stemmer knew the ending, the stem is at fault.
      const hasEnding = term.length < word.length
      if (left === 0 || hasEnding || !RESPELT.test(word)) return near?.term ?? term
      left -= 1
      return nearWord(word.toLowerCase()) ?? near?.term ?? term
    }
  }

  function splitWords(text: string, spell: Spelling): Word[] {
    const found: Word[] = []
    let place = 0
    for (const word of text.split(/\s+/)) {
      const { terms, offsets } = phrase(word) ?? { terms: [], offsets: [] }
      for (const [part, term] of terms.entries())
        found.push({ term: spell(term, word), at: place + offsets[part]!, text: word })
      place += (offsets.at(-1) ?? 0) + 1
    }
    return found
  }

  function buildConcept(words: readonly Word[], isQuoted = false): Concept {
    const wanted = toPhrase(words)
    return {
      words,
      wanted,
      isQuoted,
      synonyms: meanings.synonyms(wanted),
      trades: meanings.trades(wanted),
    }
  }

  /**
   * Groups the words of a query: "quoted words", phrases that mean something together, single
   * words.
   */
  function parseConcepts(query: string, spell = createSpelling()): Concept[] {
    const concepts = new Map<string, Concept>()
    const add = (concept: Concept) =>
      concepts.size < mostConcepts && concepts.set(phraseKey(concept.wanted), concept)
    for (const [, quoted, plain] of query.matchAll(/["“”]([^"“”]*)["“”]|([^"“”]+)/g)) {
      const words = splitWords(quoted ?? plain ?? '', spell)
      if (quoted !== undefined && words.length > 0) add(buildConcept(words, true))
      for (let start = 0; quoted === undefined && start < words.length; ) {
        let concept = buildConcept(words.slice(start, start + meanings.longest))
        while (
          concept.words.length > 1 &&
          concept.synonyms.length === 0 &&
          concept.trades.length === 0
        )
          concept = buildConcept(words.slice(start, start + concept.words.length - 1))
        add(concept)
        start += concept.words.length
      }
    }
    return [...concepts.values()]
  }

  return { parseConcepts, isKnown }
}

export function createRanker(
  own: Postings,
  classes: Classes,
  meanings: Meanings,
  settings: RankSettings,
): Ranker {
  const { weights, codesField, codeLength, long = SHORT } = settings
  const statistics = createStatistics(own, weights.length)
  const { parseConcepts, isKnown } = createQueryReader(own, statistics, meanings, long.mostConcepts)

  function weigh(concept: Concept): Weight {
    const factor = isWeak(concept) ? WEAK : 1
    const parts = concept.words.map(({ term }) => {
      const frequency = statistics.frequency(term) || own.documentCount * UNSEEN_SHARE
      return statistics.rarity(frequency) * factor
    })
    const rarity = parts.reduce((all, each) => all + each, 0)
    const weight = rarity * computeFactor(concept) * (concept.isQuoted ? long.quotedWeight : 1)
    const isUnknown = weight > 0 && !isFound(concept)
    return {
      rarity,
      weight,
      fullWeight: isUnknown ? weight / UNKNOWN : weight,
      shares: parts.map((part) => part / rarity),
    }
  }

  function isWeak({ words }: Concept): boolean {
    return words.length === 1 && meanings.weak.has(words[0]!.term)
  }

  /** Finds the classes that a concept leads to; `shares` are those of its terms. */
  function findClasses({ words, trades }: Concept, shares: readonly number[]): Map<string, Class> {
    const inLabels = new Map<string, number>()
    const inTitles = new Map<string, number>()
    for (let part = 0; part < words.length; part += 1) {
      const { term } = words[part]!
      for (const [code, length] of meanings.findLabelled(term))
        if (classes.has(code)) add(inLabels, code, (LABEL_GAIN * shares[part]!) / length)
      for (const [prefix, strength] of meanings.findLearned(term))
        for (const code of classes.under(prefix)) add(inTitles, code, strength * shares[part]!)
    }

    const found = new Map<string, Class>()
    for (const code of new Set([...inLabels.keys(), ...inTitles.keys()])) {
      const byLabel = LABEL * Math.min(1, inLabels.get(code) ?? 0)
      const share = 1 - (1 - byLabel) * (1 - LEARNED * (inTitles.get(code) ?? 0))
      found.set(code, { share, isTrade: false })
    }
    for (const prefix of trades)
      for (const code of prefix.length === codeLength ? [prefix] : classes.under(prefix))
        if (classes.has(code)) found.set(code, { share: TRADE, isTrade: true })
    return found
  }

  /** Adds the evidence of the words of one concept. */
  function addWords(
    { words, wanted, isQuoted }: Concept,
    shares: readonly number[],
    postings: Postings,
    into: Float64Array,
  ): void {
    for (let part = 0; part < words.length; part += 1) {
      postings.visit(words[part]!.term, (document, counts) => {
        let sum = 0
        for (let field = 0; field < weights.length; field += 1) {
          if (counts[field] === 0) continue
          sum +=
            (weights[field]! * counts[field]!) /
            (1 - B + (B * postings.length(document, field)) / own.averageLength(field))
        }
        into[document]! += (sum / (sum + K1)) * shares[part]!
      })
    }
    if (words.length === 1) return
    const { count, documents } = postings.find(wanted)
    let hit = 0
    for (let document = 0; document < into.length; document += 1) {
      if (hit < count && documents[hit] === document) hit += 1
      else into[document]! *= isQuoted ? 0 : APART
    }
  }

  function collect(query: string, postings: Postings): Collected {
    const concepts = parseConcepts(query)
    const { size } = postings
    const sums = {
      score: new Float64Array(size),
      words: new Float64Array(size),
      cpv: new Float64Array(size),
      synonym: new Float64Array(size),
      distinctive: new Uint16Array(size),
    }
    const [words, cpv, synonym] = [
      new Float64Array(size),
      new Float64Array(size),
      new Float64Array(size),
    ]
    const reached = new Set<string>()
    const weighed: Weight[] = []
    for (const concept of concepts) {
      const weighing = weigh(concept)
      const { rarity, weight, shares } = weighing
      weighed.push(weighing)
      words.fill(0)
      cpv.fill(0)
      synonym.fill(0)
      addWords(concept, shares, postings, words)
      const worth = (other: Phrase, count: number) => {
        if (!settings.synonymsByRarity) return 1
        const otherCount = postings === own ? count : own.find(other).count
        return Math.min(1, statistics.rarity(otherCount) / rarity)
      }
      addSynonyms(concept, postings, settings, worth, synonym)
      for (const [code, { share, isTrade }] of findClasses(concept, shares)) {
        reached.add(code)
        postings.visit(code, (document, counts) => {
          if (counts[codesField]! > 0) raise(isTrade ? synonym : cpv, document, share)
        })
      }
      const isSure = concept.isQuoted || concept.words.length > 1
      const pieces = isWeak(concept) ? 0 : isSure ? 2 : 1
      for (let document = 0; document < size; document += 1) {
        const [byWords, byCpv, bySynonym] = [words[document]!, cpv[document]!, synonym[document]!]
        if (byWords + byCpv + bySynonym === 0) continue
        sums.score[document]! += weight * (1 - (1 - byWords) * (1 - byCpv) * (1 - bySynonym))
        sums.words[document]! += weight * byWords
        sums.cpv[document]! += weight * byCpv
        sums.synonym[document]! += weight * bySynonym
        sums.distinctive[document]! += pieces
      }
    }
    const heaviest = weighed.sort((a, b) => b.weight - a.weight).slice(0, long.fullConcepts)
    const total = heaviest.reduce((all, { weight }) => all + weight, 0)
    const fullTotal = heaviest.reduce((all, { fullWeight }) => all + fullWeight, 0)
    return { concepts, ...sums, total: total || 1, fullTotal: fullTotal || 1, classes: reached }
  }

  /**
   * A place that no document names says nothing about any of them; another unknown concept still
   * counts against all.
   */
  function computeFactor(concept: Concept): number {
    const found = isFound(concept)
    if (concept.words.every(({ term }) => isPlaceWord(term))) return found ? PLACE : 0
    return found ? 1 : UNKNOWN
  }

  function isFound({ words, synonyms, trades }: Concept): boolean {
    return synonyms.length + trades.length > 0 || words.some(({ term }) => isKnown(term))
  }

  return {
    rank(query, isShown) {
      const collected = collect(query, own)
      let best = 0
      for (let document = 0; document < own.size; document += 1) {
        if (collected.score[document]! > best && isShown(document))
          best = collected.score[document]!
      }
      best /= collected.total
      const scale = { best, threshold: Math.max(settings.floor, best * settings.relativeFloor) }
      return { ...above(collected, own, settings, scale), scale }
    },
    judge: (query, others, scale) => above(collect(query, others), others, settings, scale),
    findClasses(query) {
      const found = new Map<string, number>()
      let total = 0
      for (const concept of parseConcepts(query, asTyped)) {
        const { weight, shares } = weigh(concept)
        total += weight
        for (const [code, { share }] of findClasses(concept, shares))
          add(found, code, weight * share)
      }
      for (const [code, sum] of found) found.set(code, sum / total)
      return found
    },
  }
}

/** Selects the documents from a score on. */
function above(
  { concepts, score, words, cpv, synonym, distinctive, total, fullTotal, classes }: Collected,
  postings: Postings,
  { weights, codesField, close, related }: RankSettings,
  { best, threshold }: Scale,
): Ranked {
  const documents: number[] = []
  for (let document = 0; document < score.length; document += 1) {
    if (score[document]! > 0 && score[document]! / total >= threshold) documents.push(document)
  }
  return {
    documents,
    conceptCount: concepts.length,
    score: (document) => score[document]! / total,
    distinctive: (document) => distinctive[document]!,
    relevance(document) {
      const ofBest = score[document]! / total / best
      const ofFullMatch = score[document]! / fullTotal
      const reaches = (grade: Grade) => ofBest >= grade.ofBest && ofFullMatch >= grade.ofFullMatch
      const isByManyCodes =
        words[document] === 0 && postings.length(document, codesField) > close.mostCodes
      if (reaches(close) && !isByManyCodes) return 'close'
      return reaches(related) ? 'related' : 'loose'
    },
    by(document) {
      const [byWords, byCpv, bySynonym] = [words[document]!, cpv[document]!, synonym[document]!]
      return byWords >= byCpv && byWords >= bySynonym
        ? 'words'
        : byCpv >= bySynonym
          ? 'cpv'
          : 'synonym'
    },
    explain(document) {
      const has = (term: string, fields: number) =>
        (postings.computeMask({ terms: [term], offsets: [0] }, document) & fields) !== 0
      const inText = (1 << weights.length) - 1
      const found = concepts.flatMap((concept) =>
        concept.words.filter(({ term }) => has(term, inText)).map(({ text }) => withoutStops(text)),
      )
      const otherCount = [...classes].filter((code) => has(code, 1 << codesField))
      return {
        words: [...new Set(found)],
        codes: otherCount.length === 0 ? null : otherCount.sort(),
      }
    },
  }
}

function addSynonyms(
  { synonyms }: Concept,
  postings: Postings,
  { synonym, synonymInBody, titles }: RankSettings,
  worth: (other: Phrase, count: number) => number,
  into: Float64Array,
): void {
  for (const other of synonyms) {
    const { count, documents, masks } = postings.find(other)
    const factor = worth(other, count)
    for (let hit = 0; hit < count; hit += 1)
      raise(
        into,
        documents[hit]!,
        factor * ((masks[hit]! & titles) === 0 ? synonymInBody : synonym),
      )
  }
}

const asTyped = (term: string) => term

const STOPS = '.,;:!?()'

/** Returns the word without the stops around it. A pattern for its end would not be linear. */
function withoutStops(word: string): string {
  let [start, end] = [0, word.length]
  while (start < end && STOPS.includes(word[start]!)) start += 1
  while (end > start && STOPS.includes(word[end - 1]!)) end -= 1
  return word.slice(start, end)
}

function add(sums: Map<string, number>, key: string, part: number): void {
  sums.set(key, (sums.get(key) ?? 0) + part)
}

function raise(shares: Float64Array, document: number, share: number): void {
  if (share > shares[document]!) shares[document] = share
}

function toPhrase(words: readonly Word[]): Phrase {
  return { terms: words.map(({ term }) => term), offsets: words.map(({ at }) => at - words[0]!.at) }
}
