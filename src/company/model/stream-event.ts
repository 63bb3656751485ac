/**
 * One line of the register's streams, reduced: a whole profile, or that a part of a company
 * changed. Nothing of a person is read. Pure.
 */
import { findFiledNumber } from '../../platform/company-number.ts'
import type { RegisteredFacts } from './facts.ts'
import { object } from './read.ts'
import { reduceProfile } from './reduce.ts'
import { readNoteFacts } from './register-notes.ts'

/** In the order in which keys are given to them, two streams each. */
export const STREAMS = ['companies', 'officers', 'filings', 'charges', 'insolvency-cases'] as const
export type StreamName = (typeof STREAMS)[number]

/** Part of a company that each stream describes, by the names of `register.ts`. */
export const PART_OF = {
  companies: 'profile',
  officers: 'officers',
  filings: 'filing history',
  charges: 'charges',
  'insolvency-cases': 'insolvency',
} as const satisfies Record<StreamName, string>

export type StreamedPart = (typeof PART_OF)[StreamName]

export interface StreamEvent {
  timepoint: number
  publishedMs: number
  number: string
  deleted: boolean
  /** Facts of the companies' stream; `null` for other streams and deletions. */
  facts: RegisteredFacts | null
}

/** `null`: the line is no event of a company that can be known from it. */
export function readStreamEvent(stream: StreamName, line: string): StreamEvent | null {
  let raw: ReturnType<typeof object>
  try {
    raw = object(JSON.parse(line))
  } catch {
    return null
  }
  const event = object(raw.event)
  const timepoint = Number(event.timepoint)
  const number = findFiledNumber(
    /^\/company\/([A-Z0-9]{8})(?:\/|$)/.exec(String(raw.resource_uri))?.[1] ?? '',
  )
  const publishedMs = parsePublishedAt(event.published_at)
  if (!Number.isSafeInteger(timepoint) || number === null || publishedMs === null) return null
  const deleted = event.type === 'deleted'
  const streamEvent = { timepoint, publishedMs, number, deleted }
  if (stream !== 'companies' || deleted) return { ...streamEvent, facts: null }
  const data = object(raw.data)
  if (data.company_number !== number) return null
  return {
    ...streamEvent,
    facts: { profile: reduceProfile(number, data), remarks: readNoteFacts(data) },
  }
}

/** `2026-11-20T10:00:00`, with or without a zone: without one it is UTC. */
function parsePublishedAt(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T/.test(value)) return null
  const ms = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value}Z`)
  return Number.isNaN(ms) ? null : ms
}
