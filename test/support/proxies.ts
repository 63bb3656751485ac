/**
 * Reverse proxies of Debian in front of the service, each with the settings that it has by default.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../../src/transports/free-port.ts'
import { createFolder } from './folder.ts'

export type ProxyName = 'nginx' | 'haproxy' | 'apache2'

export interface RunningProxy {
  url: string
  stop(): Promise<void>
}

interface Kind {
  /** Arguments that run it in the foreground. */
  run(file: string, folder: string): string[]
  configure(port: number, upstream: string, folder: string): string
}

const APACHE_MODULES = ['mpm_event', 'authz_core', 'proxy', 'proxy_http']

const KINDS: Readonly<Record<ProxyName, Kind>> = {
  nginx: {
    run: (file, folder) => ['-c', file, '-p', folder, '-e', 'stderr'],
    // Paths alone are set, which an ordinary user may not write elsewhere.
    configure: (port, upstream, folder) => `daemon off;
pid ${folder}/pid;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/${each};`).join(' ')}
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass ${upstream}; }
  }
}
`,
  },
  haproxy: {
    run: (file) => ['-db', '-q', '-f', file],
    configure: (port, upstream) => `defaults
  mode http
  timeout connect 5s
  timeout client 50s
  timeout server 50s
frontend public
  bind 127.0.0.1:${port}
  default_backend service
backend service
  server one ${new URL(upstream).host}
`,
  },
  apache2: {
    run: (file) => ['-X', '-f', file],
    configure: (port, upstream, folder) => `ServerRoot ${folder}
ServerName 127.0.0.1
PidFile ${folder}/pid
DefaultRuntimeDir ${folder}
ErrorLog ${folder}/log
Listen 127.0.0.1:${port}
${APACHE_MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
ProxyPass / ${upstream}/
ProxyPassReverse / ${upstream}/
`,
  },
}

export const PROXIES = Object.keys(KINDS) as ProxyName[]

/** Whether it is installed, on the path or where Debian puts services. */
export const hasProxy = (name: ProxyName): boolean => findProgram(name) !== null

function findProgram(name: string): string | null {
  const found = [name, `/usr/sbin/${name}`].find(
    (path) => spawnSync(path, ['-v'], { stdio: 'ignore' }).error === undefined,
  )
  return found ?? null
}

/** @throws Error if it is not installed or does not start */
export async function startProxy(name: ProxyName, upstream: string): Promise<RunningProxy> {
  const program = findProgram(name)
  if (program === null) throw new Error(`${name} is not installed`)
  const folder = createFolder()
  mkdirSync(join(folder, 'logs'))
  const port = await freePort()
  const file = join(folder, 'configuration')
  writeFileSync(file, KINDS[name].configure(port, upstream, folder))
  const child = spawn(program, KINDS[name].run(file, folder), {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await exited
  }
  for (let tries = 0; !(await accepts(port)); tries += 1) {
    if (tries === 400 || child.exitCode !== null) {
      await stop()
      throw new Error(`${name} did not start`)
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
