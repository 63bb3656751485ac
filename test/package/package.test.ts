/** The package as others get it: packed, unpacked into an empty folder, used from there. Its dependencies are lent by this project. */
import { execFile, execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../support/service.ts'

const root = join(import.meta.dirname, '../..')
const execute = promisify(execFile)

describe('the packed package', () => {
  let folder: string
  let service: Service
  let files: string[]
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ukintel-package-'))
    execFileSync(process.execPath, ['scripts/build.ts'], { cwd: root })
    const [packed] = JSON.parse(
      execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ) as [{ filename: string; files: { path: string }[] }]
    files = packed.files.map(({ path }) => path)
    const modules = join(folder, 'node_modules')
    mkdirSync(join(modules, 'ukintel'), { recursive: true })
    execFileSync('tar', [
      '-xzf',
      join(folder, packed.filename),
      '-C',
      join(modules, 'ukintel'),
      '--strip-components=1',
    ])
    for (const name of readdirSync(join(root, 'node_modules')))
      if (name !== 'ukintel') symlinkSync(join(root, 'node_modules', name), join(modules, name))
    service = await startService({ wings: 'real' })
  }, 300_000)
  afterAll(async () => {
    await service?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

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

  it('serves its pages from what it carries', async () => {
    const program = `
      const { createApp } = await import('./node_modules/ukintel/dist/src/app/compose.js')
      const { loadConfig } = await import('./node_modules/ukintel/dist/src/config.js')
      const app = await createApp(loadConfig({ PORT: '0', PUBLIC_URL: 'http://127.0.0.1:0', DATA_DIR: './data', INGEST: 'off', LOG_LEVEL: 'silent', X402_PAY_TO: '0x1111111111111111111111111111111111111111', X402_FACILITATOR_URL: 'http://127.0.0.1:9' }))
      await app.start()
      const told = []
      for (const path of ['/', '/docs', '/docs/changes', '/docs/rules/verdict-1.0.0', '/assets/page.css']) told.push((await fetch(app.url + path)).status)
      await app.stop()
      console.log(told.join(' '))`
    expect(await run('--input-type=module', '-e', program)).toBe('200 200 200 200 200')
  })

  it('installs for production without what only tests and demos need', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, Locked>
    }
    const folders = Object.entries(packages)
      .filter(
        ([path, { dev, optional, devOptional, link }]) =>
          path.startsWith('node_modules/') && !dev && !optional && !devOptional && !link,
      )
      .map(([path]) => join(root, path))
    expect(folders.length).toBeGreaterThan(50)
    const bytes = folders.reduce((sum, folder) => sum + sizeOf(folder), 0)
    expect(bytes).toBeLessThan(120_000_000)
  })

  it('runs its command line', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string
    }
    expect(await run('node_modules/ukintel/bin/ukintel.js', '--version')).toBe(version)
    // This service has no source to sell from, which its state says by its exit.
    const status = run('node_modules/ukintel/bin/ukintel.js', 'status', '--url', service.url)
    await expect(status).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('eip155:84532'),
    })
  })
})

/** An entry of the lock, with who needs it. */
interface Locked {
  dev?: boolean
  optional?: boolean
  devOptional?: boolean
  link?: boolean
}

/** Bytes of a package's files, without those of the packages in it, which are listed themselves. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + sizeOf(path)
    return entry.isFile() ? sum + statSync(path).size : sum
  }, 0)
}
