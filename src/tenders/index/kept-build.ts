/**
 * What one build leaves for the next of the same process: with it, a notice that has not changed is neither read nor analysed again.
 * Another process begins from nothing, and so does one whose last such beginning is long ago: whatever this code or its tables read
 * differently is read so after a start, and no fault lasts.
 */
import { z } from 'zod'
import type { Layout } from '../../refresh/kept.ts'
import type { GenerationData } from './data.ts'
import type { Entries } from './entries.ts'

export interface KeptBuild {
  /** The process that built it. */
  by: string
  /** When the last build began from nothing. */
  fromNothingMs: number
  data: GenerationData
  entries: Entries
}

/**
 * A saved build. Its version is raised whenever one of an older release cannot be read any more, or notices are read differently. Some
 * hundred megabytes that our own worker wrote are not looked through member by member.
 */
export const KEPT_BUILD: Layout<KeptBuild> = {
  name: 'tender-generation',
  version: 10,
  schema: z.custom<KeptBuild>((value) => typeof value === 'object' && value !== null),
}

const LONGEST_MS = 86_400_000
/** Of the file of texts: what notices that are gone, and builds that failed, have left behind. */
const MOST_DEAD = 1 / 3

/** Null: the build begins from nothing. */
export function usable(kept: KeptBuild | null, by: string, nowMs: number, revision: number): KeptBuild | null {
  if (kept === null || kept.by !== by) return null
  const { data, fromNothingMs } = kept
  // A clock set back, or a store that lost its last changes: nothing kept can be trusted.
  if (nowMs < data.builtMs || revision < data.revision || nowMs - fromNothingMs > LONGEST_MS) return null
  const living = data.texts.length.reduce((sum, bytes) => sum + bytes, 0)
  return living < data.texts.bytes * (1 - MOST_DEAD) ? null : kept
}
