/** Every command that the run book prints exists and does what it is printed for; where it does more than look, the test that shows it is named. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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
