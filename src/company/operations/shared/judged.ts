/** Everything of a verdict that follows from readings and date alone. */
import type { z } from 'zod'
import type { ReadTimeouts } from '../../../background/read-timeouts.ts'
import type { Degradation } from '../../../background/source.ts'
import {
  type AnswerOf,
  type Flag,
  type Source,
  withDegradations,
} from '../../../contract/envelope.ts'
import type { CivilDate } from '../../../platform/london.ts'
import type { Memo } from '../../../platform/memo.ts'
import { BRIEF, FULL, fcaBlock, TIGHT } from '../../model/standing.ts'
import type { CompanyReading, Register } from '../../register.ts'
import type { Regulator, StandingReading } from '../../regulator.ts'
import { type Evidence, findEvidence } from '../../rules/evidence.ts'
import { buildJudged } from '../../rules/not-judged.ts'
import { VERDICT } from '../../rules/published.ts'
import { profileResult, registerExtras } from './answers.ts'
import {
  COMPANIES_ATTRIBUTION,
  type judgedSchema,
  type verdictSchema,
  WITH_FCA_ATTRIBUTION,
} from './fields.ts'
import { shortenAnswer } from './shorten-answer.ts'

export type VerdictAnswer = AnswerOf<z.output<typeof judgedSchema>, z.output<typeof verdictSchema>>

export const VERDICT_PRICE_USDC = '0.10'

/** The verdict alone, for a list of many. */
export interface JudgedRow {
  name: string | null
  score: number
  band: VerdictAnswer['verdict']['band']
  /** Flags at full length, as in the answer for the company alone. */
  flags: readonly Flag[]
  evidence: Evidence
  sources: readonly Source[]
  degradations: readonly Degradation[]
}

export interface JudgedCompany {
  row: JudgedRow
  /** Facts for the narrator. */
  narrated: object
  /** The whole answer with this narrative. */
  answer(narrative: string | null): VerdictAnswer
}

/** Dependencies of a judgement. */
export interface Judging {
  register: Register
  regulator: Regulator
  /** The newest judgement of each company and depth. */
  judgements: Memo<JudgedCompany>
}

/** Reads and judges one company. @throws ServiceError */
export async function readJudged(
  number: string,
  { register, regulator, judgements }: Judging,
  { today, timeouts, full }: { today: CivilDate; timeouts: ReadTimeouts; full: boolean },
): Promise<JudgedCompany> {
  const reading = await register.company(number, 'verdict', { timeouts, filings: full })
  const standing = await regulator.standing(reading.profile, timeouts)
  const basis = buildBasis(reading, standing, today)
  const make = () =>
    judgeCompany(reading, standing, {
      today,
      full,
      regulatorConsulted: regulator.consulted,
    })
  return basis === null ? make() : judgements.memoize(`${number} ${full}`, basis, make)
}

/**
 * Returns the dependencies of a cached judgement; `null` if something is stale or missing, because
 * it is then judged each time.
 */
function buildBasis(
  reading: CompanyReading,
  standing: StandingReading,
  today: CivilDate,
): readonly unknown[] | null {
  if (reading.degradations.length > 0 || standing.degradations.length > 0) return null
  const { profile, officers, charges, insolvency, filings } = reading
  const fetched = [...reading.sources, ...standing.sources].map((source) => source.fetched)
  return [today, profile, officers, charges, insolvency, filings, standing.standing, ...fetched]
}

function judgeCompany(
  reading: CompanyReading,
  { standing, sources, degradations }: StandingReading,
  options: { today: CivilDate; full: boolean; regulatorConsulted: boolean },
): JudgedCompany {
  const { today, full, regulatorConsulted } = options
  const { profile, officers, charges, insolvency } = reading
  const facts = { profile, officers, charges, insolvency, standing }
  const { score, band, flags, evaluation } = VERDICT.current.judge(facts, today)
  const evidence = findEvidence(facts, evaluation)
  const judged = { ...evaluation, ...buildJudged(evaluation, facts), facts }
  const result = {
    ...profileResult(reading, today, full),
    evidence,
    ...(full ? { evaluation: judged, ...registerExtras(reading, today) } : {}),
  }

  const allSources = [...reading.sources, ...sources]
  const allDegradations = [...reading.degradations, ...degradations]

  function answer(narrative: string | null): VerdictAnswer {
    const whole: VerdictAnswer = {
      result,
      verdict: { score, band, flags, fca: fcaBlock(standing, full ? FULL : BRIEF), narrative },
      sources: allSources,
      degradations: allDegradations,
      judgedBy: `verdict ${VERDICT.current.version}`,
      ...(regulatorConsulted ? { attribution: WITH_FCA_ATTRIBUTION } : {}),
    }
    if (full) return whole
    return shortenAnswer(whole, {
      number: profile.number,
      attribution: COMPANIES_ATTRIBUTION,
      priceUsdc: VERDICT_PRICE_USDC,
      tightFca: fcaBlock(standing, TIGHT),
    })
  }

  return {
    row: {
      name: profile.name,
      score,
      band,
      flags: withDegradations(flags, allDegradations),
      evidence,
      sources: allSources,
      degradations: allDegradations,
    },
    // Always of the default profile, so that both depths of one day's verdict carry the same text.
    narrated: {
      ...profileResult(reading, today, false),
      registered_office: null,
      score,
      band,
      flags,
    },
    answer,
  }
}
