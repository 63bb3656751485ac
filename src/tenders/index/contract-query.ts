/**
 * Builds the text query for a search of contracts: words, what they mean in CPV codes, names and
 * numbers.
 */
import type { TextQuery } from '../../store/contract-filter.ts'
import { type Concept, conceptOf } from '../../text-search/query.ts'
import type { Relevance } from '../../text-search/ranker.ts'
import { type Phrase, phraseKey, tokens } from '../../text-search/terms.ts'
import { companyNumber } from '../model/contract.ts'
import {
  buildBuyerTerm,
  buildUnnumberedTerm,
  GAP,
  idTerm,
  nameTerms,
  numberTerm,
  regionTerms,
} from '../model/contract-terms.ts'
import { significantDigits } from '../model/cpv.ts'
import { REGION_FILTERS, type RegionFilter } from '../model/regions.ts'
import { TENDER_SYNONYMS, WEAK_STEMS } from '../model/synonyms.ts'
import { TRADES } from '../model/trades.ts'
import { type Learned, LONGEST_GROUP } from './meanings.ts'

export interface ContractCriteria {
  q?: string | undefined
  cpv?: string | undefined
  region?: RegionFilter | undefined
  buyer?: string | undefined
  /** Names of the buyer whose register id is sought. */
  buyerNames?: readonly string[]
  supplier?: string | undefined
  min_relevance?: Relevance | undefined
}

const CODE_DIGITS = 8

/** Finds the CPV codes that words name, by the labels that notices give. */
export interface CpvLabels {
  learn(learned: Pick<Learned, 'labels'>): void
  /**
   * Returns the prefixes of the codes whose labels have all of these terms and no other term but
   * `all`.
   */
  find(terms: readonly string[], all: ReadonlySet<string>): string[]
}

export function createCpvLabels(): CpvLabels {
  let labels: { prefix: string; terms: readonly string[] }[] = []
  return {
    learn(learned) {
      labels = Object.entries(learned.labels).map(([code, label]) => ({
        prefix: significantDigits(code),
        terms: tokens(label)
          .map(({ term }) => term)
          .filter((term) => !WEAK_STEMS.has(term)),
      }))
    },
    find: (wanted, all) =>
      labels
        .filter(
          ({ terms }) =>
            wanted.every((term) => terms.includes(term)) && terms.every((term) => all.has(term)),
        )
        .map(({ prefix }) => prefix),
  }
}

const phraseOf = ({ alternatives }: Concept) => alternatives[0]!.phrase
const findTrades = (concept: Concept) => TRADES.get(phraseKey(phraseOf(concept))) ?? []

/**
 * Reads a query as concepts: "quoted words", words that have a synonym or a trade together, single
 * words.
 */
function parseConcepts(q: string): Concept[] {
  const concepts = new Map<string, Concept>()
  const add = (concept: Concept | null) =>
    concept !== null && concepts.set(phraseKey(phraseOf(concept)), concept)
  for (const [, quoted, plain = ''] of q.matchAll(/["“”]([^"“”]*)["“”]|([^"“”]+)/g)) {
    if (quoted !== undefined) add(conceptOf(quoted, TENDER_SYNONYMS))
    const words = plain.split(/\s+/).filter((word) => word !== '')
    for (let start = 0; start < words.length; ) {
      let length = Math.min(LONGEST_GROUP, words.length - start)
      const group = () => conceptOf(words.slice(start, start + length).join(' '), TENDER_SYNONYMS)
      const isMeant = (concept: Concept | null) =>
        concept !== null && (concept.alternatives.length > 1 || findTrades(concept).length > 0)
      while (length > 1 && !isMeant(group())) length -= 1
      add(group())
      start += length
    }
  }
  return [...concepts.values()]
}

const isWeak = (concept: Concept) =>
  phraseOf(concept).terms.length === 1 && WEAK_STEMS.has(phraseOf(concept).terms[0]!)

/**
 * Returns `null` if the words say nothing, such as stop words alone. A contract is close if each of
 * them, another word for it or its trade is there; related ones are also found by CPV labels. None
 * is loose: a contract has all of the words.
 */
export function contractQuery(
  criteria: ContractCriteria,
  labels: CpvLabels,
): { all: readonly TextQuery[] } | null {
  const { q, cpv, region, buyer, supplier, buyerNames = [], min_relevance } = criteria
  const parts = [
    q === undefined ? [] : wordsQuery(q, min_relevance === 'close' ? null : labels),
    cpv === undefined ? [] : [{ any: cpv.split(',').map(codeQuery) }],
    region === undefined ? [] : [{ any: regionTerms(region).map((term) => ({ phrase: [term] })) }],
    buyer === undefined ? [] : buyerQuery(buyer, buyerNames),
    supplier === undefined ? [] : supplierQuery(supplier),
  ]
  return parts.some((part) => part === null) ? null : { all: parts.flatMap((part) => part ?? []) }
}

/** Query for the contracts of these suppliers that carry no number. */
export function withoutNumbers(names: readonly string[]): TextQuery {
  return { any: names.map((name) => ({ phrase: [buildUnnumberedTerm(name)] })) }
}

/** Without labels the words find what is close alone. */
function wordsQuery(q: string, labels: CpvLabels | null): TextQuery[] | null {
  const concepts = parseConcepts(q)
  const strong = concepts.filter((concept) => !isWeak(concept))
  const required = strong.length > 0 ? strong : concepts
  if (required.length === 0) return null
  const all = new Set(concepts.flatMap((concept) => phraseOf(concept).terms))
  return required.map((concept) => ({
    any: [
      ...concept.alternatives.map(({ phrase }) => wordQuery(phrase)),
      ...findTrades(concept).map(tradeQuery),
      ...(labels?.find(phraseOf(concept).terms, all) ?? []).map(codeQuery),
      ...REGION_FILTERS.filter((region) => region === concept.text.toLowerCase()).map((region) => ({
        phrase: regionTerms(region).slice(0, 1),
      })),
    ],
  }))
}

function wordQuery({ terms, offsets }: Phrase): TextQuery {
  const words: string[] = []
  for (const [part, term] of terms.entries()) {
    while (words.length < offsets[part]!) words.push(GAP)
    words.push(`t${term}`)
  }
  return { phrase: words }
}

/** Eight digits in the table of trades are that code alone. */
function tradeQuery(prefix: string): TextQuery {
  return prefix.length === CODE_DIGITS ? { phrase: [`c${prefix}`] } : codeQuery(prefix)
}

/** A whole code names its class, so its trailing zeros are padding. */
function codeQuery(prefix: string): TextQuery {
  return { prefix: `c${prefix.length === CODE_DIGITS ? significantDigits(prefix) : prefix}` }
}

export const isRegisterId = (buyer: string) => /^[A-Z]{2}-[A-Z]+-\S+$/i.test(buyer)

function buyerQuery(buyer: string, names: readonly string[]): TextQuery[] | null {
  if (!isRegisterId(buyer)) return nameQuery('b', buyer)
  const terms = [idTerm(buyer), ...names.map(buildBuyerTerm)]
  return [{ any: terms.map((term) => ({ phrase: [term] })) }]
}

function supplierQuery(supplier: string): TextQuery[] | null {
  const number = companyNumber(supplier)
  return number === null ? nameQuery('s', supplier) : [{ phrase: [numberTerm(number)] }]
}

function nameQuery(letter: 'b' | 's', name: string): TextQuery[] | null {
  const terms = nameTerms(letter, name)
  return terms.length === 0 ? null : [{ phrase: terms }]
}
