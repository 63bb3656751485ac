/**
 * Scores a supplier profile against every live notice: tables made for the profile and what the index holds judge all of them, the rules
 * themselves and the notices' texts only the best.
 */

import type { BankHolidays } from '../../platform/bank-holidays.ts'
import { type CivilDate, dateOfEpochDay, epochDay } from '../../platform/london.ts'
import { type Concept, conceptOf } from '../../text-search/query.ts'
import { phrase, phraseKey } from '../../text-search/terms.ts'
import type { BuyerHistory } from '../model/buyer-history.ts'
import { chooseCalendar, createDayCounter } from '../model/calendar.ts'
import { certificationsDemanded, certificationsMentioned } from '../model/certifications.ts'
import type { Notice } from '../model/notice.ts'
import { ALL_REGIONS, regionSlugs } from '../model/regions.ts'
import { demandTexts } from '../model/summary.ts'
import { TENDER_SYNONYMS } from '../model/synonyms.ts'
import type {
  CpvPoints,
  Fit,
  FitFlag,
  FitRules,
  JudgedFacts,
  NoticeFacts,
  Reach,
  SupplierProfile,
  ValueFacts,
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
/** Attempts before an index that changes all the time is no longer waited for. */
const ATTEMPTS = 3

export function scoreFit(...given: FitArguments): FitOutcome {
  return finish(scoreInSteps(...given))
}

/** Scores in slices, between which `pause` lets others run. It begins again if the index changes in between. */
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

/** Judgements of each notice for one profile. */
interface Seen {
  rules: FitRules
  wanted: readonly WantedConcept[]
  /** Sums per notice number. */
  keywordSums: Float64Array
  keywordInTitle: Uint8Array
  /** Points of the history factor, unless the supplier has the buyer among its past ones. */
  history(entry: Entry): number
  isPastBuyer(entry: Entry): boolean
  /** Which excluded keyword the title has, counted from 1; 0 if it has none. */
  findExcluded(entry: Entry): number
  cpv(entry: Entry): CpvPoints | null
  /** `cpvMeant` of a notice. */
  meant(entry: Entry): number
  geography(regions: number): ReturnType<FitRules['geography']>
  workingDaysLeft(entry: Entry): number | null
  /** No score is above it. */
  limit(relevance: number, reach: Reach, excluded: boolean, broadAlone: boolean): number
  timelinePoints(entry: Entry): number
}

function* lookThrough(...[index, request, moment, rules]: FitArguments): Generator<void, Seen> {
  const wanted = buildWantedConcepts(request, rules)
  const { sums, inTitle } = yield* index.keywords.weigh(wanted)
  const meant = yield* createMeant(index, wanted, rules)
  const workingDays = createDayCounter(moment.today, moment.holidays)
  const countWorkingDaysLeft = ({ deadlineDay, regions }: Entry) =>
    deadlineDay === NO_DAY ? null : workingDays(chooseCalendar(regions), deadlineDay)
  const pastBuyers = index.pastBuyers(request.pastBuyers)
  return {
    rules,
    wanted,
    keywordSums: sums,
    keywordInTitle: inTitle,
    history: index.historyPoints(rules, request.sme),
    isPastBuyer: ({ normalName }) => pastBuyers?.has(normalName) ?? false,
    findExcluded: findExcluded(index, request.excludeKeywords),
    cpv: createCodes(request, rules),
    meant,
    geography: createGeography(request, rules),
    workingDaysLeft: countWorkingDaysLeft,
    limit: createLimits(rules),
    timelinePoints: createTimeline(rules, countWorkingDaysLeft, request.minWorkingDays),
  }
}

/** Adds up the factors of every notice, the cheap ones first: most cannot reach the last of the best even with the others full. */
function* pickBest(
  index: LiveIndex,
  seen: Seen,
  request: FitRequest,
): Generator<void, { considered: number; entries: Entry[] }> {
  const { rules, keywordSums, keywordInTitle } = seen
  const { of, fullCpv } = rules
  const afterDay =
    request.deadlineAfter === null ? Number.NEGATIVE_INFINITY : epochDay(request.deadlineAfter)
  const best = createBest(request.limit)
  let considered = 0
  for (const entry of index.listShown()) {
    if (request.stage !== null && entry.stage !== request.stage) continue
    // Without a deadline a notice stays: it has the latest of all days.
    if (entry.deadlineDay < afterDay) continue
    considered += 1
    if (considered % NOTICES_A_STEP === 0) yield
    const toReach = best.toReach()
    const place = seen.geography(entry.regions)
    const known = place.points + (seen.isPastBuyer(entry) ? of.history : seen.history(entry))
    const keywordSum = keywordSums[entry.number]!
    if (known + rules.relevance(fullCpv, keywordSum, 1) + of.value + of.timeline < toReach) continue
    const cpv = seen.cpv(entry)
    const relevant = rules.relevance(cpv, keywordSum, seen.meant(entry))
    if (relevant === 0 || known + relevant + of.value + of.timeline < toReach) continue
    const broadAlone = cpv?.broad === true && keywordInTitle[entry.number] === 0
    const limit = seen.limit(relevant, place.reach, seen.findExcluded(entry) !== 0, broadAlone)
    if (limit < toReach) continue
    const time = seen.timelinePoints(entry)
    if (known + relevant + time + of.value < toReach) continue
    const value = rules.value(valueFacts(entry), request)
    best.offer(entry, Math.min(limit, known + relevant + time + value.points))
  }
  return { considered, entries: best.entries() }
}

function valueFacts({ tenderValueGbp, lotValuesGbp, framework }: Entry): ValueFacts {
  return {
    valueGbp: tenderValueGbp,
    lotValuesGbp: tenderValueGbp === null ? lotValuesGbp : [],
    framework,
  }
}

function noticeFacts(entry: Entry, seen: Seen): NoticeFacts {
  const { number, stage, cpv, regions } = entry
  return {
    ...valueFacts(entry),
    stage,
    cpv,
    division: cpv[0]?.slice(0, 2) ?? null,
    regions,
    workingDaysLeft: seen.workingDaysLeft(entry),
    keywordSum: seen.keywordSums[number]!,
    keywordInTitle: seen.keywordInTitle[number] === 1,
    ...(seen.rules.meant === undefined ? {} : { cpvMeant: seen.meant(entry) }),
    excludedInTitle: seen.findExcluded(entry) > 0,
    pastBuyer: seen.isPastBuyer(entry),
  }
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

/** Judged by the rules themselves, with all that they say besides the score. */
function describeMatch(
  { entry, history, facts, keywords, seen, request, rank }: Picked,
  notice: Notice,
): FitMatch {
  const { rules } = seen
  const { cpv: codes } = entry
  const judgeCode = rules.createCpvJudge(request)
  const judgePoints = (code: string) => judgeCode(Number(code)).points
  const excluded = seen.findExcluded(entry)
  const texts = demandTexts(notice)
  const mentioned = certificationsMentioned(texts, request.certifications)
  const judged: JudgedFacts = {
    profile: toProfile(request),
    notice: facts,
    history,
    remarks: {
      buyer: notice.buyer,
      certifications: request.certifications,
      mentioned,
      demanded: certificationsDemanded(texts),
      deadlineIsDateOnly: notice.deadlinePrecision === 'date',
      valueCurrency: notice.value?.currency ?? null,
      excluded: excluded > 0 ? request.excludeKeywords[excluded - 1]! : null,
    },
  }
  const fit = rules.judge(judged)
  const flags = rules.flags(fit, judged)
  if (rank >= EMPHASISED) return { notice, fit, flags, facts: judged, emphasise: null }
  const note = rules.emphasise(fit, {
    titleKeywords: keywords.title,
    bodyKeywords: keywords.body,
    cpv: codes
      .filter((code) => judgePoints(code) > 0)
      .sort((a, b) => judgePoints(b) - judgePoints(a) || (a < b ? -1 : 1)),
    sharedRegions:
      facts.regions === ALL_REGIONS ? [] : regionSlugs(facts.regions & request.regions),
    ukWide: facts.regions === ALL_REGIONS && request.regions !== 0,
    remote: request.remote,
    valueGbp: request.valueMin !== null || request.valueMax !== null ? facts.valueGbp : null,
    certifications: mentioned,
    division: facts.division,
    buyer: notice.buyer,
    history,
    pastBuyer: facts.pastBuyer,
    smeSuitable: notice.smeSuitable,
    sme: request.sme,
    deadline: entry.deadlineDay === NO_DAY ? null : dateOfEpochDay(entry.deadlineDay),
    workingDaysLeft: facts.workingDaysLeft,
  })
  return { notice, fit, flags, facts: judged, emphasise: note }
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

/** The CPV part of a notice; `null` if there is nothing to compare. Each code is judged once, most notices name none that has points. */
function createCodes(request: FitRequest, rules: FitRules): Seen['cpv'] {
  if (request.cpv.length === 0) return () => null
  const judge = rules.createCpvJudge(request)
  const judged = new Map<string, CpvPoints>()
  const judgePoints = (code: string) => {
    let points = judged.get(code)
    if (points === undefined) {
      points = judge(Number(code))
      judged.set(code, points)
    }
    return points
  }
  return ({ cpv }) => {
    if (cpv.length === 0) return null
    const points = cpv.map(judgePoints)
    return points.every((each) => each === rules.noCpv) ? rules.noCpv : rules.cpvPart(points)
  }
}

/** Returns what the words of the profile mean in the codes of a notice: the best share of one keyword, by its weight. */
function* createMeant(
  { ranker }: LiveIndex,
  wanted: readonly WantedConcept[],
  { meant }: FitRules,
): Generator<void, Seen['meant']> {
  if (meant === undefined) return () => 0
  const shares = new Map<string, number>()
  for (const { concept, weight } of wanted) {
    for (const [code, share] of ranker.findClasses(concept.text))
      shares.set(code, Math.max(shares.get(code) ?? 0, share * weight))
    yield
  }
  return ({ cpv }) => meant(cpv.map((code) => shares.get(code) ?? 0))
}

/** Remembers each set of regions: an index has some hundred. */
function createGeography(request: FitRequest, rules: FitRules): Seen['geography'] {
  const known: ReturnType<FitRules['geography']>[] = new Array(ALL_REGIONS + 1)
  return (regions) => {
    known[regions] ??= rules.geography(regions, request)
    return known[regions]
  }
}

/** Remembers what each combination of relevance, reach and the rest is capped at: thousands of notices have one of some hundred. */
function createLimits(rules: FitRules): Seen['limit'] {
  const known = new Map<Reach, number[]>()
  return (relevance, reach, excluded, broadAlone) => {
    const ofReach = known.get(reach) ?? []
    known.set(reach, ofReach)
    const at = relevance * 4 + (excluded ? 2 : 0) + (broadAlone ? 1 : 0)
    ofReach[at] ??= rules.capped(
      Number.POSITIVE_INFINITY,
      rules.caps(relevance, reach, excluded, broadAlone),
      relevance,
    )
    return ofReach[at]
  }
}

/** Remembers the points of each number of days. */
function createTimeline(
  rules: FitRules,
  daysLeft: Seen['workingDaysLeft'],
  needed: number,
): Seen['timelinePoints'] {
  const known = {
    planning: new Map<number | null, number>(),
    tender: new Map<number | null, number>(),
  }
  return (entry) => {
    const days = daysLeft(entry)
    const points = known[entry.stage].get(days) ?? rules.timeline(entry.stage, days, needed).points
    known[entry.stage].set(days, points)
    return points
  }
}
