/** How a client repeats an open payment, and when it ends. */
import { expect, it } from 'vitest'
import { settle } from '../../packages/client/src/buyer.ts'
import type { SentPayment } from '../../packages/client/src/pay.ts'
import { createPayments } from '../../packages/client/src/payments.ts'
import { type HttpReply, httpChannel } from '../../packages/client/src/request.ts'

const url = 'http://127.0.0.1:9/thing'

const answer = (status: number, code: string, retryAfter?: string): HttpReply => ({
  status,
  headers: new Headers({
    'content-type': 'application/problem+json',
    ...(retryAfter ? { 'retry-after': retryAfter } : {}),
  }),
  text: JSON.stringify({
    type: `${url}/docs/errors#${code.toLowerCase()}`,
    status,
    code,
    request_id: 'req_1',
  }),
})

/** Sends a payment to a seller that answers by the script; the last answer is repeated. */
async function settled(...script: (HttpReply | Error)[]) {
  const sent: string[] = []
  const waits: number[] = []
  const channel = {
    ...httpChannel({ method: 'GET', url }),
    async send(payment: string | null) {
      sent.push(payment!)
      const next = script.length > 1 ? script.shift()! : script[0]!
      if (next instanceof Error) throw next
      return next
    },
  }
  const sleep = async (ms: number) => void waits.push(ms)
  const payment = { nonce: '0x1', paymentSignature: 'sig', validBeforeMs: 0 } as SentPayment
  const end = await settle(channel, { payments: createPayments(), sleep }, payment)
  return { ...end, sent, waits }
}

it('sends an open payment again with the same signature, after the time that the seller names', async () => {
  const { sent, waits, reply } = await settled(
    answer(503, 'SETTLEMENT_UNKNOWN', '2'),
    new Error('reset'),
    answer(409, 'PAYMENT_IN_FLIGHT', '3600'),
    answer(409, 'PAYMENT_REUSED'),
  )
  expect(reply.status).toBe(409)
  expect(sent).toEqual(['sig', 'sig', 'sig', 'sig'])
  expect(waits).toEqual([2000, 1000, 10_000])
})

it('does not repeat what is over, and gives up in the end', async () => {
  const over = await settled(answer(409, 'PAYMENT_REUSED'))
  expect([over.sent.length, over.outcome, over.isVoid]).toEqual([1, 'reused', true])
  const open = await settled(answer(503, 'SETTLEMENT_UNKNOWN'))
  expect([open.sent.length, open.outcome, open.isVoid]).toEqual([4, 'open', false])
  await expect(settled(new Error('reset'))).rejects.toThrow(/^reset. This may have been charged/)
})
