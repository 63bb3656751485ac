import type { FitRules } from '../version.ts'
import { significantConcepts } from './described.ts'
import { emphasise } from './emphasise.ts'
import { cpvPart, FULL_CPV, NO_POINTS, OF, relevance, roundHalfUp } from './factors.ts'
import { fitFacts } from './facts.ts'
import {
  capScore,
  capsOf,
  createCpvJudge,
  fitBand,
  geographyPoints,
  historyPoints,
  judgeFit,
  timelinePoints,
  valuePoints,
} from './fit.ts'
import { fitFlags } from './flags.ts'
import { TABLE } from './table.ts'

export const FIT_1_0_0: FitRules = {
  version: '1.0.0',
  table: TABLE,
  facts: fitFacts,
  of: OF,
  fullCpv: FULL_CPV,
  noCpv: NO_POINTS,
  createCpvJudge,
  cpvPart,
  described: significantConcepts,
  relevance: (cpv, keywordSum) => roundHalfUp(relevance(cpv, keywordSum)),
  value: valuePoints,
  geography: geographyPoints,
  timeline: timelinePoints,
  history: historyPoints,
  caps: capsOf,
  capped: capScore,
  judge({ profile, notice, history }) {
    const judgeCode = createCpvJudge(profile)
    return judgeFit(
      profile,
      { ...notice, cpv: notice.cpv.map((code) => judgeCode(Number(code))) },
      history,
    )
  },
  flags: fitFlags,
  emphasise,
  band: fitBand,
}
