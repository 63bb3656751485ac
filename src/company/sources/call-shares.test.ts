import { describe, expect, it } from 'vitest'
import type { Buyer, Reservation } from '../../platform/caller.ts'
import { CALLS_EARNED, EARNED_BY_ATOMIC, QUOTA_WINDOW_MS } from '../limits.ts'
import { computeShare, createCallShares } from './call-shares.ts'

const RESERVED = 30

function createSource() {
  let nowMs = 0
  const leases = { nowMs: () => nowMs }
  const shares = createCallShares({ name: 'source', reserved: RESERVED, leases, counters: null })
  const free: Reservation = { spend: () => true, giveBack: () => {} }
  return {
    /**
     * Draws the calls of one verdict and uses them all. Returns null where the share is too small.
     */
    async draw(buyer: Buyer) {
      const calls = await shares.draw(buyer, CALLS_EARNED, async () => free)
      for (let at = 0; calls && at < CALLS_EARNED; at += 1) calls.spend()
      return calls
    },
    share: shares.of,
    passWindow: () => {
      nowMs += QUOTA_WINDOW_MS
    },
  }
}

describe('the share of reserved calls', () => {
  it('grows with what was paid, up to a tenth of what is reserved and at least one verdict', () => {
    const paid = [0, 5_000, 100_000, 10_000_000]
    expect(paid.map((atomic) => computeShare(atomic, 30))).toEqual([0, 0, 6, 6])
    expect(paid.map((atomic) => computeShare(atomic, 150))).toEqual([0, 0, 6, 15])
  })

  it('of paid calls is there again in the next window', async () => {
    const source = createSource()
    const buyer = { payer: 'one', paidAtomic: EARNED_BY_ATOMIC }
    ;(await source.draw(buyer))!.giveBack()
    expect(await source.draw(buyer)).toBeNull()
    source.passWindow()
    expect(await source.draw(buyer)).not.toBeNull()
  })

  it('of a wallet that leaves is used up until it has paid again', async () => {
    const source = createSource()
    const wallets = Array.from({ length: 8 }, (_, at) => ({
      payer: `wallet ${at}`,
      paidAtomic: EARNED_BY_ATOMIC,
    }))
    for (const wallet of wallets) {
      const calls = (await source.draw(wallet))!
      calls.forfeit!()
      calls.giveBack()
    }
    for (let window = 0; window < 3; window += 1) {
      source.passWindow()
      for (const wallet of wallets) expect(await source.draw(wallet)).toBeNull()
    }
    expect(await source.share({ payer: 'wallet 0', paidAtomic: 2 * EARNED_BY_ATOMIC })).toBe(6)
  })
})
