import { NEVER_READ, type Runs, type SourceState } from '../store/runs.ts'
import { PORTALS } from './portals/index.ts'
import type { Portal } from './portals/portal.ts'

/** Last result of each portal, read from the store on every call. */
export interface PortalStates {
  read(): Promise<void>
  of(portal: Portal): SourceState
}

export function createPortalStates(runs: Runs): PortalStates {
  // State of all portals: the store may have notices of one that is no longer configured.
  let states: ReadonlyMap<string, SourceState> = new Map()
  return {
    async read() {
      const read = PORTALS.map(async ({ id }) => [id, await runs.source(id)] as const)
      states = new Map(await Promise.all(read))
    },
    of: (portal) => states.get(portal.id) ?? NEVER_READ,
  }
}
