/** What every command that fills an index stands on: the ground of the service, and a signal for Ctrl-C. */
import type { Config } from '../config.ts'
import type { Ground } from '../contract/wing.ts'
import { configOf } from './on-store.ts'
import { CommandError, untilStopped } from './terminal.ts'

export interface IngestGround {
  config: Config
  ground: Ground
  /** Aborted at the first Ctrl-C or termination request. */
  stopping: AbortSignal
}

/** Opens the store, works, and closes it whatever the work came to. */
export async function onGround(
  environment: NodeJS.ProcessEnv,
  work: (given: IngestGround) => Promise<void>,
): Promise<void> {
  const config = configOf(environment)
  const stopping = new AbortController()
  void untilStopped().then(() => stopping.abort(new CommandError('stopped; what was read is kept')))
  // Loaded here, so that `ukintel --help` starts without a store.
  const { createGround } = await import('../ground.ts')
  const ground = await createGround(config, 'create')
  try {
    await work({ config, ground, stopping: stopping.signal })
  } finally {
    await ground.lifecycle.stop()
  }
}
