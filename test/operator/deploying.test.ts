/**
 * The files of a deployment: their very commands run as plain processes, and they name no variable
 * that is none.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { validate } from 'dockerfile-utils/lib/main.js'
import { expect, it } from 'vitest'
import { describeConfig } from '../../src/config.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { cliHere } from '../support/cli.ts'
import { createFolder } from '../support/folder.ts'
import { createStoreFolder } from '../support/store-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const dockerfile = read('Dockerfile')
const listOf = (instruction: string) =>
  JSON.parse(new RegExp(`^${instruction}.*?(\\[.*\\])$`, 'm').exec(dockerfile)![1]!) as string[]

it('the image serves unprivileged, is healthy while it does, and stops on request', async () => {
  expect(dockerfile).toMatch(/^USER node$/m)
  const command = listOf('CMD')
  expect(read('deploy/ukintel.service')).toContain(
    `ExecStart=/opt/ukintel/node_modules/.bin/${command.join(' ')}`,
  )
  const dataDir = createFolder()
  const environment = {
    PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
    ...{
      X402_PAY_TO: `0x${'1'.repeat(40)}`,
      PORT: '0',
      DATA_DIR: dataDir,
      INGEST: 'off',
      LOG_LEVEL: 'silent',
    },
    METRICS_PORT: String(await freePort()),
  }
  const health = () => {
    const [program, ...args] = listOf('HEALTHCHECK')
    return spawn(program!, args, { env: environment, stdio: 'ignore' })
  }
  expect((await once(health(), 'exit'))[0]).toBe(1)
  const [program, ...args] = command
  const service = spawn(program!, args, {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(service, 'exit')
  await once(createInterface({ input: service.stdout }), 'line')
  expect((await once(health(), 'exit'))[0]).toBe(0)
  service.kill(/^STOPSIGNAL (\w+)$/m.exec(dockerfile)![1] as NodeJS.Signals)
  expect(await exited).toEqual([0, null])
})

it('names variables that there are', () => {
  const known = new Set(describeConfig({}).map(({ name }) => name))
  const others = new Set([
    'NODE_ENV',
    'SITE',
    'POSTGRES_USER',
    'POSTGRES_DB',
    'POSTGRES_PASSWORD',
    'ALERT_CONTACT',
  ])
  const named = [
    ...[...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) =>
      [...line!.matchAll(/(\w+)=/g)].map(([, name]) => name!),
    ),
    ...[...read('deploy/compose.yml').matchAll(/\b([A-Z][A-Z0-9_]{3,}): /g)].map(
      ([, name]) => name!,
    ),
    ...[...read('deploy/ukintel.service').matchAll(/\b([A-Z][A-Z0-9_]{3,})=/g)].map(
      ([, name]) => name!,
    ),
  ]
  expect(named.length).toBeGreaterThan(8)
  const isKnown = (name: string) => known.has(name.replace(/_FILE$/, '')) || known.has(name)
  expect(named.filter((name) => !isKnown(name) && !others.has(name))).toEqual([])
})

it('offers every variable in .env.example, once, and none that is filled in', () => {
  const lines = [...read('.env.example').matchAll(/^#?(\w+)=/gm)].map(([, name]) => name!)
  expect(lines).toEqual(describeConfig({}).map(({ name }) => name))
})

const promtool = spawnSync('promtool', ['--version']).status === 0
it.skipIf(!promtool)('has a configuration that Prometheus takes', () => {
  const { status, stdout, stderr } = spawnSync(
    'promtool',
    ['check', 'config', join(ROOT, 'deploy/prometheus/prometheus.yml')],
    {
      encoding: 'utf8',
    },
  )
  expect({ status, said: `${stdout}${stderr}` }).toMatchObject({ status: 0 })
})

it('has a Dockerfile in which a linter finds nothing, and would', () => {
  expect(validate(dockerfile)).toEqual([])
  expect(validate(dockerfile.replace('USER node', 'USR node'))).not.toEqual([])
})

/** Returns whether the program exists; otherwise prints what was not tested. */
function available(program: string, ...args: string[]): boolean {
  const found = spawnSync(program, args).status === 0
  if (!found) process.stderr.write(`skipped: no ${program} on this machine\n`)
  return found
}

it.skipIf(!available('caddy', 'version'))(
  'has a Caddyfile that Caddy takes, as Caddy writes it',
  () => {
    const file = join(ROOT, 'deploy/Caddyfile')
    const environment = { ...process.env, SITE: 'intel.example.org' }
    const { status, stderr } = spawnSync(
      'caddy',
      ['validate', '--config', file, '--adapter', 'caddyfile'],
      {
        env: environment,
        encoding: 'utf8',
      },
    )
    expect({ status, said: stderr }).toMatchObject({ status: 0 })
    expect(spawnSync('caddy', ['fmt', file], { encoding: 'utf8' }).stdout).toBe(
      read('deploy/Caddyfile'),
    )
  },
)

it.skipIf(!available('systemd-analyze', '--version'))('has units that systemd takes', () => {
  const folder = createFolder()
  const units = ['ukintel.service', 'ukintel-backup.service', 'ukintel-backup.timer']
  // Where they would be installed.
  const write = (name: string, unit: string) =>
    writeFileSync(join(folder, name), unit.replaceAll('/opt/ukintel', ROOT))
  for (const name of units) write(name, read(`deploy/${name}`))
  const verified = () => {
    const paths = units.map((name) => join(folder, name))
    const { status, stdout, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', ...paths],
      { encoding: 'utf8' },
    )
    return {
      status,
      said: `${stdout}${stderr}`.split('\n').filter((line) => line.includes('ukintel')),
    }
  }
  expect(verified()).toEqual({ status: 0, said: [] })
  write('ukintel-backup.timer', read('deploy/ukintel-backup.timer').replace('hourly', 'hurly'))
  expect(verified().said).not.toEqual([])
})

it('backs up by one command, by timer and in compose', async () => {
  const unit = /^ExecStart=\S+ bin\/ukintel.js (.*) \/var\/lib\/ukintel-backups (.*)$/m.exec(
    read('deploy/ukintel-backup.service'),
  )!
  const compose = /node bin\/ukintel.js (.*) \/backups (.*); done/.exec(read('deploy/compose.yml'))!
  expect(compose.slice(1)).toEqual(unit.slice(1))
  const dataDir = await createStoreFolder('ukintel-backed-up-')
  const folder = join(dataDir, 'backups')
  const [, before, after] = unit
  const args = [...before!.split(' '), folder, ...after!.split(' ')]
  expect(await cliHere(args, { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  expect(await cliHere(['restore', folder], { DATA_DIR: join(dataDir, 'restored') })).toMatchObject(
    { code: 0 },
  )
})

it('runs Grafana with its datasource and dashboard', () => {
  const compose = read('deploy/compose.yml')
  expect(compose).toContain('./grafana/provisioning:/etc/grafana/provisioning:ro')
  const path = /path: (\S+) /.exec(read('deploy/grafana/provisioning/dashboards/ukintel.yml'))![1]
  expect(compose).toContain(`./grafana/ukintel.json:${path}/ukintel.json:ro`)
  expect(compose).toMatch(/^ {2}prometheus:$/m)
  expect(read('deploy/grafana/provisioning/datasources/prometheus.yml')).toContain(
    'http://prometheus:9090',
  )
  for (const [, image] of compose.matchAll(/image: (\S+)/g)) expect(image).toMatch(/:v?\d/)
})
