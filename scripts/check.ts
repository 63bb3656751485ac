/** `npm run check`: types, lint, arrows, dead code, drift. Every checker is first shown a planted fault, so that none can pass blind. */
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)

interface Run {
  ok: boolean
  output: string
  seconds: number
}

function run(command: string, args: readonly string[]): Run {
  const started = performance.now()
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return {
    ok: status === 0,
    output: `${stdout}${stderr}`.trim(),
    seconds: (performance.now() - started) / 1000,
  }
}

const checks: Readonly<Record<string, () => Run>> = {
  types: () => run(bin('tsc'), ['-p', '.']),
  lint: () => run(bin('biome'), ['check', '--error-on-warnings', '.']),
  arrows: () =>
    run(bin('depcruise'), [
      'src',
      'sandbox',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err',
    ]),
  'dead code': () => run(bin('knip'), ['--no-progress']),
  functions: () => run(process.execPath, ['scripts/check-functions.ts']),
  patterns: () => run(process.execPath, ['scripts/prove.ts', 'patterns', '--short']),
  'names in documents': () => run(process.execPath, ['scripts/check-doc-refs.ts']),
  documents: () => run(process.execPath, ['scripts/gen.ts', '--check']),
}

/** One file that every checker but the last must reject. */
function plantedFaultIsFound(): string[] {
  const planted = join(root, 'src/platform/planted-fault.ts')
  writeFileSync(
    planted,
    "import { loadConfig } from '../config.ts'\nexport const fault: string = loadConfig\nvar unused = 1\n",
  )
  try {
    return ['types', 'lint', 'arrows', 'dead code'].filter((name) => checks[name]!().ok)
  } finally {
    rmSync(planted)
  }
}

let failed = false
if (process.argv.includes('--planted') || process.env.CI) {
  const blind = plantedFaultIsFound()
  failed = blind.length > 0
  console.log(
    failed
      ? `planted fault NOT found by: ${blind.join(', ')}`
      : 'planted fault found by every checker',
  )
}
for (const [name, check] of Object.entries(checks)) {
  const { ok, output, seconds } = check()
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`)
  if (!ok) {
    failed = true
    console.log(output)
  }
}
process.exitCode = failed ? 1 : 0
