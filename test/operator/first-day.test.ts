/**
 * The first day on an empty machine: every `ukintel` command of `docs/operators/first-day.md`, as
 * printed and in its order, against synthetic sources. `NOT_RUN` lists what a test cannot do.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../sandbox/world.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { createFolder } from '../support/folder.ts'
import { eventually, withoutChain } from '../support/world.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = readFileSync(join(ROOT, 'docs/operators/first-day.md'), 'utf8')
const printed = [...new Set([...PAGE.matchAll(/`(ukintel [^`]+)`/g)].map(([, line]) => line!))]

/** Steps of the page that no command of ours does. */
const NOT_RUN = [
  'keys and accounts: ordered by a person',
  'the certificate: Caddy gets it for a public host',
  'deploy/prometheus/alerts.yml: test/operator/alert-delivery.test.ts',
  'deploy/ukintel-backup.timer and compose: test/operator/deploying.test.ts runs their command',
  'hours of the first fill: the synthetic sources are read in seconds',
]

interface Expected {
  /** Exit codes that the page allows at this moment. */
  codes: readonly number[]
  shows: RegExp
  /** State that the command needs. */
  after?: 'served' | 'filled'
}

/** In the order of a first day. */
const DAY: readonly (Expected & { line: string })[] = [
  { line: 'ukintel config', codes: [0], shows: /X402_PAY_TO/ },
  { line: 'ukintel doctor', codes: [0], shows: /holds/ },
  { line: 'ukintel doctor', codes: [0], shows: /holds/, after: 'served' },
  { line: 'ukintel status', codes: [0], shows: /Companies House/, after: 'filled' },
  {
    line: 'ukintel call GET PUBLIC_URL/v1/company/search?q=harbour --max-usd 0.01',
    codes: [0],
    shows: /0\.005/,
  },
  { line: 'ukintel ledger reconcile', codes: [0], shows: /equal, to the atomic unit/ },
  // One route of all is settled by now.
  { line: 'ukintel listings', codes: [1], shows: /\/v1\/company\/search/ },
  { line: 'ukintel backup --to FOLDER --keep 48', codes: [0], shows: /restored into a temporary/ },
  { line: 'ukintel ingest funders', codes: [0], shows: /grants of \d+ funders/ },
]

describe.skipIf(withoutChain)('the first day', () => {
  const folder = createFolder()
  let world: World
  let environment: Record<string, string>
  let service: ChildProcess | null = null
  beforeAll(async () => {
    world = await startWorld({ port: await freePort(), logLevel: 'warn' })
    environment = {
      ...(world.environment as Record<string, string>),
      PATH: process.env.PATH!,
      HOME: folder,
      DATA_DIR: join(folder, 'data'),
      PUBLIC_URL: `http://127.0.0.1:${world.environment.PORT}`,
      BUYER_PRIVATE_KEY: world.buyer.privateKey,
    }
  })
  afterAll(async () => {
    if (service !== null) {
      const exited = once(service, 'exit')
      if (service.kill('SIGTERM')) await exited
    }
    await world?.close()
  })

  const start = (line: string) => {
    const args = line
      .replace('PUBLIC_URL', environment.PUBLIC_URL!)
      .replace('FOLDER', join(folder, 'backups'))
      .split(' ')
      .slice(1)
    return spawn(process.execPath, [join(ROOT, 'bin/ukintel.js'), ...args], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
  async function run(line: string): Promise<{ code: number | null; said: string }> {
    const child = start(line)
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    return { code, said: `${out}${err}` }
  }
  async function serve(): Promise<void> {
    if (service !== null) return
    const child = start('ukintel serve')
    service = child
    child.stderr.resume()
    await once(createInterface({ input: child.stdout }), 'line')
  }

  it('has every command of the page, and no other', () => {
    const lines = new Set(DAY.map(({ line }) => line))
    expect([...lines].sort()).toEqual([...printed].sort())
    process.stdout.write(`not run of the first day:\n  ${NOT_RUN.join('\n  ')}\n`)
  })

  it.each(DAY)(
    '$line',
    async ({ line, codes, shows, after }) => {
      if (after !== undefined) await serve()
      // The first fill shares the machine with other tests.
      const isFilled = async () => (await run('ukintel status')).code === 0
      if (after === 'filled') await eventually(isFilled, { maxPauseMs: 120_000 })
      const { code, said } = await run(line)
      expect({ code, said }).toEqual({
        code: expect.toBeOneOf([...codes]),
        said: expect.stringMatching(shows),
      })
    },
    180_000,
  )
})
