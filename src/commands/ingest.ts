/** Fills an index by hand: the same run that the service does by itself. */
import { resolve } from 'node:path'
import { SingleBar } from 'cli-progress'
import { Command } from 'commander'
import { RUN_IS_TAKEN } from '../background/lease.ts'
import type { IngestProgress, IngestReport } from '../funders/ingest.ts'
import { errorMessage } from '../platform/errors.ts'
import { ingestCompaniesCommand } from './ingest-companies.ts'
import { type IngestContext, withContext } from './ingest-context.ts'
import { ingestGrantsCommand } from './ingest-grants.ts'
import { ingestTendersCommand } from './ingest-tenders.ts'
import { CommandError, note, print } from './terminal.ts'

const LINE_EVERY_MS = 5_000
const SHOWN_FAILURES = 20

interface Options {
  from?: string
  acceptShrink?: boolean
}

export function ingestCommand(environment: NodeJS.ProcessEnv): Command {
  const funders = new Command('funders')
    .description(
      "Read the open grant corpus and rebuild every funder's dossier. Can be stopped at any time and goes on where it was.",
    )
    .option(
      '--from <folder>',
      'take data.json (the registry document) and the files from a folder instead of the network',
    )
    .option('--accept-shrink', 'believe a corpus that lost more than a third of its grants')
    .action((options: Options) =>
      withContext(environment, (given) => ingestFunders(given, options)),
    )
  return new Command('ingest')
    .description('Fill an index now instead of waiting for the schedule.')
    .addCommand(ingestCompaniesCommand(environment))
    .addCommand(funders)
    .addCommand(ingestGrantsCommand(environment))
    .addCommand(ingestTendersCommand(environment))
}

async function ingestFunders(
  { config, ground, stopping }: IngestContext,
  options: Options,
): Promise<void> {
  const { refreshFunders } = await import('../funders/refresh.ts')
  const progress = process.stderr.isTTY ? barProgress() : lineProgress()
  try {
    const report = await refreshFunders({
      ...ground,
      registryUrl: config.THREESIXTY_REGISTRY_URL,
      intervalMs: config.FUNDERS_INTERVAL_MS,
      fromFolder: options.from === undefined ? null : resolve(options.from),
      acceptShrink: options.acceptShrink ?? false,
      progress,
      signal: stopping,
    })
    progress.end()
    if (report === null)
      throw new CommandError(`another process is reading the corpus; ${RUN_IS_TAKEN}`)
    printReport(report)
  } catch (error) {
    progress.end()
    if (error instanceof CommandError) throw error
    throw new CommandError(`no new dossiers, the old ones keep serving: ${errorMessage(error)}`)
  }
}

function printReport({ summary, datasets, failures, seconds }: IngestReport): void {
  const { listed, read, last_good, unread, licence_not_open, share_alike } = datasets
  print(`${summary.included} grants of ${summary.funders} funders in ${seconds.toFixed(1)} s`)
  print(
    `datasets: ${listed} listed, ${read} read, of which ${last_good} from an earlier copy; ${unread} unread, ${licence_not_open} under no open licence`,
  )
  print(
    `outside the figures: ${summary.excludedShareAlike} share-alike (${share_alike} datasets), ${summary.excludedNonGbp} not in pounds, ${summary.excludedZeroAmount} without a positive amount, ${summary.duplicates} duplicates`,
  )
  for (const { publisher, title, failure } of failures.slice(0, SHOWN_FAILURES))
    print(`! ${publisher}, ${title}: ${failure}`)
  if (failures.length > SHOWN_FAILURES) print(`! and ${failures.length - SHOWN_FAILURES} more`)
}

type EndingProgress = IngestProgress & { end(): void }

function barProgress(): EndingProgress {
  const bar = new SingleBar({
    format:
      '{bar} {value}/{total} datasets · {rows} rows · {rate} rows/s · {eta_formatted} left {phase}',
    hideCursor: true,
    stream: process.stderr,
  })
  const counter = countRows()
  return {
    datasets(total) {
      bar.start(total, 0, { rows: 0, rate: 0, phase: '' })
    },
    dataset: () => bar.increment(),
    rows(more) {
      counter.add(more)
      bar.update(counter.shown())
    },
    building() {
      counter.reset()
      bar.update({ phase: '· adding up' })
    },
    end: () => bar.stop(),
  }
}

/** Progress without a terminal: a line every few seconds. */
function lineProgress(): EndingProgress {
  const counter = countRows()
  const began = performance.now()
  let total = 0
  let done = 0
  let told = 0
  const tell = () => {
    if (performance.now() - told < LINE_EVERY_MS) return
    told = performance.now()
    const left =
      done === 0
        ? 'unknown'
        : `${Math.round(((performance.now() - began) / 1000 / done) * (total - done))} s`
    const { rows, rate } = counter.shown()
    note(`${done} of ${total} datasets, ${rows} rows, ${rate} rows/s, ${left} left`)
  }
  return {
    datasets(count) {
      total = count
      note(`${count} datasets listed`)
    },
    dataset() {
      done += 1
      tell()
    },
    rows(more) {
      counter.add(more)
      tell()
    },
    building() {
      counter.reset()
      note(`${done} of ${total} datasets read, adding up`)
    },
    end() {},
  }
}

function countRows() {
  let rows = 0
  let began = performance.now()
  return {
    add(more: number) {
      rows += more
    },
    reset() {
      rows = 0
      began = performance.now()
    },
    shown: () => ({
      rows,
      rate: Math.round(rows / Math.max(0.001, (performance.now() - began) / 1000)),
    }),
  }
}
