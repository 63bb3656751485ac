/** Certifications and insurances that notices ask for, recognised by their names. */

import { either } from '../../platform/patterns.ts'
import { findPhrase, phrase, tokens } from '../../text-search/terms.ts'

interface Certification {
  name: string
  /** On the text without punctuation, lower case. */
  pattern: RegExp
}

const CERTIFICATIONS: readonly Certification[] = [
  { name: 'Cyber Essentials Plus', pattern: /\bcyber essentials plus\b/ },
  { name: 'Cyber Essentials', pattern: /\bcyber essentials\b/ },
  ...['9001', '14001', '20000', '22301', '27001', '45001', '50001', '13485', '17025', '22000'].map(
    (number) => ({
      name: `ISO ${number}`,
      pattern: new RegExp(`\\biso(?: iec)? ?${number}\\b`),
    }),
  ),
  { name: 'PCI DSS', pattern: /\bpci ?dss\b/ },
  { name: 'CHAS', pattern: /\bchas\b/ },
  { name: 'Constructionline', pattern: /\bconstructionline\b/ },
  { name: 'SafeContractor', pattern: /\bsafe ?contractor\b/ },
  { name: 'Gas Safe', pattern: /\bgas safe\b/ },
  { name: 'NICEIC', pattern: /\bniceic\b/ },
  { name: 'SIA Approved Contractor', pattern: /\bsia (?:approved|acs)\b/ },
  { name: 'BPSS', pattern: /\bbpss\b/ },
  { name: 'FORS', pattern: /\bfors (?:bronze|silver|gold|accredit\w*|registered)\b/ },
  { name: 'CQC registration', pattern: /\b(?:cqc|care quality commission)\b/ },
  { name: 'DSP Toolkit', pattern: /\b(?:dsp toolkit|dspt|data security and protection toolkit)\b/ },
]

const INSURANCES: readonly Certification[] = [
  { name: "employers' liability", pattern: /\bemployers? (?:compulsory )?liability\b/ },
  { name: 'public liability', pattern: /\bpublic (?:and |or )?(?:products? )?liability\b/ },
  { name: 'professional indemnity', pattern: /\bprofessional indemnity\b/ },
  { name: 'product liability', pattern: /\bproducts? liability\b/ },
]

/** Words that make a mention a demand. */
const DEMAND = new RegExp(
  `\\b${either(
    /must|shall|require[ds]?|requirement|mandatory|hold|holding|compliant|minimum|essential/,
    /certified|certification|accredited|accreditation|registered|registration/,
  )}\\b`,
)

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9.;\n]+/g, ' ')
}

function sentences(texts: readonly string[]): string[] {
  // From the first mark of a run only: a long run without a blank behind it would be read from each
  // of its marks.
  return texts.flatMap((text) => plain(text).split(/(?<![.;\n])[.;\n]+(?=\s|$)|\n/))
}

/**
 * "NICEIC or SELECT", "such as CHAS": another one is acceptable, too. "ISO 9001 or equivalent"
 * still requires what it names.
 */
const OTHERWISE =
  /^(?: \w+){0,3}? or (?!(?:an? |any |its )?(?:equivalent|equal|similar|comparable|higher|better|above|later)\b)[a-z]/
/** Room for the three words and what introduces them. */
const WORDS_BEFORE_CHARACTERS = 200
const AMONG_OTHERS = /\b(?:such as|for example|e g|either|or)(?: \w+){0,3} $/
/** The next sentence: "Or 2. A documented policy", "If the bidder does not hold it". */
const ELSE_NEXT = new RegExp(
  either(
    /^\s*(?:\d+ )?or\b|^\s*alternatively\b/,
    /^\s*(?:if|where)\b.{0,60}\b(?:not|no) (?:hold|held|have|certificat\w+|accredit\w+)/,
  ),
)

function withoutAlternatives(pattern: RegExp, line: string, next: string): string {
  if (ELSE_NEXT.test(next)) return ''
  return line.replace(new RegExp(pattern, 'g'), (name: string, at: number) =>
    OTHERWISE.test(line.slice(at + name.length)) ||
    AMONG_OTHERS.test(line.slice(Math.max(0, at - WORDS_BEFORE_CHARACTERS), at))
      ? ''
      : name,
  )
}

/**
 * Well-known certifications that a sentence of the notice demands, with no other to choose. "Plus"
 * includes the plain one.
 */
export function certificationsDemanded(texts: readonly string[]): string[] {
  const lines = sentences(texts)
  const isInsistedOn = ({ pattern }: Certification) =>
    lines.some(
      (line, index) =>
        DEMAND.test(line) &&
        pattern.test(withoutAlternatives(pattern, line, lines[index + 1] ?? '')),
    )
  const names = CERTIFICATIONS.filter(isInsistedOn).map(({ name }) => name)
  const plainAlone = lines.some(
    (line) =>
      DEMAND.test(line) &&
      /\bcyber essentials\b/.test(line.replaceAll('cyber essentials plus', '')),
  )
  return names.filter((name) => name !== 'Cyber Essentials' || plainAlone)
}

export function insurancesMentioned(texts: readonly string[]): string[] {
  const lines = sentences(texts)
  return INSURANCES.filter(({ pattern }) => lines.some((line) => pattern.test(line))).map(
    ({ name }) => name,
  )
}

/** Whether a supplier who lists `held` has the certification `wanted`. */
export function hasCertification(owned: readonly string[], wanted: string): boolean {
  const pattern = CERTIFICATIONS.find(({ name }) => name === wanted)?.pattern
  return owned.some(
    (each) =>
      pattern?.test(plain(each)) ||
      (wanted === 'Cyber Essentials' && /cyber essentials/.test(plain(each))),
  )
}

/** The supplier's certifications that some text names. */
export function certificationsMentioned(
  texts: readonly string[],
  certifications: readonly string[],
): string[] {
  if (certifications.length === 0) return []
  const read = texts.map(tokens)
  return certifications.filter((owned) => {
    const wanted = phrase(owned)
    return wanted !== null && read.some((text) => findPhrase(text, wanted).length > 0)
  })
}
