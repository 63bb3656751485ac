/**
 * Purses that bought the cheapest answer and leave once their payment is verified, against ten
 * earlier buyers who ask for their share of what is reserved.
 */
import { expect, it } from 'vitest'
import { company } from '../../sandbox/companies-house/companies.ts'
import { computeShare } from '../../src/company/sources/call-shares.ts'
import { createCounters } from '../../src/store/counters.ts'
import { eachEngine } from '../support/engines.ts'
import { startRig, TODAY } from './rig.ts'

const WINDOW_MS = 300_000
const STEP_MS = 10_000
/** Calls that end unpaid, for each payer (docs/contributors/payments.md). */
const ALLOWANCE = { burst: 30, perMinute: 3 }
/** The profile and the officers of a sound company, and what a verdict reserves before. */
const CALLS_A_VERDICT = 2
const RESERVED_A_VERDICT = 5
const CHEAPEST_ATOMIC = 5_000
const WALLETS = 10
/** One verdict a minute. */
const ASKED_A_WINDOW = 5
const PAID_ATOMIC = 5_000_000

interface Attack {
  quota: number
  purses: number
}

const EARLIER = 80
/** Companies wanted beyond those that can be sold, so that each step ends with refusals. */
const BEYOND = 12
const STRANGE = 237
const number = (index: number) => String(98_000_000 + index)
const companies = Array.from({ length: EARLIER + STRANGE }, (_, index) =>
  company(TODAY, { number: number(index), profile: { company_name: `ROW ${index} LIMITED` } }),
)

const reservedOf = (quota: number) => Math.max(12, Math.ceil(quota / 4))
/** Verdicts that one wallet can get of its share within a window, at most one a minute. */
const sharedOf = (quota: number) =>
  Math.min(
    ASKED_A_WINDOW,
    Math.floor(
      (computeShare(PAID_ATOMIC, reservedOf(quota)) - RESERVED_A_VERDICT) / CALLS_A_VERDICT,
    ) + 1,
  )
const strangersOf = (quota: number) =>
  Math.floor((quota - reservedOf(quota)) / CALLS_A_VERDICT) + BEYOND

eachEngine('the register under attack', (under) => {
  /** Plays one window in steps of ten seconds; in each the new payers come first, all together. */
  async function play({
    quota,
    purses,
  }: Attack): Promise<{ asked: number; served: number; strangers: number; calls: number }> {
    const store = await under.open(await under.freshSettings({ migrated: true }))
    const rig = await startRig({
      register: { companies, limitPer5Min: 10_000 },
      settings: { companiesHouseCallsPer5Min: quota },
      context: { counters: await createCounters(store) },
    })
    try {
      const asked = WALLETS * sharedOf(quota)
      const cold = Array.from({ length: strangersOf(quota) }, (_, index) => number(EARLIER + index))
      const ask = (which: string) =>
        rig.ask('company_verdict', which).then(
          ({ confidence }) => confidence === 'high',
          () => false,
        )
      let [served, earlier, strangers, unpaid] = [0, 0, 0, 0]
      for (let nowMs = 0; nowMs < WINDOW_MS; nowMs += STEP_MS) {
        const mayLeave =
          purses * Math.floor(ALLOWANCE.burst + (ALLOWANCE.perMinute * nowMs) / 60_000)
        const wanted = cold.splice(0, mayLeave - unpaid)
        unpaid += wanted.length
        rig.proven = true
        rig.paidAtomic = CHEAPEST_ATOMIC
        const answers = await Promise.all(
          wanted.map((which, index) => {
            rig.payer = `purse ${index % purses}`
            return ask(which)
          }),
        )
        strangers += answers.filter(Boolean).length
        // A refused company is still cold.
        cold.push(...wanted.filter((_, index) => !answers[index]))
        rig.paidAtomic = PAID_ATOMIC
        for (
          const due = Math.ceil((asked * (nowMs + STEP_MS)) / WINDOW_MS);
          earlier < due && earlier < asked;
          earlier += 1
        ) {
          rig.payer = `wallet ${earlier % WALLETS}`
          if (await ask(number(earlier))) served += 1
        }
        rig.clock.advance(STEP_MS)
      }
      return { asked, served, strangers, calls: rig.register.calls.length }
    } finally {
      await rig.stop()
    }
  }

  const attacks = [
    { quota: 120, purses: 50 },
    { quota: 120, purses: 3 },
    { quota: 600, purses: 5 },
    { quota: 600, purses: 50 },
  ]
  it.each(under.engine === 'sqlite' ? attacks : attacks.slice(0, 1))(
    'with $quota calls earlier buyers are served while $purses purses that bought the cheapest answer leave',
    { timeout: 120_000 },
    async ({ quota, purses }) => {
      const { asked, served, strangers, calls } = await play({ quota, purses })
      expect(calls).toBeLessThanOrEqual(quota)
      expect(served / asked).toBeGreaterThanOrEqual(0.95)
      // The rest of the calls is sold to strangers.
      expect(strangers).toBeGreaterThan(0)
    },
  )
})
