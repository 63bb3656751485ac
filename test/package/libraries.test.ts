/**
 * Libraries as others get them: made ready for publishing, packed, installed into an empty folder,
 * and used as their READMEs say.
 */
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { createFolder } from '../support/folder.ts'
import { nodesHere } from '../support/nodes.ts'
import { install, pack } from '../support/packed.ts'

const root = join(import.meta.dirname, '../..')
const execute = promisify(execFile)

/** Folder of each library, its name in this test, and the file that its README reads. */
const LIBRARIES = [
  {
    folder: 'ixbrl',
    variable: 'IXBRL_PACKAGE',
    name: '@acme/ixbrl',
    reads: ['examples/filing.html', 'accounts.html'],
    prints: /99000001.* 2026-03-31 -75000/,
    example: [
      'examples/figures.mjs',
      /^company 99000001\ngroup\t2026-03-31\tfixed_assets\t1250000/,
    ],
    typed: `import { readAccounts } from '@acme/ixbrl'
import { compareDecimals } from '@acme/ixbrl/decimal'
export const end: string | undefined = readAccounts(new Uint8Array()).periods[0]?.end
// @ts-expect-error no number
compareDecimals(1, '2')
`,
  },
  {
    folder: 'grant-reader',
    variable: 'GRANT_READER_PACKAGE',
    name: '@acme/grant-reader',
    reads: null,
    prints:
      /ORG_TYPE one_of \[ 'charity' \] sure You must be a registered charity\..*AMOUNT_RANGE at_most 5000/,
    example: [
      'examples/criteria.mjs',
      /^ORG_TYPE\tone_of\tcharity\tsure\tYou must be a registered/,
    ],
    typed: `import { readText } from '@acme/grant-reader'
import type { CriterionCode } from '@acme/grant-reader/criterion'
export const codes: CriterionCode[] = readText('You must be a charity.').map(({ code }) => code)
// @ts-expect-error no text
readText(1)
`,
  },
] as const

describe.each(LIBRARIES)('packages/$folder', (library) => {
  let folder: string
  let installed: string
  beforeAll(() => {
    folder = createFolder()
    execFileSync(process.execPath, ['scripts/publishable.ts', library.folder], {
      cwd: root,
      stdio: 'ignore',
      env: { PATH: process.env.PATH, [library.variable]: library.name },
    })
    install(folder, [pack(join('publish', library.folder), folder)])
    installed = join(folder, 'node_modules', library.name)
  }, 300_000)

  it('is published with what it is built of, and with the licences of what it contains', () => {
    expect(readdirSync(installed).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist',
      'examples',
      'package.json',
    ])
    const text = readFileSync(join(installed, 'package.json'), 'utf8')
    expect(text).not.toMatch(/"(?:private|(?:dev|peer)?dependencies)"|src\//i)
    expect(readFileSync(join(installed, 'README.md'), 'utf8')).not.toContain('ukintel')
    expect(
      readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
    ).toEqual([library.name.split('/')[0]])
  })

  it.each(['node16', 'nodenext', 'bundler'])('has types with resolution %s', async (resolution) => {
    writeFileSync(join(folder, 'typed.ts'), library.typed)
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const module = resolution === 'bundler' ? 'esnext' : resolution
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom']
    const args = [...options, '--module', module, '--moduleResolution', resolution, 'typed.ts']
    await execute(process.execPath, [tsc, ...args], { cwd: folder }).catch(
      (error: { stdout: string }) => expect(error.stdout).toBe(''),
    )
  })

  it.each(nodesHere())('does what its README says on Node $version', async ({ program }) => {
    const readme = readFileSync(join(installed, 'README.md'), 'utf8')
    const usage = /```js\n([\s\S]*?)```/.exec(readme)![1]!
    expect(usage.trim().split('\n').length).toBeLessThan(6)
    writeFileSync(join(folder, 'usage.js'), usage)
    if (library.reads !== null)
      cpSync(join(installed, library.reads[0]), join(folder, library.reads[1]))
    const { stdout } = await execute(program, ['usage.js'], { cwd: folder })
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(library.prints)
    const [example, prints] = library.example
    const printed = await execute(program, [join(installed, example)], { cwd: folder })
    expect(printed.stdout).toMatch(prints)
  })
})
