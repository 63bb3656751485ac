import { selectFor100 } from '../select.ts'
import type { FitRules } from '../version.ts'
import { significantConcepts } from './described.ts'
import { fitFacts } from './facts.ts'
import { createCpvJudge, judgeFit } from './fit.ts'
import { fitFlags } from './flags.ts'
import { TABLE } from './table.ts'

export const FIT_1_0_0: FitRules = {
  version: '1.0.0',
  table: TABLE,
  facts: fitFacts,
  createCpvJudge,
  described: significantConcepts,
  select: selectFor100,
  judge({ profile, notice, history }) {
    const judgeCode = createCpvJudge(profile)
    return judgeFit(
      profile,
      { ...notice, cpv: notice.cpv.map((code) => judgeCode(Number(code))) },
      history,
    )
  },
  flags: fitFlags,
}
