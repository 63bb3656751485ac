import type { RuleTable } from '../../../contract/rules.ts'
import { TABLE as TABLE_1_1_0 } from '../fit-1.1.0/table.ts'
import { limitOf, OTHERS_AT_MOST, STRONG_RELEVANCE } from './fit.ts'

const MEANT =
  'Words of the profile can also lead to a code of the notice: by the table of trades, by its CPV label, or by words learned from titles. Relevance is then at least the keyword part plus 24 times the share of the keyword that leads there; codes after the third on a notice count by 0.75.'

/** The table of 1.1.0 with the changes of this version. */
export const TABLE: RuleTable = {
  ...TABLE_1_1_0,
  rules: TABLE_1_1_0.rules.flatMap((rule) => {
    if (rule.code === 'relevance') return [{ ...rule, fires: `${rule.fires} ${MEANT}` }]
    if (rule.code !== 'CAP_RELEVANCE' || rule.fires.includes('under 8')) return [rule]
    if (!rule.fires.includes('strong')) return []
    const fires = `Relevance from 8 to ${STRONG_RELEVANCE - 1}: at most ${OTHERS_AT_MOST} plus relevance, so not "strong".`
    return [{ ...rule, effect: { cap: limitOf(STRONG_RELEVANCE - 1) }, fires }]
  }),
}
