import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorMessage } from '../../platform/errors.ts'
import { readSeed, type Seed } from './seeds.ts'

export interface SeedFiles {
  /** Seeds by the hash of their text. */
  seeds: ReadonlyMap<string, Seed>
  /** One line for every file that is no seed. */
  problems: readonly string[]
}

/** Reads `grant-seeds/*.json` in the data directory; none there is no problem. */
export function readSeedFiles(dataDir: string): SeedFiles {
  const folder = join(dataDir, 'grant-seeds')
  const seeds = new Map<string, Seed>()
  const problems: string[] = []
  let names: string[]
  try {
    names = readdirSync(folder).sort()
  } catch {
    return { seeds, problems }
  }
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    try {
      const seed = readSeed(JSON.parse(readFileSync(join(folder, name), 'utf8')))
      seeds.set(seed.textSha256, seed)
    } catch (error) {
      problems.push(`grant seed ${name}: ${errorMessage(error)}`)
    }
  }
  return { seeds, problems }
}
