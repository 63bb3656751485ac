import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { encodePaymentRequiredHeader } from '@x402/core/http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxWallet } from '../../sandbox/wallets.ts'
import { cli, cliHere } from '../support/cli.ts'
import { createFolder } from '../support/folder.ts'
import { terms } from '../support/payments.ts'

const PAY_TO = { X402_PAY_TO: '0x1111111111111111111111111111111111111111' }
const WALLET = { BUYER_PRIVATE_KEY: sandboxWallet('buyer').privateKey }

describe('help', () => {
  it('names every command to a stranger', async () => {
    const { code, stdout } = await cli(['--help'])
    expect(code).toBe(0)
    for (const command of ['serve', 'demo', 'sandbox', 'call', 'config', 'status'])
      expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'))
    expect(stdout).toContain('USDC')
  })
})

it.each([
  [['status', '--foo'], cli],
  [['ledger', 'list', '--foo'], cliHere],
])('an unknown option ends with 2, %j', async (args, run) => {
  const { code, stdout, stderr } = await run(args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^error: unknown option '--foo'/)
})

it('restore of a damaged or a missing file says so and ends with 1', async () => {
  const folder = createFolder()
  const environment = { DATA_DIR: join(folder, 'restored') }
  const damaged = join(folder, 'damaged.backup')
  writeFileSync(damaged, 'no backup')
  for (const [file, message] of [
    [damaged, /^nothing was restored: /],
    [join(folder, 'none'), /there is no file/],
  ] as const)
    expect(await cliHere(['restore', file], environment)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(message),
    })
})

describe('serve', () => {
  /** Those that have opened something by then run as a process, which has to end. */
  it.each<
    [
      string,
      typeof cliHere,
      (taken: { port: number; folder: string }) => Record<string, string>,
      RegExp,
    ]
  >([
    [
      'a port that is taken',
      cliHere,
      ({ port }) => ({ PORT: String(port) }),
      /^PORT \d+ is already in use; example: PORT=\d+$/,
    ],
    [
      'an operator port that is taken',
      cli,
      ({ port }) => ({ METRICS_PORT: String(port) }),
      /^METRICS_PORT \d+ is already in use; example: METRICS_PORT=\d+$/,
    ],
    [
      'an address of another machine',
      cliHere,
      () => ({ HOST: '192.0.2.1' }),
      /^HOST "192\.0\.2\.1" cannot be listened on .*; example: HOST=/,
    ],
    [
      'a data folder that is a file',
      cliHere,
      () => ({ DATA_DIR: 'package.json' }),
      /^DATA_DIR "package\.json" holds no usable database: EEXIST/,
    ],
    [
      'a file that is no database',
      cli,
      ({ folder }) => {
        writeFileSync(
          join(folder, 'ukintel.db'),
          'This is a letter, and no database at all. '.repeat(200),
        )
        return { DATA_DIR: folder }
      },
      /^DATA_DIR ".*" holds no usable database: file is not a database$/,
    ],
    [
      'no PostgreSQL, without telling the password',
      cli,
      () => ({ DATABASE_URL: 'postgres://someone:hunter2@127.0.0.1:9/db?x=hunter2' }),
      /^DATABASE_URL: no usable PostgreSQL at 127\.0\.0\.1:9: connect ECONNREFUSED 127\.0\.0\.1:9$/,
    ],
  ])('stops at %s with one line', async (_what, run, environmentOf, line) => {
    const folder = createFolder()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const environment = {
      ...PAY_TO,
      PORT: '0',
      DATA_DIR: folder,
      INGEST: 'off',
      LOG_LEVEL: 'silent',
      ...environmentOf({ port, folder }),
    }
    const { code, stdout, stderr } = await run(['serve'], environment)
    other.close()
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr.trimEnd()).toMatch(line)
    expect(stderr).not.toContain('hunter2')
  })

  it('serves, and stops on request', async () => {
    const dataDir = createFolder()
    const environment = {
      ...PAY_TO,
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: dataDir,
      INGEST: 'off',
      LOG_LEVEL: 'silent',
    }
    const child = spawn(process.execPath, ['bin/ukintel.js', 'serve'], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'exit')
    try {
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
      const url = /listening on (http:\S+),/.exec(line)![1]!
      expect(line).toContain(`serves ${url} `)
      expect((await fetch(`${url}/v1/health`)).status).toBe(200)
      const { code, stdout } = await cli(['status', '--url', url, '--json'])
      expect(JSON.parse(stdout)).toMatchObject({ network: 'eip155:84532' })
      expect(code).toBe(JSON.parse(stdout).status === 'ok' ? 0 : 1)
      const told = (await cliHere(['status'], { PUBLIC_URL: url })).stdout
      expect(told).toContain(`at ${url}: `)
      expect(told).toMatch(/^Companies House .*(not set up here|not queried yet)/m)
      // The output contains no internal names of states and fields.
      expect(
        told.split('\n').filter((line) => /\b[a-z]+_[a-z_]+\b/.test(line) && !line.startsWith('!')),
      ).toEqual([])
      const taken = await cli(['serve'], {
        ...PAY_TO,
        DATA_DIR: dataDir,
        PORT: new URL(url).port,
        LOG_LEVEL: 'silent',
      })
      expect(taken).toMatchObject({
        code: 1,
        stderr: `PORT ${new URL(url).port} is already in use; example: PORT=${Number(new URL(url).port) + 1}\n`,
      })
    } finally {
      child.kill('SIGTERM')
    }
    expect(await exited).toEqual([0, null])
  })
})

describe('config', () => {
  it('shows every variable, its source, and no secret', async () => {
    const { code, stdout } = await cli(['config', '--check'], {
      ...PAY_TO,
      COMPANIES_HOUSE_API_KEY: 'tops3cret',
      PORT: '4444',
    })
    expect(code).toBe(0)
    expect(stdout).toContain('PORT=4444  (environment)')
    expect(stdout).toContain('HOST=127.0.0.1  (default)')
    expect(stdout).toContain('COMPANIES_HOUSE_API_KEY=********  (environment)')
    expect(stdout).not.toContain('tops3cret')
    expect(stdout).toContain('This configuration can serve.')
  })

  it('says why a configuration cannot serve', async () => {
    const { code, stdout } = await cliHere(['config', '--check', '--json'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      serves: false,
      fault: expect.stringContaining('X402_PAY_TO is required'),
    })
  })
})

describe('call', () => {
  let url: string
  let payments = 0
  const seller = createServer((request, response) => {
    if (request.headers['payment-signature']) payments++
    if (request.url === '/free') return response.end('{"free":true}')
    if (request.url === '/broken')
      return response.writeHead(503).end('{"code":"UPSTREAM_UNAVAILABLE"}')
    const header = encodePaymentRequiredHeader({
      x402Version: 2,
      resource: { url: `${url}/thing` },
      accepts: [terms(PAY_TO.X402_PAY_TO)],
    })
    response.writeHead(402, { 'payment-required': header }).end('{}')
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => seller.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(seller.address() as { port: number }).port}`
  })
  afterAll(() => new Promise((resolve) => seller.close(resolve)))

  it('prints a free answer and nothing else', async () => {
    expect(await cli(['call', 'GET', '/free', '--url', url])).toEqual({
      code: 0,
      stdout: '{"free":true}\n',
      stderr: '',
    })
  })

  it('shows the terms and pays nothing on --quote', async () => {
    const { code, stdout, stderr } = await cliHere(['call', 'GET', '/thing', '--quote'], {
      PUBLIC_URL: url,
    })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain('402  0.10 USDC on eip155:84532 (test network, no real money)')
    expect(stderr).toContain('nothing was paid')
  })

  it.each([
    [
      'above --max-usd',
      ['--max-usd', '0.09'],
      WALLET,
      /the call costs 0\.10 USD, the limit is 0\.09 USD; nothing was paid/,
    ],
    [
      'above BUYER_MAX_USD',
      ['--max-usd', '5'],
      { ...WALLET, BUYER_MAX_USD: '0.05' },
      /the limit is 0\.05 USD/,
    ],
    ['without a wallet', ['--max-usd', '1'], {}, /BUYER_PRIVATE_KEY is required to pay/],
    [
      'without anybody to ask',
      [],
      WALLET,
      /no terminal to confirm; to pay without confirmation add --max-usd 0\.10/,
    ],
    [
      'with a limit that is no amount',
      ['--max-usd', 'ten'],
      WALLET,
      /--max-usd is an amount in USD such as 0\.10, not ten/,
    ],
  ])('refuses %s', async (_, args, environment, message) => {
    const { code, stderr, stdout } = await cliHere(
      ['call', 'GET', '/thing', '--url', url, ...args],
      environment as Record<string, string>,
    )
    expect({ code, stdout, paid: payments }).toEqual({ code: 1, stdout: '', paid: 0 })
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('    at ')
  })

  it('fails with the answer when the service does', async () => {
    expect(await cliHere(['call', 'GET', '/broken', '--url', url])).toMatchObject({
      code: 1,
      stdout: '{"code":"UPSTREAM_UNAVAILABLE"}\n',
    })
  })

  it.each([
    [['DELETE', '/free'], /the method is GET or POST, not DELETE/],
    [['GET', 'free'], /the path begins with a slash/],
    [['GET', '/free', '--url', 'ftp://x'], /--url ftp:\/\/x is not an http or https address/],
    [
      ['GET', '/free', '--url', 'http://127.0.0.1:4'],
      /http:\/\/127\.0\.0\.1:4 did not answer: connect ECONNREFUSED/,
    ],
  ])('explains %j', async (args, message) => {
    const { code, stderr } = await cliHere(['call', ...args])
    expect(code).toBe(1)
    expect(stderr).toMatch(message)
  })
})
