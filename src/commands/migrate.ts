import { Command } from 'commander'
import { openStore } from '../store/open.ts'
import { loadStoreConfig } from './on-store.ts'
import { note } from './terminal.ts'

export function migrateCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('migrate')
    .description(
      'Bring the layout of the store to this release, or create the store. `ukintel serve` does the same at its start.',
    )
    .addHelpText(
      'after',
      '\nWrite a backup before: there is no way back but restoring it. No process of an earlier release may run.\n',
    )
    .action(async () => {
      const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = loadStoreConfig(environment)
      await (await openStore({ databaseUrl, dataDir }, { layout: 'migrate' })).close()
      note('the store has the layout of this release')
    })
}
