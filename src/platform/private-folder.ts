/** Files that only the user of the service may read, whatever the process's umask is. */
import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const RIGHTS_OF_OTHERS = 0o077
/** A folder that many users share, such as /tmp. */
const STICKY = 0o1000

/**
 * Creates the folder if it is absent, and takes all rights on it and on these files of it from
 * other users. Returns the paths whose rights stay, because another user owns them or many share
 * the folder. @throws the system's error, which names the reason, such as a read-only file system
 */
export function makePrivate(folder: string, names: readonly string[]): string[] {
  createFolder(folder)
  accessSync(folder, constants.W_OK)
  if (process.platform === 'win32') return []
  return [folder, ...names.map((name) => join(folder, name))].filter((path) => {
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
    if ((mode & RIGHTS_OF_OTHERS) === 0) return false
    if ((mode & STICKY) !== 0) return true
    try {
      chmodSync(path, mode & 0o7777 & ~RIGHTS_OF_OTHERS)
      return false
    } catch {
      return true
    }
  })
}

/**
 * One level after the other: the recursive form of Node hides why a level cannot be created, and
 * under /proc it does not return.
 */
function createFolder(folder: string): void {
  if (isFolder(folder)) return
  createFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have been first.
    if (!isFolder(folder)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
