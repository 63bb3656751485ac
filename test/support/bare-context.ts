/** Context of a domain without stored copies of single subjects, without a service. */
import type { ServiceContext } from '../../src/contract/domain.ts'
import { silentLog } from '../../src/observe/log.ts'
import { createLeaseClock } from '../../src/platform/lease-clock.ts'
import { createRuns } from '../../src/store/runs.ts'

export function createBareContext(
  parts: Pick<ServiceContext, 'clock' | 'store' | 'lifecycle' | 'dataDir'> &
    Partial<ServiceContext>,
): ServiceContext {
  const { store, clock } = parts
  return {
    log: silentLog,
    runs: createRuns(store.main, clock),
    leases: createLeaseClock(clock),
    counters: null,
    cache: null as never,
    language: null,
    userAgent: 'test',
    ...parts,
  }
}
