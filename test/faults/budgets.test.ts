/**
 * How long a facilitator that says nothing is waited for, as production sets it. Time is the
 * test's: nothing here waits.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import {
  type MemoryFacilitator,
  startMemoryFacilitator,
} from '../../sandbox/facilitator/memory-facilitator.ts'
import { httpFacilitatorClients } from '../../src/payments/facilitator.ts'
import {
  buyer,
  pay,
  type Reply,
  type Service,
  seller,
  startService,
  TEA,
} from '../support/service.ts'
import { eventually, expectDelivered, expectProblem, ITEM_PRICE } from '../support/world.ts'

/** Replacement of `AbortSignal.timeout` with time that the test advances. */
function turnedTime() {
  let now = 0
  const running: { endsAt: number; controller: AbortController }[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    running.push({ endsAt: now + ms, controller })
    return controller.signal
  })
  return {
    pass(ms: number) {
      now += ms
      for (const { endsAt, controller } of running)
        if (endsAt <= now) controller.abort(new DOMException('timed out', 'TimeoutError'))
    },
  }
}

let facilitator: MemoryFacilitator
let service: Service
let time: ReturnType<typeof turnedTime>

beforeAll(async () => {
  facilitator = await startMemoryFacilitator()
  facilitator.ledger.mint(buyer.address, 100_000_000n)
})
beforeEach(async () => {
  const clients = httpFacilitatorClients({ url: facilitator.url, token: null })
  service = await startService({
    facilitatorUrl: facilitator.url,
    overrides: { facilitator: clients },
  })
  // The question at boot, what it serves, is answered before time is turned.
  await eventually(() => facilitator.calls.supported > 0)
  time = turnedTime()
})
afterEach(async () => {
  vi.restoreAllMocks()
  facilitator.faults.clear()
  await service.stop()
})
afterAll(() => facilitator?.close())

const paid = () => facilitator.ledger.balance(seller.address)

/**
 * Sends a request and, if it hangs, advances the time to one millisecond before the budget's end,
 * then to its end.
 */
async function outlasting(
  call: 'verify' | 'settle',
  budgetMs: number,
): Promise<{ reply: Reply; again: () => Promise<Reply> }> {
  const payment = await pay()
  const asked = facilitator.calls[call]
  facilitator.faults.next(call, { kind: 'hang', when: 'before' })
  let answered = false
  const asking = service.ask(TEA, { payment }).finally(() => {
    answered = true
  })
  await eventually(() => facilitator.calls[call] > asked)
  time.pass(budgetMs - 1)
  // Time enough for an answer, had one been given up.
  expect((await service.ask('/v1/health')).status).toBe(200)
  expect(answered).toBe(false)
  time.pass(1)
  return { reply: await asking, again: () => service.ask(TEA, { payment }) }
}

it('a verification has five seconds: then 503, nothing charged, no work done, and the same payment still buys', async () => {
  const before = paid()
  const { reply, again } = await outlasting('verify', 5_000)
  expectProblem(reply, 503, 'FACILITATOR_UNAVAILABLE')
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect([service.shop.runs, paid()]).toEqual([0, before])
  expectDelivered(await again())
  expect(paid()).toBe(before + ITEM_PRICE)
})

it('a settlement has fifteen: then its outcome is unknown, and the same payment brings the answer that was made, for one charge', async () => {
  const before = paid()
  const { reply, again } = await outlasting('settle', 15_000)
  expectProblem(reply, 503, 'SETTLEMENT_UNKNOWN', null)
  expectDelivered(await again())
  expect([service.shop.runs, paid()]).toEqual([1, before + ITEM_PRICE])
})
