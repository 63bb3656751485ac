/** The supported portals. AGENTS.md has the recipe to add one. */
import { CONTRACTS_FINDER } from './contracts-finder.ts'
import { FIND_A_TENDER } from './find-a-tender.ts'
import type { Portal } from './portal.ts'
import { PUBLIC_CONTRACTS_SCOTLAND } from './public-contracts-scotland.ts'
import { SELL2WALES } from './sell2wales.ts'

export const PORTALS = [
  FIND_A_TENDER,
  CONTRACTS_FINDER,
  PUBLIC_CONTRACTS_SCOTLAND,
  SELL2WALES,
] as const satisfies readonly Portal[]

export type PortalUrlVariable = (typeof PORTALS)[number]['urlVariable']

/** A configured portal and its address. */
export interface ConfiguredPortal {
  portal: Portal
  url: string
}

const byId = new Map<string, Portal>(PORTALS.map((portal) => [portal.id, portal]))

/** @throws Error for a name that no portal has: the store was written by a later version. */
export function getPortal(id: string): Portal {
  const portal = byId.get(id)
  if (!portal) throw new Error(`no portal is called ${id}`)
  return portal
}

/** Returns the portal of a contracting process, or `null`. */
export function portalOfOcid(ocid: string): Portal | null {
  return PORTALS.find((portal) => ocid.startsWith(portal.ocidPrefix)) ?? null
}
