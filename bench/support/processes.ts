/** CPU of this process and of those that it started, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of `/proc` are 10 ms on every Linux that Node runs on. */
const TICK_MS = 10

interface Stat {
  pid: number
  parent: number
  /** With that of its ended children. */
  cpuMs: number
}

function listStats(): Stat[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8')
      // The name of the program may have blanks and brackets in it.
      const fields = text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      const [parent, ticks] = [fields[1]!, fields.slice(11, 15)]
      return [{ pid: Number(name), parent, cpuMs: ticks.reduce((a, b) => a + b) * TICK_MS }]
    } catch {
      return []
    }
  })
}

function listTree(): Stat[] {
  const all = listStats()
  const tree = all.filter(({ pid }) => pid === process.pid)
  // The loop visits what it appends, too.
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid))
  return tree
}

/** Returns the CPU in ms of this process, its descendants and those of them that have ended. */
export const treeCpuMs = () => listTree().reduce((sum, { cpuMs }) => sum + cpuMs, 0)

/**
 * Returns a clock of the CPU in ms that this process and its present descendants use: exact enough
 * for one statement of a database server.
 */
function createCpuClock(): () => number {
  const pids = listTree().flatMap(({ pid }) => (pid === process.pid ? [] : [pid]))
  const used = new Map<number, number>()
  function update(pid: number): void {
    try {
      const text = readFileSync(`/proc/${pid}/schedstat`, 'utf8')
      used.set(pid, Number(text.split(' ')[0]) / 1e6)
    } catch {
      // A process that has ended uses no more.
    }
  }
  return () => {
    pids.forEach(update)
    const { user, system } = process.cpuUsage()
    return [...used.values()].reduce((sum, ms) => sum + ms, (user + system) / 1000)
  }
}

/**
 * Measures the CPU of single calls in ms, one in each turn of the event loop. The first is made
 * once before: it opens the connection whose process at the server is measured, too.
 */
export async function cpuOfCalls(calls: readonly (() => unknown)[]): Promise<number[]> {
  await calls[0]?.()
  const clock = createCpuClock()
  const samples: number[] = []
  for (const call of calls) {
    await new Promise((resolve) => setImmediate(resolve))
    const before = clock()
    await call()
    samples.push(clock() - before)
  }
  return samples
}
