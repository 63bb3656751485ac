/**
 * Servers under measurement: each is a process of its own on one core, the load comes from another
 * core.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import type { Measurements, Prepared } from '../harness.ts'

const [SERVER_CORE, LOAD_CORE] = [0, 1]
/** Code of a sale is compiled after some four thousand, however long a busy machine takes. */
export const WARM_UP = { amount: 5000 }
const MEASURED = { duration: 2 }
const isPinned = cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0

function pinSelf(cores: string): void {
  if (isPinned) spawnSync('taskset', ['-a', '-cp', cores, String(process.pid)])
}

export interface Contender {
  name: string
  /** Module of `servers/` that calls `serveBench`. */
  script: string
  /** Handed to the module as JSON. */
  input?: unknown
  /**
   * Headers of each request, for requests of which no two may be equal; made once the server
   * listens at `url`.
   */
  headersFor?: (url: string) => Promise<() => Record<string, string>>
}

interface Usage {
  /** User and system CPU since its start. */
  cpuUs: number
  rssMib: number
}

export interface RunningServer {
  url: string
  usage(): Promise<Usage>
  stop(): Promise<void>
}

/** @throws Error if the process ends before it listens */
export async function startServer(
  { name, script, input }: Contender,
  pinned = isPinned,
): Promise<RunningServer> {
  const [program, ...args] = [
    ...(pinned ? ['taskset', '-c', String(SERVER_CORE)] : []),
    process.execPath,
    join(import.meta.dirname, '..', 'servers', `${script}.ts`),
    JSON.stringify(input ?? null),
  ]
  const child = spawn(program!, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const ended = once(child, 'exit')
  const answer = async (): Promise<unknown> => {
    const [message] = await Promise.race([
      once(child, 'message'),
      ended.then(([code]) => {
        throw new Error(`${name}: ended with ${code}`)
      }),
    ])
    return message
  }
  const { url } = (await answer()) as { url: string }
  return {
    url,
    usage() {
      const reply = answer()
      child.send('usage')
      return reply as Promise<Usage>
    },
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

interface Load {
  path: string
  connections: number
  expectStatus: number
}

/**
 * A round starts each contender in a new process, warms it up and loads it; every second round in
 * the opposite order. It measures under the contender's name `requests` a second, `cpu` and `busy`
 * (microseconds of server CPU for one request, and the share of its core that the server used).
 */
export async function compareServers(
  contenders: readonly Contender[],
  load: Load,
): Promise<Prepared> {
  pinSelf(String(LOAD_CORE))
  let turn = 0
  return {
    async round() {
      turn += 1
      let measured: Measurements = {}
      for (const each of turn % 2 === 0 ? contenders.toReversed() : contenders)
        measured = { ...measured, ...(await measureServer(each, load)) }
      return measured
    },
    close: () => pinSelf(`0-${cpus().length - 1}`),
  }
}

async function measureServer(contender: Contender, load: Load): Promise<Measurements> {
  const { name } = contender
  const server = await startServer(contender)
  try {
    const nextHeaders = await contender.headersFor?.(`${server.url}${load.path}`)
    await loadServers([server.url], load, WARM_UP, nextHeaders)
    const before = await server.usage()
    const started = performance.now()
    const { answered, seconds } = await loadServers([server.url], load, MEASURED, nextHeaders)
    const elapsedMs = performance.now() - started
    const { cpuUs } = await server.usage()
    const spentUs = cpuUs - before.cpuUs
    return {
      [`${name} requests`]: answered / seconds,
      [`${name} cpu`]: spentUs / answered,
      [`${name} busy`]: spentUs / 1000 / elapsedMs,
    }
  } finally {
    await server.stop()
  }
}

/** Loads servers in turn, as fast as they answer. @throws Error for another status */
export async function loadServers(
  urls: readonly string[],
  { path, connections, expectStatus }: Load,
  limit: { amount: number } | { duration: number },
  nextHeaders?: () => Record<string, string>,
): Promise<{ answered: number; seconds: number }> {
  const results = (await Promise.all(
    urls.map((url) =>
      autocannon({
        url: `${url}${path}`,
        connections: Math.ceil(connections / urls.length),
        ...limit,
        requests: [
          {
            path,
            setupRequest: (request) => ({
              ...request,
              headers: { ...request.headers, ...nextHeaders?.() },
            }),
          },
        ],
      }),
    ),
  )) as (autocannon.Result & { statusCodeStats: Record<string, unknown> })[]
  const answered = results.reduce((sum, { requests }) => sum + requests.total, 0)
  const statuses = new Set(results.flatMap((result) => Object.keys(result.statusCodeStats)))
  const errors = results.reduce((sum, result) => sum + result.errors, 0)
  if (errors > 0 || [...statuses].join(', ') !== String(expectStatus))
    throw new Error(
      `expected ${expectStatus}, got ${answered} answers of status ${[...statuses].join(', ')} and ${errors} errors`,
    )
  return { answered, seconds: results[0]!.duration }
}

/** The other end, called by the measured module. It ends with the bench, however that ends. */
export async function serveBench<Input>(
  start: (input: Input) => Promise<{ url: string; close(): Promise<void> | void }>,
): Promise<void> {
  const running = await start(JSON.parse(process.argv[2] ?? 'null') as Input)
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuUs: user + system, rssMib: process.memoryUsage.rss() / 2 ** 20 })
  })
  process.once('disconnect', () => {
    Promise.resolve(running.close()).finally(() => process.exit())
  })
  process.send?.({ url: running.url })
}

/** A server of Node alone, for `serveBench`. */
export async function listen(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
