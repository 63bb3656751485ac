/**
 * Notifications of data that other replicas read. On PostgreSQL the database sends one with each
 * written row of a source. It only makes a replica load sooner than its poll every minute: a lost
 * notification costs at most that minute.
 */

import type { Log } from '../observe/log.ts'
import { systemTimers, type Timers } from '../platform/timers.ts'
import type { Listen } from '../store/open.ts'

/** Channel that the trigger on `sources` uses. */
const CHANNEL = 'ukintel_sources'
/** Several sources are written one after the other. */
const GATHER_MS = 250
const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 15_000

export interface AnnouncementsOptions {
  listen: Listen
  follows: readonly { sources: readonly string[]; look(): Promise<void> }[]
  log: Log
  timers?: Timers
}

export interface Announcements {
  start(): void
  close(): Promise<void>
  /** A connection is open on which word would come. */
  isListening(): boolean
}

export function createAnnouncements({
  listen,
  follows,
  log,
  timers = systemTimers,
}: AnnouncementsOptions): Announcements {
  const followers = follows.map(({ sources, look }) => ({
    sources: new Set(sources),
    nudge: gather(look, timers),
  }))
  let listening: { close(): Promise<void> } | null = null
  let opening: Promise<void> | null = null
  let endWait: (() => void) | null = null
  let closed = false
  let failures = 0

  function notify(source: string): void {
    for (const follower of followers) if (follower.sources.has(source)) follower.nudge()
  }

  function onLost(): void {
    if (closed) return
    listening = null
    log.warn(
      {},
      'the connection for notifications of other replicas was lost: polling until it is back',
    )
    later()
  }

  function later(): void {
    const delayMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)
    failures += 1
    endWait = timers.after(delayMs, open)
  }

  function open(): void {
    endWait = null
    opening = listen(CHANNEL, { onMessage: notify, onLost }).then(
      async (opened) => {
        if (closed) return opened.close()
        listening = opened
        // Notifications may have been lost while the connection was down.
        if (failures > 0) for (const { nudge } of followers) nudge()
        failures = 0
      },
      () => {
        if (!closed) later()
      },
    )
  }

  return {
    start: open,
    isListening: () => listening !== null,
    async close() {
      closed = true
      endWait?.()
      await opening
      await listening?.close()
    },
  }
}

/**
 * Returns a function that runs `look` soon, once for all calls in the meantime, and again for calls
 * during the run.
 */
function gather(look: () => Promise<void>, timers: Timers): () => void {
  let state: 'idle' | 'waiting' | 'running' | 'running, and requested again' = 'idle'
  function begin(): void {
    state = 'waiting'
    timers.after(GATHER_MS, () => {
      state = 'running'
      // `look` reports its errors itself and is retried by its own schedule.
      const finishTurn = () => {
        if (state === 'running, and requested again') begin()
        else state = 'idle'
      }
      look().then(finishTurn, finishTurn)
    })
  }
  return () => {
    if (state === 'idle') begin()
    else if (state === 'running') state = 'running, and requested again'
  }
}
