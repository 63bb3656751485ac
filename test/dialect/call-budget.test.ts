/**
 * Calls of an upstream, reserved before the first is made: in one process, and by replicas on one
 * PostgreSQL.
 */
import { beforeEach, expect, it } from 'vitest'
import { type ManualClock, manualClock } from '../../src/platform/clock.ts'
import { createMemorySlots } from '../../src/platform/slots.ts'
import { createCounters } from '../../src/store/counters.ts'
import { type CallBudget, createCallBudget, NoCallLeft } from '../../src/upstream/call-budget.ts'
import { eachEngine } from '../support/engines.ts'

const CALLS = 20
const RESERVED = 6
const PER_MS = 300_000
const SPENT_WITHIN_MS = PER_MS / 20
const ARRIVES_WITHIN_MS = PER_MS / 60

eachEngine('a reservation of calls', (under) => {
  let clock: ManualClock
  let replicas: CallBudget[]
  beforeEach(async () => {
    clock = manualClock('2026-11-20T12:00:00Z')
    const settings = await under.freshSettings()
    const memory = createMemorySlots()
    replicas = []
    for (let index = 0; index < 2; index += 1) {
      const counters = await createCounters(await under.open(settings))
      const slots = counters?.slots('register/all') ?? memory
      replicas.push(
        createCallBudget({
          upstream: 'register',
          slots,
          calls: CALLS,
          reserved: RESERVED,
          perMs: PER_MS,
          clock,
        }),
      )
    }
  })

  const spent = async (count: number, mayUseReserved = true) => {
    const reservation = await replicas[0]!.reserve(count, mayUseReserved)
    for (let call = 0; call < count; call += 1) expect(reservation.spend()).toBe(true)
    return reservation
  }
  /** Polls, because returns happen in the background. */
  const left = (count: number, mayUseReserved = true) =>
    expect.poll(() => replicas[1]!.countLeft(mayUseReserved)).toBe(count)

  it('is of all calls or of none, and says when they may be free', async () => {
    await spent(18)
    await expect(replicas[1]!.reserve(3, true)).rejects.toThrow(NoCallLeft)
    await expect(replicas[1]!.reserve(3, true)).rejects.toMatchObject({ retryAfterMs: PER_MS })
    await left(2)
  })

  it('never takes from what is reserved for others', async () => {
    await spent(CALLS - RESERVED, false)
    await expect(replicas[1]!.reserve(1, false)).rejects.toThrow('reserved for earlier buyers')
    await left(0, false)
    await left(RESERVED)
    expect((await replicas[1]!.reserve(RESERVED, true)).spend()).toBe(true)
  })

  it('takes the reserved calls first for an earlier buyer', async () => {
    await spent(RESERVED)
    await left(CALLS - RESERVED, false)
  })

  it('returns what was not used, and nothing twice', async () => {
    const reservation = await replicas[0]!.reserve(5, false)
    expect([reservation.spend(), reservation.spend()]).toEqual([true, true])
    await left(CALLS - 5)
    reservation.giveBack()
    reservation.giveBack()
    expect(reservation.spend()).toBe(false)
    await left(CALLS - 2)
  })

  it('holds a call that was made until it is older than the window', async () => {
    const reservation = await replicas[0]!.reserve(2, true)
    clock.advance(1_000)
    expect(reservation.spend()).toBe(true)
    reservation.giveBack()
    await left(CALLS - 1)
    clock.advance(PER_MS + ARRIVES_WITHIN_MS - 1)
    await left(CALLS - 1)
    clock.advance(1)
    await left(CALLS)
  })

  it('of a process that died ends by itself, after its last call could have been made', async () => {
    const lost = await replicas[0]!.reserve(5, true)
    clock.advance(SPENT_WITHIN_MS)
    expect(lost.spend()).toBe(true)
    clock.advance(1)
    expect(lost.spend()).toBe(false)
    clock.advance(PER_MS + ARRIVES_WITHIN_MS - 2)
    await left(CALLS - 5)
    clock.advance(1)
    await left(CALLS)
  })

  it('that ended is not returned when its calls are reserved again', async () => {
    const late = await replicas[0]!.reserve(5, true)
    clock.advance(PER_MS + SPENT_WITHIN_MS + ARRIVES_WITHIN_MS)
    await replicas[1]!.reserve(CALLS, true)
    late.giveBack()
    await left(0)
  })

  it('by two replicas simultaneously shares no call, and is never refused while enough are free', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, index) => replicas[index % 2]!.reserve(2, true)),
    )
    expect(made).toHaveLength(10)
    await left(0)
  })

  it('of more calls than there are is one of all', async () => {
    expect(await spent(CALLS)).toBeDefined()
    await expect(replicas[1]!.reserve(CALLS + 5, true)).rejects.toThrow(NoCallLeft)
  })
})
