/**
 * Cursors: a place in the record of one subject's changes, for one search. Opaque to callers,
 * sealed with a key that all processes on a store share, and nothing is kept of them: they survive
 * restarts and replicas by themselves.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { canonicalJson, sha256Hex } from '../platform/hash.ts'
import type { ChangedSubject } from '../store/changes.ts'

export interface CursorPosition {
  position: number
  /**
   * When the change at that position was recorded; 0: there is none. A record that was set back by
   * a restored backup shows by it.
   */
  atMs: number
}

/** Form and subject, position, time, search. */
const FORM = /^1\.([a-z]{1,20})\.([0-9a-z]{1,11})\.([0-9a-z]{1,9})\.([0-9a-f]{24})$/
const SEAL_BYTES = 16

/** Returns the search that a cursor belongs to: its filters in any order, without defaults. */
export function computeSearchKey(filters: Readonly<Record<string, unknown>>): string {
  return sha256Hex(canonicalJson(filters)).slice(0, 24)
}

export function sealCursor(
  key: Buffer,
  { position, atMs }: CursorPosition,
  subject: ChangedSubject,
  searchKey: string,
): string {
  const text = `1.${subject}.${position.toString(36)}.${atMs.toString(36)}.${searchKey}`
  return Buffer.concat([computeSeal(key, text), Buffer.from(text)]).toString('base64url')
}

export interface OpenedCursor extends CursorPosition {
  subject: string
  searchKey: string
}

/** Null: not one of ours, or altered. */
export function openCursor(key: Buffer, cursor: string): OpenedCursor | null {
  const bytes = Buffer.from(cursor, 'base64url')
  // One spelling for each: the same question has the same fingerprint.
  if (bytes.length <= SEAL_BYTES || bytes.toString('base64url') !== cursor) return null
  const text = bytes.subarray(SEAL_BYTES).toString('latin1')
  if (!timingSafeEqual(computeSeal(key, text), bytes.subarray(0, SEAL_BYTES))) return null
  const read = FORM.exec(text)
  if (!read) return null
  return {
    subject: read[1]!,
    position: Number.parseInt(read[2]!, 36),
    atMs: Number.parseInt(read[3]!, 36),
    searchKey: read[4]!,
  }
}

function computeSeal(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest().subarray(0, SEAL_BYTES)
}
