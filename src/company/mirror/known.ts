/**
 * What the mirror has of one company, and up to when it is right: the profile of its row, the
 * charges that the monthly file counts, and the last change of each part that a stream reported.
 */
import { OLDEST_SERVED_MS } from '../../background/source.ts'
import { COMPANY_WINDOW_MS, SNAPSHOT_MS } from '../limits.ts'
import type { BulkCompany } from '../model/bulk.ts'
import type { ChargesFacts, RegisteredFacts } from '../model/facts.ts'
import { PART_OF, type StreamedPart, type StreamName } from '../model/stream-event.ts'
import { BULK_FILE, STREAM_SOURCE } from '../source.ts'
import type { MirrorRow } from './row.ts'
import type { StreamTimes } from './stream-times.ts'

/** A part in the mirror. `read-part.ts` defines its words. */
export interface MirroredPart<T> {
  value: T
  /** Up to when it is right: now while it is current, else the day on which it was written. */
  asOfMs: number
  isCurrent: boolean
  isComplete: boolean
  source: string
}

export interface KnownCompany {
  /** `null` if the mirror does not have it, or has too little to judge it. */
  profile: MirroredPart<RegisteredFacts> | null
  /** `null` if the row has no count of charges. */
  charges: MirroredPart<ChargesFacts> | null
  /** When a copy of a part is fresh. */
  copies(part: StreamedPart): CopyRule
}

export interface CopyRule {
  /** How long a copy that was fetched then is fresh. */
  windowMs(fetchedMs: number): number
  /** Time of the last change that the part's stream reported; 0 if none was seen. */
  changedMs: number
}

/** Without a mirror nothing is known, and a copy is fresh for the ordinary window. */
export const NOTHING_KNOWN: KnownCompany = {
  profile: null,
  charges: null,
  copies: () => ({ changedMs: 0, windowMs: () => COMPANY_WINDOW_MS }),
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

export function buildKnown(knowing: Knowing): KnownCompany {
  const { row, changes, bulkMs, nowMs, streams, times, freshMs } = knowing

  function copies(part: StreamedPart): CopyRule {
    const name = streams.find((each) => PART_OF[each] === part)
    const isCurrent = (sinceMs: number) =>
      name !== undefined && changes !== null && times.isCurrent(times.completeSince(name, sinceMs))
    return {
      changedMs: changes?.get(part) ?? 0,
      windowMs: (fetchedMs) => (isCurrent(fetchedMs) ? freshMs : COMPANY_WINDOW_MS),
    }
  }

  /** @param streamedMs up to when its stream has missed nothing since then; `null` if it has */
  function mirrored<T>(value: T, writtenMs: number, streamedMs: number | null, isComplete = true) {
    const asOfMs = Math.max(writtenMs, streamedMs ?? 0)
    if (nowMs - asOfMs > OLDEST_SERVED_MS) return null
    const source = asOfMs > writtenMs ? STREAM_SOURCE : BULK_FILE
    return { value, asOfMs, isCurrent: times.isCurrent(streamedMs), isComplete, source }
  }

  if (row?.from === 'streamed') {
    const { facts, publishedMs } = row
    const profile = mirrored(facts, publishedMs, times.completeSince('companies', publishedMs))
    return { profile: profile && { ...profile, source: STREAM_SOURCE }, charges: null, copies }
  }
  const facts = row && bulkFacts(row.company)
  const counted = row?.company.charges ?? null
  const streamed = (name: StreamName) => times.completeSince(name, bulkMs - SNAPSHOT_MS)
  const isUnchanged = changes !== null && !changes.has('charges')
  return {
    profile: facts && mirrored(facts, bulkMs, streamed('companies'), false),
    charges: counted && mirrored(counted, bulkMs, isUnchanged ? streamed('charges') : null),
    copies,
  }
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
