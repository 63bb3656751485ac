/**
 * `npm run publishable [-- client mcp ixbrl service]`: builds folders under `publish/` for `npm
 * publish`, of the service and of the packages. The publisher's details are read from
 * `REPOSITORY_URL`, `PUBLIC_URL`, `CONTACT_EMAIL` and the variables with the names of the packages.
 * Missing addresses are left out, with a line that says so. A missing name, and a document that
 * names a package as it is called here, end it: anyone could register that name and receive private
 * keys.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readVariables } from '../src/config.ts'
import { buildRegistryName } from '../src/discovery/listings.ts'
import { listNamings } from './package-names.ts'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, 'publish')

interface Manifest extends Record<string, unknown> {
  name: string
  exports?: Record<string, unknown>
  mcpName?: string
}

const NAMES = ['CLIENT_PACKAGE', 'BRIDGE_PACKAGE', 'IXBRL_PACKAGE', 'GRANT_READER_PACKAGE'] as const
const stated = readVariables(process.env, [
  'REPOSITORY_URL',
  'PUBLIC_URL',
  'CONTACT_EMAIL',
  ...NAMES,
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
  ixbrl: {
    folder: 'packages/ixbrl',
    build: ['scripts/build-packages.ts', 'ixbrl'],
    named: 'IXBRL_PACKAGE',
  },
  'grant-reader': {
    folder: 'packages/grant-reader',
    build: ['scripts/build-packages.ts', 'grant-reader'],
    named: 'GRANT_READER_PACKAGE',
  },
} as const

/** Members that are only useful in the repository. */
const AT_HOME = ['scripts', 'workspaces', 'devDependencies', 'overrides', 'allowScripts', 'private']

const requested = process.argv.slice(2)
const faults = findFaults()
if (faults.length > 0) {
  for (const line of faults) console.error(line)
  process.exit(1)
}

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
  if (named !== null) {
    const readme = join(to, 'README.md')
    writeFileSync(readme, toPublishedReadme(readFileSync(readme, 'utf8'), folder, fields.name!))
    if (published.exports !== undefined) published.exports = toBuilt(published.exports)
  }
  writeFileSync(
    join(to, 'package.json'),
    `${JSON.stringify({ ...published, ...fields }, null, 2)}\n`,
  )
  console.log(`publish/${key}: ${fields.name ?? manifest.name}`)
  for (const line of missing) console.log(`  ${line}`)
}

/** Returns why nothing may be published. */
function findFaults(): string[] {
  const unnamed = Object.entries(PACKAGES).flatMap(([key, { named }]) =>
    named !== null && stated[named] === null && (requested.length === 0 || requested.includes(key))
      ? [`${named} is not set: state the name under which you own the package ${key}`]
      : [],
  )
  const documents = globSync(['*.md', 'docs/**/*.md', 'examples/*.md', 'packages/*/*.md'], {
    cwd: ROOT,
  }).map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
  const names = globSync('packages/*/package.json', { cwd: ROOT }).map(
    (path) => (JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest).name,
  )
  return [...unnamed, ...listNamings(documents, names)]
}

/** Replaces the way from a clone by the published name. */
function toPublishedReadme(text: string, folder: string, name: string): string {
  return text
    .replace(/<!-- clone:begin -->\n[\s\S]*?<!-- clone:end -->\n/g, '')
    .replaceAll(`./ukintel/${folder}/dist/index.js`, name)
    .replace(new RegExp(`\\./ukintel/${folder}/dist/([\\w-]+)\\.js`, 'g'), `${name}/$1`)
}

/**
 * Replaces each source by the files that are built of it. Node strips no types under
 * `node_modules`.
 */
function toBuilt(exports: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(exports).map(([path, target]) => {
      const name = typeof target === 'string' && /^\.\/src\/(.+)\.ts$/.exec(target)?.[1]
      const built = { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` }
      return [path, name ? built : target]
    }),
  )
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

function publisherFields(manifest: Manifest, named: (typeof NAMES)[number] | null) {
  const { REPOSITORY_URL: repository, PUBLIC_URL: page, CONTACT_EMAIL: email } = stated
  const name = named === null ? null : stated[named]
  return {
    missing: [
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
