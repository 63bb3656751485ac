/** On-chain status of a claim. */
import type { ClaimRow } from '../store/ledger/claims.ts'
import type { ChainWord } from './decisions.ts'
import type { ChainFinding } from './evm/chain.ts'
import { isPastExpiry, parseSeconds } from './evm/checks.ts'
import type { GateContext } from './gate-context.ts'
import type { WaitBudget } from './wait-budget.ts'

/** `reason` is why the money has not moved, or why that is unknown. */
export interface ChainStatus {
  status: ChainWord
  txHash: string | null
  reason: string
}

export async function queryChain(
  { chain, clock }: Pick<GateContext, 'chain' | 'clock'>,
  row: ClaimRow,
  budget: WaitBudget,
): Promise<ChainStatus> {
  if (!chain) return { status: 'no_chain', txHash: null, reason: 'no chain RPC is configured' }
  const finding = await budget.run((signal) =>
    chain.lookUp(toExpectedTransfer(row), clock.nowMs(), signal),
  )
  return chainStatusFrom(row, finding ?? { kind: 'unknown', reason: 'the chain took too long' })
}

function toExpectedTransfer(row: ClaimRow) {
  const { pay_to: payTo, amount_atomic: amountAtomic, created_ms: createdMs } = row
  return { key: row, payTo, amountAtomic, createdMs, validBeforeS: parseSeconds(row.valid_before) }
}

function chainStatusFrom(row: ClaimRow, finding: ChainFinding): ChainStatus {
  switch (finding.kind) {
    case 'settled':
      return { status: 'settled', txHash: finding.txHash, reason: '' }
    case 'unpaid':
      return { status: 'unpaid', txHash: null, reason: finding.reason }
    case 'unused':
      if (!isPastExpiry(parseSeconds(row.valid_before), finding.chainTimeS))
        return { status: 'unused', txHash: null, reason: 'not on the chain yet' }
      return { status: 'expired', txHash: null, reason: 'the authorization expired unused' }
    case 'unknown':
      return { status: 'silent', txHash: null, reason: finding.reason }
  }
}
