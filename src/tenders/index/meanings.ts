/**
 * What words mean in the Common Procurement Vocabulary: labels of its codes and words of titles,
 * both learned from published notices, and the published names of trades.
 */
import type { Meanings } from '../../text-search/ranker.ts'
import { phraseKey, tokens } from '../../text-search/terms.ts'
import type { Notice } from '../model/notice.ts'
import { TENDER_SYNONYMS, WEAK_STEMS } from '../model/synonyms.ts'
import { TRADES } from '../model/trades.ts'

/**
 * Class, notices of it with the term in their title, and all notices with the term in their title.
 */
type LearnedClass = readonly [prefix: string, withTerm: number, of: number]

export interface Learned {
  /** Label of each code. */
  labels: Readonly<Record<string, string>>
  /** Classes of each term. */
  words: Readonly<Record<string, readonly LearnedClass[]>>
}

/**
 * Digits of a learned class, and codes of a notice that are looked at: the first ones say what it
 * is about.
 */
const CLASS_DIGITS = 3
const CODES_READ = 3
/**
 * Least notices of a class with a term, and how much more frequent the term is there than
 * elsewhere.
 */
const LEAST_SUPPORT = 3
const LEAST_LIFT = 3
/**
 * Least share of the notices with a term that are of the class; what few notices show counts for
 * less.
 */
const LEAST_SHARE = 0.3
const FEW = 0.3

/** Learns from notices in any order. */
export function createLearner() {
  const labels = new Map<string, string>()
  const ofTerm = new Map<string, number>()
  const ofClass = new Map<string, number>()
  const together = new Map<string, Map<string, number>>()
  let total = 0
  return {
    add({ title, cpv, cpvLabels }: Pick<Notice, 'title' | 'cpv' | 'cpvLabels'>): void {
      if (cpv === null) return
      total += 1
      for (const [code, label] of Object.entries(cpvLabels ?? {})) {
        const known = labels.get(code)
        if (known === undefined || label < known) labels.set(code, label)
      }
      const classes = new Set(cpv.slice(0, CODES_READ).map((code) => code.slice(0, CLASS_DIGITS)))
      for (const each of classes) count(ofClass, each)
      for (const term of new Set(tokens(title).map((token) => token.term))) {
        // Years and words of most notices go with a class by chance alone.
        if (/\d/.test(term) || WEAK_STEMS.has(term)) continue
        count(ofTerm, term)
        const known = together.getOrInsertComputed(term, () => new Map())
        for (const each of classes) count(known, each)
      }
    },

    finish(): Learned {
      const words: Record<string, LearnedClass[]> = {}
      for (const [term, classes] of [...together].sort(byName)) {
        const of = ofTerm.get(term)!
        const found = [...classes]
          .sort(byName)
          .map(([prefix, withTerm]): LearnedClass => [prefix, withTerm, of])
        const strong = found.filter(
          ([prefix, withTerm]) =>
            withTerm >= LEAST_SUPPORT &&
            withTerm * total >= LEAST_LIFT * of * ofClass.get(prefix)! &&
            strength(withTerm, of) > 0,
        )
        if (strong.length > 0) words[term] = strong
      }
      return { labels: Object.fromEntries([...labels].sort(byName)), words }
    },
  }
}

/** Share of the notices with a term that are of the class; 0 if that may be chance. */
function strength(withTerm: number, of: number): number {
  const share = withTerm / of - FEW / Math.sqrt(of)
  return share > LEAST_SHARE ? share : 0
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  a < b ? -1 : 1

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const NONE: ReadonlyMap<string, number> = new Map()

/** Words of the longest phrase with a synonym or a trade. */
export const LONGEST_GROUP = Math.max(
  TENDER_SYNONYMS.longest,
  ...[...TRADES.keys()].map((key) => key.split(' ').length),
)

/** Meanings that change with what was learned. */
export function createMeanings(): Meanings & { learn(learned: Learned | null): void } {
  let labelled = new Map<string, Map<string, number>>()
  let words = new Map<string, ReadonlyMap<string, number>>()
  return {
    learn(learned) {
      labelled = new Map()
      for (const [code, label] of Object.entries(learned?.labels ?? {})) {
        const terms = new Set(tokens(label).map(({ term }) => term))
        for (const term of terms)
          labelled.getOrInsertComputed(term, () => new Map()).set(code, terms.size)
      }
      words = new Map(
        Object.entries(learned?.words ?? {}).map(([term, classes]) => [
          term,
          new Map(classes.map(([prefix, withTerm, of]) => [prefix, strength(withTerm, of)])),
        ]),
      )
    },
    synonyms: TENDER_SYNONYMS.of,
    trades: (wanted) => TRADES.get(phraseKey(wanted)) ?? [],
    findLabelled: (term) => labelled.get(term) ?? NONE,
    findLearned: (term) => words.get(term) ?? NONE,
    knows: (term) =>
      labelled.has(term) ||
      words.has(term) ||
      TRADES.has(phraseKey({ terms: [term], offsets: [0] })),
    weak: WEAK_STEMS,
    longest: LONGEST_GROUP,
  }
}
