/** Queries the chain about undecided settlements whose buyers have not retried. Sends nothing. */

import { type GateContext, isLeaseOver } from './gate-context.ts'
import { reconcileClaim } from './settlement.ts'

const BATCH = 50
/** Wait budget of one claim: larger than that of a request, since no buyer waits. */
const BUDGET_MS = 60_000
/** After this many claims in a row without an answer of the chain the round ends. */
const SILENT_IN_A_ROW = 3

/** Returns the number of settlements that were decided. */
export async function reconcileExpired(gate: GateContext): Promise<number> {
  const { settings, chain, claims, leases, log } = gate
  if (!chain) return 0
  let decided = 0
  let silent = 0
  const now = { nowMs: leases.nowMs(), lengthMs: gate.settleLeaseMs }
  for (const row of await claims.listExpiredSettling(settings, now, BATCH)) {
    if (!isLeaseOver(gate, row)) continue
    if (gate.stopping?.aborted || silent === SILENT_IN_A_ROW) break
    try {
      // Only a retry by the buyer sends an authorization, so an absent buyer is never charged
      // later. The claim is not taken over: if another process takes it over now, the token of this
      // row is stale and nothing is written here.
      const status = await reconcileClaim(gate, row, gate.createBudget(BUDGET_MS))
      if (status === 'settled') gate.admission?.noteSettled(row)
      if (status === 'settled' || status === 'unpaid' || status === 'expired') decided += 1
      // The next round begins with other claims.
      else await claims.endLease(row, leases.nowMs())
      silent = status === 'silent' ? silent + 1 : 0
    } catch (error) {
      log.error({ err: error, operation: row.operation }, 'a settlement could not be reconciled')
    }
  }
  return decided
}
