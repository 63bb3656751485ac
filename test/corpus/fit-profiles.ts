/**
 * Twenty invented supplier profiles over two recorded days of Find a Tender, as if all notices were
 * open. The author of rules 1.3.0 wrote and judged them from titles, codes and the beginnings of
 * texts, before any ran. `first`: looked at while the rules changed. `second`: measured at the end.
 * Notices are named by the end of their process.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SHIPPED_HOLIDAYS } from '../../src/platform/bank-holidays.ts'
import { londonDate } from '../../src/platform/london.ts'
import { type FitMatch, type FitRequest, scoreFit } from '../../src/tenders/index/fit.ts'
import { mergeProcess } from '../../src/tenders/model/merge.ts'
import { type Notice, readNotice } from '../../src/tenders/model/notice.ts'
import { filterMask } from '../../src/tenders/model/regions.ts'
import type { Release } from '../../src/tenders/model/release.ts'
import { getPortal } from '../../src/tenders/portals/index.ts'
import { readRelease } from '../../src/tenders/portals/read-release.ts'
import { fitBand } from '../../src/tenders/rules/fit-1.0.0/fit.ts'
import { FIT } from '../../src/tenders/rules/published.ts'
import { learnedFrom, liveIndexOf, SAMPLES_NOW } from '../tenders/samples.ts'
import given from './fit-profiles.json' with { type: 'json' }
import { recordedData } from './recorded.ts'

const DAY = 86_400_000
/**
 * Deadlines are given out over so many days, several times: one draw of days decides who is tenth.
 */
const DAYS = 25
const DRAWS = 5

export interface JudgedProfile {
  name: string
  body: object
  right: readonly string[]
  /** Neither right nor wrong: one trade of many, or too little text. */
  unclear?: readonly string[]
}

export const FIT_PROFILES: readonly (JudgedProfile & { half: string })[] = given
export const { present, folder } = recordedData('tenders/find-a-tender-days')

/** Returns the notices of the recorded days that are open. */
export function listRecordedDays(): Notice[] {
  const byOcid = new Map<string, Release[]>()
  for (const day of readdirSync(folder).sort()) {
    for (const file of readdirSync(join(folder, day)).sort()) {
      const page = JSON.parse(readFileSync(join(folder, day, file), 'utf8'))
      for (const each of page.releases) {
        const read = readRelease(getPortal('find-a-tender'), each)
        if (!read.ok) throw new Error(read.reason)
        byOcid.set(read.release.ocid, [...(byOcid.get(read.release.ocid) ?? []), read.release])
      }
    }
  }
  return [...byOcid.values()].flatMap((releases) => {
    const merged = mergeProcess(releases)
    return merged
      .map((each) => readNotice(each, merged.length > 1))
      .filter((notice) => notice !== null)
      .filter(({ closedBy }) => closedBy === null)
  })
}

function requestOf({ body }: JudgedProfile): FitRequest {
  const stated = body as Record<string, never>
  return {
    description: stated.description ?? null,
    keywords: stated.keywords ?? [],
    excludeKeywords: stated.exclude_keywords ?? [],
    cpv: stated.cpv ?? [],
    regions: filterMask(stated.regions ?? []),
    remote: stated.remote ?? false,
    valueMin: stated.value_min ?? null,
    valueMax: stated.value_max ?? null,
    certifications: [],
    pastBuyers: [],
    sme: stated.sme ?? false,
    minWorkingDays: 10,
    deadlineAfter: null,
    stage: null,
    limit: 10,
  }
}

/**
 * Scores profiles over notices that all have a deadline of twelve days to five weeks, once for each
 * draw of deadlines.
 */
export function createFirstTens(open: readonly (readonly [place: number, notice: Notice])[]) {
  const moment = { nowMs: SAMPLES_NOW, today: londonDate(SAMPLES_NOW), holidays: SHIPPED_HOLIDAYS }
  const draws = Array.from({ length: DRAWS }, (_, draw) => {
    const dated = open.map(([place, notice]) => {
      const days = 12 + ((place + (draw * DAYS) / DRAWS) % DAYS)
      return { ...notice, deadlineMs: SAMPLES_NOW + days * DAY, updatedMs: SAMPLES_NOW }
    })
    const byKey = new Map(dated.map((notice) => [notice.key, notice]))
    return { byKey, index: liveIndexOf(dated, [], SAMPLES_NOW, learnedFrom(dated)) }
  })
  return (profile: JudgedProfile, version: string): FitMatch[][] =>
    draws.map(({ index, byKey }) =>
      scoreFit(index, requestOf(profile), moment, FIT.select(version)).best.map(
        ({ entry, describe }) => describe(byKey.get(entry.key)!),
      ),
    )
}

const isRight = (right: readonly string[]) => (ocid: string) =>
  right.some((part) => ocid.includes(part))

/** Means over the draws. */
export interface FitFigures {
  strong: number
  strongRight: number
  found: number
  /** Right ones, at most ten a profile. */
  wanted: number
}

export function measureFit(
  profiles: readonly JudgedProfile[],
  version: string,
  firstTens: ReturnType<typeof createFirstTens>,
): FitFigures {
  const sums = { strong: 0, strongRight: 0, found: 0, wanted: 0 }
  for (const profile of profiles) {
    sums.wanted += Math.min(10, profile.right.length) * DRAWS
    for (const { notice, fit } of firstTens(profile, version).flat()) {
      if (isRight(profile.right)(notice.ocid)) sums.found += 1
      if (fitBand(fit.score) !== 'strong' || isRight(profile.unclear ?? [])(notice.ocid)) continue
      sums.strong += 1
      if (isRight(profile.right)(notice.ocid)) sums.strongRight += 1
    }
  }
  const mean = (sum: number) => Math.round((10 * sum) / DRAWS) / 10
  return {
    strong: mean(sums.strong),
    strongRight: mean(sums.strongRight),
    found: mean(sums.found),
    wanted: mean(sums.wanted),
  }
}
