/**
 * Frameworks and dynamic markets, from the field where a portal has one and from the notice's own
 * words where it has not.
 */
import { either } from '../../platform/patterns.ts'

export type FrameworkKind = 'framework' | 'dynamic_market'

/**
 * Contracts Finder has no field for either; Sell2Wales ticks "framework" on notices whose title
 * says dynamic purchasing system.
 */
const DYNAMIC =
  /\bdynamic (?:purchasing (?:system|vehicle)|market)s?\b|\bDPS\b|\bSystem Brynu Dd?ynamig\b/i
/** Bought from one that exists: the notice is a contract. */
const CALL_OFF =
  /\b(?:call(?:ed|ing)?[- ]?off|mini[- ]competition|further competition)s?\b.{0,40}\b(?:framework|dynamic|DPS)\b/i
/** Documents and plans that are called so. */
const OTHER_FRAMEWORK = new RegExp(
  `\\b${either(
    /policy|policies|outcomes?|competenc\w+|planning|quality|assurance|evaluation|strategic|skills/,
    /learning|governance|risk|performance|monitoring|legal|regulatory|national planning/,
  )} framework\\b(?! agreement)`,
  'gi',
)
const TITLE = /\bframeworks?\b/i
const SETS_UP = new RegExp(
  `\\b${either(
    /establish(?:ing|es|ed|ment of)?|set(?:ting)?[- ]up|put(?:ting)? in place|creat(?:e|es|ing|ion of)/,
    /award(?:ing)?|appoint(?:ing|ment)?|enter(?:ing)? into|conclud(?:e|ing)|form(?:ing)?/,
    /tender(?:s|ing)? for|invit(?:e|es|ing)|procur(?:e|es|ing)|included on|admitted (?:to|onto)/,
    /appointed to|opportunity for/,
  )}\\b[^.]{0,120}?\\b${either(
    /framework(?: agreement| contract)?|dynamic purchasing system|dynamic market|DPS/,
  )}\\b`,
  'i',
)
const IS_ONE = new RegExp(
  either(
    /\b(?:this|the (?:new|proposed)) (?:framework|DPS|dynamic (?:purchasing system|market))\b/,
    /\bframework (?:agreement|pricing agreement|contract) (?:will|shall|is for|for the)\b/,
  ),
  'i',
)

/** Statements of a release that may identify a framework. */
interface Described {
  regime?: 'act' | 'legacy'
  title?: string
  method?: string
  description?: string
  framework?: boolean
  dynamicMarket?: boolean
  lots?: readonly { description?: string; terms?: { renewal?: string } }[]
}

export function detectFramework({
  regime,
  title = '',
  method = '',
  description,
  framework,
  dynamicMarket,
  lots = [],
}: Described): FrameworkKind | null {
  const stated = dynamicMarket ? 'dynamic_market' : framework ? 'framework' : null
  // The Act's notices state the technique, so that no word can override it.
  if (regime === 'act') return stated
  const name = title.replace(OTHER_FRAMEWORK, ' ')
  if (stated === null && CALL_OFF.test(method)) return null
  if (DYNAMIC.test(name)) return 'dynamic_market'
  if (stated !== null) return stated
  if (DYNAMIC.test(method)) return 'dynamic_market'
  if (/\bcall[- ]?off\b/i.test(name)) return null
  if (TITLE.test(name)) return 'framework'
  for (const text of [
    description,
    ...lots.flatMap((lot) => [lot.description, lot.terms?.renewal]),
  ]) {
    const words = text?.replace(OTHER_FRAMEWORK, ' ') ?? ''
    const found = SETS_UP.exec(words) ?? IS_ONE.exec(words)
    if (found && !CALL_OFF.test(words))
      return DYNAMIC.test(found[0]) ? 'dynamic_market' : 'framework'
  }
  return null
}
