/**
 * Splits a sentence into clauses. Words that narrow or soften one main clause are not about the
 * others.
 */
import { AND_A_SUM, AND_IN_CASE, AND_MUST, ASIDE } from './phrases/split-clauses.ts'
import { pattern, words, wordsWith } from './phrases/words.ts'

const VERB = pattern`
  (?:must|should|can(?:not|['’]t)?|may|will|would|could|is|are|was|has|have|do|does|needs?|
    requires?|allows?|aims?|expects?|offers?|gives?|awards?|makes?)`
/** "this is at our discretion": a clause that points back belongs to the one before it. */
const OWN_SUBJECT = pattern`
  (?!
    (?:this|that|these|those|in|for|if|unless|where|when|only|more|less|above|over|below|under|
      upwards|higher|lower|larger|smaller|others?|some)\b
  )
  (?:[\w’'%/-]+ ){1,6}?${VERB}\b`
const CUTS: readonly RegExp[] = [
  new RegExp(`;\\s+(?=[^;]*\\b${VERB}\\b)`, 'gi'),
  new RegExp(
    `,? (?:and|but|while|whereas|although|though|so),?(?: however,)? (?=${OWN_SUBJECT})`,
    'gi',
  ),
  AND_MUST,
  /,? however,? /gi,
  wordsWith('gi')`, (?=the (?:remaining|rest|remainder|balance)\b)`,
  // "and, for charities, have accounts": a separate clause with its applicants.
  AND_IN_CASE,
  // "… with a maximum grant of £5,000", "… and awards of up to £5,000": a separate sum.
  AND_A_SUM,
]
const OPENING_CONDITION = words`
  ^(?:if|where|when|for|under|in|as|within|through|once|unless|subject to)\b[^,;]*, `

/** "If you are a school, …", "For capital works, …": said of all that follows. */
const FRONTED = OPENING_CONDITION

const JOINED = words`^[;,]?\s*(?:(?:and|but|while|whereas|although|though|so|with),? )?`
const STATEMENT = new RegExp(
  `\\b${VERB}\\b|^(?:have|be|has|show|demonstrate|operate|employ|own)\\b|[£%]`,
  'i',
)

const SUBJECT = words`^[^,;.]{3,60}? (?=(?:can(?:not|['’]t)?|may|will|must|should|could)\b)`

/** The clauses of a sentence, each in its own words; one where it says one thing. */
export function splitClauses(text: string): string[] {
  const asides = [...text.matchAll(ASIDE)].flatMap(([, aside]) => splitClauses(aside!))
  const rest = asides.length === 0 ? text : text.replace(ASIDE, '')
  const cuts = CUTS.flatMap((cut) => [...rest.matchAll(cut)].map(({ index }) => index)).sort(
    (a, b) => a - b,
  )
  const starts = [0]
  // "Museums and local authorities are …" is one clause with two subjects.
  for (const at of cuts)
    if (at > starts.at(-1)! && STATEMENT.test(rest.slice(starts.at(-1), at))) starts.push(at)
  const parts = starts.map((from, index) => rest.slice(from, starts[index + 1]).replace(JOINED, ''))
  const fronted = FRONTED.exec(parts[0]!)?.[0] ?? ''
  // "Universities cannot lead, but can share …": the subject is said once.
  const subject = parts[0]!.slice(fronted.length).match(SUBJECT)?.[0] ?? ''
  const whole = (part: string) =>
    `${fronted}${/^(?:can|may|will|could)\b/i.test(part) ? subject : ''}${part}`
  return [...parts.map((part, index) => (index === 0 ? part : whole(part))), ...asides]
}
