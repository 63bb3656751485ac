import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Environment variable with the folder of this run. */
export const RUN_FOLDER = 'TEST_FOLDER'

/** Creates a folder that other users may enter, as services in images do. */
export function createRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ukintel-run-'))
  chmodSync(folder, 0o755)
  return folder
}

let home = process.env[RUN_FOLDER]

/** Creates a folder, which is removed at the end of the run, or of the process outside of one. */
export function createFolder(): string {
  if (home === undefined) {
    const own = createRunFolder()
    home = own
    process.once('exit', () => rmSync(own, { recursive: true, force: true }))
  }
  return mkdtempSync(join(home, 'f'))
}
