/** Every command that the run book prints exists and does what it is printed for; where it does more than look, the test that shows it is named. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSigningKey, signerAt } from '../../src/signing/key.ts'
import { cli } from '../support/cli.ts'

const ROOT = join(import.meta.dirname, '../..')

/** By command: the test files that run it for what it does. */
const EXECUTED: Readonly<Record<string, readonly string[]>> = {
  config: ['test/e2e/cli.test.ts'],
  status: ['test/e2e/cli.test.ts', 'test/operator/availability.test.ts'],
  doctor: ['test/operator/doctor.test.ts'],
  backup: ['test/e2e/backup.test.ts'],
  restore: ['test/e2e/backup.test.ts', 'test/e2e/downgrade.test.ts'],
  'migrate-store': ['test/e2e/backup.test.ts'],
  'feedback list': ['test/e2e/ledger.test.ts'],
  'ledger list': ['test/e2e/ledger.test.ts'],
  'ledger sales': ['test/e2e/ledger.test.ts'],
  'ledger export': ['test/e2e/ledger.test.ts'],
  'ledger reconcile': ['test/e2e/ledger.test.ts', 'test/e2e/backup.test.ts'],
  'ledger refund': ['test/e2e/ledger.test.ts'],
  'ingest funders': ['test/e2e/ingest.test.ts'],
  'ingest grants': ['test/e2e/ingest-grants.test.ts'],
  'ingest companies': ['test/company/mirror.test.ts'],
}

function commandsOf(document: string): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const found = [...text.matchAll(/`(?:npm run (?:--silent )?)?ukintel (?:-- )?([a-z-]+)(?: ([a-z-]+))?/g)]
  const groups = ['ledger', 'feedback', 'ingest']
  return [...new Set(found.map(([, command, second]) => (groups.includes(command!) ? `${command} ${second}` : command!)))]
}

/** By command line of another program: the test file that runs it, or why none does. */
const OTHERS: Readonly<Record<string, { test: string } | { why: string }>> = {
  'npm start': { test: 'test/e2e/stopping.test.ts' },
  'npm run publishable': { test: 'test/package/packages.test.ts' },
  'npm run bench': { why: 'measures for minutes, asserts nothing' },
  'npm run ukintel': { test: 'test/operator/run-book.test.ts' },
  'npm ci': { test: 'test/package/package.test.ts' },
  'npm publish': { why: 'it would publish' },
  'openssl genpkey': { test: 'test/operator/run-book.test.ts' },
}

it('knows every other command line that the run book prints', () => {
  const text = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  const found = [...text.matchAll(/`(?:[A-Z_]+=\S+ )*((?:npm run|npm|openssl|node|docker|systemctl) [\w./-]+)[^`]*`/g)].map(
    ([, line]) => line!,
  )
  expect([...new Set(found)].sort()).toEqual(Object.keys(OTHERS).sort())
  for (const [line, entry] of Object.entries(OTHERS)) {
    if ('test' in entry) expect(readFileSync(join(ROOT, entry.test), 'utf8'), line).toContain(line.split(' ').at(-1))
  }
})

it.skipIf(process.platform === 'win32')('prints a way to configuration that npm takes', () => {
  const environment = { PATH: process.env.PATH, HOME: process.env.HOME, X402_PAY_TO: `0x${'1'.repeat(40)}` }
  const { status, stdout } = spawnSync('npm', ['run', '--silent', 'ukintel', '--', 'config'], {
    cwd: ROOT,
    env: environment,
    encoding: 'utf8',
  })
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('COMPANIES_HOUSE_CALLS_PER_5_MIN') })
})

const openssl = spawnSync('openssl', ['version']).status === 0
if (!openssl) process.stderr.write('skipped: no openssl on this machine\n')
it.skipIf(!openssl)('prints a way to a signing key that the service signs with', () => {
  const command = /`(openssl genpkey [^`]+)`/.exec(readFileSync(join(ROOT, 'docs/operations.md'), 'utf8'))![1]!
  const folder = mkdtempSync(join(tmpdir(), 'ukintel-key-'))
  try {
    const [program, ...args] = command.split(' ')
    expect(spawnSync(program!, args, { cwd: folder }).status).toBe(0)
    const key = readSigningKey({ file: join(folder, 'signing-key.pem'), dataDir: folder })
    expect(signerAt('https://shop.test', key).jws({ said: 'this' })).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('knows every command that the run book names', () => {
  const named = commandsOf('docs/operations.md')
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((command) => !(command in EXECUTED))).toEqual([])
})

it.each(Object.entries(EXECUTED).filter(([command]) => commandsOf('docs/operations.md').includes(command)))(
  '%s is a command, and is executed by a test',
  async (command, files) => {
    const { code, stdout } = await cli([...command.split(' '), '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain(`Usage: ukintel ${command}`)
    for (const file of files) {
      expect(existsSync(join(ROOT, file)), file).toBe(true)
      expect(readFileSync(join(ROOT, file), 'utf8')).toContain(command.split(' ').at(-1))
    }
  },
)
