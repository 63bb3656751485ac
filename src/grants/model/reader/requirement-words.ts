/** Whether a unit demands something: by its own words, by its list's, or by being one of "your organisation must:". */

import { REQUIREMENT_WORDS_PHRASES } from '../phrases/requirement-words.ts'
import { compileTables } from '../phrases/table.ts'
import type { Unit } from './units.ts'

const PATTERNS = compileTables(REQUIREMENT_WORDS_PHRASES)
export const { REFUSES } = PATTERNS
const { DEMANDS } = PATTERNS

export const demands = (unit: Unit): boolean =>
  unit.mood === 'all_of' || DEMANDS.test(unit.text) || /\bmust\b/i.test(unit.list?.lead ?? '')
