/**
 * `npm run check`: types, lint, arrows, structure, dead code and drift, in parallel. In CI every
 * checker is first shown a planted fault.
 */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache/check')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
/** The native compiler; tools that use the compiler as a library need the other one. */
const nativeTsc = join(root, 'node_modules/typescript-native/bin/tsc')

interface Run {
  ok: boolean
  output: string
  seconds: number
}

async function run(command: string, ...args: string[]): Promise<Run> {
  const started = performance.now()
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const gather = (text: string) => {
    output += text
  }
  child.stdout.setEncoding('utf8').on('data', gather)
  child.stderr.setEncoding('utf8').on('data', gather)
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.on('close', resolve).on('error', (error) => {
    gather(String(error))
    resolve(null)
  })
  const status = await promise
  return { ok: status === 0, output: output.trim(), seconds: (performance.now() - started) / 1000 }
}

const node = (...args: string[]) => run(process.execPath, ...args)
const typeCheck = [
  '-p',
  '.',
  // Its threads check the same modules again: 30 s of CPU with them, 17 s without.
  '--singleThreaded',
  '--incremental',
  '--tsBuildInfoFile',
  join(cache, 'types.tsbuildinfo'),
]
const arrows = [
  ...['src', 'sandbox', 'packages', '--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
  ...['--cache', join(cache, 'arrows'), '--cache-strategy', 'content'],
]

const LINT = ['check', '--error-on-warnings', '--files-ignore-unknown=true']
/** With more files the whole is linted. */
const MOST_LINTED = 300

const stampOf = (path: string) => {
  const { mtimeMs, size } = statSync(join(root, path))
  return `${mtimeMs} ${size}`
}

function listFiles(): string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)))
}

const readCache = (name: string) =>
  existsSync(join(cache, name)) ? JSON.parse(readFileSync(join(cache, name), 'utf8')) : {}

/** Lints the files that have changed since they passed. No rule of the linter reads two files. */
async function lint(): Promise<Run> {
  const rules = [stampOf('biome.json'), stampOf('node_modules/@biomejs/biome/package.json')].join()
  const stamps = Object.fromEntries(listFiles().map((path) => [path, `${stampOf(path)} ${rules}`]))
  const passed = readCache('lint.json')
  const changed = Object.keys(stamps).filter((path) => stamps[path] !== passed[path])
  if (changed.length === 0) return { ok: true, output: '', seconds: 0 }
  const linted = changed.length > MOST_LINTED ? ['.'] : changed
  const outcome = await run(bin('biome'), ...LINT, '--no-errors-on-unmatched', ...linted)
  if (outcome.ok) writeFileSync(join(cache, 'lint.json'), JSON.stringify(stamps))
  return outcome
}

/** Checkers that read documents. The others pass again if only documents have changed. */
const OF_DOCUMENTS = ['documents', 'names in documents', 'lint']

/** Returns a hash of all that a checker may read: packages, and files by path and content. */
function hashInputs(name: string): string {
  const hash = createHash('sha256').update(stampOf('node_modules/.package-lock.json'))
  for (const path of listFiles())
    if (OF_DOCUMENTS.includes(name) || !path.endsWith('.md'))
      hash.update(`\n${path}\n`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** The slowest first: they decide how long all take. */
const checks: Readonly<Record<string, () => Promise<Run>>> = {
  types: () => node(nativeTsc, ...typeCheck),
  'dead code': () => run(bin('knip'), '--no-progress', '--cache', '--cache-location', cache),
  lint,
  arrows: () => run(bin('depcruise'), ...arrows),
  documents: () => node('scripts/gen.ts', '--check'),
  patterns: () => node('scripts/prove.ts', 'patterns', '--short'),
  'names in documents': () => node('scripts/check-doc-refs.ts'),
  structure: () => node('scripts/check-structure.ts'),
}

/**
 * A file with a fault for each checker: a function that is too long, too complex and has too many
 * parameters, a comment that is too wide, a forbidden import, and a circle of folders.
 */
const PLANTED = `import { loadConfig } from '../config.ts'
import '../store/open.ts'
export const fault: string = loadConfig
var unused = 1
// ${'wide '.repeat(20)}
export function tooLong(${[...'abcdefg'].map((name) => `${name}: number`).join(', ')}) {
${'  if (a > 0 && b > 0) { if (c > 0) a += d + e + f + g }\n'.repeat(160)}}
`

/** A test with a fault: it measures time. */
const PLANTED_TEST = `import { expect, it } from 'vitest'

it('ends soon', () => {
  expect(performance.now()).toBeLessThan(5_000)
})
`

/** Text that the output of each checker must contain. */
const FINDINGS: Readonly<Record<string, readonly string[]>> = {
  types: ['planted-fault'],
  lint: ['noExcessiveCognitiveComplexity', 'useMaxParams', 'A test measures no time'],
  structure: ['tooLong', 'a comment of', 'a circle of folders in src'],
  arrows: ['planted-fault'],
  'dead code': ['planted-fault'],
}

/** Returns the checkers that accept the planted file, or do not name its faults. */
async function findBlindCheckers(): Promise<string[]> {
  const planted = join(root, 'src/platform/planted-fault.ts')
  const plantedTest = join(root, 'src/platform/planted-fault.test.ts')
  writeFileSync(planted, PLANTED)
  writeFileSync(plantedTest, PLANTED_TEST)
  try {
    const names = Object.keys(FINDINGS)
    const runs = await Promise.all(names.map((name) => checks[name]!()))
    return names.filter((name, index) => {
      const { ok, output } = runs[index]!
      return ok || !FINDINGS[name]!.every((text) => output.includes(text))
    })
  } finally {
    rmSync(planted)
    rmSync(plantedTest)
  }
}

mkdirSync(cache, { recursive: true })
let failed = false
if (process.argv.includes('--planted') || process.env.CI) {
  const blind = await findBlindCheckers()
  failed = blind.length > 0
  console.log(
    failed
      ? `planted fault NOT found by: ${blind.join(', ')}`
      : 'planted fault found by every checker',
  )
}
const passed: Record<string, string> = readCache('passed.json')
await Promise.all(
  Object.entries(checks).map(async ([name, check]) => {
    const inputs = hashInputs(name)
    if (passed[name] === inputs) return console.log(`ok   ${name} (as it passed before)`)
    const { ok, output, seconds } = await check()
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`)
    if (ok) passed[name] = inputs
    else {
      failed = true
      console.log(output)
    }
  }),
)
writeFileSync(join(cache, 'passed.json'), JSON.stringify(passed))
process.exitCode = failed ? 1 : 0
