/**
 * Rankers of the recorded notices: ours, and those that it is held against. Each returns ids, best
 * first.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { stemmer } from 'stemmer'
import type { LiveIndex } from '../../../src/tenders/index/live-index.ts'
import { searchNotices } from '../../../src/tenders/index/search.ts'
import type { Notice } from '../../../src/tenders/model/notice.ts'
import type { Ranked, Relevance } from '../../../src/text-search/ranker.ts'
import { learnedFrom, liveIndexOf, SAMPLES_NOW } from '../../tenders/samples.ts'
import { folder } from '../recorded-releases.ts'
import { recordedNotices } from '../tender-table.ts'
import type { PooledQuery } from './measure.ts'

export type Ranker = (query: PooledQuery) => readonly string[]

const DAY = 86_400_000
const FAR_DAYS = 400
/** Share of the best score below which the fourth baseline shows nothing. */
const HALF = 0.5

/** The recorded notices that are not closed, each with a deadline ahead. */
export function pooledNotices(): Notice[] {
  return recordedNotices()
    .filter(({ closedBy }) => closedBy === null)
    .map((notice) => ({
      ...notice,
      deadlineMs: SAMPLES_NOW + FAR_DAYS * DAY,
      updatedMs: SAMPLES_NOW,
    }))
}

/** Label by eight-digit code. */
export function cpvLabels(): ReadonlyMap<string, string> {
  const text = readFileSync(join(folder, 'reference/cpv_en_openprocurement.json'), 'utf8')
  const labels = JSON.parse(text) as Record<string, string>
  return new Map(Object.entries(labels).map(([code, label]) => [code.slice(0, 8), label]))
}

interface Texts {
  id: string
  title: string
  text: string
  labels: string
}

const words = (text: string) => (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map(stemmer)

function textsOf(notice: Notice, labels: ReadonlyMap<string, string>): Texts {
  const lots = notice.lots.flatMap((lot) => [lot.title ?? '', lot.description ?? ''])
  return {
    id: notice.ocid,
    title: notice.title,
    text: [notice.description ?? '', ...lots, notice.buyer].join(' '),
    labels: (notice.cpv ?? []).map((code) => labels.get(code) ?? '').join(' '),
  }
}

/** BM25 of a library: stemmed, any word. */
function bm25(
  documents: readonly Texts[],
  fields: readonly (keyof Texts)[],
  leastShare = 0,
): Ranker {
  const index = new MiniSearch<Texts>({
    fields: [...fields],
    processTerm: (term) => stemmer(term.toLowerCase()),
  })
  index.addAll(documents)
  return ({ q }) => {
    const found = index.search(q)
    return found
      .filter(({ score }) => score >= found[0]!.score * leastShare)
      .map(({ id }) => String(id))
  }
}

/** Notices by the number of the query's words that they have. */
function anyWord(documents: readonly Texts[]): Ranker {
  const held = documents.map(({ id, title, text }) => ({
    id,
    words: new Set(words(`${title} ${text}`)),
  }))
  return ({ q }) => {
    const wanted = [...new Set(words(q))]
    const scored = held.map((each) => ({
      id: each.id,
      score: wanted.filter((word) => each.words.has(word)).length,
    }))
    return byScore(scored)
  }
}

/**
 * Notices with a code under one of the prefixes that a person chose, those with more of them first.
 */
function cpvByHand(notices: readonly Notice[]): Ranker {
  const isUnder = (code: string, prefix: string) =>
    prefix.length === 8 ? code === prefix : code.startsWith(prefix)
  return ({ cpv }) => {
    const scored = notices.map(({ ocid, cpv: codes }) => {
      const under = (codes ?? []).filter((code) =>
        cpv.some((prefix) => isUnder(code, prefix)),
      ).length
      return { id: ocid, score: under === 0 ? 0 : under / codes!.length }
    })
    return byScore(scored)
  }
}

function byScore(scored: readonly { id: string; score: number }[]): string[] {
  const found = scored.filter(({ score }) => score > 0)
  return found.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).map(({ id }) => id)
}

export const OURS_WITH_LABELS = 'ours, all CPV labels learned'
export const OURS_CUT = 'ours, all CPV labels learned, from 0.6 of the best score'
/** The fourth baseline, the most precise one. */
export const FOURTH = 'BM25, titles and CPV labels, from half of the best score'
const CUT = 0.6

/** Our index of the notices, with what can be learned from them and from further labels. */
function ourIndex(notices: readonly Notice[], labels: ReadonlyMap<string, string>): LiveIndex {
  const learned = learnedFrom(notices)
  const all = { ...Object.fromEntries(labels), ...learned.labels }
  return liveIndexOf(notices, [], SAMPLES_NOW, { ...learned, labels: all })
}

function ourRanker(
  notices: readonly Notice[],
  labels: ReadonlyMap<string, string> = new Map(),
): Ranker {
  const index = ourIndex(notices, labels)
  return ({ q }) =>
    searchNotices(index, { q }, SAMPLES_NOW, notices.length).best.map(({ ocid }) => ocid)
}

/**
 * Our search, cut like the fourth baseline, so that the two compare at a like number of results.
 */
function ourRankerCut(
  notices: readonly Notice[],
  labels: ReadonlyMap<string, string>,
  leastShare: number,
): Ranker {
  const { ranker, entry } = ourIndex(notices, labels)
  return ({ q }) => {
    const { documents, score } = ranker.rank(q, () => true)
    const best = Math.max(...documents.map(score))
    return documents
      .filter((number) => score(number) >= best * leastShare)
      .sort((a, b) => score(b) - score(a) || a - b)
      .flatMap((number) => entry(number)?.ocid ?? [])
  }
}

/** Returns the grades of our search of the notices, with all CPV labels learned. */
/** Returns the documents of a search, best first. */
export const inOrder = ({ documents, score }: Pick<Ranked, 'documents' | 'score'>) =>
  [...documents].sort((a, b) => score(b) - score(a) || a - b)

export function tenderGrades(
  notices: readonly Notice[],
): (q: string) => ReadonlyMap<string, Relevance> {
  const { ranker, entry } = ourIndex(notices, cpvLabels())
  return (q) => {
    const ranked = ranker.rank(q, () => true)
    return new Map(
      inOrder(ranked).flatMap((number) => {
        const ocid = entry(number)?.ocid
        return ocid === undefined ? [] : [[ocid, ranked.relevance(number)] as const]
      }),
    )
  }
}

/** The five that make the pool. */
export function poolRankers(notices: readonly Notice[]): Record<string, Ranker> {
  const labels = cpvLabels()
  const documents = notices.map((notice) => textsOf(notice, labels))
  return {
    ours: ourRanker(notices),
    'BM25, titles and texts': bm25(documents, ['title', 'text']),
    'BM25, titles': bm25(documents, ['title']),
    'CPV by hand': cpvByHand(notices),
    'any word': anyWord(documents),
  }
}

/**
 * Rankers that are given the labels of all codes: the two further baselines of the table, and ours
 * as it ranks once the store has learned them. Two of the four portals print codes alone, so the
 * recorded notices have labels for one code in six.
 */
export function labelRankers(notices: readonly Notice[]): Record<string, Ranker> {
  const labels = cpvLabels()
  const documents = notices.map((notice) => textsOf(notice, labels))
  return {
    [OURS_WITH_LABELS]: ourRanker(notices, labels),
    [OURS_CUT]: ourRankerCut(notices, labels, CUT),
    'BM25, titles, texts and CPV labels': bm25(documents, ['title', 'text', 'labels']),
    [FOURTH]: bm25(documents, ['title', 'labels'], HALF),
  }
}
