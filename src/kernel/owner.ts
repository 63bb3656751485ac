/** Who holds a lease: a name by which another process on the same host can tell whether the holder is gone. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** Host, process and a random part, drawn once a process. */
const SELF = `${hostname()}/${process.pid}/${randomUUID().slice(0, 8)}`

export const processOwner = (): string => SELF

/**
 * True only when the owner ran on this host and is no more. Whoever had our process id before us is gone: so is the service of a container
 * that was started anew, where every first process has the same id. An id that a stranger has now reads as alive; its lease ends by itself.
 */
export function ownerIsGone(owner: string): boolean {
  const [host, pid] = owner.split('/')
  if (host !== hostname() || !pid || owner === SELF) return false
  if (Number(pid) === process.pid) return true
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as { code?: string }).code === 'ESRCH'
  }
}
