/**
 * `npm run bench [-- names] [--save]`: runs every bench of this folder, or those named; ends with 1
 * when a figure misses its aim. `--save` keeps this run in baseline.json, against which later ones
 * print how they differ, for information.
 */
import { readdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Bench, Measurements } from './harness.ts'
import {
  figuresOf,
  type Judged,
  judge,
  machineOfThisRun,
  printFigure,
  readBaseline,
  writeBaseline,
} from './support/report.ts'

const BASELINE = join(import.meta.dirname, 'baseline.json')
const NO_BENCH = ['run.ts', 'harness.ts']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { save: { type: 'boolean', default: false } },
})
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && !NO_BENCH.includes(file))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort()
const unknown = positionals.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`no bench ${unknown.join(', ')}; there are: ${known.join(', ')}`)
  process.exit(2)
}

const baseline = readBaseline(BASELINE)
const { machine, node, date } = machineOfThisRun()
console.log(`${machine}, node ${node}, ${date}, load ${loadavg()[0]!.toFixed(1)}`)
console.log(
  `baseline, for information: ${baseline.machine}, node ${baseline.node}, ${baseline.date}`,
)

const all: Judged[] = []
for (const name of positionals.length > 0 ? positionals : known) {
  const { bench } = (await import(`./${name}.ts`)) as { bench: Bench }
  console.log(`\n${name}: ${bench.title}`)
  const prepared = await bench.setup()
  const samples: Measurements[] = []
  try {
    // So that code is compiled before it is measured.
    if (bench.rounds > 1) await prepared.round()
    while (samples.length < bench.rounds) samples.push(await prepared.round())
  } finally {
    await prepared.close()
  }
  const judged = figuresOf(name, bench.figures, samples).map((each) => judge(each, baseline))
  judged.forEach(printFigure)
  all.push(...judged)
}

const aimed = all.filter((figure) => figure.aim)
const failed = aimed.filter((figure) => figure.fault !== null)
const undecided = aimed.filter((figure) => figure.undecided)
const passedCount = aimed.length - failed.length - undecided.length
console.log(
  `\n${passedCount} of ${aimed.length} aims hold, ${failed.length} FAIL, ${undecided.length} not decided`,
)
if (undecided.length > 0)
  console.log(
    `not decided: ${undecided.map(({ key }) => key).join(', ')}; repeat them on a quieter machine`,
  )
if (values.save) {
  writeBaseline(BASELINE, baseline, all)
  console.log('saved as the baseline')
}
process.exitCode = failed.length > 0 ? 1 : 0
