import { setImmediate as nextTurn } from 'node:timers/promises'
import { SHIPPED_HOLIDAYS } from '../../kernel/bank-holidays.ts'
import { londonDate } from '../../kernel/london.ts'
import { filterMask } from '../model/regions.ts'
import { FIT } from '../rules/published.ts'
import { type FitRequest, scoreFit } from './fit.ts'
import type { Generation } from './generation.ts'
import { searchNotices } from './search.ts'

const ROUNDS = 5

/**
 * Answers a few questions with nobody waiting: the first callers after a start would else pay for compiling the code, many times the work
 * itself.
 */
export async function rehearse(generation: Generation): Promise<void> {
  const { builtMs, liveCount } = generation.data
  if (liveCount === 0) return
  const { title, cpv, buyer } = generation.notice(0)
  const profile: FitRequest = {
    description: title,
    keywords: [],
    excludeKeywords: ['waste'],
    cpv: cpv ?? ['45'],
    regions: filterMask(['london']),
    remote: false,
    valueMin: 10_000,
    valueMax: 100_000,
    certifications: ['ISO 9001'],
    pastBuyers: [buyer],
    sme: true,
    minWorkingDays: 10,
    deadlineAfter: null,
    stage: null,
    limit: 10,
  }
  const modest = { ...profile, excludeKeywords: [], regions: 0, certifications: [], pastBuyers: [], sme: false, stage: 'tender' as const }
  const requests: FitRequest[] = [
    profile,
    { ...modest, description: null, keywords: title.split(' '), cpv: [], valueMin: null },
    { ...modest, description: null, remote: true, valueMin: null, valueMax: null },
  ]
  const filters = { cpvPrefixes: cpv, regions: profile.regions, valueMinGbp: 10_000, valueMaxGbp: null, deadlineAfter: null, stage: null }
  const moment = { nowMs: builtMs, today: londonDate(builtMs), holidays: SHIPPED_HOLIDAYS }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const request of requests) {
      scoreFit(generation, request, moment, FIT.current)
      await nextTurn()
    }
    searchNotices(generation, { q: title, ...filters }, builtMs, 10)
  }
}
