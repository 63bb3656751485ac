/** `npm run check`: types, lint, arrows, dead code, drift, side by side. In CI every checker is first shown a planted fault. */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
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
  '--incremental',
  '--tsBuildInfoFile',
  join(cache, 'types.tsbuildinfo'),
]
const arrows = ['src', 'sandbox', '--config', '.dependency-cruiser.cjs', '--output-type', 'err']

/** The slowest first: they decide how long all take. */
const checks: Readonly<Record<string, () => Promise<Run>>> = {
  types: () => node(nativeTsc, ...typeCheck),
  'dead code': () => run(bin('knip'), '--no-progress', '--cache', '--cache-location', cache),
  lint: () => run(bin('biome'), 'check', '--error-on-warnings', '.'),
  arrows: () => run(bin('depcruise'), ...arrows),
  documents: () => node('scripts/gen.ts', '--check'),
  patterns: () => node('scripts/prove.ts', 'patterns', '--short'),
  functions: () => node('scripts/check-functions.ts'),
  'names in documents': () => node('scripts/check-doc-refs.ts'),
}

/** Returns the checkers that accept a file with a fault for each of them. */
async function findBlindCheckers(): Promise<string[]> {
  const planted = join(root, 'src/platform/planted-fault.ts')
  writeFileSync(
    planted,
    "import { loadConfig } from '../config.ts'\nexport const fault: string = loadConfig\nvar unused = 1\n",
  )
  try {
    const names = ['types', 'lint', 'arrows', 'dead code']
    const runs = await Promise.all(names.map((name) => checks[name]!()))
    return names.filter((_, index) => runs[index]!.ok)
  } finally {
    rmSync(planted)
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
await Promise.all(
  Object.entries(checks).map(async ([name, check]) => {
    const { ok, output, seconds } = await check()
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`)
    if (ok) return
    failed = true
    console.log(output)
  }),
)
process.exitCode = failed ? 1 : 0
