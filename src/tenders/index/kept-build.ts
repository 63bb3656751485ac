/**
 * What one build leaves for the next of the same process: with it, a notice that has not changed is neither read nor analysed again.
 * Another process begins from nothing, and so does one whose last such beginning is long ago: whatever this code or its tables read
 * differently is read so after a start, and no fault lasts.
 */
import { z } from 'zod'
import { filled } from '../../kernel/filled.ts'
import type { Layout } from '../../refresh/kept.ts'
import type { Notice } from '../model/notice.ts'
import type { GenerationData } from './data.ts'

/** Of a notice, what a build needs to know besides columns, postings and packed text. */
export interface Entry
  extends Pick<Notice, (typeof TEXTS)[number] | (typeof TIMES)[number] | 'ocid' | 'reference' | 'stage' | 'deadlineMs'> {
  /** As written; so has `names` it. */
  buyer: string
  /** Shared by all notices that have the same ones. */
  names: Names
  /** Of its row in the store. */
  revision: number
  /** Live before this moment. */
  liveUntilMs: number
}

/** How a notice names its buyer. */
export type Names = Pick<Notice, 'buyer' | 'buyerKey' | 'buyerNameKey'>

const TEXTS = ['key', 'portal', 'noticeUrl', 'title'] as const
const TIMES = ['publishedMs', 'updatedMs'] as const
const NUMBERS = [...TIMES, 'revision', 'liveUntilMs'] as const

/** Entries by number of the notice, in columns: thousands of objects would cost more to write down and read than to use. */
export interface KeptEntries {
  /** One a line. `ocid` is empty where it is the key. */
  texts: Record<(typeof TEXTS)[number] | 'ocid' | 'reference', string>
  names: readonly Names[]
  /** Numbers of `names`. */
  named: Uint32Array
  numbers: Record<(typeof NUMBERS)[number] | 'deadlineMs', Float64Array>
  planning: Uint8Array
}

export interface KeptBuild {
  /** The process that built it. */
  by: string
  /** When the last build began from nothing. */
  fromNothingMs: number
  data: GenerationData
  /** Null: some text has a line break, which no entry can be told apart by. */
  entries: KeptEntries | null
}

/**
 * A saved build. Its version is raised whenever one of an older release cannot be read any more, or notices are read differently. Some
 * hundred megabytes that our own worker wrote are not looked through member by member.
 */
export const KEPT_BUILD: Layout<KeptBuild> = {
  name: 'tender-generation',
  version: 7,
  schema: z.custom<KeptBuild>((value) => typeof value === 'object' && value !== null),
}

const LONGEST_MS = 86_400_000
/** Of the packed texts: what notices that are gone have left behind. */
const MOST_DEAD = 1 / 3

/** Null: the build begins from nothing. */
export function usable(kept: KeptBuild | null, by: string, nowMs: number, revision: number): KeptBuild | null {
  if (kept === null || kept.by !== by || kept.entries === null) return null
  const { data, fromNothingMs } = kept
  // A clock set back, or a store that lost its last changes: nothing kept can be trusted.
  if (nowMs < data.builtMs || revision < data.revision || nowMs - fromNothingMs > LONGEST_MS) return null
  const living = data.packed.length.reduce((sum, bytes) => sum + bytes, 0)
  return living < data.packed.unpackedBytes * (1 - MOST_DEAD) ? null : kept
}

export function keepEntries(entries: readonly Entry[]): KeptEntries | null {
  const joined = (name: (typeof TEXTS)[number]) => entries.map((entry) => entry[name]).join('\n')
  const column = (name: (typeof NUMBERS)[number]) => filled(new Float64Array(entries.length), (number) => entries[number]![name])
  const texts = {
    ...(Object.fromEntries(TEXTS.map((name) => [name, joined(name)])) as Record<(typeof TEXTS)[number], string>),
    ocid: entries.map(({ ocid, key }) => (ocid === key ? '' : ocid)).join('\n'),
    reference: entries.map(({ reference }) => reference ?? '').join('\n'),
  }
  const numberOf = new Map<Names, number>()
  const named = filled(new Uint32Array(entries.length), (entry) => {
    const { names } = entries[entry]!
    const number = numberOf.get(names) ?? numberOf.size
    if (number === numberOf.size) numberOf.set(names, number)
    return number
  })
  if (Object.values(texts).some((text) => lineCount(text) !== Math.max(entries.length, 1))) return null
  return {
    texts,
    names: [...numberOf.keys()],
    named,
    numbers: {
      ...(Object.fromEntries(NUMBERS.map((name) => [name, column(name)])) as Record<(typeof NUMBERS)[number], Float64Array>),
      deadlineMs: filled(new Float64Array(entries.length), (number) => entries[number]!.deadlineMs ?? Number.NaN),
    },
    planning: filled(new Uint8Array(entries.length), (number) => (entries[number]!.stage === 'planning' ? 1 : 0)),
  }
}

export function readEntries({ texts, names, named, numbers, planning }: KeptEntries): Entry[] {
  if (planning.length === 0) return []
  const { key, ocid, portal, noticeUrl, title, reference } = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text.split('\n')]),
  ) as Record<keyof typeof texts, string[]>
  const { publishedMs, updatedMs, deadlineMs, revision, liveUntilMs } = numbers
  return Array.from(planning, (isPlanning, number) => ({
    key: key[number]!,
    ocid: ocid[number] || key[number]!,
    portal: portal[number]!,
    noticeUrl: noticeUrl[number]!,
    title: title[number]!,
    buyer: names[named[number]!]!.buyer,
    names: names[named[number]!]!,
    reference: reference[number] || null,
    stage: isPlanning === 1 ? 'planning' : 'tender',
    publishedMs: publishedMs[number]!,
    updatedMs: updatedMs[number]!,
    deadlineMs: Number.isNaN(deadlineMs[number]!) ? null : deadlineMs[number]!,
    revision: revision[number]!,
    liveUntilMs: liveUntilMs[number]!,
  }))
}

function lineCount(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
