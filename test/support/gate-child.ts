/**
 * The real service in a separate process that kills itself at a chosen point of the payment gate.
 */
import type { GateStep } from '../../src/payments/gate.ts'
import { type ServiceOptions, startService } from './service.ts'

export interface GateChildOptions
  extends Pick<ServiceOptions, 'domains' | 'facilitatorUrl' | 'rpcUrl' | 'store' | 'environment'> {
  /** Killed when a payment reaches this step … */
  killAt?: GateStep
  /** … or when this many steps were reached by all payments together. */
  killAfterSteps?: number
  leases?: { claimLeaseMs: number; settleLeaseMs: number }
  /** How long PostgreSQL may take for one statement. */
  queryTimeoutMs?: number
}

const { killAt, killAfterSteps, leases, queryTimeoutMs, ...options } = JSON.parse(
  process.argv[2] ?? '{}',
) as GateChildOptions
let steps = 0
const service = await startService({
  ...options,
  overrides: {
    ...(queryTimeoutMs === undefined ? {} : { queryTimeoutMs }),
    gate: {
      ...leases,
      onStep(step) {
        steps += 1
        // Nothing after this line runs, no handler, no finally: as when the power goes.
        if (step === killAt || steps === killAfterSteps) process.kill(process.pid, 'SIGKILL')
      },
    },
  },
})
process.stdout.write(`serving on ${service.url}\n`)
