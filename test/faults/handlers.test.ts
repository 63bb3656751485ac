/**
 * A failure before the settlement is free; a buyer who leaves before it pays nothing, and one who
 * leaves after it finds the answer.
 */
import { describe, expect, it } from 'vitest'
import type { GateStep } from '../../src/payments/gate.ts'
import type { Reply } from '../support/service.ts'
import { TEA } from '../support/service.ts'
import {
  eachInOneWorld,
  eventually,
  expectDelivered,
  expectProblem,
  expectRefused,
  withoutChain,
} from '../support/world.ts'

describe.skipIf(withoutChain)('a paid request', () => {
  const world = eachInOneWorld()

  it.each([
    ['finds nothing', 'unknown', 404, 'SUBJECT_NOT_FOUND'],
    ['meets a source that is down', 'down', 503, 'UPSTREAM_UNAVAILABLE'],
    ['breaks', 'broken', 500, 'INTERNAL'],
    ['makes more than a mebibyte', 'huge', 500, 'INTERNAL'],
  ])(
    'that %s is not charged, and its payment buys something else',
    async (_, item, status, code) => {
      const { payment, buy, expectPaid } = await world.sale()
      const reply = await buy(payment, `/v1/shop/items/${item}`)
      expectProblem(reply, status, code)
      expect(reply.bytes).not.toMatch(/secret|SELECT|at line|node:|\.ts/)
      await expectPaid(0)
      expectDelivered(await buy())
      await expectPaid()
    },
  )

  it('that takes too long is given up, whether its handler listens or not', async () => {
    const service = await world.serve({ overrides: { handlerBudgetMs: 150 } })
    service.shop.hold = new Promise(() => {})
    const wallet = await world.buyerWith(1)
    const payment = await world.pays(wallet)
    const reply = await service.ask('/v1/shop/items/slow', { payment })
    expectProblem(reply, 503, 'UPSTREAM_UNAVAILABLE')
    expect(reply.headers.get('retry-after')).not.toBeNull()
    expect(await world.paidBy(wallet)).toEqual([])
    expectDelivered(await service.ask(TEA, { payment }))
  })

  it('does no work and shows nothing about its subject before the payment is verified', async () => {
    const { service, payment, buy, expectPaid } = await world.sale()
    const forged = {
      ...payment,
      payload: { ...payment.payload, signature: `0x${'33'.repeat(65)}` },
    }
    expect((await service.ask('/v1/shop/items/unknown')).status).toBe(402)
    expectRefused(await buy(forged, '/v1/shop/items/unknown'), 'signature')
    expectProblem(
      await service.ask('/v1/shop/items/unknown', { headers: { 'payment-signature': 'e30=' } }),
      400,
      'PAYMENT_MALFORMED',
    )
    expectProblem(await buy(payment, '/v1/shop/items/NO'), 400, 'VALIDATION')
    expectProblem(await buy(payment, '/v1/shop/search'), 400, 'VALIDATION')
    expect(service.shop.runs).toBe(0)
    // The invalid requests did not even use the payment up.
    expectDelivered(await buy())
    await expectPaid()
  })

  it('whose buyer leaves while we work is not charged, and the payment stays good', async () => {
    const { service, payment, buy, expectPaid } = await world.sale()
    const noticed = Promise.withResolvers<void>()
    const leaving = new AbortController()
    service.shop.onRun = async (signal) => {
      signal.addEventListener('abort', () => noticed.resolve())
      leaving.abort()
      await noticed.promise
    }
    await expect(service.ask(TEA, { payment, signal: leaving.signal })).rejects.toThrow(/abort/i)
    await noticed.promise
    service.shop.onRun = () => {}
    const reply = await patiently(() => buy())
    expectDelivered(reply)
    await expectPaid()
  })

  it('whose buyer leaves when the answer is ready is not charged either', async () => {
    const leaving = new AbortController()
    const { service, payment, buy, expectPaid } = await world.sale({
      overrides: {
        gate: {
          async onStep(name, { signal }) {
            if (name !== 'answered' || leaving.signal.aborted) return
            const gone = new Promise((resolve) => signal.addEventListener('abort', resolve))
            leaving.abort()
            await gone
          },
        },
      },
    })
    const settles = world.facilitator.calls.settle
    await expect(service.ask(TEA, { payment, signal: leaving.signal })).rejects.toThrow(/abort/i)
    const other = await patiently(() => buy(payment, '/v1/shop/items/coffee'))
    expectDelivered(other)
    expect(world.facilitator.calls.settle).toBe(settles + 1)
    await expectPaid()
  })

  it.each<GateStep>(['settling', 'settled', 'recorded'])(
    'whose buyer leaves at "%s" was paid for, once, and is there on the retry',
    async (step) => {
      const leaving = new AbortController()
      const reached = Promise.withResolvers<void>()
      const { service, payment, buy, expectPaid } = await world.sale({
        overrides: {
          gate: {
            async onStep(name, charge) {
              if (name !== step || leaving.signal.aborted) return
              const gone = new Promise((resolve) =>
                charge.signal.addEventListener('abort', resolve),
              )
              leaving.abort()
              await gone
              reached.resolve()
            },
          },
        },
      })
      await expect(service.ask(TEA, { payment, signal: leaving.signal })).rejects.toThrow(/abort/i)
      await reached.promise
      const reply = await patiently(() => buy())
      expectDelivered(reply)
      expect(reply.headers.get('payment-replayed')).toBe('true')
      expect(service.shop.runs).toBe(1)
      await expectPaid()
    },
  )

  it('that runs while the house closes is finished, paid for and delivered', async () => {
    const { service, wallet, buy, expectPaid } = await world.sale()
    const held = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    service.shop.hold = held.promise
    service.shop.onRun = () => started.resolve()
    const running = buy(await world.pays(wallet), '/v1/shop/items/slow')
    await started.promise
    const stopped = service.app.stop()
    held.resolve()
    expectDelivered(await running)
    await stopped
    await expectPaid()
  })
})

/** Repeats as the hint of a 409 says, without its waiting time. */
async function patiently(ask: () => Promise<Reply>): Promise<Reply> {
  let reply = await ask()
  await eventually(async () => {
    if (reply.status === 409) reply = await ask()
    return reply.status !== 409
  })
  return reply
}
