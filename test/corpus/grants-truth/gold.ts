/**
 * Labelled eligibility texts, recorded outside of the project. One half of the first set is only
 * measured: sorted by the SHA-256 of their ids, its first 38 of 75 texts are `apart`. No author of
 * the reader reads those, nor the texts of the `second` set. `npm run truth` publishes their
 * figures.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Declared } from '../../../src/grants/model/parameters.ts'
import { sha256Hex } from '../../../src/platform/hash.ts'

export interface Label {
  code: string
  parameter: string
  operator: string
  value: unknown
  /** Absent in the second set, as `end` is. */
  start?: number
  end?: number
  optional?: boolean
  alternatives?: readonly Omit<Label, 'start' | 'end'>[]
}

export interface GoldText {
  id: string
  text: string
  sha256: string
  criteria: readonly Label[]
  traps: readonly { start?: number; end?: number }[]
  cases: readonly {
    org_type: string
    region: string
    declare: Readonly<Record<string, Declared>>
    expected: 'eligible_possible' | 'must_not_be_ineligible' | 'ineligible'
  }[]
}

export type Part = 'write' | 'apart' | 'second'

/** Returns the texts of one part; `null` if the recorded data is absent. */
export function readGold(folder: string, part: Part): GoldText[] | null {
  const file = join(folder, part === 'second' ? 'gold-second.jsonl' : 'gold-train.jsonl')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const texts = lines.map((line) => JSON.parse(line) as GoldText)
  if (part === 'second') return texts

  const hash = ({ id }: GoldText) => sha256Hex(id)
  const sorted = texts.sort((a, b) => (hash(a) < hash(b) ? -1 : 1))
  const half = Math.ceil(sorted.length / 2)
  return part === 'apart' ? sorted.slice(0, half) : sorted.slice(half)
}
