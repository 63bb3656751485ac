/**
 * Data about one company that is available without the register, and up to when it is current. A
 * row is current if its stream was complete since the row was written and is alive now.
 */
import { OLDEST_SERVED_MS } from '../../background/source.ts'
import type { BulkCompany } from '../model/bulk.ts'
import type { ChargesFacts, RegisteredFacts } from '../model/facts.ts'
import { PART_OF, type StreamedPart, type StreamName } from '../model/stream-event.ts'
import { COMPANY_WINDOW_MS } from '../source.ts'
import type { MirrorRow } from './row.ts'
import type { StreamTimes } from './stream-times.ts'

/** The file of a day may have been taken so long before that day. */
export const SNAPSHOT_MS = 24 * 3_600_000

/** Data about one company that is available without the register. */
export interface KnownCompany {
  /** `null` if the mirror does not have it, or has too little to judge it. */
  facts: RegisteredFacts | null
  /** The facts are the whole profile, as the register would answer it. */
  whole: boolean
  /** From the file, if it has them. */
  charges: ChargesFacts | null
  /** Time of the facts: now if the stream is current, else the day on which they were written. */
  asOfMs: number
  /** When the facts were written: the day of the file, or of the event. */
  writtenMs: number
  /** The stream is current and has missed nothing since the facts were written. */
  fresh: boolean
  part(part: StreamedPart): PartKnowledge
}

export interface PartKnowledge {
  /** How long a copy fetched then is fresh. */
  windowMs(fetchedMs: number): number
  /** Time of the last change; 0 if none was seen. */
  changedMs: number
  /**
   * Up to when it is known that nothing changed since `sinceMs`, apart from `changedMs`; null: it
   * is not known.
   */
  currentSince(sinceMs: number): number | null
}

/** Without a mirror nothing is known, and a copy is fresh for the ordinary window. */
export const NOTHING_KNOWN: KnownCompany = {
  facts: null,
  whole: false,
  charges: null,
  asOfMs: 0,
  writtenMs: 0,
  fresh: false,
  part: () => ({ changedMs: 0, currentSince: () => null, windowMs: () => COMPANY_WINDOW_MS }),
}

interface Knowing {
  row: MirrorRow | null
  /**
   * Time of the last change of each part, as the streams reported it; `null` if they are not
   * followed or not readable.
   */
  changes: ReadonlyMap<string, number> | null
  /** Day of the file that rows of the file are from. */
  bulkMs: number
  nowMs: number
  streams: readonly StreamName[]
  times: StreamTimes
  /** How long a copy is fresh while its stream is current. */
  freshMs: number
}

export function buildKnown({ row, changes, bulkMs, nowMs, streams, times, freshMs }: Knowing) {
  const isStreamed = row?.from === 'streamed'
  const writtenMs = row === null ? 0 : isStreamed ? row.publishedMs : bulkMs
  const streamedMs =
    row && times.completeSince('companies', isStreamed ? writtenMs : writtenMs - SNAPSHOT_MS)
  const asOfMs = Math.max(writtenMs, streamedMs ?? 0)
  const isTooOld = nowMs - asOfMs > OLDEST_SERVED_MS

  function part(part: StreamedPart): PartKnowledge {
    const name = streams.find((each) => PART_OF[each] === part)
    const currentSince = (sinceMs: number) =>
      name === undefined || changes === null ? null : times.currentSince(name, sinceMs)
    return {
      changedMs: changes?.get(part) ?? 0,
      currentSince,
      windowMs: (fetchedMs) => (currentSince(fetchedMs) === null ? COMPANY_WINDOW_MS : freshMs),
    }
  }

  const known: KnownCompany = {
    facts: row === null || isTooOld ? null : isStreamed ? row.facts : bulkFacts(row.company),
    whole: isStreamed,
    charges: row?.from === 'bulk' ? row.company.charges : null,
    asOfMs,
    writtenMs,
    fresh: times.isCurrent(streamedMs),
    part,
  }
  return known
}

/** Null: its words leave open what a rule reads. */
function bulkFacts({ profile, formerNames, untold }: BulkCompany): RegisteredFacts | null {
  if (untold.length > 0) return null
  const ceased = formerNames.map((each) => each.ceased).filter((date) => date !== null)
  return {
    profile,
    remarks: {
      officeUndeliverable: false,
      officeDisputed: false,
      annotations: [],
      partialData: null,
      formerNames: {
        count: formerNames.length,
        since: null,
        lastChanged: ceased.sort().at(-1) ?? null,
      },
    },
  }
}
