/** A copy of this release whose migrations are others, to play an earlier or a later release. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { Run } from './cli.ts'

const ROOT = join(import.meta.dirname, '../..')

const LATER =
  "  '9999_later': { up: (db) => db.schema.createTable('later').addColumn('key', 'text').execute() },\n}\n"

/** Adds one migration to the list, as a later release does. */
export const withLaterMigration = (list: string): string => list.replace(/\}\n$/, LATER)

interface OtherRelease {
  checkout: string
  cli(args: readonly string[], environment: Record<string, string>): Promise<Run>
}

/** Copies the release into a folder and rewrites the list of the main part's migrations. */
export function otherRelease(folder: string, change: (list: string) => string): OtherRelease {
  const checkout = join(folder, 'other-release')
  for (const part of [
    'package.json',
    'README.md',
    'CHANGELOG.md',
    'docs',
    'src',
    'sandbox',
    'test/support',
    'packages',
  ]) {
    cpSync(join(ROOT, part), join(checkout, part), {
      recursive: true,
      filter: (path) => !path.endsWith('node_modules'),
    })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
  const index = join(checkout, 'src/store/migrations/index.ts')
  const list = readFileSync(index, 'utf8')
  const changed = change(list)
  expect(changed).not.toBe(list)
  writeFileSync(index, changed)
  return {
    checkout,
    async cli(args, environment) {
      const child = spawn(process.execPath, [join(checkout, 'src/main.ts'), ...args], {
        env: { PATH: process.env.PATH, ...environment },
      })
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit'),
      ])
      return { code: code as number, stdout, stderr }
    },
  }
}
