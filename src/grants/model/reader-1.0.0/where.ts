/** Where the applicant or the project must be. */
import { NATIONS, type Nation } from '../places.ts'
import { CONDITIONAL, finding, type Rule } from './build.ts'

const NAMES: readonly [RegExp, readonly Nation[]][] = [
  [/\b(?:the UK|UK|United Kingdom|UK[- ](?:wide|based|registered))\b/, NATIONS],
  [/\bGreat Britain\b/, ['england', 'scotland', 'wales']],
  [/\bEngland\b/, ['england']],
  [/\bScotland\b/, ['scotland']],
  [/\bWales\b/, ['wales']],
  [/\bNorthern Ireland\b/, ['northern-ireland']],
]
const REQUIRES =
  /\b(?:based|located|registered|operat(?:e|es|ing)|situated|resident|live|take place|carried out|carry out|deliver(?:ed|y)?|applies (?:only )?to|available (?:only )?(?:in|to)|open (?:only )?to|exploit|work(?:ing)?|is in|are in|be in|projects? in|land in|only)\b|\bUK[- ](?:based|registered)\b|^(?:England|Scotland|Wales|Northern Ireland)(?: and (?:England|Scotland|Wales|Northern Ireland))? only/i
/** "may be in England, Wales …" does not restrict, nor does an example or a law's extent. */
const LOOSE =
  /\b(?:may be|can be|could be|might be|for example|e\.g\.|such as|including|regulations?|act \d|outside|elsewhere|wherever|(?:not|cannot) (?:be )?(?:in|restricted))\b|\((?:for|in) [A-Z]/i

export const where: Rule = (unit) => {
  if (unit.mood === 'none_of' || unit.mood === 'any_of') return []
  // A parenthesis such as "(it cannot be in the Channel Islands)" takes nothing away from what stands before it.
  // The register's and the regulator's names are no places.
  const text = unit.text
    .replace(/\([^)]*\b(?:cannot|not)\b[^)]*\)/g, '')
    .replace(/\bCharity Commission for [A-Z][A-Za-z ]*|\b(?:charity|charities|company|companies) registered in England and Wales\b/g, '')
  if (!REQUIRES.test(text) || LOOSE.test(text) || CONDITIONAL.test(text)) return []
  const named = new Set<Nation>()
  for (const [pattern, nations] of NAMES) if (pattern.test(text)) for (const nation of nations) named.add(nation)
  const value = NATIONS.filter((nation) => named.has(nation))
  return value.length > 0 ? [finding('REGION', 'region', 'one_of', value)] : []
}
