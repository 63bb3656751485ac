/** How much may still be spent. Amounts are reserved before anything is signed, so that calls at the same time cannot overspend together. */
import { atomicToUsdc, usdcToAtomic } from '../kernel/money.ts'
import { SpendLimitError } from './buyer.ts'

export interface Spending {
  /** @throws SpendLimitError when it is too much for one call or for what is left */
  reserve(amountUsd: string): Reservation
  spentUsd(): string
  leftUsd(): string
}

export interface Reservation {
  /** The call cost nothing after all. A reservation that is never released counts as spent. */
  release(): void
}

export function createSpending(limits: { perCallUsd: string; totalUsd: string }): Spending {
  const perCall = BigInt(usdcToAtomic(limits.perCallUsd))
  const total = BigInt(usdcToAtomic(limits.totalUsd))
  let spent = 0n
  return {
    reserve(amountUsd) {
      const amount = BigInt(usdcToAtomic(amountUsd))
      if (amount > perCall)
        throw new SpendLimitError(`the call costs ${amountUsd} USD, the limit is ${limits.perCallUsd} USD a call; nothing was paid`)
      if (spent + amount > total) {
        throw new SpendLimitError(
          `the call costs ${amountUsd} USD, ${atomicToUsdc(total - spent)} USD are left of ${limits.totalUsd}; nothing was paid`,
        )
      }
      spent += amount
      let held = true
      return {
        release() {
          if (held) spent -= amount
          held = false
        },
      }
    },
    spentUsd: () => atomicToUsdc(spent),
    leftUsd: () => atomicToUsdc(total - spent),
  }
}
