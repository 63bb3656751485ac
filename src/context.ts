/** Creates the service context, which the service and every command on the store share. */

import { createFreshCache } from './background/fresh-cache.ts'
import { STALE_WAIT_MS } from './company/limits.ts'
import type { Config } from './config.ts'
import type { ServiceContext } from './contract/domain.ts'
import type { LanguageModel } from './language/model.ts'
import { createLog, type Log } from './observe/log.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { ServiceError } from './platform/errors.ts'
import { createLeaseClock } from './platform/lease-clock.ts'
import { createLifecycle } from './platform/lifecycle.ts'
import { makePrivate } from './platform/private-folder.ts'
import { OWN_KEY_FILE } from './signing/key.ts'
import { createCounters } from './store/counters.ts'
import { createDocuments } from './store/documents.ts'
import { openLeaseClock } from './store/lease-time.ts'
import { openStore, STORE_FILES } from './store/open.ts'
import { createRuns } from './store/runs.ts'
import { buildUserAgent } from './user-agent.ts'

/** Seams for tests and benches; production and commands pass none. */
export interface ContextOverrides {
  clock?: Clock
  log?: Log
  staleWaitMs?: number
  /** How long PostgreSQL may take for one statement. */
  queryTimeoutMs?: number
}

/**
 * Opens the store. The caller stops the lifecycle of the context, which closes the store last.
 * @throws StartError when the store cannot be opened
 */
export async function createServiceContext(
  config: Config,
  layout: 'migrate' | 'create',
  overrides: ContextOverrides = {},
): Promise<ServiceContext> {
  const log = overrides.log ?? createLog(config.LOG_LEVEL)
  const clock = overrides.clock ?? systemClock
  const lifecycle = createLifecycle((name, error) =>
    log.error({ err: error, name }, 'did not stop cleanly'),
  )
  const { queryTimeoutMs } = overrides
  const store = await openStore(
    { databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR },
    {
      layout,
      onWait: (store) => log.info({ store }, 'waiting for the store'),
      ...(queryTimeoutMs !== undefined && { queryTimeoutMs }),
    },
  )
  lifecycle.onStop('store', () => store.close())
  const readable = makePrivate(config.DATA_DIR, [...STORE_FILES, OWN_KEY_FILE])
  if (readable.length > 0)
    log.warn({ paths: readable }, 'other users may read paid answers or the signing key')
  const leases = overrides.clock
    ? createLeaseClock(overrides.clock)
    : await openLeaseClock(store, clock, { log, lifecycle })
  const cache = createFreshCache({
    documents: createDocuments(store.main),
    clock,
    staleWaitMs: overrides.staleWaitMs ?? STALE_WAIT_MS,
    maxEntries: 10_000,
    onError: (key, error) => {
      // "No such company" is an answer, not a failure.
      const level = error instanceof ServiceError && error.status < 500 ? 'debug' : 'warn'
      log[level]({ key, err: error }, 'refresh failed')
    },
  })
  return {
    clock,
    log,
    store,
    counters: createCounters(store),
    leases,
    runs: createRuns(store.main, clock, leases),
    cache,
    language: await loadLanguageModel(config),
    lifecycle,
    userAgent: buildUserAgent(config),
    dataDir: config.DATA_DIR,
  }
}

async function loadLanguageModel({
  LLM_BASE_URL: baseUrl,
  LLM_API_KEY: apiKey,
  LLM_MODEL: model,
}: Config): Promise<LanguageModel | null> {
  if (baseUrl === null || model === null) return null
  const { createLanguageModel } = await import('./language/model.ts')
  return createLanguageModel({ baseUrl, apiKey, model })
}
