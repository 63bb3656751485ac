/**
 * Labelled eligibility texts, recorded outside of the project, in halves: those that the reader was
 * written with, and the others. The halves were fixed before a text of the second was read. Texts
 * with shared wording stay together, and each kind is dealt in order of its hashes. Later the
 * second half was dealt again in the same way, and one part of it `moved` to the first.
 * `halves.json` has the result, so that no later change of this code moves a text.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Declared } from '../../../src/grants/model/parameters.ts'
import halves from './halves.json' with { type: 'json' }

export interface Label {
  code: string
  parameter: string
  operator: string
  value: unknown
  start: number
  end: number
  optional?: boolean
  alternatives?: readonly Omit<Label, 'start' | 'end'>[]
}

export interface GoldText {
  id: string
  group_kind: string
  alike: string | null
  text: string
  sha256: string
  criteria: readonly Label[]
  traps: readonly { start: number; end: number }[]
  cases: readonly {
    org_type: string
    region: string
    declare: Readonly<Record<string, Declared>>
    expected: 'eligible_possible' | 'must_not_be_ineligible' | 'ineligible'
  }[]
}

export type Half = 'write' | 'measure'
export type Part = Half | 'moved'

/** The texts of one part, or all; null where the recorded data is not at hand. */
export function readGold(folder: string, part: Part | null): GoldText[] | null {
  const file = join(folder, 'gold-train.jsonl')
  if (!existsSync(file)) return null
  const texts = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as GoldText)
  return texts.filter(
    ({ sha256 }) => part === null || (halves as Record<string, string>)[sha256] === part,
  )
}

/** How the parts were made. */
export function dealOut(texts: readonly GoldText[]): Record<string, Part> {
  const first = inHalves(texts)
  const second = inHalves(texts.filter(({ sha256 }) => first[sha256] === 'measure'))
  return Object.fromEntries(
    Object.entries(first).map(([hash, half]) => [hash, second[hash] === 'write' ? 'moved' : half]),
  )
}

function inHalves(texts: readonly GoldText[]): Record<string, Half> {
  const clusters = new Map<string, GoldText[]>()
  for (const text of texts)
    clusters.set(text.alike ?? text.id, [...(clusters.get(text.alike ?? text.id) ?? []), text])
  const kinds = new Map<string, GoldText[][]>()
  const byHash = (a: GoldText, b: GoldText) => (a.sha256 < b.sha256 ? -1 : 1)
  for (const cluster of clusters.values()) {
    cluster.sort(byHash)
    const kind = cluster[0]!.group_kind
    kinds.set(kind, [...(kinds.get(kind) ?? []), cluster])
  }
  const dealt: Record<string, Half> = {}
  const total = { write: 0, measure: 0 }
  for (const kind of [...kinds.keys()].sort()) {
    const count = { write: 0, measure: 0 }
    for (const cluster of kinds.get(kind)!.sort(([a], [b]) => byHash(a!, b!))) {
      const even = count.write === count.measure
      const half: Half = (even ? total.write <= total.measure : count.write < count.measure)
        ? 'write'
        : 'measure'
      count[half] += cluster.length
      for (const { sha256 } of cluster) dealt[sha256] = half
    }
    total.write += count.write
    total.measure += count.measure
  }
  return dealt
}
