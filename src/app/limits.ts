/** Rate limits: shared by the replicas on PostgreSQL, of this process alone on SQLite. */
import { createLimiter, type Limiter, type RequestLimitName } from '../api/rate-limit.ts'
import { createSharedLimiter } from '../api/shared-limit.ts'
import { createReplicaCounter } from '../background/replica-counter.ts'
import type { Config } from '../config.ts'
import type { AppContext } from './overrides.ts'

export interface Limits {
  createLimiter(name: RequestLimitName): Limiter
  /** Starts to count the replicas. */
  countReplicas(): Promise<void>
  replicas(): number
}

export function createLimits({ RATE_LIMITS }: Config, context: AppContext): Limits {
  const { counters, clock } = context
  const createLocal = (name: RequestLimitName) => createLimiter(name, RATE_LIMITS[name], clock)
  if (counters === null)
    return { createLimiter: createLocal, countReplicas: async () => {}, replicas: () => 1 }

  const replicas = createReplicaCounter({ ...context, counters })
  const createShared = (name: RequestLimitName) =>
    createSharedLimiter({
      name,
      limit: RATE_LIMITS[name],
      local: createLocal(name),
      counters,
      replicas,
      clock,
    })
  return { createLimiter: createShared, countReplicas: replicas.start, replicas: replicas.count }
}
