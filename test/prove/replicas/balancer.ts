/** Debian's haproxy in front of replicas. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../../../src/transports/free-port.ts'
import { createFolder } from '../../support/folder.ts'

export interface Balancer {
  readonly url: string
  /** Every connection that it holds is cut. */
  dropAll(): Promise<void>
  close(): Promise<void>
}

export const withoutHaproxy = spawnSync('haproxy', ['-v']).status !== 0

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

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const folder = createFolder()
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
    url: `http://127.0.0.1:${port}`,
    async dropAll() {
      for (const index of ports.keys())
        await command(socket, `shutdown sessions server service/replica${index}`)
    },
    async close() {
      child.kill('SIGKILL')
      await exited
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
