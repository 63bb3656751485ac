/** Dependencies of commands that read the books: the store of the service, which may be running. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, loadConfig } from '../config.ts'
import type { Store } from '../store/open.ts'
import { CommandError, note } from './terminal.ts'

/** Nothing is paid to anyone here, but the configuration is one. */
const NO_PAYEE = '0x000000000000000000000000000000000000dEaD'

/** Returns the configuration of the service, also without a payee. */
export function loadStoreConfig(environment: NodeJS.ProcessEnv): Config {
  return loadConfig({ X402_PAY_TO: NO_PAYEE, ...environment })
}

/**
 * Opens the store that is there, works, and closes it after the work. It never changes the layout;
 * `as-is` also reads an older one.
 * @throws CommandError if there is no store
 */
export async function onStore<T>(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  work: (store: Store) => Promise<T>,
  layout: 'current' | 'as-is' = 'current',
): Promise<T> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config
  if (databaseUrl === null && !existsSync(join(dataDir, 'ledger.db'))) {
    throw new CommandError(
      `DATA_DIR "${dataDir}" holds no ledger; example: DATA_DIR=/var/lib/ukintel`,
    )
  }
  // Loaded here, so that `ukintel --help` starts without a store.
  const { openStore } = await import('../store/open.ts')
  const onWait = (what: string) => note(`waiting for ${what}`)
  const store = await openStore({ databaseUrl, dataDir }, { layout, onWait })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
