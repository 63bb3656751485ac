/**
 * Whether a unit demands something: by its own words, by its list's, or by being one of "your
 * organisation must:".
 */
import { DEMANDS } from './phrases/requirement-words.ts'
import type { Unit } from './units.ts'

export const demands = (unit: Unit): boolean =>
  unit.mood === 'all_of' || DEMANDS.test(unit.text) || /\bmust\b/i.test(unit.list?.lead ?? '')
