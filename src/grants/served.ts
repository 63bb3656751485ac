/** The serving index: one generation at a time, with what its source last did. */
import type { Degradation, Source } from '../contract/envelope.ts'
import { instant } from '../kernel/clock.ts'
import { ServiceError } from '../kernel/errors.ts'
import type { SourceState } from '../store/runs.ts'
import type { Assembly } from './assemble.ts'
import type { Generation } from './index/generation.ts'

export const GRANTS_WINDOW_MS = 86_400_000
/** Contract section 2: nothing older is served. */
const MAX_AGE_MS = 30 * 86_400_000
const SOURCE_NAME = 'Find a grant'

export interface ServedIndex {
  generation: Generation
  sources: readonly Source[]
  degradations: readonly Degradation[]
}

export interface Serving {
  /** @throws ServiceError UPSTREAM_UNAVAILABLE when there is nothing fit to be served */
  read(nowMs: number): ServedIndex
  /** Without the checks; null before the first load. */
  readonly assembly: Assembly | null
  readonly state: SourceState | null
  /** What the source last did, whether or not the index changed. */
  note(state: SourceState): void
  swap(next: Assembly): void
}

export function createServing(listUrl: string): Serving {
  let assembly: Assembly | null = null
  let state: SourceState | null = null
  const sourceOf = ({ generation }: Assembly): Source => ({ name: SOURCE_NAME, fetched: instant(generation.fetchedMs), url: listUrl })
  return {
    read(nowMs) {
      const ageMs = state?.lastSuccessMs == null ? null : nowMs - state.lastSuccessMs
      if (!assembly || !state || ageMs === null || ageMs > MAX_AGE_MS) {
        throw new ServiceError('UPSTREAM_UNAVAILABLE', 'The grant index is not filled.', {
          hint: 'Ask again in a few minutes; GET /v1/health tells how the grant listing is doing.',
          retryAfterSeconds: 300,
        })
      }
      const source = sourceOf(assembly)
      const from = `the index served is of ${source.fetched}`
      // Within its window a copy is as good as fresh, whatever the newest attempt did; health tells of the failure at once.
      const degradations: Degradation[] =
        ageMs <= GRANTS_WINDOW_MS
          ? []
          : state.failure !== null
            ? [{ kind: 'failed', detail: `${SOURCE_NAME}: ${state.failure}; ${from}`, flagged: true }]
            : [{ kind: 'stale', detail: `${SOURCE_NAME}: past its window of 24 hours, being refreshed; ${from}`, flagged: true }]
      return { generation: assembly.generation, sources: [source], degradations }
    },
    get assembly() {
      return assembly
    },
    get state() {
      return state
    },
    note(next) {
      state = next
    },
    swap(next) {
      assembly = next
    },
  }
}
