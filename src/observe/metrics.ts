import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  replied(operation: string, status: number, durationMs: number): void
  gateStep(step: string): void
  /** How many settlements are undecided just now. */
  settling(claims: number): void
  /** How many recorded payments are not on the chain. */
  differences(payments: number): void
  /** Prometheus text format. */
  render(): Promise<string>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const replies = new Histogram({
    name: 'ukintel_reply_seconds',
    help: 'Time from the accepted request to the finished reply',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 20],
    registers: [registry],
  })
  const steps = new Counter({
    name: 'ukintel_payment_steps_total',
    help: 'Payments that reached each step of the gate',
    labelNames: ['step'],
    registers: [registry],
  })
  const settling = new Gauge({ name: 'ukintel_claims_settling', help: 'Payments whose settlement is undecided', registers: [registry] })
  const differences = new Gauge({
    name: 'ukintel_ledger_differences',
    help: 'Recorded payments whose transfer is not on the chain',
    registers: [registry],
  })
  return {
    replied: (operation, status, durationMs) => replies.observe({ operation, status: String(status) }, durationMs / 1000),
    gateStep: (step) => steps.inc({ step }),
    settling: (claims) => settling.set(claims),
    differences: (payments) => differences.set(payments),
    render: () => registry.metrics(),
  }
}
