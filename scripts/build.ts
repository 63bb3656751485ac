/**
 * Builds `dist` of the published package and of the image: one bundle of the service with its
 * dependencies, in chunks that are loaded when they are needed, the files that the service reads,
 * and the licences of what is bundled.
 */
import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { BROWSER_MODULES, loadScript } from '../src/site/modules.ts'
import { licencesOf } from './licences.ts'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')

/**
 * Modules that run in a separate process. Their files keep their names, in the folder of the chunks
 * that start them.
 */
const CHILDREN = globSync('src/**/*-child.ts', { cwd: ROOT })

/** Returns the modules of the bundle, as paths. */
async function bundle(): Promise<string[]> {
  const build = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(
      ['src/main.ts', ...CHILDREN].map((file) => [basename(file, '.ts'), join(ROOT, file)]),
    ),
    platform: 'node',
    // Our own manifest is read where it is published. `pg` does without its native part.
    external: (id, importer) =>
      id === 'pg-native' || (id.endsWith('/package.json') && !importer?.includes('/node_modules/')),
    logLevel: 'warn',
  })
  const { output } = await build.write({
    dir: DIST,
    format: 'esm',
    minify: { compress: true, mangle: false, codegen: true },
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await build.close()
  return output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
}

rmSync(DIST, { recursive: true, force: true })
const bundled = await bundle()
writeFileSync(join(DIST, 'LICENSES.txt'), licencesOf(bundled))
for (const file of [
  ...globSync('src/site/assets/*', { cwd: ROOT }),
  'sandbox/page-wallet/announce.js',
  ...globSync('sandbox/**/*.jsonl', { cwd: ROOT }),
])
  cpSync(join(ROOT, file), join(DIST, file))
for (const module of BROWSER_MODULES) {
  const file = join(DIST, `${module}.ts`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, loadScript(module))
}
