/**
 * Builds `dist` of the published package and of the image: one bundle of the service with its
 * dependencies, in chunks that are loaded when they are needed, the files that the service reads,
 * and the licences of what is bundled.
 */
import {
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { BROWSER_MODULES, loadScript } from '../src/site/modules.ts'

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

/** Standard texts, for packages that name a licence and carry no text of it. */
const PERMISSION =
  'Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.'
const WARRANTY =
  'THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY ARISING FROM THE USE OF THE SOFTWARE.'
const STANDARD_TEXTS: Readonly<Record<string, () => string>> = {
  'Apache-2.0': () => readFileSync(join(ROOT, 'node_modules/typescript/LICENSE.txt'), 'utf8'),
  MIT: () => `${PERMISSION}\n\n${WARRANTY}`,
  ISC: () => `${PERMISSION}\n\n${WARRANTY}`,
}

interface Manifest {
  name: string
  version: string
  license?: string
  author?: string | { name: string }
}

/** Returns name, version and licence text of each package that has a module in the bundle. */
function licencesOf(modules: readonly string[]): string {
  const folders = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
  )
  return [...folders]
    .sort()
    .map(licenceOf)
    .join(`\n\n${'-'.repeat(80)}\n\n`)
}

/** @throws Error for a licence whose text is neither carried nor known here */
function licenceOf(folder: string): string {
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Manifest
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  if (texts.length === 0) {
    const standard = STANDARD_TEXTS[license ?? '']
    if (standard === undefined) throw new Error(`${name} carries no licence text`)
    const holder = typeof author === 'string' ? author : author?.name
    texts.push(`Copyright ${holder ?? `the authors of ${name}`}`, standard().trim())
  }
  return [`${name} ${version} (${license ?? 'licence below'})`, ...texts].join('\n\n')
}

rmSync(DIST, { recursive: true, force: true })
const bundled = await bundle()
writeFileSync(join(DIST, 'LICENSES.txt'), licencesOf(bundled))
for (const file of [
  ...globSync('src/site/assets/*', { cwd: ROOT }),
  'sandbox/page-wallet/announce.js',
])
  cpSync(join(ROOT, file), join(DIST, file))
for (const module of BROWSER_MODULES) {
  const file = join(DIST, `${module}.ts`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, loadScript(module))
}
