/** Who holds a lease: a name by which another process on the same host can tell whether the holder is gone. */
import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Where process ids mean the same: this start of the machine and its PID namespace, such as `74e53a33-4026531836`. Containers and cloned machines may have
 * equal host names and equal process ids. Null on systems that do not tell.
 */
function readProcessNamespace(): string | null {
  try {
    const [boot] = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').split('-', 1)
    const namespace = /\d+/.exec(readlinkSync('/proc/self/ns/pid'))
    return namespace === null ? null : `${boot}-${namespace[0]}`
  } catch {
    return null
  }
}

const PROCESS_NAMESPACE = readProcessNamespace()

/** Host, process, a random part drawn once a process, and the place where one is known. */
const PROCESS_ID = [
  hostname(),
  process.pid,
  randomUUID().slice(0, 8),
  ...(PROCESS_NAMESPACE === null ? [] : [PROCESS_NAMESPACE]),
].join('/')

export const processOwner = (): string => PROCESS_ID

/**
 * True only when the owner ran on this host, in the same place, and is no more. A process that had our process id before us is gone. An id that a stranger
 * has now reads as alive; its lease ends by itself. So does that of an owner in another place, or of one whose name tells no place: nobody here can see it.
 */
export function isOwnerDead(owner: string): boolean {
  const [host, pid, , place = null] = owner.split('/')
  if (host !== hostname() || place !== PROCESS_NAMESPACE || !pid || owner === PROCESS_ID)
    return false
  if (Number(pid) === process.pid) return true
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as { code?: string }).code === 'ESRCH'
  }
}
