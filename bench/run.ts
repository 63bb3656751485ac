/**
 * `npm run bench [-- names] [--save]`: runs every bench of this folder, or those named; compares with baseline.json; ends with 1 when a
 * figure misses its aim or is worse than the baseline allows. `--save` makes this run the baseline instead.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Bench, yardstickUs } from './harness.ts'
import { type Judged, judge, machineOfThisRun, printFigures, readBaseline, writeBaseline } from './support/report.ts'

const BASELINE = join(import.meta.dirname, 'baseline.json')
const NO_BENCH = ['run.ts', 'harness.ts']

const { values, positionals } = parseArgs({ allowPositionals: true, options: { save: { type: 'boolean', default: false } } })
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
const yardstick = await yardstickUs()
console.log(`${machine}, node ${node}, ${date}; yardstick ${yardstick.toFixed(1)} us`)
if (baseline) console.log(`baseline: ${baseline.machine}, node ${baseline.node}, ${baseline.date}; yardstick ${baseline.yardstickUs} us`)

const all: Judged[] = []
for (const file of positionals.length > 0 ? positionals : known) {
  const { bench } = (await import(`./${file}.ts`)) as { bench: Bench }
  const figures = await bench.run()
  const judged = figures.map((figure) =>
    judge({ ...figure, key: `${bench.name}/${figure.name}` }, values.save ? null : baseline, yardstick),
  )
  printFigures(`${bench.name}: ${bench.title}`, judged)
  all.push(...judged)
}

const failed = all.filter((figure) => figure.fault !== null)
const silent = all.filter((figure) => figure.inconclusive)
console.log(failed.length === 0 ? `\n${all.length - silent.length} figures hold` : `\n${failed.length} of ${all.length} figures FAIL`)
if (silent.length > 0)
  console.log(`${silent.length} say nothing in this run: ${silent.map((figure) => figure.key).join(', ')}; repeat it on a quieter machine`)
if (values.save) {
  writeBaseline(BASELINE, baseline, all, yardstick)
  console.log('saved as the baseline')
}
process.exitCode = failed.length > 0 ? 1 : 0
