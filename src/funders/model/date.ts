/** Award dates as publishers write them, brought to `YYYY-MM-DD`. */

const SLASHED = /^(?<d>\d{1,2})[/.-](?<m>\d{1,2})[/.-](?<y>\d{4}|\d{2})(?:\s.*)?$/
const SPELLINGS = [
  /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})(?:[T ].*)?$/,
  SLASHED,
  /^(?<y>\d{4})[/.](?<m>\d{1,2})[/.](?<d>\d{1,2})(?:\s.*)?$/,
  /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
  /^(?<d>\d{1,2})(?:st|nd|rd|th)?[ -](?<m>[A-Za-z]{3,9})[ .,-]+(?<y>\d{4}|\d{2})(?:\s.*)?$/,
  /^(?<m>[A-Za-z]{3,9})[ .-]+(?<d>\d{1,2})(?:st|nd|rd|th)?[ ,-]+(?<y>\d{4}|\d{2})(?:\s.*)?$/,
]
const WEEKDAY =
  /^(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)[ .,]+/i
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** The first and the last year that is believed. */
const FIRST_YEAR = 1900
const LAST_YEAR = 2099

/**
 * Parses a date as a number YYYYMMDD, which orders like the date and fits into four bytes; 0 if
 * there is none. Date-times are cut to their day (most JSON files carry `T00:00:00+00:00`),
 * `05/06/2014` is 5 June (Wolfson 2014), a spreadsheet serial counts from 1899-12-30. "2019",
 * "2019-05" and "May-19" name no day and stay undated: the file states no first or last day.
 */
export function awardDay(value: unknown): number {
  if (typeof value === 'number') return fromSerial(value)
  if (typeof value !== 'string') return 0
  const text = value.trim().replace(WEEKDAY, '')
  for (const spelling of SPELLINGS) {
    const { y, m, d } = spelling.exec(text)?.groups ?? {}
    if (y === undefined) continue
    const [year, month, date] = [parseYear(y), Number(m) || parseMonth(m!), Number(d)]
    // British order, unless only the American one names a date.
    return day(year, month, date) || (spelling === SLASHED ? day(year, date, month) : 0)
  }
  return /^\d{5}(\.\d+)?$/.test(text) ? fromSerial(Number(text)) : 0
}

/** Expands a two-digit year as spreadsheets do. */
function parseYear(digits: string): number {
  const year = Number(digits)
  return digits.length > 2 ? year : year + (year < 50 ? 2000 : 1900)
}

/** 0 for a word that is no month's name or beginning. */
function parseMonth(word: string): number {
  const name = word.toLowerCase()
  return name === 'sept' ? 9 : MONTHS.findIndex((month) => month.startsWith(name)) + 1
}

function day(year: number, month: number, date: number): number {
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12 || date < 1) return 0
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  if (date > DAYS[month - 1]! + (leap ? 1 : 0)) return 0
  return year * 10_000 + month * 100 + date
}

/**
 * 2 is 1900-01-01 in spreadsheets that believe in 29 February 1900; serials of real award dates are
 * far later.
 */
function fromSerial(serial: number): number {
  if (!(serial >= 2 && serial < 80_000)) return 0
  const date = new Date(Math.round((Math.floor(serial) - 25_569) * 86_400_000))
  return day(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
}

/** `20140605` to `2014-06-05`; null for 0. */
export function dayText(dayNumber: number): string | null {
  if (dayNumber === 0) return null
  const digits = String(dayNumber)
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
}
