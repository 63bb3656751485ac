/** The lease clock of a store. Steps of this machine's clock do not move it. */
import { sql } from 'kysely'
import type { Log } from '../observe/log.ts'
import type { Clock } from '../platform/clock.ts'
import { createLeaseClock, type LeaseClock } from '../platform/lease-clock.ts'
import type { Lifecycle } from '../platform/lifecycle.ts'
import type { Store } from './open.ts'

const READ_EVERY_MS = 60_000
/** The time of an answer that took longer is not exact enough. */
const MAX_TRIP_MS = 1000

/**
 * On PostgreSQL it is the database's clock, which all replicas share: read at the start and every
 * minute, and continued by the monotonic clock. On SQLite it is the time of day at the start,
 * continued by the monotonic clock.
 */
export async function openLeaseClock(
  { engine, main }: Pick<Store, 'engine' | 'main'>,
  clock: Clock,
  { log, lifecycle }: { log: Pick<Log, 'warn'>; lifecycle: Pick<Lifecycle, 'onStop'> },
): Promise<LeaseClock> {
  let offsetMs = clock.nowMs() - clock.elapsedMs()
  const leases = createLeaseClock(clock, () => Math.floor(offsetMs + clock.elapsedMs()))
  if (engine !== 'postgres') return leases

  async function read(): Promise<void> {
    const beganMs = clock.elapsedMs()
    const { rows } = await sql<{ ms: string | number }>`
      SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms`.execute(main)
    const endedMs = clock.elapsedMs()
    if (endedMs - beganMs <= MAX_TRIP_MS) offsetMs = Number(rows[0]!.ms) - (beganMs + endedMs) / 2
  }

  const readAgain = () =>
    void read().catch((error: unknown) =>
      log.warn({ err: error }, 'the clock of the database could not be read'),
    )
  await read()
  const timer = setInterval(readAgain, READ_EVERY_MS)
  timer.unref()
  lifecycle.onStop('lease clock', () => clearInterval(timer))
  return leases
}
