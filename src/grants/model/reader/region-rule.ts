/** Rule for the place of the applicant or the project. */
import { NATIONS, type Nation } from '../places.ts'
import { type FoundCriterion, finding, type Rule } from './build.ts'
import { withoutFunder } from './limit-subject.ts'
import { demands } from './requirement-words.ts'
import type { Unit } from './units.ts'

const NAMES: readonly [RegExp, readonly Nation[]][] = [
  [/\b(?:the UK|UK|United Kingdom)\b/, NATIONS],
  [/\bGreat Britain\b/, ['england', 'scotland', 'wales']],
  [/\bEngland\b/, ['england']],
  [/\bScotland\b/, ['scotland']],
  [/\bWales\b/, ['wales']],
  [/\bNorthern Ireland\b/, ['northern-ireland']],
]
const NATION = '(?:the UK|UK|United Kingdom|Great Britain|England|Scotland|Wales|Northern Ireland)'
const IN = `(?:in|within|across|throughout|anywhere in|from|(?<=\\bresidents? )of) (?:the )?(?:rural |local |central )?${NATION}(?:(?:,? and |,? or |, | & |/)(?:in )?(?:the )?${NATION})*`
/** The applicant's or the project's place, said as a demand or of the grant as a whole. */
const REQUIRES: readonly RegExp[] = [
  new RegExp(
    `\\b(?:must|need(?:s)? to|should|have to|has to|only)\\b[^.;]{0,90}?\\b(?:based|located|registered|operat\\w*|situated|resident|live|take place|taking place|carried out|carry out|deliver\\w*|work\\w*|be|is|are|exploit\\w*|project|land|property|trading|benefit\\w*|apply|fund\\w*|support\\w*|headquarter\\w*|school|trust|authority)\\b[^.;]{0,40}?\\b${IN}`,
    'i',
  ),
  new RegExp(
    `\\b(?:open|available|offered|restricted|limited)(?: only)? (?:only )?to [^.;]{0,80}?\\b${IN}`,
    'i',
  ),
  new RegExp(
    `\\b(?:supports?|funds?|for) (?:projects?|organi[sz]ations?|businesses|charities|local authorities|schools)[^.;]{0,40}?\\b${IN}`,
    'i',
  ),
  new RegExp(
    `\\b(?:organi[sz]ations?|businesses|charities|authorities|museums|schools|colleges|groups|farmers|companies|applicants|projects|councils|individuals|clubs)(?: [a-z]+){0,3}? ${IN}[^.;]{0,60}?\\b(?:can|may|are (?:eligible|invited|able))\\b`,
    'i',
  ),
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
  new RegExp(
    `^(?:applies to|location|area|country|countries|nations?|region|where|geographical area|eligible (?:area|location)s?)\\s*[:–—-]\\s*(?:the )?${NATION}(?:(?:,? and |,? or |, )${NATION})*\\.?$`,
    'i',
  ),
  new RegExp(`\\b(?:an? )?${NATION}[- ]only\\b`, 'i'),
  new RegExp(
    `\\b(?:covers?|applies (?:only )?to|operates (?:only )?in|limited to|restricted to)(?: the whole of| all of)? (?:the )?${NATION}\\b`,
    'i',
  ),
  new RegExp(
    `^${NATION}(?:(?:,? and |,? or |, )${NATION})* only\\b|^only (?:the )?${NATION}(?:(?:,? and |,? or |, )${NATION})* (?:is|are) (?:covered|eligible|included)\\b`,
    'i',
  ),
  new RegExp(
    `\\b${IN} and nowhere else\\b|^only [^.;]{3,60}? ${IN} (?:are|is|can|may|will)\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:land|property|project|site|work|activit(?:y|ies)|premises) (?:is|are) (?:wholly |entirely |all )?(?:located|situated|based|taking place) ${IN}`,
    'i',
  ),
]
const UK_APPLICANT =
  /\bUK[- ](?:based|registered|resident)\b|\bUK (?:businesses|organi[sz]ations|companies|charities|SMEs|micro)\b/
/** An item of what must hold, or of who may apply: "be based in Wales", "accredited museums based in England". */
const ITEM = new RegExp(
  `\\b(?:based|located|situated|registered|operat\\w+|take place|taking place|carried out|carry out|deliver\\w*|work\\w*|charit\\w+|school|trust|project|organi[sz]ation|council|business)\\b[^.;]{0,30}?\\b${IN}`,
  'i',
)
/** "In England", where "your land must be:" stands above. */
const IS_IN = new RegExp(`^${IN}\\s*[.;,]?$`, 'i')
/** "may be in England, Wales …" does not restrict, nor does an example, a law's extent or what lies outside. */
const ADJECTIVES: readonly [RegExp, readonly Nation[]][] = [
  [/\bEnglish[- ]based\b/, ['england']],
  [/\bScottish[- ]based\b/, ['scotland']],
  [/\bWelsh[- ]based\b/, ['wales']],
  [
    /\bEnglish (?:local authorities|councils|schools|charities|businesses|organi[sz]ations|colleges|universities|farms)\b/,
    ['england'],
  ],
  [
    /\bScottish (?:registered )?(?:local authorities|councils|schools|charities|businesses|organi[sz]ations|colleges|universities|companies|SMEs)\b/,
    ['scotland'],
  ],
  [
    /\bWelsh (?:registered )?(?:local authorities|councils|schools|charities|businesses|organi[sz]ations|colleges|universities|companies|SMEs)\b/,
    ['wales'],
  ],
]
/** Said of the grant, of who may apply or of what is funded, a nation is where it applies. */
const OF_THE_GRANT = new RegExp(
  `\\b(?:apply|applicants?|eligible|open|invited|must|should|grants? (?:are|is)|available|projects?|(?:we|trust|foundation|council|to|will|can|only) (?:only |also )?(?:fund|support)s?)\\b[^.;]*\\b${IN}|\\b${IN}[^.;]*\\b(?:can apply|may apply|eligible|invited|able to apply)\\b`,
  'i',
)
const LOOSE =
  /\bor (?:online|remotely|anywhere|within)\b|\b(?:may be|can be|could be|might be|for example|e\.g\.|such as|including|regulations?|act \d|elsewhere|wherever|not (?:be )?restricted|(?:separate|different|other) (?:schemes?|funds?|grants?|arrangements?|programmes?)|equivalent|devolved|similar|other funding|contact|partners?|co-?leads?|previous|overseas|abroad|international\w*|worldwide|anywhere in the world|Europe\w*|Africa\w*|winners?|ceremony|(?<!Northern )Ireland|for people from|(?<!whose )head office|bank account|north|south|east|west|midlands)\b|\((?:for|in) [A-Z]/i
/** "… or willing to relocate to Wales" */
const MAY_MOVE =
  /\b(?:(?:willing|planning|looking|intending|prepared|about|wish\w*) to (?:re-?locate|move|locate)|relocat\w+|moving to)\b/i
/** "In Scotland, or able to show …", "Wales and the Marches": another way, and another place. */
const OR_ELSEWHERE = new RegExp(
  `\\b${NATION},? or (?:(?:be |is |are )?(?:able|willing)|can|could|ha(?:s|ve)|shows?|demonstrates?|whose|where) (?![^.;]*${NATION})|\\b${NATION}(?: and| or)(?: of)? the (?!${NATION})(?:[A-Z]|\\w+ (?:counties|regions?|islands|borders|areas?)\\b)`,
)
const OUTSIDE = new RegExp(
  `\\b(?:outside(?: of)?|outwith|not (?:based |located )?in) (?:the )?(${NATION}(?:(?:,? and |,? or |, )${NATION})*)`,
  'i',
)
/** "Projects in Scotland or Wales are not supported", "we do not work in Scotland": the other nations are left. */
const NATIONS_SHUT: readonly RegExp[] = [
  new RegExp(
    `^(?:any |all )?(?:organi[sz]ations?|applica\\w+|projects?|charities|groups?|businesses|work|activit\\w+|those)(?:(?:,| or| and) (?:organi[sz]ations|applicants|projects|charities|groups|businesses|activities))? (?:based |located |taking place |registered )?(?:in|from) (${NATION}(?:(?:,? and |,? or |, )${NATION})*) (?:are not (?:supported|eligible|funded|considered|accepted)|cannot (?:apply|be (?:supported|funded|considered))|will not be (?:supported|funded|considered)|are ineligible|are excluded)(?=\\s*(?:[.;,]|$|for (?:this|the|our|a) (?:grants?|fund|scheme|programme)\\b))`,
    'i',
  ),
  new RegExp(
    `\\b(?:do not|don['’]t|does not|cannot|can['’]t|will not) (?:work|operate|fund|support|make grants|give grants|accept applications|award grants|fund (?:projects|organi[sz]ations|work)|support (?:projects|organi[sz]ations|work))(?: (?:in|from)) (${NATION}(?:(?:,? and |,? or |, )${NATION})*)\\s*\\.?$`,
    'i',
  ),
]
/** "The project must not be in Scotland", "projects not based in Wales are eligible" */
const DENIES_A_PLACE = new RegExp(
  `\\b(?:not|never|neither|nor)\\b(?! (?:only|just|limited|restricted)\\b|[- ]for[- ])[^.;,]{0,40}\\b${NATION}\\b`,
  'i',
)
/** "The facility must be in Wales": whatever it is, it is the project's. */
const MUST_BE_IN = new RegExp(
  `^(?:the |your |all |any |each )?(?!partners?\\b|co-?|(?:[\\w’'-]+ )?(?:materials?|goods|suppliers?|installers?|staff|winners?|equipment|contractors?|partner\\w*|invoices?|forms?|claims?)\\b)(?:[\\w’'-]+ ){1,4}?(?:must|needs? to|has to|have to) be (?:based |located |situated |wholly |entirely |physically )*(?:in|within) (?:the )?${NATION}(?:(?:,? and |,? or |, )(?:in )?(?:the )?${NATION})*\\s*\\.?$`,
  'i',
)
const VERB = /\b(?:can|may|must|will|should|shall|need|needs|have|has|are|is|do|does|cannot)\b/i
const PLACE = new RegExp(`\\b${IN}`)
/** Subjects that a place may limit. */
const BOUND =
  /\b(?:applica\w+|organi[sz]ations?|you|your|projects?|activit\w+|work|works|land|propert\w+|sites?|premises|business\w*|charit\w+|compan\w+|groups?|schools?|councils?|authorit\w+|farm\w*|it|they|lead|leads|events?|buildings?|museums?|clubs?|trusts?|SMEs?|enterprises?|installations?|grants?|funding|fund|scheme|programme|competition|we|universit\w+|colleges?|academ\w+|individuals?|landlords?|costs?|support|opportunity|call|only|bids?|benefits?|delivery|societ\w+|CICs?|bodies|parks?|partners?|institut\w+|tenants?|owners?|households?|residents?|there|this|these|which|that|open|available|chargepoints?|venues?|places?|anyone|everyone|people|artists?|practitioners?|services?|start[- ]?ups?|entrepreneurs?|social|researchers?)\b/i
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
  const opens =
    /\b(?:apply|applications?|bid|eligible|invited|considered|accepted|qualify|funded|supported|only|open|available|submit)\b/i
  if (!BOUND.test(subject)) return !opens.test(text)
  // The place is in the subject: the following words must include or exclude.
  return place.index < verb.index && !opens.test(text)
}
const NOT_A_PLACE =
  /\b(?:right|leave) to (?:remain|work|live|reside)\b|\b(?:at least|more than|minimum of|over) \d+ ?%[^.;]*\bcosts?\b|\b(?:based|located), or \w+ing,? in\b|\b(?:allocated|provides? (?:£|an additional)|has been awarded|was established)\b|\bby (?:an? |the |your )?\w+ (?:based|located|registered) in\b|\b(?:UK|English|Scottish|Welsh) (?:market|law|economy|currency|bank)\b|^(?:the )?(?:deadline|closing date|launch|form|guidance|results?|decisions?)\b/i
const PERSONS_OUTSIDE =
  /\b(?:who|whose|living|resident|residing|live|tax|citizens?|nationals?)\b[^.;]*\boutside\b/i
const REFUSES =
  /\b(?:cannot|can['’]t|not (?:eligible|fund|accept|support|be (?:considered|funded))|ineligible|unable)\b/i

/** "…, and show how it will benefit growers in England" names the place of beneficiaries. */
const SHOWS =
  /(?:,? (?:and|but) )?(?:(?:must |should |need to )?be able to |must |should )?\b(?:show|demonstrate|explain|describe|evidence) (?:how|why|what|that (?:it|they|this|the project) will (?:benefit|help|improve))\b.*$/i

export const where: Rule = (unit) => {
  // A parenthesis such as "(it cannot be in the Channel Islands)" takes nothing away from what stands before it.
  // The register's and the regulator's names are no places.
  const text = unit.text
    .replace(/\([^)]*\b(?:cannot|not|are|is|need|must|should|can)\b[^)]*\)/g, '')
    .replace(/(?:,? and)? (?:with|have|has|hold) an? (?:UK |valid )*bank account\b[^.;]*/gi, '')
    .replace(SHOWS, '')
    .replace(
      /\bCharity Commission (?:for|of|in) [A-Z][A-Za-z ]*|\b(?:registered|charity|charities|company|companies|incorporated|law)s? (?:registered )?(?:in|of|for) England (?:and|&) Wales\b|\b(?:Arts Council|Sport|Historic|Natural|Visit|NHS|Bank of|Public Health) (?:England|Scotland|Wales|Northern Ireland)\b|\b(?:England|Scotland|Wales) (?:Act|law)\b|\b(?:Church|Bank|University|(?<!open to )people) (?:of|in) (?:England|Scotland|Wales)\b/g,
      '',
    )
  const shut =
    unit.mood === 'none_of'
      ? null
      : NATIONS_SHUT.map((pattern) => pattern.exec(text)).find((match) => match !== null)
  if (shut) {
    const left = NATIONS.filter((nation) => !nationsIn(shut[1]!).includes(nation))
    return left.length > 0 ? [finding('REGION', 'region', 'one_of', left)] : []
  }
  const outside = OUTSIDE.exec(text)
  // "Landlords who live outside the UK" are some persons, not all projects.
  if (outside && PERSONS_OUTSIDE.test(text)) return []
  if (outside && (unit.mood === 'none_of' || REFUSES.test(text))) return named(outside[1]!)
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
  if (MUST_BE_IN.test(text) && unit.mood !== 'any_of') return named(text)
  if (isAboutSome(text) || NOT_A_PLACE.test(text)) return []
  if (
    unit.mood === 'any_of' &&
    !(unit.list?.isWho === true && everyItem(unit.list.items.map((item) => item.text)))
  )
    return []
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
  const found = requires || asItem ? named(text) : []
  // All four nations exclude no UK applicant, so only a requirement is reported.
  const isWhole = found.some(({ value }) => (value as readonly string[]).length === NATIONS.length)
  return isWhole && !asItem && !demands(unit) && !DEMANDS_A_PLACE.test(text) ? [] : found
}

const DEMANDS_A_PLACE =
  /\bUK (?:businesses|organi[sz]ations|companies|charities|SMEs|micro)\b|\b(?:based|registered|located|resident|open to|available to|restricted|limited to|eligible|apply|applications?|bid)\b/i

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

function named(text: string) {
  // "organisations in the UK, for projects in Wales": the narrower place is the project's.
  const without = nationsIn(text.replace(/\b(?:the )?(?:UK|United Kingdom)\b/g, ''))
  const value = without.length > 0 ? without : nationsIn(text)
  return value.length > 0 ? [finding('REGION', 'region', 'one_of', value)] : []
}

const NATIONS_NAMED: readonly [RegExp, Nation][] = [
  [/\b(?:England|English)\b/, 'england'],
  [/\b(?:Scotland|Scottish)\b/, 'scotland'],
  [/\b(?:Wales|Welsh)\b/, 'wales'],
  [/\bNorthern Ireland\b/, 'northern-ireland'],
]
/** The names of bodies are no places. */
const BODIES =
  /\b(?:Arts Council|Sport|Historic|Natural|Visit|NHS|Public Health|Creative) (?:of )?(?:England|Scotland|Wales|Northern Ireland)\b|\b(?:Scottish|Welsh) Government\b/g

/** The nations that a sentence names as places or by their people. */
export function nationsNamed(text: string): Nation[] {
  const statement = withoutFunder(text).replace(BODIES, '')
  return NATIONS_NAMED.flatMap(([name, nation]) => (name.test(statement) ? [nation] : []))
}

/** Funds, laws and languages with a nation in their names, and the seat of the funder. */
const NAMES_OF_THINGS =
  /\bRural England\b(?: (?:Prosperity )?Fund)?|\b(?:Scottish|Welsh|English) (?:Charitable Incorporated|Charity Regulator|language|Index)\b|\((?:Scotland|Wales|England|Northern Ireland)\) (?:\(No\.? ?\d\) )?(?:Act|Regulations|Order|Scheme)\b|\b(?:registered|charity|charities) (?:in|of|for) England (?:and|&) Wales\b|(?:^|\b(?:is|[Ww]e are) )(?:an? )?(?:limited )?(?:charity |company |society )?(?:[Rr]egistered |[Ii]ncorporated )in (?:England|Scotland|Wales|Northern Ireland)\b|\b(?:our|its|the (?:trust|foundation|charity|fund)['’]s) (?:\w+ )?offices?\b[^.;]*|\b(?:founded|established|born|began|set up) in (?:England|Scotland|Wales|Northern Ireland)\b/g
const WIDER =
  /\b(?:UK|United Kingdom|Britain|British|overseas|abroad|worldwide|diaspora|other nations)\b/
/**
 * "Not available in Scotland", "we are keen to hear from Wales", "if your project is in Wales", "a
 * similar scheme in Scotland".
 */
const OTHER_STATEMENT =
  /\b(?:not(?! (?:only|just|for|limited))|n['’]t|cannot|never|except\w*|particularly|especially|keen|prefer\w*|priorit\w+|encourag\w+|welcom\w+|recent|previous\w*|awarded|last year|contact|devolved|for example|e\.g\.|such as|more than \d|by a \w+ based|similar|inspired|pilot|success|evidence|data|shows|statistics|laws?|governed|offices?|training days?|dinner|held|partners|higher|rateable|made in|one in \w+|of their own)\b|^if (?:you|your|it|the)\b/i
/** How many lines a page has at least, that says where it applies. */
const A_PAGE = 6
const IN_ONE = new RegExp(
  `\\b(?:in|within|across|throughout|outside(?: of)?|outwith) (?:the )?(?:rural |local |central |(?:[\\w-]+ )?(?:north|south|east|west)[\\w ]*of )?${NATION}|^(?:Welsh|Scottish|English) (?!medium|language|must|is|should|speak)[a-z]`,
)

/**
 * A page that names one nation as a place, no other, and nowhere the UK, is for that nation, in whatever words: of 593 labelled pages 34 more were
 * read so, none of them wrongly.
 */
export function nationOfThePage(
  units: readonly Unit[],
): { finding: FoundCriterion; unit: Unit } | null {
  if (units.length < A_PAGE || units.some(({ text }) => WIDER.test(text))) return null
  const naming = units
    .map((unit) => ({
      unit,
      said: unit.text.replace(/\([^)]*\)/g, '').replace(NAMES_OF_THINGS, ''),
    }))
    .map((each) => ({ ...each, nations: nationsNamed(each.said) }))
    .filter(({ nations }) => nations.length > 0)
  const all = new Set(naming.flatMap(({ nations }) => nations))
  if (all.size !== 1) return null
  if (
    naming.some(
      ({ said }) => OTHER_STATEMENT.test(said) || MAY_MOVE.test(said) || isAboutSome(said),
    )
  )
    return null
  const place = naming.find(({ unit, said }) => !unit.isHeading && IN_ONE.test(said))
  return place === undefined
    ? null
    : { finding: finding('REGION', 'region', 'one_of', [...all]), unit: place.unit }
}
