/** Which spans of a portal's publications are held: sorted, disjoint intervals of milliseconds, start included, end not. */
export type Span = readonly [from: number, to: number]
export type Coverage = readonly Span[]

export function addSpan(coverage: Coverage, [from, to]: Span): Coverage {
  if (to <= from) return coverage
  const apart = coverage.filter(([start, end]) => end < from || start > to)
  const touching = coverage.filter(([start, end]) => end >= from && start <= to)
  const joined: Span = [Math.min(from, ...touching.map(([start]) => start)), Math.max(to, ...touching.map(([, end]) => end))]
  return [...apart, joined].sort(([a], [b]) => a - b)
}

export function removeSpan(coverage: Coverage, [from, to]: Span): Coverage {
  if (to <= from) return coverage
  return coverage.flatMap(([start, end]): Span[] => {
    if (end <= from || start >= to) return [[start, end]]
    const left: Span[] = start < from ? [[start, from]] : []
    const right: Span[] = end > to ? [[to, end]] : []
    return [...left, ...right]
  })
}

/** What is missing of a span, newest first. */
export function gapsWithin(coverage: Coverage, [from, to]: Span): Span[] {
  return [...coverage.reduce((gaps, span) => removeSpan(gaps, span), (from < to ? [[from, to]] : []) as Coverage)].reverse()
}

const HOUR_MS = 3_600_000
const LONGEST_QUIET_MS = 6 * HOUR_MS
/** London hours in which notices come in numbers. */
const BUSY_FROM = 7
const BUSY_TO = 20

/**
 * The newest window of a gap, in London's wall time: an hour on a working day, up to six in the night and at weekends, aligned so that a
 * repeated run asks the same windows.
 */
export function newestWindow([from, to]: Span): Span {
  const last = new Date(to - 1)
  const day = last.getUTCDay()
  const hour = last.getUTCHours()
  const busy = day !== 0 && day !== 6 && hour >= BUSY_FROM && hour < BUSY_TO
  const aligned = Math.floor((to - 1) / (busy ? HOUR_MS : LONGEST_QUIET_MS)) * (busy ? HOUR_MS : LONGEST_QUIET_MS)
  // A quiet window does not reach back into busy hours.
  const busyEnd = Math.floor((to - 1) / 86_400_000) * 86_400_000 + BUSY_TO * HOUR_MS
  const start = !busy && busyEnd < to && day !== 0 && day !== 6 ? Math.max(aligned, busyEnd) : aligned
  return [Math.max(from, start), to]
}

/** The month in which a gap ends, from its first moment: lists of a month are asked whole. */
export function newestMonth([, to]: Span): Span {
  const last = new Date(to - 1)
  return [Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), 1), to]
}
