/**
 * Kinds of applicants in prose. An unknown word makes a list of them open: it may include any
 * applicant.
 */
import { ORG_TYPES, type OrgType } from './kinds.ts'
import {
  ANYBODY,
  BEFORE_EXAMPLES,
  BODIES_THAT_ARE,
  FOR_PROFIT_BODY,
  FURTHER_REQUIREMENT,
  GIVEN_TO,
  OF_ANY_FORM,
  OF_VOLUNTARY_SECTOR,
  ONE_PERSON,
  PLACES,
  PLAIN_BUSINESS,
  PLAIN_COUNCIL,
  POSTMODIFIER,
  RUN_FOR_PROFIT,
  SHARED,
  STANDS_ALONE,
  WITH_CHARITABLE_AIMS,
} from './phrases/applicant-kinds.ts'
import { pattern, words, wordsWith } from './phrases/words.ts'

const VOLUNTARY: readonly OrgType[] = ['charity', 'community_group']
const PUBLIC_SECTOR: readonly OrgType[] = ['public_body', 'local_authority', 'education']

/**
 * Longer names first: a community interest company is no company. Each is the head of its noun
 * phrase.
 */
const HEADS: readonly [string, readonly OrgType[]][] = [
  [
    pattern`
      (?:community|charitable) (?:interest|benefit|incorporated) (?:compan(?:y|ies)|societ(?:y|ies)|
        organi[sz]ations?)
      (?: \(?C[BI][SOC]s?\)?)?(?: limited by (?:guarantee|shares))?`,
    [],
  ],
  [
    pattern`
      (?:charitable|benevolent|philanthropic) (?:groups?|organi[sz]ations?)|
      (?:non|not[- ]for)[- ]?profits|
      (?:charitable|not[- ]for[- ](?:private[- ])?profit|non[- ]?profit(?:[- ]making)?|
        non[- ]profit[- ]distributing|third sector|voluntary|VCSE|VCFSE|VCS|civil society)
      (?: sector)?
      (?: (?:organi[sz]ations?|groups?|bod(?:y|ies)|compan(?:y|ies)|associations?|sector|
          entit(?:y|ies)|trusts?|institutions?|businesses)
      )?`,
    VOLUNTARY,
  ],
  ['community[- ](?:owned|led|run) (?:business(?:es)?|enterprises?)', ['community_group']],
  [
    'S?CIOs?|charit(?:y|ies)|charitable (?:trusts?|compan(?:y|ies)(?: limited by guarantee)?|bod(?:y|ies)|foundations?)',
    ['charity'],
  ],
  [
    pattern`
      CICs?(?: limited by (?:guarantee|shares))?|
      social (?:enterprises?|businesses)(?: organi[sz]ations?)?|co-?operatives?(?: societies)?|
      mutuals?|clubs?|(?:friendly |amenity |local |voluntary )*societies|CBSs?|
      housing co-?operatives?`,
    ['community_group'],
  ],
  [
    pattern`
      compan(?:y|ies) limited by guarantee(?: without share capital)?|
      (?:community|development|charitable|grassroots|faith|religious|uniformed|youth|
        scout(?:s|ing)?|guides?|girlguiding|friends|volunteer|user[- ]led|sports?|arts?|amenity|
        environmental|conservation|heritage)
      (?:[- ]based|[- ]led| sector)? (?:organi[sz]ations?|groups?|trusts?|charities|bod(?:y|ies)|
        associations?)|
      places? of worship|church(?:es)?|hospices?|allotment associations?|
      grassroots (?:groups?|organi[sz]ations?|charities)|village halls?|community halls?|
      (?:NGO|non[- ]govern\w+ organi[sz]ation)s?|
      community[- ](?:led|based|run) (?:organi[sz]ations?|groups?)|friends of (?:[\w-]+ )?groups?|
      (?:village|community|parish) hall (?:management )?committees?|
      voluntary (?:and|or|&) community|CLGs?`,
    VOLUNTARY,
  ],
  [
    pattern`
      unincorporated (?:organi[sz]ations?|charit(?:y|ies)|trusts?|bod(?:y|ies)|societ(?:y|ies))|
      (?:constituted|unincorporated|local) (?:groups?|associations?|clubs?)|
      (?<!\b(?:legally|properly|formally) )constituted organi[sz]ations?|
      (?<!trade |business |housing |football )associations?|
      (?:community|residents?|tenants?|parent[- ]teacher|self[- ]help|neighbourhood|faith|youth|
        amateur sports?)
      [ -](?:groups?|organi[sz]ations?|associations?|bod(?:y|ies)|clubs?)`,
    VOLUNTARY,
  ],
  ['PTAs?|CASCs?|TRAs?|mutual aid groups?|community [a-z]+ groups?', ['community_group']],
  ['parochial church councils?|PCCs?', ['charity']],
  ['credit unions?', ['community_group']],
  [
    pattern`
      (?:combined |unitary |county |district |borough |city |town |parish |community |local |
        (?:lower|upper|single|two)[- ]tier )*
      (?:councils?|(?:local|combined|unitary|billing|transport) (?:transport )?authorit(?:y|ies))|
      local governments?(?: bod(?:y|ies))?|parish meetings?`,
    ['local_authority'],
  ],
  ['public sectors?(?: (?:bod(?:y|ies)|organi[sz]ations?|institutions?))?', PUBLIC_SECTOR],
  [
    '(?:public|statutory)(?: sector)? (?:bod(?:y|ies)|organi[sz]ations?|authorit(?:y|ies)|agenc(?:y|ies)|services?)',
    PUBLIC_SECTOR,
  ],
  [
    pattern`
      (?:non[- ]departmental|arm’s[- ]length|executive) (?:public )?bod(?:y|ies)|NDPBs?|
      Crown bodies|foundation trusts?|
      NHS (?:trusts?|foundation trusts?|bod(?:y|ies)|organi[sz]ations?|providers?)|
      (?:central )?government (?:departments?|bod(?:y|ies)|agenc(?:y|ies))|armed forces(?!\s+\w)|
      police(?: forces?| services?)?|emergency services|fire (?:services?|authorit(?:y|ies))|NHS|
      health (?:boards?|trusts?|authorit(?:y|ies))|(?:internal )?drainage boards?|hospitals?|
      (?:police and )?crime commissioners?|national park authorit(?:y|ies)`,
    ['public_body'],
  ],
  [
    pattern`
      (?:academ(?:y|ies)|academy|multi[- ]academy)(?: trusts?)?|
      (?:maintained |primary |secondary |special |state[- ]funded |local authority-maintained |
        independent )*
      schools?|
      (?:further education |sixth[- ]form |university technical |FE )*colleges?|universit(?:y|ies)|
      (?:higher|further) education (?:institutions?|providers?|colleges?)|HEIs?|
      research (?:institutes?|institutions?|organi[sz]ations?|council institutes?)|
      (?:education(?:al)?|academic|training) (?:institutions?|establishments?|providers?|
        organi[sz]ations?|bod(?:y|ies)|settings)|
      nurser(?:y|ies)|conservatoires?`,
    ['education'],
  ],
  [
    pattern`
      private sectors?(?: (?:bod(?:y|ies)|organi[sz]ations?|compan(?:y|ies)|businesses))?|
      (?:for[- ]profit |profit[- ]making |commercial |private )
      (?:organi[sz]ations?|bod(?:y|ies)|entit(?:y|ies)|ventures?)`,
    ['business'],
  ],
  [
    pattern`
      (?:business(?:es)?|compan(?:y|ies)|SMEs?|(?<!not[- ])for[- ]profits|enterprises?|firms?|
        start[- ]?ups?|manufacturers?|retailers?|employers?|LLPs?|limited liability partnerships?|
        (?:business |farm(?:ing)? )?partnerships|farm(?:ing)? businesses|
        (?:business|farm(?:ing)?) partnership)`,
    ['business'],
  ],
  [
    pattern`
      sole traders?|self[- ]employed(?: (?:people|persons|individuals|traders?))?|freelancers?|
      farmers?|growers?|horticulturalists?|foresters?|entrepreneurs?|crofters?|(?:farm )tenants?|
      suppliers?|traders?|consultanc(?:y|ies)|(?:property |housing )?developers?|
      research-and-technology organi[sz]ations?|RTOs?`,
    ['business'],
  ],
  // Land may belong to any applicant.
  ['land ?owners?|land managers?|(?:private )?owners (?:or|and) (?:managers|occupiers)', ORG_TYPES],
  [
    pattern`
      individuals?|(?:private )?persons?|householders?|homeowners?|private tenants?|households?|
      residents?|members of the public|artists?`,
    ['individual'],
  ],
]
const HEAD_PATTERNS = HEADS.map(
  ([source, types]) => [new RegExp(`(?:^|[\\s(/-])(?:${source})$`, 'i'), types] as const,
)
const ANYWHERE = new RegExp(`\\b(?:${HEADS.map(([source]) => source).join('|')})\\b`, 'i')

const SOCIETIES: readonly [RegExp, OrgType][] = [
  [/\bcharitable incorporated\b/i, 'charity'],
  [words`\bcommunity (?:interest|benefit)\b`, 'community_group'],
]

const MENTIONS = HEADS.map(
  ([source, types]) => [new RegExp(`\\b(?:${source})\\b`, 'gi'), types] as const,
)

/**
 * Returns every kind that a sentence mentions; with `standingAlone`, only nouns without a modifier.
 */
export function kindsMentioned(sentence: string, standingAlone = false): Set<OrgType> {
  const found = new Set<OrgType>()
  let rest = plain(sentence)
  for (const [pattern, types] of MENTIONS) {
    rest = rest.replace(pattern, (matched: string, ...more: unknown[]) => {
      const [at, whole] = more.slice(-2) as [number, string]
      if (standingAlone && !STANDS_ALONE.test(whole.slice(at + matched.length))) return ' _ '
      const named =
        types.length > 0
          ? types
          : SOCIETIES.filter(([society]) => society.test(matched)).map(([, type]) => type)
      for (const type of named) found.add(type)
      // Something stood here, so that "armed forces charities" are no armed forces.
      return ' _ '
    })
  }
  return found
}

const SHARED_KINDS: readonly [RegExp, readonly OrgType[]][] = [
  [OF_VOLUNTARY_SECTOR, VOLUNTARY],
  [/\bpublic\b/i, PUBLIC_SECTOR],
  [words`\b(?:private|commercial)\b`, ['business']],
  [words`\b(?:town|parish|county|district|borough|unitary)\b`, ['local_authority']],
]

/**
 * Nouns that an adjective before the first of them makes a kind: "voluntary organisations or
 * groups".
 */
const A_BODY = words`\b(?:organi[sz]ations?|groups?|bod(?:y|ies)|entit(?:y|ies))$`

export interface Kinds {
  types: OrgType[]
  /** Every part of the phrase was understood. */
  isWhole: boolean
  /** Whether every applicant is included. */
  isAnybody: boolean
  /** It names bodies of any legal form, which add no kind where charities and groups are named. */
  isOfAnyForm: boolean
}

/** In brackets, too, it says what kind of company is meant. */
export const BY_GUARANTEE = / \(limited by guarantee\)/gi

const COUNCIL_AREA = wordsWith('g')`
  \b(?:[A-Z][\w’'-]+ (?:(?:&|and) )?)+Council(?: area| boundar\w+| district)\b`
const SLASH = wordsWith('gi')`(?<=[a-z]{2})\/(?=[a-z]{2})(?!or\b)`
const LOOSE_ENDS = words`[.;:,]*(?:\s+(?:and|or|and\/or|only))?[.;:,]*$`

const plain = (text: string) =>
  text
    // A council's area is a place.
    .replace(COUNCIL_AREA, 'area')
    .replace(/\bnon(?=[- ]for[- ](?:private[- ])?profit\b)/gi, 'not')
    .replace(SLASH, ' and ')
    .replace(/\band and or\b/gi, 'and')
    // "in England and Wales" is one place, and parts no list.
    .replace(PLACES, 'UK')
    .replace(BY_GUARANTEE, ' limited by guarantee')
    .replace(/\([^)]*\)/g, ' ')
    .replace(/[‘’“”"'](?:s\b)?/g, '')
    .replace(/\b(?:e\.g\.?|i\.e\.?)/gi, 'including')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(LOOSE_ENDS, '')

const ARTICLE = words`^(?:an?|the|any|all|other|either|both|be|is|are|one|lead|your|our) `

function findHead(phrase: string): readonly OrgType[] | null {
  const text = phrase.replace(ARTICLE, '')
  for (const [pattern, types] of HEAD_PATTERNS) {
    if (!pattern.test(text)) continue
    return types.length > 0
      ? types
      : SOCIETIES.filter(([society]) => society.test(text)).map(([, type]) => type)
  }
  return null
}

const EXAMPLES_FOLLOW = wordsWith('gi')`
  (?<=[,;]|\band|\bor) (?:other )?(?:organi[sz]ations?|bodies|those) (?:such as|like|including)
  \b`
const EITHER_LIMITED = wordsWith('gi')`
  [ ]limited by (?:guarantee|shares) or (?:limited )?(?:by )?(?:guarantee|shares)\b`
const FURTHER_EDUCATION = wordsWith('gi')`
  \b(?:institutions?|providers?|colleges?) of (?:further|higher)(?: (?:and|or|&) (?:further|
  higher))? education\b`
const AND_ALL_MUST = words`
  [ ]and (?:all|any|each|your|the) \w+ (?:must|should|needs?|will)\b.*$`
const ALSO_JOINS = wordsWith('gi')`\bas well as\b|\band\/or\b|\balso\b|\s[&/+]\s|;`
const ADJECTIVES_AND_NAME = words`^(?!(?:an?|the) )(?:[a-z-]+ ){1,2}[a-z-]+[a-rt-z]$`

/**
 * Returns the kinds in a phrase such as "registered charities, schools and parish councils in
 * England".
 */
export function kindsIn(phrase: string): Kinds {
  const types = new Set<OrgType>()
  let isWhole = true
  let isAnybody = false
  let isOfAnyForm = false
  let named = false
  const parts = simplify(phrase)
    .split(/,\s*(?:and |or )?|\s(?:and|or)\s/i)
    .map((part) => part.trim().replace(/^(?:for|from|to|by) (?=[a-z])/i, ''))
  for (const [index, part] of parts.entries()) {
    if (part === '') continue
    if (SHARED.test(part)) {
      // "voluntary, community or charitable groups" names each of them.
      for (const [adjective, kinds] of SHARED_KINDS)
        if (adjective.test(part)) for (const type of kinds) types.add(type)
      continue
    }
    // "arable and horticultural businesses", "financially viable pre-start and …": words that end
    // in no plural share the head that follows.
    if (
      (/^(?:only )?[a-z-]+[a-rt-z]$/i.test(part) ||
        (index === 0 && ADJECTIVES_AND_NAME.test(part))) &&
      !ANYBODY.test(part) &&
      findCore(part).head === null &&
      /^[a-z-]+ /i.test(parts[index + 1] ?? '') &&
      findCore(parts[index + 1]!).head !== null
    )
      continue
    const { core, head } = findCore(part)
    // "not-for-profit groups or organisations": both nouns share the adjective; a group next to a
    // club is of the same kind.
    const before = parts[index - 1]
    if (types.size > 0 && before !== undefined && A_BODY.exec(core)?.index === 0) {
      const { core: first, head: kinds } = findCore(before)
      if (
        SHARED.test(before) ||
        (A_BODY.test(first) &&
          kinds !== null &&
          SHARED_KINDS.some(([adjective]) => adjective.test(first))) ||
        (/^groups?$/i.test(core) && kinds?.includes('community_group'))
      )
        continue
    }
    if (head !== null) {
      named = true
      for (const type of head) types.add(type)
    } else if (ANYBODY.test(core)) isAnybody = true
    else if (OF_ANY_FORM.test(core)) isOfAnyForm = true
    // "businesses, employing ten people or less": a part that only narrows.
    else if (named && index > 0 && NARROWS_ONLY.test(part)) continue
    // What follows a phrase that narrows belongs to it: "businesses that make, sell or repair
    // boats".
    else if (!(named && index > 0 && !ANYWHERE.test(part) && isNarrowing(parts.slice(0, index))))
      isWhole = false
  }
  const onlyShared = types.size > 0 && parts.every((part) => part === '' || SHARED.test(part))
  return {
    types: ORG_TYPES.filter((type) => types.has(type)),
    isWhole: isWhole && (named || onlyShared || isOfAnyForm),
    isAnybody,
    isOfAnyForm,
  }
}

/** Replaces wordings that mean the same by one, and leaves out what names no kind. */
function simplify(phrase: string): string {
  // Next to a sole trader or a company, a partnership is a form of business.
  const forms = /\b(?:sole traders?|limited compan|LLPs?|self[- ]employed)\b/i.test(phrase)
  return (
    plain(forms ? phrase.replace(/\bpartnership\b/gi, 'business partnership') : phrase)
      .replace(/\bresearch (?:and|&) technology\b/gi, 'research-and-technology')
      // "…, and organisations such as charities": the examples are what is named.
      .replace(EXAMPLES_FOLLOW, '')
      .replace(BEFORE_EXAMPLES, ',')
      .replace(/\bfire (?:and|&) rescue\b/gi, 'fire')
      .replace(EITHER_LIMITED, '')
      // "any organisation that is a charity or a club" is one of them; "clubs who are members of …"
      // stay clubs.
      .replace(BODIES_THAT_ARE, '')
      .replace(FURTHER_EDUCATION, 'colleges')
      .replace(WITH_CHARITABLE_AIMS, 'charitable organisations')
      .replace(/\b(?:forestry|plant|tree|horticultural) nurser(?:y|ies)\b/gi, 'growing')
      .replace(
        /\b((?:public|private|third|voluntary|community)(?: sector)?) applicants?\b/gi,
        '$1 organisations',
      )
      .replace(FURTHER_REQUIREMENT, '')
      .replace(/ (?:are )?included\b\.?$/i, '')
      .replace(AND_ALL_MUST, '')
      .replace(/\bpartnerships? (?=(?:of|between|with|led|involving|made)\b)/gi, 'consortia ')
      .replace(ALSO_JOINS, ' and ')
      .replace(/\s+/g, ' ')
  )
}

/**
 * The phrase without what narrows it: "charities" of "registered charities with an income of less
 * than …".
 */
function findCore(part: string): { core: string; head: readonly OrgType[] | null } {
  const whole = findHead(part)
  const narrowed = POSTMODIFIER.exec(part)
  // "organisations affiliated to the council" are no councils.
  const before = narrowed === null ? '' : part.slice(0, narrowed.index).trim()
  // "Charities that support schools" are no schools.
  const stands =
    before === '' || /^\s(?:of|in|from)\b/i.test(narrowed![0]) ? null : findHead(before)
  if (stands !== null) return { core: before, head: stands }
  if (
    whole !== null &&
    !(
      before !== '' &&
      ANYBODY.test(before) &&
      !/^\s(?:of)\b/i.test(narrowed![0]) &&
      !/^(?:those|people|projects?)$/i.test(before)
    )
  )
    return { core: part, head: whole }
  let first: string | null = null
  for (const cut of part.matchAll(new RegExp(POSTMODIFIER.source, 'gi'))) {
    const core = part.slice(0, cut.index).trim()
    first ??= core
    const head = findHead(core)
    if (head !== null) return { core, head }
  }
  return { core: first ?? part, head: null }
}

const isNarrowing = (parts: readonly string[]) =>
  parts.some(
    (part) =>
      (findHead(part) === null && POSTMODIFIER.test(` ${part}`)) ||
      /\s(?:who|which|that|whose)\s/i.test(part),
  )

const NARROWS_ONLY = new RegExp(
  `^(?:(?:less|fewer|more)\\b|(?=\\S)(?<=^)${POSTMODIFIER.source.replace(/^\\s/, '')})`,
  'i',
)

const BARE: readonly [RegExp, readonly OrgType[]][] = [
  [words`^profit(?:[- ]making)? (?:businesses|companies|organi[sz]ations)$`, ['business']],
  [FOR_PROFIT_BODY, ['business']],
  [
    words`^(?:private )?(?:individuals?|persons?|people|members of the public)(?: themselves)?$`,
    ['individual'],
  ],
  [PLAIN_BUSINESS, ['business']],
  [
    words`^(?:registered )?(?:charit(?:y|ies)|charitable (?:organi[sz]ations?|groups?|bodies))$`,
    ['charity'],
  ],
  [words`^(?:community|voluntary) (?:groups?|organi[sz]ations?)$`, ['community_group']],
  // A charity works for no profit, too, but would have been named.
  [
    words`^(?:not[- ]for[- ]profit|non[- ]profit)(?:s| (?:groups?|organi[sz]ations?|bodies))?$`,
    ['community_group'],
  ],
  [PLAIN_COUNCIL, ['local_authority']],
  [
    words`
      ^(?:private\/commercial|commercial\/private)(?: sector)? (?:organi[sz]ations|
      businesses|companies|bodies)$`,
    ['business'],
  ],
  [
    words`
      ^(?:other )?(?:public|statutory)(?: sector)? (?:bod(?:y|ies)|organi[sz]ations?|
      authorities|agencies|institutions)$`,
    ['public_body'],
  ],
  [
    words`^(?:academic|education(?:al)?) (?:institutions?|establishments?|providers?)$`,
    ['education'],
  ],
]

const WHATEVER = words`,? whether [^,.;]+$| (?:in|under) any circumstances\.?$| at all\.?$`
const TRAILING_NOTE = words`
  [ ][-–—] (?=(?:please|we|the|these|this|they|you|applications?)\b).*$`
const COURTESY = words`
  ^(?:please note(?: that)?|note(?: that)?|unfortunately,?|we regret that|however,?) `
const YOU_ARE = words`^(?:you(?:['’]re| are)|(?:it|your \w+) is) (?=(?:an? )?\w)`
const NARROWED_PERSONS = words`
  \s(?:who|whose|living|aged|under(?! £)|over(?! £)|outside|resident|based|located|in)\b`
const RUN_BY = words`
  \b(?:that|which|who)\b|\b(?:run|owned|led|funded|managed|contracted|operated|supported|
  controlled)\b.*\bby\b`

/**
 * Kinds of applicants that an exclusion rules out as such, item by item: "individuals, businesses
 * or organisations that …" rules out individuals and businesses. A narrowing at the end may belong
 * to all of them, so that only individuals are taken as ruled out then.
 */
export function kindsRuledOut(phrase: string): OrgType[] {
  // "to individuals, or to charities whose …": what narrows the second does not narrow the first.
  const apart = phrase.split(/,? (?:and|or|nor) (?=(?:to|from|for|by) )/i)
  if (apart.length > 1) {
    const all = new Set(apart.flatMap(kindsRuledOut))
    return ORG_TYPES.filter((type) => all.has(type))
  }
  const matched = plain(phrase)
    // "which, in our view, do not" narrows as "which do not" does.
    .replace(/\b(which|that|who), [^,]{3,40}, /gi, '$1 ')
    .replace(/\b(?:from )?or on behalf of /gi, '')
    .replace(RUN_FOR_PROFIT, 'profit-making companies')
    .replace(ONE_PERSON, 'individuals')
  // What is named as an example of who is ruled out is ruled out as well.
  const examples = /,? (?:such as|including|for example|e\.g\.?) (.*)$/i.exec(matched)?.[1]
  const parts = matched
    .replace(WHATEVER, '')
    .replace(/,? (?:such as|including|for example|e\.g\.?)\b.*$/i, '')
    .replace(TRAILING_NOTE, '')
    .replace(COURTESY, '')
    .replace(YOU_ARE, '')
    .replace(/^(?:projects?|applications?|requests?|bids?) (?:from|by|of) /i, '')
    .replace(/ to apply(?: to| for(?: funding)?)?$/i, '')
    .replace(/, (?:that|which|who) .*$/i, '')
    .replace(GIVEN_TO, '')
    .replace(/\s[&/]\s|;/g, ' and ')
    .split(/,\s*(?:and |or )?|\s(?:and|or|nor)\s/i)
    .map((part) => part.trim().replace(/^(?:(?:an?|the|any|other|by|from|to|for) )+/i, ''))
    .filter((part) => part !== '')
  const found = new Set<OrgType>(examples === undefined ? [] : kindsRuledOut(examples))
  const last = parts.at(-1) ?? ''
  // "… or in the retail sector" is one more thing that they must not be.
  const isNarrowed =
    findBare(last) === null && POSTMODIFIER.test(` ${last}`) && !/^(?:those|in)\b/i.test(last)
  const byPerson = NARROWED_PERSONS.test(last)
  const noun =
    /\b(?:organi[sz]ations|bodies|companies|businesses|authorities|councils|applicants)$/i.exec(
      last,
    )?.[0]
  for (const part of parts) {
    // "commercial or personal organisations", "Parish or Town Councils": the noun is shared.
    const bare =
      findBare(part) ??
      (noun !== undefined && !isNarrowed && /^[\w-]+$/.test(part)
        ? findBare(`${part} ${noun}`)
        : null)
    // What follows a narrowed part may belong to it: "bodies run by charities or councils".
    if (bare === null && part !== last && RUN_BY.test(part)) break
    if (!bare || (isNarrowed && (byPerson || bare[0] !== 'individual'))) continue
    for (const type of bare) found.add(type)
  }
  // Schools alone are not education as such; schools, colleges and universities are.
  const schooling = [
    /^(?:[\w-]+ ){0,2}schools?$/i,
    /^(?:[\w-]+ ){0,2}colleges?$/i,
    /^universit(?:y|ies)$/i,
  ]
  if (schooling.filter((kind) => parts.some((part) => kind.test(part))).length > 1 && !isNarrowed)
    found.add('education')
  return ORG_TYPES.filter((type) => found.has(type))
}

function findBare(part: string): readonly OrgType[] | null {
  return BARE.find(([pattern]) => pattern.test(part))?.[1] ?? null
}
