/** A payment under one release, repeated under a later release with another price. */
import { PAYMENT_IDENTIFIER } from '@x402/extensions/payment-identifier'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type MemoryFacilitator,
  startMemoryFacilitator,
} from '../../sandbox/facilitator/memory-facilitator.ts'
import { computeFormerFingerprint } from '../../src/api/fingerprint.ts'
import { openStore } from '../../src/store/open.ts'
import { createFolder } from '../support/folder.ts'
import { buyer, pay, startService } from '../support/service.ts'
import { createShop } from '../support/shop.ts'
import { expectDelivered, expectProblem } from '../support/world.ts'

const TEA = '/v1/shop/items/tea?colour=green'
const store = { databaseUrl: null, dataDir: createFolder() }
let facilitator: MemoryFacilitator
beforeAll(async () => {
  facilitator = await startMemoryFacilitator()
  facilitator.ledger.mint(buyer.address, 10_000_000n)
})
afterAll(async () => {
  await facilitator.close()
})
const release = (laterRelease: boolean) =>
  startService({ facilitatorUrl: facilitator.url, store, shop: createShop({ laterRelease }) })

it("is delivered what it bought, in today's form and in the former one", async () => {
  const paid = async (id: string) => ({
    ...(await pay()),
    extensions: { [PAYMENT_IDENTIFIER]: { info: { id } } },
  })
  const payments = [await paid('of_today_0000001'), await paid('of_the_former_form')]
  const first = await release(false)
  const bought = []
  for (const payment of payments) bought.push(await first.ask(TEA, { payment }))
  for (const reply of bought) expectDelivered(reply)
  await first.stop()

  const former = computeFormerFingerprint('shop_item', {
    number: 'tea',
    detail: null,
    colour: 'green',
  })
  const open = await openStore(store)
  const nonce = (
    payments[1]!.payload as { authorization: { nonce: string } }
  ).authorization.nonce.toLowerCase()
  await open.ledger.read
    .updateTable('claims')
    .set({ fingerprint: former })
    .where('nonce', '=', nonce)
    .execute()
  await open.ledger.read
    .updateTable('payment_ids')
    .set({ fingerprint: former })
    .where('nonce', '=', nonce)
    .execute()
  await open.close()

  // The former form is computed with the fields of its time; the shop never said which, so this is
  // as far as it goes without new ones.
  const same = await release(false)
  expect((await same.ask(TEA, { payment: payments[1]! })).bytes).toBe(bought[1]!.bytes)
  // Under a new nonce the identifier finds it too, and nothing is paid twice.
  expect((await same.ask(TEA, { payment: await paid('of_the_former_form') })).bytes).toBe(
    bought[1]!.bytes,
  )
  expectProblem(
    await same.ask('/v1/shop/items/tea', { payment: payments[1]! }),
    409,
    'PAYMENT_REUSED',
    true,
  )
  await same.stop()

  const next = await release(true)
  expect((await next.ask(TEA, { payment: payments[0]! })).bytes).toBe(bought[0]!.bytes)
  expect((await next.ask(`${TEA}&wrapping=paper`, { payment: payments[0]! })).bytes).toBe(
    bought[0]!.bytes,
  )
  expectProblem(
    await next.ask(`${TEA}&wrapping=foil`, { payment: payments[0]! }),
    409,
    'PAYMENT_REUSED',
    true,
  )
  await next.stop()
  expect(facilitator.ledger.transferCount).toBe(2)
})
