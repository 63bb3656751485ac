import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Recorded responses and files of the upstreams, which are outside of the repository. */
const FOLDER = join(import.meta.dirname, '../../../shared/data')

/** A part of the recorded data. Where it is absent, says so in one line. */
export function recordedData(part: string): { present: boolean; folder: string } {
  const folder = join(FOLDER, part)
  const present = existsSync(folder)
  if (!present) process.stderr.write(`skipped: no recorded ${part} data beside the project\n`)
  return { present, folder }
}
