/**
 * Corrections in words: notices of the former regime move their deadline in section IV.2.2 alone,
 * with the old and the new value.
 */
import { addDays, isCivilDate } from '../../platform/london.ts'
import { either } from '../../platform/patterns.ts'
import { deadlineDate, type ReadDate, readDeadline } from './dates.ts'
import { asObject, asObjects, asText, type JsonObject } from './json.ts'

export interface Correction {
  /** Lots that it names; empty if it is about the whole. */
  lots: string[]
  /** The new day or moment; absent if it cannot be read. */
  to?: ReadDate
  /** A new hour of the same day: `12:00`. */
  hour?: string
}

const SECTION = /^\s*IV[.\s]{0,2}2[.\s]{0,2}2\b/i
const LABEL = /time[- ]limit for (?:the )?(?:receipt|submission) of (?:tenders|requests)/i

/** Returns the corrections of the deadline that a release states, in order. */
export function readCorrections(tender: JsonObject): Correction[] {
  const ofLots = asObjects(tender.lots).flatMap((lot) =>
    asObjects(lot.amendments).map(
      (amendment): JsonObject => ({ relatedLot: lot.id, ...amendment }),
    ),
  )
  return [...asObjects(tender.amendments), ...ofLots].flatMap((amendment) =>
    asObjects(amendment.unstructuredChanges)
      .filter(isOfDeadline)
      .map((change) => readCorrection(change, amendment)),
  )
}

function isOfDeadline({ where }: JsonObject): boolean {
  const section = asText(asObject(where)?.section)
  const label = asText(asObject(where)?.label) ?? ''
  return section === null ? LABEL.test(label) : SECTION.test(section)
}

function readCorrection(change: JsonObject, amendment: JsonObject): Correction {
  const [to, from] = [readValue(change.newValue), readValue(change.oldValue)]
  const lots = [change, asObject(change.where), amendment].flatMap((part) => [
    part?.relatedLot,
    ...(Array.isArray(part?.relatedLots) ? part.relatedLots : []),
  ])
  const days = to.days.filter(({ ms }) => !from.days.some((old) => old.ms === ms))
  // A text with several days may repeat the old one.
  const [day] = days.length > 0 ? days : to.days
  const isClear = new Set((days.length > 0 ? days : to.days).map(({ ms }) => ms)).size === 1
  return {
    lots: [...new Set(lots.filter((lot) => lot != null).map(String))],
    ...(isClear && day ? { to: day } : {}),
    ...(to.days.length === 0 && to.hour !== null ? { hour: to.hour } : {}),
  }
}

interface ReadValue {
  days: ReadDate[]
  hour: string | null
}

function readValue(value: unknown): ReadValue {
  const stated = readDeadline(asObject(value)?.date)
  if (stated !== null) return { days: [stated], hour: null }
  return readWords(asText(asObject(value)?.text) ?? asText(value) ?? '')
}

const MONTHS =
  'january february march april may june july august september october november december'.split(' ')
const MONTH_NAME = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?'
/** 15/09/2026, 15.9.26; 2026-09-15; 15th (of) September 2026; September 15, 2026. */
const DAY = new RegExp(
  `\\b(?:(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d{4}|\\d{2})|(\\d{4})-(\\d{2})-(\\d{2})|(\\d{1,2})(?:st|nd|rd|th)?(?: of)?[ -]${MONTH_NAME},?[ -](\\d{4})|${MONTH_NAME} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4}))(?!\\d)`,
  'gi',
)
const HOUR = new RegExp(
  `\\b${either(
    /(\d{1,2})[:.h](\d{2})(?::\d{2})?(?: ?hrs?)?(?: ?([ap])\.?m\.?)?/,
    /(\d{1,2}) ?([ap])\.?m\.?|(\d{2})(\d{2}) ?(?:hrs|hours)|(?:12 )?(noon|midday|midnight)/,
  )}(?![\\d/])`,
  'i',
)

function readWords(text: string): ReadValue {
  const words = text.replace(/\s+/g, ' ').replace(/(\d)T(?=\d)/g, '$1 ')
  const found = [...words.matchAll(DAY)]
  // An hour is not a part of a day such as 15.09.2026.
  const hour = readHour(words.replace(DAY, ' | '))
  const days = found.flatMap((match) => {
    const date = dateOf(match)
    if (date === null) return []
    const day = hour === '24:00' ? addDays(date, 1) : date
    return (
      readDeadline(hour === null ? day : `${day}T${hour === '24:00' ? '00:00' : hour}:00`) ?? []
    )
  })
  return { days, hour }
}

function dateOf(match: RegExpExecArray): string | null {
  const [
    ,
    day,
    ,
    month,
    year,
    isoYear,
    isoMonth,
    isoDay,
    named,
    name,
    namedYear,
    first,
    after,
    last,
  ] = match
  const monthOf = (text: string) =>
    MONTHS.findIndex((each) => each.startsWith(text.toLowerCase().slice(0, 3))) + 1
  const [y, m, d] =
    year !== undefined
      ? [year.length === 2 ? `20${year}` : year, month, day]
      : isoYear !== undefined
        ? [isoYear, isoMonth, isoDay]
        : namedYear !== undefined
          ? [namedYear, monthOf(name!), named]
          : [last, monthOf(first!), after]
  const date = `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
  return isCivilDate(date) ? date : null
}

function readHour(text: string): string | null {
  const match = HOUR.exec(text)
  if (match === null) return null
  const [, hours, minutes, half, bare, bareHalf, military, militaryMinutes, word] = match
  if (word !== undefined) return word.toLowerCase() === 'midnight' ? '24:00' : '12:00'
  const of = Number(hours ?? bare ?? military)
  const marker = (half ?? bareHalf)?.toLowerCase()
  const hour = marker === 'p' && of < 12 ? of + 12 : marker === 'a' && of === 12 ? 0 : of
  const rest = minutes ?? militaryMinutes ?? '00'
  return hour > 23 || Number(rest) > 59 ? null : `${String(hour).padStart(2, '0')}:${rest}`
}

/** Returns the deadline after a correction; `null` if the correction cannot be read. */
export function applyCorrection(
  deadline: ReadDate | null,
  { to, hour, lots }: Correction,
  lotCount: number,
): ReadDate | null {
  const moved =
    to ??
    (hour === undefined || deadline === null
      ? null
      : readDeadline(`${deadlineDate(deadline.ms)}T${hour === '24:00' ? '23:59' : hour}:00`))
  if (moved === null) return null
  // Other lots are due as before.
  const isPart = lots.length > 0 && lots.length < lotCount
  return isPart && deadline !== null && deadline.ms > moved.ms ? deadline : moved
}
