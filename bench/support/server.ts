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
const SECONDS = 2
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

interface RunningServer {
  url: string
  /** User and system CPU since its start. */
  cpuUs(): Promise<number>
  stop(): Promise<void>
}

/** @throws Error if the process ends before it listens */
async function startServer({ name, script, input }: Contender): Promise<RunningServer> {
  const [program, ...args] = [
    ...(isPinned ? ['taskset', '-c', String(SERVER_CORE)] : []),
    process.execPath,
    join(import.meta.dirname, '..', 'servers', `${script}.ts`),
    JSON.stringify(input ?? null),
  ]
  const child = spawn(program!, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
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

/**
 * A round loads each contender in turn. It measures under the contender's name `requests` a second,
 * and `cpu` and `busy`: microseconds of server CPU for one request, and the share of its core that
 * the server used.
 */
export async function compareServers(
  contenders: readonly Contender[],
  load: { path: string; connections: number; expectStatus: number },
): Promise<Prepared> {
  pinSelf(String(LOAD_CORE))
  const running = await Promise.all(
    contenders.map(async (contender) => {
      const server = await startServer(contender)
      const nextHeaders = await contender.headersFor?.(`${server.url}${load.path}`)
      return { name: contender.name, server, nextHeaders }
    }),
  )
  return {
    async round() {
      let measured: Measurements = {}
      for (const each of running) measured = { ...measured, ...(await loadOnce(each, load)) }
      return measured
    },
    async close() {
      pinSelf(`0-${cpus().length - 1}`)
      await Promise.all(running.map(({ server }) => server.stop()))
    },
  }
}

async function loadOnce(
  {
    name,
    server,
    nextHeaders,
  }: {
    name: string
    server: RunningServer
    nextHeaders: (() => Record<string, string>) | undefined
  },
  { path, connections, expectStatus }: Parameters<typeof compareServers>[1],
): Promise<Measurements> {
  const cpuBeforeUs = await server.cpuUs()
  const started = performance.now()
  const result = (await autocannon({
    url: `${server.url}${path}`,
    connections,
    duration: SECONDS,
    requests: [
      {
        path,
        setupRequest: (request) => ({
          ...request,
          headers: { ...request.headers, ...nextHeaders?.() },
        }),
      },
    ],
  })) as autocannon.Result & { statusCodeStats: Record<string, unknown> }
  const elapsedMs = performance.now() - started
  const cpuUs = (await server.cpuUs()) - cpuBeforeUs
  const answered = result.requests.total
  const statuses = Object.keys(result.statusCodeStats).join(', ')
  if (result.errors > 0 || statuses !== String(expectStatus))
    throw new Error(
      `${name}: expected ${expectStatus}, got ${answered} answers of status ${statuses} and ${result.errors} errors`,
    )
  return {
    [`${name} requests`]: answered / result.duration,
    [`${name} cpu`]: cpuUs / answered,
    [`${name} busy`]: cpuUs / 1000 / elapsedMs,
  }
}

/** The other end, called by the measured module. It ends with the bench, however that ends. */
export async function serveBench<Input>(
  start: (input: Input) => Promise<{ url: string; close(): Promise<void> | void }>,
): Promise<void> {
  const running = await start(JSON.parse(process.argv[2] ?? 'null') as Input)
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuUs: user + system })
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
