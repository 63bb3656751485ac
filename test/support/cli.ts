/**
 * Runs the command line like a user, with its own environment: `cli` in a separate process,
 * `cliHere` in this one, which costs a tenth. Tests of what a process adds, such as its exit,
 * signals and locks, use `cli`, and so does one test of each command.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { runCommand } from '../../src/commands/program.ts'
import { createWatchdog } from '../../src/commands/tour/watchdog.ts'
import { createFolder } from './folder.ts'

const main = join(import.meta.dirname, '../../bin/ukintel.js')

/** Journal of the buyers of one test file. */
const buyerStateDir = createFolder()

export interface Run {
  code: number | null
  stdout: string
  stderr: string
}

/**
 * Longest silence of a command. A slow machine prints late; a command that hangs prints nothing.
 */
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

const STOPPING_SIGNALS = ['SIGINT', 'SIGTERM'] as const
let earlier: Promise<unknown> = Promise.resolve()

/** Runs a command that ends by itself. One after the other: all write to the same streams. */
export function cliHere(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Run> {
  const run = earlier.then(() => runHere(args, { BUYER_STATE_DIR: buyerStateDir, ...environment }))
  earlier = run.catch(() => {})
  return run
}

async function runHere(args: readonly string[], environment: Record<string, string>): Promise<Run> {
  const { exitCode } = process
  const { FORCE_COLOR } = process.env
  const listeners = STOPPING_SIGNALS.map((signal) => process.listeners(signal))
  const [stdout, stderr] = [createSink(), createSink()]
  const restoreStreams = [
    replaceStream('stdin', Readable.from([])),
    replaceStream('stdout', stdout.stream),
    replaceStream('stderr', stderr.stream),
  ]
  process.exitCode = undefined
  delete process.env.FORCE_COLOR
  try {
    await runCommand(args, environment)
    return { code: Number(process.exitCode ?? 0), stdout: stdout.read(), stderr: stderr.read() }
  } finally {
    for (const restore of restoreStreams) restore()
    process.exitCode = exitCode
    if (FORCE_COLOR !== undefined) process.env.FORCE_COLOR = FORCE_COLOR
    for (const [index, signal] of STOPPING_SIGNALS.entries())
      for (const listener of process.listeners(signal))
        if (!listeners[index]!.includes(listener)) process.off(signal, listener)
  }
}

/** Returns a stream that is no terminal, and what was written to it. */
function createSink() {
  const written: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      written.push(chunk)
      done()
    },
  })
  return { stream, read: () => Buffer.concat(written).toString() }
}

/** Returns a function that puts the stream of the process back. */
function replaceStream(
  name: 'stdin' | 'stdout' | 'stderr',
  stream: Readable | Writable,
): () => void {
  const own = Object.getOwnPropertyDescriptor(process, name)!
  Object.defineProperty(process, name, { value: stream, configurable: true, enumerable: true })
  return () => void Object.defineProperty(process, name, own)
}
