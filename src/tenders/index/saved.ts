/**
 * The tender index in the data directory: the saved generation, and the file of texts that it names. Several processes may share the directory;
 * what one makes, or has made by a process beside it that ends with it, bears its number.
 */
import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

export const SAVED = 'tenders.generation'

/** A generation that does not serve yet, and a file of texts that nothing names yet. */
export const newNames = () => ({ generation: `${SAVED}.${process.pid}`, texts: `tenders.texts.${process.pid}.${randomUUID()}` })

const MADE = /^tenders\.(?:generation|texts)\.(\d+)(?:\.|$)/

/**
 * Removes what nobody needs: former files of texts, and what a process that ended has left half-made. Another one that runs sees to its own. Who still
 * reads a file that was removed reads on.
 */
export async function removeStrays(dataDir: string, textsInUse: string | null): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const maker = MADE.exec(name)?.[1]
    if (maker === undefined || name === textsInUse || runsElsewhere(Number(maker))) continue
    await rm(join(dataDir, name), { force: true })
  }
}

function runsElsewhere(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
