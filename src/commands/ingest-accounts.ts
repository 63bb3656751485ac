/** Reads the register's accounts product into the store of filings. */
import { resolve } from 'node:path'
import { Command } from 'commander'
import { type IngestContext, printQuarantined, runFill, withContext } from './ingest-context.ts'
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
  let read = 0
  const ingest = () =>
    ingestAccounts({
      ...context,
      folder,
      filings: createCompanyFilings(context.store.main),
      signal: stopping,
      progress(total) {
        progress.add(total - read, total - read)
        read = total
      },
    }).finally(progress.end)
  const { files, skipped, filings, quarantined, seconds } = await runFill(ingest, {
    busy: 'reads accounts',
    failed: () => `stopped after ${read} filings`,
  })
  if (files + skipped === 0)
    throw new CommandError(`${folder} holds no zip named Accounts_Bulk_Data-….zip`)
  print(
    `${filings} filings of ${files} zips in ${seconds.toFixed(1)} s, ${skipped} zips read before`,
  )
  printQuarantined('filings', quarantined)
}
