/** Reads the register's accounts product into the store of filings. */
import { resolve } from 'node:path'
import { Command } from 'commander'
import { RUN_IS_TAKEN } from '../background/lease.ts'
import type { AccountsIngestReport } from '../company/ingest-accounts.ts'
import { errorMessage } from '../platform/errors.ts'
import { type IngestContext, withContext } from './ingest-context.ts'
import { createProgress } from './progress.ts'
import { CommandError, print } from './terminal.ts'

export function ingestAccountsCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('accounts')
    .description(
      "Read the register's daily accounts zips into the store. Can be stopped at any time and goes on where it was.",
    )
    .requiredOption('--from <folder>', 'the folder with the zips (Accounts_Bulk_Data-….zip)')
    .action((options: { from: string }) =>
      withContext(environment, (given) => ingestFolder(given, resolve(options.from))),
    )
}

async function ingestFolder({ context, stopping }: IngestContext, folder: string): Promise<void> {
  const { ingestAccounts } = await import('../company/ingest-accounts.ts')
  const { createCompanyFilings } = await import('../store/company-filings.ts')
  const progress = createProgress('filings')
  let filings = 0
  try {
    const report = await ingestAccounts({
      folder,
      filings: createCompanyFilings(context.store.main),
      runs: context.runs,
      clock: context.clock,
      signal: stopping,
      progress(total) {
        progress.add(total - filings, total - filings)
        filings = total
      },
    })
    progress.end()
    if (report === null) throw new CommandError(`another process reads accounts; ${RUN_IS_TAKEN}`)
    if (report.files + report.skipped === 0)
      throw new CommandError(`${folder} holds no zip named Accounts_Bulk_Data-….zip`)
    printReport(report)
  } catch (error) {
    progress.end()
    if (error instanceof CommandError) throw error
    throw new CommandError(`stopped after ${filings} filings: ${errorMessage(error)}`)
  }
}

function printReport({
  files,
  skipped,
  filings,
  quarantined,
  seconds,
}: AccountsIngestReport): void {
  print(
    `${filings} filings of ${files} zips in ${seconds.toFixed(1)} s, ${skipped} zips read before`,
  )
  const refused = Object.values(quarantined).reduce((sum, each) => sum + each, 0)
  print(`${refused} quarantined`)
  for (const [reason, count] of Object.entries(quarantined)) print(`! ${count} filings: ${reason}`)
}
