import { SingleBar } from 'cli-progress'
import { note } from './terminal.ts'

const LINE_EVERY_MS = 5000

export interface Progress {
  /** Begins the bar. */
  start(total: number): void
  /** Counts more units, and the items that were read with them. */
  add(units: number, items?: number, what?: string): void
  /** Names the work that follows when all units are counted. */
  phase(what: string): void
  end(): void
}

/**
 * Returns the time left. Until there is a rate, `cli-progress` has the texts `NULL` and `INF`
 * instead of seconds.
 */
export function formatTime(seconds: number): string {
  if (!Number.isFinite(Number(seconds))) return 'time left unknown'
  if (seconds < 120) return `${seconds} s left`
  return seconds < 7200
    ? `${Math.ceil(seconds / 60)} min left`
    : `${Math.ceil(seconds / 3600)} h left`
}

/** Shows progress on stderr: a bar on a terminal, a line every few seconds elsewhere. */
export function createProgress(unit: string, item = unit): Progress {
  const amount = item === unit ? '' : ` · {items} ${item}`
  const format = `{bar} {value}/{total} ${unit}${amount} · {rate} ${item}/s · {eta_formatted} {what}`
  const bar = process.stderr.isTTY
    ? new SingleBar({ format, hideCursor: true, stream: process.stderr, formatTime })
    : null
  const beganMs = performance.now()
  let [total, done, items, shownMs] = [0, 0, 0, 0]
  let isRunning = false
  const formatCount = () => `${Math.round(done)}${total > 0 ? ` of ${total}` : ''} ${unit}`
  const rate = () => Math.round(items / Math.max(0.001, (performance.now() - beganMs) / 1000))

  return {
    start(units) {
      total = units
      isRunning = true
      bar?.start(units, 0, { items: 0, rate: 0, what: '' })
    },
    add(units, more = 0, what = '') {
      done += units
      items += more
      if (bar && isRunning)
        bar.update(Math.min(total, Math.round(done)), { items, rate: rate(), what })
      else if (performance.now() - shownMs >= LINE_EVERY_MS) {
        shownMs = performance.now()
        const read = item === unit ? '' : ` ${items} ${item},`
        note(`${formatCount()},${read} ${rate()} ${item}/s${what && `, ${what}`}`)
      }
    },
    phase(what) {
      bar?.update({ what: `· ${what}` })
      if (!bar) note(`${formatCount()} read, ${what}`)
    },
    end() {
      if (isRunning) bar?.stop()
      isRunning = false
    },
  }
}
