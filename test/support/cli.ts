/** Runs the command line like a user: in a separate process with its own environment. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createWatchdog } from '../../src/commands/tour/watchdog.ts'

const main = join(import.meta.dirname, '../../bin/ukintel.js')

/** Journal of the buyers of one test file. */
const buyerStateDir = mkdtempSync(join(tmpdir(), 'ukintel-buyer-'))
const discard = () => rmSync(buyerStateDir, { recursive: true, force: true })
process.once('exit', discard)
// The runner ends its workers by a signal, with which nothing exits.
process.once('SIGTERM', () => {
  discard()
  process.exit(143)
})

export interface Run {
  code: number | null
  stdout: string
  stderr: string
}

/** Longest silence of a command. A slow machine prints late; a command that hangs prints nothing. */
const SILENCE_MS = 120_000

export async function cli(
  args: readonly string[],
  environment: Record<string, string> = {},
  input?: string,
): Promise<Run> {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, BUYER_STATE_DIR: buyerStateDir, ...environment },
    stdio: 'pipe',
  })
  child.stdin.end(input ?? '')
  const watchdog = createWatchdog(SILENCE_MS)
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (said: Buffer) => watchdog.progress(said.toString().trimEnd()))
  try {
    const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    const [stdout, stderr, [code]] = await Promise.race([ended, watchdog.expired])
    return { code: code as number | null, stdout, stderr }
  } finally {
    watchdog.end()
    child.kill('SIGKILL')
  }
}
