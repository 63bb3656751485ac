/**
 * `npm run bench [-- names]`: runs every bench of this folder, or those named. `npm run bench --
 * scale [parts]` runs the large sizes of `support/scale.ts`, each in a process of its own. Ends
 * with 1 when a figure misses its aim.
 */
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { type Bench, type Measurements, roundsOr } from './harness.ts'
import { describeMachine } from './support/machine.ts'
import { figuresOf, type Judged, judge, printFigure } from './support/report.ts'
import { runScale } from './support/scale.ts'

const NO_BENCH = ['run.ts', 'harness.ts']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { round: { type: 'string' }, rows: { type: 'string' } },
})
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !NO_BENCH.includes(file))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort()

if (values.round !== undefined) console.log(JSON.stringify(await measureAlone(values.round)))
else if (positionals[0] === 'scale')
  process.exitCode = await runScale(positionals.slice(1), values.rows ?? null)
else await runAll(positionals)

async function load(name: string): Promise<Bench> {
  const { bench } = (await import(`./${name}.ts`)) as { bench: Bench }
  return { ...bench, rounds: roundsOr(bench.rounds) }
}

/** One round of this process, after one in which code is compiled. */
async function measureAlone(name: string): Promise<Measurements> {
  return (await measureHere({ ...(await load(name)), in: 'one process', rounds: 1 }, true))[0]!
}

async function measureHere(bench: Bench, isWarmedUp: boolean): Promise<Measurements[]> {
  const prepared = await bench.setup()
  const rounds: Measurements[] = []
  try {
    if (isWarmedUp) await prepared.round()
    while (rounds.length < bench.rounds) rounds.push(await prepared.round())
  } finally {
    await prepared.close()
  }
  return rounds
}

async function measureInProcesses(name: string, { rounds }: Bench): Promise<Measurements[]> {
  const measured: Measurements[] = []
  while (measured.length < rounds) {
    const args = [join(import.meta.dirname, 'run.ts'), '--round', name]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    measured.push(JSON.parse(stdout) as Measurements)
  }
  return measured
}

async function runAll(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    console.error(`no bench ${unknown.join(', ')}; there are: scale, ${known.join(', ')}`)
    process.exitCode = 2
    return
  }
  console.log(describeMachine())
  const isBusy = loadavg()[0]! > availableParallelism()
  const all: Judged[] = []
  for (const name of names.length > 0 ? names : known) {
    const bench = await load(name)
    console.log(`\n${name}: ${bench.title}; rounds: ${bench.rounds}, in ${bench.in}`)
    const rounds =
      bench.in === 'a new process'
        ? await measureInProcesses(name, bench)
        : await measureHere(bench, bench.in === 'one process' && bench.rounds > 1)
    const judged = figuresOf(name, bench.figures, rounds).map((each) => judge(each, isBusy))
    judged.forEach(printFigure)
    all.push(...judged)
  }
  summarise(all)
}

function summarise(all: readonly Judged[]): void {
  const aimed = all.filter((figure) => figure.aim)
  const failed = aimed.filter((figure) => figure.fault !== null)
  const undecided = aimed.filter((figure) => figure.undecided !== null)
  const passedCount = aimed.length - failed.length - undecided.length
  console.log(
    `\n${passedCount} of ${aimed.length} aims hold, ${failed.length} FAIL, ${undecided.length} not decided`,
  )
  if (undecided.length > 0)
    console.log(
      `not decided: ${undecided.map(({ key }) => key).join(', ')}; repeat them on a quieter machine`,
    )
  process.exitCode = failed.length > 0 ? 1 : 0
}
