/** The package as others get it: packed, installed into an empty folder, used from there. */
import { type ChildProcess, execFile, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { BROWSER_MODULES, moduleUrl } from '../../src/site/modules.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { createFolder } from '../support/folder.ts'
import { buildAndPack, install, pack } from '../support/packed.ts'
import { type Service, startService } from '../support/service.ts'

const root = join(import.meta.dirname, '../..')
const execute = promisify(execFile)

/** Between the licences of two packages. */
const RULE = '-'.repeat(80)
const CHILDREN = globSync('src/**/*-child.ts', { cwd: root }).map((file) => basename(file, '.ts'))

describe('the packed package', () => {
  let folder: string
  let service: Service
  let files: string[]
  let modules: string
  beforeAll(async () => {
    folder = createFolder()
    execFileSync(process.execPath, ['scripts/build.ts'], { cwd: root })
    const packed = pack('.', folder)
    files = packed.files
    install(folder, [packed])
    modules = join(folder, 'node_modules')
    service = await startService({ domains: 'real' })
  }, 300_000)
  afterAll(async () => {
    await service?.stop()
  })

  const bin = () => join(modules, 'ukintel/bin/ukintel.js')

  const run = async (...args: string[]): Promise<string> => {
    const { stdout } = await execute(process.execPath, args, {
      cwd: folder,
      env: { PATH: process.env.PATH },
    })
    return stdout.trim()
  }

  it('carries what it runs on and no sources or tests', () => {
    expect(files).toContain('bin/ukintel.js')
    expect(files).toContain('docs/callers/contract.md')
    expect(files).toContain('CHANGELOG.md')
    expect(files).toContain('dist/src/site/assets/page.css')
    expect(files.filter((path) => /(^src\/|\.test\.|^test\/)/.test(path))).toEqual([])
  })

  it('installs nothing else, in less than 20 MB', () => {
    expect(readdirSync(modules).filter((name) => !name.startsWith('.'))).toEqual(['ukintel'])
    const entries = readdirSync(modules, { recursive: true, withFileTypes: true })
    const bytes = entries
      .filter((entry) => entry.isFile())
      .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
    expect(bytes).toBeLessThan(20_000_000)
  })

  it('carries the licence of each bundled package', () => {
    const licences = readFileSync(join(modules, 'ukintel/dist/LICENSES.txt'), 'utf8').split(RULE)
    for (const name of ['viem', 'zod', 'kysely', '@x402/core', 'undici'])
      expect(licences.filter((text) => text.trim().startsWith(`${name} `))).not.toEqual([])
    expect(licences.filter((text) => !/licen[cs]e|permission/i.test(text))).toEqual([])
  })

  it('serves its pages and their scripts from what it carries', async () => {
    const port = await freePort()
    const child = spawn(process.execPath, [bin(), 'serve'], {
      cwd: folder,
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        INGEST: 'off',
        LOG_LEVEL: 'silent',
        X402_PAY_TO: '0x52908400098527886E0F7030069857D2E4169EE7',
        X402_FACILITATOR_URL: 'http://127.0.0.1:9',
      },
    })
    try {
      await listening(port, child)
      const paths = [
        ...['/', '/docs', '/docs/changes', '/docs/rules/verdict-1.0.0', '/assets/page.css'],
        ...BROWSER_MODULES.map(moduleUrl),
      ]
      const answers = await Promise.all(
        paths.map(async (path) => {
          const response = await fetch(`http://127.0.0.1:${port}${path}`)
          return { path, status: response.status, text: await response.text() }
        }),
      )
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      expect(answers.filter(({ text }) => /^(import type|export interface)/m.test(text))).toEqual(
        [],
      )
    } finally {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  })

  it('sells answers in its sandbox', async () => {
    expect(await run(bin(), 'demo')).toMatch(/All \d+ steps truly happened/)
  })

  it('sells to the client that is installed in another folder and pays by itself', async () => {
    const shop = createFolder()
    const port = await freePort()
    const sandbox = spawn(process.execPath, [bin(), 'sandbox', '--port', `${port}`], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH },
    })
    try {
      install(shop, [buildAndPack('client', shop)])
      // The wallet is the buyer's own: any account of viem.
      symlinkSync(join(root, 'node_modules/viem'), join(shop, 'node_modules/viem'))
      writeFileSync(join(shop, 'buy.js'), BUYING)
      let told = ''
      sandbox.stdout.on('data', (some) => {
        told += some
      })
      await listening(port, sandbox)
      await vi.waitFor(() => expect(told).toContain('Ctrl-C ends it all'), { timeout: 60_000 })
      const [, key] = /BUYER_PRIVATE_KEY=(0x[0-9a-f]{64})/.exec(told)!
      const { stdout } = await execute(process.execPath, ['buy.js'], {
        cwd: shop,
        env: { SERVICE: `http://127.0.0.1:${port}`, BUYER_PRIVATE_KEY: key },
      })
      expect(stdout).toMatch(/^99000001 \d+ 0x[0-9a-f]{64} match\n$/)
    } finally {
      sandbox.kill('SIGTERM')
      await once(sandbox, 'exit')
    }
  }, 240_000)

  it.each(CHILDREN)('starts %s in a separate process', async (name) => {
    const child = fork(join(modules, `ukintel/dist/${name}.js`), {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.send({})
    const [reply] = await once(child, 'message')
    // An empty order is refused by the code of the work, which was loaded.
    expect(JSON.stringify(reply)).toMatch(/error/)
    child.kill()
    await once(child, 'exit')
  })

  it('runs its command line', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string
    }
    expect(await run(bin(), '--version')).toBe(version)
    // This service has no source to sell from, which its state says by its exit.
    const status = run(bin(), 'status', '--url', service.url)
    await expect(status).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('eip155:84532'),
    })
  })
})

/** Buys as the client's README describes. */
const BUYING = `import { createClient, createPayments, listedKeys, verify } from 'ukintel-client'
import { fileLog } from 'ukintel-client/journal-file'
import { privateKeyToAccount } from 'viem/accounts'
const account = privateKeyToAccount(process.env.BUYER_PRIVATE_KEY)
const payments = createPayments({ log: fileLog('.payments', account.address), totalUsd: '1' })
const wallet = { signer: account, maxUsd: '0.10', payments }
const client = createClient({ baseUrl: process.env.SERVICE, wallet })
const { answer, receipt, saved } = await client.companyVerdict({ number: '99000001' })
const { outcome } = await verify({ ...saved, keys: await listedKeys(process.env.SERVICE) })
console.log(answer.result.company_number, answer.verdict.score, receipt.transaction, outcome)
`

/** Waits until the service answers. */
async function listening(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    if (await fetch(`http://127.0.0.1:${port}/`).catch(() => null)) return
    await delay(20)
  }
  throw new Error(`the service ended with ${child.exitCode}`)
}
