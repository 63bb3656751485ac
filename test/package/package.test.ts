/** The package as others get it: packed, unpacked into an empty folder, used from there. Its dependencies are lent by this project. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../support/service.ts'

const root = join(import.meta.dirname, '../..')
const execute = promisify(execFile)
const tsc = join(root, 'node_modules/typescript/bin/tsc')

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
    execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', join(modules, 'ukintel'), '--strip-components=1'])
    for (const name of readdirSync(join(root, 'node_modules')))
      if (name !== 'ukintel') symlinkSync(join(root, 'node_modules', name), join(modules, name))
    service = await startService({}, 'real')
  }, 120_000)
  afterAll(async () => {
    await service?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const run = async (...args: string[]): Promise<string> => {
    const { stdout } = await execute(process.execPath, args, { cwd: folder, env: { PATH: process.env.PATH } })
    return stdout.trim()
  }

  it('carries what it runs on and no sources or tests', () => {
    expect(files).toContain('bin/ukintel.js')
    expect(files).toContain('dist/src/client/index.d.ts')
    expect(files).toContain('dist/src/doors/pages/assets/page.css')
    expect(files.filter((path) => /(^src\/|\.test\.|^test\/)/.test(path))).toEqual([])
  })

  it('runs its command line', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    expect(await run('node_modules/ukintel/bin/ukintel.js', '--version')).toBe(version)
    expect(await run('node_modules/ukintel/bin/ukintel.js', 'status', '--url', service.url)).toContain('eip155:84532')
  })

  it('exports a client that is typed, calls, and tells prices and problems apart', async () => {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(
      join(folder, 'buyer.ts'),
      `import { createClient, PaymentRequiredError, ProblemError } from 'ukintel'
const client = createClient({ baseUrl: '${service.url}' })
const { answer, receipt } = await client.health()
const status: 'ok' | 'degraded' = answer.status
const seen: string[] = [status, String(receipt)]
try {
  const { answer: verdict } = await client.companyVerdict({ number: '00445790', detail: 'full' })
  const score: number = verdict.verdict.score
  seen.push(String(score))
} catch (error) {
  if (error instanceof PaymentRequiredError) seen.push(error.price)
}
try {
  await client.companySearch({ q: 'x' })
} catch (error) {
  if (error instanceof ProblemError) seen.push(error.problem.code)
}
console.log(seen.join(' '))
`,
    )
    await run(tsc, '--strict', '--module', 'nodenext', '--target', 'esnext', '--lib', 'esnext,dom', 'buyer.ts')
    expect(await run('buyer.js')).toMatch(/^(ok|degraded) null 0.10 VALIDATION$/)
    writeFileSync(
      join(folder, 'wrong.ts'),
      `import { createClient } from 'ukintel'\nvoid createClient({ baseUrl: '' }).companyVerdict({ numbr: '1' })\n`,
    )
    const wrong = run(tsc, '--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext', '--lib', 'esnext,dom', 'wrong.ts')
    await expect(wrong).rejects.toMatchObject({ stdout: expect.stringContaining('numbr') })
  })
})
