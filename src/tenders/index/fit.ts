/**
 * Scores a supplier profile against every live notice: tables made for the profile and columns made with the index judge all of them, the
 * rules themselves and the notices' texts only the best.
 */

import type { BankHolidays } from '../../kernel/bank-holidays.ts'
import { type CivilDate, dateOfEpochDay, epochDay } from '../../kernel/london.ts'
import { type Concept, conceptOf } from '../../kernel/query.ts'
import { phrase, phraseKey } from '../../kernel/terms.ts'
import { calendarOf, createDayCounter } from '../model/calendar.ts'
import { certificationsDemanded, certificationsMentioned } from '../model/certifications.ts'
import type { Notice } from '../model/notice.ts'
import { ALL_REGIONS, regionSlugs } from '../model/regions.ts'
import { demandTexts } from '../model/summary.ts'
import { TENDER_SYNONYMS } from '../model/synonyms.ts'
import type { CpvPoints, Fit, FitFlag, FitRules, JudgedFacts, NoticeFacts, Reach, SupplierProfile, ValueFacts } from '../rules/version.ts'
import { createBest } from './best.ts'
import { type GenerationData, type LiveColumns, NO_DAY, TITLE_FIELD } from './data.ts'
import type { Generation } from './generation.ts'
import { historyOf } from './histories.ts'
import type { WantedConcept } from './keywords.ts'

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
  /** What both follow from. */
  facts: JudgedFacts
  /** On the best three. */
  emphasise: string | null
}

export interface FitOutcome {
  /** Live notices that were scored. */
  considered: number
  matches: FitMatch[]
}

const EMPHASISED = 3
export interface FitMoment {
  nowMs: number
  today: CivilDate
  holidays: BankHolidays
}

export function scoreFit(generation: Generation, request: FitRequest, moment: FitMoment, rules: FitRules): FitOutcome {
  const seen = lookThrough(generation, request, moment, rules)
  const { considered, numbers } = pickBest(generation.data, seen, request, moment)
  return { considered, matches: numbers.map((number, rank) => describeMatch(generation, seen, request, number, rank)) }
}

/** What the profile makes of each notice, by its number. */
interface Seen {
  rules: FitRules
  wanted: readonly WantedConcept[]
  keywordSums: Float64Array
  keywordInTitle: Uint8Array
  /** Points of the history factor, unless the supplier has the buyer among its past ones. */
  history: Uint8Array
  /** 1 for past buyers, by number of the buyer; null: none is named. */
  pastBuyers: Uint8Array | null
  /** Which excluded keyword the title has, counted from 1; 0 for none. Null: nothing is excluded. */
  excluded: Uint8Array | null
  cpv(number: number): CpvPoints | null
  geography(regions: number): ReturnType<FitRules['geography']>
  workingDaysLeft(number: number): number | null
  /** No score is above it. */
  limit(relevance: number, reach: Reach, excluded: boolean, broadAlone: boolean): number
  timelinePoints(number: number): number
}

function lookThrough(generation: Generation, request: FitRequest, moment: FitMoment, rules: FitRules): Seen {
  const { live } = generation.data
  const wanted = wantedConcepts(request, rules)
  const { sums, inTitle } = generation.keywords.weigh(wanted)
  const workingDays = createDayCounter(moment.today, moment.holidays)
  const workingDaysLeft = (number: number) => {
    const day = live.deadlineDay[number]!
    return day === NO_DAY ? null : workingDays(calendarOf(live.regions[number]!), day)
  }
  return {
    rules,
    wanted,
    keywordSums: sums,
    keywordInTitle: inTitle,
    history: generation.historyPoints(rules, request.sme),
    pastBuyers: generation.buyerNames.match(request.pastBuyers),
    excluded: findExcluded(generation, request.excludeKeywords),
    cpv: createCodes(live, request, rules),
    geography: createGeography(request, rules),
    workingDaysLeft,
    limit: createLimits(rules),
    timelinePoints: createTimeline(rules, live, workingDaysLeft, request.minWorkingDays),
  }
}

/** Adds up the factors of every notice, the cheap ones first: most cannot pass the last of the best even with the others full. */
function pickBest({ live, liveCount }: GenerationData, seen: Seen, request: FitRequest, { nowMs }: FitMoment) {
  const { rules, keywordSums, keywordInTitle, history, pastBuyers, excluded } = seen
  const { of, fullCpv } = rules
  const { deadlineMs, deadlineDay, planning, regions, buyer } = live
  const afterDay = request.deadlineAfter === null ? Number.NEGATIVE_INFINITY : epochDay(request.deadlineAfter)
  const unwanted = request.stage === null ? null : request.stage === 'planning' ? 0 : 1
  const best = createBest(request.limit)
  let considered = 0
  for (let number = 0; number < liveCount; number += 1) {
    if (deadlineMs[number]! <= nowMs || planning[number] === unwanted) continue
    // Without a deadline a notice stays: it has the latest of all days.
    if (deadlineDay[number]! < afterDay) continue
    considered += 1
    const toPass = best.toPass()
    const place = seen.geography(regions[number]!)
    const known = place.points + (pastBuyers !== null && pastBuyers[buyer[number]!] === 1 ? of.history : history[number]!)
    const keywordSum = keywordSums[number]!
    if (known + rules.relevance(fullCpv, keywordSum) + of.value + of.timeline <= toPass) continue
    const cpv = seen.cpv(number)
    const relevant = rules.relevance(cpv, keywordSum)
    if (relevant === 0 || known + relevant + of.value + of.timeline <= toPass) continue
    const broadAlone = cpv?.broad === true && keywordInTitle[number] === 0
    const limit = seen.limit(relevant, place.reach, excluded !== null && excluded[number] !== 0, broadAlone)
    if (limit <= toPass) continue
    const time = seen.timelinePoints(number)
    if (known + relevant + time + of.value <= toPass) continue
    const value = rules.value(valueFacts(live, number), request)
    best.offer(number, Math.min(limit, known + relevant + time + value.points))
  }
  return { considered, numbers: best.numbers() }
}

function stageOf({ planning }: LiveColumns, number: number): 'planning' | 'tender' {
  return planning[number] === 1 ? 'planning' : 'tender'
}

function valueFacts(live: LiveColumns, number: number): ValueFacts {
  const value = live.tenderValueGbp[number]!
  const framework = live.framework[number] === 1
  if (!Number.isNaN(value)) return { valueGbp: value, lotValuesGbp: [], framework }
  const lots = live.lotValuesGbp.subarray(live.lotValueStarts[number]!, live.lotValueStarts[number + 1]!)
  return { valueGbp: null, lotValuesGbp: [...lots], framework }
}

/** Judged by the rules themselves, with all that they say besides the score. */
function describeMatch(generation: Generation, seen: Seen, request: FitRequest, number: number, rank: number): FitMatch {
  const { live, buyers } = generation.data
  const notice = generation.notice(number)
  const { rules } = seen
  const judgeCode = rules.createCpvJudge(request)
  const pointsOf = (code: string) => judgeCode(Number(code)).points
  const codes = notice.cpv ?? []
  const excluded = seen.excluded?.[number] ?? 0
  const history = historyOf(buyers.histories, live.buyer[number]!)
  const facts: NoticeFacts = {
    ...valueFacts(live, number),
    stage: stageOf(live, number),
    cpv: codes,
    division: codes[0]?.slice(0, 2) ?? null,
    regions: live.regions[number]!,
    workingDaysLeft: seen.workingDaysLeft(number),
    keywordSum: seen.keywordSums[number]!,
    keywordInTitle: seen.keywordInTitle[number] === 1,
    excludedInTitle: excluded > 0,
    pastBuyer: seen.pastBuyers?.[live.buyer[number]!] === 1,
  }
  const texts = demandTexts(notice)
  const mentioned = certificationsMentioned(texts, request.certifications)
  const judged: JudgedFacts = {
    profile: profileOf(request),
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
  const keywords = generation.keywords.places(seen.wanted, number)
  const day = live.deadlineDay[number]!
  const note = rules.emphasise(fit, {
    titleKeywords: keywords.title,
    bodyKeywords: keywords.body,
    cpv: codes.filter((code) => pointsOf(code) > 0).sort((a, b) => pointsOf(b) - pointsOf(a) || (a < b ? -1 : 1)),
    sharedRegions: facts.regions === ALL_REGIONS ? [] : regionSlugs(facts.regions & request.regions),
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
    deadline: day === NO_DAY ? null : dateOfEpochDay(day),
    workingDaysLeft: facts.workingDaysLeft,
  })
  return { notice, fit, flags, facts: judged, emphasise: note }
}

/** Of the request what the rules read. */
function profileOf({ cpv, regions, remote, valueMin, valueMax, sme, minWorkingDays }: FitRequest): SupplierProfile {
  return { cpv, regions, remote, valueMin, valueMax, sme, minWorkingDays }
}

/** The keywords; without any, what the rules look for in the description. */
function wantedConcepts(request: FitRequest, rules: FitRules): WantedConcept[] {
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

function findExcluded(generation: Generation, keywords: readonly string[]): Uint8Array | null {
  if (keywords.length === 0) return null
  const found = new Uint8Array(generation.data.liveCount)
  for (const [index, keyword] of keywords.entries()) {
    const wanted = phrase(keyword)
    if (!wanted) continue
    const { count, documents, masks } = generation.postings.find(wanted)
    for (let hit = 0; hit < count; hit += 1) {
      const number = documents[hit]!
      if (masks[hit]! & TITLE_FIELD && found[number] === 0) found[number] = index + 1
    }
  }
  return found
}

/** The CPV part of a notice; null where there is nothing to compare. Each code is judged once, most notices name none that has points. */
function createCodes({ cpv, cpvStarts, codes }: LiveColumns, request: FitRequest, rules: FitRules): (number: number) => CpvPoints | null {
  if (request.cpv.length === 0) return () => null
  const judge = rules.createCpvJudge(request)
  const judged: CpvPoints[] = []
  const scores = new Uint8Array(codes.length)
  const own: CpvPoints[] = []
  for (let code = 0; code < codes.length; code += 1) {
    const points = judge(codes[code]!)
    judged.push(points)
    if (points !== rules.noCpv) scores[code] = 1
  }
  return (number) => {
    const from = cpvStarts[number]!
    const to = cpvStarts[number + 1]!
    if (from === to) return null
    let scoring = from
    while (scoring < to && scores[cpv[scoring]!] === 0) scoring += 1
    if (scoring === to) return rules.noCpv
    own.length = 0
    for (let index = from; index < to; index += 1) own.push(judged[cpv[index]!]!)
    return rules.cpvPart(own)
  }
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
    ofReach[at] ??= rules.capped(Number.POSITIVE_INFINITY, rules.caps(relevance, reach, excluded, broadAlone))
    return ofReach[at]
  }
}

/** Remembers the points of each number of days. */
function createTimeline(rules: FitRules, live: LiveColumns, daysLeft: Seen['workingDaysLeft'], needed: number): Seen['timelinePoints'] {
  const known = { planning: new Map<number | null, number>(), tender: new Map<number | null, number>() }
  return (number) => {
    const stage = stageOf(live, number)
    const days = daysLeft(number)
    const points = known[stage].get(days) ?? rules.timeline(stage, days, needed).points
    known[stage].set(days, points)
    return points
  }
}
