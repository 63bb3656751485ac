/** Services that die: `gate-child.ts` in a process of its own. */
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
}

export async function startDoomed(options: GateChildOptions): Promise<DoomedService> {
  const script = join(import.meta.dirname, 'gate-child.ts')
  const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const died = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null)
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^serving on (.+)$/.exec(line)?.[1]
    if (!url) continue
    return {
      url,
      died,
      async kill() {
        child.kill('SIGKILL')
        await died
      },
    }
  }
  throw new Error(`the service ended before it served (${await died})`)
}
