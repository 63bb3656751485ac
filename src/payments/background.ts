/**
 * Background work: reconciles unknown settlements, audits the ledger, purges old claims, and probes
 * the facilitator and the RPC.
 */

import { createJob } from '../background/job.ts'
import type { Log } from '../observe/log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Lifecycle } from '../platform/lifecycle.ts'
import { systemTimers, type Timers } from '../platform/timers.ts'
import type { Claims } from '../store/ledger/claims.ts'
import type { Audit } from './audit.ts'
import type { Chain } from './evm/chain.ts'
import type { Facilitator } from './facilitator.ts'
import type { Gate } from './gate.ts'
import type { SettlementAges } from './settlement-ages.ts'

const RECONCILE_EVERY_MS = 30_000
const AUDIT_EVERY_MS = 30_000
const PURGE_EVERY_MS = 3_600_000
const PROBE_EVERY_MS = 300_000
const AGES_EVERY_MS = 3_600_000

export function startPaymentWork(options: {
  gate: Gate
  claims: Claims
  facilitator: Facilitator
  chain: Chain | null
  /** Address of the token in which payments are made. */
  asset: string
  audit: Audit
  /** `null` if no metrics are read. */
  settlementAges?: SettlementAges | null
  clock: Clock
  log: Log
  lifecycle: Lifecycle
  /** How long an answer is kept after its settlement. */
  replayMs: number
  timers?: Timers
}): void {
  const {
    gate,
    claims,
    facilitator,
    chain,
    asset,
    audit,
    settlementAges,
    clock,
    log,
    lifecycle,
    replayMs,
    timers = systemTimers,
  } = options
  const every = (name: string, everyMs: number, work: () => Promise<unknown>) =>
    createJob({ name, everyMs, work, log, lifecycle, timers }).start()
  every('reconcile settlements', RECONCILE_EVERY_MS, () => gate.reconcileExpired())
  if (chain) every('audit', AUDIT_EVERY_MS, () => audit.run(lifecycle.signal))
  if (settlementAges) every('settlement ages', AGES_EVERY_MS, () => settlementAges.refresh())
  every('purge claims', PURGE_EVERY_MS, () => claims.purge(clock.nowMs(), clock.nowMs() - replayMs))
  every('probe facilitator', PROBE_EVERY_MS, async () => {
    const before = facilitator.capability()
    const now = await facilitator.probe()
    if (now === 'unsupported' && before !== now)
      log.warn({ problem: facilitator.lastProblem() }, 'the facilitator does not serve our network')
  })
  if (chain?.probe) {
    const { probe, trouble } = chain
    every('probe chain', PROBE_EVERY_MS, async () => {
      const before = trouble?.() ?? null
      await probe(asset)
      const now = trouble?.() ?? null
      if (now !== null && now !== before) log.warn({ problem: now }, 'the chain RPC is in trouble')
    })
  }
}
