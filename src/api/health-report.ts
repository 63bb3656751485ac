/**
 * The answer of `GET /v1/health`: the reports of the domains, and what the operator should know of
 * the payments.
 */
import type { Domain } from '../contract/domain.ts'
import type { Health } from '../meta/deps.ts'
import type { Chain } from '../payments/evm/chain.ts'
import type { Facilitator } from '../payments/facilitator.ts'
import type { PaymentSettings } from '../payments/terms.ts'

export interface HealthReportOptions {
  version: string
  rulesVersion: string
  domains: readonly Pick<Domain, 'health' | 'operations' | 'unavailableReason'>[]
  settings: PaymentSettings
  facilitator: Pick<Facilitator, 'advice' | 'notes'>
  /** `null` if no RPC is configured. */
  chain: Pick<Chain, 'trouble'> | null
  /** Recorded payments that the chain does not know. */
  ledgerDifferences: number
}

/** Returns the sources of all domains by label: health shows them and the metrics measure them. */
export function collectSources(domains: readonly Pick<Domain, 'health'>[]): Health['upstreams'] {
  return Object.assign({}, ...domains.map((domain) => domain.health().upstreams))
}

export function healthReport({
  version,
  rulesVersion,
  domains,
  settings,
  facilitator,
  chain,
  ledgerDifferences,
}: HealthReportOptions): Health {
  const upstreams = collectSources(domains)
  const warnings = domains.flatMap((domain) => [...domain.health().warnings])
  if (settings.test)
    warnings.push(
      `test mode: payments are taken in test USDC on ${settings.networkName} (${settings.network})`,
    )
  if (chain === null)
    warnings.push(
      'X402_RPC_URL is empty: a settlement with an unknown outcome waits for the facilitator',
    )
  const chainTrouble = chain?.trouble?.() ?? null
  if (chainTrouble !== null) warnings.push(`X402_RPC_URL: ${chainTrouble}`)
  if (ledgerDifferences > 0)
    warnings.push(
      `the ledger differs from the chain: recorded payments that are not on it: ${ledgerDifferences}`,
    )
  const problem = facilitator.advice()
  for (const each of [problem, ...facilitator.notes()])
    if (each !== null) warnings.push(`facilitator: ${each}`)
  const undelivered = findUndelivered(domains)
  warnings.push(...undelivered)
  const failing = Object.values(upstreams).some(
    (source) => source.status === 'failing' || source.status === 'stale',
  )
  return {
    status: failing || problem !== null || undelivered.length > 0 ? 'degraded' : 'ok',
    version,
    network: settings.network,
    upstreams,
    rules_version: rulesVersion,
    warnings,
  }
}

/** Returns one line for each reason why paid operations cannot be delivered. */
function findUndelivered(domains: HealthReportOptions['domains']): string[] {
  const byReason = new Map<string, string[]>()
  for (const domain of domains) {
    for (const { operation } of domain.operations) {
      const trouble = domain.unavailableReason?.(operation.id)
      if (!trouble) continue
      const reason = `${trouble.detail.replace(/\.$/, '')} (${trouble.code})`
      byReason.set(reason, [...(byReason.get(reason) ?? []), operation.id])
    }
  }
  return [...byReason].map(
    ([reason, ids]) =>
      `cannot be delivered now: ${ids.join(', ')}: ${reason}; paid calls answer 503 and are not charged`,
  )
}
