/** What a wing that keeps no copies of single subjects stands on, without a service around it. */
import type { Ground } from '../../src/contract/wing.ts'
import { silentLog } from '../../src/observe/log.ts'
import { createRuns } from '../../src/store/runs.ts'

export function bareGround(
  parts: Pick<Ground, 'clock' | 'store' | 'lifecycle' | 'dataDir'> & Partial<Ground>,
): Ground {
  const { store, clock } = parts
  return {
    log: silentLog,
    runs: createRuns(store.main, clock),
    counters: null,
    cache: null as never,
    language: null,
    userAgent: 'test',
    ...parts,
  }
}
