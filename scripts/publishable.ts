/**
 * `npm run publishable [-- client mcp service]`: builds folders under `publish/` for `npm publish`,
 * of the service and of the packages for buyers. The publisher's details are read from
 * `REPOSITORY_URL`, `PUBLIC_URL`, `CONTACT_EMAIL`, `CLIENT_PACKAGE` and `BRIDGE_PACKAGE`. Missing
 * values are left out, with a line that says so: an invented address or name could be registered by
 * anyone.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readVariables } from '../src/config.ts'
import { buildRegistryName } from '../src/discovery/listings.ts'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'publish')

interface Manifest extends Record<string, unknown> {
  name: string
  mcpName?: string
}

const stated = readVariables(process.env, [
  'REPOSITORY_URL',
  'PUBLIC_URL',
  'CONTACT_EMAIL',
  'CLIENT_PACKAGE',
  'BRIDGE_PACKAGE',
])

/** For each folder under `publish`: its source, its build, and the variable with its name. */
const PACKAGES = {
  service: { folder: '.', build: ['scripts/build.ts'], named: null },
  client: {
    folder: 'packages/client',
    build: ['scripts/build-packages.ts', 'client'],
    named: 'CLIENT_PACKAGE',
  },
  mcp: {
    folder: 'packages/mcp',
    build: ['scripts/build-packages.ts', 'mcp'],
    named: 'BRIDGE_PACKAGE',
  },
} as const

/** Members that are only useful in the repository. */
const AT_HOME = ['scripts', 'workspaces', 'devDependencies', 'overrides', 'allowScripts', 'private']

const requested = process.argv.slice(2)
for (const [key, { folder, build, named }] of Object.entries(PACKAGES)) {
  if (requested.length > 0 && !requested.includes(key)) continue
  execFileSync(process.execPath, [...build], { cwd: ROOT, stdio: 'inherit' })
  const from = join(ROOT, folder)
  const to = join(OUT, key)
  rmSync(to, { recursive: true, force: true })
  for (const path of packedFiles(from)) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    cpSync(join(from, path), join(to, path))
  }
  const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as Manifest
  const published = Object.fromEntries(
    Object.entries(manifest).filter(([name]) => !AT_HOME.includes(name)),
  ) as Manifest
  const { fields, missing } = publisherFields(published, named)
  cpSync(join(ROOT, 'LICENSE'), join(to, 'LICENSE'))
  if (fields.name !== undefined) {
    const readme = join(to, 'README.md')
    writeFileSync(readme, readFileSync(readme, 'utf8').replaceAll(manifest.name, fields.name))
  }
  writeFileSync(
    join(to, 'package.json'),
    `${JSON.stringify({ ...published, ...fields }, null, 2)}\n`,
  )
  console.log(`publish/${key}: ${fields.name ?? manifest.name}`)
  for (const line of missing) console.log(`  ${line}`)
}

function packedFiles(folder: string): string[] {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ files }] = JSON.parse(listed) as [{ files: { path: string }[] }]
  return files.map(({ path }) => path)
}

function publisherFields(manifest: Manifest, named: 'CLIENT_PACKAGE' | 'BRIDGE_PACKAGE' | null) {
  const { REPOSITORY_URL: repository, PUBLIC_URL: page, CONTACT_EMAIL: email } = stated
  const name = named === null ? null : stated[named]
  return {
    missing: [
      ...(named !== null && name === null
        ? [`name is left as it is; do not publish it under a name that you do not own: ${named}`]
        : []),
      ...(repository === null ? ['repository is left out: REPOSITORY_URL'] : []),
      ...(page === null ? ['homepage is left out: PUBLIC_URL'] : []),
      ...(email === null ? ['bugs is left out: CONTACT_EMAIL'] : []),
    ],
    fields: {
      ...(name === null ? {} : { name }),
      ...(repository === null ? {} : { repository: { type: 'git', url: `git+${repository}.git` } }),
      ...(page === null
        ? {}
        : {
            homepage: page,
            ...(manifest.mcpName === undefined ? {} : { mcpName: buildRegistryName(page) }),
          }),
      ...(email === null ? {} : { bugs: { email } }),
    } as { name?: string },
  }
}
