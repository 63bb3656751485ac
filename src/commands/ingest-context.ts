/** Dependencies of commands that fill an index: the service context, and a signal for Ctrl-C. */

import { RUN_IS_TAKEN } from '../background/lease.ts'
import type { Config } from '../config.ts'
import type { ServiceContext } from '../contract/domain.ts'
import { errorMessage } from '../platform/errors.ts'
import { loadStoreConfig } from './on-store.ts'
import { CommandError, print, untilStopped } from './terminal.ts'

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

/**
 * Runs one fill and returns its report.
 * @param busy what another process does that holds the run
 * @param failed what stays as it is after a failure
 * @throws CommandError
 */
export async function runFill<Report>(
  fill: () => Promise<Report | null>,
  { busy, failed }: { busy: string; failed: () => string },
): Promise<Report> {
  const report = await fill().catch((error: unknown) => {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${failed()}: ${errorMessage(error)}`)
  })
  if (report === null) throw new CommandError(`another process ${busy}; ${RUN_IS_TAKEN}`)
  return report
}

/** Prints what was set aside, by reason. */
export function printQuarantined(
  unit: string,
  quarantined: Readonly<Record<string, number>>,
): void {
  print(`${sumCounts(quarantined)} quarantined`)
  for (const [reason, count] of Object.entries(quarantined)) print(`! ${count} ${unit}: ${reason}`)
}

export const sumCounts = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, each) => sum + each, 0)
