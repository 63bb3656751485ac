/** The funder wing over the invented registry, with a clock of the test's own. */
import { cpSync } from 'node:fs'
import { type FunderRegistry, startFunderRegistry } from '../../sandbox/funder-registry/server.ts'
import { createFunders, type FunderSettings, type FundersDomain } from '../../src/funders/domain.ts'
import { funderDossier } from '../../src/funders/operations/funder-dossier.ts'
import { type ManualClock, manualClock } from '../../src/platform/clock.ts'
import { createLifecycle } from '../../src/platform/lifecycle.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import type { Runs } from '../../src/store/runs.ts'
import { createBareContext } from '../support/bare-context.ts'
import { createFolder } from '../support/folder.ts'
import { createStoreFolder } from '../support/store-folder.ts'

const WEEK_MS = 7 * 86_400_000

export interface Dossier {
  funder: { name: string; ids: string[] }
  match_quality: string
  giving: {
    grants_made: number
    total_awarded_gbp: number
    yearly: Record<string, unknown>
    size_distribution_gbp: {
      min: number
      p25: number
      median: number
      p75: number
      max: number
      mean: number
    }
  }
  recent_awards: {
    recipient: string
    award_date: string
    licence: string
    publisher: string
    url: string
    amount_gbp: number
  }[]
  live_grants_now: { id: string }[]
  coverage: {
    datasets: { title: string; status: string; note: string | null; grants: number }[]
    grants_included: number
    excluded_share_alike: number
    excluded_non_gbp: number
    excluded_zero_amount: number
    corpus_fetched: string
  }
}

export interface Rig {
  folder: string
  clock: ManualClock
  registry: FunderRegistry
  store: Store
  runs: Runs
  wing: FundersDomain
  ask(name: string): Promise<Awaited<ReturnType<typeof funderDossier.answer>> & { result: Dossier }>
  /** Advances the clock until the corpus is requested again. */
  refreshLater(): Promise<void>
  /** Another process over the same store, which leaves ingesting to the first. */
  replica(): FundersDomain
  /** Copies what it has stored to `copyTo`. */
  close(copyTo?: string): Promise<void>
}

export async function createRig(
  settings: Partial<FunderSettings> = {},
  shared: { registry?: FunderRegistry; folder?: string } = {},
): Promise<Rig> {
  const folder = shared.folder ?? (await createStoreFolder('funders-'))
  const clock = manualClock('2026-11-20T02:00:00Z')
  const registry = shared.registry ?? (await startFunderRegistry())
  const store = await openStore({ databaseUrl: null, dataDir: folder })
  const lifecycle = createLifecycle()
  const serviceContext = createBareContext({ clock, store, lifecycle, dataDir: folder })
  const base: FunderSettings = {
    registryUrl: registry.url,
    intervalMs: 0,
    windowDays: 7,
    ingest: 'scheduled',
    ...settings,
  }
  const wing = createFunders(serviceContext, base)
  return {
    folder,
    clock,
    registry,
    store,
    runs: serviceContext.runs,
    wing,
    async ask(name) {
      const context = {
        today: '2026-11-20',
        nowMs: clock.nowMs(),
        signal: AbortSignal.timeout(5_000),
      }
      const answer = await funderDossier.answer({ name }, wing.deps, context)
      return { ...answer, result: funderDossier.result.parse(answer.result) as Dossier }
    },
    async refreshLater() {
      clock.advance(WEEK_MS)
      await wing.look()
    },
    replica: () => createFunders(serviceContext, { ...base, ingest: 'off' }),
    async close(copyTo) {
      await lifecycle.stop()
      await store.close()
      if (copyTo !== undefined) cpSync(folder, copyTo, { recursive: true })
      if (!shared.registry) await registry.close()
    },
  }
}

/** Rigs over copies of one filled store. They share its registry, one after the other. */
export async function fillRigs(): Promise<{ create(): Promise<Rig>; close(): Promise<void> }> {
  const registry = await startFunderRegistry()
  const filling = await createRig({}, { registry })
  await filling.wing.look()
  const filled = createFolder()
  await filling.close(filled)
  return {
    async create() {
      const folder = createFolder()
      cpSync(filled, folder, { recursive: true })
      registry.reset()
      const rig = await createRig({}, { registry, folder })
      await rig.wing.look()
      return rig
    },
    async close() {
      await registry.close()
    },
  }
}
