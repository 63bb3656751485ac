/**
 * Scores a supplier profile against every live notice. The current rules have a fast path; an
 * earlier version judges each notice by the function that replays it. The texts of notices are
 * needed for the best alone.
 */

import type { BankHolidays } from '../../platform/bank-holidays.ts'
import { type CivilDate, dateOfEpochDay, epochDay } from '../../platform/london.ts'
import { type Concept, conceptOf } from '../../text-search/query.ts'
import { findPhrase, phrase, phraseKey, tokens } from '../../text-search/terms.ts'
import type { BuyerHistory } from '../model/buyer-history.ts'
import { chooseCalendar, createDayCounter } from '../model/calendar.ts'
import { certificationsDemanded, certificationsMentioned } from '../model/certifications.ts'
import type { Notice } from '../model/notice.ts'
import { ALL_REGIONS, regionSlugs } from '../model/regions.ts'
import { demandTexts } from '../model/summary.ts'
import { TENDER_SYNONYMS } from '../model/synonyms.ts'
import { emphasise } from '../rules/fit-1.0.0/emphasise.ts'
import { createScan, FIT } from '../rules/published.ts'
import type {
  Fit,
  FitFlag,
  FitRemarks,
  FitRules,
  JudgedFacts,
  NoticeFacts,
  SupplierProfile,
} from '../rules/version.ts'
import { type Entry, NO_DAY, TITLE_FIELD } from './entry.ts'
import type { WantedConcept } from './keywords.ts'
import type { LiveIndex } from './live-index.ts'
import { createBest } from './top-k.ts'

export interface FitRequest extends SupplierProfile {
  description: string | null
  keywords: readonly string[]
  excludeKeywords: readonly string[]
  certifications: readonly string[]
  pastBuyers: readonly string[]
  deadlineAfter: CivilDate | null
  stage: 'tender' | 'planning' | null
  limit: number
}

export interface FitMatch {
  notice: Notice
  fit: Fit
  flags: FitFlag[]
  /** Facts from which both are computed. */
  facts: JudgedFacts
  /** On the best three. */
  emphasise: string | null
}

export interface FitOutcome {
  /** Live notices that were scored. */
  considered: number
  /** Best first, each to be described with its text. */
  best: readonly BestMatch[]
}

export interface BestMatch {
  entry: Entry
  describe(notice: Notice): FitMatch
}

const EMPHASISED = 3
export interface FitMoment {
  nowMs: number
  today: CivilDate
  holidays: BankHolidays
}

type FitArguments = [index: LiveIndex, request: FitRequest, moment: FitMoment, rules: FitRules]

/** Steps between two turns of the event loop: a step is one concept, or so many notices. */
const SLICE = 4
const NOTICES_A_STEP = 1000
/** A judged notice takes as long as so many others. */
const JUDGEMENT_STEPS = 10
/** Attempts before an index that changes all the time is no longer waited for. */
const ATTEMPTS = 3

export function scoreFit(...given: FitArguments): FitOutcome {
  return finish(scoreInSteps(...given))
}

/**
 * Scores in slices, between which `pause` lets others run. It begins again if the index changes in
 * between.
 */
export async function scoreFitInTurns(
  pause: () => Promise<unknown>,
  ...given: FitArguments
): Promise<FitOutcome> {
  const [index] = given
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const steps = scoreInSteps(...given)
    let step = steps.next()
    const { version } = index
    for (let done = 1; !step.done && index.version === version; done += 1) {
      if (done % SLICE === 0) await pause()
      if (index.version === version) step = steps.next()
    }
    if (step.done) return step.value
  }
  return scoreFit(...given)
}

function finish<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** Pauses after each concept and after so many notices. */
function* scoreInSteps(
  ...[index, request, moment, rules]: FitArguments
): Generator<void, FitOutcome> {
  index.lapse(moment.nowMs)
  const seen = yield* lookThrough(index, request, moment, rules)
  const { considered, entries } = yield* pickBest(index, seen, request)
  const best = entries.map((entry, rank) => {
    const facts = noticeFacts(entry, seen)
    // Read now: the index may change before the text is there.
    const keywords = index.keywords.places(seen.wanted, entry.number)
    const picked = { entry, history: entry.history, facts, keywords, seen, request, rank }
    return { entry, describe: (notice: Notice) => describeMatch(picked, notice) }
  })
  return { considered, best }
}

/** Facts of each notice for one profile. */
interface Seen {
  rules: FitRules
  wanted: readonly WantedConcept[]
  /** Sums per notice number. */
  keywordSums: Float64Array
  keywordInTitle: Uint8Array
  isPastBuyer(entry: Entry): boolean
  /** Which excluded keyword the title has, counted from 1; 0 if it has none. */
  findExcluded(entry: Entry): number
  /** Returns the share of a keyword that leads to a code. */
  cpvShare(code: string): number
  workingDaysLeft(entry: Entry): number | null
}

function* lookThrough(...[index, request, moment, rules]: FitArguments): Generator<void, Seen> {
  const wanted = buildWantedConcepts(request, rules)
  const { sums, inTitle } = yield* index.keywords.weigh(wanted)
  const shares = yield* findShares(index, wanted)
  const workingDays = createDayCounter(moment.today, moment.holidays)
  const pastBuyers = index.pastBuyers(request.pastBuyers)
  return {
    rules,
    wanted,
    keywordSums: sums,
    keywordInTitle: inTitle,
    isPastBuyer: ({ normalName }) => pastBuyers?.has(normalName) ?? false,
    findExcluded: findExcluded(index, request.excludeKeywords),
    cpvShare: (code) => shares.get(code) ?? 0,
    workingDaysLeft: ({ deadlineDay, regions }) =>
      deadlineDay === NO_DAY ? null : workingDays(chooseCalendar(regions), deadlineDay),
  }
}

/** Judges every notice that can be among the best. */
function* pickBest(
  index: LiveIndex,
  seen: Seen,
  request: FitRequest,
): Generator<void, { considered: number; entries: Entry[] }> {
  const afterDay =
    request.deadlineAfter === null ? Number.NEGATIVE_INFINITY : epochDay(request.deadlineAfter)
  const best = createBest(request.limit)
  const judge = createNoticeJudge(seen, toProfile(request))
  let considered = 0
  let steps = 0
  for (const entry of index.listShown()) {
    if (request.stage !== null && entry.stage !== request.stage) continue
    // Without a deadline a notice stays: it has the latest of all days.
    if (entry.deadlineDay < afterDay) continue
    considered += 1
    steps += 1
    const fit = judge(entry, best.toReach())
    if (fit !== null) {
      steps += JUDGEMENT_STEPS
      if (fit.relevance > 0) best.offer(entry, fit.score)
    }
    if (steps >= NOTICES_A_STEP) {
      steps = 0
      yield
    }
  }
  return { considered, entries: best.entries() }
}

/** Facts that no score depends on, until the text of the notice is there. */
const NO_REMARKS: FitRemarks = {
  buyer: '',
  certifications: [],
  mentioned: [],
  demanded: [],
  deadlineIsDateOnly: false,
  valueCurrency: null,
  excluded: null,
}

/**
 * Returns what judges each notice. The current rules leave out those that do not reach the score.
 */
function createNoticeJudge(
  seen: Seen,
  profile: SupplierProfile,
): (entry: Entry, least: number) => Fit | null {
  const { rules } = seen
  const facts = (entry: Entry) => noticeFacts(entry, seen)
  if (rules === FIT.current)
    return createScan(profile, {
      keywordSum: ({ number }) => seen.keywordSums[number]!,
      cpvShare: seen.cpvShare,
      facts,
    })
  return (entry) => {
    const { history } = entry
    return rules.judge(
      rules.select({ profile, notice: facts(entry), history, remarks: NO_REMARKS }),
    )
  }
}

function noticeFacts(entry: Entry, seen: Seen): NoticeFacts {
  const { number, stage, cpv, regions, tenderValueGbp, valueWithTax } = entry
  // Versions that take no value with VAT judge the lots instead.
  const hasValue = tenderValueGbp !== null && !valueWithTax
  const keywordSum = seen.keywordSums[number]!
  const keywordInTitle = seen.keywordInTitle[number] === 1
  return {
    valueGbp: tenderValueGbp,
    valueWithTax,
    lotValuesGbp: hasValue ? [] : entry.lotValuesGbp,
    lotValuesWithTaxGbp: hasValue ? [] : entry.lotValuesWithTaxGbp,
    framework: entry.framework,
    stage,
    cpv,
    division: cpv[0]?.slice(0, 2) ?? null,
    regions,
    workingDaysLeft: seen.workingDaysLeft(entry),
    keywordSum,
    keywordInTitle,
    keywordInLotTitle: keywordSum > 0 && !keywordInTitle && isNamedByLot(entry, seen.wanted),
    cpvShares: cpv.map(seen.cpvShare),
    excludedInTitle: seen.findExcluded(entry) > 0,
    pastBuyer: seen.isPastBuyer(entry),
  }
}

function isNamedByLot({ lotTitles }: Entry, wanted: readonly WantedConcept[]): boolean {
  return lotTitles.some((title) => {
    const words = tokens(title)
    return wanted.some(({ concept }) =>
      concept.alternatives.some(({ phrase: sought }) => findPhrase(words, sought).length > 0),
    )
  })
}

interface Picked {
  entry: Entry
  history: BuyerHistory | null
  facts: NoticeFacts
  keywords: { title: string[]; body: string[] }
  seen: Seen
  request: FitRequest
  rank: number
}

/** Adds to the score what the rules report besides. */
function describeMatch(picked: Picked, notice: Notice): FitMatch {
  const { entry, history, facts, seen, request, rank } = picked
  const { rules } = seen
  const excluded = seen.findExcluded(entry)
  const texts = demandTexts(notice)
  const judged = rules.select({
    profile: toProfile(request),
    notice: facts,
    history,
    remarks: {
      buyer: notice.buyer,
      certifications: request.certifications,
      mentioned: certificationsMentioned(texts, request.certifications),
      demanded: certificationsDemanded(texts),
      deadlineIsDateOnly: notice.deadlinePrecision === 'date',
      deadlineCorrected: notice.deadlineMs !== null && notice.deadlineCorrected === true,
      valueCurrency: notice.value?.currency ?? null,
      excluded: excluded > 0 ? request.excludeKeywords[excluded - 1]! : null,
    },
  })
  const fit = rules.judge(judged)
  const flags = rules.flags(fit, judged)
  const note = rank < EMPHASISED ? advise(picked, notice, fit, judged) : null
  return { notice, fit, flags, facts: judged, emphasise: note }
}

function advise(
  { entry, history, keywords, seen, request }: Picked,
  notice: Notice,
  fit: Fit,
  { notice: facts, remarks }: JudgedFacts,
): string {
  const judgeCode = seen.rules.createCpvJudge(request)
  const judgePoints = (code: string) => judgeCode(code).points
  return emphasise(fit, {
    titleKeywords: keywords.title,
    bodyKeywords: keywords.body,
    cpv: entry.cpv
      .filter((code) => judgePoints(code) > 0)
      .sort((a, b) => judgePoints(b) - judgePoints(a) || (a < b ? -1 : 1)),
    sharedRegions:
      facts.regions === ALL_REGIONS ? [] : regionSlugs(facts.regions & request.regions),
    ukWide: facts.regions === ALL_REGIONS && request.regions !== 0,
    remote: request.remote,
    valueGbp: request.valueMin !== null || request.valueMax !== null ? facts.valueGbp : null,
    certifications: remarks.mentioned,
    division: facts.division,
    buyer: notice.buyer,
    history,
    pastBuyer: facts.pastBuyer,
    smeSuitable: notice.smeSuitable,
    sme: request.sme,
    deadline: entry.deadlineDay === NO_DAY ? null : dateOfEpochDay(entry.deadlineDay),
    workingDaysLeft: facts.workingDaysLeft,
  })
}

/** Returns the part of the request that the rules read. */
function toProfile({
  cpv,
  regions,
  remote,
  valueMin,
  valueMax,
  sme,
  minWorkingDays,
}: FitRequest): SupplierProfile {
  return { cpv, regions, remote, valueMin, valueMax, sme, minWorkingDays }
}

/** The keywords; without any, what the rules look for in the description. */
function buildWantedConcepts(request: FitRequest, rules: FitRules): WantedConcept[] {
  if (request.keywords.length > 0) {
    // "cleaning", "Cleaning": one keyword, however often it is said.
    const concepts = new Map<string, Concept>()
    for (const keyword of request.keywords) {
      const concept = conceptOf(keyword, TENDER_SYNONYMS)
      const key = concept && phraseKey(concept.alternatives[0]!.phrase)
      if (key && !concepts.has(key)) concepts.set(key, concept)
    }
    return [...concepts.values()].map((concept) => ({ concept, weight: 1 }))
  }
  return rules.described(request.description ?? '')
}

function findExcluded({ postings }: LiveIndex, keywords: readonly string[]): Seen['findExcluded'] {
  const found = new Map<number, number>()
  for (const [index, keyword] of keywords.entries()) {
    const wanted = phrase(keyword)
    if (!wanted) continue
    const { count, documents, masks } = postings.find(wanted)
    for (let hit = 0; hit < count; hit += 1) {
      const number = documents[hit]!
      if (masks[hit]! & TITLE_FIELD && !found.has(number)) found.set(number, index + 1)
    }
  }
  return ({ number }) => found.get(number) ?? 0
}

/** Finds how much of a keyword leads to each code, by its weight. */
function* findShares(
  { ranker }: LiveIndex,
  wanted: readonly WantedConcept[],
): Generator<void, ReadonlyMap<string, number>> {
  const shares = new Map<string, number>()
  for (const { concept, weight } of wanted) {
    for (const [code, share] of ranker.findClasses(concept.text))
      shares.set(code, Math.max(shares.get(code) ?? 0, share * weight))
    yield
  }
  return shares
}
