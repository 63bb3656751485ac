/** What `GET /v1/health` tells: the wings' own reports, and what the operator should know of the payments. */
import type { Wing } from '../contract/wing.ts'
import type { Health } from '../free/deps.ts'
import type { Chain } from '../payments/evm/chain.ts'
import type { Facilitator } from '../payments/facilitator.ts'
import type { PaymentSettings } from '../payments/terms.ts'

export interface HealthReportOptions {
  version: string
  rulesVersion: string
  wings: readonly Pick<Wing, 'health'>[]
  settings: PaymentSettings
  facilitator: Pick<Facilitator, 'lastProblem' | 'capability'>
  /** Null: none can be asked about settlements. */
  chain: Pick<Chain, 'trouble'> | null
  /** Recorded payments that the chain does not know. */
  ledgerDifferences: number
}

/** Of all wings, by label: what health shows and the metrics measure. */
export function sourcesOf(wings: readonly Pick<Wing, 'health'>[]): Health['upstreams'] {
  return Object.assign({}, ...wings.map((wing) => wing.health().upstreams))
}

export function healthReport({
  version,
  rulesVersion,
  wings,
  settings,
  facilitator,
  chain,
  ledgerDifferences,
}: HealthReportOptions): Health {
  const upstreams = sourcesOf(wings)
  const warnings = wings.flatMap((wing) => [...wing.health().warnings])
  if (settings.test) warnings.push(`test mode: payments are taken in test USDC on ${settings.networkName} (${settings.network})`)
  if (chain === null) warnings.push('X402_RPC_URL is empty: a settlement with an unknown outcome waits for the facilitator')
  const chainTrouble = chain?.trouble?.() ?? null
  if (chainTrouble !== null) warnings.push(`X402_RPC_URL: ${chainTrouble}`)
  if (ledgerDifferences > 0) warnings.push(`the ledger differs from the chain: recorded payments that are not on it: ${ledgerDifferences}`)
  const problem = facilitator.lastProblem()
  if (problem !== null)
    warnings.push(`facilitator: ${facilitator.capability() === 'unsupported' ? problem : 'does not answer'}; paid requests get 503`)
  const failing = Object.values(upstreams).some((source) => source.status === 'failing' || source.status === 'stale')
  return {
    status: failing || problem !== null ? 'degraded' : 'ok',
    version,
    network: settings.network,
    upstreams,
    rules_version: rulesVersion,
    warnings,
  }
}
