/**
 * What one build leaves for the next of the same process: with it, a notice that has not changed is neither read nor analysed again.
 * Another process begins from nothing, and so does one whose last such beginning is long ago: whatever this code or its tables read
 * differently is read so after a start, and no fault lasts.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Layout, label, readLabelled } from '../../refresh/kept.ts'
import type { GenerationData } from './data.ts'
import type { Entries } from './entries.ts'
import { readFirstKept, readKeptFile, writeKeptFile } from './kept-file.ts'
import type { SpareMemory } from './spare-memory.ts'

/** What is served of it. */
interface KeptGeneration {
  /** The process that asked for it. */
  by: string
  /** When the last build began from nothing. */
  fromNothingMs: number
  data: GenerationData
}

export interface KeptBuild extends KeptGeneration {
  entries: Entries
}

/**
 * A saved build. Its version is raised whenever one of an older release cannot be read any more, or notices are read differently. Some
 * hundred megabytes that our own builder wrote are not looked through member by member.
 */
const LAYOUT: Layout<KeptGeneration> = {
  name: 'tender-generation',
  version: 12,
  schema: z.custom<KeptGeneration>((value) => typeof value === 'object' && value !== null),
}

export function writeKeptBuild(path: string, { entries, ...generation }: KeptBuild): void {
  writeKeptFile(path, [label(LAYOUT, generation), entries])
}

/** Null: of another release. @throws when it cannot be read. */
export function readKeptBuild(path: string): KeptBuild | null {
  const [kept, entries] = readKeptFile(readFileSync(path))
  const generation = readLabelled(LAYOUT, kept)
  return generation && { ...generation, entries: entries as Entries }
}

/** What is served, without what the next build alone asks for. Null: of another release. @throws when it cannot be read. */
export async function readGeneration(path: string, memory: SpareMemory['take']): Promise<GenerationData | null> {
  return readLabelled(LAYOUT, await readFirstKept(path, memory))?.data ?? null
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
