/** Dependencies of commands that fill an index: the service context, and a signal for Ctrl-C. */
import type { Config } from '../config.ts'
import type { ServiceContext } from '../contract/domain.ts'
import { loadStoreConfig } from './on-store.ts'
import { CommandError, untilStopped } from './terminal.ts'

export interface IngestContext {
  config: Config
  context: ServiceContext
  /** Aborted at the first Ctrl-C or termination request. */
  stopping: AbortSignal
}

/** Opens the store, works, and closes it whatever the work came to. */
export async function withContext(
  environment: NodeJS.ProcessEnv,
  work: (given: IngestContext) => Promise<void>,
): Promise<void> {
  const config = loadStoreConfig(environment)
  const stopping = new AbortController()
  void untilStopped().then(() => stopping.abort(new CommandError('stopped; what was read is kept')))
  // Loaded here, so that `ukintel --help` starts without a store.
  const { createServiceContext } = await import('../context.ts')
  const context = await createServiceContext(config, 'create')
  try {
    await work({ config, context, stopping: stopping.signal })
  } finally {
    await context.lifecycle.stop()
  }
}
