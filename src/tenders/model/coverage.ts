/**
 * Which spans of a portal's publications are held: sorted, disjoint intervals of milliseconds,
 * start included, end not.
 */
export type CoverageSpan = readonly [from: number, to: number]
export type Coverage = readonly CoverageSpan[]

export function addSpan(coverage: Coverage, [from, to]: CoverageSpan): Coverage {
  if (to <= from) return coverage
  const apart = coverage.filter(([start, end]) => end < from || start > to)
  const touching = coverage.filter(([start, end]) => end >= from && start <= to)
  const joined: CoverageSpan = [
    Math.min(from, ...touching.map(([start]) => start)),
    Math.max(to, ...touching.map(([, end]) => end)),
  ]
  return [...apart, joined].sort(([a], [b]) => a - b)
}

export function removeSpan(coverage: Coverage, [from, to]: CoverageSpan): Coverage {
  if (to <= from) return coverage
  return coverage.flatMap(([start, end]): CoverageSpan[] => {
    if (end <= from || start >= to) return [[start, end]]
    const left: CoverageSpan[] = start < from ? [[start, from]] : []
    const right: CoverageSpan[] = end > to ? [[to, end]] : []
    return [...left, ...right]
  })
}

/** Returns the missing parts of a span, newest first. */
export function gapsWithin(coverage: Coverage, [from, to]: CoverageSpan): CoverageSpan[] {
  return [
    ...coverage.reduce(
      (gaps, span) => removeSpan(gaps, span),
      (from < to ? [[from, to]] : []) as Coverage,
    ),
  ].reverse()
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** No longer span was ever seen answered quickly. */
const LONGEST_WINDOW_MS = 3 * DAY_MS
/** London hours of a working day in which notices come in numbers, and those around them. */
const BUSY = { from: 9, to: 17 }
const SHOULDER = { from: 7, to: 20 }
/**
 * The share of a busy hour's notices that comes in an hour before or after, and in one of the night
 * or the weekend.
 */
const SHOULDER_WEIGHT = 0.4
const QUIET_WEIGHT = 0.05
/** An answer holds 100. One with more must be requested again in halves. */
const WANTED_RELEASES = 60

function weightAt(wallMs: number): number {
  const moment = new Date(wallMs)
  const day = moment.getUTCDay()
  const hour = moment.getUTCHours()
  const isWithin = (hours: typeof BUSY) =>
    day !== 0 && day !== 6 && hour >= hours.from && hour < hours.to
  return isWithin(BUSY) ? 1 : isWithin(SHOULDER) ? SHOULDER_WEIGHT : QUIET_WEIGHT
}

/** The length of a span in busy hours: an hour of the night counts for a part of one. */
function busyHours([from, to]: CoverageSpan): number {
  let hours = 0
  for (let start = from; start < to; ) {
    const end = Math.min(to, (Math.floor(start / HOUR_MS) + 1) * HOUR_MS)
    hours += (weightAt(start) * (end - start)) / HOUR_MS
    start = end
  }
  return hours
}

/**
 * The newest window of a gap, in London's wall time, that should hold 60 releases: `density` is how
 * many the last answer held in a busy hour. Null: nothing is known yet, and one busy hour is tried.
 */
export function newestWindow(
  [from, to]: CoverageSpan,
  density: number | null = null,
): CoverageSpan {
  let left = density === null ? 1 : WANTED_RELEASES / density
  let start = to
  const earliest = Math.max(from, to - LONGEST_WINDOW_MS)
  while (start > earliest && left > 0) {
    const hourStart = (Math.ceil(start / HOUR_MS) - 1) * HOUR_MS
    const weight = weightAt(hourStart)
    const wanted = Math.min(start - hourStart, (left / weight) * HOUR_MS)
    left -= (weight * wanted) / HOUR_MS
    start -= wanted
  }
  // Whole minutes: a repeated run requests the same windows, and the portal refuses none as too
  // short.
  const whole = Math.min(Math.floor(start / MINUTE_MS) * MINUTE_MS, to - MINUTE_MS)
  return [Math.max(earliest, whole), to]
}

/** Fewer releases show no density; the next window may be up to four times as long. */
const FEW_RELEASES = WANTED_RELEASES / 4

/**
 * Returns the releases in a busy hour by an answer to a span; `null` if the answer was truncated
 * with too few releases.
 */
export function computeDensity(
  span: CoverageSpan,
  releases: number,
  wasCutShort: boolean,
): number | null {
  if (wasCutShort && releases < FEW_RELEASES) return null
  return Math.max(releases, FEW_RELEASES) / busyHours(span)
}

/** The density at which the next window is about as long as this one. */
export function densityForWindow(window: CoverageSpan): number {
  return WANTED_RELEASES / busyHours(window)
}

/**
 * Returns the month in which a gap ends, from its first moment: lists of a month are requested
 * whole.
 */
export function newestMonth([, to]: CoverageSpan): CoverageSpan {
  const last = new Date(to - 1)
  return [Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), 1), to]
}
