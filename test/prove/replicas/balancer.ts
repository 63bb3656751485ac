/** Load balancer in front of replicas: Debian's haproxy if installed, else a plain TCP proxy. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../src/transports/free-port.ts'

export interface Balancer {
  /** `haproxy 2.6.12`, or that a stand-in was used. */
  readonly name: string
  readonly url: string
  /** Null for the stand-in, which is part of this process. */
  readonly pid: number | null
  /** Every connection that it holds is cut. */
  dropAll(): Promise<void>
  close(): Promise<void>
}

export function haproxyVersion(): string | null {
  const { status, stdout } = spawnSync('haproxy', ['-v'], { encoding: 'utf8' })
  return status === 0 ? (/version (\d+\.\d+\.\d+)/.exec(stdout)?.[1] ?? 'of unknown version') : null
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const version = haproxyVersion()
  return version === null ? startStandIn(ports) : startHaproxy(ports, version)
}

/**
 * Configuration as in the operators' pages: round robin, and another replica after a failed
 * connection.
 */
function configuration(port: number, ports: readonly number[], socket: string): string {
  return `global
  maxconn 2000
  stats socket ${socket} level admin
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout check 1s
  retries 3
  option redispatch 1
  option forwardfor
listen service
  bind 127.0.0.1:${port}
  balance roundrobin
  default-server check inter 300 fall 2 rise 1 on-marked-down shutdown-sessions
${ports.map((each, index) => `  server replica${index} 127.0.0.1:${each}`).join('\n')}
`
}

async function startHaproxy(ports: readonly number[], version: string): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'ukintel-haproxy-'))
  const port = await freePort()
  const socket = join(folder, 'admin.sock')
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration(port, ports, socket))
  const child = spawn('haproxy', ['-db', '-q', '-f', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  const ready = async () => {
    for (let tried = 0; tried < 200 && child.exitCode === null; tried += 1) {
      if (await accepts(port)) return
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error('haproxy did not start')
  }
  await ready()
  return {
    name: `haproxy ${version}`,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    async dropAll() {
      for (const index of ports.keys())
        await command(socket, `shutdown sessions server service/replica${index}`)
    },
    async close() {
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}

async function command(socket: string, line: string): Promise<void> {
  const connection = connect(socket)
  connection.end(`${line}\n`)
  connection.resume()
  await once(connection, 'close')
}

async function startStandIn(ports: readonly number[]): Promise<Balancer> {
  const sockets = new Set<Socket>()
  let next = 0
  const joinWith = (client: Socket, tries: number) => {
    next += 1
    const server = connect(ports[next % ports.length]!, '127.0.0.1')
    sockets.add(server)
    server.once('close', () => sockets.delete(server))
    server.once('connect', () => {
      client.pipe(server).pipe(client)
      server.on('error', () => client.destroy())
      client.on('close', () => server.destroy())
      server.on('close', () => client.destroy())
    })
    let reached = false
    server.once('connect', () => (reached = true))
    server.once('error', () => {
      if (!reached && tries > 0) joinWith(client, tries - 1)
      else client.destroy()
    })
  }
  const listener = createServer((client) => {
    sockets.add(client)
    client.once('close', () => sockets.delete(client))
    client.on('error', () => {})
    joinWith(client, ports.length)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const dropAll = async () => {
    for (const each of sockets) each.destroy()
  }
  return {
    name: 'a plain TCP proxy of this test, no haproxy being installed',
    url: `http://127.0.0.1:${(listener.address() as { port: number }).port}`,
    pid: null,
    dropAll,
    async close() {
      await dropAll()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
