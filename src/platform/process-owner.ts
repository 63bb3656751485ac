/**
 * Owner of a lease: a name by which another process on the same host knows whether the owner is
 * dead.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Returns the scope of process ids: boot id and PID namespace, such as `74e53a33-4026531836`.
 * Containers and cloned machines may have equal host names and process ids. `null` on systems
 * without it.
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
 * Returns true only if the owner ran on this host in the same scope and has ended. An earlier
 * process with our process id has ended. An id that another program has now counts as alive; its
 * lease ends by itself. The same holds for owners in another or an unknown scope.
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
