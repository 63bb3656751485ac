/** Undecided settlements whose buyers have not come back: the chain is asked about them, and nothing is sent. */

import type { GateContext } from './gate-context.ts'
import type { Settlement } from './settlement.ts'

const BATCH = 50
/** One claim of the background may cost more calls than a buyer would wait for. */
const PATIENCE_MS = 60_000
/** After so many in a row of which the chain says nothing it is left in peace until the next time. */
const SILENT_IN_A_ROW = 3

export function createReconciliation(shared: GateContext, settlement: Settlement) {
  const { settings, chain, claims, clock, log } = shared

  /** Returns how many were decided. */
  return async function reconcileExpired(): Promise<number> {
    if (!chain) return 0
    let decided = 0
    let silent = 0
    for (const row of await claims.expiredSettling(settings, clock.nowMs(), BATCH)) {
      if (shared.stopping?.aborted || silent === SILENT_IN_A_ROW) break
      try {
        // Sending an authorization is for the buyer's own repetition: who never comes back is never charged after the fact. Nor is
        // the claim taken over: whoever does so meanwhile makes the token of this row worthless, and what is written here void.
        const word = await settlement.reconcileClaim(row, shared.createBudget(PATIENCE_MS))
        if (word === 'settled') shared.entrance?.settled(row)
        if (word === 'settled' || word === 'unpaid' || word === 'expired') decided += 1
        // The next time it is another's turn first.
        else await claims.endLease(row, clock.nowMs())
        silent = word === 'silent' ? silent + 1 : 0
      } catch (error) {
        log.error({ err: error, operation: row.operation }, 'a settlement could not be reconciled')
      }
    }
    return decided
  }
}
