/** The sizes that a deployment may grow to, each measured by its bench in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Part {
  bench: string
  rows?: number
  deployments?: string
  /** As many as the bench has, unless said. */
  rounds?: number
  /** What it writes at most, on both engines. */
  diskGib: number
}

const PARTS: Readonly<Record<string, Part>> = {
  'mirror-1m': { bench: 'mirror', rows: 1_000_000, diskGib: 5 },
  'mirror-3m': { bench: 'mirror', rows: 3_000_000, rounds: 1, diskGib: 14 },
  'mirror-5.7m': { bench: 'mirror', rows: 5_700_000, rounds: 1, diskGib: 26 },
  funders: { bench: 'funders', rows: 1_400_000, diskGib: 5 },
  tenders: { bench: 'tenders', rows: 100_000, diskGib: 2 },
  contracts: { bench: 'contracts', rows: 1_000_000, diskGib: 6 },
  replicas: { bench: 'load', deployments: 'postgres 1,postgres 2', diskGib: 2 },
  'open-loop': { bench: 'load', deployments: 'sqlite 1,postgres 1', diskGib: 2 },
}
/** A part that takes longer is ended. */
const LIMIT_MS = 3 * 3_600_000

/** Returns the exit code: 2 for an unknown part, 1 if an aim is missed or a part could not run. */
export async function runScale(names: readonly string[], rows: string | null): Promise<number> {
  const unknown = names.filter((name) => !Object.hasOwn(PARTS, name))
  if (unknown.length > 0) {
    console.error(`no part ${unknown.join(', ')}; there are: ${Object.keys(PARTS).join(', ')}`)
    return 2
  }
  let exitCode = 0
  for (const name of names.length > 0 ? names : Object.keys(PARTS)) {
    console.log(`\nscale ${name}`)
    exitCode = Math.max(exitCode, await runPart(PARTS[name]!, rows))
  }
  return exitCode
}

async function runPart(part: Part, rows: string | null): Promise<number> {
  const { bsize, bavail } = statfsSync(tmpdir())
  const freeGib = (bsize * bavail) / 2 ** 30
  if (rows === null && freeGib < part.diskGib) {
    console.error(`${freeGib.toFixed(1)} GiB are free in ${tmpdir()}, and it needs ${part.diskGib}`)
    return 1
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'run.ts'), part.bench], {
    stdio: 'inherit',
    timeout: LIMIT_MS,
    env: {
      ...process.env,
      ...(part.rows && { BENCH_ROWS: rows ?? String(part.rows) }),
      ...(part.rounds && { BENCH_ROUNDS: String(part.rounds) }),
      ...(part.deployments && { BENCH_DEPLOYMENTS: part.deployments }),
    },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}
