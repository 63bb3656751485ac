/** Rule for the place of the applicant or the project. */

import { kindsIn } from './applicant-kinds.ts'
import { createFinding, type FoundCriterion, type Rule } from './build.ts'
import { ENGLISH_REGIONS, NATIONS, type Nation } from './kinds.ts'
import { withoutFunder } from './limit-subject.ts'
import {
  ABOUT_APPLYING,
  AREA_LINE,
  BODIES,
  BODIES_IN,
  BOUND,
  COVERS,
  DEMANDS_A_PLACE,
  DOES_NOT_WORK_IN,
  FUNDS_IN,
  IN,
  IN_A_PART,
  IN_ONE,
  ITEM,
  LOOSE,
  MAY_MOVE,
  MUST_BE_BASED,
  MUST_BE_IN,
  NAMES_OF_REGISTERS,
  NAMES_OF_THINGS,
  NATION,
  NEXT_ENDS,
  NOT_A_PLACE,
  OF_THE_GRANT,
  ONLY_NATION,
  OR_ELSEWHERE,
  OTHER_STATEMENT,
  PLACE_AND_NEXT,
  PLACES_EXCLUDED,
  SCOTTISH_BODIES,
  SHOWS,
  SITE_IN,
  TO_ANOTHER_FUND,
  WELSH_BODIES,
} from './phrases/region-rule.ts'
import { cased, words, wordsWith } from './phrases/words.ts'
import { demands } from './requirement-words.ts'
import type { Unit } from './units.ts'

const NAMES: readonly [RegExp, readonly Nation[]][] = [
  [cased`\b(?:the UK|UK|United Kingdom)\b`, NATIONS],
  [/\bGreat Britain\b/, ['england', 'scotland', 'wales']],
  [/\bEngland\b/, ['england']],
  [/\bScotland\b/, ['scotland']],
  [/\bWales\b/, ['wales']],
  [/\bNorthern Ireland\b/, ['northern-ireland']],
]
/** The applicant's or the project's place, said as a demand or of the grant as a whole. */
const REQUIRES: readonly RegExp[] = [
  MUST_BE_BASED,
  new RegExp(
    `\\b(?:open|available|offered|restricted|limited)(?: only)? (?:only )?to [^.;]{0,80}?\\b${IN}`,
    'i',
  ),
  FUNDS_IN,
  BODIES_IN,
  new RegExp(`\\b(?:applications?|bids)[^.;]{0,30}? from [^.;]{0,80}?\\b${IN}`, 'i'),
  new RegExp(
    `\\b(?:is|are) (?:only )?available (?:only )?${IN}|\\bsupports [^.;]{3,80}? based ${IN}`,
    'i',
  ),
  new RegExp(
    `\\b(?:covers?|funds?|supports?|is for|are for|open to)\\b[^.;]{0,60}?\\b${IN} only\\b`,
    'i',
  ),
  new RegExp(`\\b(?:head|registered) office (?:is|must be|should be)[^.;]{0,20}\\b${IN}`, 'i'),
  AREA_LINE,
  new RegExp(`\\b(?:an? )?${NATION}[- ]only\\b`, 'i'),
  COVERS,
  ONLY_NATION,
  new RegExp(
    `\\b${IN} and nowhere else\\b|^only [^.;]{3,60}? ${IN} (?:are|is|can|may|will)\\b`,
    'i',
  ),
  SITE_IN,
]
const UK_APPLICANT = cased`
    \bUK[- ](?:based|registered|resident)\b|\bUK (?:businesses|organi[sz]ations|companies|
    charities|SMEs|micro)\b`
/** "In England", where "your land must be:" stands above. */
const IS_IN = new RegExp(`^${IN}\\s*[.;,]?$`, 'i')
/**
 * "may be in England, Wales …" does not restrict, nor does an example, a law's extent or what lies
 * outside.
 */
const ADJECTIVES: readonly [RegExp, readonly Nation[]][] = [
  [cased`\bEnglish[- ]based\b`, ['england']],
  [cased`\bScottish[- ]based\b`, ['scotland']],
  [cased`\bWelsh[- ]based\b`, ['wales']],
  [
    cased`
      \bEnglish (?:local authorities|councils|schools|charities|businesses|organi[sz]ations|
      colleges|universities|farms)\b`,
    ['england'],
  ],
  [SCOTTISH_BODIES, ['scotland']],
  [WELSH_BODIES, ['wales']],
]
const OUTSIDE = new RegExp(
  `\\b(?:outside(?: of)?|outwith|not (?:based |located )?in) (?:the )?(${NATION}(?:(?:,? and |,? or |, )${NATION})*)`,
  'i',
)
/**
 * "Projects in Scotland or Wales are not supported", "we do not work in Scotland": the other
 * nations are left.
 */
const NATIONS_SHUT: readonly RegExp[] = [PLACES_EXCLUDED, DOES_NOT_WORK_IN]
/** "The project must not be in Scotland", "projects not based in Wales are eligible" */
const DENIES_A_PLACE = new RegExp(
  `\\b(?:not|never|neither|nor)\\b(?! (?:only|just|limited|restricted)\\b|[- ]for[- ])[^.;,]{0,40}\\b${NATION}\\b`,
  'i',
)
const VERB = words`\b(?:can|may|must|will|should|shall|need|needs|have|has|are|is|do|does|cannot)\b`
const PLACE = new RegExp(`\\b${IN}`)
/**
 * "Applicants in Wales need a different form", "Materials must be made in the UK": a place that
 * neither includes nor excludes.
 */
function isAboutSome(text: string): boolean {
  const place = PLACE.exec(text)
  const verb = VERB.exec(text)
  if (!place || !verb) return false
  const subject = text.slice(0, verb.index)
  if (subject.trim() === '') return false
  const opens = ABOUT_APPLYING
  if (!BOUND.test(subject)) return !opens.test(text)
  // The place is in the subject: the following words must include or exclude.
  return place.index < verb.index && !opens.test(text)
}
const PERSONS_OUTSIDE = words`
  \b(?:who|whose|living|resident|residing|live|tax|citizens?|nationals?)\b[^.;]*\boutside\b`
const REFUSES = words`
    \b(?:cannot|can['’]t|not (?:eligible|fund|accept|support|be (?:considered|funded))|
    ineligible|unable)\b`

const toEnglishRegion = (name: string) => {
  const words = name
    .toLowerCase()
    .replace(/^greater | and the humber$/g, '')
    .replace(/[- ]/g, '-')
  return ENGLISH_REGIONS.find((slug) => words.startsWith(slug))!
}

const STATED_ASIDE = wordsWith('g')`\([^)]*\b(?:cannot|not|are|is|need|must|should|can)\b[^)]*\)`
const WITH_AN_ACCOUNT = wordsWith('gi')`
  (?:,? and)? (?:with|have|has|hold) an? (?:UK |valid )*bank account\b[^.;]*`

export const where: Rule = (unit) => {
  // A parenthesis such as "(it cannot be in the Channel Islands)" takes nothing away from what
  // stands before it. The register's and the regulator's names are no places.
  const text = unit.text
    .replace(STATED_ASIDE, '')
    .replace(WITH_AN_ACCOUNT, '')
    .replace(SHOWS, '')
    .replace(NAMES_OF_REGISTERS, '')
  const shut =
    unit.mood === 'none_of'
      ? null
      : NATIONS_SHUT.map((pattern) => pattern.exec(text)).find((match) => match !== null)
  if (shut) {
    const left = NATIONS.filter((nation) => !nationsIn(shut[1]!).includes(nation))
    return left.length > 0 ? [createFinding('REGION', 'region', 'one_of', left)] : []
  }
  if (TO_ANOTHER_FUND.test(text)) return []
  const part = IN_A_PART.exec(text)
  if (part !== null && (unit.mood === 'plain' || unit.mood === 'all_of') && !REFUSES.test(text)) {
    const slug = toEnglishRegion(part[1] ?? part[2]!)
    return [
      createFinding('REGION', 'region', 'one_of', ['england']),
      createFinding('REGION', 'english_region', 'one_of', [slug]),
    ]
  }
  const outside = OUTSIDE.exec(text)
  // "Landlords who live outside the UK" are some persons, not all projects.
  if (outside && PERSONS_OUTSIDE.test(text)) return []
  if (outside && (unit.mood === 'none_of' || REFUSES.test(text))) return findNamed(outside[1]!)
  if (
    unit.mood === 'none_of' ||
    (REFUSES.test(text) && !/\bonly\b/i.test(text)) ||
    /\bnot (?:available|open|apply)\b/i.test(text) ||
    /\boutside\b/i.test(text) ||
    LOOSE.test(text) ||
    MAY_MOVE.test(text) ||
    OR_ELSEWHERE.test(text)
  )
    return []
  if (DENIES_A_PLACE.test(text)) return []
  if (MUST_BE_IN.test(text) && unit.mood !== 'any_of') return findNamed(text)
  if (isAboutSome(text) || NOT_A_PLACE.test(text)) return []
  if (isOneOfSeveral(unit)) return []
  const requires =
    OF_THE_GRANT.test(text) ||
    ADJECTIVES.some(
      ([pattern]) =>
        pattern.test(text) &&
        /\b(?:apply|eligible|open|available|must|invited|only|applications)\b/i.test(text),
    ) ||
    REQUIRES.some((pattern) => pattern.test(text)) ||
    UK_APPLICANT.test(text)
  const asItem =
    (unit.mood === 'all_of' || unit.mood === 'any_of') &&
    (ITEM.test(text) || (IS_IN.test(text) && /\b(?:be|is|are)\s*:$/i.test(unit.list?.lead ?? '')))
  const found = requires || asItem ? findNamed(text) : []
  // All four nations exclude no UK applicant, so only a requirement is reported.
  const isWhole = found.some(({ value }) => (value as readonly string[]).length === NATIONS.length)
  if (isWhole && !asItem && !demands(unit) && !DEMANDS_A_PLACE.test(text)) return []
  return isOfOneKind(text) ? found.map((each) => ({ ...each, doubt: 'part' })) : found
}

/** Whether a kind of applicant without a place follows the place: it is that of one kind. */
function isOfOneKind(text: string): boolean {
  const next = PLACE_AND_NEXT.exec(text)?.[1]?.replace(NEXT_ENDS, '')
  return next !== undefined && nationsIn(next).length === 0 && kindsIn(next).isWhole
}

/** Whether the unit is one of several alternatives that do not all name the same place. */
export function isOneOfSeveral({ mood, list }: Unit): boolean {
  return mood === 'any_of' && !(list?.isWho && everyItem(list.items.map((item) => item.text)))
}

/** A place that some alternatives name and others do not binds only those. */
function everyItem(items: readonly string[]): boolean {
  const places = items.map((text) => nationsIn(text).join())
  return places[0] !== '' && places.every((place) => place === places[0])
}

function nationsIn(text: string): Nation[] {
  const found = new Set<Nation>()
  for (const [pattern, nations] of [...NAMES, ...ADJECTIVES])
    if (pattern.test(text)) for (const nation of nations) found.add(nation)
  return NATIONS.filter((nation) => found.has(nation))
}

function findNamed(text: string) {
  // "organisations in the UK, for projects in Wales": the narrower place is the project's.
  const without = nationsIn(text.replace(/\b(?:the )?(?:UK|United Kingdom)\b/g, ''))
  const value = without.length > 0 ? without : nationsIn(text)
  return value.length > 0 ? [createFinding('REGION', 'region', 'one_of', value)] : []
}

const NATIONS_NAMED: readonly [RegExp, Nation][] = [
  [cased`\b(?:England|English)\b`, 'england'],
  [cased`\b(?:Scotland|Scottish)\b`, 'scotland'],
  [cased`\b(?:Wales|Welsh)\b`, 'wales'],
  [/\bNorthern Ireland\b/, 'northern-ireland'],
]

/** The nations that a sentence names as places or by their people. */
export function nationsNamed(text: string): Nation[] {
  const statement = withoutFunder(text).replace(BODIES, '')
  return NATIONS_NAMED.flatMap(([name, nation]) => (name.test(statement) ? [nation] : []))
}
const WIDER = cased`
  \b(?:UK|United Kingdom|Britain|British|overseas|abroad|worldwide|diaspora|other nations)\b`
/** How many lines a page has at least, that says where it applies. */
const A_PAGE = 6

/**
 * A page that names one nation as a place, no other, and nowhere the UK, is for that nation, in
 * whatever words: of 593 labelled pages 34 more were read so, none of them wrongly.
 */
export function nationOfThePage(
  units: readonly Unit[],
): { finding: FoundCriterion; unit: Unit } | null {
  if (units.length < A_PAGE || units.some(({ text }) => WIDER.test(text))) return null
  const naming = units
    .map((unit) => ({
      unit,
      words: unit.text.replace(/\([^)]*\)/g, '').replace(NAMES_OF_THINGS, ''),
    }))
    .map((each) => ({ ...each, nations: nationsNamed(each.words) }))
    .filter(({ nations }) => nations.length > 0)
  const all = new Set(naming.flatMap(({ nations }) => nations))
  if (all.size !== 1) return null
  if (
    naming.some(
      ({ words }) => OTHER_STATEMENT.test(words) || MAY_MOVE.test(words) || isAboutSome(words),
    )
  )
    return null
  const place = naming.find(({ unit, words }) => !unit.isHeading && IN_ONE.test(words))
  return place === undefined
    ? null
    : { finding: createFinding('REGION', 'region', 'one_of', [...all]), unit: place.unit }
}
