/**
 * Builds `dist` of the packages: `node scripts/build-packages.ts client mcp ixbrl`. The client is
 * compiled and compacted; the bridge is bundled into one file, a library by its entries, each with
 * its dependencies, so that users install nothing else.
 */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, join } from 'node:path'
import { type OutputAsset, type OutputChunk, rolldown } from 'rolldown'
import { licencesOf } from './licences.ts'

const ROOT = join(import.meta.dirname, '..')

const BUILDERS: Readonly<Record<string, () => Promise<void>>> = {
  client: buildClient,
  mcp: buildBridge,
  ixbrl: () => buildLibrary('ixbrl'),
  'grant-reader': () => buildLibrary('grant-reader'),
}

/** Writes `dist` of a package: a file of JavaScript and one of types for each module. */
function compile(folder: string): void {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  const { status } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`${folder} does not compile`)
}

async function buildClient(): Promise<void> {
  const folder = join(ROOT, 'packages/client')
  compile(folder)
  // Two small files: what they say is in the types.
  for (const part of globSync('dist/**/*.js', { cwd: folder })) rmSync(join(folder, part))
  for (const name of ['index', 'journal-file']) {
    const bundle = await rolldown({
      input: join(folder, `src/${name}.ts`),
      platform: 'neutral',
      logLevel: 'silent',
    })
    await bundle.write({
      file: join(folder, `dist/${name}.js`),
      format: 'esm',
      minify: true,
      codeSplitting: false,
    })
    await bundle.close()
  }
  // A quarter of the types was indentation, a part of the rest blanks and semicolons.
  for (const file of globSync('dist/**/*.d.ts', { cwd: folder })) {
    const path = join(folder, file)
    writeFileSync(
      path,
      readFileSync(path, 'utf8')
        .replace(/^ {4,}/gm, '')
        .replaceAll('" | "', '"|"')
        .replace(/ \| (null|undefined)\b/g, '|$1')
        .replace(/^\/\*\* (.*) \*\/$/gm, '/**$1*/')
        .replace(/^((?:readonly )?\w+\??): /gm, '$1:')
        .replace(/;$/gm, ''),
    )
  }
}

async function buildBridge(): Promise<void> {
  const folder = join(ROOT, 'packages/mcp')
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  const bundle = await rolldown({
    input: join(folder, 'src/main.ts'),
    platform: 'node',
    logLevel: 'silent',
  })
  await bundle.write({
    file: join(folder, 'dist/main.js'),
    format: 'esm',
    minify: true,
    codeSplitting: false,
  })
  await bundle.close()
}

/** Returns what the files of a bundle import and the bundle does not contain. */
function modulesOutside(output: readonly (OutputChunk | OutputAsset)[]): string[] {
  const files = new Set(output.map(({ fileName }) => fileName))
  return output
    .flatMap((part) => (part.type === 'chunk' ? part.imports : []))
    .filter((path) => !files.has(path) && !isBuiltin(path))
}

/**
 * Builds what the `exports` of a package name, the types of it, and the licences of what it
 * contains.
 */
async function buildLibrary(name: string): Promise<void> {
  const folder = join(ROOT, 'packages', name)
  compile(folder)
  for (const part of globSync('dist/**/*.js', { cwd: folder })) rmSync(join(folder, part))
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, string>
  }
  const entries = Object.values(exports).filter((path) => path.endsWith('.ts'))
  const bundle = await rolldown({
    input: Object.fromEntries(
      entries.map((path) => [basename(path, '.ts'), join(folder, path)] as const),
    ),
    platform: 'neutral',
    external: [/^node:/],
    resolve: { mainFields: ['module', 'main'] },
    logLevel: 'warn',
  })
  const { output } = await bundle.write({ dir: join(folder, 'dist'), format: 'esm' })
  await bundle.close()
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  const missing = modulesOutside(output)
  if (missing.length > 0) throw new Error(`${name} would import ${missing.join(', ')}`)
  const licences = licencesOf(modules)
  if (licences !== '') writeFileSync(join(folder, 'dist/LICENSES.txt'), licences)
}

for (const name of process.argv.slice(2)) {
  const build = BUILDERS[name]
  if (!build) throw new Error(`no package ${name}; there are ${Object.keys(BUILDERS).join(', ')}`)
  await build()
}
