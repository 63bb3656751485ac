/** Servers under measurement run in processes of their own; both ends of the line between them and the bench are here. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onCore, SERVER_CORE } from './cores.ts'

export interface ServerSpec {
  name: string
  /** Absolute path of a module that calls `serveBench`. */
  script: string
  /** Handed to the module as JSON. */
  input?: unknown
  /** Options for node itself. */
  nodeArgs?: readonly string[]
}

export interface RunningServer {
  url: string
  /** User and system CPU since its start. */
  cpuUs(): Promise<number>
  stop(): Promise<void>
}

/** @throws Error when the process ends before it listens */
export async function startServer({
  name,
  script,
  input,
  nodeArgs = [],
}: ServerSpec): Promise<RunningServer> {
  const [program, ...args] = [
    ...onCore(SERVER_CORE),
    process.execPath,
    ...nodeArgs,
    script,
    JSON.stringify(input ?? null),
  ]
  const child = spawn(program!, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ...(process.env.TMPDIR ? { TMPDIR: process.env.TMPDIR } : {}),
    },
  })
  const ended = once(child, 'exit')
  const answer = async (): Promise<Record<string, unknown>> => {
    const [message] = await Promise.race([
      once(child, 'message'),
      ended.then(([code]) => {
        throw new Error(`${name}: ended with ${code}`)
      }),
    ])
    return message
  }
  const { url } = await answer()
  return {
    url: String(url),
    async cpuUs() {
      const reply = answer()
      child.send('cpu')
      return Number((await reply).cpuUs)
    },
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** The other end: called by the measured module. It ends with the bench, however that ends. */
export async function serveBench<Input>(
  start: (input: Input) => Promise<{ url: string; close(): Promise<void> | void }>,
): Promise<void> {
  const running = await start(JSON.parse(process.argv[2] ?? 'null') as Input)
  process.on('message', (question) => {
    if (question !== 'cpu') return
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuUs: user + system })
  })
  process.once('disconnect', () => {
    Promise.resolve(running.close()).finally(() => process.exit())
  })
  process.send?.({ url: running.url })
}
