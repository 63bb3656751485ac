/** Packages as npm packs them, installed into an empty folder. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface Packed {
  /** Path of the tarball. */
  tarball: string
  /** Paths of its files. */
  files: string[]
}

/** Packs the package of a folder of the repository. */
export function pack(package_: string, into: string): Packed {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', into]
  const stdio = ['ignore', 'pipe', 'ignore'] as const
  const told = execFileSync('npm', args, {
    cwd: join(root, package_),
    encoding: 'utf8',
    stdio: [...stdio],
  })
  const [{ filename, files }] = JSON.parse(told) as [
    { filename: string; files: { path: string }[] },
  ]
  return { tarball: join(into, filename), files: files.map(({ path }) => path) }
}

/** Builds and packs the client or the bridge. */
export function buildAndPack(name: 'client' | 'mcp', into: string): Packed {
  execFileSync(process.execPath, ['scripts/build-packages.ts', name], {
    cwd: root,
    stdio: 'ignore',
  })
  return pack(join('packages', name), into)
}

/** Installs packages into an empty folder, offline: none has a dependency. */
export function install(folder: string, packages: readonly Packed[]): void {
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}')
  const options = ['--offline', '--omit=optional', '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...options, ...packages.map(({ tarball }) => tarball)], {
    cwd: folder,
    stdio: 'ignore',
  })
}
