/**
 * The image as an engine builds it from the committed Dockerfile, on a stand-in for its base:
 * Debian and npm's `node`. An answer is bought from its container; sources, chain and facilitator
 * are outside.
 */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../sandbox/world.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { createFolder } from '../support/folder.ts'
import { signedPayment, terms } from '../support/payments.ts'
import { ask } from '../support/service.ts'
import { eventually } from '../support/world.ts'

const ROOT = join(import.meta.dirname, '../..')
const BASE = 'docker.io/library/node:26-slim'
const IMAGE = 'localhost/ukintel:tested'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const MAX_BYTES = 200_000_000

const execute = promisify(execFile)
const has = (program: string) => spawnSync(program, ['--version']).status === 0
const DEBIAN = ['--variant=minbase', '--include=libatomic1', 'bookworm']
/** Lists what the base consists of, which needs Debian's mirror. */
function isBaseInReach(): boolean {
  const folder = createFolder()
  const listed = spawnSync('debootstrap', ['--print-debs', ...DEBIAN, folder], { timeout: 120_000 })
  return listed.status === 0
}
const isPossible =
  process.getuid?.() === 0 && has('buildah') && has('debootstrap') && isBaseInReach()
if (!isPossible)
  process.stderr.write(
    'skipped: the image (needs root, buildah and debootstrap of Debian, and its mirror)\n',
  )

interface DockerConfig {
  Cmd: string[]
  Env: string[]
  Healthcheck: { Test: string[] }
  StopSignal: NodeJS.Signals
  User: string
}

describe.skipIf(!isPossible)('the image', () => {
  const folder = createFolder()
  const storage = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')]
  const own = ['--storage-driver', 'vfs', ...storage]
  const buildah = async (...args: string[]) =>
    (await execute('buildah', [...own, ...args], { cwd: ROOT, maxBuffer: 1e8 })).stdout.trim()
  let world: World
  let container: string
  let config: DockerConfig
  let environment: Record<string, string>
  let service: { stop(): Promise<number> } | null = null

  beforeAll(async () => {
    await buildBase()
    const how = ['--isolation', 'chroot', '--format', 'docker', '--pull=false']
    await buildah('bud', ...how, '--tag', IMAGE, '.')
    container = await buildah('from', '--pull=false', IMAGE)
    config = JSON.parse(await buildah('inspect', '--type', 'image', IMAGE)).Docker.config
    world = await startWorld({ port: await freePort(), logLevel: 'warn' })
    const { DATA_DIR: _, ...outside } = world.environment as Record<string, string>
    environment = { ...outside, HOST: '127.0.0.1', METRICS_PORT: String(await freePort()) }
  }, 570_000)
  afterAll(async () => {
    await service?.stop()
    await world?.close()
    await buildah('rm', '--all').catch(() => {})
  })

  /** Builds what `node:26-slim` has and the image uses: Debian, node, npm, and the user `node`. */
  async function buildBase(): Promise<void> {
    const root = join(folder, 'base')
    await execute('debootstrap', [...DEBIAN, root])
    cpSync(process.execPath, join(root, 'usr/local/bin/node'))
    const { stdout } = await execute('sh', ['-c', 'readlink -f "$(command -v npm)"'])
    const npm = join(root, 'usr/local/lib/node_modules/npm')
    cpSync(join(stdout.trim(), '../..'), npm, { recursive: true, dereference: true })
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
    cpSync(CERTIFICATES, join(root, CERTIFICATES), { recursive: true, dereference: true })
    await execute('useradd', ['--root', root, '--uid', '1000', '--create-home', 'node'])
    const scratch = await buildah('from', 'scratch')
    await buildah('add', '--quiet', scratch, root, '/')
    const variables = [
      'PATH=/usr/local/bin:/usr/bin:/bin',
      `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`,
      `npm_config_cafile=${CERTIFICATES}`,
    ]
    await buildah('config', ...variables.flatMap((each) => ['--env', each]), scratch)
    await buildah('commit', '--quiet', '--format', 'docker', scratch, BASE)
    await buildah('rm', scratch)
    rmSync(root, { recursive: true, force: true })
  }

  const commandLine = (command: readonly string[], more: Record<string, string>) => [
    ...[...own, 'run', '--isolation', 'chroot'],
    ...Object.entries({ ...environment, ...more }).flatMap(([name, value]) => [
      '--env',
      `${name}=${value}`,
    ]),
    ...[container, '--', ...command],
  ]

  /** Runs a command in the container, as its user. */
  async function inside(command: readonly string[], more: Record<string, string> = {}) {
    const child = spawn('buildah', commandLine(command, more), { stdio: 'pipe' })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        said += part
      })
    const [code] = await once(child, 'close')
    return { code: code as number, said }
  }
  const ukintel = (line: string, more?: Record<string, string>) =>
    inside(['node', 'bin/ukintel.js', ...line.split(' ')], more)

  /** Starts the image's command, and returns how to stop it as an engine does. */
  async function serve(): Promise<{ stop(): Promise<number> }> {
    const started = ['sh', '-c', 'echo $$ >/tmp/pid; exec "$@"', 'sh', ...config.Cmd]
    const child: ChildProcess = spawn('buildah', commandLine(started, {}), { stdio: 'ignore' })
    const exited = once(child, 'exit')
    await eventually(async () => (await healthy()) === 0)
    const mounted = await buildah('mount', container)
    return {
      async stop() {
        process.kill(Number(readFileSync(join(mounted, 'tmp/pid'), 'utf8')), config.StopSignal)
        return (await exited)[0] as number
      },
    }
  }
  const healthy = async () => (await inside(config.Healthcheck.Test.slice(1))).code

  it('sells an answer unprivileged, is backed up and restored, and stops on request', async () => {
    expect(config.User).toBe('node')
    expect(await healthy()).not.toBe(0)
    service = await serve()
    const payment = await signedPayment(world.buyer, terms(world.seller.address))
    const url = `http://127.0.0.1:${environment.PORT}/v1/company/99000020/verdict`
    const reply = await ask(url, { payment })
    expect(reply.status, reply.bytes).toBe(200)
    expect(await ukintel('backup --to /backups --keep 48')).toMatchObject({
      code: 0,
      said: expect.stringContaining('temporary database'),
    })
    const { stop } = service
    service = null
    expect(await stop()).toBe(0)
    const elsewhere = { DATA_DIR: '/tmp/restored' }
    expect(await ukintel('restore /backups', elsewhere)).toMatchObject({ code: 0 })
    expect(await ukintel('ledger list', elsewhere)).toMatchObject({
      code: 0,
      said: expect.stringContaining(reply.receipt!.transaction),
    })
  }, 240_000)

  it('adds at most 200 MB to its base', async () => {
    const { said } = await inside(['du', '--summarize', '--bytes', '/app'])
    const bytes = Number(said.split('\t', 1)[0])
    process.stdout.write(`the image adds ${(bytes / 1e6).toFixed(1)} MB to its base\n`)
    expect(bytes).toBeGreaterThan(1_000_000)
    expect(bytes).toBeLessThan(MAX_BYTES)
  })
})
