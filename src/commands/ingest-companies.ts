/** Fills the mirror of the register by hand: the same run that the service does by itself. */
import { resolve } from 'node:path'
import { Command } from 'commander'
import type { MirrorRefreshReport } from '../company/mirror/refresh.ts'
import { type IngestContext, printQuarantined, runFill, withContext } from './ingest-context.ts'
import { createProgress } from './progress.ts'
import { note, print } from './terminal.ts'

/** Approximate size of the live register, for the progress bar. */
const EXPECTED_ROWS = 5_700_000

interface Options {
  from?: string
  acceptShrink?: boolean
}

export function ingestCompaniesCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('companies')
    .description(
      "Read the register's monthly file into the mirror. Can be stopped at any time and goes on where it was.",
    )
    .option(
      '--from <folder>',
      'take the files (BasicCompanyData-….zip or .csv) from a folder instead of the network',
    )
    .option('--accept-shrink', 'believe a file that lost more than a third of its companies')
    .action((options: Options) =>
      withContext(environment, (given) => ingestCompanies(given, options)),
    )
}

async function ingestCompanies(
  { config, context, stopping }: IngestContext,
  options: Options,
): Promise<void> {
  const { refreshMirror } = await import('../company/mirror/refresh.ts')
  const progress = createProgress('rows')
  let rows: number | null = null
  const refresh = () =>
    refreshMirror({
      ...context,
      databaseUrl: config.DATABASE_URL,
      bulkUrl: config.COMPANIES_HOUSE_BULK_URL,
      fromFolder: options.from === undefined ? null : resolve(options.from),
      acceptShrink: options.acceptShrink ?? false,
      progress: {
        onFetched: (done, of) => note(`file ${done} of ${of} fetched`),
        rows(total) {
          // Rows of an earlier attempt say nothing of the rate.
          if (rows === null) {
            if (process.stderr.isTTY) progress.start(EXPECTED_ROWS)
            progress.add(total)
          } else progress.add(total - rows, total - rows)
          rows = total
        },
        indexing: () => progress.phase('indexing'),
      },
      signal: stopping,
    }).finally(progress.end)
  const report = await runFill(refresh, {
    busy: 'is filling the mirror',
    failed: () => 'no new mirror, the old one keeps serving',
  })
  printReport(report)
  if (config.COMPANY_MIRROR === 'off')
    note(
      'COMPANY_MIRROR is off: the service does not read the mirror; example: COMPANY_MIRROR=bulk',
    )
}

function printReport(report: MirrorRefreshReport): void {
  const { replaced, companies, names, as_of, rows, resumed_rows, seconds, bytes } = report
  if (!replaced) print(`the mirror is of the newest file already, ${as_of}`)
  print(
    `${companies} companies with ${names} names, of ${as_of}, ${Math.round(bytes / 1024 / 1024)} MiB`,
  )
  if (replaced)
    print(
      `${rows} rows in ${seconds.toFixed(1)} s${resumed_rows > 0 ? `, ${resumed_rows} of them read by an earlier attempt` : ''}`,
    )
  printQuarantined('rows', report.quarantined)
}
