/**
 * Registered office addresses without "care of", which can name an officer. Near a possible name
 * only text that is certainly an address is returned; in doubt it is dropped.
 */

import { either } from '../../platform/patterns.ts'
import { registerLine } from '../../platform/text.ts'
import type { OfficeAddress } from './facts.ts'
import { type Json, object } from './read.ts'

const MAX_LINE = 120

/**
 * `C/O`, `C/0`, `C.O`, `FAO` as the monthly file of 2020-05 has them in its lines, and `C/-`, `℅`,
 * `care of`, `attn`: anywhere in a line, with the marks that follow. `C O`, `CO/`, `%` and `C/O`
 * without a blank behind it only where a part begins.
 */
const CARE_OF = new RegExp(
  [
    String.raw`c\s*[/\\⁄∕／|]\s*(?:[o0](?![\p{L}\p{N}'’])|-)`,
    '℅',
    String.raw`(?<=(?:^|,)\s{0,3})(?:c[\s-]+o(?![\p{L}\p{N}'’])|c[/\\]o(?=\p{L})|co\s?[/\\]|%)`,
    String.raw`(?<![\p{L}\p{N}.'’])c\.\s?[o0](?![\p{L}\p{N}'’])`,
    String.raw`(?<![\p{L}\p{N}])care[\s/-]+of(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])(?:for\s+)?(?:the\s+)?att(?:n|ention)?(?:\s+of)?(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])f\s?[./]?\s?(?:t\s?[./]?\s?)?a\s?[./]?\s?o(?![\p{L}\p{N}'’])`,
  ]
    .map((mark) => String.raw`(?:${mark})[\s.:;-]*`)
    .join('|'),
  'giu',
)

/** A firm's name ends with these: what follows is another matter. */
const END_OF_FIRM = new RegExp(
  `(?<![\\p{L}\\p{N}])${either(
    /limited|ltd|llp|plc|& co(?:mpany)?|accountan(?:ts?|cy)|accounting|solicitors|associates/,
    /partners(?:hip)?/,
  )}(?![\\p{L}\\p{N}])[.)]*`,
  'giu',
)

const NUMBERED =
  /\b(?:unit|suite|flat|floor|room|block|studio|office|level|apartment|apt|box|no\.?)\s*\d|(?<![\p{L}\p{N}])\d/iu
const FLOOR =
  /\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|ground|lower|upper|top) floor\b/i
const LETTERED = /\b(?:unit|suite|flat|room|block|studio) [a-z]\b/i
const SURE = [NUMBERED, FLOOR, LETTERED]
const POSTCODE = /^[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}$/i
/**
 * Words that end the name of a place. Words that are also surnames, such as Hall, Park, Lane or
 * Chambers, do not count.
 */
const PLACE =
  '(?:house|court|tower|buildings?|centre|center|exchange|plaza|courtyard|offices?|pavilion|village|(?:business|science|retail|industrial) (?:park|estate|village|centre)|suite|floor|road|avenue|crescent|terrace|boulevard|square)'
/**
 * `TALLIS HOUSE`, `ST BRIDES HOUSE`, `THE OLD COURT`: with two words before it the first may be a
 * forename.
 */
const NAMED_PLACE = new RegExp(`^(?:(?:the|st\\.?|old|new) )*(?:[^\\s\\d]+ )?${PLACE}\\b`, 'i')
const ENDS_PLACE = new RegExp(
  `^(?:${PLACE}|village|street|st|rd|ave|mews|quay|wharf|\\p{L}?\\d.*)$`,
  'iu',
)

const trim = (text: string) => text.replace(/^[\s,;:/&.-]+|(?<![\s,;:/&-])[\s,;:/&-]+$/g, '')
const splitWords = (text: string) => text.split(/\s+/).filter((word) => word !== '')

/** From the first number, unit or floor on; empty where there is none. */
function fromNumber(text: string): string {
  const starts = SURE.map((each) => text.search(each)).filter((at) => at >= 0)
  return starts.length === 0 ? '' : text.slice(Math.min(...starts))
}

/**
 * Returns the part of a text that is certainly an address, where it may begin with a person's name.
 */
function addressIn(text: string): string {
  return NAMED_PLACE.test(text) || POSTCODE.test(text) ? text : fromNumber(text)
}

/**
 * Returns the part before the mark, up to the final word that cannot be a name. `MATHIEU PHILIPPE
 * C/O …` returns nothing.
 */
function before(text: string): string {
  const words = splitWords(addressIn(trim(text)))
  while (words.length > 0 && !ENDS_PLACE.test(words.at(-1)!)) words.pop()
  return words.join(' ')
}

/**
 * Returns the part after the mark, up to a comma: the name ends with a firm's last word or before a
 * number.
 */
function behind(text: string): string {
  const [name, ...rest] = text.split(END_OF_FIRM).map(trim)
  const addressParts = [fromNumber(name!), ...rest.map(addressIn)]
  const first = addressParts.findIndex((each) => each !== '')
  // What follows an address is its continuation, whatever words it has.
  return first < 0 ? '' : text.slice(text.lastIndexOf(addressParts[first]!))
}

interface AddressParts {
  parts: string[]
  /** The line ends with a mark: the name is in the next one. */
  open: boolean
  /** The line begins with a mark: a name may be in the one before. */
  marked: boolean
}

/**
 * Reads the comma-separated parts of a line.
 * @param awaited a mark was the word directly before it
 * @param known parts that the register also has as lines of the address
 */
function withoutNames(
  text: string,
  awaited: boolean,
  known: ReadonlySet<string> = NONE,
): AddressParts {
  const addressParts: string[] = []
  /** Words of the name after which a further part may be one too; null: none. */
  let doubt: number | null = null
  let open = awaited
  let marked = false
  for (const [index, raw] of text.split(',').entries()) {
    const [head = '', ...marks] = raw.split(CARE_OF)
    const [whole, part] = [raw.trim(), trim(raw)]
    if (whole === '') continue
    if (known.has(part.toLowerCase())) {
      addressParts.push(whole)
      continue
    }
    if (marks.length === 0) {
      if (open) {
        const sure = behind(part)
        addressParts.push(sure)
        doubt = sure === '' ? splitWords(part).length : null
        open = false
      } else if (doubt === null) addressParts.push(whole)
      // One word is a town, or behind a single word, as in `C/O ROE, JANE`, a forename.
      else if (splitWords(part).length > 1 || doubt === 1) {
        const sure = splitWords(part).length > 1 ? addressIn(part) : fromNumber(part)
        addressParts.push(sure)
        if (sure !== '') doubt = null
      } else addressParts.push(whole)
      continue
    }
    if (trim(head) === '') {
      marked ||= index === 0
      // `JANE ROE, C/O …`: the part before may be the name.
      if (splitWords(addressParts.at(-1) ?? '').length > 1)
        addressParts.push(addressIn(addressParts.pop()!))
    }
    const pieces = [before(head), ...marks.map((each) => behind(trim(each)))].filter(
      (each) => each !== '',
    )
    if (pieces.length > 0) addressParts.push(pieces.join(' '))
    const last = trim(marks.at(-1)!)
    open = last === ''
    doubt = open || pieces.length > 0 ? null : splitWords(last).length
  }
  return { parts: addressParts.filter((each) => each !== ''), open, marked }
}

const NONE: ReadonlySet<string> = new Set()

const join = ({ parts }: AddressParts): string | null => parts.join(', ').slice(0, MAX_LINE) || null

/** Reads a line without a mark: unchanged, except for commas at its ends. */
function readLine(text: string, awaited: boolean): AddressParts {
  if (awaited || text.search(CARE_OF) >= 0) return withoutNames(text, awaited)
  return { parts: [text.replace(/^[\s,]+|(?<![\s,])[\s,]+$/g, '')], open: false, marked: false }
}

/** Lines in the order in which a name may run on from one into the next. */
const LINES = ['premises', 'address_line_1', 'address_line_2'] as const

/** Null when the register gives no line at all (charities, societies). */
export function readOffice(raw: unknown): OfficeAddress | null {
  const source = object(raw)
  const lines: Record<(typeof LINES)[number], string | null> = {
    premises: null,
    address_line_1: null,
    address_line_2: null,
  }
  // `C/O` alone in its own member, and the name in the first line (06515601 in the file of
  // 2020-05).
  let open = readLine(registerLine(source.care_of) ?? '', false).open
  let former: (typeof LINES)[number] | null = null
  for (const name of LINES) {
    const text = dropCareOf(registerLine(source[name]) ?? '', source)
    if (text === '') continue
    const reading = readLine(text, open)
    if (reading.marked && former !== null && splitWords(lines[former] ?? '').length > 1)
      lines[former] = addressIn(lines[former]!) || null
    lines[name] = join(reading)
    open = reading.open
    former = name
  }
  const alone = (value: unknown, awaited = false) =>
    join(readLine(registerLine(value) ?? '', awaited))
  const office: OfficeAddress = {
    ...lines,
    locality: alone(source.locality, open),
    region: alone(source.region),
    postal_code: alone(source.postal_code),
    country: alone(source.country),
    po_box: alone(source.po_box),
  }
  return Object.values(office).some((value) => value !== null) ? office : null
}

/** One line for a search hit: the register's own snippet, or the address where it has none. */
export function readSnippet(item: Json): string | null {
  const address = object(item.address)
  const snippet = registerLine(item.address_snippet)
  const office = readOffice(address)
  if (snippet !== null) {
    const known = Object.values(office ?? {}).flatMap(
      (each) => each?.toLowerCase().split(',') ?? [],
    )
    return join(withoutNames(dropCareOf(snippet, address), false, new Set(known.map(trim))))
  }
  return office && formatSnippet(office)
}

/** The address on one line; `null` if it has a PO box alone. */
export function formatSnippet(office: OfficeAddress): string | null {
  const { premises, address_line_1, address_line_2, locality, region, country, postal_code } =
    office
  const street = [premises, address_line_1].filter((part) => part !== null).join(' ')
  const lines = [street, address_line_2, locality, region, country, postal_code]
  return lines.filter((part) => part !== null && part !== '').join(', ') || null
}

/**
 * Removes `care_of` from a line or a snippet that repeats it as one part: `Begbies, Begbies
 * House, 9 Park Row` loses one Begbies. What is certainly an address stays: `care_of` has
 * streets and units in the file of 2020-05.
 */
function dropCareOf(line: string, address: Json): string {
  const names = [address.care_of, address.care_of_name]
    .flatMap((each) => (registerLine(each) ?? '').split(','))
    .map((each) => trim(each.replace(CARE_OF, '')))
    .filter((each) => each !== '' && addressIn(each) !== each && !ENDS_PLACE.test(lastWord(each)))
    .map((each) => each.toLowerCase())
  if (names.length === 0) return line
  return line
    .split(',')
    .flatMap((part) => {
      const text = trim(part)
      const name = names.find(
        (each) =>
          text.toLowerCase() === each ||
          (each.includes(' ') && text.toLowerCase().startsWith(`${each} `)),
      )
      return name === undefined ? part : addressIn(trim(text.slice(name.length))) || []
    })
    .join(',')
}

const lastWord = (text: string) => splitWords(text).at(-1) ?? ''
