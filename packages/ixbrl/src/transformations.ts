/**
 * Transformation formats of inline XBRL: how the text of a tag becomes a value. All registries in
 * use since 2008, by their namespaces; a format that none of them has, or text that does not fit
 * its format, yields no value.
 */
import { type CivilDate, isCivilDate } from './dates.ts'
import { shiftDecimal } from './decimal.ts'

const REGISTRY =
  /^http:\/\/www\.xbrl\.org\/(?:2008\/inlineXBRL\/transformation|inlineXBRL\/transformation\/\d{4}-\d{2}-\d{2})$/

export interface Format {
  /** Undefined if the prefix is not declared. */
  namespace: string | undefined
  name: string
}

/** `fault`: why the text has no value. */
export type Transformed<T> = { value: T } | { fault: string }

/** Separators of whole numbers and of decimals, by format in lower case without hyphens. */
const NUMBERS: Readonly<Record<string, { group: RegExp; point: string }>> = {
  numcommadot: { group: /[, \u00a0]/g, point: '.' },
  numdotdecimal: { group: /[, \u00a0]/g, point: '.' },
  numdotdecimalin: { group: /[, \u00a0]/g, point: '.' },
  numdotdecimalapos: { group: /['’, \u00a0]/g, point: '.' },
  numspacedot: { group: /[ \u00a0]/g, point: '.' },
  numcommadecimal: { group: /[. \u00a0]/g, point: ',' },
  numcommadecimalapos: { group: /['’. \u00a0]/g, point: ',' },
  numdotcomma: { group: /[. \u00a0]/g, point: ',' },
  numspacecomma: { group: /[ \u00a0]/g, point: ',' },
  numcomma: { group: /[ \u00a0]/g, point: ',' },
}
const UNIT_NUMBERS = ['numunitdecimal', 'numunitdecimalin', 'numunitdecimalapos']
const ZEROS = ['zerodash', 'numdash', 'fixedzero']
const DASHES = /^[-\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d]$/
const PLAIN = /^[0-9]+(?:\.[0-9]+)?$|^\.[0-9]+$|^[0-9]+\.$/

/** Returns the format's name in one spelling: registries since 2020 write `num-dot-decimal`. */
function findKnown(format: Format): string | null {
  if (format.namespace === undefined || !REGISTRY.test(format.namespace)) return null
  return format.name.toLowerCase().replaceAll('-', '')
}

const unknownFormat = ({ name }: Format) => ({
  fault: `the format ${name.slice(0, 40)} is in no transformation registry`,
})
const misfit = ({ name }: Format) => ({ fault: `the text does not fit the format ${name}` })

/** Normalises digits with a point: `007.50` is `7.5`. */
function plain(text: string): string | null {
  if (!PLAIN.test(text)) return null
  const padded = text.startsWith('.') ? `0${text}` : text.endsWith('.') ? text.slice(0, -1) : text
  return shiftDecimal(padded, 0)
}

/**
 * Reads a number without its sign and scale.
 * @param isSigned whether the tag states the sign: brackets or a minus within its text then say the
 * same again
 */
export function transformNumber(
  text: string,
  format: Format | null,
  isSigned: boolean,
): Transformed<string> {
  const trimmed = text.trim()
  const bare = isSigned ? trimmed.replace(/^[(\-\u2212] ?/, '').replace(/ ?\)$/, '') : trimmed
  if (format === null) {
    const value = plain(bare)
    return value === null ? { fault: 'the text is no number' } : { value }
  }
  const name = findKnown(format)
  if (name === null) return unknownFormat(format)
  if (ZEROS.includes(name))
    return name === 'fixedzero' || DASHES.test(trimmed) ? { value: '0' } : misfit(format)
  if (UNIT_NUMBERS.includes(name)) return withUnits(bare, format)
  if (!Object.hasOwn(NUMBERS, name)) return unknownFormat(format)
  const separators = NUMBERS[name]!
  const [whole = '', ...fractions] = bare.split(separators.point)
  const fraction = fractions.join(separators.point).replace(/[ \u00a0]/g, '')
  const digits = whole.replace(separators.group, '')
  const value = plain(fractions.length === 0 ? digits : `${digits}.${fraction}`)
  return value === null ? misfit(format) : { value }
}

/** `1,234 pounds 50 pence`: two numbers with words after each. */
function withUnits(text: string, format: Format): Transformed<string> {
  const groups = text.match(/[0-9](?:[., \u00a0'’]?[0-9])*/g) ?? []
  const [whole, minor, ...more] = groups
  if (minor === undefined || more.length > 0 || !/^[0-9]{1,2}$/.test(minor)) return misfit(format)
  // `1,234.50` is no whole number, and its last group is not one of thousands.
  if (/[., \u00a0'’][0-9]{1,2}$/.test(whole!)) return misfit(format)
  return { value: shiftDecimal(`${whole!.replace(/[^0-9]/g, '')}.${minor.padStart(2, '0')}`, 0) }
}

export function transformBoolean(text: string, format: Format | null): Transformed<boolean> {
  const name = format === null ? null : findKnown(format)
  if (format !== null && name === null) return unknownFormat(format)
  if (name === 'booleantrue' || name === 'fixedtrue') return { value: true }
  if (name === 'booleanfalse' || name === 'fixedfalse') return { value: false }
  const word = text.trim().toLowerCase()
  if (word === 'true' || word === '1') return { value: true }
  if (word === 'false' || word === '0') return { value: false }
  return { fault: 'the text is no boolean' }
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Reads a date; the order of its parts follows from the format's name. */
export function transformDate(text: string, format: Format | null): Transformed<CivilDate> {
  const trimmed = text.trim()
  if (format === null)
    return isCivilDate(trimmed) ? { value: trimmed } : { fault: 'the text is no date' }
  const name = findKnown(format)
  if (name === null) return unknownFormat(format)
  const parts = trimmed.slice(0, 60).match(/[0-9]+|[A-Za-z]{3,}/g) ?? []
  const month = parts.find((part) => MONTHS.includes(part.slice(0, 3).toLowerCase()))
  const numbers = parts.filter((part) => /^[0-9]/.test(part))
  const isYearFirst = /^date(?:year|iso)|^dateyear/.test(name)
  const isMonthFirst = /us$|^datemonth/.test(name)
  const monthNumber = month ? MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1 : null
  const ordered = month ? [numbers[0], String(monthNumber), numbers[1]] : numbers
  if (ordered.length < 3) return misfit(format)
  const [first, second, third] = ordered
  const [day, middle, year] = isYearFirst
    ? [third, second, first]
    : isMonthFirst && !month
      ? [second, first, third]
      : [first, second, third]
  const full = year?.length === 2 ? `20${year}` : year
  const date = `${full}-${middle?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  return isCivilDate(date) ? { value: date } : misfit(format)
}
