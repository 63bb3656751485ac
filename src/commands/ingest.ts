/** Fills an index by hand: the same run that the service does by itself. */
import { resolve } from 'node:path'
import { Command } from 'commander'
import type { IngestReport } from '../funders/ingest.ts'
import { ingestAccountsCommand } from './ingest-accounts.ts'
import { ingestCompaniesCommand } from './ingest-companies.ts'
import { type IngestContext, runFill, withContext } from './ingest-context.ts'
import { ingestGrantsCommand } from './ingest-grants.ts'
import { ingestPaymentPracticesCommand } from './ingest-payment-practices.ts'
import { ingestTendersCommand } from './ingest-tenders.ts'
import { createProgress } from './progress.ts'
import { note, print } from './terminal.ts'

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
    .addCommand(ingestAccountsCommand(environment))
    .addCommand(ingestCompaniesCommand(environment))
    .addCommand(funders)
    .addCommand(ingestGrantsCommand(environment))
    .addCommand(ingestPaymentPracticesCommand(environment))
    .addCommand(ingestTendersCommand(environment))
}

async function ingestFunders(
  { config, context, stopping }: IngestContext,
  options: Options,
): Promise<void> {
  const { refreshFunders } = await import('../funders/refresh.ts')
  const progress = createProgress('datasets', 'rows')
  const refresh = () =>
    refreshFunders({
      ...context,
      registryUrl: config.THREESIXTY_REGISTRY_URL,
      intervalMs: config.FUNDERS_INTERVAL_MS,
      fromFolder: options.from === undefined ? null : resolve(options.from),
      acceptShrink: options.acceptShrink ?? false,
      progress: {
        datasets(count) {
          note(`${count} datasets listed`)
          progress.start(count)
        },
        dataset: () => progress.add(1),
        rows: (more) => progress.add(0, more),
        building: () => progress.phase('adding up'),
      },
      signal: stopping,
    }).finally(progress.end)
  const report = await runFill(refresh, {
    busy: 'is reading the corpus',
    failed: () => 'no new dossiers, the old ones keep serving',
  })
  printReport(report)
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
