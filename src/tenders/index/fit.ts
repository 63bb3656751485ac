/**
 * Scores a supplier profile against every live notice: tables made for the profile and columns made with the index judge all of them, the
 * rules themselves and the notices' texts only the best.
 */
import { type CivilDate, dateOfEpochDay, epochDay } from '../../kernel/london.ts'
import { type Concept, conceptOf } from '../../kernel/query.ts'
import { phrase, phraseKey } from '../../kernel/terms.ts'
import type { BankHolidays } from '../model/bank-holidays.ts'
import { calendarOf, createDayCounter } from '../model/calendar.ts'
import type { Notice } from '../model/notice.ts'
import { ALL_REGIONS, regionSlugs } from '../model/regions.ts'
import { significantConcepts } from '../model/significant.ts'
import { demandTexts } from '../model/summary.ts'
import { TENDER_SYNONYMS } from '../model/synonyms.ts'
import { emphasise } from '../rules/fit-1.0.0/emphasise.ts'
import { type CpvPoints, cpvPart, NO_POINTS, OF, relevance, roundHalfUp } from '../rules/fit-1.0.0/factors.ts'
import {
  cappedScore,
  capsOf,
  createCpvJudge,
  type Fit,
  type FitNotice,
  geographyPoints,
  judgeFit,
  type SupplierProfile,
  timelinePoints,
  valuePoints,
} from '../rules/fit-1.0.0/fit.ts'
import { certificationsMentioned, type FitFlag, fitFlags } from '../rules/fit-1.0.0/flags.ts'
import { createBest } from './best.ts'
import { type LiveColumns, NO_DAY, TITLE_FIELD } from './data.ts'
import type { Generation } from './generation.ts'
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

export function scoreFit(generation: Generation, request: FitRequest, moment: FitMoment): FitOutcome {
  const { live, liveCount } = generation.data
  const wanted = wantedConcepts(request)
  const { sums, inTitle } = generation.keywords.weigh(wanted)
  const excluded = findExcluded(generation, request.excludeKeywords)
  const pastBuyers = generation.buyerNames.match(request.pastBuyers)
  const cpvOf = createCodes(live, request)
  const geography = createGeography(request)
  const workingDays = createDayCounter(moment.today, moment.holidays)
  const { deadlineMs, deadlineDay, planning, regions } = live
  const afterDay = request.deadlineAfter === null ? Number.NEGATIVE_INFINITY : epochDay(request.deadlineAfter)
  const unwanted = request.stage === null ? null : request.stage === 'planning' ? 0 : 1
  const history = request.sme ? live.smeHistory : live.history

  const daysLeft = (number: number): number | null => {
    const day = live.deadlineDay[number]!
    return day === NO_DAY ? null : workingDays(calendarOf(live.regions[number]!), day)
  }
  const stageOf = (number: number) => (live.planning[number] === 1 ? 'planning' : 'tender')
  const isPastBuyer = (number: number) => pastBuyers !== null && pastBuyers[live.buyer[number]!] === 1
  const isExcluded = (number: number) => excluded !== null && excluded[number] !== 0
  const valueFacts = (number: number) => {
    const value = live.tenderValueGbp[number]!
    const framework = live.framework[number] === 1
    if (!Number.isNaN(value)) return { valueGbp: value, lotValuesGbp: [], framework }
    const lots = live.lotValuesGbp.subarray(live.lotValueStarts[number]!, live.lotValueStarts[number + 1]!)
    return { valueGbp: null, lotValuesGbp: [...lots], framework }
  }

  const best = createBest(request.limit)
  let considered = 0
  for (let number = 0; number < liveCount; number += 1) {
    if (deadlineMs[number]! <= moment.nowMs || planning[number] === unwanted) continue
    // Without a deadline a notice stays: it has the latest of all days.
    if (deadlineDay[number]! < afterDay) continue
    considered += 1
    const cpv = cpvOf(number)
    const keywordSum = sums[number]!
    if (keywordSum === 0 && (cpv === null || cpv === NO_POINTS)) continue
    // The cheap factors first: most notices cannot pass the last of the best even with the others full.
    const relevant = roundHalfUp(relevance(cpv, keywordSum))
    if (relevant === 0) continue
    const place = geography(regions[number]!)
    let sum = relevant + place.points + (isPastBuyer(number) ? OF.history : history[number]!)
    if (sum + OF.value + OF.timeline <= best.toPass) continue
    const caps = capsOf(relevant, place.reach, isExcluded(number), cpv?.broad === true && inTitle[number] === 0)
    if (cappedScore(100, caps) <= best.toPass) continue
    sum += timelinePoints(stageOf(number), daysLeft(number), request.minWorkingDays).points
    if (sum + OF.value <= best.toPass) continue
    best.offer(number, cappedScore(sum + valuePoints(valueFacts(number), request).points, caps))
  }

  const judgeCode = createCpvJudge(request)
  const pointsOf = (code: string) => judgeCode(Number(code)).points
  const matches = best.numbers().map((number, rank): FitMatch => {
    const notice = generation.notice(number)
    const texts = demandTexts(notice)
    const facts: FitNotice = {
      ...valueFacts(number),
      stage: stageOf(number),
      cpv: (notice.cpv ?? []).map((code) => judgeCode(Number(code))),
      division: notice.cpv?.[0]?.slice(0, 2) ?? null,
      regions: live.regions[number]!,
      workingDaysLeft: daysLeft(number),
      keywordSum: sums[number]!,
      keywordInTitle: inTitle[number] === 1,
      excludedInTitle: isExcluded(number),
      pastBuyer: isPastBuyer(number),
    }
    const buyersHistory = generation.data.buyers.histories[live.buyer[number]!]!
    const fit = judgeFit(request, facts, buyersHistory)
    const mentioned = certificationsMentioned(texts, request.certifications)
    const flags = fitFlags(fit, {
      hasCpv: notice.cpv !== null,
      texts,
      certifications: request.certifications,
      mentioned,
      stage: facts.stage,
      workingDaysLeft: facts.workingDaysLeft,
      deadlineIsDateOnly: notice.deadlinePrecision === 'date',
      framework: facts.framework,
      ukWide: facts.regions === ALL_REGIONS,
      valueCurrency: notice.value?.currency ?? null,
      excluded: facts.excludedInTitle ? request.excludeKeywords[excluded![number]! - 1]! : null,
      buyer: notice.buyer,
    })
    if (rank >= EMPHASISED) return { notice, fit, flags, emphasise: null }
    const keywords = generation.keywords.places(wanted, number)
    const note = emphasise(fit, {
      titleKeywords: keywords.title,
      bodyKeywords: keywords.body,
      cpv: (notice.cpv ?? []).filter((code) => pointsOf(code) > 0).sort((a, b) => pointsOf(b) - pointsOf(a) || (a < b ? -1 : 1)),
      sharedRegions: facts.regions === ALL_REGIONS ? [] : regionSlugs(facts.regions & request.regions),
      ukWide: facts.regions === ALL_REGIONS && request.regions !== 0,
      remote: request.remote,
      valueGbp: request.valueMin !== null || request.valueMax !== null ? facts.valueGbp : null,
      certifications: mentioned,
      division: facts.division,
      buyer: notice.buyer,
      history: buyersHistory,
      pastBuyer: facts.pastBuyer,
      smeSuitable: notice.smeSuitable,
      sme: request.sme,
      deadline: live.deadlineDay[number] === NO_DAY ? null : dateOfEpochDay(live.deadlineDay[number]!),
      workingDaysLeft: facts.workingDaysLeft,
    })
    return { notice, fit, flags, emphasise: note }
  })
  return { considered, matches }
}

/** The keywords; without any, the significant words of the description. */
function wantedConcepts(request: FitRequest): WantedConcept[] {
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
  return significantConcepts(request.description ?? '')
}

/** By notice: which excluded keyword its title has, counted from 1; 0 for none. Null: nothing is excluded. */
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
function createCodes({ cpv, cpvStarts, codes }: LiveColumns, request: FitRequest): (number: number) => CpvPoints | null {
  if (request.cpv.length === 0) return () => null
  const judge = createCpvJudge(request)
  const judged: CpvPoints[] = []
  const scores = new Uint8Array(codes.length)
  const own: CpvPoints[] = []
  for (let code = 0; code < codes.length; code += 1) {
    const points = judge(codes[code]!)
    judged.push(points)
    if (points !== NO_POINTS) scores[code] = 1
  }
  return (number) => {
    const from = cpvStarts[number]!
    const to = cpvStarts[number + 1]!
    if (from === to) return null
    let scoring = from
    while (scoring < to && scores[cpv[scoring]!] === 0) scoring += 1
    if (scoring === to) return NO_POINTS
    own.length = 0
    for (let index = from; index < to; index += 1) own.push(judged[cpv[index]!]!)
    return cpvPart(own)
  }
}

/** Remembers each set of regions: an index has some hundred. */
function createGeography(request: FitRequest): (regions: number) => ReturnType<typeof geographyPoints> {
  const known: ReturnType<typeof geographyPoints>[] = new Array(ALL_REGIONS + 1)
  return (regions) => {
    known[regions] ??= geographyPoints(regions, request)
    return known[regions]
  }
}
