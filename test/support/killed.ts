/** Services that die: `gate-child.ts` in a separate process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { GateChildOptions } from './gate-child.ts'

export interface DoomedService {
  url: string
  /** Resolves with the signal that ended the process. */
  died: Promise<NodeJS.Signals | null>
  /** Ends it where it has not ended by itself. */
  kill(): Promise<void>
  /** Such as SIGSTOP and SIGCONT. */
  signal(name: NodeJS.Signals): void
  pid: number
}

export async function startDoomed(options: GateChildOptions): Promise<DoomedService> {
  const script = join(import.meta.dirname, 'gate-child.ts')
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const died = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null)
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^serving on (.+)$/.exec(line)?.[1]
    if (!url) continue
    return {
      url,
      died,
      pid: child.pid!,
      signal: (name) => void child.kill(name),
      async kill() {
        child.kill('SIGKILL')
        await died
      },
    }
  }
  throw new Error(`the service ended before it served (${await died})`)
}
