import { NEVER_READ, type Runs, type SourceState } from '../store/runs.ts'
import { PORTALS } from './portals/index.ts'
import type { Portal } from './portals/portal.ts'

/** What each portal last did, as the store tells; read again on every look. */
export interface PortalStates {
  read(): Promise<void>
  of(portal: Portal): SourceState
}

export function createPortalStates(runs: Runs): PortalStates {
  // Of all portals: the store may hold notices of one that is not asked any more.
  let states: ReadonlyMap<string, SourceState> = new Map()
  return {
    async read() {
      const read = PORTALS.map(async ({ id }) => [id, await runs.source(id)] as const)
      states = new Map(await Promise.all(read))
    },
    of: (portal) => states.get(portal.id) ?? NEVER_READ,
  }
}
