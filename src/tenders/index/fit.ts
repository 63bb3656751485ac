/** Scores a supplier profile against every live notice: postings and columns judge all of them, texts are read for the best only. */
import type { CivilDate } from '../../kernel/london.ts'
import { type Concept, conceptOf } from '../../kernel/query.ts'
import { findPhrase, phrase, phraseKey, tokens } from '../../kernel/terms.ts'
import type { BankHolidays } from '../model/bank-holidays.ts'
import { normaliseName } from '../model/buyer.ts'
import { calendarOf, createDayCounter } from '../model/calendar.ts'
import type { Notice } from '../model/notice.ts'
import { ALL_REGIONS, regionSlugs } from '../model/regions.ts'
import { significantConcepts } from '../model/significant.ts'
import { demandTexts } from '../model/summary.ts'
import { TENDER_SYNONYMS } from '../model/synonyms.ts'
import { emphasise } from '../rules/fit-1.0.0/emphasise.ts'
import { type CpvPoints, OF, relevance, roundHalfUp } from '../rules/fit-1.0.0/factors.ts'
import { createCpvJudge, type Fit, type FitNotice, judgeFit, type SupplierProfile } from '../rules/fit-1.0.0/fit.ts'
import { type FitFlag, fitFlags } from '../rules/fit-1.0.0/flags.ts'
import { BODY_FIELDS, TITLE_FIELD } from './data.ts'
import type { Generation } from './generation.ts'

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
const OTHER_FACTORS = OF.value + OF.geography + OF.timeline + OF.history

export interface FitMoment {
  nowMs: number
  today: CivilDate
  holidays: BankHolidays
}

export function scoreFit(generation: Generation, request: FitRequest, moment: FitMoment): FitOutcome {
  const { live, liveCount, buyers } = generation.data
  const keywords = findKeywords(generation, wantedConcepts(request))
  const excluded = findExcluded(generation, request.excludeKeywords)
  const pastBuyers = matchBuyers(buyers.names, request.pastBuyers)
  const cpvOf = createCpvJudge(request)
  const judged = createCodeJudge(generation, cpvOf)
  const workingDays = createDayCounter(moment.today, moment.holidays)
  const daysLeft = (number: number): number | null => {
    const day = generation.deadlineDays[number]!
    return day === null ? null : workingDays(calendarOf(live.regions[number]!), day)
  }

  const factsOf = (number: number, codes: readonly JudgedCode[]): FitNotice => ({
    stage: live.planning[number] === 1 ? 'planning' : 'tender',
    cpv: codes,
    division: codes[0]?.division ?? null,
    regions: live.regions[number]!,
    valueGbp: Number.isNaN(live.tenderValueGbp[number]!) ? null : live.tenderValueGbp[number]!,
    lotValuesGbp: [...live.lotValuesGbp.subarray(live.lotValueStarts[number]!, live.lotValueStarts[number + 1]!)],
    framework: live.framework[number] === 1,
    workingDaysLeft: daysLeft(number),
    keywordSum: keywords.sums[number]!,
    keywordInTitle: keywords.inTitle[number] === 1,
    excludedInTitle: excluded.has(number),
    pastBuyer: pastBuyers[live.buyer[number]!] === 1,
  })

  let considered = 0
  const best: { number: number; fit: Fit }[] = []
  for (let number = 0; number < liveCount; number += 1) {
    if (live.deadlineMs[number]! <= moment.nowMs) continue
    if (request.stage !== null && (live.planning[number] === 1) !== (request.stage === 'planning')) continue
    const day = generation.deadlineDays[number]!
    if (request.deadlineAfter !== null && day !== null && day < request.deadlineAfter) continue
    considered += 1
    if (keywords.sums[number] === 0 && !judged.scores(number)) continue
    const codes = judged.codes(number)
    const relevant = roundHalfUp(relevance(codes, request.cpv.length > 0, keywords.sums[number]!).points)
    // Relevance 0 is no match; and what cannot pass the last of the best even with all other factors full need not be judged.
    if (relevant === 0 || (best.length === request.limit && relevant + OTHER_FACTORS <= best.at(-1)!.fit.score)) continue
    const fit = judgeFit(request, factsOf(number, codes), buyers.histories[live.buyer[number]!]!)
    insert(best, { number, fit }, request.limit)
  }
  const matches = best.map(({ number, fit }, rank): FitMatch => {
    const notice = generation.notice(number)
    const facts = factsOf(number, judged.codes(number))
    const texts = demandTexts(notice)
    const flags = fitFlags(fit, {
      hasCpv: facts.cpv.length > 0,
      texts,
      certifications: request.certifications,
      stage: facts.stage,
      workingDaysLeft: facts.workingDaysLeft,
      deadlineIsDateOnly: notice.deadlinePrecision === 'date',
      framework: facts.framework,
      ukWide: facts.regions === ALL_REGIONS,
      valueCurrency: notice.value?.currency ?? null,
      excluded: excluded.get(number) ?? null,
      buyer: notice.buyer,
    })
    const note = rank < EMPHASISED ? explain(generation, number, notice, facts, fit, request, keywords, cpvOf, flags) : null
    return { notice, fit, flags, emphasise: note }
  })
  return { considered, matches }
}

/** The keywords; without any, the significant words of the description. */
function wantedConcepts(request: FitRequest): { concept: Concept; weight: number }[] {
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

interface KeywordHits {
  sums: Float64Array
  inTitle: Uint8Array
  /** As typed, with where each notice has them. */
  places(number: number): { title: string[]; body: string[] }
}

function findKeywords(generation: Generation, wanted: readonly { concept: Concept; weight: number }[]): KeywordHits {
  const { liveCount } = generation.data
  const sums = new Float64Array(liveCount)
  const inTitle = new Uint8Array(liveCount)
  const title = new Float64Array(liveCount)
  const body = new Float64Array(liveCount)
  const found: { text: string; masks: Uint8Array }[] = []
  for (const { concept, weight } of wanted) {
    const masks = new Uint8Array(liveCount)
    const touched: number[] = []
    for (const alternative of concept.alternatives) {
      generation.postings.each(alternative.phrase, (number, mask) => {
        if ((mask & (TITLE_FIELD | BODY_FIELDS)) === 0) return
        if (masks[number] === 0) touched.push(number)
        masks[number]! |= mask
        if (mask & TITLE_FIELD) title[number] = Math.max(title[number]!, alternative.weight)
        if (mask & BODY_FIELDS) body[number] = Math.max(body[number]!, alternative.weight)
      })
    }
    for (const number of touched) {
      sums[number]! += weight * (title[number]! + 0.5 * body[number]!)
      if (masks[number]! & TITLE_FIELD) inTitle[number] = 1
      title[number] = 0
      body[number] = 0
    }
    found.push({ text: concept.text, masks })
  }
  return {
    sums,
    inTitle,
    places(number) {
      const having = (fields: number, without: number) =>
        found.filter(({ masks }) => (masks[number]! & fields) !== 0 && (masks[number]! & without) === 0).map(({ text }) => text)
      return { title: having(TITLE_FIELD, 0), body: having(BODY_FIELDS, TITLE_FIELD) }
    },
  }
}

/** Notices with an excluded keyword in the title, with that keyword. */
function findExcluded(generation: Generation, keywords: readonly string[]): Map<number, string> {
  const found = new Map<number, string>()
  for (const keyword of keywords) {
    const wanted = phrase(keyword)
    if (wanted) {
      generation.postings.each(wanted, (number, mask) => {
        if (mask & TITLE_FIELD && !found.has(number)) found.set(number, keyword)
      })
    }
  }
  return found
}

/** Equal names, or one within the other as whole words when it has at least two. */
function matchBuyers(names: readonly string[], past: readonly string[]): Uint8Array {
  const matched = new Uint8Array(names.length)
  const wanted = past.map(normaliseName).filter((name) => name !== '')
  if (wanted.length === 0) return matched
  const within = (part: string, whole: string) => part.includes(' ') && ` ${whole} `.includes(` ${part} `)
  names.forEach((name, number) => {
    const normal = normaliseName(name)
    if (wanted.some((each) => each === normal || within(each, normal) || within(normal, each))) matched[number] = 1
  })
  return matched
}

type JudgedCode = CpvPoints & { division: string }

interface CodeJudge {
  codes(number: number): readonly JudgedCode[]
  /** Whether any code of the notice has points. */
  scores(number: number): boolean
}

/** The codes of a notice with their points: an index has some thousand codes, each is judged once. */
function createCodeJudge({ data: { live } }: Generation, cpvOf: ReturnType<typeof createCpvJudge>): CodeJudge {
  const known = new Map<number, JudgedCode>()
  const judge = (code: number): JudgedCode => {
    let judged = known.get(code)
    if (!judged) {
      const text = String(code).padStart(8, '0')
      judged = { ...cpvOf(text), division: text.slice(0, 2) }
      known.set(code, judged)
    }
    return judged
  }
  return {
    codes(number) {
      const codes: JudgedCode[] = []
      for (let index = live.cpvStarts[number]!; index < live.cpvStarts[number + 1]!; index += 1) codes.push(judge(live.cpv[index]!))
      return codes
    },
    scores(number) {
      for (let index = live.cpvStarts[number]!; index < live.cpvStarts[number + 1]!; index += 1) {
        if (judge(live.cpv[index]!).points > 0) return true
      }
      return false
    },
  }
}

/** Score descending; among equals the notice numbered first, which is by deadline and ocid. */
function insert(best: { number: number; fit: Fit }[], candidate: { number: number; fit: Fit }, limit: number): void {
  if (best.length === limit && candidate.fit.score <= best[limit - 1]!.fit.score) return
  let place = best.length
  while (place > 0 && best[place - 1]!.fit.score < candidate.fit.score) place -= 1
  best.splice(place, 0, candidate)
  if (best.length > limit) best.pop()
}

function explain(
  generation: Generation,
  number: number,
  notice: Notice,
  facts: FitNotice,
  fit: Fit,
  request: FitRequest,
  keywords: KeywordHits,
  cpvOf: ReturnType<typeof createCpvJudge>,
  flags: readonly FitFlag[],
): string {
  const places = keywords.places(number)
  const scored = (notice.cpv ?? []).filter((code) => cpvOf(code).points > 0)
  const mentioned = flags.some((flag) => flag.code === 'CERTIFICATION_MENTIONED')
  const text = demandTexts(notice).map(tokens)
  const has = (certification: string) => {
    const wanted = phrase(certification)
    return wanted !== null && text.some((part) => findPhrase(part, wanted).length > 0)
  }
  return emphasise(fit, {
    titleKeywords: places.title,
    bodyKeywords: places.body,
    cpv: scored.sort((a, b) => cpvOf(b).points - cpvOf(a).points || (a < b ? -1 : 1)),
    sharedRegions: facts.regions === ALL_REGIONS ? [] : regionSlugs(facts.regions & request.regions),
    ukWide: facts.regions === ALL_REGIONS && request.regions !== 0,
    remote: request.remote,
    valueGbp: request.valueMin !== null || request.valueMax !== null ? facts.valueGbp : null,
    certifications: mentioned ? request.certifications.filter(has) : [],
    division: facts.division,
    buyer: notice.buyer,
    history: generation.data.buyers.histories[generation.data.live.buyer[number]!]!,
    pastBuyer: facts.pastBuyer,
    smeSuitable: notice.smeSuitable,
    sme: request.sme,
    deadline: generation.deadlineDays[number]!,
    workingDaysLeft: facts.workingDaysLeft,
  })
}
