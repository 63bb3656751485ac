/** Programs that end when this process ends, however it ends. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Child {
  /** Standard output and standard error, line by line, until the program ends. */
  onLine(listener: (line: string) => void): void
  /** Resolves with a short reason when the program has ended. */
  readonly ended: Promise<string>
  /** Ends the program with SIGINT and waits for it; kills it after `graceMs`. */
  stop(graceMs?: number): Promise<void>
}

/**
 * A shell holds the program and our pipe: when the pipe closes, even because this process was
 * killed outright, it interrupts the program. Exit handlers of our own would not run then.
 */
const GUARD =
  'exec 3<&0; "$@" 3<&- </dev/null & pid=$!; { cat <&3 >/dev/null; kill -INT $pid 2>/dev/null; } & exec 3<&-; wait $pid'

export function startChild(
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> = {},
): Child {
  const guarded = process.platform !== 'win32'
  // A separate process group, so that Ctrl-C in the terminal reaches only us and we end things in
  // order.
  const child: ChildProcess = guarded
    ? spawn('/bin/sh', ['-c', GUARD, 'guard', program, ...args], {
        ...options,
        stdio: 'pipe',
        detached: true,
      })
    : spawn(program, args, { ...options, stdio: 'pipe' })
  const listeners: ((line: string) => void)[] = []
  for (const stream of [child.stdout!, child.stderr!]) {
    let rest = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) for (const listener of listeners) listener(line)
    })
  }
  child.stdin!.on('error', () => {})
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => {
      child.stdin!.destroy()
      resolve(signal ?? `exit code ${code}`)
    })
  })
  return {
    onLine: (listener) => listeners.push(listener),
    ended,
    async stop(graceMs = 5000) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      const timer = setTimeout(() => killGroup(child), graceMs)
      if (guarded) child.stdin!.end()
      else child.kill()
      await exited
      clearTimeout(timer)
    },
  }
}

function killGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

/**
 * The first line that matches.
 * @throws when the program ends first, with its last lines, or when `timeoutMs` passes.
 */
export async function awaitLine(
  child: Child,
  pattern: RegExp,
  timeoutMs: number,
): Promise<RegExpExecArray> {
  const seen: string[] = []
  let timer: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      new Promise<RegExpExecArray>((resolve) =>
        child.onLine((line) => {
          seen.push(line)
          const match = pattern.exec(line)
          if (match) resolve(match)
        }),
      ),
      child.ended.then((reason): never => {
        throw new Error(`ended before it was ready (${reason}): ${seen.slice(-3).join(' | ')}`)
      }),
      new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(new Error(`not ready after ${timeoutMs} ms: ${seen.slice(-3).join(' | ')}`)),
          timeoutMs,
        )
      }),
    ])
  } finally {
    clearTimeout(timer)
  }
}
