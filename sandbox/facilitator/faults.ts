/** Failures of a facilitator on demand. */

export type FacilitatorCall = 'verify' | 'settle' | 'supported'

/**
 * `before`: nothing was broadcast. `after`: the transaction was sent, whatever the caller receives.
 * For calls without a broadcast they are equal.
 */
type Moment = 'before' | 'after'

export type Fault =
  /** The connection is reset. */
  | { kind: 'reset'; when: Moment }
  /** No answer, ever; the caller's own timeout must end it. */
  | { kind: 'hang'; when: Moment }
  /** A true answer, late. */
  | { kind: 'delay'; ms: number }
  /** Any status and body, such as 500 or a body that is not JSON. */
  | { kind: 'status'; when: Moment; status: number; body: string }
  /** Another answer than the true one. With `before` nothing happened and `truth` is null. */
  | { kind: 'lie'; when: Moment; answer: (truth: SettleAnswer | null) => object }

export interface SettleAnswer {
  success: boolean
  transaction: string
  network: string
  payer?: string
  errorReason?: string
}

const misreport = (truth: SettleAnswer | null): SettleAnswer =>
  truth ?? { success: false, transaction: '', network: '' }

/** Ready-made lies about a settlement. */
export const lies = {
  wrongNetwork: {
    kind: 'lie',
    when: 'after',
    answer: (truth) => ({ ...misreport(truth), network: 'eip155:8453' }),
  },
  wrongPayer: {
    kind: 'lie',
    when: 'after',
    answer: (truth) => ({
      ...misreport(truth),
      payer: '0x000000000000000000000000000000000000bad1',
    }),
  },
  wrongAmount: {
    kind: 'lie',
    when: 'after',
    answer: (truth) => ({ ...misreport(truth), amount: '1' }),
  },
  /** It moved the money and says, with a reason that sounds final, that it did not. */
  failedAlthoughBroadcast: {
    kind: 'lie',
    when: 'after',
    answer: (truth) => ({
      ...misreport(truth),
      success: false,
      transaction: '',
      errorReason: 'insufficient_funds',
    }),
  },
  /** Still waiting for the block: the honest answer of a facilitator after its own timeout. */
  pending: {
    kind: 'lie',
    when: 'after',
    answer: (truth) => ({ ...misreport(truth), success: false, errorReason: 'settlement_pending' }),
  },
} as const satisfies Record<string, Fault>

/** Success although nothing moved: everything about it is plausible. */
export function successWithoutBroadcast(network: string, payer: string): Fault {
  const answer = { success: true, transaction: `0x${'5'.repeat(64)}`, network, payer }
  return { kind: 'lie', when: 'before', answer: () => answer }
}

export interface FaultControls {
  /** The next such call only; several queue up. */
  next(call: FacilitatorCall, fault: Fault): void
  /** Every such call from now on, until `clear`. */
  always(call: FacilitatorCall, fault: Fault): void
  clear(): void
}

export interface Faults extends FaultControls {
  take(call: FacilitatorCall): Fault | null
}

export function createFaults(): Faults {
  const queued: Record<FacilitatorCall, Fault[]> = { verify: [], settle: [], supported: [] }
  const lasting: Partial<Record<FacilitatorCall, Fault>> = {}
  return {
    next: (call, fault) => queued[call].push(fault),
    always(call, fault) {
      lasting[call] = fault
    },
    clear() {
      for (const call of Object.keys(queued) as FacilitatorCall[]) {
        queued[call] = []
        delete lasting[call]
      }
    },
    take: (call) => queued[call].shift() ?? lasting[call] ?? null,
  }
}
