/** Replacements for tests and benches; production passes none. */
import type { ContextOverrides } from '../context.ts'
import type { ServiceContext } from '../contract/domain.ts'
import type { Chain } from '../payments/evm/chain.ts'
import type { FacilitatorClients } from '../payments/facilitator.ts'
import type { GateOptions } from '../payments/gate.ts'
import type { Timers } from '../platform/timers.ts'
import type { PageWallet } from '../site/page-wallet.ts'
import type { Domains } from './domains.ts'

export interface Overrides extends ContextOverrides {
  facilitator?: FacilitatorClients
  chain?: Chain | null
  domains?: (context: ServiceContext) => Partial<Domains>
  /** Wallet that pages announce: the sandbox has one, production never. */
  pageWallet?: PageWallet
  /** Company numbers for `preview`, if the configured register does not have the default ones. */
  previewNumbers?: readonly string[]
  gate?: Partial<
    Pick<
      GateOptions,
      'claimLeaseMs' | 'settleLeaseMs' | 'reconcileWindowMs' | 'isOwnerDead' | 'onStep' | 'receipts'
    >
  >
  timers?: Timers
  handlerBudgetMs?: number
  underLoad?: () => boolean
  /** `false` builds terms, documents and pages when they are first requested, not at the start. */
  preload?: boolean
}

/** The service context, with the timers of a test if it has its own. */
export type AppContext = ServiceContext & { timers?: Timers }
