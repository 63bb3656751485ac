/**
 * Builds `dist` of the packages: `node scripts/build-packages.ts client mcp`. The client is
 * compiled and compacted; the bridge is bundled into one file with its dependencies, so that users
 * install nothing else.
 */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const ROOT = join(import.meta.dirname, '..')

const BUILDERS: Readonly<Record<string, () => Promise<void>>> = {
  client: buildClient,
  mcp: buildBridge,
}

async function buildClient(): Promise<void> {
  const folder = join(ROOT, 'packages/client')
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  const { status } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('the client does not compile')
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

for (const name of process.argv.slice(2)) {
  const build = BUILDERS[name]
  if (!build) throw new Error(`no package ${name}; there are ${Object.keys(BUILDERS).join(', ')}`)
  await build()
}
