/** Finds files that the service reads at run time, in the sources and in the published bundle. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `true` in the bundle, whose chunks are all in `dist`. */
export const IS_BUNDLED = import.meta.filename.endsWith('.js')

/** Root of the repository, or of the published package. */
const PROJECT = join(import.meta.dirname, IS_BUNDLED ? '..' : '../..')

/** Reads a document, such as `docs/callers/contract.md`. */
export function readDocument(path: string): string {
  return readFileSync(join(PROJECT, path), 'utf8')
}

/** Reads a file that is in a folder of sources; the bundle has it in `dist` under the same path. */
export function readSourceFile(path: string): string {
  return readFileSync(join(IS_BUNDLED ? import.meta.dirname : PROJECT, path), 'utf8')
}
