/** Everything of a verdict that follows from readings and date alone. */
import type { z } from 'zod'
import type { AnswerOf } from '../../../contract/envelope.ts'
import type { CivilDate } from '../../../kernel/london.ts'
import { judgedOf } from '../../model/not-judged.ts'
import { BRIEF, FULL, fcaBlock, TIGHT } from '../../model/standing.ts'
import type { CompanyReading } from '../../register.ts'
import type { StandingReading } from '../../regulator.ts'
import { VERDICT } from '../../rules/published.ts'
import { profileResult, registerExtras } from './answers.ts'
import { COMPANIES_ATTRIBUTION, type judgedSchemaWith, type verdictSchema, WITH_FCA_ATTRIBUTION } from './fields.ts'
import { shortenAnswer } from './shorten-answer.ts'

export type VerdictAnswer = AnswerOf<z.output<ReturnType<typeof judgedSchemaWith>>, z.output<typeof verdictSchema>>

export interface JudgedCompany {
  /** What the narrator is told. */
  told: object
  /** The whole answer with this narrative. */
  answer(narrative: string | null): VerdictAnswer
}

/** What a judgement rests on. Null: on something stale or missing, which is told anew each time. */
export function basisOf(reading: CompanyReading, standing: StandingReading, today: CivilDate): readonly unknown[] | null {
  if (reading.degradations.length > 0 || standing.degradations.length > 0) return null
  const { profile, officers, charges, insolvency, filings } = reading
  const fetched = [...reading.sources, ...standing.sources].map((source) => source.fetched)
  return [today, profile, officers, charges, insolvency, filings, standing.standing, ...fetched]
}

export function judgeCompany(
  reading: CompanyReading,
  { standing, sources, degradations }: StandingReading,
  options: { today: CivilDate; full: boolean; extras: boolean; regulatorConsulted: boolean; priceUsdc: string },
): JudgedCompany {
  const { today, full, extras, regulatorConsulted, priceUsdc } = options
  const { profile, officers, charges, insolvency } = reading
  const facts = { profile, officers, charges, insolvency, standing }
  const { score, band, flags, evaluation } = VERDICT.current.judge(facts, today)
  const told = extras ? { ...evaluation, ...judgedOf(evaluation, facts), facts } : evaluation
  const result = {
    ...profileResult(reading, today, full),
    ...(full ? { evaluation: told, ...(extras ? registerExtras(reading, today) : {}) } : {}),
  }

  function answer(narrative: string | null): VerdictAnswer {
    const whole: VerdictAnswer = {
      result,
      verdict: { score, band, flags, fca: fcaBlock(standing, full ? FULL : BRIEF), narrative },
      sources: [...reading.sources, ...sources],
      degradations: [...reading.degradations, ...degradations],
      judgedBy: `verdict ${VERDICT.current.version}`,
      ...(regulatorConsulted ? { attribution: WITH_FCA_ATTRIBUTION } : {}),
    }
    if (full) return whole
    return shortenAnswer(whole, {
      number: profile.number,
      attribution: COMPANIES_ATTRIBUTION,
      priceUsdc,
      tightFca: fcaBlock(standing, TIGHT),
    })
  }

  return {
    // Always of the default profile, so that both depths of one day's verdict carry the same text.
    told: { ...profileResult(reading, today, false), registered_office: null, score, band, flags },
    answer,
  }
}
